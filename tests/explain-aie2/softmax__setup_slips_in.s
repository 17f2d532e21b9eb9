// task: softmax
// config: C3
// cause: delay-slot
.buffer records, 1536, at=0x7c000
.buffer factors, 512, at=0x7c600
.buffer q, 64, at=0x7c800
.buffer words, 16, at=0x7c840
.buffer powers, 4096, at=0x78000
.text
.globl kernel
.p2align 4
kernel:
  mova r2, #29 ; nops ; movxm ls, #.Lkernel_1 ; nopv
  mova r10, #0 ; nops ; movxm le, #.Lkernel_2 ; nopv
  mova r0, #60 ; nops ; movx lc, #3 ; vbcst.16 x1, r10 ; nopv
  mova r1, #28 ; nops ; movxm p3, #words ; nopv
  mova r7, #18 ; st r2, [p3], #4 ; movxm r19, #65535 ; nopv
  mova r5, #16 ; nops ; movx r8, #19 ; mov p2, p0 ; nopv
  mova r4, #32 ; nops ; movx r6, #17 ; mov p0, p1 ; nopv
  mova r3, #16 ; nops ; movxm r20, #-65536 ; nopv
  mova r9, #28 ; nops ; movx r2, #8 ; mov m3, #16 ; nopv
  nopa ; nops ; movxm r18, #8738 ; nopv
  nopa ; nops ; movxm r17, #17476 ; nopv
  nopa ; nops ; movxm r16, #34952 ; nopv
// line 30: 4 cycles for 1 trip, in 1 stage
.Lkernel_1:
  st r9, [p3], #4
  nop
  nopa ; nops ; nopx
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
// the largest element of every row
  mova r10, #0 ; movxm r9, #16313
  mova dj0, #256 ; movxm r12, #16312
  mova dj1, #512 ; movx r9, #4 ; vbcst.16 x10, r9
  mova dj2, #768 ; vbcst.16 x0, r12
  mova m0, #768 ; movxm r21, #613491857
  movxm r11, #1203773440
  movxm r13, #-1038090240
  movxm r12, #65407
  vbcst.16 x1, r10
  vsel.16 x2, x10, x0, r21
  vbcst.32 x3, r11
  vbcst.32 x10, r13
  vsel.16 x0, x2, x1, r20
  vsel.16 x11, x2, x1, r19
  vmov bmh0, x3
  vmov bmh1, x10
  vbcst.16 x4, r12
  nopa ; mov p3, p2
  movxm p1, #records
.Lkernel_3:
  nopa ; nops ; movxm ls, #.Lkernel_4 ; nopv
  nopa ; nops ; movxm le, #.Lkernel_5 ; nopv
  nopa ; nops ; movx lc, #4 ; vmov x10, x4 ; nopv
  nopa ; nopb ; nops ; vmov x2, x4 ; nopv
  nopa ; nopb ; nops ; vmov x11, x4 ; nopv
  nopa ; nopb ; nops ; vmov x3, x4 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 63: 16 cycles for 1 trip, in 1 stage
.Lkernel_4:
  vlda wl5, [p3, dj0]
  vlda wl6, [p3, dj1]
  vlda wl7, [p3, dj2]
  vlda wl8, [p3], #32
  vlda wh5, [p3, dj0]
  vlda wh6, [p3, dj1]
  vlda wh7, [p3, dj2]
  vlda wh8, [p3], #32
  nop
  nop
  nop
  vmax_lt.bf16 x2, r21, x2, x5
  vmax_lt.bf16 x11, r22, x11, x6
  vmax_lt.bf16 x3, r23, x3, x7
  nopa ; nopb ; nops ; nopx ; vmax_lt.bf16 x10, r21, x10, x8
.Lkernel_5:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p3], m0 ; add r9, r9, #-1 ; vshuffle x5, x10, x2, r7
  vshuffle x10, x10, x2, r8
  vshuffle x2, x11, x3, r7
  vshuffle x11, x11, x3, r8
  vmax_lt.bf16 x10, r21, x5, x10
  vmax_lt.bf16 x3, r22, x2, x11
  vshuffle x11, x10, x3, r5
  vshuffle x2, x10, x3, r6
  vmax_lt.bf16 x10, r21, x11, x2
  vshift x11, x10, x10, r4
  vmax_lt.bf16 x2, r22, x10, x11
  vshift x10, x2, x2, r3
  vmax_lt.bf16 x11, r21, x2, x10
  vshift x10, x11, x11, r2
  vmax_lt.bf16 x3, r22, x11, x10
  vconv.fp32.bf16 bmh2, wl3 ; vadd.f bmh2, bmh2, bmh1, r1
  vextbcst.16 x10, x3, #0
  vextbcst.16 x2, x3, #1
  vextbcst.16 x11, x3, #2 ; vmsc.f bmh2, bmh0, x10, x0, r0
  vextbcst.16 x3, x3, #3 ; vmsc.f bmh4, bmh0, x2, x0, r0
  vmsc.f bmh3, bmh0, x11, x0, r0
  vconv.bf16.fp32 wl10, bmh2 ; vmsc.f bmh2, bmh0, x3, x0, r0
  nop
  vmov wh10, wl10
  vst amhl2, [p1], #32
  vst amhh2, [p1], #32 ; vextbcst.16 x11, x10, #0
  vextbcst.16 x3, x10, #1
  vst wl11, [p1], #32 ; vextbcst.16 x2, x10, #2
  vst amhl4, [p1], #32 ; vextbcst.16 x11, x10, #3
  vst amhh4, [p1], #32
  vst wl3, [p1], #32
  vst amhl3, [p1], #32
  vst amhh3, [p1], #32
  vst wl2, [p1], #32
  vst amhl2, [p1], #32 ; jnz r9, #.Lkernel_3
  vst amhh2, [p1], #32  // delay slot
  vst wl11, [p1], #32  // delay slot
  nop  // delay slot
  nop  // delay slot
  mova r2, #0 ; movxm ls, #.Lkernel_6 ; vclr bmh1
// powers and their sums
  nop  // delay slot
  movxm le, #.Lkernel_7
  mova m1, #96 ; movx lc, #64 ; mov s0, r2
  mova dj1, #0 ; movxm r9, #16313
  mova dn1, #3 ; movxm r12, #16312
  mova dc1, #0 ; movxm r11, #1203773440
  mova m0, #64 ; movxm r2, #1073802449
  mova dj0, #0 ; vbcst.16 x10, r9
  mova dn0, #3 ; vbcst.16 x0, r12
  mova dc0, #0 ; movxm r21, #613491857
  mova m2, #-12 ; movxm r3, #16256
  mova dj2, #4 ; vbcst.32 x3, r11
  mova dn2, #3 ; vbcst.32 x11, r2
  mova dc2, #0 ; vsel.16 x2, x10, x0, r21
  vbcst.16 x10, r3
  vmov bmh0, x3
  vmov bmh2, x11
  vsel.16 x0, x2, x1, r20
  vsel.16 x11, x2, x1, r19
  mov p3, p2
  movxm p1, #records
  movxm p4, #powers
  nopa ; nopb ; nops ; mov p2, p0 ; nopv
  movxm p5, #words
// line 159: 46 cycles for 1 trip, in 1 stage
.Lkernel_6:
  vlda wl2, [p1, #64] ; vldb wl1, [p3], #32
  vlda wh2, [p1, #64] ; vldb wh1, [p3], #32
  vlda amhh0, [p1, #32]
  vlda.2d amhl0, [p1], d1
  lda.2d r2, [p5], d2
  nop
  nop
  nop
  vmax_lt.bf16 x1, r21, x1, x2
  nop
  vmac.f bml0, bmh0, x1, x0, r0
  vmac.f bmh0, bmh0, x1, x11, r0
  nop
  nop
  nop
  nop
  nop
  vsrs.s16.s32 x1, cm0, s0
  nop
  nop
  nop
  vbor x2, x1, x10
  vsel.16 x3, x2, x0, r20
  vsel.16 x3, x2, x11, r19
  vsub.16 x3, x1, x2 ; vmac.f bmh0, bmh2, x2, x3, r0
  vmov x1, x3 ; vmac.f bmh0, bmh2, x2, x3, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl2, bmh0
  vconv.bf16.fp32 wh2, bmh0
  nop
  vadd.16 x1, x2, x1
  nop
  vst wl1, [p4], #32 ; vmac.f bmh1, bmh1, x1, x10, r2
  vst wh1, [p4], #32
  nop
  nop
  nop
  nop
  vst amhh1, [p2, #32]
  vst.2d amhl1, [p2], d0
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_7:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the sum of every row
  mova r10, #0 ; movxm ls, #.Lkernel_8
  movxm le, #.Lkernel_9
  nopa ; nops ; movx lc, #4 ; vbcst.16 x1, r10 ; nopv
  nopa ; nops ; movxm r3, #16256 ; nopv
  nopa ; nopb ; nops ; vbcst.16 x10, r3 ; nopv
  nopa ; nopb ; nops ; mov p2, p0 ; nopv
  nopa ; nops ; movxm p1, #q ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 194: 39 cycles for 1 trip, in 1 stage
.Lkernel_8:
  vlda wl0, [p2], #32
  vlda wh0, [p2], #32
  vlda wl11, [p2], #32
  vlda wh11, [p2], #32
  vlda wl0, [p2], #32
  vlda wh0, [p2], #32
  vlda wl0, [p2], #32
  vlda wh0, [p2], #32
  nop
  nop
  vsel.32 x11, x0, x11, r18
  nop
  vsel.32 x2, x11, x0, r17
  nop
  vsel.32 x11, x2, x0, r16
  vmov bmh0, x11
  nop
  vconv.bf16.fp32 wl0, bmh0
  nop
  vconv.fp32.bf16 bmh1, wl0 ; vsub.f bmh0, bmh0, bmh1, r1
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh0, bmh0
  nop
  vmul.f bmh0, x10, x0, r1
  nop
  nop
  nop
  nop
  nop
  vmov x0, bmh0
  nop
  vst.128 wl0, [p1], m3
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_9:
  nopa ; nopb ; nops ; nopm ; nopv
// powers times factors
  mova r2, #16 ; movxm p1, #q
  vlda amhl1, [p1], #32 ; movx lc, #32 ; mov s0, r2
  vlda amhh1, [p1], #32 ; movxm r2, #32499
  mova m0, #32 ; movx r2, #0 ; vbcst.16 x10, r2
  mova dj0, #0 ; movxm r3, #1065364960
  mova dn0, #1 ; vbcst.32 x0, r3
  mova dc0, #0 ; vmov wh1, wh1
  movxm p3, #factors
  vmov bmh0, x0
  vconv.bf16.fp32 wl2, bmh1 ; movxm ls, #.Lkernel_10
  vsrs.s16.s32 wl3, bmh1, s0 ; movxm le, #.Lkernel_11
  vconv.fp32.bf16 bmh2, wl2 ; vsub.f bmh1, bmh1, bmh2, r1
  movxm p1, #powers
  vbcst.16 x0, r2
  vmov wh3, wl3
  mov p1, p1
  vsub.16 x11, x10, x3
  vconv.bf16.fp32 wh2, bmh1 ; vconv.fp32.bf16 bmh1, wl11
  movxm p2, #factors
  vmsc.f bmh0, bmh0, x2, x11, r0
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl1, bmh0
  nop
  vmac.f bmh0, bmh1, x1, x11, r0
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
  vst wl2, [p3], #32 ; vextbcst.16 x11, x1, #4
  vst wl10, [p3], #32 ; vextbcst.16 x2, x1, #5
  vst wl11, [p3], #32 ; vextbcst.16 x10, x1, #6
  vst wl2, [p3], #32 ; vextbcst.16 x11, x1, #7
  vst wl10, [p3], #32 ; vextbcst.16 x2, x1, #8
  vst wl11, [p3], #32 ; vextbcst.16 x10, x1, #9
  vst wl2, [p3], #32 ; vextbcst.16 x11, x1, #10
  vst wl10, [p3], #32 ; vextbcst.16 x2, x1, #11
  vst wl11, [p3], #32 ; vextbcst.16 x10, x1, #12
  vst wl2, [p3], #32 ; vextbcst.16 x11, x1, #13
  vst wl10, [p3], #32 ; vextbcst.16 x2, x1, #14
  vst wl11, [p3], #32 ; vextbcst.16 x10, x1, #15
  vst wl2, [p3], #32
  vst wl10, [p3], #32
  nop
  nop
  nopa ; nopb
// line 282: 23 cycles for 1 trip, in 1 stage
.Lkernel_10:
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
.Lkernel_11:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
