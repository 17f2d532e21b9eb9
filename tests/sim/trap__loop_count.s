; A loop of 0 aborts (spec 3.8).
; Trap loop-count at pc 1, cycle 1, exit status 1.
; run: kc sim plena @
; exit: 1
S_ADDI_INT gp1, gp0, 5
C_LOOP_START gp1, 0
C_LOOP_END gp1
; expect:
;   trap: 1 cycles (1.000 ns), 1 instructions
;   trap__loop_count.s:6:1: warning[loop-zero]: a loop of 0 iterations traps
;       6 | C_LOOP_START gp1, 0
;         | ^~~~~~~~~~~~
;   hint: leave the loop out, or run it at least once
;   trap__loop_count.s:6:1: error[loop-count]: trap: a loop of 0 iterations (pc 1, cycle 1, gp1 = 5)
;       6 | C_LOOP_START gp1, 0
;         | ^~~~~~~~~~~~~~~~~~~
;   hint: leave the loop out when there is nothing to do
