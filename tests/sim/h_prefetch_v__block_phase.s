; An offset that is not a multiple of the block takes the scale of the block before for all lanes (spec 3.7, block phase): offset 4,
; scale byte 4/8 = 0, so all eight lanes are 1 although elements 8..11 belong to scale 80 = 2.
; STRIDE 12: scale bytes trunc(i*1.5) = 0, 1, 3, 4, i.e. 1, 2, 8, 16 for rows 0..3 of the second transfer.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=64 --reg STRIDE=12 --load hbm=fill:0x38 --load 64=hex:7f8081828384858687 --reg gp1=4 --reg gp2=64 --dump 'vram[0:8]' --dump 'vram[64:66]' --dump 'vram[72:74]' --dump 'vram[80:82]' --dump 'vram[88:90]' | tail -n +2
; expect:
;   vram[0:8] = 1 1 1 1 1 1 1 1
;   vram[64:66] = 1 1
;   vram[72:74] = 2 2
;   vram[80:82] = 8 8
;   vram[88:90] = 16 16
H_PREFETCH_V gp0, gp1, a0, 0, 0
H_PREFETCH_V gp2, gp0, a0, 1, 0
