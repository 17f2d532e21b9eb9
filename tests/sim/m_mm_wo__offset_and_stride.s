; M_MM_WO rd + imm: lane offset 4 inside the row, rows MLEN*s apart with s = gp3 = 2, other lanes kept (spec 3.4, traps 19, 20).
; M_ACC is 8 everywhere (ones x ones); base row 64, rows 64, 80, 96, 112; rows 72, 88 between them are untouched.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp2=64 --reg gp3=2 --load vram=fill:1 --load mram=fill:1 --dump 'vram[64:80]' --dump 'vram[80:96]' --dump 'vram[112:128]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:80] = 1 1 1 1 8 8 8 8 1 1 1 1 1 1 1 1
;   vram[80:96] = 1 1 1 1 8 8 8 8 1 1 1 1 1 1 1 1
;   vram[112:128] = 1 1 1 1 8 8 8 8 1 1 1 1 1 1 1 1
M_MM 0, gp0, gp0
M_MM_WO gp2, gp3, 4
