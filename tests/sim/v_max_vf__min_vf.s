; V_MAX_VF, V_MIN_VF (2026-07, spec 3.5, 2.9): NaN elements stay, a NaN scalar makes all NaN, of +0 and -0 the element is kept
; (-0 max +0 = -0).  VECTOR_MAX 4 cycles each.
; run: kc sim plena:rev=2026-07,mlen=8,vlen=8,hlen=2 @ --load vram=val:-0,0,nan,-1,1,2,-inf,inf --reg f1=1 --reg f2=nan --reg gp1=8 --reg gp2=16 --reg gp3=24 --reg gp4=32 --dump 'vram[8:16]' --dump 'vram[16:24]' --dump 'vram[24:32]' --dump 'vram[32:34]'
; expect:
;   halted: 16 cycles (16.000 ns), 4 instructions
;   vram[8:16] = -0 0 nan 0 1 2 0 inf
;   vram[16:24] = 1 1 nan 1 1 2 1 inf
;   vram[24:32] = -0 0 nan -1 1 1 -inf 1
;   vram[32:34] = nan nan
V_MAX_VF gp1, gp0, f0, 0
V_MAX_VF gp2, gp0, f1, 0
V_MIN_VF gp3, gp0, f1, 0
V_MIN_VF gp4, gp0, f2, 0
