; S_MAP_V_FP needs VLEN entries inside FPRAM (spec 3.6): 1017..1024 with VLEN 8.
; Trap fpram-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @
; exit: 1
S_MAP_V_FP gp0, gp0, 1017
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__fpram_bounds_window.s:5:1: error[fpram-bounds]: trap: FPRAM entries 1017 to 1024 are used; there are 0 to 1023 (pc 0, cycle 0, gp0 = 0)
;       5 | S_MAP_V_FP gp0, gp0, 1017
;         | ^~~~~~~~~~~~~~~~~~~~~~~~~
;   hint: addresses wrap at 2^32 before this check
