; INTRAM has 1024 entries (spec 3.6).
; Trap intram-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena @ --reg gp1=1024
; exit: 1
S_ST_INT gp1, gp1, 0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__intram_bounds.s:5:1: error[intram-bounds]: trap: INTRAM entry 1024 is used; there are entries 0 to 1023 (pc 0, cycle 0, gp1 = 1024)
;       5 | S_ST_INT gp1, gp1, 0
;         | ^~~~~~~~~~~~~~~~~~~~
;   hint: addresses wrap at 2^32 before this check
