; The natural suggestion for S_ADDI is S_ADDI_INT (same word, suffix missing), not S_ADD_FP.
; run: kc asm plena @ 2>&1 | grep hint
; expect:
;   hint: did you mean S_ADDI_INT?
S_ADDI gp1, gp0, 5
