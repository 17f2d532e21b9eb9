// task: layernorm
// config: C1
// cause: premature-read
.buffer factors, 128, at=0x7c000
.buffer q, 64, at=0x7c080
.buffer words, 8, at=0x7c0c0
.buffer sums, 256, at=0x78000
.buffer mean, 64, at=0x7c100
.buffer shifts, 128, at=0x78100
.text
.globl kernel
// sums over every row
.p2align 4
kernel:
  mova r3, #61 ; movxm ls, #.Lkernel_1 ; vclr bmh1
  mova r2, #0 ; movxm le, #.Lkernel_2 ; vclr bmh0
  mova r0, #60 ; movx lc, #4 ; mov p2, p0
  mova r1, #28 ; movxm p0, #words
  mova r4, #60 ; st r3, [p0], #4 ; movxm r3, #16256
  mova m3, #16 ; mov p0, p1
  mova m0, #64 ; vbcst.16 x0, r2
  mova dj0, #0 ; vbcst.16 x1, r3
  mova dn0, #0 ; movxm r2, #65535
  mova dc0, #0 ; movxm r3, #-65536
  mova m1, #64 ; movxm r18, #8738
  mova dj1, #0 ; movxm r17, #17476
  mova dn1, #0 ; movxm r16, #34952
  mova dc1, #0 ; mov p4, p2
  mova m2, #0 ; mov p1, p0
  mova dj2, #4 ; movxm p3, #sums
  mova dn2, #0 ; movxm p5, #words
  mova dc2, #0
// line 45: 27 cycles for 1 trip, in 1 stage
.Lkernel_1:
  lda.2d r2, [p5], d2 ; vldb wl10, [p4], #32
  vldb wh10, [p4], #32
  vldb wl11, [p4], #32
  vldb wh11, [p4], #32
  nop
  nop
  add r3, r2, #-32
  nop
  nop
  nop
  vmul.f bmh2, x11, x11, r0
  vmul.f bmh1, x11, x1, r1
  nop
  nop
  vaddmac.f bmh1, bmh1, bmh2, x10, x10, r2
  vaddmac.f bmh0, bmh0, bmh1, x10, x1, r3
  nop
  nop
  nop
  nop
  vst amhh1, [p1, #32]
  vst.2d amhl1, [p1], d0
  vst amhh0, [p3, #32]
  vst.2d amhl0, [p3], d1
  nop
  nop
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the standard deviation, and the mean by that
// x times factors less means
  mova r3, #0 ; movxm p3, #sums
  vlda wl10, [p3], #32 ; movx r2, #34 ; mov p1, p0
  vlda wh10, [p3], #32 ; movx r6, #128 ; vbcst.16 x11, r3
  vlda wl2, [p3], #32 ; movxm r3, #16256
  vlda wh2, [p3], #32 ; movx r5, #17 ; vbcst.16 x1, r3
  vlda wl10, [p3], #32 ; movxm r3, #15488
  vlda wh10, [p3], #32 ; movx r4, #128 ; vbcst.16 x5, r3
  vlda wl10, [p3], #32 ; movxm r19, #33825
  vlda wh10, [p3], #32 ; movx lc, #4 ; vsel.32 x4, x0, x11, r19
  vlda amhl0, [p1], #32 ; movxm r3, #925353388
  vlda amhh0, [p1], #32 ; movx r3, #0 ; vbcst.32 x3, r3
  mova m0, #32 ; vsel.32 x2, x10, x2, r18
  vlda amhl2, [p1], #32 ; vmov bmh1, x3
  vlda amhh2, [p1], #32 ; vsel.32 x3, x2, x10, r17
  vlda amhl2, [p1], #32 ; movxm p7, #mean
  mova dj0, #0 ; vsel.32 x2, x3, x10, r16
  vlda amhh2, [p1], #32 ; vmov bmh0, x2
  vlda amhl0, [p1], #32 ; vconv.bf16.fp32 wl10, bmh0 ; vsel.32 x6, x0, x5, r19
  vlda amhh0, [p1], #32 ; vconv.bf16.fp32 wl7, bmh0 ; movxm p6, #q
  mova dn0, #0 ; vbcst.16 x2, r6
  mova dc0, #0 ; vconv.bf16.fp32 wh10, bmh2 ; vconv.fp32.bf16 bmh3, wl7 ; vsub.f bmh2, bmh0, bmh3, r1
  mova m1, #32 ; vmov wl2, wl0
  mova dj1, #0 ; mov s0, r5 ; vmul.f bmh0, x10, x1, r1
  mova dn1, #0 ; vconv.bf16.fp32 wl3, bmh2 ; movxm r5, #24375
  mova dc1, #0 ; vbcst.16 x10, r5
  vconv.bf16.fp32 wh3, bmh0 ; movxm r5, #1065372510
  vconv.bf16.fp32 wh7, bmh2 ; vbcst.32 x1, r5
  vmov bmh0, x1 ; vmul.f bmh2, x3, x1, r1
  vconv.bf16.fp32 wl1, bmh0 ; vbcst.16 x11, r4 ; vmul.f bmh2, x11, x7, r1
  vmov wh3, wh0
  movxm p4, #shifts
  movxm p5, #factors
  movxm ls, #.Lkernel_3 ; vmac.f bmh1, bmh2, x5, x7, r1
  vconv.bf16.fp32 wh1, bmh2 ; movxm le, #.Lkernel_4
  vbcst.16 x0, r3
  mov p1, p2 ; vmac.f bmh2, bmh1, x4, x1, r1
  movxm p3, #factors
  movxm p2, #shifts
  vmov x4, bmh1
  vmac.f bmh1, bmh2, x6, x1, r1
  vst.128 wl4, [p7], m3
  movxm p7, #mean
  vlda amhl1, [p7], #32
  vlda amhh1, [p7], #32
  nop
  vmov x4, bmh1
  vshuffle x1, x4, x4, r2
  nop
  vst.128 wl1, [p6], m3
  movxm p6, #q
  vlda amhl1, [p6], #32 ; vconv.bf16.fp32 wl1, bmh1
  vlda amhh1, [p6], #32
  vconv.fp32.bf16 bmh2, wl1 ; vsub.f bmh2, bmh1, bmh2, r1
  vmov wh4, wl1
  vmov wl4, wl1
  vadd.16 x2, x4, x2
  nop
  nop
  vconv.bf16.fp32 wh1, bmh2
  nop
  vmsc.f bmh1, bmh1, x1, x2, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl4, bmh1
  vsrs.s16.s32 wl5, bmh1, s0
  vconv.fp32.bf16 bmh2, wl4 ; vsub.f bmh1, bmh1, bmh2, r1
  nop
  nop
  vmov wh5, wl5
  nop
  vsub.16 x2, x10, x5
  vconv.bf16.fp32 wh4, bmh1 ; vsub.16 x10, x2, x11
  vconv.fp32.bf16 bmh1, wl2
  vmul.f bmh2, x4, x2, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl11, bmh2
  nop
  vconv.fp32.bf16 bmh3, wl11 ; vsub.f bmh2, bmh2, bmh3, r1
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh11, bmh2
  nop
  vmsc.f bmh0, bmh0, x11, x2, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl3, bmh0
  nop
  vmac.f bmh0, bmh1, x3, x10, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl10, bmh0
  nop
  vmov wh10, wl10
  nop
  vextbcst.16 x11, x10, #0 ; vnegmul.f bmh0, x1, x10, r0
  vextbcst.16 x1, x10, #1
  vst wl11, [p5], #32 ; vextbcst.16 x2, x10, #2
  vst wl1, [p5], #32 ; vextbcst.16 x11, x10, #3
  vst wl2, [p5], #32
  vst wl11, [p5], #32
  vmov x1, bmh0
  vextbcst.32 x10, x1, #0
  vextbcst.32 x11, x1, #1
  vst wl10, [p4], #32 ; vextbcst.32 x2, x1, #2
  vst wl11, [p4], #32 ; vextbcst.32 x10, x1, #3
  vst wl2, [p4], #32
  vst wl10, [p4], #32
  nop
  nop
  nopa ; nopb ; nops
// line 204: 23 cycles for 1 trip, in 1 stage
.Lkernel_3:
  vlda wl1, [p3, #0] ; vldb wl11, [p1], #32 ; vmov wh1, wh0
  vlda.2d wh10, [p3], d0 ; vldb wh11, [p1], #32 ; vmov wl10, wl0
  vlda amhl0, [p2, #0] ; vldb wl2, [p1], #32
  vlda.2d amhh0, [p2], d1 ; vldb wh2, [p1], #32
  nop
  nop
  nop
  nop
  vmac.f bmh1, bmh0, x11, x1, r0
  vmac.f bmh1, bmh0, x11, x10, r0
  vmac.f bmh1, bmh0, x2, x1, r0
  vmac.f bmh1, bmh0, x2, x10, r0
  nop
  nop
  vst.conv.bf16.fp32 bmh1, [p0], #32
  vst.conv.bf16.fp32 bmh1, [p0], #32
  vst.conv.bf16.fp32 bmh1, [p0], #32
  vst.conv.bf16.fp32 bmh1, [p0], #32
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_4:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
