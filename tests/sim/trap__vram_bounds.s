; The row must be below VECTOR_SRAM_SIZE (spec 3.3): 4 rows of 8, address 32 is row 4.
; Trap vram-bounds at pc 1, cycle 1, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,vector_sram_size=4 @
; exit: 1
S_ADDI_INT gp2, gp0, 32
V_ADD_VV gp2, gp0, gp0, 0
; expect:
;   trap: 1 cycles (1.000 ns), 1 instructions
;   trap__vram_bounds.s:6:1: error[vram-bounds]: trap: VRAM address 32 is row 4, but there are 4 rows (pc 1, cycle 1, gp0 = 0, gp2 = 32)
;       6 | V_ADD_VV gp2, gp0, gp0, 0
;         | ^~~~~~~~~~~~~~~~~~~~~~~~~
;   hint: addresses count elements and wrap at 2^32; look at how the pointer advances
