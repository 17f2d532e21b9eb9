// task: layernorm
// config: C5
// cause: lock-deadlock
.fifo ina0, in, x, view=4x4096, tile=1x1024, part=0:4,0:1024, chan=0, depth=1, bank=A
.fifo inb0, in, x, view=4x4096, tile=1x1024, part=0:4,1024:2048, chan=1, depth=1, bank=A
.fifo ina1, in, x, view=4x4096, tile=1x1024, part=0:4,2048:3072, chan=0, depth=1, bank=A
.fifo inb1, in, x, view=4x4096, tile=1x1024, part=0:4,3072:4096, chan=1, depth=1, bank=A
.fifo outa0, out, y, view=4x4096, tile=1x1024, part=0:4,0:1024, chan=0, depth=1, bank=B
.fifo outb0, out, y, view=4x4096, tile=1x1024, part=0:4,1024:2048, chan=1, depth=1, bank=B
.fifo outa1, out, y, view=4x4096, tile=1x1024, part=0:4,2048:3072, chan=0, depth=1, bank=B
.fifo outb1, out, y, view=4x4096, tile=1x1024, part=0:4,3072:4096, chan=1, depth=1, bank=B
.buffer factors, 256, bank=D
.buffer q, 64, bank=D
.buffer words, 32, bank=D
.buffer sums, 512, bank=C
.buffer mean, 64, bank=D
.buffer shifts, 256, bank=C
.text
.globl kernel
.p2align 4
kernel:
  mova r1, #60 ; movx r2, #61 ; mov r0, #0
  mova r4, #-1 ; movxm p0, #words
  mova r2, #60 ; st r2, [p0], #4 ; movx r0, #1 ; vbcst.16 x0, r0
  mova m3, #16 ; st r1, [p0], #4 ; movx r3, #28 ; mov r1, #4
  movxm r5, #65535
  movxm r6, #-65536
  movxm r18, #8738
  movxm r17, #17476
  nopa ; nopb ; movxm r16, #34952
// sums over every row
.Lkernel_1:
  mova lc, #16 ; acq #ina0.full, r4 ; vclr bmh1
  movxm ls, #.Lkernel_2 ; vclr bmh0
  movxm le, #.Lkernel_3
  mova m0, #64 ; movxm r6, #16256
  mova dj0, #0 ; acq #inb0.full, r4 ; vbcst.16 x1, r6
  mova dn0, #1 ; movxm p1, #ina0.buf0
  mova dc0, #0 ; movxm p0, #outa0.buf0
  mova m1, #64 ; mov p4, p1
  mova dj1, #0 ; acq #outa0.empty, r4 ; mov p2, p0
  mova dn1, #1 ; movxm p3, #sums
  mova dc1, #0 ; movxm p5, #words
  mova m2, #-4 ; mov dj2, #4
  mova dn2, #1 ; acq #outb0.empty, r4 ; mov dc2, #0
  nop
  nop
  nopa ; nopb
  nopa ; nopb ; nops ; nopm ; nopv
// line 63: 35 cycles for 1 trip, in 1 stage
.Lkernel_2:
  lda.2d r5, [p5], d2 ; vldb wl10, [p4], #32
  vldb wh10, [p4], #32
  vldb wl11, [p4], #32
  vldb wh11, [p4], #32
  vldb wl2, [p4], #32
  vldb wh2, [p4], #32
  vldb wl11, [p4], #32
  vldb wh11, [p4], #32 ; add r6, r5, #-32
  nop
  nop
  vmul.f bmh2, x11, x11, r2
  vmul.f bmh2, x11, x1, r3
  nop
  nop
  vmac.f bmh3, bmh2, x2, x2, r2
  vmac.f bmh3, bmh2, x2, x1, r3
  nop
  nop
  vmac.f bmh2, bmh3, x11, x11, r2
  vmac.f bmh1, bmh3, x11, x1, r3
  nop
  nop
  vaddmac.f bmh1, bmh1, bmh2, x10, x10, r5
  vaddmac.f bmh0, bmh0, bmh1, x10, x1, r6
  nop
  nop
  nop
  nop
  vst amhh1, [p2, #32]
  vst.2d amhl1, [p2], d0
  vst amhh0, [p3, #32]
  vst.2d amhl0, [p3], d1
  nop
  nop
.Lkernel_3:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the standard deviation, and the mean by that
  mova r6, #0 ; movxm ls, #.Lkernel_4
  mova r5, #34 ; movxm le, #.Lkernel_5
  movx lc, #2 ; vbcst.16 x3, r6
  movxm r8, #15232
  movxm r7, #925353388
  movxm r6, #16256
  vbcst.16 x2, r8
  movxm r19, #33825
  vbcst.32 x4, r7
  vbcst.16 x1, r6
  nopa ; nopb ; nops ; vsel.32 x10, x0, x2, r19 ; nopv
  nopa ; nopb ; nops ; vsel.32 x11, x0, x3, r19 ; nopv
  nopa ; nopb ; nops ; vmov bmh0, x4 ; nopv
  nopa ; nops ; movxm p3, #sums ; nopv
  nopa ; nops ; movxm p2, #mean ; nopv
// line 103: 43 cycles for 1 trip, in 1 stage
.Lkernel_4:
  vlda wl4, [p3], #32
  vlda wh4, [p3], #32
  vlda wl5, [p3], #32
  vlda wh5, [p3], #32
  vlda wl4, [p3], #32
  vlda wh4, [p3], #32
  vlda wl4, [p3], #32
  vlda wh4, [p3], #32
  nop
  nop
  vsel.32 x5, x4, x5, r18
  nop
  vsel.32 x6, x5, x4, r17
  nop
  vsel.32 x5, x6, x4, r16
  vmov bmh1, x5
  nop
  vconv.bf16.fp32 wl4, bmh1
  nop
  vconv.fp32.bf16 bmh2, wl4 ; vsub.f bmh1, bmh1, bmh2, r3
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh4, bmh1
  nop
  vmul.f bmh1, x3, x4, r3
  nop
  nop
  nop
  vmac.f bmh1, bmh1, x2, x4, r3
  nop
  nop
  nop
  nop
  nop
  vmov x4, bmh1
  nop
  vst.128 wl4, [p2], m3
  nop
  nopa
.Lkernel_5:
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nops ; movxm ls, #.Lkernel_6 ; nopv
  nopa ; nops ; movxm le, #.Lkernel_7 ; nopv
  nopa ; nops ; movx lc, #2 ; mov p2, p0 ; nopv
  nopa ; nops ; movxm p3, #q ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 127: 41 cycles for 1 trip, in 1 stage
.Lkernel_6:
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vconv.bf16.fp32 wl2, bmh1
  nop
  vconv.bf16.fp32 wh2, bmh1
  nop
  vconv.bf16.fp32 wl2, bmh1 ; vmul.f bmh1, x2, x1, r3
  nop
  vconv.bf16.fp32 wh2, bmh1
  nop
  vmul.f bmh1, x2, x1, r3
  nop
  vconv.bf16.fp32 wl2, bmh1
  nop
  nop
  nop
  vconv.bf16.fp32 wh2, bmh1
  nop
  vmac.f bmh1, bmh0, x11, x2, r3
  nop
  nop
  nop
  vmac.f bmh1, bmh1, x10, x2, r3
  nop
  nop
  nop
  nop
  nop
  vmov x3, bmh1
  vshuffle x2, x3, x3, r5
  nop
  vst.128 wl2, [p3], m3
  nop
  nopa ; nopb
.Lkernel_7:
  nopa ; nopb ; nops ; nopm ; nopv
// x times factors less means
  mova r5, #128 ; movxm p2, #mean
  vlda amhl2, [p2], #32 ; movxm p3, #q
  vlda amhh2, [p2], #32 ; movx r5, #17 ; vbcst.16 x1, r5
  vlda amhl1, [p3], #32 ; movx r6, #128 ; vmov wl1, wl0
  vlda amhh1, [p3], #32 ; movx lc, #32 ; mov s0, r5
  mova r5, #0 ; movxm r7, #24375
  mova m0, #32 ; vbcst.16 x11, r7
  mova dj0, #0 ; movxm r7, #1065372510
  mova dn0, #3 ; vbcst.32 x10, r7
  mova dc0, #0 ; vconv.bf16.fp32 wl10, bmh2 ; vbcst.16 x2, r6
  mova m1, #32 ; vmov bmh0, x10
  mova dj1, #0 ; vconv.fp32.bf16 bmh3, wl10 ; vsub.f bmh2, bmh2, bmh3, r3
  mova dn1, #3 ; vmov wh3, wl10
  mova dc1, #0 ; vmov wl3, wl10
  vadd.16 x1, x3, x1
  vmov wh3, wh0
  movxm p4, #shifts
  vconv.bf16.fp32 wh10, bmh2 ; movxm p5, #factors
  movxm ls, #.Lkernel_8
  movxm le, #.Lkernel_9 ; vmsc.f bmh1, bmh1, x10, x1, r2
  vbcst.16 x1, r5
  mov p1, p1
  movxm p3, #factors
  movxm p2, #shifts
  nop
  vconv.bf16.fp32 wl5, bmh1
  vsrs.s16.s32 wl6, bmh1, s0
  vconv.fp32.bf16 bmh2, wl5 ; vsub.f bmh1, bmh1, bmh2, r3
  nop
  nop
  vmov wh6, wl6
  nop
  vsub.16 x4, x11, x6
  vconv.bf16.fp32 wh5, bmh1 ; vsub.16 x11, x4, x2
  vconv.fp32.bf16 bmh1, wl4
  vmul.f bmh2, x5, x4, r2
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl2, bmh2
  nop
  vconv.fp32.bf16 bmh3, wl2 ; vsub.f bmh2, bmh2, bmh3, r3
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh2, bmh2
  nop
  vmsc.f bmh0, bmh0, x2, x4, r2
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl3, bmh0
  nop
  vmac.f bmh0, bmh1, x3, x11, r2
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl11, bmh0
  nop
  vmov wh11, wl11
  nop
  vextbcst.16 x2, x11, #0 ; vnegmul.f bmh0, x10, x11, r2
  vextbcst.16 x10, x11, #1
  vst wl2, [p5], #32 ; vextbcst.16 x3, x11, #2
  vst wl10, [p5], #32 ; vextbcst.16 x2, x11, #3
  vst wl3, [p5], #32 ; vextbcst.16 x10, x11, #4
  vst wl2, [p5], #32 ; vextbcst.16 x3, x11, #5
  vst wl10, [p5], #32 ; vmov x10, bmh0
  vst wl3, [p5], #32 ; vextbcst.32 x2, x10, #0
  vextbcst.32 x3, x10, #1
  vst wl2, [p4], #32 ; vextbcst.32 x4, x10, #2
  vst wl3, [p4], #32 ; vextbcst.32 x2, x10, #3
  vst wl4, [p4], #32 ; vextbcst.32 x3, x10, #4
  vst wl2, [p4], #32 ; vextbcst.32 x4, x10, #5
  vst wl3, [p4], #32 ; vextbcst.16 x2, x11, #6
  vst wl4, [p4], #32 ; vextbcst.32 x5, x10, #6
  vst wl2, [p5], #32 ; vextbcst.16 x3, x11, #7
  vst wl5, [p4], #32 ; vextbcst.32 x11, x10, #7
  vst wl3, [p5], #32
  vst wl11, [p4], #32
  nop
  nop
  nopa ; nops ; nopx
// line 246: 23 cycles for 1 trip, in 1 stage
.Lkernel_8:
  vlda wl10, [p3, #0] ; vldb wl2, [p1], #32 ; vmov wh10, wh1
  vlda.2d wh11, [p3], d0 ; vldb wh2, [p1], #32 ; vmov wl11, wl1
  vlda amhl0, [p2, #0] ; vldb wl3, [p1], #32
  vlda.2d amhh0, [p2], d1 ; vldb wh3, [p1], #32
  nop
  nop
  nop
  nop
  vmac.f bmh1, bmh0, x2, x10, r2
  vmac.f bmh1, bmh0, x2, x11, r2
  vmac.f bmh1, bmh0, x3, x10, r2
  vmac.f bmh1, bmh0, x3, x11, r2
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
.Lkernel_9:
  nopa ; nopb ; nops ; nopm ; nopv
// sums over every row
  mova lc, #16 ; rel #ina0.empty, r0 ; vclr bmh1
  movxm ls, #.Lkernel_10 ; vclr bmh0
  movxm le, #.Lkernel_11
  mova m0, #64 ; movxm r6, #16256
  mova dj0, #0 ; rel #inb0.empty, r0 ; vbcst.16 x1, r6
  mova dn0, #1 ; movxm p1, #ina1.buf0
  mova dc0, #0 ; movxm p0, #outa1.buf0
  mova m1, #64 ; mov p4, p1
  mova dj1, #0 ; rel #outa0.full, r0 ; mov p2, p0
  mova dn1, #1 ; movxm p3, #sums
  mova dc1, #0 ; movxm p5, #words
  mova m2, #-4 ; mov dj2, #4
  mova dn2, #1 ; rel #outb0.full, r0 ; mov dc2, #0
  nop
  nop
  nop
  acq #ina1.full, r4
  nop
  nop
  nop
  acq #inb1.full, r4
  nop
  nop
  nop
  acq #outa1.empty, r4
  nop
  nop
  nop
  acq #outb1.empty, r4
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx
// line 297: 35 cycles for 1 trip, in 1 stage
.Lkernel_10:
  lda.2d r5, [p5], d2 ; vldb wl10, [p4], #32
  vldb wh10, [p4], #32
  vldb wl11, [p4], #32
  vldb wh11, [p4], #32
  vldb wl2, [p4], #32
  vldb wh2, [p4], #32
  vldb wl11, [p4], #32
  vldb wh11, [p4], #32 ; add r6, r5, #-32
  nop
  nop
  vmul.f bmh2, x11, x11, r2
  vmul.f bmh2, x11, x1, r3
  nop
  nop
  vmac.f bmh3, bmh2, x2, x2, r2
  vmac.f bmh3, bmh2, x2, x1, r3
  nop
  nop
  vmac.f bmh2, bmh3, x11, x11, r2
  vmac.f bmh1, bmh3, x11, x1, r3
  nop
  nop
  vaddmac.f bmh1, bmh1, bmh2, x10, x10, r5
  vaddmac.f bmh0, bmh0, bmh1, x10, x1, r6
  nop
  nop
  nop
  nop
  vst amhh1, [p2, #32]
  vst.2d amhl1, [p2], d0
  vst amhh0, [p3, #32]
  vst.2d amhl0, [p3], d1
  nop
  nop
.Lkernel_11:
  nopa ; nopb ; nops ; nopm ; nopv
// one over the standard deviation, and the mean by that
  mova r6, #0 ; movxm ls, #.Lkernel_12
  mova r5, #34 ; movxm le, #.Lkernel_13
  movx lc, #2 ; vbcst.16 x3, r6
  movxm r8, #15232
  movxm r7, #925353388
  movxm r6, #16256
  vbcst.16 x2, r8
  movxm r19, #33825
  vbcst.32 x4, r7
  vbcst.16 x1, r6
  nopa ; nopb ; nops ; vsel.32 x10, x0, x2, r19 ; nopv
  nopa ; nopb ; nops ; vsel.32 x11, x0, x3, r19 ; nopv
  nopa ; nopb ; nops ; vmov bmh0, x4 ; nopv
  nopa ; nops ; movxm p3, #sums ; nopv
  nopa ; nops ; movxm p2, #mean ; nopv
// line 337: 43 cycles for 1 trip, in 1 stage
.Lkernel_12:
  vlda wl4, [p3], #32
  vlda wh4, [p3], #32
  vlda wl5, [p3], #32
  vlda wh5, [p3], #32
  vlda wl4, [p3], #32
  vlda wh4, [p3], #32
  vlda wl4, [p3], #32
  vlda wh4, [p3], #32
  nop
  nop
  vsel.32 x5, x4, x5, r18
  nop
  vsel.32 x6, x5, x4, r17
  nop
  vsel.32 x5, x6, x4, r16
  vmov bmh1, x5
  nop
  vconv.bf16.fp32 wl4, bmh1
  nop
  vconv.fp32.bf16 bmh2, wl4 ; vsub.f bmh1, bmh1, bmh2, r3
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh4, bmh1
  nop
  vmul.f bmh1, x3, x4, r3
  nop
  nop
  nop
  vmac.f bmh1, bmh1, x2, x4, r3
  nop
  nop
  nop
  nop
  nop
  vmov x4, bmh1
  nop
  vst.128 wl4, [p2], m3
  nop
  nopa
.Lkernel_13:
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nops ; movxm ls, #.Lkernel_14 ; nopv
  nopa ; nops ; movxm le, #.Lkernel_15 ; nopv
  nopa ; nops ; movx lc, #2 ; mov p2, p0 ; nopv
  nopa ; nops ; movxm p3, #q ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 361: 41 cycles for 1 trip, in 1 stage
.Lkernel_14:
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vlda amhl1, [p2], #32
  vlda amhh1, [p2], #32
  vconv.bf16.fp32 wl2, bmh1
  nop
  vconv.bf16.fp32 wh2, bmh1
  nop
  vconv.bf16.fp32 wl2, bmh1 ; vmul.f bmh1, x2, x1, r3
  nop
  vconv.bf16.fp32 wh2, bmh1
  nop
  vmul.f bmh1, x2, x1, r3
  nop
  vconv.bf16.fp32 wl2, bmh1
  nop
  nop
  nop
  vconv.bf16.fp32 wh2, bmh1
  nop
  vmac.f bmh1, bmh0, x11, x2, r3
  nop
  nop
  nop
  vmac.f bmh1, bmh1, x10, x2, r3
  nop
  nop
  nop
  nop
  nop
  vmov x3, bmh1
  vshuffle x2, x3, x3, r5
  nop
  vst.128 wl2, [p3], m3
  nop
  nopa ; nopb
.Lkernel_15:
  nopa ; nopb ; nops ; nopm ; nopv
// x times factors less means
  mova r5, #128 ; movxm p2, #mean
  vlda amhl2, [p2], #32 ; movxm p3, #q
  vlda amhh2, [p2], #32 ; movx r5, #17 ; vbcst.16 x1, r5
  vlda amhl1, [p3], #32 ; movx r6, #128 ; vmov wl1, wl0
  vlda amhh1, [p3], #32 ; movx lc, #32 ; mov s0, r5
  mova r5, #0 ; movxm r7, #24375
  mova m0, #32 ; vbcst.16 x11, r7
  mova dj0, #0 ; movxm r7, #1065372510
  mova dn0, #3 ; vbcst.32 x10, r7
  mova dc0, #0 ; vconv.bf16.fp32 wl10, bmh2 ; vbcst.16 x2, r6
  mova m1, #32 ; vmov bmh0, x10
  mova dj1, #0 ; vconv.fp32.bf16 bmh3, wl10 ; vsub.f bmh2, bmh2, bmh3, r3
  mova dn1, #3 ; vmov wh3, wl10
  mova dc1, #0 ; vmov wl3, wl10
  vadd.16 x1, x3, x1
  vmov wh3, wh0
  movxm p4, #shifts
  vconv.bf16.fp32 wh10, bmh2 ; movxm p5, #factors
  movxm ls, #.Lkernel_16
  movxm le, #.Lkernel_17 ; vmsc.f bmh1, bmh1, x10, x1, r2
  vbcst.16 x1, r5
  mov p1, p1
  movxm p3, #factors
  movxm p2, #shifts
  nop
  vconv.bf16.fp32 wl5, bmh1
  vsrs.s16.s32 wl6, bmh1, s0
  vconv.fp32.bf16 bmh2, wl5 ; vsub.f bmh1, bmh1, bmh2, r3
  nop
  nop
  vmov wh6, wl6
  nop
  vsub.16 x4, x11, x6
  vconv.bf16.fp32 wh5, bmh1 ; vsub.16 x11, x4, x2
  vconv.fp32.bf16 bmh1, wl4
  vmul.f bmh2, x5, x4, r2
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl2, bmh2
  nop
  vconv.fp32.bf16 bmh3, wl2 ; vsub.f bmh2, bmh2, bmh3, r3
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wh2, bmh2
  nop
  vmsc.f bmh0, bmh0, x2, x4, r2
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl3, bmh0
  nop
  vmac.f bmh0, bmh1, x3, x11, r2
  nop
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl11, bmh0
  nop
  vmov wh11, wl11
  nop
  vextbcst.16 x2, x11, #0 ; vnegmul.f bmh0, x10, x11, r2
  vextbcst.16 x10, x11, #1
  vst wl2, [p5], #32 ; vextbcst.16 x3, x11, #2
  vst wl10, [p5], #32 ; vextbcst.16 x2, x11, #3
  vst wl3, [p5], #32 ; vextbcst.16 x10, x11, #4
  vst wl2, [p5], #32 ; vextbcst.16 x3, x11, #5
  vst wl10, [p5], #32 ; vmov x10, bmh0
  vst wl3, [p5], #32 ; vextbcst.32 x2, x10, #0
  vextbcst.32 x3, x10, #1
  vst wl2, [p4], #32 ; vextbcst.32 x4, x10, #2
  vst wl3, [p4], #32 ; vextbcst.32 x2, x10, #3
  vst wl4, [p4], #32 ; vextbcst.32 x3, x10, #4
  vst wl2, [p4], #32 ; vextbcst.32 x4, x10, #5
  vst wl3, [p4], #32 ; vextbcst.16 x2, x11, #6
  vst wl4, [p4], #32 ; vextbcst.32 x5, x10, #6
  vst wl2, [p5], #32 ; vextbcst.16 x3, x11, #7
  vst wl5, [p4], #32 ; vextbcst.32 x11, x10, #7
  vst wl3, [p5], #32
  vst wl11, [p4], #32
  nop
  nop
  nopa ; nops ; nopx
// line 480: 23 cycles for 1 trip, in 1 stage
.Lkernel_16:
  vlda wl10, [p3, #0] ; vldb wl2, [p1], #32 ; vmov wh10, wh1
  vlda.2d wh11, [p3], d0 ; vldb wh2, [p1], #32 ; vmov wl11, wl1
  vlda amhl0, [p2, #0] ; vldb wl3, [p1], #32
  vlda.2d amhh0, [p2], d1 ; vldb wh3, [p1], #32
  nop
  nop
  nop
  nop
  vmac.f bmh1, bmh0, x2, x10, r2
  vmac.f bmh1, bmh0, x2, x11, r2
  vmac.f bmh1, bmh0, x3, x10, r2
  vmac.f bmh1, bmh0, x3, x11, r2
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
.Lkernel_17:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #ina1.empty, r0
  add r1, r1, #-1
  nop
  nop
  nop
  nop
  nop
  nop
  rel #outa1.full, r0
  nop
  nop
  nop
  rel #outb1.full, r0
  jnz r1, #.Lkernel_1
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
