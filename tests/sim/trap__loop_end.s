; C_LOOP_END needs an open loop with its register (spec 3.8).
; Trap loop-end at pc 1, cycle 1, exit status 1.
; run: kc sim plena @
; exit: 1
C_LOOP_START gp1, 2
C_LOOP_END gp2
; expect:
;   trap: 1 cycles (1.000 ns), 1 instructions
;   trap__loop_end.s:6:1: error[loop-end]: trap: no open loop counts in gp2 (pc 1, cycle 1, gp2 = 0)
;       6 | C_LOOP_END gp2
;         | ^~~~~~~~~~~~~~
;   hint: nest loops with different registers; C_BREAK forgets a loop without leaving its body
