// task: rope
// config: C1
// cause: shuffle-operands
.text
.globl kernel
.p2align 4
kernel:
  mova r0, #0 ; movx r3, #16 ; mov p4, p0
  mova r1, #10 ; movx r4, #48 ; mov p1, p1
  vlda wl1, [p4], #32 ; movx r2, #11 ; mov p2, p2
  vlda wh1, [p4], #32 ; vldb wl10, [p1], #32 ; movxm r6, #32768
  mova r5, #28 ; vldb wh10, [p2], #32 ; movx r0, #60 ; vbcst.16 x0, r0
  vldb wh11, [p2], #32 ; vbcst.16 x1, r6
  vldb wl11, [p1], #32 ; movxm r16, #-16711936
  vsel.16 x0, x1, x0, r16
  mov p0, p3
  vlda wl1, [p4], #32 ; movxm r5, #65535
  vlda wh1, [p4], #32 ; vldb wl10, [p1], #32 ; vshift x2, x1, x1, r3
  vldb wh10, [p2], #32 ; vshift x3, x1, x1, r4
  vldb wh11, [p2], #32 ; vsel.16 x4, x2, x3, r16
  vldb wl11, [p1], #32 ; vadd.16 x2, x4, x0
  vshuffle x3, x1, x2, r1
  vshuffle x2, x1, x2, r2
  vlda wl1, [p4], #32 ; movxm r5, #-65536 ; vmul.f bmh0, x3, x10, r0
  vlda wh1, [p4], #32 ; vldb wl10, [p1], #32 ; vshift x2, x1, x1, r3 ; vmul.f bmh0, x2, x11, r0
  vldb wh10, [p2], #32 ; vshift x3, x1, x1, r4
  vldb wh11, [p2], #32 ; vsel.16 x4, x2, x3, r16
  vldb wl11, [p1], #32 ; vadd.16 x2, x4, x0
  vshuffle x3, x1, x2, r1
  vst.conv.bf16.fp32 bmh0, [p0], #32 ; vshuffle x2, x1, x2, r2
// line 20: 7 cycles for 1 trip, in 4 stages
  vlda wl1, [p4], #32 ; vst.conv.bf16.fp32 bmh0, [p0], #32 ; vmul.f bmh0, x3, x10, r0
  vlda wh1, [p4], #32 ; vldb wl10, [p1], #32 ; vshift x2, x1, x1, r3 ; vmul.f bmh0, x2, x11, r0
  vldb wh10, [p2], #32 ; vshift x3, x1, x1, r4
  vldb wh11, [p2], #32 ; vsel.16 x4, x2, x3, r16
  vldb wl11, [p1], #32 ; vadd.16 x2, x4, x0
  vshuffle x3, x1, x2, r1
  vst.conv.bf16.fp32 bmh0, [p0], #32 ; vshuffle x2, x1, x2, r2
  vst.conv.bf16.fp32 bmh0, [p0], #32 ; vmul.f bmh0, x3, x10, r0
  vshift x2, x1, x1, r3 ; vmul.f bmh0, x2, x11, r0
  vshift x3, x1, x1, r4
  vsel.16 x4, x2, x3, r16
  vadd.16 x2, x4, x0
  vshuffle x3, x2, x1, r1
  vst.conv.bf16.fp32 bmh0, [p0], #32 ; vshuffle x2, x1, x2, r2
  vst.conv.bf16.fp32 bmh0, [p0], #32 ; vmul.f bmh0, x3, x10, r0
  vmul.f bmh0, x2, x11, r0
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  vst.conv.bf16.fp32 bmh0, [p0], #32  // delay slot
  vst.conv.bf16.fp32 bmh0, [p0], #32  // delay slot
