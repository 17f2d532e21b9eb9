; V_TOPK weights are 0 unless the sum d is finite and positive (spec 3.5): all NaN counts as -inf, -inf - -inf = NaN; with one +inf likewise.
; Indices: ties by the smaller index; +inf (index 3) first.
; run: for d in nan inf; do kc sim plena:rev=2026-07,mlen=8,vlen=8,hlen=2 @ --load vram=fill:nan --load vram=val:nan,nan,nan,$d --dump 'fpram[0:4]' --dump 'intram[0:4]' --load fpram=fill:1 | tail -n +2; done
; expect:
;   fpram[0:4] = 0 0 0 0
;   intram[0:4] = 0 1 2 3
;   fpram[0:4] = 0 0 0 0
;   intram[0:4] = 3 0 1 2
V_TOPK gp0, gp0, gp0, 0
