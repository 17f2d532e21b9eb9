; V_ADD_VF, V_SUB_VF in both orders, V_MUL_VF with f1 = 2 (spec 3.5).
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:1,2,3,4,5,6,7,8 --reg f1=2 --reg gp1=8 --reg gp2=16 --reg gp3=24 --reg gp4=32 --dump 'vram[8:24]' --dump 'vram[24:40]'
; expect:
;   halted: 4 cycles (4.000 ns), 4 instructions
;   vram[8:24] = 3 4 5 6 7 8 9 10 -1 0 1 2 3 4 5 6
;   vram[24:40] = 1 -0 -1 -2 -3 -4 -5 -6 2 4 6 8 10 12 14 16
V_ADD_VF gp1, gp0, f1, 0
V_SUB_VF gp2, gp0, f1, 0, 0
V_SUB_VF gp3, gp0, f1, 0, 1
V_MUL_VF gp4, gp0, f1, 0
