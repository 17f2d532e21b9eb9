// task: linear
// config: C1
// cause: missing-term
.text
// packs 4 * r1 rows of 16 * r0 at p0, m0 apart, into 4x8 tiles at p1
.globl pack
.p2align 4
pack:
  movx r2, #32 ; mov r4, m0
  add r1, r4, r4 ; mov r5, r1
  sub r2, r2, r1 ; mov r3, r0
  sub r2, r2, r4 ; mov r0, r5
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
.Lpack_3:
  nopa ; nopb ; vst wh0, [p1], #32 ; nopm ; nopv
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
// 8 x 64 tiles at p0 times 64 x 64 rows at p1, to p2
.globl product
.p2align 4
product:
  mova r0, #4 ; movx r3, #28
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
  vlda wl0, [p3, #0] ; movx lc, #5 ; mov p6, p1
  vlda wh0, [p3], #32 ; mov p5, p0
  movxm ls, #.Lproduct_5
  movxm le, #.Lproduct_6
  mov p4, p2
  nop
  nop
  nop
  nop
  nop
  nop
  nop
  nop
  nop
  vldb wl10, [p6], m2 ; vextbcst.64 x1, x0, #3
  vldb wh10, [p6], m2 ; vconv.fp32.bf16 bmh0, wl1
  vldb wl4, [p6], m2 ; vextbcst.64 x10, x0, #2
  vldb wh4, [p6], m2 ; vclr bmh1
  vldb wl5, [p6], m2 ; vconv.fp32.bf16 bml0, wl10
  vldb wh5, [p6], m2 ; vextbcst.64 x1, x0, #0
  vldb wl8, [p6], m2 ; vclr bml1
  vldb wh8, [p6], m2 ; vconv.fp32.bf16 bml3, wl1
  vldb wl10, [p6], m2 ; vextbcst.64 x11, x0, #1
  vlda wh0, [p5, dj1] ; vldb wh10, [p6], m2 ; vclr bml2
  vlda wl0, [p5, dj0] ; vldb wl4, [p6], m2 ; vclr bmh2
  vlda wl1, [p5], #32 ; vldb wh4, [p6], m2 ; vconv.fp32.bf16 bmh3, wl11
  vlda wh1, [p5], #32 ; vldb wl5, [p6], m2 ; vshuffle x11, x10, x4, r6
  vldb wh5, [p6], m2 ; vshuffle x7, x10, x4, r7
  vldb wl8, [p6], m2 ; vshuffle x6, x5, x8, r6
  vldb wh8, [p6], m2 ; vshuffle x9, x5, x8, r7
  nopa ; vldb wl10, [p6], m2 ; nops ; nopx ; vshuffle x2, x7, x9, r5
  vlda wh0, [p5, dj1] ; vldb wh10, [p6], m2 ; vshuffle x7, x7, x9, r4
  vlda wl0, [p5, dj0] ; vldb wl4, [p6], m2 ; vshuffle x2, x11, x6, r4 ; vmac.f bmh0, bmh0, x0, x2, r3
  vlda wl1, [p5], #32 ; vldb wh4, [p6], m2 ; vshuffle x3, x11, x6, r5 ; vmac.f bmh1, bmh1, x1, x2, r3
  vlda wh1, [p5], #32 ; vldb wl5, [p6], m2 ; vshuffle x11, x10, x4, r6 ; vmac.f bml0, bml0, x0, x7, r3
  vldb wh5, [p6], m2 ; vshuffle x7, x10, x4, r7 ; vmac.f bml1, bml1, x1, x7, r3
  vldb wl8, [p6], m2 ; vshuffle x6, x5, x8, r6 ; vmac.f bml3, bml3, x0, x2, r3
  vldb wh8, [p6], m2 ; vshuffle x9, x5, x8, r7 ; vmac.f bmh3, bmh3, x0, x3, r3
.Lproduct_5:
  vldb wl10, [p6], m2 ; vshuffle x2, x7, x9, r5 ; vmac.f bml2, bml2, x1, x2, r3
  vlda wh0, [p5, dj1] ; vldb wh10, [p6], m2 ; vshuffle x7, x7, x9, r4 ; vmac.f bmh2, bmh2, x1, x3, r3
  vlda wl0, [p5, dj0] ; vldb wl4, [p6], m2 ; vshuffle x2, x11, x6, r4 ; vmac.f bmh0, bmh0, x0, x2, r3
  vlda wl1, [p5], #32 ; vldb wh4, [p6], m2 ; vshuffle x3, x11, x6, r5 ; vmac.f bmh1, bmh1, x1, x2, r3
  vlda wh1, [p5], #32 ; vldb wl5, [p6], m2 ; vshuffle x11, x10, x4, r6 ; vmac.f bml0, bml0, x0, x7, r3
  vldb wh5, [p6], m2 ; vshuffle x7, x10, x4, r7 ; vmac.f bml1, bml1, x1, x7, r3
  nopa ; vldb wl8, [p6], m2 ; vshuffle x6, x5, x8, r6 ; vmac.f bml3, bml3, x0, x2, r3
.Lproduct_6:
  nopa ; vldb wh8, [p6], m2 ; nops ; vshuffle x9, x5, x8, r7 ; vmac.f bmh3, bmh3, x0, x3, r3
  padda [p1], #32 ; add r0, r0, #-1 ; vshuffle x2, x7, x9, r5 ; vmac.f bml2, bml2, x1, x2, r3
  vlda wh0, [p5, dj1] ; vshuffle x7, x7, x9, r4 ; vmac.f bmh2, bmh2, x1, x3, r3
  vlda wl0, [p5, dj0] ; vshuffle x2, x11, x6, r4 ; vmac.f bmh0, bmh0, x0, x2, r3
  vlda wl1, [p5], #32 ; vshuffle x3, x11, x6, r5 ; vmac.f bmh1, bmh1, x1, x2, r3
  vlda wh1, [p5], #32 ; vshuffle x11, x10, x4, r6 ; vmac.f bml0, bml0, x0, x7, r3
  padda [p5], m1 ; vshuffle x7, x10, x4, r7 ; vmac.f bml1, bml1, x1, x7, r3
  padda [p2], #32 ; vshuffle x6, x5, x8, r6 ; vmac.f bml3, bml3, x0, x2, r3
  vshuffle x9, x5, x8, r7 ; vmac.f bmh3, bmh3, x0, x3, r3
  vshuffle x2, x7, x9, r5 ; vmac.f bml2, bml2, x1, x2, r3
  vshuffle x7, x7, x9, r4 ; vmac.f bmh2, bmh2, x1, x3, r3
  vshuffle x2, x11, x6, r4 ; vmac.f bmh0, bmh0, x0, x2, r3
  vshuffle x3, x11, x6, r5 ; vmac.f bmh1, bmh1, x1, x2, r3
  vmac.f bml0, bml0, x0, x7, r3
  vmac.f bml1, bml1, x1, x7, r3
  vmac.f bml3, bml3, x0, x2, r3
  vmac.f bmh3, bmh3, x0, x3, r3
  vconv.bf16.fp32 wh1, bmh0 ; vmac.f bml2, bml2, x1, x2, r3
  vconv.bf16.fp32 wh0, bmh1 ; vmac.f bmh2, bmh2, x1, x3, r3
  vconv.bf16.fp32 wl1, bml0
  vconv.bf16.fp32 wl0, bml1
  vconv.bf16.fp32 wl2, bml3
  vconv.bf16.fp32 wh2, bmh3
  vconv.bf16.fp32 wl11, bml2
  vconv.bf16.fp32 wh11, bmh2 ; vshuffle x10, x2, x1, r1
  vshuffle x1, x2, x1, r2
  vshuffle x2, x11, x0, r1
  vshuffle x3, x11, x0, r2
  vshuffle x0, x2, x3, r1
  vshuffle x2, x2, x3, r2
  vst wl0, [p4], m0 ; vshuffle x11, x10, x1, r1
  vst wh0, [p4], m0 ; vshuffle x0, x10, x1, r2
  vst wl2, [p4], m0
  vst wh2, [p4], m0
  vst wl11, [p4], m0
  vst wh11, [p4], m0 ; jnz r0, #.Lproduct_4
  vst wl0, [p4], m0  // delay slot
  vst wh0, [p4], m0  // delay slot
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
  movxm r9, #458752
  jl #pack
  movxm r8, #475136  // delay slot
  movxm r10, #491520  // delay slot
  nopa ; nops ; movx r1, #2 ; mov p0, r9 ; nopv  // delay slot
  nopa ; nops ; movxm m0, #128 ; nopv  // delay slot
  nopa ; nops ; movxm p1, #507904 ; nopv  // delay slot
  jl #product
  movxm p0, #507904  // delay slot
  mov p1, r8  // delay slot
  mov p2, r10  // delay slot
  movxm p3, #459776  // delay slot
  nopa ; nopb  // delay slot
  mov lr, r11
  movxm r11, #1024
  ret lr
  add r9, r9, r11  // delay slot
  movxm r11, #1024  // delay slot
  add r10, r10, r11  // delay slot
  movxm r11, #8192  // delay slot
  add r8, r8, r11  // delay slot
