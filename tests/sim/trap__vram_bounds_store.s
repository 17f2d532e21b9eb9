; H_STORE_V needs all its 4 rows (spec 3.7): row 1 of 4, the last one would be row 4.
; Trap vram-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,vector_sram_size=4 @ --reg gp1=8
; exit: 1
H_STORE_V gp1, gp0, a0, 0, 0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__vram_bounds_store.s:5:1: error[vram-bounds]: trap: VRAM address 32 is row 4, but there are 4 rows (pc 0, cycle 0, gp0 = 0, gp1 = 8)
;       5 | H_STORE_V gp1, gp0, a0, 0, 0
;         | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
;   hint: addresses count elements and wrap at 2^32; look at how the pointer advances
