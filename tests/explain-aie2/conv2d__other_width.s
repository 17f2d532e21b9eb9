// task: conv2d
// config: C1
// cause: shuffle-mode
.text
// copies r0 pixels at p0 into planes at p1, row by row
// packs 8 columns of weights at p0 into 8x4 tiles at p1
// 8 rows of 8 output channels: planes at p0, weights at p1, to p2
.globl image
.p2align 4
image:
  mov r0, r0
  movxm ls, #.Limage_1
  movxm le, #.Limage_2
  nopa ; nopb ; nops ; add.nc lc, r0, #0 ; nopv
  nopa ; nopb ; nops ; mov m1, #16 ; nopv
  nopa ; nops ; movxm m0, #128 ; nopv
  nopa ; nops ; movxm dj0, #16 ; nopv
  nopa ; nops ; movxm dn0, #7 ; nopv
  nopa ; nops ; movxm m0, #16 ; nopv
  nopa ; nopb ; nops ; mov dc0, #0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 10: 11 cycles for 1 trip, in 1 stage
.Limage_1:
  vldb.128 wl0, [p0], m1
  nop
  nop
  nop
  nop
  nop
  nop
  vst.2d.128 wl0, [p1], d0
  nop
  nopa ; nops ; nopx
.Limage_2:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl weights
.p2align 4
weights:
  vlda wl0, [p0], #32 ; movxm dj0, #32
  vlda wh0, [p0], #32 ; movxm dn0, #0
  vlda wl1, [p0], #32 ; movxm dj4, #32
  movxm dn4, #0
  movxm m0, #32
  movx r0, #6 ; mov dc0, #0
  movx r1, #7 ; mov dc4, #0
  vlda.3d wh1, [p0], d0 ; movx r2, #8
  movx r3, #9
  movxm m0, #16
  nop
  nop
  nop
  nop
  vshuffle x10, x0, x1, r0
  vshuffle x0, x0, x1, r3
  vst wl10, [p1], #32
  vst wh10, [p1], #32 ; ret lr
  vst wl0, [p1], #32  // delay slot
  vst wh0, [p1], #32  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl band
.p2align 4
band:
  mova r2, #2 ; movx r7, #28 ; mov r0, p0
  movx r5, #14 ; mov r1, p2
  movx r3, #15
  movx r4, #16
  movx r6, #32
  movxm m1, #128
  movxm m0, #16
  movxm m0, #96
  movxm r9, #128
  movxm r3, #384
  movxm r4, #384
  movxm r10, #64
  nopa ; nopb ; movx r11, #64
.Lband_3:
  nopa ; nops ; movx r8, #2 ; nopm ; nopv
.Lband_4:
  add r8, r8, #-1 ; mov p0, p1 ; vclr cm3
  vldb wl0, [p0], #32 ; add r0, r0, r11 ; mov r12, r0 ; vclr cm2
  vldb wh0, [p0], #32 ; add r12, r12, r9 ; mov p2, r12 ; vclr cm1
  vlda wl10, [p2, #0] ; vldb wl1, [p0], #32 ; add r12, r12, r9 ; mov p4, r12 ; vclr cm0
  vlda wh10, [p2, #32] ; vldb wh1, [p0], #32 ; padds [p2], m1 ; add r12, r12, r9 ; mov p3, r12
  vlda wl11, [p4, #0] ; mov p2, r12
  vlda wh11, [p4, #32] ; padds [p4], m1 ; add r1, r1, r10 ; mov p0, r1
  vlda wl10, [p3, #0]
  vlda wh10, [p3, #32] ; padds [p3], m1
  vlda wl11, [p2, #0]
  vlda wh11, [p2, #32] ; padds [p2], m1
  vmac.f bml3, bml3, x10, x0, r7
  vmac.f bmh3, bmh3, x10, x1, r7
  vmac.f bml2, bml2, x11, x0, r7
  vmac.f bmh2, bmh2, x11, x1, r7
  vmac.f bml1, bml1, x10, x0, r7
  vmac.f bmh1, bmh1, x10, x1, r7
  vconv.bf16.fp32 wl0, bml3 ; vmac.f bml0, bml0, x11, x0, r7
  vconv.bf16.fp32 wh0, bmh3 ; vmac.f bmh0, bmh0, x11, x1, r7
  vconv.bf16.fp32 wl1, bml2
  vconv.bf16.fp32 wh1, bmh2 ; vshift x10, x0, x0, r6
  vconv.bf16.fp32 wl10, bml1 ; vshuffle x0, x0, x10, r5
  vconv.bf16.fp32 wh10, bmh1 ; vshift x11, x1, x1, r6
  vst wl0, [p0], #32 ; vshuffle x0, x1, x11, r5
  vst wh0, [p0], m0 ; vshift x1, x10, x10, r6
  vconv.bf16.fp32 wl10, bml0 ; vshuffle x1, x10, x1, r5
  vconv.bf16.fp32 wh10, bmh0
  vst wl0, [p0], #32
  vst wh0, [p0], m0 ; vshift x0, x10, x10, r6
  vst wl1, [p0], #32 ; vshuffle x0, x10, x0, r5
  vst wh1, [p0], m0 ; jnz r8, #.Lband_4
  vst wl0, [p0], #32  // delay slot
  vst wh0, [p0], m0  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  add r2, r2, #-1
  jnz r2, #.Lband_3
  add r0, r0, r3  // delay slot
  add r1, r1, r4  // delay slot
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
  jl #image
  mov r13, lr  // delay slot
  movxm p0, #458752  // delay slot
  movxm p1, #507904  // delay slot
  movxm r0, #64  // delay slot
  nopa  // delay slot
  jl #weights
  movxm r15, #475136  // delay slot
  movxm r14, #491520  // delay slot
  mov p0, r15  // delay slot
  movxm p1, #459776  // delay slot
  nopa  // delay slot
  jl #band
  movxm r0, #0  // delay slot
  add r0, r0, r14  // delay slot
  movxm p0, #507904  // delay slot
  movxm p1, #459776  // delay slot
  mov p2, r0  // delay slot
  add r15, r15, #16 ; mov lr, r13
  ret lr
  add r14, r14, #16  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
