; V_TOPK policy 1: E = 128 logits in 16 rows of 8, K = 8 (spec 3.5), descending, ties by index.  Logit 100 at indices 127 and 9, else 0:
; e = 1, 1, then exp(-100) = 3.7e-44, d = 2: weights 0.5, 0.5 and 1.9e-44, below half of the least bf16 (2^-134 = 4.6e-41): 0.
; Indices 9, 127, then 0..5.  Cycles 4 * 128 = 512.
; run: kc sim plena:rev=2026-07,mlen=8,vlen=8,hlen=2 @ --load "vram$(printf '\100')9=val:100" --load "vram$(printf '\100')127=val:100" --dump 'fpram[0:9]' --dump 'intram[0:9]'
; expect:
;   halted: 512 cycles (512.000 ns), 1 instructions
;   fpram[0:9] = 0.5 0.5 0 0 0 0 0 0 0
;   intram[0:9] = 9 127 0 1 2 3 4 5 0
V_TOPK gp0, gp0, gp0, 1
