// task: gemm
// config: C2
// cause: buffer-order
.fifo PA0, in, size=4096, chan=0, depth=2, bank=A
.fifo PA1, in, size=4096, chan=1, depth=2, bank=B
.fifo PW0, in, size=2048, chan=0, depth=4, bank=C
.fifo PW1, in, size=2048, chan=1, depth=4, bank=D
.fifo PY, out, size=256, chan=0, depth=4, bank=D
.transfer PA0, x, tile=8x256, part=0:8,0:256, layout=4x8
.transfer PA1, x, tile=8x256, part=8:16,0:256, layout=4x8
.transfer PW0, w, tile=256x4, part=0:256,0:124, step=256x8, layout=8x4
.transfer PW1, w, tile=256x4, part=0:256,4:128, step=256x8, layout=8x4
.transfer PY, y, tile=16x8, part=0:16,0:128, layout=4x4
.sequence in0, PA0*1, PW0*16
.sequence in1, PA1*1, PW1*16
.text
// 16 rows at p0, p1 times 4 * r1 strips, depth 8 * r0
.globl pairs_of_strip16_joined
.p2align 4
pairs_of_strip16_joined:
  movx r2, #6 ; mov r1, r1
  lshl r0, r0, r2 ; mov r6, r0
  movx r0, #32 ; mov r2, r0
  add r0, r2, r0 ; mov dj0, r2
  movx r3, #28 ; mov dj1, r0
  movx r4, #-1 ; mov r7, p0
  movx r5, #-2 ; mov r8, p1
  movx r2, #1 ; mov r1, r1
  nopa ; nops ; movx r0, #0 ; nopm ; nopv
.Lpairs_of_strip16_joined_1:
  nopa ; nops ; movxm ls, #.Lpairs_of_strip16_joined_2 ; vclr cm3
  nopa ; nops ; movxm le, #.Lpairs_of_strip16_joined_3 ; vclr cm2
  nopa ; nops ; acq #PW0.full, r4 ; add.nc lc, r6, #0 ; vclr cm1
  nopa ; nopb ; nops ; mov p0, r7 ; vclr cm0
  nopa ; nopb ; nops ; mov p1, r8 ; nopv
  nopa ; nops ; movxm p2, #PW0.buf0 ; nopv
  nopa ; nops ; acq #PW1.full, r4 ; nopm ; nopv
  nopa ; nops ; movxm p3, #PW1.buf0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nops ; rel #PW1.empty, r2 ; nopm ; nopv
// line 42: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_joined_2:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl2, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh2, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  nop
  nop
  vmac.f bml2, bml2, x2, x10, r3
  vmac.f bmh2, bmh2, x2, x0, r3
  vmac.f bml0, bml0, x3, x10, r3
  vmac.f bmh0, bmh0, x3, x0, r3
  vmac.f bml3, bml3, x4, x11, r3
  vmac.f bmh3, bmh3, x4, x1, r3
  vmac.f bml1, bml1, x2, x11, r3
  vmac.f bmh1, bmh1, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_joined_3:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2 ; add.nc lc, r6, #0
  movxm p4, #PY.buf0
  movxm ls, #.Lpairs_of_strip16_joined_4
  movxm le, #.Lpairs_of_strip16_joined_5
  nopx ; mov p0, r7
  mov p1, r8
  movxm p2, #PW0.buf1
  movxm p3, #PW1.buf1
  rel #PY.full, r0
  movx r0, #2
  nop
  vclr cm3
  acq #PY.empty, r5
  vclr cm2
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
  acq #PW0.full, r4
  nop
  nop
  nop
  acq #PW1.full, r4
  nop
  nop
  nop
  nop
// line 92: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_joined_4:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl2, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh2, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  nop
  nop
  vmac.f bml2, bml2, x2, x10, r3
  vmac.f bmh2, bmh2, x2, x0, r3
  vmac.f bml0, bml0, x3, x10, r3
  vmac.f bmh0, bmh0, x3, x0, r3
  vmac.f bml3, bml3, x4, x11, r3
  vmac.f bmh3, bmh3, x4, x1, r3
  vmac.f bml1, bml1, x2, x11, r3
  vmac.f bmh1, bmh1, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_joined_5:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2 ; add.nc lc, r6, #0
  movxm p4, #PY.buf1
  movxm ls, #.Lpairs_of_strip16_joined_6
  movxm le, #.Lpairs_of_strip16_joined_7 ; vclr cm3
  rel #PW1.empty, r2 ; mov p0, r7
  mov p1, r8 ; vclr cm2
  vst.conv.bf16.fp32 bml3, [p4], #32 ; movxm p2, #PW0.buf2
  vst.conv.bf16.fp32 bmh3, [p4], #32 ; movxm p3, #PW1.buf2 ; vclr cm1
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
  acq #PW0.full, r4
  nop
  nop
  nop
  acq #PW1.full, r4
  nop
  nop
  nopa
  nopa ; nopb ; nops ; nopm ; nopv
// line 139: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_joined_6:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl2, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh2, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  nop
  nop
  vmac.f bml2, bml2, x2, x10, r3
  vmac.f bmh2, bmh2, x2, x0, r3
  vmac.f bml0, bml0, x3, x10, r3
  vmac.f bmh0, bmh0, x3, x0, r3
  vmac.f bml3, bml3, x4, x11, r3
  vmac.f bmh3, bmh3, x4, x1, r3
  vmac.f bml1, bml1, x2, x11, r3
  vmac.f bmh1, bmh1, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_joined_7:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2 ; add.nc lc, r6, #0
  movxm p4, #PY.buf2
  movxm ls, #.Lpairs_of_strip16_joined_8
  movxm le, #.Lpairs_of_strip16_joined_9
  rel #PW1.empty, r2 ; mov p0, r7
  mov p1, r8
  movxm p2, #PW0.buf3
  movxm p3, #PW1.buf3
  rel #PY.full, r0
  movx r0, #2
  nop
  vclr cm3
  acq #PY.empty, r5
  vclr cm2
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
  acq #PW0.full, r4
  nop
  nop
  nop
  acq #PW1.full, r4
  nop
  nop
  nop
  nop
// line 189: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_joined_8:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl2, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh2, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  nop
  nop
  vmac.f bml2, bml2, x2, x10, r3
  vmac.f bmh2, bmh2, x2, x0, r3
  vmac.f bml0, bml0, x3, x10, r3
  vmac.f bmh0, bmh0, x3, x0, r3
  vmac.f bml3, bml3, x4, x11, r3
  vmac.f bmh3, bmh3, x4, x1, r3
  vmac.f bml1, bml1, x2, x11, r3
  vmac.f bmh1, bmh1, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_joined_9:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2
  movxm p4, #PY.buf3
  add r1, r1, #-1
  nop
  rel #PW1.empty, r2
  nop
  vst.conv.bf16.fp32 bml3, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32 ; jnz r1, #.Lpairs_of_strip16_joined_1
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  rel #PY.full, r0
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.globl kernel
.p2align 4
kernel:
  movx r1, #-1 ; mov r10, lr
  acq #PA0.full, r1
  movxm r9, #PA0.buf0
  movxm r0, #PA0.buf1
  movxm r11, #PA1.buf0
  acq #PA1.full, r1 ; mov p0, r9
  movxm r1, #PA1.buf1
  jl #pairs_of_strip16_joined
  movx r12, #1 ; mov p1, r11  // delay slot
  add r13, r0, r9  // delay slot
  add r14, r1, r11  // delay slot
  movx r0, #32  // delay slot
  nopa ; movxm r1, #4  // delay slot
  rel #PA0.empty, r12 ; mov lr, r10
  sub r9, r13, r9
  sub r11, r14, r11
  nop
  rel #PA1.empty, r12
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
