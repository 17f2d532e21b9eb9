; M_BTMM: h must be a multiple of HLEN (spec 3.4): 3 with HLEN 2.
; Trap head-offset at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=3
; exit: 1
M_BTMM 0, gp1, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__head_offset.s:5:1: error[head-offset]: trap: matrix address 3: offset 3 is not a multiple of HLEN (2) below MLEN (8) (pc 0, cycle 0, gp1 = 3, gp0 = 0)
;       5 | M_BTMM 0, gp1, gp0
;         | ^~~~~~~~~~~~~~~~~~
;   hint: head h of the tile is at tile + h*HLEN
