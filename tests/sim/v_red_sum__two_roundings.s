; f32 first, then bf16 (spec 2.9, trap 28): f1 = 1, row sum 2^-8 + 2^-26 (exact in f32).  1 + that rounds to 1 + 2^-8 in f32, a tie in bf16,
; to even: 1.  One rounding from the exact value would give 1.0078125.  2^-8 is bf16 0x3B80, 2^-26 is 0x3280.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=hex:803b8032 --reg f1=1 --registers | sed -n 6p
; expect:
;   f0     = 0            f1     = 1            f2     = 0            f3     = 0
V_RED_SUM f1, gp0
