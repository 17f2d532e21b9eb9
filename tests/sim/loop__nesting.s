; A loop of n runs its body n times, its register counts n..1 and is 0 afterwards (spec 3.8): 3*4 = 12 inner passes, 3+2+1 = 6.
; Cycles: 1 + 3*(1 + 1 + 4*2 + 1) = 34, all one-cycle instructions.
; run: kc sim plena @ --registers | sed -n '1,3p'
; expect:
;   halted: 34 cycles (34.000 ns), 34 instructions
;   gp0    = 0            gp1    = 0            gp2    = 0            gp3    = 12
;   gp4    = 6            gp5    = 0            gp6    = 0            gp7    = 0
C_LOOP_START gp1, 3
  S_ADD_INT gp4, gp4, gp1
  C_LOOP_START gp2, 4
    S_ADDI_INT gp3, gp3, 1
  C_LOOP_END gp2
C_LOOP_END gp1
