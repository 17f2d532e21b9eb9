; C_BREAK needs an open loop (spec 3.8).
; Trap break-outside-loop at pc 1, cycle 1, exit status 1.
; run: kc sim plena @
; exit: 1
S_ADDI_INT gp1, gp0, 5
C_BREAK
; expect:
;   trap: 1 cycles (1.000 ns), 1 instructions
;   trap__break_outside_loop.s:6:1: warning[c-break]: C_BREAK does not leave the loop: the body goes on and its C_LOOP_END traps
;       6 | C_BREAK
;         | ^~~~~~~
;   hint: do without it
;   trap__break_outside_loop.s:6:1: error[break-outside-loop]: trap: C_BREAK outside of any loop (pc 1, cycle 1)
;       6 | C_BREAK
;         | ^~~~~~~
;   hint: a program ends by itself after its last instruction
