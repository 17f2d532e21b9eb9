; Row i: elements at off + i*step, scales at SCALE + off/8 + i*step/8; step = STRIDE only for rstride 1, VLEN for 0 and 2..15 (spec 3.7).
; STRIDE 16: rows at 0, 16, 32, 48 with scale bytes 0, 2, 4, 6 = 1, 4, 16, 64; contiguous: scale bytes 0, 1, 2, 3 = 1, 2, 4, 8.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=64 --reg STRIDE=16 --load hbm=hex:3838383838383838404040404040404044444444444444444848484848484848383838383838383838383838383838383838383838383838 --load 64=hex:7f8081828384858687 --reg gp1=64 --reg gp2=128 --dump 'vram[64:66]' --dump 'vram[72:74]' --dump 'vram[80:82]' --dump 'vram[88:90]' --dump 'vram[128:130]' --dump 'vram[136:138]' --dump 'vram[144:146]' --dump 'vram[152:154]' | tail -n +2
; expect:
;   vram[64:66] = 1 1
;   vram[72:74] = 12 12
;   vram[80:82] = 16 16
;   vram[88:90] = 64 64
;   vram[128:130] = 1 1
;   vram[136:138] = 4 4
;   vram[144:146] = 12 12
;   vram[152:154] = 32 32
H_PREFETCH_V gp1, gp0, a0, 1, 0
H_PREFETCH_V gp2, gp0, a0, 2, 0
