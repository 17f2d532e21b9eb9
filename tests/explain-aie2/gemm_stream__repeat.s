// task: gemm
// config: C5
// cause: lock-deadlock
.fifo PA0, in, size=16384, chan=0, depth=1, bank=A
.fifo PA1, in, size=16384, chan=1, depth=1, bank=B
.fifo PW0, in, size=4096, chan=0, depth=2, bank=C
.fifo PW1, in, size=4096, chan=1, depth=2, bank=D
.fifo PY, out, size=512, chan=0, depth=4, bank=D
.transfer PA0, x, tile=16x512, part=0:16,0:512, layout=4x8
.transfer PA1, x, tile=16x512, part=16:32,0:512, layout=4x8
.transfer PW0, w, tile=512x4, part=0:512,0:1020, step=512x8, layout=8x4, repeat=4
.transfer PW1, w, tile=512x4, part=0:512,4:1024, step=512x8, layout=8x4, repeat=3
.transfer PY, y, tile=32x8, part=0:32,0:1024, layout=4x4
.transfer PA0, x, tile=16x512, part=32:48,0:512, layout=4x8
.transfer PA1, x, tile=16x512, part=48:64,0:512, layout=4x8
.transfer PY, y, tile=32x8, part=32:64,0:1024, layout=4x4
.transfer PA0, x, tile=16x512, part=64:80,0:512, layout=4x8
.transfer PA1, x, tile=16x512, part=80:96,0:512, layout=4x8
.transfer PY, y, tile=32x8, part=64:96,0:1024, layout=4x4
.transfer PA0, x, tile=16x512, part=96:112,0:512, layout=4x8
.transfer PA1, x, tile=16x512, part=112:128,0:512, layout=4x8
.transfer PY, y, tile=32x8, part=96:128,0:1024, layout=4x4
.sequence in0, PA0*1, PW0*128
.sequence in1, PA1*1, PW1*128
.text
// 32 rows at p0, p1 times 2 * r1 strips, depth 8 * r0
.globl pairs_of_strip32_joined
.p2align 4
pairs_of_strip32_joined:
  movx r1, #6 ; mov r3, r1
  lshl r1, r0, r1 ; mov r8, r0
  movx r0, #32 ; mov r2, r1
  add r4, r2, r1 ; mov dj0, r2
  add r1, r4, r1 ; mov dj2, r4
  add r2, r2, r0 ; mov dj4, r1
  add r2, r4, r0 ; mov dj1, r2
  add r0, r1, r0 ; mov dj3, r2
  movxm r5, #PY.buf0
  movxm r12, #PY.buf2
  movxm r13, #PY.buf1
  movxm r14, #PY.buf3
  movx r6, #28 ; mov dj5, r0
  movx r7, #-1 ; mov r10, p0
  movx r9, #-2 ; mov r11, p1
  movx r4, #1 ; mov r0, p4
  movx r2, #0 ; mov r1, p5
  add r12, r5, r12 ; mov r3, r3
  nopa ; nopb ; add r5, r13, r14
.Lpairs_of_strip32_joined_1:
  movxm ls, #.Lpairs_of_strip32_joined_2 ; vclr cm7
  movxm le, #.Lpairs_of_strip32_joined_3 ; vclr cm6
  acq #PW0.full, r7 ; add.nc lc, r8, #0 ; vclr cm5
  mov p0, r10 ; vclr cm4
  mov p1, r11 ; vclr cm3
  movxm p2, #PW0.buf0 ; vclr cm2
  acq #PW1.full, r7 ; vclr cm1
  nopa ; nops ; movxm p3, #PW1.buf0 ; vclr cm0
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 77: 32 cycles for 1 trip, in 1 stage
.Lpairs_of_strip32_joined_2:
  vlda wl11, [p2, #0] ; vldb wl1, [p3, #0]
  vlda wh11, [p2, #32] ; vldb wh1, [p3, #32]
  vlda wl0, [p0, dj4] ; vldb wl2, [p1, dj4]
  vlda wh0, [p0, dj5] ; vldb wh2, [p1, dj5]
  vlda wl4, [p0, dj2] ; vldb wl5, [p1, dj2]
  vlda wh4, [p0, dj3] ; vldb wh5, [p1, dj3]
  vlda wl10, [p2], #32 ; vldb wl0, [p3], #32
  vlda wl6, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh6, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh10, [p2], #32 ; vldb wh0, [p3], #32 ; vmac.f bml4, bml4, x0, x11, r6
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vmac.f bmh4, bmh4, x0, x1, r6
  vmac.f bml0, bml0, x2, x11, r6
  vmac.f bmh0, bmh0, x2, x1, r6
  vmac.f bml5, bml5, x4, x11, r6
  vmac.f bmh5, bmh5, x4, x1, r6
  vmac.f bml1, bml1, x5, x11, r6
  vmac.f bmh1, bmh1, x5, x1, r6
  vmac.f bml6, bml6, x6, x10, r6
  vmac.f bmh6, bmh6, x6, x0, r6
  vmac.f bml2, bml2, x3, x10, r6
  vmac.f bmh2, bmh2, x3, x0, r6
  vmac.f bml7, bml7, x4, x10, r6
  vmac.f bmh7, bmh7, x4, x0, r6
  vmac.f bml3, bml3, x2, x10, r6
  vmac.f bmh3, bmh3, x2, x0, r6
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopm ; nopv
.Lpairs_of_strip32_joined_3:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r4 ; mov p4, r0
  movxm ls, #.Lpairs_of_strip32_joined_4
  movxm le, #.Lpairs_of_strip32_joined_5
  sub r0, r12, r0 ; add.nc lc, r8, #0
  rel #PW1.empty, r4 ; mov p0, r10
  mov p1, r11
  movxm p2, #PW0.buf1
  movxm p3, #PW1.buf1
  rel #PY.full, r2
  movx r2, #2
  nop
  vclr cm7
  acq #PY.empty, r9
  vclr cm6
  vst.conv.bf16.fp32 bml7, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32 ; vclr cm5
  vst.conv.bf16.fp32 bml6, [p4], #32
  vst.conv.bf16.fp32 bmh6, [p4], #32 ; vclr cm4
  vst.conv.bf16.fp32 bml5, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32 ; vclr cm3
  vst.conv.bf16.fp32 bml4, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32 ; vclr cm2
  vst.conv.bf16.fp32 bml3, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32 ; vclr cm1
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32 ; vclr cm0
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r7
  nop
  nop
  nop
  acq #PW1.full, r7
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopm ; nopv
// line 156: 32 cycles for 1 trip, in 1 stage
.Lpairs_of_strip32_joined_4:
  vlda wl11, [p2, #0] ; vldb wl1, [p3, #0]
  vlda wh11, [p2, #32] ; vldb wh1, [p3, #32]
  vlda wl0, [p0, dj4] ; vldb wl2, [p1, dj4]
  vlda wh0, [p0, dj5] ; vldb wh2, [p1, dj5]
  vlda wl4, [p0, dj2] ; vldb wl5, [p1, dj2]
  vlda wh4, [p0, dj3] ; vldb wh5, [p1, dj3]
  vlda wl10, [p2], #32 ; vldb wl0, [p3], #32
  vlda wl6, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh6, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh10, [p2], #32 ; vldb wh0, [p3], #32 ; vmac.f bml4, bml4, x0, x11, r6
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vmac.f bmh4, bmh4, x0, x1, r6
  vmac.f bml0, bml0, x2, x11, r6
  vmac.f bmh0, bmh0, x2, x1, r6
  vmac.f bml5, bml5, x4, x11, r6
  vmac.f bmh5, bmh5, x4, x1, r6
  vmac.f bml1, bml1, x5, x11, r6
  vmac.f bmh1, bmh1, x5, x1, r6
  vmac.f bml6, bml6, x6, x10, r6
  vmac.f bmh6, bmh6, x6, x0, r6
  vmac.f bml2, bml2, x3, x10, r6
  vmac.f bmh2, bmh2, x3, x0, r6
  vmac.f bml7, bml7, x4, x10, r6
  vmac.f bmh7, bmh7, x4, x0, r6
  vmac.f bml3, bml3, x2, x10, r6
  vmac.f bmh3, bmh3, x2, x0, r6
  nop
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopm ; nopv
.Lpairs_of_strip32_joined_5:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r4 ; mov p4, r1
  add r3, r3, #-1
  sub r1, r5, r1
  nop
  rel #PW1.empty, r4
  nop
  vst.conv.bf16.fp32 bml7, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bml6, [p4], #32
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bml5, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bml4, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
  vst.conv.bf16.fp32 bml3, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32 ; jnz r3, #.Lpairs_of_strip32_joined_1
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  rel #PY.full, r2 ; mov p4, r0
  ret lr ; mov p5, r1
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl kernel
.p2align 4
kernel:
  mova r16, #4 ; movx r18, #-1 ; mov r15, lr
  movx r17, #1
  movxm r19, #PY.buf0
  nopa ; nopb ; movxm r0, #PY.buf1
.Lkernel_6:
  acq #PA0.full, r18 ; mov p4, r19
  movxm p0, #PA0.buf0
  movxm p1, #PA1.buf0
  movx r0, #64 ; mov p5, r0
  acq #PA1.full, r18
  jl #pairs_of_strip32_joined
  movxm r1, #64  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopx ; nopm  // delay slot
  rel #PA0.empty, r17 ; mov r19, p4
  add r16, r16, #-1 ; mov r0, p5
  nop
  nop
  rel #PA1.empty, r17
  jnz r16, #.Lkernel_6
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  mov lr, r15
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
