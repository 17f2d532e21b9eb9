; 1/x in f32, then bf16 (spec 2.9): 1/3 = 171/512 = 0.333984 after rounding, 1/0 = inf, 1/-0 = -inf; 2 cycles (5.2); the masked
; lanes (V_MASK 3: lanes 0..3) only, the others pass source 1 through.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:2,3,0,-0,5,6,7,8 --reg V_MASK=3 --reg gp1=8 --dump 'vram[8:16]'
; expect:
;   halted: 2 cycles (2.000 ns), 1 instructions
;   vram[8:16] = 0.5 0.333984 inf -inf 5 6 7 8
V_RECI_V gp1, gp0, 1
