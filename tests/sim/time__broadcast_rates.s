; M_BMM, M_BTMM and M_BTMV at both rates (parameter bmm), default geometry: MLEN 64, BLEN 4, BROADCAST 4, HLEN 16, overhead 0.
; reference: 64 + 64 + 1, and 64 for M_MM: 193.
; mm-rate: M_MM does 4*4*64 = 1024 multiply-adds in 64 cycles, 16 per cycle.  M_BMM and M_BTMM do 4*64*64*16 = 262144: 16384
; cycles each; M_BTMV does 4*64*16 = 4096: 256 cycles.  2*16384 + 256, and 64 for M_MM: 33088.
; run: kc sim plena @
; expect:
;   halted: 193 cycles (193.000 ns), 4 instructions
; run: kc sim plena:bmm=mm-rate @
; expect:
;   halted: 33088 cycles (33088.000 ns), 4 instructions
; With overhead 3 and MLEN 8, HLEN 2, BLEN 4: M_MM does 128 in 11 cycles; M_BMM 4*8*8*2 = 512: 44; M_BTMV 64: 5.5, rounded up 6.
; 44 + 44 + 6 + 11 = 105.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,systolic_processing_overhead=3,bmm=mm-rate @
; expect:
;   halted: 105 cycles (105.000 ns), 4 instructions
M_BMM 0, gp0, gp0
M_BTMM 0, gp0, gp0
M_BTMV gp0, gp0, gp0
M_MM 0, gp0, gp0
