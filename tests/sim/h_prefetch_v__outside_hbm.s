; HBM reads outside the capacity give zero bytes (spec 1.2): HBM of 64 bytes, transfer from 2^32 zeroes four rows that held 5, no trap.
; A transfer whose rows 0..7 lie inside but whose scales (at 64) lie outside is zero as well: scale byte 0 means 0.0.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,hbm_size=64 @ --reg SCALE=64 --reg a1=0x100000000 --reg gp1=32 --load vram=fill:5 --load hbm=fill:0x38 --dump 'vram[0:16]' --dump 'vram[24:40]' --dump 'vram[64:66]' | tail -n +2
; expect:
;   vram[0:16] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
;   vram[24:40] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
;   vram[64:66] = 5 5
H_PREFETCH_V gp0, gp0, a1, 0, 0
H_PREFETCH_V gp1, gp0, a0, 0, 0
