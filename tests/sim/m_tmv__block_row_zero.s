; M_TMV: V_ACC[j] = sum_k x[k]*T[j][k] for rows 0..BLEN-1 (spec 3.4).  x = (1,2), T[k][n] = 10k+n: 10j + 2(10j+1) = 30j+2.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp2=64 --load vram=val:1,2 --load mram=val:0,1,2,3,4,5,6,7,10,11,12,13,14,15,16,17,20,21,22,23,24,25,26,27,30,31,32,33,34,35,36,37 --dump 'vram[64:72]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:72] = 2 32 62 92 0 0 0 0
M_TMV 0, gp0, gp0
M_MV_WO gp2, 0
