; Decoding (spec 2.3, 2.4): 01 = 1/8*2^-7, 07 = 7/8*2^-7, 08 = 2^-6, 38 = 1, 77 = 240, 78 = Inf, F8 = -Inf, 79 = NaN at scale 7F = 1;
; scale 00 is 0.0 (trap 10): 240*0 = 0, Inf*0 = NaN; scale FF is Inf: 1*Inf, -1*Inf, 0*Inf = NaN; scale 01 = 2^-126 = 1.17549e-38.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=64 --load hbm=hex:010708387778f879 --load 8=hex:7778 --load 16=hex:38b800 --load 24=hex:3840 --load 64=hex:7f00ff01 --dump 'vram[0:8]' --dump 'vram[8:11]' --dump 'vram[16:19]' --dump 'vram[24:27]' | tail -n +2 | sed 's,-nan,nan,g'
; expect:
;   vram[0:8] = 0.000976562 0.00683594 0.015625 1 240 inf -inf nan
;   vram[8:11] = 0 nan 0
;   vram[16:19] = inf -inf nan
;   vram[24:27] = 1.17549e-38 2.35099e-38 0
H_PREFETCH_V gp0, gp0, a0, 0, 0
