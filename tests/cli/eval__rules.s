; kc eval: a store into the inputs is a rule violation.
; run: kc eval relu @ >/dev/null
; exit: 1
; expect:
; run: kc eval relu @ | head -1
; expect:
;   relu C1: rule_violation: the inputs, and what lies between them and the scratch area, are read-only
        S_ADDI_INT      gp1, gp0, 256
        C_SET_SCALE_REG gp1
        H_STORE_V       gp0, gp0, a0, 0, 0
