; V_MAX_VF, V_MIN_VF, V_TOPK exist in 2026-07 only (spec 0).
; run: kc asm plena @
; exit: 1
V_MAX_VF gp1, gp2, f3, 0
V_MIN_VF gp1, gp2, f3, 0
V_TOPK gp1, gp2, gp3, 1
; expect:
;   err__other_revision.s:4:1: error[absent-mnemonic]: 'V_MAX_VF' is not an instruction of this machine
;       4 | V_MAX_VF gp1, gp2, f3, 0
;         | ^~~~~~~~
;   hint: it exists in revision 2026-07 only: plena:rev=2026-07
;   err__other_revision.s:5:1: error[absent-mnemonic]: 'V_MIN_VF' is not an instruction of this machine
;       5 | V_MIN_VF gp1, gp2, f3, 0
;         | ^~~~~~~~
;   hint: it exists in revision 2026-07 only: plena:rev=2026-07
;   err__other_revision.s:6:1: error[absent-mnemonic]: 'V_TOPK' is not an instruction of this machine
;       6 | V_TOPK gp1, gp2, gp3, 1
;         | ^~~~~~
;   hint: it exists in revision 2026-07 only: plena:rev=2026-07
