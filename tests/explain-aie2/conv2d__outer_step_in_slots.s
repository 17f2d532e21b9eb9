// task: conv2d
// config: C2
// cause: delay-slot
.text
// clears the planes
// copies r0 pixels at p0 into planes at p1, row by row
// packs 8 columns of weights at p0 into 8x4 tiles at p1
// 8 rows of 8 output channels: planes at p0, weights at p1, to p2
.globl clear
.p2align 4
clear:
  movxm ls, #.Lclear_1
  movxm le, #.Lclear_2
  movx lc, #50
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
.globl image
.p2align 4
image:
  mov r0, r0
  movxm ls, #.Limage_3
  movxm le, #.Limage_4
  nopa ; nopb ; nops ; add.nc lc, r0, #0 ; nopv
  nopa ; nopb ; nops ; mov m1, #16 ; nopv
  nopa ; nops ; movxm m0, #160 ; nopv
  nopa ; nops ; movxm dj0, #16 ; nopv
  nopa ; nops ; movxm dn0, #7 ; nopv
  nopa ; nops ; movxm m0, #48 ; nopv
  nopa ; nopb ; nops ; mov dc0, #0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 19: 11 cycles for 1 trip, in 1 stage
.Limage_3:
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
.Limage_4:
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
  movxm ls, #.Lweights_5
  movxm le, #.Lweights_6
  movx lc, #9 ; mov dc0, #0
  movx r0, #8 ; mov dc4, #0
  movx r1, #9
  movx r0, #6
  nopa ; nopb ; nops ; movx r1, #7
  nopa ; nops ; movxm m0, #16 ; nopv
  nopa ; nops ; movxm dj0, #32 ; nopv
  nopa ; nops ; movxm dn0, #0 ; nopv
  nopa ; nops ; movxm dj4, #288 ; nopv
  nopa ; nops ; movxm dn4, #2 ; nopv
  nopa ; nops ; movxm m0, #-736 ; nopv
// line 38: 19 cycles for 1 trip, in 1 stage
.Lweights_5:
  vlda wl0, [p0], #32
  vlda wh0, [p0], #32
  vlda wl1, [p0], #32
  vlda.3d wh1, [p0], d0
  nop
  nop
  nop
  nop
  nop
  nop
  vshuffle x10, x0, x1, r0
  vshuffle x0, x0, x1, r1
  vst wl10, [p1], #32
  vst wh10, [p1], #32
  vst wl0, [p1], #32
  vst wh0, [p1], #32
  nop
  nopa ; nops ; nopx
.Lweights_6:
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
  mova r2, #2 ; movx r7, #28 ; mov r0, p0
  movx r5, #14 ; mov r1, p2
  movx r3, #15
  movx r11, #16
  movx r6, #32
  movxm m1, #160
  movxm m0, #16
  movxm m0, #96
  movxm r12, #160
  movxm r3, #512
  movxm r4, #384
  movxm r8, #64
  nopa ; nopb ; movx r9, #64
.Lband_7:
  nopa ; nops ; movx r10, #2 ; nopm ; nopv
.Lband_8:
  movxm ls, #.Lband_9 ; vclr cm3
  movxm le, #.Lband_10 ; vclr cm2
  nopa ; movx lc, #3 ; mov r13, r0 ; vclr cm1
  nopa ; nops ; add r14, r13, r12 ; mov p0, p1 ; vclr cm0
  nopa ; nops ; add r15, r14, r12 ; mov p5, r13 ; nopv
  nopa ; nops ; add r16, r15, r12 ; mov p4, r14 ; nopv
  nopa ; nopb ; nops ; mov p3, r15 ; nopv
  nopa ; nopb ; nops ; mov p2, r16 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 83: 23 cycles for 1 trip, in 1 stage
.Lband_9:
  vlda wl10, [p5, #0] ; vldb wl0, [p0], #32
  vlda wh10, [p5, #32] ; vldb wh0, [p0], #32 ; padds [p5], m1
  vlda wl11, [p4, #0] ; vldb wl1, [p0], #32
  vlda wh11, [p4, #32] ; vldb wh1, [p0], #32 ; padds [p4], m1
  vlda wl10, [p3, #0]
  vlda wh10, [p3, #32] ; padds [p3], m1
  vlda wl11, [p2, #0]
  vlda wh11, [p2, #32] ; padds [p2], m1
  vmac.f bml3, bml3, x10, x0, r7
  nop
  vmac.f bmh3, bmh3, x10, x1, r7
  vmac.f bml2, bml2, x11, x0, r7
  vmac.f bmh2, bmh2, x11, x1, r7
  vmac.f bml1, bml1, x10, x0, r7
  vmac.f bmh1, bmh1, x10, x1, r7
  vmac.f bml0, bml0, x11, x0, r7
  vmac.f bmh0, bmh0, x11, x1, r7
  nop
  nop
  nop
  nop
  nopa ; nopb
.Lband_10:
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nops ; movxm ls, #.Lband_11 ; nopv
  nopa ; nops ; movxm le, #.Lband_12 ; nopv
  nopa ; nops ; movx lc, #3 ; mov p5, r13 ; nopv
  nopa ; nopb ; nops ; mov p4, r14 ; nopv
  nopa ; nopb ; nops ; mov p3, r15 ; nopv
  nopa ; nopb ; nops ; mov p2, r16 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 113: 32 cycles for 1 trip, in 1 stage
.Lband_11:
  vlda wl10, [p5, #0] ; vldb wl0, [p0], #32
  vlda wh10, [p5, #32] ; vldb wh0, [p0], #32
  vlda wl11, [p5, #64] ; vldb wl1, [p0], #32
  vlda wh11, [p5, #64] ; vldb wh1, [p0], #32 ; padds [p5], m1
  vlda wl10, [p4, #0]
  vlda wh10, [p4, #32]
  vlda wl2, [p4, #64]
  vlda wh2, [p4, #64] ; padds [p4], m1
  vlda wl10, [p3, #0]
  vlda wh10, [p3, #32]
  vlda wl2, [p3, #64] ; vshift x11, x10, x11, r11
  vlda wh2, [p3, #64] ; padds [p3], m1
  vlda wl10, [p2, #0] ; vmac.f bml3, bml3, x11, x0, r7
  vlda wh10, [p2, #32] ; vmac.f bmh3, bmh3, x11, x1, r7
  vlda wl2, [p2, #64] ; vshift x11, x10, x2, r11
  vlda wh2, [p2, #64] ; padds [p2], m1
  vmac.f bml2, bml2, x11, x0, r7
  vmac.f bmh2, bmh2, x11, x1, r7
  vshift x11, x10, x2, r11
  nop
  vmac.f bml1, bml1, x11, x0, r7
  vmac.f bmh1, bmh1, x11, x1, r7
  vshift x10, x10, x2, r11
  nop
  vmac.f bml0, bml0, x10, x0, r7
  vmac.f bmh0, bmh0, x10, x1, r7
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops
.Lband_12:
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nops ; movxm ls, #.Lband_13 ; nopv
  nopa ; nops ; movxm le, #.Lband_14 ; nopv
  nopa ; nops ; movx lc, #3 ; mov p5, r13 ; nopv
  nopa ; nopb ; nops ; mov p4, r14 ; nopv
  nopa ; nopb ; nops ; mov p3, r15 ; nopv
  nopa ; nopb ; nops ; mov p2, r16 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 155: 23 cycles for 1 trip, in 1 stage
.Lband_13:
  vlda wl10, [p5, #32] ; vldb wl0, [p0], #32
  vlda wh10, [p5, #64] ; vldb wh0, [p0], #32 ; padds [p5], m1
  vlda wl11, [p4, #32] ; vldb wl1, [p0], #32
  vlda wh11, [p4, #64] ; vldb wh1, [p0], #32 ; padds [p4], m1
  vlda wl10, [p3, #32]
  vlda wh10, [p3, #64] ; padds [p3], m1
  vlda wl11, [p2, #32]
  vlda wh11, [p2, #64] ; padds [p2], m1
  vmac.f bml3, bml3, x10, x0, r7
  nop
  vmac.f bmh3, bmh3, x10, x1, r7
  vmac.f bml2, bml2, x11, x0, r7
  vmac.f bmh2, bmh2, x11, x1, r7
  vmac.f bml1, bml1, x10, x0, r7
  vmac.f bmh1, bmh1, x10, x1, r7
  vmac.f bml0, bml0, x11, x0, r7
  vmac.f bmh0, bmh0, x11, x1, r7
  nop
  nop
  nop
  nop
  nopa ; nopb
.Lband_14:
  nopa ; nopb ; nops ; nopm ; nopv
  vconv.bf16.fp32 wl0, bml3 ; add r10, r10, #-1 ; mov p0, r1
  vconv.bf16.fp32 wh0, bmh3 ; add r0, r0, r9
  vconv.bf16.fp32 wl1, bml2 ; add r1, r1, r8
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
  vst wh1, [p0], m0 ; jnz r10, #.Lband_8
  vst wl0, [p0], #32  // delay slot
  vst wh0, [p0], m0  // delay slot
  add r0, r0, r3
  add r1, r1, r4
  nop  // delay slot
  add r2, r2, #-1
  jnz r2, #.Lband_7
  nop
  nop
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
  mov r17, lr  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopm ; nopv  // delay slot
  jl #image
  movxm p0, #458752  // delay slot
  movxm p1, #508080  // delay slot
  movxm r0, #64  // delay slot
  nop  // delay slot
  nopa ; nopb  // delay slot
  jl #weights
  movxm r19, #475136  // delay slot
  movxm r18, #491520  // delay slot
  mov p0, r19  // delay slot
  movxm p1, #459776  // delay slot
  nopa  // delay slot
  jl #band
  movxm r0, #0  // delay slot
  add r0, r0, r18  // delay slot
  movxm p0, #507904  // delay slot
  movxm p1, #459776  // delay slot
  mov p2, r0  // delay slot
  add r19, r19, #16 ; mov lr, r17
  ret lr
  add r18, r18, #16  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
