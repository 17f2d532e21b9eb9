; V_ADD_VV, V_SUB_VV (rs1 - rs2), V_MUL_VV (spec 3.5, 9); rows 1..8 and 10,9,..,3: all results are small integers, exact in bf16.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,2,3,4,5,6,7,8,10,9,8,7,6,5,4,3 --reg gp1=8 --reg gp2=16 --reg gp3=24 --reg gp4=32 --dump 'vram[16:24]' --dump 'vram[24:32]' --dump 'vram[32:40]'
; expect:
;   halted: 3 cycles (3.000 ns), 3 instructions
;   vram[16:24] = 11 11 11 11 11 11 11 11
;   vram[24:32] = -9 -7 -5 -3 -1 1 3 5
;   vram[32:40] = 10 18 24 28 30 30 28 24
V_ADD_VV gp2, gp0, gp1, 0
V_SUB_VV gp3, gp0, gp1, 0
V_MUL_VV gp4, gp0, gp1, 0
