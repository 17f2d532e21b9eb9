; M_MV: the offset must be a multiple of BLEN below MLEN (spec 3.4): 8 is not below MLEN.
; Trap matrix-offset at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=8
; exit: 1
M_MV 0, gp1, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__matrix_offset_m_mv.s:5:1: error[matrix-offset]: trap: gp1 = 8: offset 8 in the tile is not a multiple of BLEN (4) below MLEN (8) (pc 0, cycle 0, gp1 = 8)
;       5 | M_MV 0, gp1, gp0
;         | ^~~~~~~~~~~~~~~~
;   hint: tile t starts at t*MLEN*MLEN; 'kc isa plena M_MM' has the rule for block b inside it
