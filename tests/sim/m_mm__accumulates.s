; M_MM adds to M_ACC, M_MM_WO writes and clears it (spec 3.4, 2.10).  x = ones, T = ones: MLEN = 8 per call, 16 after two;
; the second write-out finds zeros.  Cycles 8 + 8 + 1 + 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp2=64 --reg gp3=128 --load vram=fill:1 --load mram=fill:1 --dump 'vram[64:72]' --dump 'vram[128:136]'
; expect:
;   halted: 18 cycles (18.000 ns), 4 instructions
;   vram[64:72] = 16 16 16 16 1 1 1 1
;   vram[128:136] = 0 0 0 0 1 1 1 1
M_MM 0, gp0, gp0
M_MM 0, gp0, gp0
M_MM_WO gp2, gp0, 0
M_MM_WO gp3, gp0, 0
