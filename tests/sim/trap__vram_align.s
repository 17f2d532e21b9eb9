; A VRAM row address must be a multiple of VLEN (spec 3.3): 12 with VLEN 8.
; Trap vram-align at pc 1, cycle 1, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=12
; exit: 1
S_ADDI_INT gp2, gp0, 8
V_EXP_V gp2, gp1, 0
; expect:
;   trap: 1 cycles (1.000 ns), 1 instructions
;   trap__vram_align.s:6:1: error[vram-align]: trap: VRAM address 12 is not a multiple of VLEN (8) (pc 1, cycle 1, gp1 = 12, gp2 = 8)
;       6 | V_EXP_V gp2, gp1, 0
;         | ^~~~~~~~~~~~~~~~~~~
;   hint: addresses count elements: row r starts at r * VLEN
