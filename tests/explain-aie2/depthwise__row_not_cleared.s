// task: depthwise_conv
// config: C1
// cause: accumulator-not-cleared or unwritten-register
.text
// clears the copy
// copies r0 pixels at p0 to columns at p1, row by row
// pairs of taps of 16 channels, the filter at p0
// 8 rows of 16 channels to p0
.globl clear
.p2align 4
clear:
  movxm ls, #.Lclear_1
  movxm le, #.Lclear_2
  movx lc, #100
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
  nopa ; nopb ; nops ; vbcst.16 x0, r0 ; nopv
  nopa ; nops ; movxm p0, #507904 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 6: 4 cycles for 1 trip, in 1 stage
.Lclear_1:
  vst wl0, [p0], #32
  nop
  nopa ; nops ; nopx
.Lclear_2:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl copy
.p2align 4
copy:
  mov r0, r0
  movxm ls, #.Lcopy_3
  movxm le, #.Lcopy_4
  nopa ; nopb ; nops ; add.nc lc, r0, #0 ; nopv
  nopa ; nops ; movxm m1, #32 ; nopv
  nopa ; nops ; movxm dj0, #320 ; nopv
  nopa ; nops ; movxm dn0, #7 ; nopv
  nopa ; nops ; movxm m0, #-2208 ; nopv
  nopa ; nopb ; nops ; mov dc0, #0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 18: 11 cycles for 1 trip, in 1 stage
.Lcopy_3:
  vlda wl0, [p0], m1
  nop
  nop
  nop
  nop
  nop
  nop
  vst.2d wl0, [p1], d0
  nop
  nopa ; nops ; nopx
.Lcopy_4:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl taps
.p2align 4
taps:
  movxm ls, #.Ltaps_5
  movxm le, #.Ltaps_6
  movx lc, #3
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
  nopa ; nopb ; nops ; vbcst.16 x0, r0 ; nopv
  nopa ; nops ; movxm p1, #460800 ; nopv
  nopa ; nops ; movxm m0, #96 ; nopv
  nopa ; nops ; movxm m1, #-160 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 30: 18 cycles for 1 trip, in 1 stage
.Ltaps_5:
  vlda wl11, [p0], m0
  vlda wl1, [p0], m0
  vlda wl10, [p0], m1
  nop
  nop
  nop
  nop
  vst wl11, [p1], #32
  vst wl1, [p1], #32
  vst wl0, [p1], #32
  vst wl11, [p1], #32
  vst wl10, [p1], #32
  vst wl0, [p1], #32
  vst wl1, [p1], #32
  vst wl10, [p1], #32
  nop
  nopa ; nops ; nopx
.Ltaps_6:
  nopa ; nopb ; nops ; nopm ; nopv
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl band
.p2align 4
band:
  mova r0, #4 ; movx r7, #60 ; mov r1, p0
  movxm m2, #320
  movxm m4, #-2176
  movxm m3, #-1984
  movxm m0, #32
  movxm m1, #32
  movxm r3, #2560
  movxm r2, #-2496
  movxm r5, #256
  movxm r4, #256
  nopa ; nops ; movxm r6, #507904 ; nopv
.Lband_7:
  movxm ls, #.Lband_8 ; vclr cm0
  movxm le, #.Lband_9 ; vclr cm1
  movx lc, #3 ; mov p1, r6 ; vclr cm2
  movxm p2, #460800 ; vclr cm3
  mov p0, r1 ; vclr cm4
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; vclr cm6
  nopa ; nopb ; nops ; nopm ; vclr cm7
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 71: 47 cycles for 1 trip, in 1 stage
.Lband_8:
  vlda wh0, [p1, #32] ; vldb wl10, [p2], #32
  vlda wl0, [p1], m2 ; vldb wh10, [p2], #32
  vlda wh1, [p1, #32] ; vldb wl11, [p2], #32
  vlda wl1, [p1], m2 ; vldb wh11, [p2], #32
  vlda wh2, [p1, #32] ; vldb wl0, [p2], #32
  vlda wl2, [p1], m2 ; vldb wh0, [p2], #32
  vlda wh3, [p1, #32] ; vldb wl1, [p2], #32
  vlda wl3, [p1], m2 ; vldb wh1, [p2], #32
  vlda wh2, [p1, #32] ; vmac.f bml0, bml0, x0, x10, r7
  vlda wl2, [p1], m2
  vlda wh3, [p1, #32] ; vmac.f bmh0, bmh0, x0, x11, r7
  vlda wl3, [p1], m2 ; vmac.f bml1, bml1, x1, x10, r7
  vlda wh2, [p1, #32] ; vmac.f bmh1, bmh1, x1, x11, r7
  vlda wl2, [p1], m2 ; vmac.f bml2, bml2, x2, x10, r7
  vlda wh3, [p1, #32] ; vmac.f bmh2, bmh2, x2, x11, r7
  vlda wl3, [p1], m4 ; vmac.f bml3, bml3, x3, x10, r7
  vlda wh2, [p1, #32] ; vmac.f bmh3, bmh3, x3, x11, r7
  vlda wl2, [p1], m2 ; vmac.f bml4, bml4, x2, x10, r7
  vlda wh10, [p1, #32] ; vmac.f bmh4, bmh4, x2, x11, r7
  vlda wl10, [p1], m2 ; vmac.f bml5, bml5, x3, x10, r7
  vlda wh11, [p1, #32] ; vmac.f bmh5, bmh5, x3, x11, r7
  vlda wl11, [p1], m2 ; vmac.f bml6, bml6, x2, x10, r7
  vlda wh10, [p1, #32] ; vmac.f bmh6, bmh6, x2, x11, r7
  vlda wl10, [p1], m2 ; vmac.f bml7, bml7, x3, x10, r7
  vlda wh11, [p1, #32] ; vmac.f bmh7, bmh7, x3, x11, r7
  vlda wl11, [p1], m2 ; vmac.f bml0, bml0, x2, x0, r7
  vlda wh10, [p1, #32] ; vmac.f bmh0, bmh0, x2, x1, r7
  vlda wl10, [p1], m2 ; vmac.f bml1, bml1, x10, x0, r7
  vlda wh11, [p1, #32] ; vmac.f bmh1, bmh1, x10, x1, r7
  vlda wl11, [p1], m2 ; vmac.f bml2, bml2, x11, x0, r7
  vlda wh10, [p1, #32] ; vmac.f bmh2, bmh2, x11, x1, r7
  vlda wl10, [p1], m3 ; vmac.f bml3, bml3, x10, x0, r7
  vmac.f bmh3, bmh3, x10, x1, r7
  vmac.f bml4, bml4, x11, x0, r7
  vmac.f bmh4, bmh4, x11, x1, r7
  vmac.f bml5, bml5, x10, x0, r7
  vmac.f bmh5, bmh5, x10, x1, r7
  vmac.f bml6, bml6, x11, x0, r7
  vmac.f bmh6, bmh6, x11, x1, r7
  vmac.f bml7, bml7, x10, x0, r7
  vmac.f bmh7, bmh7, x10, x1, r7
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lband_9:
  nopa ; nopb ; nops ; nopm ; nopv
  vst.conv.bf16.fp32 bml0, [p0], m0 ; add r0, r0, #-1
  vst.conv.bf16.fp32 bml1, [p0], m0 ; add r6, r6, r3
  vst.conv.bf16.fp32 bml2, [p0], m0 ; add r1, r1, r5
  vst.conv.bf16.fp32 bml3, [p0], m0 ; add r6, r6, r2
  vst.conv.bf16.fp32 bml4, [p0], m0 ; add r1, r1, r4
  vst.conv.bf16.fp32 bml5, [p0], m0
  vst.conv.bf16.fp32 bml6, [p0], m0
  vst.conv.bf16.fp32 bml7, [p0], m1
  vst.conv.bf16.fp32 bmh0, [p0], m0
  vst.conv.bf16.fp32 bmh1, [p0], m0
  vst.conv.bf16.fp32 bmh2, [p0], m0
  vst.conv.bf16.fp32 bmh3, [p0], m0
  vst.conv.bf16.fp32 bmh4, [p0], m0
  vst.conv.bf16.fp32 bmh5, [p0], m0
  vst.conv.bf16.fp32 bmh6, [p0], m0
  vst.conv.bf16.fp32 bmh7, [p0], m0 ; jnz r0, #.Lband_7
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
  jl #clear
  mov r11, lr  // delay slot
  movxm r10, #458752  // delay slot
  movxm r8, #475136  // delay slot
  movxm r9, #491520  // delay slot
  nopa  // delay slot
  jl #taps
  mov p0, r8  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopm ; nopv  // delay slot
  movxm r0, #507904
  movxm r1, #352
  jl #copy
  add r0, r0, r1 ; mov r12, r10  // delay slot
  mov r13, r9  // delay slot
  mov p0, r12  // delay slot
  mov p1, r0  // delay slot
  nopa ; movxm r0, #64  // delay slot
  jl #band
  mov p0, r13  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopm ; nopv  // delay slot
  add r10, r10, #32 ; mov lr, r11
  movxm r0, #1792
  ret lr
  movxm r1, #2048  // delay slot
  add r12, r12, r0  // delay slot
  add r13, r13, r1  // delay slot
  add r8, r8, #32  // delay slot
  add r9, r9, #32  // delay slot
