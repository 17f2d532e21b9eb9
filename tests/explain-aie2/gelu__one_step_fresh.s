// task: gelu
// config: C1
// cause: config-word
.text
.globl kernel
.p2align 4
kernel:
  mova r2, #0 ; movxm ls, #.Lkernel_1
  mova r0, #60 ; movxm le, #.Lkernel_2
  mova r1, #28 ; movx lc, #8 ; vbcst.16 x0, r2
  movxm r3, #-1069023232
  movxm r6, #1056964608
  movxm r4, #1048976849
  movxm r5, #-1124532224
  movxm r1, #16416
  movxm r2, #49184
  vbcst.32 x1, r3
  vbcst.32 x2, r6
  movxm r3, #15190
  vbcst.32 x3, r4
  vbcst.32 x4, r5
  vbcst.16 x10, r1
  vbcst.16 x11, r2
  vmov bmh3, x1
  vmov bmh0, x2
  vbcst.16 x1, r3
  vmov bmh1, x3
  nopa ; nopb ; nops ; vmov bmh2, x4 ; nopv
  mova r7, #61 ; nopb ; nops ; mov p2, p0 ; nopv
  nopa ; nopb ; nops ; mov p0, p1 ; nopv
  nopa ; nops ; movxm r16, #65535 ; nopv
  nopa ; nops ; movxm r17, #-65536 ; nopv
// line 28: 59 cycles for 1 trip, in 1 stage
.Lkernel_1:
  vlda wl2, [p2], #32 ; vmov wh7, wh0
  vlda wh2, [p2], #32 ; vmov wl8, wl0
  vmov wh5, wh0
  vmov wl6, wl0
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x3, r18, x2, x11
  vmin_ge.bf16 x9, r19, x3, x10
  vsel.16 x3, x9, x0, r17
  vsel.16 x4, x9, x0, r16
  vmac.f bmh4, bmh3, x9, x3, r0
  vmac.f bmh4, bmh3, x9, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl7, bmh4
  vconv.bf16.fp32 wh8, bmh4
  vmac.f bmh4, bmh2, x7, x1, r7
  vmac.f bmh4, bmh2, x8, x1, r7
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh4
  vconv.bf16.fp32 wh9, bmh4
  nop
  vmac.f bmh4, bmh1, x9, x7, r0
  vmac.f bmh4, bmh1, x9, x8, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl7, bmh4
  vconv.bf16.fp32 wh7, bmh4
  nop
  vmac.f bmh4, bmh0, x7, x3, r0
  vmac.f bmh4, bmh0, x7, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh4
  vconv.bf16.fp32 wh6, bmh4
  vmul.f bmh4, x2, x5, r0
  vmul.f bmh4, x2, x6, r0
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh4, [p0], #32
  vst.conv.bf16.fp32 bmh4, [p0], #32
  nop
  nop
  nop
  nop
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
