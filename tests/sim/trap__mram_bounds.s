; MATRIX_SRAM_SIZE counts MLEN-rows (spec 1.2, trap 3): 20 rows of MLEN 8 are 2 tiles, address 128 is tile 2.
; Trap mram-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,matrix_sram_size=20 @ --reg gp1=128
; exit: 1
M_MM 0, gp1, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__mram_bounds.s:5:1: error[mram-bounds]: trap: MRAM address 128 is tile 2, but there are 2 tiles (pc 0, cycle 0, gp0 = 0, gp1 = 128)
;       5 | M_MM 0, gp1, gp0
;         | ^~~~~~~~~~~~~~~~
;   hint: tile t starts at t * MLEN * MLEN
