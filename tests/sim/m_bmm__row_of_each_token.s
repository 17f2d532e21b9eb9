; The same for M_BMM: only row 5 (address 40) holds 1..8, T and h as in m_bmm__interleaved_heads.s: q=0 42.5+1.5n at 64 + 5*8 = 104, q=3
; 80+3n at 64 + (24+5)*8 = 296.
; run: A=$(printf '\100'); kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=2 --reg gp2=64 --load vram${A}40=val:1,2,3,4,5,6,7,8 --load mram${A}16=val:20,21,22,23,24,25,26,27,30,31,32,33,34,35,36,37 --dump 'vram[96:112]' --dump 'vram[296:304]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[96:112] = 0 0 0 0 0 0 0 0 42.5 44 45.5 47 48.5 50 51.5 53
;   vram[296:304] = 80 83 86 89 92 95 98 101
M_BMM 0, gp1, gp0
M_BMM_WO gp2, 0
