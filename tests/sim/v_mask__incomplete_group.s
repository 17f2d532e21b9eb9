; Lanes beyond the last whole group count as unselected (spec 3.5): VLEN 8, HLEN 3: groups 0..2, 3..5; lanes 6, 7 belong to none.
; run: kc sim plena:mlen=8,vlen=8,hlen=3 @ --load vram=fill:1 --reg f1=2 --reg V_MASK=0xffffffff --dump 'vram[0:8]'
; expect:
;   halted: 1 cycles (1.000 ns), 1 instructions
;   vram[0:8] = 3 3 3 3 3 3 1 1
V_ADD_VF gp0, gp0, f1, 1
