; The policy of V_TOPK is 0 or 1 (spec 3.5).
; Trap topk-policy at pc 0, cycle 0, exit status 1.
; run: kc sim plena:rev=2026-07 @
; exit: 1
V_TOPK gp0, gp0, gp0, 2
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__topk_policy.s:5:1: error[topk-policy]: trap: V_TOPK with policy 2 (pc 0, cycle 0)
;       5 | V_TOPK gp0, gp0, gp0, 2
;         | ^~~~~~~~~~~~~~~~~~~~~~~
;   hint: 0 picks 4 of 32, 1 picks 8 of 128
