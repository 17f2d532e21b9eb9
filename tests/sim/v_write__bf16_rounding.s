; VRAM writes round to nearest, ties to even (spec 2.1): 256+1 = 257 is a tie -> 256; 258+1 = 259 -> tie of 258 and 260 -> 260 (even
; mantissa); 0x7F7F (largest bf16) twice = inf.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=hex:8043814300007f7f --load "vram$(printf '\100')8=hex:803f803f00007f7f" --reg gp1=8 --reg gp2=16 --dump 'vram[16:20]'
; expect:
;   halted: 1 cycles (1.000 ns), 1 instructions
;   vram[16:20] = 256 260 0 inf
V_ADD_VV gp2, gp0, gp1, 0
