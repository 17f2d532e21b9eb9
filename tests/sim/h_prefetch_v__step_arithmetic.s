; i*step wraps at 2^32 for elements, not for scales, which are computed in f32 (spec 3.7).
; STRIDE 2^31: row 2 reads elements at 0 again (1.0) but its scale at 64 + 2*2^31/8 = 64 + 2^29 (81 = 4).
; STRIDE 33554453: f32(step)/8 = 33554452/8 = 4194306.5; row 3: f32(12582919.5) = 12582920 (tie to even), not 12582919; elements at 3*step
; = 100663359; the scale byte at 64 + 12582920 is 80 = 2.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=64 --reg STRIDE=0x80000000 --load 0=fill:0 --load 0=hex:3838 --load 64=hex:7f --load 536870976=hex:81 --dump 'vram[0:2]' --dump 'vram[8:10]' --dump 'vram[16:18]' | tail -n +2
; expect:
;   vram[0:2] = 1 1
;   vram[8:10] = 0 0
;   vram[16:18] = 4 4
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=64 --reg STRIDE=33554453 --load 100663359=hex:3838 --load 12582983=hex:7f80 --dump 'vram[24:26]' | tail -n +2
; expect:
;   vram[24:26] = 2 2
H_PREFETCH_V gp0, gp0, a0, 1, 0
