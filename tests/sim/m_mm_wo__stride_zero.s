; A stride register other than gp0 that holds 0 puts all BLEN rows on one, the last wins (spec 3.4).  A[i] = i+1 at lane i,
; T = ones: M_ACC[i][j] = i+1, the last row is 4; the row behind stays 0.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp2=64 --reg gp3=0 --load vram=val:1,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,4 --load mram=fill:1 --dump 'vram[64:80]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:80] = 4 4 4 4 0 0 0 0 0 0 0 0 0 0 0 0
M_MM 0, gp0, gp0
M_MM_WO gp2, gp3, 0
