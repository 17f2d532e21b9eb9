; M_MV takes columns from the offset itself in both revisions (spec 3.4, trap 1); M_MV_WO writes BLEN lanes and clears V_ACC.
; x = (1,2), T[k][n] = 10k+n, offset 4: (4+j) + 2(14+j) = 32+3j.  imm 4 puts them in lanes 4..7.  Cycles 8 + 1 + 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=4 --reg gp2=64 --reg gp3=72 --load vram=val:1,2 --load mram=val:0,1,2,3,4,5,6,7,10,11,12,13,14,15,16,17 --dump 'vram[64:80]'
; expect:
;   halted: 10 cycles (10.000 ns), 3 instructions
;   vram[64:80] = 0 0 0 0 32 35 38 41 0 0 0 0 0 0 0 0
; run: kc sim plena:mlen=8,vlen=8,hlen=2,rev=2026-07 @ --reg gp1=4 --reg gp2=64 --reg gp3=72 --load vram=val:1,2 --load mram=val:0,1,2,3,4,5,6,7,10,11,12,13,14,15,16,17 --dump 'vram[64:72]'
; expect:
;   halted: 10 cycles (10.000 ns), 3 instructions
;   vram[64:72] = 0 0 0 0 32 35 38 41
M_MV 0, gp1, gp0
M_MV_WO gp2, 4
M_MV_WO gp3, 0
