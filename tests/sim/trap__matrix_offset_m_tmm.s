; M_TMM: the offset must be a multiple of MLEN, the row of BLEN (spec 3.4): 16 is row 2.
; Trap matrix-offset at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=16
; exit: 1
M_TMM 0, gp0, gp1
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__matrix_offset_m_tmm.s:5:1: error[matrix-offset]: trap: gp1 = 16: offset 16 in the tile is not a multiple of BLEN*MLEN (32) (pc 0, cycle 0, gp1 = 16)
;       5 | M_TMM 0, gp0, gp1
;         | ^~~~~~~~~~~~~~~~~
;   hint: tile t starts at t*MLEN*MLEN; 'kc isa plena M_MM' has the rule for block b inside it
