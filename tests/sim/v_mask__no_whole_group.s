; HLEN larger than VLEN: there is no whole group, so every lane counts as unselected under a mask (spec 3.5): the row passes through.
; run: kc sim plena:mlen=8,vlen=8,hlen=16 @ --load vram=fill:1 --reg f1=2 --reg V_MASK=0xffffffff --dump 'vram[0:8]'
; expect:
;   halted: 1 cycles (1.000 ns), 1 instructions
;   vram[0:8] = 1 1 1 1 1 1 1 1
V_ADD_VF gp0, gp0, f1, 1
