; V_TOPK sorts by IEEE total order: +0 above -0 (spec 3.5).  31 logits -0, index 20 is +0; the winners are 20, 0, 1, 2, weights 1/4.
; run: kc sim plena:rev=2026-07,mlen=8,vlen=8,hlen=2 @ --load vram=fill:-0 --load "vram$(printf '\100')20=val:0" --dump 'fpram[0:4]' --dump 'intram[0:4]'
; expect:
;   halted: 128 cycles (128.000 ns), 1 instructions
;   fpram[0:4] = 0.25 0.25 0.25 0.25
;   intram[0:4] = 20 0 1 2
V_TOPK gp0, gp0, gp0, 0
