; The four accumulators are independent (spec 1.3): ones x ones gives M_ACC 8, V_ACC 8, HM_ACC and HV_ACC 0.25*HLEN = 0.5.
; Each write-out shows its own sum although all four were pending.  Cycles 8 + 8 + 8 + 1, then 4 x 1.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=fill:1 --load mram=fill:1 --reg gp1=512 --reg gp2=1024 --reg gp3=2048 --reg gp4=4096 --dump 'vram[512:520]' --dump 'vram[1024:1032]' --dump 'vram[2048:2056]' --dump 'vram[4096:4104]'
; expect:
;   halted: 29 cycles (29.000 ns), 8 instructions
;   vram[512:520] = 8 8 8 8 1 1 1 1
;   vram[1024:1032] = 8 8 8 8 1 1 1 1
;   vram[2048:2056] = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
;   vram[4096:4104] = 0.5 0.5 0.5 0.5 0.5 0.5 0.5 0.5
M_MM 0, gp0, gp0
M_MV 0, gp0, gp0
M_BMM 0, gp0, gp0
M_BTMV gp0, gp0, gp0
M_MM_WO gp1, gp0, 0
M_MV_WO gp2, 0
M_BMM_WO gp3, 0
M_BMV_WO gp4, 0
