; Inside a product one f32 accumulator, k ascending (spec 2.10): 2^30 + 1 - 2^30 = 0 in f32, 2^30 - 2^30 + 1 = 1.  T = ones.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1073741824,1,-1073741824,0,0,0,0,0,1073741824,-1073741824,1 --load mram=fill:1 --reg gp1=64 --dump 'vram[64:66]' --dump 'vram[72:74]' | tail -n +2
; expect:
;   vram[64:66] = 0 0
;   vram[72:74] = 1 1
M_MM 0, gp0, gp0
M_MM_WO gp1, gp0, 0
