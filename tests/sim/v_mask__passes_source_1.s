; Unselected lane groups receive source 1, not the old destination (spec 3.5, trap 6).  HLEN 2, V_MASK 0b0101: lanes 0,1,4,5.
; Any non-zero rmask applies it; rmask 0 ignores V_MASK; masking does not change the cost (5.2).
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,2,3,4,5,6,7,8,10,20,30,40,50,60,70,80 --reg V_MASK=5 --reg f1=100 --reg gp1=8 --reg gp2=16 --reg gp3=24 --reg gp4=32 --dump 'vram[16:24]' --dump 'vram[24:32]' --dump 'vram[32:40]'
; expect:
;   halted: 3 cycles (3.000 ns), 3 instructions
;   vram[16:24] = 11 22 3 4 55 66 7 8
;   vram[24:32] = 99 98 3 4 95 94 7 8
;   vram[32:40] = 101 102 103 104 105 106 107 108
V_ADD_VV gp2, gp0, gp1, 1
V_SUB_VF gp3, gp0, f1, 15, 1
V_ADD_VF gp4, gp0, f1, 0
