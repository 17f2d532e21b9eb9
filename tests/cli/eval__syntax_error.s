; kc eval: a kernel that does not assemble is judged, not run.
; run: kc eval silu @
; exit: 1
; expect:
;   silu C1: syntax_error
;   eval__syntax_error.s:10:9: error[unknown-mnemonic]: unknown mnemonic 'V_EXP'
;      10 |         V_EXP gp1, gp1, 0
;         |         ^~~~~
;   hint: did you mean V_EXP_V?
        V_EXP gp1, gp1, 0
