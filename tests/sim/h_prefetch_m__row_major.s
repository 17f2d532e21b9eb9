; The tile is the row-major image of the HBM rows, no transposition; prefetch amount 9 is rounded up to 16 rows = 2 tiles (spec 3.7, 1.4).
; Row 0 is 38 40 44 = 1 2 3, row 1 starts with 48 = 4, row 8 (first of tile 1) with 4a = 5; scales all 7f at 128..143.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,hbm_m_prefetch_amount=9 @ --reg SCALE=128 --reg gp1=128 --load hbm=hex:384044 --load 8=hex:48 --load 64=hex:4a --load 128=hex:7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f --dump 'mram[128:144]' --dump 'mram[192:196]' --dump 'mram[0:4]' | tail -n +2
; expect:
;   mram[128:144] = 1 2 3 0 0 0 0 0 4 0 0 0 0 0 0 0
;   mram[192:196] = 5 0 0 0
;   mram[0:4] = 0 0 0 0
H_PREFETCH_M gp1, gp0, a0, 0, 0
