; One iteration executes more than MAX_LOOP_INSTRUCTIONS = 2 instructions (spec 3.8): before the third.
; Trap runaway-loop at pc 3, cycle 3, exit status 1.
; run: kc sim plena:max_loop_instructions=2 @
; exit: 1
C_LOOP_START gp1, 9
S_ADDI_INT gp2, gp2, 1
S_ADDI_INT gp2, gp2, 1
C_LOOP_END gp1
; expect:
;   trap: 3 cycles (3.000 ns), 3 instructions
;   trap__runaway_loop.s:8:1: error[runaway-loop]: trap: one iteration of the loop at line 5 has executed 2 instructions (pc 3, cycle 3)
;       8 | C_LOOP_END gp1
;         | ^~~~~~~~~~~~~~
;   hint: move work out of the loop or split it; plena:max_loop_instructions=N sets another limit
