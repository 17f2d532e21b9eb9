; exp clamps to [-88, 88] before the mask is applied: unselected lanes get the clamped value (spec 3.5, 2.9, traps 6, 7).
; V_MASK 1 selects lanes 0,1.  exp(88) = 1.651636e38 = 248.51 * 2^119: nearest bf16 249 * 2^119 = 1.65489e38.
; exp(-88) = 6.0546e-39 = 65.93 * 2^-133: nearest bf16 subnormal 66 * 2^-133 = 6.06114e-39.  -0.5 passes.
; run: kc sim plena:mlen=8,vlen=8,hlen=2 @ --load vram=val:100,-100,100,-100,88.5,-0.5,inf,-inf --reg V_MASK=1 --reg gp1=8 --dump 'vram[8:16]'
; expect:
;   halted: 1 cycles (1.000 ns), 1 instructions
;   vram[8:16] = 1.65489e+38 6.06114e-39 88 -88 88 -0.5 88 -88
V_EXP_V gp1, gp0, 1
