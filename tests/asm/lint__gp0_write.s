; Writing gp0 is legal but warned about (spec 1.3); the customary no-op is not. 5<<14 + 0x22 = 0x00014022.
; run: kc asm plena @
S_ADDI_INT gp0, gp0, 5
S_ADDI_INT gp0, gp0, 0
; expect:
;   0x00014022
;   0x00000022
;   lint__gp0_write.s:3:1: warning[gp0-write]: gp0 is written
;       3 | S_ADDI_INT gp0, gp0, 5
;         | ^~~~~~~~~~
;   hint: gp0 serves as the constant zero everywhere; use gp1 to gp15
