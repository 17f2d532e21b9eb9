; The accumulator is binary32, rounded to bf16 only by the write-out (spec 2.10).  256*1 + 1*1 = 257 per call: two calls make 514,
; exact in bf16; rounding each sum to bf16 first (257 -> 256) would give 512.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:256,1 --load mram=fill:1 --reg gp2=64 --dump 'vram[64:68]'
; expect:
;   halted: 17 cycles (17.000 ns), 3 instructions
;   vram[64:68] = 514 514 514 514
M_MM 0, gp0, gp0
M_MM 0, gp0, gp0
M_MM_WO gp2, gp0, 0
