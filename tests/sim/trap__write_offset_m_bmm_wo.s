; M_BMM_WO: the address must be a multiple of MLEN (spec 3.4): 4.
; Trap write-offset at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=4
; exit: 1
M_BMM_WO gp1, 0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__write_offset_m_bmm_wo.s:5:1: error[write-offset]: trap: write-out address 4 is not a multiple of MLEN (8) (pc 0, cycle 0, gp1 = 4)
;       5 | M_BMM_WO gp1, 0
;         | ^~~~~~~~~~~~~~~
;   hint: column block b of a row starts at row + b*BLEN
