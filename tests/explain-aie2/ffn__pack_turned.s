// task: ffn
// config: C1
// cause: shuffle-mode
.buffer x_tiles, 1024, at=0x7c000
.buffer raw, 2048, at=0x7c400
.buffer hidden, 2048, at=0x7cc00
.buffer spare0, 2048, at=0x7d400
.buffer spare1, 2048, at=0x7dc00
.text
// packs 4 * r1 rows of 16 * r0 at p0, m0 apart, into 4x8 tiles at p1
// 8 x 64 tiles at p0 times 64 x 128 rows at p1, to p2
// 8 x 128 tiles at p0 times 128 x 64 rows at p1, to p2
// silu of 32 pairs of tiles at raw, to p0
.globl pack
.p2align 4
pack:
  movx r3, #32 ; mov r2, m0
  add r1, r2, r2 ; mov r4, r1
  sub r0, r3, r1 ; mov r3, r0
  sub r2, r0, r2 ; mov r0, r4
  add r1, r1, r1 ; mov m2, r2
  movx r1, #8 ; mov m1, r1
  nopa ; nops ; movx r2, #13 ; nopm ; nopv
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
  mova r0, #4 ; movx r3, #28
  movx r1, #14
  movx r2, #15
  movx r6, #8
  movx r7, #9
  movx r4, #6
  movx r5, #7
  movxm m1, #256
  movxm dj0, #512
  movxm dj1, #544
  nopa ; nops ; movxm m0, #512 ; nopv
.Lproduct0_4:
  movxm ls, #.Lproduct0_5 ; vclr cm1
  movxm le, #.Lproduct0_6 ; vclr cm2
  nopa ; movx lc, #8 ; mov p4, p0 ; vclr cm0
  nopa ; nopb ; nops ; mov p3, p2 ; vclr cm4
  nopa ; nopb ; nops ; mov p5, p1 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 58: 32 cycles for 1 trip, in 1 stage
.Lproduct0_5:
  vlda wl0, [p4, dj0] ; vldb wl10, [p5], m1
  vlda wh0, [p4, dj1] ; vldb wh10, [p5], m1
  vlda wl1, [p4], #32 ; vldb wl3, [p5], m1
  vlda wh1, [p4], #32 ; vldb wh3, [p5], m1
  vldb wl2, [p5], m1
  vldb wh2, [p5], m1
  vldb wl3, [p5], m1
  vldb wh3, [p5], m1
  nop
  nop
  vshuffle x11, x10, x3, r6
  vshuffle x10, x10, x3, r7
  nop
  nop
  vshuffle x5, x2, x3, r6
  vshuffle x4, x2, x3, r7
  vshuffle x2, x11, x5, r4
  vshuffle x11, x11, x5, r5
  vshuffle x3, x10, x4, r4 ; vmac.f bml1, bml1, x1, x2, r3
  vshuffle x10, x10, x4, r5 ; vmac.f bmh1, bmh1, x1, x11, r3
  vmac.f bml2, bml2, x1, x3, r3
  vmac.f bmh2, bmh2, x1, x10, r3
  vmac.f bml0, bml0, x0, x2, r3
  vmac.f bmh0, bmh0, x0, x11, r3
  vmac.f bml4, bml4, x0, x3, r3
  vmac.f bmh4, bmh4, x0, x10, r3
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lproduct0_6:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p4], m0 ; vconv.bf16.fp32 wl1, bml1 ; movxm m3, #896 ; vclr cm2
  padda [p1], #32 ; vconv.bf16.fp32 wh1, bml2 ; movxm ls, #.Lproduct0_7 ; vclr cm3
  padda [p2], #128 ; vconv.bf16.fp32 wl10, bmh1 ; movxm le, #.Lproduct0_8 ; vclr cm1
  vconv.bf16.fp32 wh10, bmh2 ; movx lc, #8 ; mov p4, p0 ; vclr cm0
  vconv.bf16.fp32 wl0, bml0 ; movxm m2, #896
  vconv.bf16.fp32 wh0, bml4 ; vshuffle x11, x1, x10, r1
  vconv.bf16.fp32 wl10, bmh0 ; vshuffle x1, x1, x10, r2
  vst wl11, [p3], #32 ; mov p5, p1
  vst wh11, [p3], #32
  vconv.bf16.fp32 wh10, bmh4
  vst wl1, [p3], #32
  vst wh1, [p3], #32 ; vshuffle x1, x0, x10, r1
  padda [p3], m3 ; vshuffle x0, x0, x10, r2
  vst wl1, [p3], #32
  vst wh1, [p3], #32
  vst wl0, [p3], #32
  vst wh0, [p3], #32
  padda [p3], m2 ; nopb ; nops
  nopa ; nopb ; nops ; mov p3, p2 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 122: 32 cycles for 1 trip, in 1 stage
.Lproduct0_7:
  vlda wl0, [p4, dj0] ; vldb wl10, [p5], m1
  vlda wh0, [p4, dj1] ; vldb wh10, [p5], m1
  vlda wl1, [p4], #32 ; vldb wl3, [p5], m1
  vlda wh1, [p4], #32 ; vldb wh3, [p5], m1
  vldb wl2, [p5], m1
  vldb wh2, [p5], m1
  vldb wl3, [p5], m1
  vldb wh3, [p5], m1
  nop
  nop
  vshuffle x11, x10, x3, r6
  vshuffle x10, x10, x3, r7
  nop
  nop
  vshuffle x5, x2, x3, r6
  vshuffle x4, x2, x3, r7
  vshuffle x2, x11, x5, r4
  vshuffle x11, x11, x5, r5
  vshuffle x3, x10, x4, r4 ; vmac.f bml2, bml2, x1, x2, r3
  vshuffle x10, x10, x4, r5 ; vmac.f bmh2, bmh2, x1, x11, r3
  vmac.f bml3, bml3, x1, x3, r3
  vmac.f bmh3, bmh3, x1, x10, r3
  vmac.f bml1, bml1, x0, x2, r3
  vmac.f bmh1, bmh1, x0, x11, r3
  vmac.f bml0, bml0, x0, x3, r3
  vmac.f bmh0, bmh0, x0, x10, r3
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lproduct0_8:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p4], m0 ; vconv.bf16.fp32 wl1, bml2 ; movxm m3, #896
  padda [p1], #32 ; vconv.bf16.fp32 wh1, bml3 ; add r0, r0, #-1
  padda [p2], #128 ; vconv.bf16.fp32 wl10, bmh2 ; movxm m2, #896
  vconv.bf16.fp32 wh10, bmh3
  vconv.bf16.fp32 wl0, bml1
  vconv.bf16.fp32 wh0, bml0 ; vshuffle x11, x1, x10, r1
  vconv.bf16.fp32 wl10, bmh1 ; vshuffle x1, x1, x10, r2
  vst wl11, [p3], #32
  vst wh11, [p3], #32
  vconv.bf16.fp32 wh10, bmh0
  vst wl1, [p3], #32
  vst wh1, [p3], #32 ; vshuffle x1, x0, x10, r1
  padda [p3], m3 ; vshuffle x0, x0, x10, r2
  vst wl1, [p3], #32
  vst wh1, [p3], #32 ; jnz r0, #.Lproduct0_4
  vst wl0, [p3], #32  // delay slot
  vst wh0, [p3], #32  // delay slot
  padda [p3], m2  // delay slot
  nop  // delay slot
  nop  // delay slot
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl product1
.p2align 4
product1:
  mova r0, #2 ; movx r3, #28
  movx r1, #14
  movx r2, #15
  movx r6, #8
  movx r7, #9
  movx r4, #6
  movx r5, #7
  movxm m2, #128
  movxm dj0, #1024
  movxm dj1, #1056
  movxm m1, #1024
  nopa ; movxm m0, #128
.Lproduct1_9:
  movxm ls, #.Lproduct1_10 ; vclr cm3
  movxm le, #.Lproduct1_11 ; vclr cm2
  nopa ; movx lc, #16 ; mov p4, p0 ; vclr cm1
  nopa ; nopb ; nops ; mov p3, p2 ; vclr cm0
  nopa ; nopb ; nops ; mov p5, p1 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 203: 32 cycles for 1 trip, in 1 stage
.Lproduct1_10:
  vlda wl0, [p4, dj0] ; vldb wl10, [p5], m2
  vlda wh0, [p4, dj1] ; vldb wh10, [p5], m2
  vlda wl1, [p4], #32 ; vldb wl3, [p5], m2
  vlda wh1, [p4], #32 ; vldb wh3, [p5], m2
  vldb wl2, [p5], m2
  vldb wh2, [p5], m2
  vldb wl3, [p5], m2
  vldb wh3, [p5], m2
  nop
  nop
  vshuffle x11, x10, x3, r6
  vshuffle x10, x10, x3, r7
  nop
  nop
  vshuffle x5, x2, x3, r6
  vshuffle x4, x2, x3, r7
  vshuffle x2, x11, x5, r4
  vshuffle x11, x11, x5, r5
  vshuffle x3, x10, x4, r4 ; vmac.f bml3, bml3, x1, x2, r3
  vshuffle x10, x10, x4, r5 ; vmac.f bmh3, bmh3, x1, x11, r3
  vmac.f bml2, bml2, x1, x3, r3
  vmac.f bmh2, bmh2, x1, x10, r3
  vmac.f bml1, bml1, x0, x2, r3
  vmac.f bmh1, bmh1, x0, x11, r3
  vmac.f bml0, bml0, x0, x3, r3
  vmac.f bmh0, bmh0, x0, x10, r3
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lproduct1_11:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p4], m1 ; vconv.bf16.fp32 wl0, bml3 ; movxm ls, #.Lproduct1_12 ; vclr cm3
  padda [p1], #32 ; vconv.bf16.fp32 wh0, bmh3 ; movxm le, #.Lproduct1_13 ; vclr cm2
  padda [p2], #32 ; vconv.bf16.fp32 wl10, bml2 ; movx lc, #16 ; mov p4, p0 ; vclr cm1
  vconv.bf16.fp32 wh10, bmh2 ; mov p5, p1 ; vclr cm0
  vconv.bf16.fp32 wl1, bml1
  vconv.bf16.fp32 wh1, bmh1 ; vshuffle x11, x0, x10, r1
  vconv.bf16.fp32 wl10, bml0 ; vshuffle x3, x0, x10, r2
  vconv.bf16.fp32 wh10, bmh0 ; vshuffle x2, x11, x3, r1
  vshuffle x0, x11, x3, r2
  vst wl2, [p3], m0 ; vshuffle x11, x1, x10, r1
  vst wh2, [p3], m0 ; vshuffle x2, x1, x10, r2
  vst wl0, [p3], m0 ; vshuffle x1, x11, x2, r1
  vst wh0, [p3], m0 ; vshuffle x0, x11, x2, r2
  vst wl1, [p3], m0
  vst wh1, [p3], m0
  vst wl0, [p3], m0
  vst wh0, [p3], m0
  mov p3, p2
  nop
  nopa ; nopb ; nops ; nopm ; nopv
// line 267: 32 cycles for 1 trip, in 1 stage
.Lproduct1_12:
  vlda wl0, [p4, dj0] ; vldb wl10, [p5], m2
  vlda wh0, [p4, dj1] ; vldb wh10, [p5], m2
  vlda wl1, [p4], #32 ; vldb wl3, [p5], m2
  vlda wh1, [p4], #32 ; vldb wh3, [p5], m2
  vldb wl2, [p5], m2
  vldb wh2, [p5], m2
  vldb wl3, [p5], m2
  vldb wh3, [p5], m2
  nop
  nop
  vshuffle x11, x10, x3, r6
  vshuffle x10, x10, x3, r7
  nop
  nop
  vshuffle x5, x2, x3, r6
  vshuffle x4, x2, x3, r7
  vshuffle x2, x11, x5, r4
  vshuffle x11, x11, x5, r5
  vshuffle x3, x10, x4, r4 ; vmac.f bml3, bml3, x1, x2, r3
  vshuffle x10, x10, x4, r5 ; vmac.f bmh3, bmh3, x1, x11, r3
  vmac.f bml2, bml2, x1, x3, r3
  vmac.f bmh2, bmh2, x1, x10, r3
  vmac.f bml1, bml1, x0, x2, r3
  vmac.f bmh1, bmh1, x0, x11, r3
  vmac.f bml0, bml0, x0, x3, r3
  vmac.f bmh0, bmh0, x0, x10, r3
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lproduct1_13:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p4], m1 ; vconv.bf16.fp32 wl0, bml3 ; add r0, r0, #-1
  padda [p1], #32 ; vconv.bf16.fp32 wh0, bmh3
  padda [p2], #32 ; vconv.bf16.fp32 wl10, bml2
  vconv.bf16.fp32 wh10, bmh2
  vconv.bf16.fp32 wl1, bml1
  vconv.bf16.fp32 wh1, bmh1 ; vshuffle x11, x0, x10, r1
  vconv.bf16.fp32 wl10, bml0 ; vshuffle x3, x0, x10, r2
  vconv.bf16.fp32 wh10, bmh0 ; vshuffle x2, x11, x3, r1
  vshuffle x0, x11, x3, r2
  vst wl2, [p3], m0 ; vshuffle x11, x1, x10, r1
  vst wh2, [p3], m0 ; vshuffle x2, x1, x10, r2
  vst wl0, [p3], m0 ; vshuffle x1, x11, x2, r1
  vst wh0, [p3], m0 ; vshuffle x0, x11, x2, r2
  vst wl1, [p3], m0
  vst wh1, [p3], m0 ; jnz r0, #.Lproduct1_9
  vst wl0, [p3], m0  // delay slot
  vst wh0, [p3], m0  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl silu
.p2align 4
silu:
  mova r2, #0 ; movxm ls, #.Lsilu_14
  mova r0, #60 ; movxm le, #.Lsilu_15
  mova r1, #28 ; movx lc, #32 ; vbcst.16 x0, r2
  movxm r3, #-1049624576
  movxm r8, #1056964608
  movxm r4, #1040039752
  movxm r5, #-1151860736
  movxm r6, #956890770
  movxm r7, #-1224015872
  movxm r1, #16560
  movxm r2, #49328
  vbcst.32 x1, r3
  vbcst.32 x10, r8
  movxm r3, #13471
  vbcst.32 x3, r4
  vbcst.32 x4, r5
  vbcst.32 x5, r6
  vbcst.32 x6, r7
  vbcst.16 x11, r1
  vbcst.16 x2, r2
  vmov bmh5, x1
  vmov bmh0, x10
  vbcst.16 x1, r3
  vmov bmh1, x3
  vmov bmh2, x4
  vmov bmh3, x5
  vmov bmh4, x6
  movxm p1, #raw
  mov p0, p0
  movxm r16, #65535
  nopa ; nops ; movxm r17, #-65536 ; nopv
// line 360: 77 cycles for 1 trip, in 1 stage
.Lsilu_14:
  vlda wl10, [p1], #32 ; vmov wh5, wh0
  vlda wh10, [p1], #32 ; vmov wl6, wl0
  vmov wh7, wh0
  vmov wl8, wl0
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x3, r18, x10, x2
  vmin_ge.bf16 x9, r19, x3, x11
  vsel.16 x3, x9, x0, r17
  vsel.16 x4, x9, x0, r16
  vmac.f bmh6, bmh5, x9, x3, r0
  vmac.f bmh6, bmh5, x9, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh6, bmh6
  vmac.f bmh6, bmh4, x5, x1, r0
  vmac.f bmh6, bmh4, x6, x1, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh3, x9, x5, r0
  vmac.f bmh6, bmh3, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh2, x9, x5, r0
  vmac.f bmh6, bmh2, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh1, x9, x5, r0
  vmac.f bmh6, bmh1, x9, x6, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh5, bmh6
  nop
  vmac.f bmh6, bmh0, x5, x3, r0
  vmac.f bmh6, bmh0, x5, x4, r0
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl7, bmh6
  vconv.bf16.fp32 wh8, bmh6
  vmul.f bmh6, x10, x7, r0
  vmul.f bmh6, x10, x8, r0
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh6, [p0], #32
  vst.conv.bf16.fp32 bmh6, [p0], #32
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lsilu_15:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl kernel
.p2align 4
kernel:
  mov r9, lr
  jl #pack
  movxm p0, #458752  // delay slot
  movxm p1, #507904  // delay slot
  movxm r0, #4  // delay slot
  movxm r1, #2  // delay slot
  nopa ; nopb ; nops ; movxm m0, #128  // delay slot
  jl #product0
  movxm p0, #507904  // delay slot
  movxm p1, #475136  // delay slot
  movxm p2, #508928  // delay slot
  nop  // delay slot
  nopa ; nopb  // delay slot
  jl #silu
  movxm p0, #510976  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopx ; nopm  // delay slot
  jl #product1
  movxm p0, #510976  // delay slot
  movxm p1, #491520  // delay slot
  movxm p2, #459776  // delay slot
  nop  // delay slot
  nopa ; nopb  // delay slot
  mov lr, r9
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
