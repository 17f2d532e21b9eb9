; HBM writes outside abort (spec 1.2): rows of 64 at 0 and 64, the HBM has 64 bytes (SCALE 0: row 0 fits).
; Trap hbm-bounds at pc 0, cycle 0, exit status 1.
; run: kc sim plena:hbm_size=64 @
; exit: 1
H_STORE_V gp0, gp0, a0, 0, 0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__hbm_bounds.s:5:1: error[hbm-bounds]: trap: store to HBM byte 64 of 64 (SCALE = 0, STRIDE = 1) (pc 0, cycle 0)
;       5 | H_STORE_V gp0, gp0, a0, 0, 0
;         | ^~~~~~~~~~~~~~~~~~~~~~~~~~~~
;   hint: check SCALE, STRIDE, the base register and the offset
