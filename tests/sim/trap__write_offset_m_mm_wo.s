; M_MM_WO: the lane offset must be a multiple of BLEN (spec 3.4): 8 + 2.
; Trap write-offset at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=8
; exit: 1
M_MM_WO gp1, gp0, 2
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__write_offset_m_mm_wo.s:5:1: error[write-offset]: trap: write-out address 10 is not a multiple of BLEN (4) (pc 0, cycle 0, gp1 = 8)
;       5 | M_MM_WO gp1, gp0, 2
;         | ^~~~~~~~~~~~~~~~~~~
;   hint: column block b of a row starts at row + b*BLEN
