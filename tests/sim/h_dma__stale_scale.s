; SCALE is one register for all transfers (spec trap 13): with the SCALE of another tensor the scales come from the wrong place.
; Elements 38 at 0, scales 80 = 2.0 at 64; SCALE 64 gives 2; SCALE 0 takes the element byte 38 as scale: 2^(56-127) = 4.23516e-22.
; run: for s in 64 0; do kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=$s --load hbm=fill:0x38 --load 64=hex:80808080 --dump 'vram[0:2]' | tail -n +2; done
; expect:
;   vram[0:2] = 2 2
;   vram[0:2] = 4.23516e-22 4.23516e-22
H_PREFETCH_V gp0, gp0, a0, 0, 0
