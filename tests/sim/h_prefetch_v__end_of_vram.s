; Rows beyond the end of VRAM are dropped silently if the first exists (spec 3.7); VRAM of 4 rows, transfer of 4 rows into row 2.
; Elements 38 = 1, scales 7f = 1: rows 2 and 3 become 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2,vector_sram_size=4 @ --reg SCALE=64 --reg gp1=16 --load hbm=fill:0x38 --load 64=hex:7f7f7f7f --dump 'vram[0:16]' --dump 'vram[16:32]' | tail -n +2
; expect:
;   vram[0:16] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
;   vram[16:32] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
H_PREFETCH_V gp1, gp0, a0, 0, 0
