; A loop of 0 aborts (spec 3.8); words 0x2F + 0x40 and 0x30 + 0x40.
; run: kc asm plena @
C_LOOP_START gp1, 0
C_LOOP_END gp1
; expect:
;   0x0000006F
;   0x00000070
;   lint__loop_zero.s:3:1: warning[loop-zero]: a loop of 0 iterations traps
;       3 | C_LOOP_START gp1, 0
;         | ^~~~~~~~~~~~
;   hint: leave the loop out, or run it at least once
