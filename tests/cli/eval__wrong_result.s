; kc eval: the last row is left as it was: 75 % match, status 1.
; run: kc eval silu @ | head -1
; expect:
;   silu C1: wrong_result, match_rate 75.0 % (64 of 256 elements differ, seed 1)
; run: kc eval silu @ >/dev/null
; exit: 1
; expect:
        S_LD_FP         f1, gp0, 1
        S_ADDI_INT      gp1, gp0, 256
        C_SET_SCALE_REG gp1
        H_PREFETCH_V    gp0, gp0, a0, 0, 0
        C_LOOP_START    gp3, 3                  ; there are 4 rows
        V_SUB_VF        gp1, gp2, f0, 0, 1
        V_EXP_V         gp1, gp1, 0
        V_ADD_VF        gp1, gp1, f1, 0
        V_RECI_V        gp1, gp1, 0
        V_MUL_VV        gp2, gp2, gp1, 0
        S_ADDI_INT      gp2, gp2, 64
        C_LOOP_END      gp3
