; M_TMM takes rows r..r+BLEN-1 of the tile, r = offset/MLEN, vector operand first (spec 3.4); same address in both revisions.
; A[i] = (i+1) at lane i, T[k][n] = 10k+n, r = 4: M_ACC[i][j] = (i+1)*(10(4+j)+i).  292 is even, hence exact in bf16.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=32 --reg gp2=64 --load vram=val:1,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,4 --load "mram$(printf '\100')32=val:40,41,42,43,44,45,46,47,50,51,52,53,54,55,56,57,60,61,62,63,64,65,66,67,70,71,72,73,74,75,76,77" --dump 'vram[64:80]' --dump 'vram[80:96]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:80] = 40 50 60 70 0 0 0 0 82 102 122 142 0 0 0 0
;   vram[80:96] = 126 156 186 216 0 0 0 0 172 212 252 292 0 0 0 0
; run: kc sim plena:mlen=8,vlen=8,hlen=2,rev=2026-07 @ --reg gp1=32 --reg gp2=64 --load vram=val:1,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,3,0,0,0,0,0,0,0,0,4 --load "mram$(printf '\100')32=val:40,41,42,43,44,45,46,47,50,51,52,53,54,55,56,57,60,61,62,63,64,65,66,67,70,71,72,73,74,75,76,77" --dump 'vram[64:72]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:72] = 40 50 60 70 0 0 0 0
M_TMM 0, gp0, gp1
M_MM_WO gp2, gp0, 0
