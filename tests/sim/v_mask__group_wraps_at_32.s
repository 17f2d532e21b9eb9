; With more than 32 groups, group g is governed by bit g mod 32 (spec 3.5): VLEN 64, HLEN 1, V_MASK bit 0 selects lanes 0 and 32.
; run: kc sim plena:hlen=1 @ --load vram=fill:1 --reg f1=2 --reg V_MASK=1 --dump 'vram[0:3]' --dump 'vram[31:35]' --dump 'vram[62:64]'
; expect:
;   halted: 1 cycles (1.000 ns), 1 instructions
;   vram[0:3] = 3 1 1
;   vram[31:35] = 1 3 1 1
;   vram[62:64] = 1 1
V_ADD_VF gp0, gp0, f1, 1
