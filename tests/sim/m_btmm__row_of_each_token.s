; VRAM row m goes to row m of every head, rd + (q*MLEN + m)*MLEN (spec 3.4).  Only row 5 (address 40) holds 1..8, T and h as in
; m_btmm__contiguous_heads.s: q=0 7.5n+2 at 64 + 5*8 = 104, q=1 17.5n+4.5 at 64 + 13*8 = 168.  The rows around them are 0.
; run: A=$(printf '\100'); kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=2 --reg gp2=64 --load vram${A}40=val:1,2,3,4,5,6,7,8 --load mram=val:0,0,2,3,0,0,0,0,0,0,12,13,0,0,0,0,0,0,22,23,0,0,0,0,0,0,32,33,0,0,0,0,0,0,42,43,0,0,0,0,0,0,52,53,0,0,0,0,0,0,62,63,0,0,0,0,0,0,72,73,0,0,0,0 --dump 'vram[64:72]' --dump 'vram[104:120]' --dump 'vram[168:176]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:72] = 0 0 0 0 0 0 0 0
;   vram[104:120] = 2 9.5 17 24.5 32 39.5 47 54.5 0 0 0 0 0 0 0 0
;   vram[168:176] = 4.5 22 39.5 57 74.5 92 109.5 127
M_BTMM 0, gp1, gp0
M_BMM_WO gp2, 0
