// task: gemv
// config: C2
// cause: buffer-order
.fifo X, in, x, tile=1x256, chan=1, depth=1, bank=C
.fifo A0, in, a, tile=8x256, part=0:120,0:256, step=16x256, layout=4x8, chan=0, depth=2, bank=A
.fifo A1, in, a, tile=8x256, part=8:128,0:256, step=16x256, layout=4x8, chan=1, depth=2, bank=B
.fifo Y, out, y, tile=1x16, chan=0, depth=2, bank=D
.text
.globl kernel
.p2align 4
kernel:
  mova r0, #8 ; movx r1, #-1
  acq #X.full, r1
  movxm r5, #A0.buf0
  movxm r11, #A0.buf1
  movxm r6, #A1.buf0
  movxm r13, #A1.buf1
  movxm r7, #Y.buf0
  movxm r14, #Y.buf1
  movx r4, #28
  movx r8, #18
  movx r9, #16
  movx r10, #17
  movx r3, #24
  movx r2, #1
  movxm dj0, #2048
  movxm dj1, #2080
  movxm dj2, #2112
  movxm dj3, #2144
  add r12, r11, r5
  add r13, r13, r6
  nopa ; nops ; add r11, r14, r7
.Lkernel_1:
  acq #A0.full, r1 ; mov p0, r5 ; vclr cm1
  movxm p2, #X.buf0 ; vclr cm0
  movx lc, #15 ; mov p1, r6
  movxm ls, #.Lkernel_2
  nopx
  movxm le, #.Lkernel_3
  nop
  nop
  vlda wl11, [p0, dj0] ; vldb wh1, [p2, #0]
  vlda wh11, [p0, dj1] ; vldb wl1, [p2], #32
  vlda wl1, [p0, dj2] ; vldb wl2, [p1, dj0]
  vlda wh1, [p0, dj3] ; vldb wh2, [p1, dj1]
  vlda wl4, [p0], #32 ; vldb wl10, [p1, dj2] ; nops
  vlda wh4, [p0], #32 ; vldb wh10, [p1, dj3] ; nops ; nopm ; nopv
  vlda wl11, [p0], #32 ; vldb wl4, [p1], #32 ; nops ; nopm ; nopv
  vlda wh11, [p0], #32 ; vldb wh4, [p1], #32 ; nops ; nopm ; nopv
  nopa ; vldb wl2, [p1], #32 ; nops ; vshuffle x0, x1, x1, r8 ; nopv
  nopa ; vldb wh2, [p1], #32 ; nops ; vshuffle x3, x0, x0, r9 ; nopv
// line 36: 10 cycles for 1 trip, in 2 stages
.Lkernel_2:
  vlda wl11, [p0, dj0] ; vldb wh1, [p2, #0] ; vshuffle x0, x0, x0, r10
  vlda wh11, [p0, dj1] ; vldb wl1, [p2], #32 ; vmac.f bmh1, bmh1, x11, x3, r4
  vlda wl1, [p0, dj2] ; vldb wl2, [p1, dj0] ; vmac.f bml1, bml1, x4, x3, r4
  vlda wh1, [p0, dj3] ; vldb wh2, [p1, dj1] ; vmac.f bmh0, bmh0, x2, x3, r4
  vlda wl4, [p0], #32 ; vldb wl10, [p1, dj2] ; vmac.f bml0, bml0, x4, x3, r4
  vlda wh4, [p0], #32 ; vldb wh10, [p1, dj3] ; vmac.f bmh1, bmh1, x1, x0, r4
  vlda wl11, [p0], #32 ; vldb wl4, [p1], #32 ; vmac.f bml1, bml1, x11, x0, r4
  vlda wh11, [p0], #32 ; vldb wh4, [p1], #32 ; vmac.f bmh0, bmh0, x10, x0, r4
  nopa ; vldb wl2, [p1], #32 ; nops ; vshuffle x0, x1, x1, r8 ; vmac.f bml0, bml0, x2, x0, r4
.Lkernel_3:
  nopa ; vldb wh2, [p1], #32 ; nops ; vshuffle x3, x0, x0, r9 ; nopv
  add r0, r0, #-1 ; vshuffle x0, x0, x0, r10
  sub r5, r12, r5 ; mov p0, r7 ; vmac.f bmh1, bmh1, x11, x3, r4
  sub r6, r13, r6 ; vmac.f bml1, bml1, x4, x3, r4
  rel #A0.empty, r2 ; vmac.f bmh0, bmh0, x2, x3, r4
  sub r7, r11, r7 ; vmac.f bml0, bml0, x4, x3, r4
  vmac.f bmh1, bmh1, x1, x0, r4
  vmac.f bml1, bml1, x11, x0, r4
  rel #A1.empty, r2 ; vmac.f bmh0, bmh0, x10, x0, r4
  vmac.f bml0, bml0, x2, x0, r4
  nop
  nop
  vconv.bf16.fp32 wh0, bmh1 ; acq #Y.empty, r1
  vconv.bf16.fp32 wl0, bml1
  vconv.bf16.fp32 wh10, bmh0
  vconv.bf16.fp32 wl10, bml0
  nop
  vshuffle x1, x0, x10, r3
  nop
  vst wl1, [p0, #0]
  nop
  nop
  nop
  rel #Y.full, r2
  jnz r0, #.Lkernel_1
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
