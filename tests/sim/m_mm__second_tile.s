; Tile t starts at t*MLEN*MLEN elements (spec 1.2, trap 3): 64 is tile 1 when MLEN = 8.  x = row of ones, T[0][n] = n+1 in tile 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --reg gp1=64 --reg gp2=64 --load vram=val:1,1,1,1,1,1,1,1 --load "mram$(printf '\100')64=val:1,2,3,4,5,6,7,8" --dump 'vram[64:72]'
; expect:
;   halted: 9 cycles (9.000 ns), 2 instructions
;   vram[64:72] = 1 2 3 4 0 0 0 0
M_MM 0, gp1, gp0
M_MM_WO gp2, gp0, 0
