; M_BMM and M_BTMM abort when rd is not 0 (spec 3.1): 0x04 + 1<<6.
; Trap broadcast-rd at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @
; exit: 1
.word 0x00000044
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__broadcast_rd.s:5:1: error[broadcast-rd]: trap: M_BTMM with rd = 1; it must be 0 (pc 0, cycle 0)
;       5 | .word 0x00000044
;         | ^~~~~~~~~~~~~~~~
;   hint: write 0 as the first operand
