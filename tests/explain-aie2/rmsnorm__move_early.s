// task: rmsnorm
// config: C1
// cause: premature-read
.buffer factors, 128, at=0x7c000
.buffer q, 64, at=0x7c080
.buffer words, 8, at=0x7c0c0
.text
.globl kernel
// sums over every row
.p2align 4
kernel:
  mova r2, #61 ; movxm ls, #.Lkernel_1 ; vclr bmh0
  mova r3, #0 ; movxm le, #.Lkernel_2
  mova r0, #60 ; movx lc, #4 ; mov p2, p0
  mova r1, #28 ; movxm p0, #words
  mova m2, #16 ; st r2, [p0], #4 ; movx r4, #60 ; vbcst.16 x0, r3
  mova m0, #64 ; mov p0, p1
  mova dj0, #0 ; movxm r2, #65535
  mova dn0, #0 ; movxm r3, #-65536
  mova dc0, #0 ; nopb ; nops ; mov p3, p2 ; nopv
  mova m1, #0 ; nopb ; nops ; mov p1, p0 ; nopv
  mova dj1, #4 ; nops ; movxm p4, #words ; nopv
  mova dn1, #0 ; nopb ; nops ; mov dc1, #0 ; nopv
// line 31: 25 cycles for 1 trip, in 1 stage
.Lkernel_1:
  lda.2d r2, [p4], d1 ; vldb wl1, [p3], #32
  vldb wh1, [p3], #32
  vldb wl10, [p3], #32
  vldb wh10, [p3], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vmul.f bmh1, x10, x10, r0
  nop
  nop
  nop
  vaddmac.f bmh0, bmh0, bmh1, x1, x1, r2
  nop
  nop
  nop
  nop
  nop
  vst amhh0, [p1, #32]
  vst.2d amhl0, [p1], d0
  nop
  nopa ; nopb ; nops ; nopm ; nopv
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the root of the mean of squares
// x times factors
  mova r2, #34 ; movx r3, #0 ; mov p1, p0
  vlda amhl0, [p1], #32 ; movxm r4, #16256
  vlda amhh0, [p1], #32 ; movx r5, #17 ; vbcst.16 x10, r4
  vlda amhl0, [p1], #32 ; movx r4, #128 ; vbcst.16 x1, r3
  vlda amhh0, [p1], #32 ; movxm r16, #33825
  vlda amhl0, [p1], #32 ; movx lc, #4 ; vsel.32 x2, x0, x1, r16
  vlda amhh0, [p1], #32 ; movxm r3, #925353388
  vlda amhl0, [p1], #32 ; movx r3, #0 ; vbcst.32 x1, r3
  vlda amhh0, [p1], #32 ; movxm r6, #15488
  mova m0, #32 ; vconv.bf16.fp32 wl11, bmh0 ; vbcst.16 x3, r6
  mova dj0, #0 ; vsel.32 x3, x0, x3, r16
  mova dn0, #0 ; vconv.bf16.fp32 wh11, bmh0 ; movxm p4, #q
  mova dc0, #0 ; mov s0, r5
  vconv.bf16.fp32 wl11, bmh0 ; movxm r5, #24375 ; vmul.f bmh0, x11, x10, r1
  vmov bmh1, x1
  vconv.bf16.fp32 wh11, bmh0 ; vbcst.16 x1, r5
  movxm r5, #1065372510
  vbcst.32 x10, r5 ; vmul.f bmh2, x11, x10, r1
  vmov bmh0, x10
  vconv.bf16.fp32 wl4, bmh0 ; vbcst.16 x10, r4
  vmov wh11, wh0
  movxm p3, #factors
  movxm ls, #.Lkernel_3
  vconv.bf16.fp32 wh4, bmh2 ; movxm le, #.Lkernel_4
  vbcst.16 x0, r3
  mov p1, p2 ; vmac.f bmh1, bmh1, x2, x4, r1
  movxm p2, #factors
  nop
  nop
  vmac.f bmh1, bmh1, x3, x4, r1
  nop
  nop
  nop
  nop
  vmov x3, bmh1
  nop
  vshuffle x2, x3, x3, r2
  nop
  vst.128 wl2, [p4], m2
  movxm p4, #q
  vlda amhl1, [p4], #32
  vlda amhh1, [p4], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl3, bmh1
  vsrs.s16.s32 wl4, bmh1, s0
  vconv.fp32.bf16 bmh2, wl3 ; vsub.f bmh1, bmh1, bmh2, r1
  nop
  nop
  vmov wh4, wl4
  nop
  vsub.16 x2, x1, x4
  vconv.bf16.fp32 wh3, bmh1 ; vsub.16 x1, x2, x10
  vconv.fp32.bf16 bmh1, wl2
  vmul.f bmh2, x3, x2, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl10, bmh2
  nop
  vconv.fp32.bf16 bmh3, wl10 ; vsub.f bmh2, bmh2, bmh3, r1
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh10, bmh2
  nop
  vmsc.f bmh0, bmh0, x10, x2, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl11, bmh0
  nop
  vmac.f bmh0, bmh1, x11, x1, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl1, bmh0
  nop
  vmov wh1, wl1
  nop
  vextbcst.16 x10, x1, #0
  vextbcst.16 x11, x1, #1
  vst wl10, [p3], #32 ; vextbcst.16 x2, x1, #2
  vst wl11, [p3], #32 ; vextbcst.16 x10, x1, #3
  vst wl2, [p3], #32
  vst wl10, [p3], #32
  nop
  nop
  nopa
// line 131: 23 cycles for 1 trip, in 1 stage
.Lkernel_3:
  vlda wl1, [p2, #0] ; vldb wl11, [p1], #32 ; vmov wh1, wh0
  vlda.2d wh10, [p2], d0 ; vldb wh11, [p1], #32 ; vmov wl10, wl0
  vldb wl2, [p1], #32
  vldb wh2, [p1], #32
  nop
  nop
  nop
  nop
  vmul.f bmh0, x11, x1, r0
  vmul.f bmh0, x11, x10, r0
  vmul.f bmh0, x2, x1, r0
  vmul.f bmh0, x2, x10, r0
  nop
  nop
  vst.conv.bf16.fp32 bmh0, [p0], #32
  vst.conv.bf16.fp32 bmh0, [p0], #32
  vst.conv.bf16.fp32 bmh0, [p0], #32
  vst.conv.bf16.fp32 bmh0, [p0], #32
  nop
  nop
  nop
  nop
.Lkernel_4:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
