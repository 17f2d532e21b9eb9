; SYSTOLIC_PROCESSING_OVERHEAD O is added to M_MM, M_TMM, M_BMM, M_BTMM (O + MLEN) and M_BTMV (O + 1), not to M_MV (spec 5.2).
; O = 3, MLEN 8: 11 + 11 + 11 + 11 + 8 + 4 = 56.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,systolic_processing_overhead=3 @
; expect:
;   halted: 56 cycles (56.000 ns), 6 instructions
M_MM 0, gp0, gp0
M_TMM 0, gp0, gp0
M_BMM 0, gp0, gp0
M_BTMM 0, gp0, gp0
M_MV 0, gp0, gp0
M_BTMV gp0, gp0, gp0
