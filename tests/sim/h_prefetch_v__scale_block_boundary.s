; The scales of a row come from one 64-byte block; what falls into the next reads as 0 (spec 3.7, trap 12).  VLEN 16: two scale bytes, at
; 128 + SCALE 63 = 191 and 192; 192 lies in the next block, so lanes 8..15 are zero.  The store of a row of 2.0 at 1024
; writes both scale bytes, 1087 and 1088, as 80 = 2^1; around them stays the fill 38.
; run: kc sim plena:mlen=16,vlen=16,hlen=4,hbm_v_prefetch_amount=1,hbm_v_writeback_amount=1 @ --reg SCALE=63 --reg a0=128 --reg a1=1024 --reg gp1=16 --reg f1=2 --load 128=fill:0x38 --load 191=hex:7f7f --dump 'vram[0:16]' --dump 'hbm[1086:1090]' | tail -n +2
; expect:
;   vram[0:16] = 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0
;   hbm[1086:1090] = 38 80 80 38
H_PREFETCH_V gp0, gp0, a0, 0, 0
V_ADD_VF gp1, gp1, f1, 0
H_STORE_V gp1, gp0, a1, 0, 0
