; A transfer always moves HBM_V_Prefetch_Amount = 4 rows (spec 3.7, trap 11): the tensor has one row of 1.0 (8 bytes 38, scale 7f at 8), the
; rest is over-read: row 1 takes the byte 7f (exponent 15: NaN) as element, and NaN * 0 stays NaN.  Its scale byte 9 is 7f too.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=8 --load hbm=hex:38383838383838387f7f --load vram=fill:5 --reg gp1=8 --dump 'vram[0:8]' --dump 'vram[8:10]' --dump 'vram[24:26]' --dump 'vram[32:34]' | tail -n +2 | sed 's,-nan,nan,g'
; expect:
;   vram[0:8] = 1 1 1 1 1 1 1 1
;   vram[8:10] = nan nan
;   vram[24:26] = 0 0
;   vram[32:34] = 5 5
H_PREFETCH_V gp0, gp0, a0, 0, 0
V_MUL_VF gp1, gp1, f0, 0
