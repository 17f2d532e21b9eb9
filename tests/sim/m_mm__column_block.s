; M_MM takes columns c..c+BLEN-1; column block 1 is address 4 (BLEN) in published and 32 (BLEN*MLEN) in 2026-07 (spec 0, 3.4).
; A[i] = (i+1) at lane i, T[k][n] = 10k+n, so M_ACC[i][j] = (i+1)*(10i+4+j).  Cycles: M_MM MLEN = 8, M_MM_WO 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=4 --reg gp2=64 --load vram=val:1,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,4 --load mram=val:0,1,2,3,4,5,6,7,10,11,12,13,14,15,16,17,20,21,22,23,24,25,26,27,30,31,32,33,34,35,36,37 --dump 'vram[64:80]' --dump 'vram[80:96]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:80] = 4 5 6 7 0 0 0 0 28 30 32 34 0 0 0 0
;   vram[80:96] = 72 75 78 81 0 0 0 0 136 140 144 148 0 0 0 0
; run: kc sim plena:mlen=8,vlen=8,hlen=2,rev=2026-07 @ --reg gp1=32 --reg gp2=64 --load vram=val:1,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,4 --load mram=val:0,1,2,3,4,5,6,7,10,11,12,13,14,15,16,17,20,21,22,23,24,25,26,27,30,31,32,33,34,35,36,37 --dump 'vram[64:80]' --dump 'vram[80:96]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:80] = 4 5 6 7 0 0 0 0 28 30 32 34 0 0 0 0
;   vram[80:96] = 72 75 78 81 0 0 0 0 136 140 144 148 0 0 0 0
M_MM 0, gp1, gp0
M_MM_WO gp2, gp0, 0
