; Every tile of H_PREFETCH_M must exist (spec 3.7): 16 rows = tiles 1 and 2 of 2.
; Trap mram-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,matrix_sram_size=16,hbm_m_prefetch_amount=16 @ --reg gp1=64
; exit: 1
H_PREFETCH_M gp1, gp0, a0, 0, 0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__mram_bounds_prefetch.s:5:1: error[mram-bounds]: trap: MRAM address 128 is tile 2, but there are 2 tiles (pc 0, cycle 0, gp0 = 0, gp1 = 64)
;       5 | H_PREFETCH_M gp1, gp0, a0, 0, 0
;         | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
;   hint: tile t starts at t * MLEN * MLEN
