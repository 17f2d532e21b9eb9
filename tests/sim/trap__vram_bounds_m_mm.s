; M_MM reads BLEN rows (spec 3.4): with 4 VRAM rows, rows 1..4 of address 8 run over; row 4 is address 32.
; Trap vram-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,vector_sram_size=4 @ --reg gp1=8
; exit: 1
M_MM 0, gp0, gp1
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__vram_bounds_m_mm.s:5:1: error[vram-bounds]: trap: VRAM address 32 is row 4, but there are 4 rows (pc 0, cycle 0, gp1 = 8, gp0 = 0)
;       5 | M_MM 0, gp0, gp1
;         | ^~~~~~~~~~~~~~~~
;   hint: addresses count elements and wrap at 2^32; look at how the pointer advances
