// task: depthwise_conv
// config: C1
// cause: premature-read
.text
// clears the copy
// copies r0 pixels at p0 to columns at p1, row by row
// pairs of taps of 16 channels, the filter at p0
// 8 rows of 16 channels to p0
.globl kernel
.p2align 4
kernel:
  movxm ls, #.Lkernel_8
  movxm le, #.Lkernel_8
  movx lc, #100
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
  nopa ; nopb ; nops ; vbcst.16 x0, r0 ; nopv
  nopa ; nops ; movxm r1, #458752 ; nopv
  nopa ; nops ; movxm r2, #475136 ; nopv
  nopa ; nops ; movxm r3, #491520 ; nopv
  nopa ; nops ; movxm p0, #507904 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 6: 1 cycle for 1 trip, in 1 stage
.Lkernel_8:
  nopa ; nopb ; vst wl0, [p0], #32 ; nopm ; nopv
  movx lc, #2 ; mov p0, r2
  movxm m0, #96
  movxm ls, #.Lkernel_9
  vlda wl11, [p0], m0 ; nopb ; movxm le, #.Lkernel_10
  vlda wl1, [p0], m0 ; nops ; movxm m1, #-160 ; nopv
  vlda wl10, [p0], m1 ; nops ; movxm p1, #460800 ; nopv
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
  nopa ; nopb ; nops ; vbcst.16 x0, r0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; vst wl11, [p1], #32 ; nopm ; nopv
// line 30: 8 cycles for 1 trip, in 2 stages
.Lkernel_9:
  vlda wl11, [p0], m0 ; nopb ; vst wl1, [p1], #32 ; nopm ; nopv
  vlda wl1, [p0], m0 ; nopb ; vst wl0, [p1], #32 ; nopm ; nopv
  vlda wl10, [p0], m1 ; nopb ; vst wl11, [p1], #32 ; nopm ; nopv
  nopa ; nopb ; vst wl10, [p1], #32 ; nopm ; nopv
  nopa ; nopb ; vst wl0, [p1], #32 ; nopm ; nopv
  nopa ; nopb ; vst wl1, [p1], #32 ; nopm ; nopv
  nopa ; nopb ; vst wl10, [p1], #32 ; nopm ; nopv
.Lkernel_10:
  nopa ; nopb ; vst wl11, [p1], #32 ; nopm ; nopv
  vst wl1, [p1], #32 ; movxm r0, #64
  vst wl0, [p1], #32 ; mov r4, r1
  vst wl11, [p1], #32 ; mov r5, r0
  vst wl10, [p1], #32 ; mov p0, r4
  vst wl0, [p1], #32 ; movxm m1, #32
  vst wl1, [p1], #32 ; movxm ls, #.Lkernel_11
  vst wl10, [p1], #32 ; movxm le, #.Lkernel_11
  nopa ; nopb ; nops ; add.nc lc, r5, #-7 ; nopv
  movxm r5, #507904
  vlda wl0, [p0], m1 ; movxm r6, #352
  vlda wl0, [p0], m1 ; nops ; add r6, r5, r6 ; mov r5, r3 ; nopv
  vlda wl0, [p0], m1 ; nopb ; nops ; mov p1, r6 ; nopv
  vlda wl0, [p0], m1 ; nops ; movxm dj0, #320 ; nopv
  vlda wl0, [p0], m1 ; nops ; movxm dn0, #7 ; nopv
  vlda wl0, [p0], m1 ; nops ; movxm m0, #-2208 ; nopv
  vlda wl0, [p0], m1 ; nopb ; nops ; mov dc0, #0 ; nopv
// line 18: 1 cycle for 1 trip, in 8 stages
.Lkernel_11:
  vlda wl0, [p0], m1 ; nopb ; vst.2d wl0, [p1], d0 ; nopm ; nopv
  mova r6, #4 ; vst.2d wl0, [p1], d0 ; movx r7, #60 ; mov p0, r5
  vst.2d wl0, [p1], d0 ; movxm m3, #320
  vst.2d wl0, [p1], d0 ; movxm m5, #-2176
  vst.2d wl0, [p1], d0 ; movxm m4, #-1984
  vst.2d wl0, [p1], d0 ; movxm m1, #32
  vst.2d wl0, [p1], d0 ; movxm m2, #32
  vst.2d wl0, [p1], d0 ; movxm r9, #2560
  movxm r8, #-2496
  movxm r12, #256
  movxm r10, #256
  nopa ; nopb ; nops ; mov r11, p0 ; nopv
  movxm r13, #507904
.Lkernel_12:
  movxm p4, #460800 ; vclr cm6
  movx lc, #2 ; mov p3, r13 ; vclr cm7
  vlda wh3, [p3, #32] ; vldb wl10, [p4], #32 ; movxm ls, #.Lkernel_13 ; vclr cm5
  vlda wl3, [p3], m3 ; vldb wh10, [p4], #32 ; movxm le, #.Lkernel_14 ; vclr cm4
  vlda wh4, [p3, #32] ; vldb wl11, [p4], #32 ; mov p2, r11 ; vclr cm3
  vlda wl4, [p3], m3 ; vldb wh11, [p4], #32 ; vclr cm2
  vlda wh2, [p3, #32] ; vldb wl0, [p4], #32 ; vclr cm1
  vlda wl2, [p3], m3 ; vldb wh0, [p4], #32 ; vclr cm0
  vlda wh3, [p3, #32] ; vldb wl1, [p4], #32
  vlda wl3, [p3], m3 ; vldb wh1, [p4], #32 ; nops ; nopm ; nopv
  vlda wh2, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bml6, bml6, x3, x10, r7
  vlda wl2, [p3], m3 ; nopb ; nops ; nopm ; nopv
  vlda wh3, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh6, bmh6, x3, x11, r7
  vlda wl3, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml7, bml7, x4, x10, r7
  vlda wh2, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x11, r7
  vlda wl2, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml5, bml5, x2, x10, r7
  vlda wh3, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh5, bmh5, x2, x11, r7
  vlda wl3, [p3], m5 ; nopb ; nops ; nopm ; vmac.f bml4, bml4, x3, x10, r7
  vlda wh2, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh4, bmh4, x3, x11, r7
  vlda wl2, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml3, bml3, x2, x10, r7
  vlda wh10, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh3, bmh3, x2, x11, r7
  vlda wl10, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml2, bml2, x3, x10, r7
  vlda wh11, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh2, bmh2, x3, x11, r7
  vlda wl11, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml1, bml1, x2, x10, r7
  vlda wh10, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh1, bmh1, x2, x11, r7
  vlda wl10, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml0, bml0, x3, x10, r7
  vlda wh11, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x11, r7
  vlda wl11, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml6, bml6, x2, x0, r7
  vlda wh10, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh6, bmh6, x2, x1, r7
  vlda wl10, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml7, bml7, x10, x0, r7
  vlda wh11, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh7, bmh7, x10, x1, r7
  vlda wl11, [p3], m3 ; nopb ; nops ; nopm ; vmac.f bml5, bml5, x11, x0, r7
  vlda wh2, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh5, bmh5, x11, x1, r7
  vlda wl2, [p3], m4 ; nopb ; nops ; nopm ; vmac.f bml4, bml4, x10, x0, r7
// line 71: 32 cycles for 1 trip, in 2 stages
.Lkernel_13:
  vlda wh3, [p3, #32] ; vldb wl10, [p4], #32 ; vmac.f bmh4, bmh4, x10, x1, r7
  vlda wl3, [p3], m3 ; vldb wh10, [p4], #32 ; vmac.f bml3, bml3, x11, x0, r7
  vlda wh4, [p3, #32] ; vldb wl11, [p4], #32 ; vmac.f bmh3, bmh3, x11, x1, r7
  vlda wl4, [p3], m3 ; vldb wh11, [p4], #32 ; vmac.f bml2, bml2, x10, x0, r7
  vlda wh2, [p3, #32] ; vldb wl0, [p4], #32 ; vmac.f bmh2, bmh2, x10, x1, r7
  vlda wl2, [p3], m3 ; vldb wh0, [p4], #32 ; vmac.f bml1, bml1, x11, x0, r7
  vlda wh3, [p3, #32] ; vldb wl1, [p4], #32 ; vmac.f bmh1, bmh1, x11, x1, r7
  vlda wl3, [p3], m3 ; vldb wh1, [p4], #32 ; vmac.f bml0, bml0, x2, x0, r7
  vlda wh2, [p3, #32] ; vmac.f bml6, bml6, x3, x10, r7
  vlda wl2, [p3], m3 ; vmac.f bmh0, bmh0, x2, x1, r7
  vlda wh3, [p3, #32] ; vmac.f bmh6, bmh6, x3, x11, r7
  vlda wl3, [p3], m3 ; vmac.f bml7, bml7, x4, x10, r7
  vlda wh2, [p3, #32] ; vmac.f bmh7, bmh7, x4, x11, r7
  vlda wl2, [p3], m3 ; vmac.f bml5, bml5, x2, x10, r7
  vlda wh3, [p3, #32] ; vmac.f bmh5, bmh5, x2, x11, r7
  vlda wl3, [p3], m5 ; vmac.f bml4, bml4, x3, x10, r7
  vlda wh2, [p3, #32] ; vmac.f bmh4, bmh4, x3, x11, r7
  vlda wl2, [p3], m3 ; vmac.f bml3, bml3, x2, x10, r7
  vlda wh10, [p3, #32] ; vmac.f bmh3, bmh3, x2, x11, r7
  vlda wl10, [p3], m3 ; vmac.f bml2, bml2, x3, x10, r7
  vlda wh11, [p3, #32] ; vmac.f bmh2, bmh2, x3, x11, r7
  vlda wl11, [p3], m3 ; vmac.f bml1, bml1, x2, x10, r7
  vlda wh10, [p3, #32] ; vmac.f bmh1, bmh1, x2, x11, r7
  vlda wl10, [p3], m3 ; vmac.f bml0, bml0, x3, x10, r7
  vlda wh11, [p3, #32] ; vmac.f bmh0, bmh0, x3, x11, r7
  vlda wl11, [p3], m3 ; vmac.f bml6, bml6, x2, x0, r7
  vlda wh10, [p3, #32] ; vmac.f bmh6, bmh6, x2, x1, r7
  vlda wl10, [p3], m3 ; vmac.f bml7, bml7, x10, x0, r7
  vlda wh11, [p3, #32] ; vmac.f bmh7, bmh7, x10, x1, r7
  vlda wl11, [p3], m3 ; vmac.f bml5, bml5, x11, x0, r7
  vlda wh2, [p3, #32] ; nopb ; nops ; nopm ; vmac.f bmh5, bmh5, x11, x1, r7
.Lkernel_14:
  vlda wl2, [p3], m4 ; nopb ; nops ; nopm ; vmac.f bml4, bml4, x10, x0, r7
  vst.conv.bf16.fp32 bml6, [p2], m1 ; add r6, r6, #-1 ; vmac.f bmh4, bmh4, x10, x1, r7
  vst.conv.bf16.fp32 bml7, [p2], m1 ; add r13, r13, r9 ; vmac.f bml3, bml3, x11, x0, r7
  add r11, r11, r12 ; vmac.f bmh3, bmh3, x11, x1, r7
  vst.conv.bf16.fp32 bml5, [p2], m1 ; add r13, r13, r8 ; vmac.f bml2, bml2, x10, x0, r7
  add r11, r11, r10 ; vmac.f bmh2, bmh2, x10, x1, r7
  vst.conv.bf16.fp32 bml4, [p2], m1 ; vmac.f bml1, bml1, x11, x0, r7
  vmac.f bmh1, bmh1, x11, x1, r7
  vst.conv.bf16.fp32 bml3, [p2], m1 ; vmac.f bml0, bml0, x2, x0, r7
  nop
  vst.conv.bf16.fp32 bml2, [p2], m1 ; vmac.f bmh0, bmh0, x2, x1, r7
  vst.conv.bf16.fp32 bml1, [p2], m1
  nop
  nop
  vst.conv.bf16.fp32 bml0, [p2], m2
  vst.conv.bf16.fp32 bmh6, [p2], m1
  vst.conv.bf16.fp32 bmh7, [p2], m1
  vst.conv.bf16.fp32 bmh5, [p2], m1
  vst.conv.bf16.fp32 bmh4, [p2], m1
  vst.conv.bf16.fp32 bmh3, [p2], m1
  vst.conv.bf16.fp32 bmh2, [p2], m1
  vst.conv.bf16.fp32 bmh1, [p2], m1
  vst.conv.bf16.fp32 bmh0, [p2], m1 ; jnz r6, #.Lkernel_12
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  movxm r7, #1792
  movxm r6, #2048
  ret lr
  add r4, r4, r7  // delay slot
  add r5, r5, r6  // delay slot
  add r1, r1, #32  // delay slot
  add r2, r2, #32  // delay slot
  add r3, r3, #32  // delay slot
