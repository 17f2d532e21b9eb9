; Words survive disasm and a second asm; the text between is the canonical form of spec 4.2, loop bodies indented (4.6).
; run: kc asm plena @ | kc disasm plena -
; expect:
;   M_MM 0, gp2, gp4
;   M_MV_WO gp3, 0
;   V_ADD_VV gp1, gp2, gp3, 0
;   V_RED_SUM f3, gp2
;   V_SHIFT_V gp1, gp2, gp3
;   S_EXP_FP f1, f2
;   C_LOOP_START gp4, 8
;       H_PREFETCH_V gp2, gp3, a0, 0, 1
;       C_LOOP_START gp5, 2
;           V_EXP_V gp1, gp2, 3
;       C_LOOP_END gp5
;   C_LOOP_END gp4
; run: kc asm plena @ > /tmp/kc_rt_$$; kc disasm plena - < /tmp/kc_rt_$$ | kc asm plena - | cmp - /tmp/kc_rt_$$ && echo same; rm /tmp/kc_rt_$$
; expect:
;   same
M_MM gp0, gp2, gp4
M_MV_WO gp3, gp0, 0
V_ADD_VV gp1, gp2, gp3
V_RED_SUM f3, gp2, 0
V_SHFT_V gp1, gp2, gp3
S_EXP_FP f1, f2, 0
C_LOOP_START gp4, 8
H_PREFETCH_V gp2, gp3, a0, 0, 1, 0
C_LOOP_START gp5, 2
V_EXP_V gp1, gp2, 3
C_LOOP_END gp5
C_LOOP_END gp4
