; Address sums wrap at 2^32 before the check (spec 3.3, trap 26): gp1 = 2^32 - 4, + imm 8 = lane 4 of row 0.  x = ones, T = ones: 8.
; S_MAP_V_FP: 2^32 - 1 + 3 = FPRAM entry 2.  Cycles 8 + 1 + 16.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=fill:1 --load mram=fill:1 --load fpram=val:0,1,2,3 --reg gp1=4294967292 --reg gp2=4294967295 --reg gp3=8 --dump 'vram[0:16]'
; expect:
;   halted: 25 cycles (25.000 ns), 3 instructions
;   vram[0:16] = 1 1 1 1 8 8 8 8 2 3 0 0 0 0 0 0
M_MV 0, gp0, gp0
M_MV_WO gp1, 8
S_MAP_V_FP gp3, gp2, 3
