; S_MAP_V_FP copies VLEN FPRAM entries into a VRAM row and costs 2*VLEN (spec 3.6, 5.2, trap 23): VLEN 8: 16 cycles.
; 1016 + 8 = 1024 just fits.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load fpram=val:0,1,2,3,4,5,6,7,8,9,10 --load "fpram$(printf '\100')1016=fill:3" --reg gp1=8 --reg gp2=1 --reg gp3=1000 --dump 'vram[8:16]' --dump 'vram[0:8]'
; expect:
;   halted: 32 cycles (32.000 ns), 2 instructions
;   vram[8:16] = 3 4 5 6 7 8 9 10
;   vram[0:8] = 3 3 3 3 3 3 3 3
S_MAP_V_FP gp1, gp2, 2
S_MAP_V_FP gp0, gp3, 16
