// task: softmax
// config: C5
// cause: buffer-order
.fifo ina0, in, x, view=4x4096, tile=1x1024, part=0:4,0:1024, chan=0, depth=1, bank=A
.fifo inb0, in, x, view=4x4096, tile=1x1024, part=0:4,1024:2048, chan=1, depth=1, bank=A
.fifo ina1, in, x, view=4x4096, tile=1x1024, part=0:4,2048:3072, chan=0, depth=1, bank=A
.fifo inb1, in, x, view=4x4096, tile=1x1024, part=0:4,3072:4096, chan=1, depth=1, bank=A
.fifo outa0, out, y, view=4x4096, tile=1x1024, part=0:4,0:1024, chan=0, depth=1, bank=B
.fifo outb0, out, y, view=4x4096, tile=1x1024, part=0:4,1024:2048, chan=1, depth=1, bank=B
.fifo outa1, out, y, view=4x4096, tile=1x1024, part=0:4,2048:3072, chan=0, depth=1, bank=B
.fifo outb1, out, y, view=4x4096, tile=1x1024, part=0:4,3072:4096, chan=1, depth=1, bank=B
.buffer records, 768, bank=D
.buffer factors, 256, bank=D
.buffer q, 64, bank=D
.buffer words, 32, bank=D
.buffer powers, 4096, bank=C
.text
.globl kernel
.p2align 4
kernel:
  mova r1, #29 ; nops ; movxm ls, #.Lkernel_1 ; nopv
  mova r14, #0 ; nops ; movxm le, #.Lkernel_2 ; nopv
  mova r11, #-1 ; nops ; movx lc, #7 ; vbcst.16 x1, r14 ; nopv
  mova r0, #1 ; nops ; movxm p0, #words ; nopv
  mova r3, #28 ; st r1, [p0], #4 ; movx r1, #60 ; mov r9, #18 ; nopv
  mova r10, #19 ; nops ; movxm r19, #65535 ; nopv
  mova r7, #16 ; nops ; movxm r20, #-65536 ; nopv
  mova r6, #32 ; nops ; movx r8, #17 ; mov r5, #16 ; nopv
  mova r2, #28 ; nops ; movx r4, #8 ; mov m3, #16 ; nopv
  nopa ; nops ; movxm r18, #8738 ; nopv
  nopa ; nops ; movxm r17, #17476 ; nopv
  nopa ; nops ; movxm r16, #34952 ; nopv
// line 38: 4 cycles for 1 trip, in 1 stage
.Lkernel_1:
  st r2, [p0], #4
  nop
  nopa ; nops ; nopx
.Lkernel_2:
  nopa ; nopb ; nops ; nopm ; nopv
  mova dj3, #512 ; movxm m4, #1536
  mova r2, #4 ; movxm dj4, #1024
  movxm dj5, #1536
  movxm r12, #65407
// the largest element of every row
.Lkernel_3:
  mova r14, #0 ; acq #ina0.full, r11 ; vbcst.16 x10, r12
  mova r13, #2 ; movxm r21, #16313
  movxm r22, #16312
  vbcst.16 x11, r21
  acq #inb0.full, r11 ; vbcst.16 x0, r22
  movxm r21, #613491857
  movxm r15, #1203773440
  movxm r22, #-1038090240
  acq #outa0.empty, r11 ; vbcst.16 x1, r14
  vsel.16 x2, x11, x0, r21
  vbcst.32 x3, r15
  vbcst.32 x4, r22
  acq #outb0.empty, r11 ; vsel.16 x0, x2, x1, r20
  movxm p3, #ina0.buf0
  vsel.16 x11, x2, x1, r19
  vmov bmh0, x3
  vmov bmh1, x4
  movxm p0, #outa0.buf0
  mov p2, p3
  nopa ; nops ; movxm p1, #records ; nopv
.Lkernel_4:
  nopa ; nops ; movxm ls, #.Lkernel_5 ; nopv
  nopa ; nops ; movxm le, #.Lkernel_6 ; nopv
  nopa ; nops ; movx lc, #8 ; vmov x11, x10 ; nopv
  nopa ; nopb ; nops ; vmov x3, x10 ; nopv
  nopa ; nopb ; nops ; vmov x2, x10 ; nopv
  nopa ; nopb ; nops ; vmov x4, x10 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 78: 16 cycles for 1 trip, in 1 stage
.Lkernel_5:
  vlda wl5, [p2, dj3]
  vlda wl6, [p2, dj4]
  vlda wl7, [p2, dj5]
  vlda wl8, [p2], #32
  vlda wh5, [p2, dj3]
  vlda wh6, [p2, dj4]
  vlda wh7, [p2, dj5]
  vlda wh8, [p2], #32
  nop
  nop
  nop
  vmax_lt.bf16 x3, r21, x3, x5
  vmax_lt.bf16 x2, r22, x2, x6
  vmax_lt.bf16 x4, r23, x4, x7
  nopa ; nopb ; nops ; nopx ; vmax_lt.bf16 x11, r21, x11, x8
.Lkernel_6:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p2], m4 ; add r13, r13, #-1 ; vshuffle x5, x11, x3, r9
  vshuffle x11, x11, x3, r10
  vshuffle x3, x2, x4, r9
  vshuffle x2, x2, x4, r10
  vmax_lt.bf16 x11, r21, x5, x11
  vmax_lt.bf16 x4, r22, x3, x2
  vshuffle x2, x11, x4, r7
  vshuffle x3, x11, x4, r8
  vmax_lt.bf16 x11, r21, x2, x3
  vshift x2, x11, x11, r6
  vmax_lt.bf16 x3, r22, x11, x2
  vshift x11, x3, x3, r5
  vmax_lt.bf16 x2, r21, x3, x11
  vshift x11, x2, x2, r4
  vmax_lt.bf16 x4, r22, x2, x11
  vconv.fp32.bf16 bmh2, wl4 ; vadd.f bmh2, bmh2, bmh1, r3
  vextbcst.16 x11, x4, #0
  vextbcst.16 x3, x4, #1
  vextbcst.16 x2, x4, #2 ; vmsc.f bmh2, bmh0, x11, x0, r1
  vextbcst.16 x4, x4, #3 ; vmsc.f bmh4, bmh0, x3, x0, r1
  vmsc.f bmh3, bmh0, x2, x0, r1
  vconv.bf16.fp32 wl11, bmh2 ; vmsc.f bmh2, bmh0, x4, x0, r1
  nop
  vmov wh11, wl11
  vst amhl2, [p1], #32
  vst amhh2, [p1], #32 ; vextbcst.16 x2, x11, #0
  vextbcst.16 x4, x11, #1
  vst wl2, [p1], #32 ; vextbcst.16 x3, x11, #2
  vst amhl4, [p1], #32 ; vextbcst.16 x2, x11, #3
  vst amhh4, [p1], #32
  vst wl4, [p1], #32
  vst amhl3, [p1], #32
  vst amhh3, [p1], #32
  vst wl3, [p1], #32
  vst amhl2, [p1], #32 ; jnz r13, #.Lkernel_4
  vst amhh2, [p1], #32  // delay slot
  vst wl2, [p1], #32  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  rel #ina0.empty, r0
  nop
  nop
  nop
  rel #inb0.empty, r0
// powers and their sums
  mova r13, #0 ; movxm ls, #.Lkernel_7 ; vclr bmh1
  movxm le, #.Lkernel_8
  mova m1, #96 ; movx lc, #64 ; mov s0, r13
  mova dj1, #0 ; movxm r21, #16313
  mova dn1, #7 ; movxm r22, #16312
  mova dc1, #0 ; movxm r15, #1203773440
  mova m0, #64 ; movxm r13, #1073802449
  mova dj0, #0 ; vbcst.16 x10, r21
  mova dn0, #7 ; vbcst.16 x0, r22
  mova dc0, #0 ; movxm r21, #613491857
  mova m2, #-28 ; movxm r14, #16256
  mova dj2, #4 ; vbcst.32 x3, r15
  mova dn2, #7 ; vbcst.32 x11, r13
  mova dc2, #0 ; vsel.16 x2, x10, x0, r21
  vbcst.16 x10, r14
  vmov bmh0, x3
  vmov bmh2, x11
  vsel.16 x0, x2, x1, r20
  vsel.16 x11, x2, x1, r19
  mov p2, p3
  movxm p1, #records
  movxm p4, #powers
  nopa ; nopb ; nops ; mov p3, p0 ; nopv
  movxm p5, #words
.p2align 4
// line 174: 46 cycles for 1 trip, in 1 stage
.Lkernel_7:
  vlda wl2, [p1, #64] ; vldb wl1, [p2], #32
  vlda wh2, [p1, #64] ; vldb wh1, [p2], #32
  vlda amhh0, [p1, #32]
  vlda.2d amhl0, [p1], d1
  lda.2d r13, [p5], d2
  nop
  nop
  nop
  vmax_lt.bf16 x1, r21, x1, x2
  nop
  vmac.f bml0, bmh0, x1, x0, r1
  vmac.f bmh0, bmh0, x1, x11, r1
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
  vsub.16 x3, x1, x2 ; vmac.f bmh0, bmh2, x2, x3, r1
  vmov x1, x3 ; vmac.f bmh0, bmh2, x2, x3, r1
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl2, bmh0
  vconv.bf16.fp32 wh2, bmh0
  nop
  vadd.16 x1, x2, x1
  nop
  vst wl1, [p4], #32 ; vmac.f bmh1, bmh1, x1, x10, r13
  vst wh1, [p4], #32
  nop
  nop
  nop
  nop
  vst amhh1, [p3, #32]
  vst.2d amhl1, [p3], d0
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_8:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the sum of every row
  mova r14, #0 ; movxm ls, #.Lkernel_9
  movxm le, #.Lkernel_10
  nopa ; nops ; movx lc, #2 ; vbcst.16 x1, r14 ; nopv
  nopa ; nops ; movxm r14, #16256 ; nopv
  nopa ; nopb ; nops ; vbcst.16 x10, r14 ; nopv
  nopa ; nopb ; nops ; mov p3, p0 ; nopv
  nopa ; nops ; movxm p1, #q ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 209: 39 cycles for 1 trip, in 1 stage
.Lkernel_9:
  vlda wl0, [p3], #32
  vlda wh0, [p3], #32
  vlda wl11, [p3], #32
  vlda wh11, [p3], #32
  vlda wl0, [p3], #32
  vlda wh0, [p3], #32
  vlda wl0, [p3], #32
  vlda wh0, [p3], #32
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
  vconv.fp32.bf16 bmh1, wl0 ; vsub.f bmh0, bmh0, bmh1, r3
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh0, bmh0
  nop
  vmul.f bmh0, x10, x0, r3
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
.Lkernel_10:
  nopa ; nopb ; nops ; nopm ; nopv
// powers times factors
  mova r13, #16 ; movxm p1, #q
  vlda amhl1, [p1], #32 ; movx lc, #32 ; mov s0, r13
  vlda amhh1, [p1], #32 ; movxm r13, #32499
  mova m0, #32 ; movx r13, #0 ; vbcst.16 x10, r13
  mova dj0, #0 ; movxm r14, #1065364960
  mova dn0, #3 ; vbcst.32 x0, r14
  mova dc0, #0 ; vmov wh1, wh1
  movxm p3, #factors
  vmov bmh0, x0
  vconv.bf16.fp32 wl2, bmh1 ; movxm ls, #.Lkernel_11
  vsrs.s16.s32 wl3, bmh1, s0 ; movxm le, #.Lkernel_12
  vconv.fp32.bf16 bmh2, wl2 ; vsub.f bmh1, bmh1, bmh2, r3
  movxm p1, #powers
  vbcst.16 x0, r13
  vmov wh3, wl3
  mov p1, p1
  vsub.16 x11, x10, x3
  vconv.bf16.fp32 wh2, bmh1 ; vconv.fp32.bf16 bmh1, wl11
  movxm p2, #factors
  vmsc.f bmh0, bmh0, x2, x11, r1
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl1, bmh0
  nop
  vmac.f bmh0, bmh1, x1, x11, r1
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
  vst wl10, [p3], #32
  vst wl11, [p3], #32
  nop
  nop
  nopa ; nopb
// line 281: 23 cycles for 1 trip, in 1 stage
.Lkernel_11:
  vlda wl1, [p2, #0] ; vldb wl11, [p1], #32 ; vmov wh1, wh0
  vlda.2d wh10, [p2], d0 ; vldb wh11, [p1], #32 ; vmov wl10, wl0
  vldb wl2, [p1], #32
  vldb wh2, [p1], #32
  nop
  nop
  nop
  nop
  vmul.f bmh0, x11, x1, r1
  vmul.f bmh0, x11, x10, r1
  vmul.f bmh0, x2, x1, r1
  vmul.f bmh0, x2, x10, r1
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
.Lkernel_12:
  nopa ; nopb ; nops ; nopm ; nopv
// the largest element of every row
  mova r14, #0 ; vbcst.16 x10, r12
  mova r13, #2 ; movxm r21, #16313
  movxm r22, #16312
  vbcst.16 x11, r21
  vbcst.16 x0, r22
  movxm r21, #613491857
  movxm r15, #1203773440
  movxm r22, #-1038090240
  rel #outa0.full, r0 ; vbcst.16 x1, r14
  vsel.16 x2, x11, x0, r21
  vbcst.32 x3, r15
  vbcst.32 x4, r22
  rel #outb0.full, r0 ; vsel.16 x0, x2, x1, r20
  movxm p3, #ina1.buf0
  vsel.16 x11, x2, x1, r19
  vmov bmh0, x3
  acq #ina1.full, r11 ; vmov bmh1, x4
  movxm p0, #outa1.buf0
  mov p2, p3
  movxm p1, #records
  acq #inb1.full, r11
  nop
  nop
  nop
  acq #outa1.empty, r11
  nop
  nop
  nop
  acq #outb1.empty, r11
  nop
  nop
  nop
  nopa ; nopb ; nops
.p2align 4
.Lkernel_13:
  nopa ; nops ; movxm ls, #.Lkernel_14 ; nopv
  nopa ; nops ; movxm le, #.Lkernel_15 ; nopv
  nopa ; nops ; movx lc, #8 ; vmov x11, x10 ; nopv
  nopa ; nopb ; nops ; vmov x3, x10 ; nopv
  nopa ; nopb ; nops ; vmov x2, x10 ; nopv
  nopa ; nopb ; nops ; vmov x4, x10 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 334: 16 cycles for 1 trip, in 1 stage
.Lkernel_14:
  vlda wl5, [p2, dj3]
  vlda wl6, [p2, dj4]
  vlda wl7, [p2, dj5]
  vlda wl8, [p2], #32
  vlda wh5, [p2, dj3]
  vlda wh6, [p2, dj4]
  vlda wh7, [p2, dj5]
  vlda wh8, [p2], #32
  nop
  nop
  nop
  vmax_lt.bf16 x3, r21, x3, x5
  vmax_lt.bf16 x2, r22, x2, x6
  vmax_lt.bf16 x4, r23, x4, x7
  nopa ; nopb ; nops ; nopx ; vmax_lt.bf16 x11, r21, x11, x8
.Lkernel_15:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p2], m4 ; add r13, r13, #-1 ; vshuffle x5, x11, x3, r9
  vshuffle x11, x11, x3, r10
  vshuffle x3, x2, x4, r9
  vshuffle x2, x2, x4, r10
  vmax_lt.bf16 x11, r21, x5, x11
  vmax_lt.bf16 x4, r22, x3, x2
  vshuffle x2, x11, x4, r7
  vshuffle x3, x11, x4, r8
  vmax_lt.bf16 x11, r21, x2, x3
  vshift x2, x11, x11, r6
  vmax_lt.bf16 x3, r22, x11, x2
  vshift x11, x3, x3, r5
  vmax_lt.bf16 x2, r21, x3, x11
  vshift x11, x2, x2, r4
  vmax_lt.bf16 x4, r22, x2, x11
  vconv.fp32.bf16 bmh2, wl4 ; vadd.f bmh2, bmh2, bmh1, r3
  vextbcst.16 x11, x4, #0
  vextbcst.16 x3, x4, #1
  vextbcst.16 x2, x4, #2 ; vmsc.f bmh2, bmh0, x11, x0, r1
  vextbcst.16 x4, x4, #3 ; vmsc.f bmh4, bmh0, x3, x0, r1
  vmsc.f bmh3, bmh0, x2, x0, r1
  vconv.bf16.fp32 wl11, bmh2 ; vmsc.f bmh2, bmh0, x4, x0, r1
  nop
  vmov wh11, wl11
  vst amhl2, [p1], #32
  vst amhh2, [p1], #32 ; vextbcst.16 x2, x11, #0
  vextbcst.16 x4, x11, #1
  vst wl2, [p1], #32 ; vextbcst.16 x3, x11, #2
  vst amhl4, [p1], #32 ; vextbcst.16 x2, x11, #3
  vst amhh4, [p1], #32
  vst wl4, [p1], #32
  vst amhl3, [p1], #32
  vst amhh3, [p1], #32
  vst wl3, [p1], #32
  vst amhl2, [p1], #32 ; jnz r13, #.Lkernel_13
  vst amhh2, [p1], #32  // delay slot
  vst wl2, [p1], #32  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
// powers and their sums
  mova r13, #0 ; movxm ls, #.Lkernel_16 ; vclr bmh1
  movxm le, #.Lkernel_17
  mova m1, #96 ; movx lc, #64 ; mov s0, r13
  mova dj1, #0 ; movxm r21, #16313
  mova dn1, #7 ; movxm r22, #16312
  mova dc1, #0 ; movxm r15, #1203773440
  mova m0, #64 ; movxm r13, #1073802449
  mova dj0, #0 ; vbcst.16 x10, r21
  mova dn0, #7 ; vbcst.16 x0, r22
  mova dc0, #0 ; movxm r21, #613491857
  mova m2, #-28 ; movxm r14, #16256
  mova dj2, #4 ; vbcst.32 x3, r15
  mova dn2, #7 ; vbcst.32 x11, r13
  mova dc2, #0 ; vsel.16 x2, x10, x0, r21
  vbcst.16 x10, r14
  vmov bmh0, x3
  vmov bmh2, x11
  vsel.16 x0, x2, x1, r20
  vsel.16 x11, x2, x1, r19
  mov p2, p3
  movxm p1, #records
  movxm p4, #powers
  nopa ; nopb ; nops ; mov p3, p0 ; nopv
  movxm p5, #words
// line 430: 46 cycles for 1 trip, in 1 stage
.Lkernel_16:
  vlda wl2, [p1, #64] ; vldb wl1, [p2], #32
  vlda wh2, [p1, #64] ; vldb wh1, [p2], #32
  vlda amhh0, [p1, #32]
  vlda.2d amhl0, [p1], d1
  lda.2d r13, [p5], d2
  nop
  nop
  nop
  vmax_lt.bf16 x1, r21, x1, x2
  nop
  vmac.f bml0, bmh0, x1, x0, r1
  vmac.f bmh0, bmh0, x1, x11, r1
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
  vsub.16 x3, x1, x2 ; vmac.f bmh0, bmh2, x2, x3, r1
  vmov x1, x3 ; vmac.f bmh0, bmh2, x2, x3, r1
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl2, bmh0
  vconv.bf16.fp32 wh2, bmh0
  nop
  vadd.16 x1, x2, x1
  nop
  vst wl1, [p4], #32 ; vmac.f bmh1, bmh1, x1, x10, r13
  vst wh1, [p4], #32
  nop
  nop
  nop
  nop
  vst amhh1, [p3, #32]
  vst.2d amhl1, [p3], d0
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_17:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the sum of every row
  mova r14, #0 ; movxm ls, #.Lkernel_18
  movxm le, #.Lkernel_19
  nopa ; nops ; movx lc, #2 ; vbcst.16 x1, r14 ; nopv
  nopa ; nops ; movxm r14, #16256 ; nopv
  nopa ; nopb ; nops ; vbcst.16 x10, r14 ; nopv
  nopa ; nopb ; nops ; mov p3, p0 ; nopv
  nopa ; nops ; movxm p1, #q ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 465: 39 cycles for 1 trip, in 1 stage
.Lkernel_18:
  vlda wl0, [p3], #32
  vlda wh0, [p3], #32
  vlda wl11, [p3], #32
  vlda wh11, [p3], #32
  vlda wl0, [p3], #32
  vlda wh0, [p3], #32
  vlda wl0, [p3], #32
  vlda wh0, [p3], #32
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
  vconv.fp32.bf16 bmh1, wl0 ; vsub.f bmh0, bmh0, bmh1, r3
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh0, bmh0
  nop
  vmul.f bmh0, x10, x0, r3
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
.Lkernel_19:
  nopa ; nopb ; nops ; nopm ; nopv
// powers times factors
  mova r13, #16 ; movxm p1, #q
  vlda amhl1, [p1], #32 ; movx lc, #32 ; mov s0, r13
  vlda amhh1, [p1], #32 ; movxm r13, #32499
  mova m0, #32 ; movx r13, #0 ; vbcst.16 x10, r13
  mova dj0, #0 ; movxm r14, #1065364960
  mova dn0, #3 ; vbcst.32 x0, r14
  mova dc0, #0 ; vmov wh1, wh1
  movxm p3, #factors
  vmov bmh0, x0
  vconv.bf16.fp32 wl2, bmh1 ; movxm ls, #.Lkernel_20
  vsrs.s16.s32 wl3, bmh1, s0 ; movxm le, #.Lkernel_21
  vconv.fp32.bf16 bmh2, wl2 ; vsub.f bmh1, bmh1, bmh2, r3
  movxm p1, #powers
  vbcst.16 x0, r13
  vmov wh3, wl3
  mov p1, p1
  vsub.16 x11, x10, x3
  vconv.bf16.fp32 wh2, bmh1 ; vconv.fp32.bf16 bmh1, wl11
  movxm p2, #factors
  vmsc.f bmh0, bmh0, x2, x11, r1
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl1, bmh0
  nop
  vmac.f bmh0, bmh1, x1, x11, r1
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
  vst wl10, [p3], #32
  vst wl11, [p3], #32
  nop
  nop
  nopa ; nopb
// line 537: 23 cycles for 1 trip, in 1 stage
.Lkernel_20:
  vlda wl1, [p2, #0] ; vldb wl11, [p1], #32 ; vmov wh1, wh0
  vlda.2d wh10, [p2], d0 ; vldb wh11, [p1], #32 ; vmov wl10, wl0
  vldb wl2, [p1], #32
  vldb wh2, [p1], #32
  nop
  nop
  nop
  nop
  vmul.f bmh0, x11, x1, r1
  vmul.f bmh0, x11, x10, r1
  vmul.f bmh0, x2, x1, r1
  vmul.f bmh0, x2, x10, r1
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
.Lkernel_21:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #ina1.empty, r0
  add r2, r2, #-1
  nop
  nop
  rel #inb1.empty, r0
  nop
  nop
  nop
  rel #outa1.full, r0
  nop
  nop
  nop
  rel #outb1.full, r0
  jnz r2, #.Lkernel_3
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
