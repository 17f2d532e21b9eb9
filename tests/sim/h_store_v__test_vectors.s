; The quantiser's test vectors of spec 2.7, one VRAM row of 8 each; SCALE 64: elements from 0, scales from 64 (3.7).
; published: the last byte of row 1 is 03, the third of row 4 BD; 2026-07: 02 and BC.  Scales 129 127 126 108 97 = 81 7f 7e 6c 61.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,hbm_v_writeback_amount=5 @ --reg SCALE=64 --load vram=val:0.5,1,2,4,0,-4,3.9,0.01,1.9375,-1.9,0.03125,0.015625,0.0078125,0.004,-0.001,0.0001,0.3,-0.7,0.11,0.05,-0.02,0.9,-0.99,0.6,1e-6,2e-6,-3e-6,0,0,0,0,0,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10 --dump 'hbm[0:8]' --dump 'hbm[8:16]' --dump 'hbm[16:24]' --dump 'hbm[24:32]' --dump 'hbm[32:40]' --dump 'hbm[64:70]' | tail -n +2
; expect:
;   hbm[0:8] = 20 28 30 38 00 b8 37 03
;   hbm[8:16] = 3f bf 10 08 07 04 81 00
;   hbm[16:24] = 32 bb 26 1d 92 3e bf 3a
;   hbm[24:32] = 30 38 bd 00 00 00 00 00
;   hbm[32:40] = 1e 1e 1e 1e 1e 1e 1e 1e
;   hbm[64:70] = 81 7f 7e 6c 61 00
; run: kc sim plena:mlen=8,vlen=8,hlen=2,hbm_v_writeback_amount=5,rev=2026-07 @ --reg SCALE=64 --load vram=val:0.5,1,2,4,0,-4,3.9,0.01,1.9375,-1.9,0.03125,0.015625,0.0078125,0.004,-0.001,0.0001,0.3,-0.7,0.11,0.05,-0.02,0.9,-0.99,0.6,1e-6,2e-6,-3e-6,0,0,0,0,0,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10,1e-10 --dump 'hbm[0:8]' --dump 'hbm[8:16]' --dump 'hbm[16:24]' --dump 'hbm[24:32]' --dump 'hbm[32:40]' --dump 'hbm[64:70]' | tail -n +2
; expect:
;   hbm[0:8] = 20 28 30 38 00 b8 37 02
;   hbm[8:16] = 3f bf 10 08 07 04 81 00
;   hbm[16:24] = 32 bb 26 1d 92 3e bf 3a
;   hbm[24:32] = 30 38 bc 00 00 00 00 00
;   hbm[32:40] = 1e 1e 1e 1e 1e 1e 1e 1e
;   hbm[64:70] = 81 7f 7e 6c 61 00
H_STORE_V gp0, gp0, a0, 0, 0
