; Changing the counter in the body changes the trip count (spec 3.8).  10-1 = 9, END 8, 7, 6, 5, 4, 3, 2, 1: END finds 1 in pass 5.
; Cycles 1 + 5*3.
; run: kc sim plena @ --reg gp5=1 --registers | sed -n '1,2p'
; expect:
;   halted: 16 cycles (16.000 ns), 16 instructions
;   gp0    = 0            gp1    = 0            gp2    = 5            gp3    = 0
C_LOOP_START gp1, 10
S_SUB_INT gp1, gp1, gp5
S_ADDI_INT gp2, gp2, 1
C_LOOP_END gp1
