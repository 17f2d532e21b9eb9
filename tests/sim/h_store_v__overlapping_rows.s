; Stores go row by row, overlapping destinations resolve to the last row (spec 3.7).  STRIDE 0: four rows 1, 2, 4, 8 land on byte 0;
; the last, 8 = 2^3 * 1.0, leaves elements 38 and scale 127+3 = 82.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg SCALE=64 --reg STRIDE=0 --load vram=val:1,1,1,1,1,1,1,1,2,2,2,2,2,2,2,2,4,4,4,4,4,4,4,4,8,8,8,8,8,8,8,8 --dump 'hbm[0:10]' --dump 'hbm[64:66]' | tail -n +2
; expect:
;   hbm[0:10] = 38 38 38 38 38 38 38 38 00 00
;   hbm[64:66] = 82 00
H_STORE_V gp0, gp0, a0, 1, 0
