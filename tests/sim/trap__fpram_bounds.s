; FPRAM has 1024 entries (spec 3.6): 1000 + 24.
; Trap fpram-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena @ --reg gp1=1000
; exit: 1
S_LD_FP f1, gp1, 24
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__fpram_bounds.s:5:1: error[fpram-bounds]: trap: FPRAM entries 1024 to 1024 are used; there are 0 to 1023 (pc 0, cycle 0, gp1 = 1000)
;       5 | S_LD_FP f1, gp1, 24
;         | ^~~~~~~~~~~~~~~~~~~
;   hint: addresses wrap at 2^32 before this check
