; The lane shift moves towards higher lanes, zeros enter at lane 0 (spec 3.5, 9); VLEN or more lanes give zeros; 0 copies.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,2,3,4,5,6,7,8 --load "vram$(printf '\100')16=fill:9" --reg gp1=3 --reg gp2=8 --reg gp3=0xffffffff --reg gp4=16 --reg gp5=24 --reg gp6=32 --dump 'vram[8:24]' --dump 'vram[24:40]'
; expect:
;   halted: 4 cycles (4.000 ns), 4 instructions
;   vram[8:24] = 0 0 0 1 2 3 4 5 0 0 0 0 0 0 0 0
;   vram[24:40] = 0 0 0 0 0 0 0 0 1 2 3 4 5 6 7 8
V_SHIFT_V gp2, gp0, gp1
V_SHIFT_V gp4, gp0, gp2
V_SHIFT_V gp5, gp0, gp3
V_SHIFT_V gp6, gp0, gp0
