; A register as mask counts as 0 (spec 4.2: "V_ADD_VV gp1, gp2, gp3, gp4 is unmasked"): vector 0x0000C84D, with a warning.
; run: kc asm plena @
V_ADD_VV gp1, gp2, gp3, gp4
; expect:
;   0x0000C84D
;   lint__mask_register.s:3:25: warning[option-ignored]: rmask is a number; the register 'gp4' is ignored and counts as 0
;       3 | V_ADD_VV gp1, gp2, gp3, gp4
;         |                         ^~~
;   hint: write 0 or 1: rmask is 0: every lane; not 0: only the lane groups selected by V_MASK
