; V_TOPK policy 0: E = 32 logits in four rows of 8, K = 4 (spec 3.5); ties go to the smaller index, NaN counts as -inf.
; All logits 1 but one NaN (index 0): the winners are 1, 2, 3, 4 with equal weights 1/4.  Cycles VECTOR_MAX * 32 = 128.
; run: kc sim plena:rev=2026-07,mlen=8,vlen=8,hlen=2 @ --load vram=fill:1 --load vram=val:nan --reg gp1=5 --reg gp2=9 --dump 'fpram[4:10]' --dump 'intram[8:14]'
; expect:
;   halted: 128 cycles (128.000 ns), 1 instructions
;   fpram[4:10] = 0 0.25 0.25 0.25 0.25 0
;   intram[8:14] = 0 1 2 3 4 0
V_TOPK gp1, gp0, gp2, 0
