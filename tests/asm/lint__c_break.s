; C_BREAK does not leave the loop (spec 3.8). Words 0x2F + 2<<10 + 1<<6, 0x32, 0x30 + 0x40.
; run: kc asm plena @
C_LOOP_START gp1, 2
C_BREAK
C_LOOP_END gp1
; expect:
;   0x0000086F
;   0x00000032
;   0x00000070
;   lint__c_break.s:4:1: warning[c-break]: C_BREAK does not leave the loop: the body goes on and its C_LOOP_END traps
;       4 | C_BREAK
;         | ^~~~~~~
;   hint: do without it
