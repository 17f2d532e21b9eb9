// task: gemv
// config: C1
// cause: shuffle-mode
.text
.globl kernel
.p2align 4
kernel:
  mova r0, #4 ; movx r2, #28
  movx r6, #18
  movx r7, #16
  movx r5, #17
  movx r1, #24
  movx r3, #8
  movx r4, #9
  movxm m1, #128
  movxm m2, #-1888
  movxm m0, #2048
.Lkernel_1:
  movxm ls, #.Lkernel_2 ; vclr cm1
  movxm le, #.Lkernel_3 ; vclr cm0
  nopa ; nopb ; movx lc, #4 ; mov p3, p0
  nopa ; nopb ; nops ; mov p4, p1 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 17: 35 cycles for 1 trip, in 1 stage
.Lkernel_2:
  vlda wl10, [p3], m1 ; vldb wh1, [p4, #0]
  vlda wh10, [p3], m1 ; vldb wl1, [p4], #32
  vlda wl2, [p3], m1
  vlda wh2, [p3], m1
  vlda wl11, [p3], m1
  vlda wh11, [p3], m1
  vlda wl10, [p3], m1
  vlda wh10, [p3], m1
  vlda wl2, [p3], m1 ; vshuffle x0, x1, x1, r6
  vlda wh2, [p3], m1 ; vshuffle x1, x0, x0, r7
  vlda wl11, [p3], m1 ; vshuffle x3, x10, x2, r3
  vlda wh11, [p3], m1 ; vshuffle x0, x0, x0, r5
  vlda wl3, [p3], m1 ; vshuffle x3, x10, x2, r3 ; vmac.f bml1, bml1, x3, x1, r2
  vlda wh3, [p3], m1
  vlda wl2, [p3], m1 ; vshuffle x4, x11, x10, r3
  vlda wh2, [p3], m2 ; vshuffle x10, x11, x10, r4
  vmac.f bmh1, bmh1, x4, x1, r2
  vmac.f bml1, bml1, x3, x0, r2
  vshuffle x4, x2, x11, r3
  vshuffle x11, x2, x11, r4
  vmac.f bml0, bml0, x4, x1, r2
  vmac.f bmh1, bmh1, x10, x0, r2
  vshuffle x10, x3, x2, r3
  vshuffle x1, x3, x2, r4
  vmac.f bmh0, bmh0, x10, x1, r2
  vmac.f bml0, bml0, x11, x0, r2
  nop
  nop
  vmac.f bmh0, bmh0, x1, x0, r2
  nop
  nop
  nop
  nop
  nop
.Lkernel_3:
  nopa ; nopb ; nops ; nopm ; nopv
  padda [p0], m0 ; vconv.bf16.fp32 wl0, bml1 ; add r0, r0, #-1
  vconv.bf16.fp32 wh0, bmh1
  vconv.bf16.fp32 wl10, bml0
  vconv.bf16.fp32 wh10, bmh0
  nop
  vshuffle x1, x0, x10, r1
  jnz r0, #.Lkernel_1
  vst wl1, [p2], #32  // delay slot
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
