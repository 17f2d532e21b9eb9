; M_BTMV: the sums of M_BTMM for one row, matrix address rs1 + rd, one VRAM row per head (spec 3.4); derivation in
; m_btmm__contiguous_heads.s.  gp1 + gp3 = 1 + 1 = head offset 2.  M_BMV_WO with imm 8 writes rows 72, 80, 88, 96.  Cycles 1 + 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=1 --reg gp3=1 --reg gp2=64 --load vram=val:1,2,3,4,5,6,7,8 --load mram=val:0,0,2,3,0,0,0,0,0,0,12,13,0,0,0,0,0,0,22,23,0,0,0,0,0,0,32,33,0,0,0,0,0,0,42,43,0,0,0,0,0,0,52,53,0,0,0,0,0,0,62,63,0,0,0,0,0,0,72,73,0,0,0,0 --dump 'vram[64:72]' --dump 'vram[72:88]' --dump 'vram[88:104]'
; expect:
;   halted: 2 cycles (2.000 ns), 2 instructions
;   vram[64:72] = 0 0 0 0 0 0 0 0
;   vram[72:88] = 2 9.5 17 24.5 32 39.5 47 54.5 4.5 22 39.5 57 74.5 92 109.5 127
;   vram[88:104] = 7 34.5 62 89.5 117 144 172 200 9.5 47 84.5 122 160 197 234 272
M_BTMV gp3, gp1, gp0
M_BMV_WO gp2, 8
