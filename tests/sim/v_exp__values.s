; exp then bf16 (spec 2.9): exp(0) = 1; exp(1) = 2.71828 = 173.97/64 -> 174/64 = 2.71875; exp(-1) = 0.367879 = 188.35/512 -> 188/512
; = 0.367188 (printed with six digits); exp(2) = 7.38906 = 236.45/32 -> 7.375; exp(-0) = 1; exp(NaN) = NaN; in place (rd = rs1).
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:0,1,-1,2,-0,nan,0,0 --dump 'vram[0:7]'
; expect:
;   halted: 1 cycles (1.000 ns), 1 instructions
;   vram[0:7] = 1 2.71875 0.367188 7.375 1 nan 1
V_EXP_V gp0, gp0, 0
