; Encoder spot checks of spec 2.7 at scale 1 and the block with Inf and NaN; third row all zero, fourth all NaN: bytes and scale 0.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=64 --load vram=val:1,1.875,-1,1.0625,1.0859375,1.1875,1.328125,-1.0625,inf,-inf,nan,1,-1,0,2,3,0,-0,0,0,0,0,0,0,nan,nan,nan,nan,nan,nan,nan,nan --load hbm=fill:0xee --dump 'hbm[0:8]' --dump 'hbm[8:16]' --dump 'hbm[16:24]' --dump 'hbm[24:32]' --dump 'hbm[64:69]' | tail -n +2
; expect:
;   hbm[0:8] = 38 3f b8 39 39 3a 3b b9
;   hbm[8:16] = 77 f7 38 00 80 00 00 00
;   hbm[16:24] = 00 00 00 00 00 00 00 00
;   hbm[24:32] = 00 00 00 00 00 00 00 00
;   hbm[64:69] = 7f fe 00 00 ee
; run: kc sim plena:mlen=8,vlen=8,hlen=2,rev=2026-07 @ --reg SCALE=64 --load vram=val:1,1.875,-1,1.0625,1.0859375,1.1875,1.328125,-1.0625,inf,-inf,nan,1,-1,0,2,3,0,-0,0,0,0,0,0,0,nan,nan,nan,nan,nan,nan,nan,nan --load hbm=fill:0xee --dump 'hbm[0:8]' --dump 'hbm[8:16]' --dump 'hbm[64:69]' | tail -n +2
; expect:
;   hbm[0:8] = 38 3f b8 38 38 3a 3a b8
;   hbm[8:16] = 77 f7 38 00 80 00 00 00
;   hbm[64:69] = 7f fe 00 00 ee
H_STORE_V gp0, gp0, a0, 0, 0
