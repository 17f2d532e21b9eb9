; precision 0 uses HBM_M_WEIGHT_TYPE, precision 1 HBM_M_KV_TYPE (spec 1.4).  KV as e5m2: byte 3c is s0 e01111 m00 = 1.0 (bias 15), as e4m3 it is
; e = 7, m = 4: 1.5.  Scale 7f = 1.
; run: for p in 0 1; do sed -n '/^H_/p' @ | sed "s/P$/$p/" | kc sim plena:mlen=8,vlen=8,hlen=2,hbm_m_prefetch_amount=8,hbm_m_kv_type=mx:8:1-5-2:0-8-0 --assembly - --reg SCALE=64 --load hbm=hex:3c --load 64=hex:7f --dump 'mram[0:2]' | tail -n +2; done
; expect:
;   mram[0:2] = 1.5 0
;   mram[0:2] = 1 0
H_PREFETCH_M gp0, gp0, a0, 0, P
