; A plus sign, digit groups and leading zeros (spec 4.1): 1000 << 14 = 0x00FA0000, 7 << 14 = 0x0001C000, plus 0x62.
; run: kc asm plena @
; expect:
;   0x00FA0062
;   0x00FA0062
;   0x0001C062
S_ADDI_INT gp1, gp0, +1_000
S_ADDI_INT gp1, gp0, 1_0_0_0
S_ADDI_INT gp1, gp0, 007
