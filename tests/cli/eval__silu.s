; kc eval: a correct kernel, status 0.
; run: kc eval silu @
; expect:
;   silu C1: correct, 60 cycles, 5 seeds, worst error 0.59 of the allowed
; run: kc eval silu @ --json | grep -E 'verdict|match_rate|cycles'
; expect:
;     "verdict": "correct",
;     "match_rate": 1.0,
;     "paper_match_rate": 1.0,
;     "cycles": 60,
; The same file is no kernel for eight rows: it leaves the second half to chance.
; run: kc eval silu @ -c C2 | head -1 | cut -d, -f1
; expect:
;   silu C2: wrong_result
; The pipeline ends with the status of cut, so here alone:
; run: kc eval silu @ -c C2 >/dev/null
; exit: 1
; expect:
        S_LD_FP         f1, gp0, 1
        S_ADDI_INT      gp1, gp0, 256
        C_SET_SCALE_REG gp1
        H_PREFETCH_V    gp0, gp0, a0, 0, 0      ; x to VRAM 0
        C_LOOP_START    gp3, 4
        V_SUB_VF        gp1, gp2, f0, 0, 1      ; -x
        V_EXP_V         gp1, gp1, 0
        V_ADD_VF        gp1, gp1, f1, 0
        V_RECI_V        gp1, gp1, 0             ; sigmoid(x)
        V_MUL_VV        gp2, gp2, gp1, 0
        S_ADDI_INT      gp2, gp2, 64
        C_LOOP_END      gp3
