; M_BMV always aborts (spec 3.4).
; Trap m-bmv at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @
; exit: 1
M_BMV gp0, gp0, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__m_bmv.s:5:1: warning[m-bmv]: M_BMV always traps
;       5 | M_BMV gp0, gp0, gp0
;         | ^~~~~
;   hint: use M_BTMV on a transposed tile, or M_BMM
;   trap__m_bmv.s:5:1: error[m-bmv]: trap: M_BMV cannot be executed by this machine (pc 0, cycle 0)
;       5 | M_BMV gp0, gp0, gp0
;         | ^~~~~~~~~~~~~~~~~~~
;   hint: use M_BTMV on a transposed tile, or M_BMM
