// task: rope
// config: C1
// cause: wrong-operand
.text
.globl kernel
.p2align 4
kernel:
  mova r2, #0 ; movxm ls, #.Lkernel_1
  mova r0, #60 ; movxm le, #.Lkernel_2
  mova r1, #28 ; movx lc, #4 ; vbcst.16 x0, r2
  mova r3, #16 ; movxm r1, #32768
  mova r1, #10 ; movx r4, #48 ; vbcst.16 x1, r1
  mova r2, #11 ; movxm r16, #-16711936
  vsel.16 x0, x1, x0, r16
  nopa ; nopb ; nops ; mov p4, p0 ; nopv
  nopa ; nopb ; nops ; mov p1, p1 ; nopv
  nopa ; nopb ; nops ; mov p2, p2 ; nopv
  nopa ; nopb ; nops ; mov p0, p3 ; nopv
  nopa ; nops ; movxm r5, #65535 ; nopv
  nopa ; nops ; movxm r6, #-65536 ; nopv
// line 20: 27 cycles for 1 trip, in 1 stage
.Lkernel_1:
  vlda wl10, [p4], #32 ; vldb wl1, [p1], #32
  vlda wh10, [p4], #32 ; vldb wh1, [p2], #32
  vldb wl11, [p1], #32
  vldb wh11, [p2], #32
  nop
  nop
  nop
  nop
  vshift x2, x10, x10, r3
  vshift x3, x10, x10, r4
  vsel.16 x4, x2, x3, r16
  vadd.16 x2, x4, x0
  vshuffle x3, x2, x10, r1
  vshuffle x1, x2, x10, r2
  vmul.f bmh0, x3, x1, r0
  vmul.f bmh0, x1, x11, r0
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh0, [p0], #32
  vst.conv.bf16.fp32 bmh0, [p0], #32
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
