; After C_BREAK the C_LOOP_END of an outer loop with the same register matches (spec 3.8): gp1 is 0, so the outer loop ends too.
; run: kc sim plena @ --registers 2>/dev/null | sed -n '1,2p'
; expect:
;   halted: 5 cycles (5.000 ns), 5 instructions
;   gp0    = 0            gp1    = 0            gp2    = 1            gp3    = 0
C_LOOP_START gp1, 3
C_LOOP_START gp1, 2
S_ADDI_INT gp2, gp2, 1
C_BREAK
C_LOOP_END gp1
