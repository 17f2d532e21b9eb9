; There are no negative immediates (spec 3.1: unsigned; 4.3).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1, gp0, -1
C_LOOP_START gp1, -8
; expect:
;   err__immediate_negative.s:4:22: error[imm-range]: immediate -1 is negative; 18 unsigned bits hold 0 to 262143
;       4 | S_ADDI_INT gp1, gp0, -1
;         |                      ^~
;   hint: there are no negative immediates: load the amount and use S_SUB_INT
;   err__immediate_negative.s:5:19: error[imm-range]: immediate -8 is negative; 22 unsigned bits hold 0 to 4194303
;       5 | C_LOOP_START gp1, -8
;         |                   ^~
;   hint: a loop runs 1 to 4194303 times
