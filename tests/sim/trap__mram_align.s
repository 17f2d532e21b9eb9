; M_TMV reads the tile at the unreduced address, so only multiples of MLEN*MLEN = 64 work (spec 3.4): 8 aborts.
; Trap mram-align at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=8
; exit: 1
M_TMV 0, gp1, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__mram_align.s:5:1: error[mram-align]: trap: MRAM address 8 is not a multiple of MLEN*MLEN (64) (pc 0, cycle 0, gp0 = 0, gp1 = 8)
;       5 | M_TMV 0, gp1, gp0
;         | ^~~~~~~~~~~~~~~~~
;   hint: tile t starts at t * MLEN * MLEN
