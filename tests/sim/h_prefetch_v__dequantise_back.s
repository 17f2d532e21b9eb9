; Store the vectors of spec 2.7 and prefetch them back: the dequantised column of that table, printed with six digits
; (0.0068359375 -> 0.00683594).  published: 03 at scale 2^2 is 3/8*2^-7*4 = 0.01171875, BD at 2^-19 is -1.625*2^-19 = -3.09944e-06.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,hbm_v_writeback_amount=5,hbm_v_prefetch_amount=5 @ --reg SCALE=64 --reg gp1=64 --load vram=val:0.5,1,2,4,0,-4,3.9,0.01,1.9375,-1.9,0.03125,0.015625,0.0078125,0.004,-0.001,0.0001,0.3,-0.7,0.11,0.05,-0.02,0.9,-0.99,0.6,1e-6,2e-6,-3e-6,0,0,0,0,0,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10 --dump 'vram[64:72]' --dump 'vram[72:80]' --dump 'vram[80:88]' --dump 'vram[88:96]' --dump 'vram[96:104]' | tail -n +2
; expect:
;   vram[64:72] = 0.5 1 2 4 0 -4 3.75 0.0117188
;   vram[72:80] = 1.875 -1.875 0.03125 0.015625 0.00683594 0.00390625 -0.000976562 0
;   vram[80:88] = 0.3125 -0.6875 0.109375 0.0507812 -0.0195312 0.875 -0.9375 0.625
;   vram[88:96] = 9.53674e-07 1.90735e-06 -3.09944e-06 0 0 0 0 0
;   vram[96:104] = 1.01863e-10 1.01863e-10 1.01863e-10 1.01863e-10 1.01863e-10 1.01863e-10 1.01863e-10 1.01863e-10
; run: kc sim plena:mlen=8,vlen=8,hlen=2,hbm_v_writeback_amount=5,hbm_v_prefetch_amount=5,rev=2026-07 @ --reg SCALE=64 --reg gp1=64 --load vram=val:0.5,1,2,4,0,-4,3.9,0.01,1.9375,-1.9,0.03125,0.015625,0.0078125,0.004,-0.001,0.0001,0.3,-0.7,0.11,0.05,-0.02,0.9,-0.99,0.6,1e-6,2e-6,-3e-6 --dump 'vram[64:72]' --dump 'vram[88:96]' | tail -n +2
; expect:
;   vram[64:72] = 0.5 1 2 4 0 -4 3.75 0.0078125
;   vram[88:96] = 9.53674e-07 1.90735e-06 -2.86102e-06 0 0 0 0 0
H_STORE_V gp0, gp0, a0, 0, 0
H_PREFETCH_V gp1, gp0, a0, 0, 0
