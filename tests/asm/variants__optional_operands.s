; Text variants that must be accepted (spec 4.2, last paragraph), each with the word of its canonical form (3.2).
; run: kc asm plena @
; expect:
;   0x0000085B
;   0x0000085C
;   0x0000085D
;   0x00000130
;   0x00000853
;   0x000008D5
;   0x000000CB
;   0x00400CA9
;   0x0000C84D
;   0x00010801
S_EXP_FP f1, f2, 0
S_RECI_FP f1, f2, 0
S_SQRT_FP f1, f2, 0
C_LOOP_END gp4, 0
V_EXP_V gp1, gp2, 0, 0
V_RED_SUM f3, gp2, 0
M_MV_WO gp3, gp0, 0
H_PREFETCH_V gp2, gp3, a0, 0, 1, 0
V_ADD_VV gp1, gp2, gp3
M_MM gp0, gp2, gp4
