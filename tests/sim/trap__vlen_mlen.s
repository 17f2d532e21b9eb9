; Matrix instructions need VLEN = MLEN (spec 1.4).
; Trap vlen-mlen at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=16,hlen=2 @
; exit: 1
M_MM 0, gp0, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__vlen_mlen.s:5:1: error[vlen-mlen]: trap: VLEN is 16 and MLEN is 8; matrix instructions need them equal (pc 0, cycle 0)
;       5 | M_MM 0, gp0, gp0
;         | ^~~~~~~~~~~~~~~~
;   hint: 'kc platforms plena' shows the configuration
