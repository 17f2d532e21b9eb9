; M_BMM: HM_ACC[q][m][n] += 0.25 * sum_d A[m][d*BROADCAST+q] * T[h+d][n] (spec 3.4); MLEN 8, HLEN 2, BROADCAST 4, h = 2.
; A[0] = 1..8, T[2][n] = 20+n, T[3][n] = 30+n: q = 0: (20+n + 5(30+n))/4 = 42.5+1.5n, q = 3: (4(20+n) + 8(30+n))/4 = 80+3n.
; Head q goes to rd + 64q; the other rows are 0.  Cycles 8 + 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=2 --reg gp2=64 --load vram=val:1,2,3,4,5,6,7,8 --load "mram$(printf '\100')16=val:20,21,22,23,24,25,26,27,30,31,32,33,34,35,36,37" --dump 'vram[64:80]' --dump 'vram[128:136]' --dump 'vram[192:200]' --dump 'vram[256:264]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:80] = 42.5 44 45.5 47 48.5 50 51.5 53 0 0 0 0 0 0 0 0
;   vram[128:136] = 55 57 59 61 63 65 67 69
;   vram[192:200] = 67.5 70 72.5 75 77.5 80 82.5 85
;   vram[256:264] = 80 83 86 89 92 95 98 101
M_BMM 0, gp1, gp0
M_BMM_WO gp2, 0
