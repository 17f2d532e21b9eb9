; precision 0 uses HBM_V_ACT_TYPE, any other value HBM_V_KV_TYPE (spec 1.4, 3.7).  KV plain bf16: 16 bytes per row, no scales:
; 803f 0040 4040 are 1, 2, 3.  As MX (scale 0.0) byte 80 is -0 * 0 = -0, the others 0.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,hbm_v_kv_type=fp:1-8-7,hbm_v_prefetch_amount=1 @ --reg SCALE=64 --reg gp1=8 --load hbm=hex:803f00404040 --dump 'vram[0:4]' --dump 'vram[8:12]' | tail -n +2
; expect:
;   vram[0:4] = -0 0 0 0
;   vram[8:12] = 1 2 3 0
H_PREFETCH_V gp0, gp0, a0, 0, 0
H_PREFETCH_V gp1, gp0, a0, 0, 15
