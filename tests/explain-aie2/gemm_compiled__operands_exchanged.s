// task: gemm
// config: C1
// cause: shuffle-operands
.text
// packs 4 * r1 rows of 16 * r0 at p0, m0 apart, into 4x8 tiles at p1
// 8 x 64 tiles at p0 times 64 x 64 rows at p1, to p2
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
// line 17: 19 cycles for 1 trip, in 1 stage
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
.globl product
.p2align 4
product:
  mova r0, #2 ; movx r3, #28
  movx r1, #14
  movx r2, #15
  movx r6, #8
  movx r7, #9
  movx r4, #6
  movx r5, #7
  movxm m2, #128
  movxm dj0, #512
  movxm dj1, #544
  movxm m1, #512
  nopa ; movxm m0, #128
.Lproduct_4:
  movxm ls, #.Lproduct_5 ; vclr cm3
  movxm le, #.Lproduct_6 ; vclr cm2
  nopa ; movx lc, #8 ; mov p4, p0 ; vclr cm1
  nopa ; nopb ; nops ; mov p3, p2 ; vclr cm0
  nopa ; nopb ; nops ; mov p5, p1 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 54: 32 cycles for 1 trip, in 1 stage
.Lproduct_5:
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
  vshuffle x2, x5, x11, r4
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
.Lproduct_6:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p4], m1 ; vconv.bf16.fp32 wl0, bml3 ; movxm ls, #.Lproduct_7 ; vclr cm3
  padda [p1], #32 ; vconv.bf16.fp32 wh0, bmh3 ; movxm le, #.Lproduct_8 ; vclr cm2
  padda [p2], #32 ; vconv.bf16.fp32 wl10, bml2 ; movx lc, #8 ; mov p4, p0 ; vclr cm1
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
// line 118: 32 cycles for 1 trip, in 1 stage
.Lproduct_7:
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
.Lproduct_8:
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
  vst wh1, [p3], m0 ; jnz r0, #.Lproduct_4
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
.globl kernel
.p2align 4
kernel:
  movx r0, #4 ; mov r11, lr
  movxm r8, #458752
  jl #pack
  movxm r9, #475136  // delay slot
  movxm r10, #491520  // delay slot
  nopa ; nops ; movx r1, #2 ; mov p0, r8 ; nopv  // delay slot
  nopa ; nops ; movxm m0, #128 ; nopv  // delay slot
  nopa ; nops ; movxm p1, #507904 ; nopv  // delay slot
  jl #product
  movxm p0, #507904  // delay slot
  mov p1, r9  // delay slot
  mov p2, r10  // delay slot
  nop  // delay slot
  nopa ; nops ; nopx  // delay slot
  mov lr, r11
  movxm r0, #1024
  ret lr
  movxm r1, #1024  // delay slot
  add r10, r10, r0  // delay slot
  movxm r0, #8192  // delay slot
  add r8, r8, r1  // delay slot
  add r9, r9, r0  // delay slot
