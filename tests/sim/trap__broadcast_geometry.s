; Broadcast instructions need BROADCAST*HLEN = MLEN (spec 3.4): 4*4 is not 8.
; Trap broadcast-geometry at pc 0, cycle 0, exit status 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=4 @
; exit: 1
M_BTMM 0, gp0, gp0
; expect:
;   trap: 0 cycles (0.000 ns), 0 instructions
;   trap__broadcast_geometry.s:5:1: error[broadcast-geometry]: trap: BROADCAST_AMOUNT * HLEN = 4 * 4, but MLEN = 8 (pc 0, cycle 0)
;       5 | M_BTMM 0, gp0, gp0
;         | ^~~~~~~~~~~~~~~~~~
;   hint: 'kc platforms plena' shows the configuration
