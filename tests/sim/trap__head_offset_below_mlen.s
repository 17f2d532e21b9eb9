; M_BTMV: o2 must be 0, the offset below MLEN (spec 3.4): 4 + 4 = 8.
; Trap head-offset at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=4
; exit: 1
M_BTMV gp1, gp1, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__head_offset_below_mlen.s:5:1: error[head-offset]: trap: matrix address 8: offset 8 is not a multiple of HLEN (2) below MLEN (8) (pc 0, cycle 0, gp1 = 4)
;       5 | M_BTMV gp1, gp1, gp0
;         | ^~~~~~~~~~~~~~~~~~~~
;   hint: head h of the tile is at tile + h*HLEN
