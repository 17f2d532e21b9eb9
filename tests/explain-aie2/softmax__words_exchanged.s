// task: softmax
// config: C1
// cause: config-word or partial-sum
.buffer records, 384, at=0x7c000
.buffer factors, 128, at=0x7c180
.buffer q, 64, at=0x7c200
.buffer words, 8, at=0x7c240
.buffer powers, 512, at=0x78000
.text
.globl kernel
// the largest element of every row
.p2align 4
kernel:
  mova r0, #28 ; movxm ls, #.Lkernel_1
  mova r9, #0 ; movxm le, #.Lkernel_2
  mova r1, #29 ; movx lc, #2 ; vbcst.16 x10, r9
  mova r9, #0 ; movxm p2, #words
  mova r0, #60 ; st r0, [p2], #4 ; movxm r2, #16313
  mova r1, #28 ; st r1, [p2], #4 ; movxm r3, #16312
  mova r7, #18 ; movxm r10, #65407
  mova r5, #16 ; movx r8, #19 ; vbcst.16 x1, r2
  mova r4, #32 ; movx r6, #17 ; vbcst.16 x0, r3
  mova r3, #16 ; movxm r21, #613491857
  mova r2, #8 ; movxm r11, #1203773440
  mova m3, #16 ; movxm r12, #-1038090240
  mova dj0, #128 ; movxm r19, #65535
  mova dj1, #256 ; movxm r20, #-65536
  mova dj2, #384 ; vbcst.16 x10, r9
  mova m0, #384 ; vsel.16 x2, x1, x0, r21
  vbcst.32 x3, r11
  vbcst.32 x1, r12
  vbcst.16 x4, r10
  mov p3, p0
  vsel.16 x0, x2, x10, r20
  vsel.16 x11, x2, x10, r19
  vmov bmh0, x3
  vmov bmh2, x1
  vmov x1, x4
  vmov x2, x4
  vmov x11, x4
  vmov x3, x4
  mov p0, p1
  movxm r18, #8738
  movxm r17, #17476
  movxm r16, #34952
  mov p2, p3
  nopa ; movxm p1, #records
// line 63: 16 cycles for 1 trip, in 1 stage
.Lkernel_1:
  vlda wl4, [p2, dj0]
  vlda wl5, [p2, dj1]
  vlda wl6, [p2, dj2]
  vlda wl7, [p2], #32
  vlda wh4, [p2, dj0]
  vlda wh5, [p2, dj1]
  vlda wh6, [p2, dj2]
  vlda wh7, [p2], #32
  nop
  nop
  nop
  vmax_lt.bf16 x2, r21, x2, x4
  vmax_lt.bf16 x11, r22, x11, x5
  vmax_lt.bf16 x3, r23, x3, x6
  nopa ; nopb ; nops ; nopx ; vmax_lt.bf16 x1, r21, x1, x7
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
// powers and their sums
  padda [p2], m0 ; movx lc, #8 ; vshuffle x4, x1, x2, r7 ; vclr bmh1
  mova m1, #96 ; movx r9, #0 ; vshuffle x1, x1, x2, r8
  mova dj1, #0 ; vshuffle x2, x11, x3, r7
  mova dn1, #1 ; vshuffle x11, x11, x3, r8
  mova dc1, #0 ; vmax_lt.bf16 x1, r21, x4, x1
  mova m0, #64 ; vmax_lt.bf16 x3, r22, x2, x11
  mova dj0, #0 ; vshuffle x11, x1, x3, r5
  mova dn0, #1 ; vshuffle x2, x1, x3, r6
  mova dc0, #0 ; vmax_lt.bf16 x1, r21, x11, x2
  mova m2, #-4 ; vshift x11, x1, x1, r4
  mova dj2, #4 ; vmax_lt.bf16 x2, r22, x1, x11
  mova dn2, #1 ; vshift x1, x2, x2, r3
  mova dc2, #0 ; vmax_lt.bf16 x11, r21, x2, x1
  vshift x1, x11, x11, r2
  vmax_lt.bf16 x3, r22, x11, x1
  vconv.fp32.bf16 bmh3, wl3 ; vadd.f bmh2, bmh3, bmh2, r1
  vextbcst.16 x1, x3, #0
  vextbcst.16 x2, x3, #1
  vextbcst.16 x11, x3, #2 ; vmsc.f bmh2, bmh0, x1, x0, r0
  vextbcst.16 x3, x3, #3 ; vmsc.f bmh4, bmh0, x2, x0, r0
  movxm ls, #.Lkernel_3 ; vmsc.f bmh3, bmh0, x11, x0, r0
  vconv.bf16.fp32 wl0, bmh2 ; movxm le, #.Lkernel_4 ; vmsc.f bmh2, bmh0, x3, x0, r0
  movxm r2, #16313
  vmov wh0, wl0
  vst amhl2, [p1], #32 ; movxm r3, #16312
  vst amhh2, [p1], #32 ; vextbcst.16 x1, x0, #0
  vextbcst.16 x11, x0, #1
  vst wl1, [p1], #32 ; vextbcst.16 x2, x0, #2
  vst amhl4, [p1], #32 ; vextbcst.16 x1, x0, #3
  vst amhh4, [p1], #32 ; movxm r11, #1203773440
  vst wl11, [p1], #32 ; movxm r4, #1073802449
  vst amhl3, [p1], #32 ; vbcst.16 x11, r2
  vst amhh3, [p1], #32 ; vbcst.16 x0, r3
  vst wl2, [p1], #32 ; movxm r21, #613491857
  vst amhl2, [p1], #32 ; movxm r2, #16256
  vst amhh2, [p1], #32 ; vbcst.32 x3, r11
  vst wl1, [p1], #32 ; vbcst.32 x4, r4
  vsel.16 x2, x11, x0, r21
  vbcst.16 x1, r2
  vmov bmh0, x3
  vmov bmh2, x4
  vsel.16 x0, x2, x10, r20
  vsel.16 x11, x2, x10, r19
  mov s0, r9
  mov p2, p3
  movxm p1, #records
  movxm p4, #powers
  nopa ; nopb ; nops ; mov p3, p0 ; nopv
  movxm p5, #words
// line 159: 46 cycles for 1 trip, in 1 stage
.Lkernel_3:
  vlda wl2, [p1, #64] ; vldb wl10, [p2], #32
  vlda wh2, [p1, #64] ; vldb wh10, [p2], #32
  vlda amhh0, [p1, #32]
  vlda.2d amhl0, [p1], d1
  lda.2d r2, [p5], d2
  nop
  nop
  nop
  vmax_lt.bf16 x10, r21, x10, x2
  nop
  vmac.f bml0, bmh0, x10, x0, r0
  vmac.f bmh0, bmh0, x10, x11, r0
  nop
  nop
  nop
  nop
  nop
  vsrs.s16.s32 x10, cm0, s0
  nop
  nop
  nop
  vbor x2, x10, x1
  vsel.16 x3, x2, x0, r20
  vsel.16 x3, x2, x11, r19
  vsub.16 x3, x10, x2 ; vmac.f bmh0, bmh2, x2, x3, r0
  vmov x10, x3 ; vmac.f bmh0, bmh2, x2, x3, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl2, bmh0
  vconv.bf16.fp32 wh2, bmh0
  nop
  vadd.16 x10, x2, x10
  nop
  vst wl10, [p4], #32 ; vmac.f bmh1, bmh1, x10, x1, r2
  vst wh10, [p4], #32
  nop
  nop
  nop
  nop
  vst amhh1, [p3, #32]
  vst.2d amhl1, [p3], d0
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_4:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the sum of every row
// powers times factors
  mova r9, #0 ; movx r3, #16 ; mov p3, p0
  vlda wl0, [p3], #32 ; movxm r2, #16256
  vlda wh0, [p3], #32 ; movx lc, #4 ; vbcst.16 x1, r2
  vlda wl2, [p3], #32 ; movxm p4, #q
  vlda wh2, [p3], #32 ; movx r2, #0 ; mov s0, r3
  vlda wl0, [p3], #32 ; movxm r3, #32499
  vlda wh0, [p3], #32 ; vbcst.16 x11, r3
  vlda wl0, [p3], #32 ; movxm r3, #1065364960
  vlda wh0, [p3], #32 ; vbcst.32 x3, r3
  mova m0, #32 ; vmov bmh0, x3
  mova dj0, #0 ; vbcst.16 x10, r9
  mova dn0, #0 ; vsel.32 x10, x0, x2, r18
  mova dc0, #0 ; vmov wh2, wh10
  vsel.32 x3, x10, x0, r17
  movxm p3, #factors
  vsel.32 x10, x3, x0, r16
  vmov bmh1, x10
  movxm ls, #.Lkernel_5
  vconv.bf16.fp32 wl10, bmh1 ; movxm le, #.Lkernel_6
  movxm p1, #powers
  vconv.fp32.bf16 bmh2, wl10 ; vsub.f bmh1, bmh1, bmh2, r1
  vbcst.16 x0, r2
  mov p1, p1
  movxm p2, #factors
  nop
  nop
  vconv.bf16.fp32 wh10, bmh1
  nop
  vmul.f bmh1, x1, x10, r1
  nop
  nop
  nop
  nop
  nop
  vmov x1, bmh1
  nop
  vst.128 wl1, [p4], m3
  movxm p4, #q
  vlda amhl1, [p4], #32
  vlda amhh1, [p4], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl10, bmh1
  vsrs.s16.s32 wl3, bmh1, s0
  vconv.fp32.bf16 bmh2, wl10 ; vsub.f bmh1, bmh1, bmh2, r1
  nop
  nop
  vmov wh3, wl3
  nop
  vsub.16 x1, x11, x3
  vconv.bf16.fp32 wh10, bmh1 ; vconv.fp32.bf16 bmh1, wl1
  nop
  vmsc.f bmh0, bmh0, x10, x1, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl2, bmh0
  nop
  vmac.f bmh0, bmh1, x2, x1, r0
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
  nop
// line 258: 23 cycles for 1 trip, in 1 stage
.Lkernel_5:
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
.Lkernel_6:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
