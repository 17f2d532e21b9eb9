; Rows of more than 512 elements lose data (spec 3.7, trap 12): VLEN 1024 needs 128 scale bytes, one 64-byte block holds 64, so lanes from
; 64*8 = 512 on are zero.  Elements 38 = 1, scales 7f = 1 at 1024.
; run: kc sim plena:mlen=1024,vlen=1024,hlen=256,hbm_v_prefetch_amount=1 @ --reg SCALE=1024 --load hbm=fill:0x38 --load 1024=fill:0x7f --dump 'vram[510:514]' --dump 'vram[1022:1024]' | tail -n +2
; expect:
;   vram[510:514] = 1 1 0 0
;   vram[1022:1024] = 0 0
H_PREFETCH_V gp0, gp0, a0, 0, 0
