; The accumulator is binary32, rounded to bf16 only by the write-out (spec 2.10).  First call 256 + 1 = 257 (in bf16 this would
; be 256), second call -256: the difference 1 survives only in binary32.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:256,1 --load "vram$(printf '\100')32=val:-256" --load mram=fill:1 --reg gp1=32 --reg gp2=64 --dump 'vram[64:68]'
; expect:
;   halted: 17 cycles (17.000 ns), 3 instructions
;   vram[64:68] = 1 1 1 1
M_MM 0, gp0, gp0
M_MM 0, gp0, gp1
M_MM_WO gp2, gp0, 0
