// task: attention
// config: C1
// cause: delay-slot
.buffer k_tiles, 512, at=0x7c000
.buffer q_tiles, 256, at=0x7c200
.buffer scores, 256, at=0x7c300
.buffer factors, 128, at=0x7c400
.buffer probabilities, 128, at=0x7c480
.text
// packs 4 * r1 rows of 16 * r0 at p0, m0 apart, into 4x8 tiles at p1
// 8 x 16 tiles at p0 times 16 x 16 transposed tiles at p1, to p2
// 8 x 8 tiles at p0 times 8 x 16 rows at p1, to p2
// 1 / sum for 2 tiles of sums, fp32, as bf16
// exp((score - row's largest) / sqrt(16)) of 8 rows and 8 keys at p0,
// 4x8 tiles, to 4x8 tiles at p1, sums to p2
// 8 rows of 8 exponentials at p0 times the factors of their rows
.globl pack
.p2align 4
pack:
  movx r3, #32 ; mov r2, m0
  add r1, r2, r2 ; mov r4, r1
  sub r0, r3, r1 ; mov r3, r0
  sub r2, r0, r2 ; mov r0, r4
  add r1, r1, r1 ; mov m2, r2
  movx r1, #8 ; mov m1, r1
  nopa ; nops ; movx r2, #9 ; nopm ; nopv
.Lpack_1:
  movxm ls, #.Lpack_2
  movxm le, #.Lpack_3
  add.nc lc, r3, #0
  nopa ; nopb ; nops ; mov p2, p0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 22: 19 cycles for 1 trip, in 1 stage
.Lpack_2:
  vlda wl0, [p2], m0
  vlda wh0, [p2], m0
  vlda wl1, [p2], m0
  vlda wh1, [p2], m2
  nop
  nop
  nop
  nop
  nop
  nop
  vshuffle x10, x0, x1, r1
  vshuffle x0, x0, x1, r2
  vst wl10, [p1], #32
  vst wh10, [p1], #32
  vst wl0, [p1], #32
  vst wh0, [p1], #32
  nop
  nopa ; nops ; nopx
.Lpack_3:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p0], m1 ; add r0, r0, #-1
  jnz r0, #.Lpack_1
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
.globl product0
.p2align 4
product0:
  movxm ls, #.Lproduct0_4 ; vclr cm2
  movxm le, #.Lproduct0_5 ; vclr cm3
  movx lc, #2 ; mov p3, p0 ; vclr cm1
  movx r2, #28 ; mov p0, p2 ; vclr cm0
  movx r0, #14 ; mov p4, p1
  movx r1, #15
  movx r3, #29
  movxm m0, #512
  movxm dj0, #128
  movxm dj1, #160
  movxm dj2, #256
  nopa ; nops ; movxm dj3, #288 ; nopv
  nopa ; nops ; movxm dj4, #384 ; nopv
  nopa ; nops ; movxm dj5, #416 ; nopv
  nopa ; nops ; movxm m1, #128 ; nopv
// line 59: 24 cycles for 1 trip, in 1 stage
.Lproduct0_4:
  vlda wl0, [p3, dj0] ; vldb wl1, [p4, dj0]
  vlda wh0, [p3, dj1] ; vldb wh1, [p4, dj1]
  vlda wl1, [p3], #32 ; vldb wl11, [p4, dj2]
  vlda wh1, [p3], #32 ; vldb wh11, [p4, dj3]
  vldb wl11, [p4, dj4]
  vldb wh11, [p4, dj5]
  vldb wl11, [p4], #32
  vldb wh11, [p4], #32
  vshuffle x10, x1, x1, r3
  nop
  vshuffle x10, x11, x11, r3 ; vmac.f bmh2, bmh2, x1, x10, r2
  vmac.f bmh1, bmh1, x0, x10, r2
  vshuffle x10, x11, x11, r3 ; vmac.f bml3, bml3, x1, x10, r2
  vmac.f bml0, bml0, x0, x10, r2
  vshuffle x10, x11, x11, r3 ; vmac.f bmh3, bmh3, x1, x10, r2
  vmac.f bmh0, bmh0, x0, x10, r2
  vmac.f bml2, bml2, x1, x10, r2
  vmac.f bml1, bml1, x0, x10, r2
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lproduct0_5:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p3], m1 ; vconv.bf16.fp32 wl1, bml2 ; movxm m1, #0
  padda [p1], m0 ; vconv.bf16.fp32 wh1, bml3 ; movxm m0, #0
  padda [p2], #128 ; vconv.bf16.fp32 wl10, bmh2
  vconv.bf16.fp32 wh10, bmh3
  vconv.bf16.fp32 wl0, bml1
  vconv.bf16.fp32 wh0, bml0 ; vshuffle x11, x1, x10, r0
  vconv.bf16.fp32 wl10, bmh1 ; vshuffle x1, x1, x10, r1
  vst wl11, [p0], #32
  vst wh11, [p0], #32
  vconv.bf16.fp32 wh10, bmh0
  vst wl1, [p0], #32
  vst wh1, [p0], #32 ; vshuffle x1, x0, x10, r0
  padda [p0], m1 ; vshuffle x0, x0, x10, r1
  vst wl1, [p0], #32
  vst wh1, [p0], #32 ; ret lr
  vst wl0, [p0], #32  // delay slot
  vst wh0, [p0], #32  // delay slot
  padda [p0], m0  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl product1
.p2align 4
product1:
  movxm m0, #32 ; vclr cm3
  padda [p1], #32 ; movx r3, #8 ; mov p4, p1 ; vclr cm2
  vldb wl1, [p4], m0 ; movxm dj0, #64 ; vclr cm1
  vldb wh1, [p4], m0 ; movxm dj1, #96 ; vclr cm0
  vldb wl10, [p4], m0 ; movx r6, #9 ; mov p3, p0
  vlda wl0, [p3, dj0] ; vldb wh10, [p4], m0 ; movx r4, #6 ; mov p0, p2
  vlda wh0, [p3, dj1] ; vldb wl2, [p4], m0 ; movx r5, #7
  vlda wl1, [p3], #32 ; vldb wh2, [p4], m0 ; movx r2, #28
  vlda wh1, [p3], #32 ; vldb wl3, [p4], m0 ; movx r0, #14
  padda [p2], #32 ; vldb wh3, [p4], m0 ; movx r1, #15
  movxm m0, #32
  movxm m1, #64
  padda [p3], m1 ; vshuffle x11, x1, x10, r3
  vshuffle x10, x1, x10, r6
  nop
  nop
  vshuffle x5, x2, x3, r3
  vshuffle x4, x2, x3, r6
  vshuffle x2, x11, x5, r4
  vshuffle x11, x11, x5, r5
  vshuffle x3, x10, x4, r4 ; vmac.f bml3, bml3, x1, x2, r2
  vshuffle x10, x10, x4, r5 ; vmac.f bmh3, bmh3, x1, x11, r2
  vmac.f bml2, bml2, x1, x3, r2
  vmac.f bmh2, bmh2, x1, x10, r2
  vmac.f bml1, bml1, x0, x2, r2
  vmac.f bmh1, bmh1, x0, x11, r2
  vconv.bf16.fp32 wl0, bml3 ; vmac.f bml0, bml0, x0, x3, r2
  vconv.bf16.fp32 wh0, bmh3 ; vmac.f bmh0, bmh0, x0, x10, r2
  vconv.bf16.fp32 wl10, bml2
  vconv.bf16.fp32 wh10, bmh2
  vconv.bf16.fp32 wl1, bml1
  vconv.bf16.fp32 wh1, bmh1 ; vshuffle x11, x0, x10, r0
  vconv.bf16.fp32 wl10, bml0 ; vshuffle x3, x0, x10, r1
  vconv.bf16.fp32 wh10, bmh0 ; vshuffle x2, x11, x3, r0
  vshuffle x0, x11, x3, r1
  vst wl2, [p0], m0 ; vshuffle x11, x1, x10, r0
  vst wh2, [p0], m0 ; vshuffle x2, x1, x10, r1
  vst wl0, [p0], m0 ; vshuffle x1, x11, x2, r0
  vst wh0, [p0], m0 ; vshuffle x0, x11, x2, r1
  vst wl1, [p0], m0
  vst wh1, [p0], m0 ; ret lr
  vst wl0, [p0], m0  // delay slot
  vst wh0, [p0], m0  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl inverse
.p2align 4
inverse:
  mova r0, #16 ; movxm p1, #factors
  vlda amhl1, [p1], #32 ; movx r1, #28 ; mov p0, p1
  vlda amhh1, [p1], #32 ; movx r0, #60 ; mov s0, r0
  vlda amhl2, [p1], #32 ; movxm r2, #32499
  vlda amhh2, [p1], #32 ; movx r2, #0 ; vbcst.16 x0, r2
  movxm r3, #1065364960
  vbcst.32 x10, r3
  vbcst.16 x1, r2
  movxm r2, #65535
  vconv.bf16.fp32 wl2, bmh1 ; vmov wh10, wh1
  vsrs.s16.s32 wl1, bmh1, s0 ; vmov bmh0, x10
  vconv.bf16.fp32 wl3, bmh2 ; vconv.fp32.bf16 bmh3, wl2 ; vsub.f bmh2, bmh1, bmh3, r1
  vsrs.s16.s32 wl4, bmh2, s0 ; vmov wh11, wh1
  vconv.fp32.bf16 bmh1, wl3 ; vsub.f bmh3, bmh2, bmh1, r1
  vmov wh1, wl1
  movxm r1, #-65536
  vmov wh4, wl4
  vconv.bf16.fp32 wh2, bmh2 ; vsub.16 x1, x0, x1
  vsub.16 x0, x0, x4
  vconv.bf16.fp32 wh3, bmh3 ; vconv.fp32.bf16 bmh2, wl1 ; vmsc.f bmh3, bmh0, x2, x1, r0
  vconv.fp32.bf16 bmh1, wl0
  vmsc.f bmh3, bmh0, x3, x0, r0
  nop
  nop
  nop
  vconv.bf16.fp32 wl10, bmh3
  nop
  vconv.bf16.fp32 wl11, bmh3 ; vmac.f bmh0, bmh2, x10, x1, r0
  nop
  vmac.f bmh0, bmh1, x11, x0, r0
  nop
  nop
  nop
  vconv.bf16.fp32 wl0, bmh0
  nop
  vconv.bf16.fp32 wl1, bmh0 ; ret lr ; vmov wh0, wl0
  vst wl0, [p0], #32  // delay slot
  vst wl1, [p0], #32 ; vmov wh1, wl1  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl softmax
.p2align 4
softmax:
  mova r0, #0 ; movx r3, #38 ; mov r7, p0 ; vclr bmh1
  mova r1, #60 ; movx r4, #40 ; mov p0, r7
  vlda wl11, [p0], #32 ; movxm r8, #128
  vlda wh11, [p0], #32 ; add r5, r7, r8 ; vbcst.16 x1, r0
  mova r2, #0 ; movx r0, #28 ; mov p0, r5
  vldb wl2, [p0], #32 ; movxm r10, #65407
  vldb wh2, [p0], #32 ; movx r6, #10 ; vbcst.16 x3, r10
  movx r9, #11 ; vbcst.16 x10, r10
  movx r6, #14 ; mov p0, r7
  vlda wl11, [p0], #32 ; movxm r6, #16057
  vlda wh11, [p0], #32 ; movx r9, #41 ; vmax_lt.bf16 x3, r16, x3, x11
  add r7, r5, r8 ; vshuffle x0, x3, x3, r3
  vmax_lt.bf16 x11, r17, x3, x0
  vshuffle x0, x11, x11, r4
  vshuffle x3, x0, x0, r3
  vmax_lt.bf16 x0, r16, x0, x3
  vmax_lt.bf16 x10, r18, x10, x2
  vshuffle x2, x0, x0, r4
  movxm r16, #65535
  movxm r17, #-65536
  vbcst.16 x3, r6
  vshuffle x4, x2, x2, r3
  vshuffle x5, x10, x10, r3
  vsel.16 x0, x3, x1, r17
  vsel.16 x1, x3, x1, r16
  vmax_lt.bf16 x3, r18, x2, x4
  vmax_lt.bf16 x2, r19, x10, x5
  vshuffle x10, x2, x2, r4 ; vnegmul.f bmh0, x3, x0, r1
  vshuffle x2, x10, x10, r3 ; vnegmul.f bmh2, x3, x1, r1
  vmax_lt.bf16 x3, r18, x10, x2
  vshuffle x10, x3, x3, r4
  mov p0, r5 ; vmac.f bmh2, bmh0, x11, x0, r1
  vldb wl2, [p0], #32 ; vshuffle x11, x10, x10, r3 ; vmac.f bmh0, bmh2, x11, x1, r1
  vldb wh2, [p0], #32 ; vmax_lt.bf16 x10, r18, x10, x11
  nop
  movxm r3, #49664 ; vnegmul.f bmh0, x10, x0, r1
  vbcst.16 x11, r3 ; vnegmul.f bmh2, x10, x1, r1
  vconv.bf16.fp32 wl3, bmh2 ; movxm r3, #1203773440
  vconv.bf16.fp32 wh3, bmh0 ; vbcst.32 x10, r3
  vmov bmh3, x10
  vmax_lt.bf16 x2, r18, x3, x11 ; vmac.f bmh2, bmh0, x2, x0, r1
  vconv.fp32.bf16 bmh0, wl2 ; vmac.f bmh0, bmh2, x2, x1, r1
  vconv.fp32.bf16 bmh4, wh2 ; vadd.f bml0, bmh3, bmh0, r0
  mov s0, r2 ; vadd.f bmh0, bmh3, bmh4, r0
  movxm r2, #16256
  vbcst.16 x10, r2
  vconv.bf16.fp32 wl3, bmh2 ; movxm r2, #1073802449
  vconv.bf16.fp32 wh3, bmh0 ; vbcst.32 x2, r2
  vmov bmh2, x2
  vsrs.s16.s32 x2, cm0, s0 ; vmax_lt.bf16 x2, r18, x3, x11
  vconv.fp32.bf16 bmh0, wl2 ; vadd.f bml0, bmh3, bmh0, r0
  vconv.fp32.bf16 bmh4, wh2 ; vadd.f bmh0, bmh3, bmh4, r0
  mov p1, p1
  vbor x3, x2, x10
  vsel.16 x4, x3, x0, r17
  vsel.16 x4, x3, x1, r16
  vsub.16 x11, x2, x3 ; vmac.f bmh0, bmh2, x3, x4, r1
  vsrs.s16.s32 x2, cm0, s0 ; mov p0, p2 ; vmac.f bmh0, bmh2, x3, x4, r1
  nop
  nop
  nop
  vbor x3, x2, x10
  vconv.bf16.fp32 wl0, bmh0 ; vsel.16 x4, x3, x0, r17
  vconv.bf16.fp32 wh0, bmh0 ; vsel.16 x4, x3, x1, r16
  vmac.f bmh0, bmh2, x3, x4, r1
  vadd.16 x0, x0, x11 ; vmac.f bmh0, bmh2, x3, x4, r1
  vsub.16 x11, x2, x3
  vst wl0, [p1], #32 ; vmac.f bmh1, bmh1, x0, x10, r0
  vst wh0, [p1], #32
  vclr bmh1
  vconv.bf16.fp32 wl0, bmh0
  vconv.bf16.fp32 wh0, bmh0
  nop
  vst amhl1, [p0], #32 ; vadd.16 x0, x0, x11
  vst amhh1, [p0], #32
  vst wl0, [p1], #32 ; vmac.f bmh1, bmh1, x0, x10, r0
  vst wh0, [p1], #32
  nop
  nop
  nop
  ret lr
  vst amhl1, [p0], #32  // delay slot
  vst amhh1, [p0], #32  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl spread
.p2align 4
spread:
  mova r1, #60 ; movx r2, #0 ; mov r0, #28
  mova r0, #2 ; movx r2, #14 ; vbcst.16 x0, r2
  movxm r16, #65535
  movxm r17, #-65536
  movxm p2, #factors
  mov p1, p0
  nopa ; mov p0, p0
.Lspread_6:
  vlda wl10, [p2], #32 ; add r0, r0, #-1
  vlda wl1, [p1], #32
  vlda wh1, [p1], #32
  nop
  nop
  nop
  nop
  vmov wh10, wl10
  nop
  vshuffle x11, x10, x10, r2
  vsel.16 x10, x11, x0, r17
  vsel.16 x10, x11, x0, r16
  vmul.f bmh0, x1, x10, r1
  vmul.f bmh0, x1, x10, r1
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh0, [p0], #32
  vst.conv.bf16.fp32 bmh0, [p0], #32 ; jnz r0, #.Lspread_6
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
.globl kernel
.p2align 4
kernel:
  mov r11, lr
  jl #pack
  movxm p0, #475136  // delay slot
  movxm p1, #507904  // delay slot
  movxm r0, #1  // delay slot
  movxm r1, #2  // delay slot
  nopa ; nopb ; nops ; movxm m0, #32  // delay slot
  nopa ; nops ; jl #pack ; nopv
  nopa ; nops ; movxm p0, #458752 ; nopv  // delay slot
  nopa ; nops ; movxm p1, #508416 ; nopv  // delay slot
  nopa ; nops ; movxm r0, #1 ; nopv  // delay slot
  nopa ; nops ; movxm r1, #2 ; nopv  // delay slot
  nopa ; nops ; movxm m0, #32 ; nopv  // delay slot
  jl #product0
  movxm p0, #508416  // delay slot
  movxm p1, #507904  // delay slot
  movxm p2, #508672  // delay slot
  nop  // delay slot
  nopa ; nopb  // delay slot
  jl #softmax
  movxm p0, #508672  // delay slot
  movxm p1, #509056  // delay slot
  movxm p2, #508928  // delay slot
  movxm p0, #509056  // delay slot
  nop  // delay slot
  jl #inverse
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  jl #spread
  movxm p0, #509056  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopx ; nopm  // delay slot
  jl #product1
  movxm p0, #509056  // delay slot
  movxm p1, #459008  // delay slot
  movxm p2, #491520  // delay slot
  nop  // delay slot
  nopa ; nopb  // delay slot
  mov lr, r11
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
