// task: linear
// config: C2
// cause: operand-repeated
.fifo PA0, in, size=4096, chan=0, depth=2, bank=A
.fifo PA1, in, size=4096, chan=1, depth=2, bank=B
.fifo PW0, in, size=2048, chan=0, depth=4, bank=C
.fifo PW1, in, size=2048, chan=1, depth=4, bank=D
.fifo PY, out, size=256, chan=0, depth=4, bank=D
.buffer PB, 256, bank=D
.transfer PW0, bias, tile=1x32, part=0:1,0:32, repeat=4
.transfer PA0, x, tile=8x256, part=0:8,0:256, layout=4x8
.transfer PA1, x, tile=8x256, part=8:16,0:256, layout=4x8
.transfer PW0, w, tile=256x4, part=0:256,0:124, step=256x8, layout=8x4
.transfer PW1, w, tile=256x4, part=0:256,4:128, step=256x8, layout=8x4
.transfer PY, y, tile=16x8, part=0:16,0:128, layout=4x4
.sequence in0, PW0*4, PA0*1, PW0*16
.sequence in1, PA1*1, PW1*16
.text
// 16 rows at p0, p1 times 4 * r1 strips, depth 8 * r0
.globl pairs_of_strip16_bias_joined
.p2align 4
pairs_of_strip16_bias_joined:
  movx r2, #6 ; mov r1, r1
  lshl r0, r0, r2 ; mov r6, r0
  movx r0, #32 ; mov r2, r0
  add r0, r2, r0 ; mov dj0, r2
  movx r3, #28 ; mov dj1, r0
  movx r4, #-1 ; mov r7, p0
  movx r5, #-2 ; mov r8, p1
  movx r2, #1 ; mov r9, p6
  nopa ; nops ; movx r0, #0 ; mov r1, r1 ; nopv
.Lpairs_of_strip16_bias_joined_1:
  acq #PW0.full, r4 ; add.nc p6, r9, #0
  add r9, r9, #16 ; add.nc p7, r9, #8
  movxm ls, #.Lpairs_of_strip16_bias_joined_2
  movxm le, #.Lpairs_of_strip16_bias_joined_3
  acq #PW1.full, r4 ; add.nc lc, r6, #0
  mov p0, r7
  mov p1, r8
  movxm p2, #PW0.buf0
  lda r16, [p6, #0] ; movxm p3, #PW1.buf0
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  nop
  nop
  nop
  nop
  vbcst.64 x1, r17:r16
  vconv.fp32.bf16 bmh2, wl1
  vbcst.64 x0, r17:r16
  vconv.fp32.bf16 bmh3, wl1
  vconv.fp32.bf16 bmh1, wl1
  vconv.fp32.bf16 bmh0, wl1
  vconv.fp32.bf16 bmh7, wl0
  vconv.fp32.bf16 bmh6, wl0
  nopa ; nopb ; nops ; vconv.fp32.bf16 bmh5, wl0 ; nopv
  nopa ; nopb ; nops ; vconv.fp32.bf16 bmh4, wl0 ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 58: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_bias_joined_2:
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
  vmac.f bmh3, bmh3, x2, x10, r3
  vmac.f bmh6, bmh6, x2, x0, r3
  vmac.f bmh0, bmh0, x3, x10, r3
  vmac.f bmh4, bmh4, x3, x0, r3
  vmac.f bmh2, bmh2, x4, x11, r3
  vmac.f bmh7, bmh7, x4, x1, r3
  vmac.f bmh1, bmh1, x2, x11, r3
  vmac.f bmh5, bmh5, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_bias_joined_3:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2 ; add.nc p6, r9, #0
  movxm p4, #PY.buf0
  add r9, r9, #16 ; add.nc p7, r9, #8
  movxm ls, #.Lpairs_of_strip16_bias_joined_4
  rel #PW1.empty, r2 ; add.nc lc, r6, #0
  movxm le, #.Lpairs_of_strip16_bias_joined_5
  mov p0, r7
  mov p1, r8
  rel #PY.full, r0
  movx r0, #2
  movxm p2, #PW0.buf1
  movxm p3, #PW1.buf1
  acq #PY.empty, r5
  nop
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
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
  lda r16, [p6, #0]
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  nop
  nop
  nop
  nop
  vbcst.64 x1, r17:r16
  vconv.fp32.bf16 bmh2, wl1
  vbcst.64 x0, r17:r16
  vconv.fp32.bf16 bmh3, wl1
  vconv.fp32.bf16 bmh1, wl1
  vconv.fp32.bf16 bmh0, wl1
  vconv.fp32.bf16 bmh7, wl0
  vconv.fp32.bf16 bmh6, wl0
  vconv.fp32.bf16 bmh5, wl0
  vconv.fp32.bf16 bmh4, wl0
  nopa ; nopb
// line 121: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_bias_joined_4:
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
  vmac.f bmh3, bmh3, x2, x10, r3
  vmac.f bmh6, bmh6, x2, x0, r3
  vmac.f bmh0, bmh0, x3, x10, r3
  vmac.f bmh4, bmh4, x3, x0, r3
  vmac.f bmh2, bmh2, x4, x11, r3
  vmac.f bmh7, bmh7, x4, x1, r3
  vmac.f bmh1, bmh1, x2, x11, r3
  vmac.f bmh5, bmh5, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_bias_joined_5:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2 ; add.nc p6, r9, #0
  movxm p4, #PY.buf1
  add r9, r9, #16 ; add.nc p7, r9, #8
  movxm ls, #.Lpairs_of_strip16_bias_joined_6
  rel #PW1.empty, r2 ; add.nc lc, r6, #0
  movxm le, #.Lpairs_of_strip16_bias_joined_7
  vst.conv.bf16.fp32 bmh2, [p4], #32 ; mov p0, r7
  vst.conv.bf16.fp32 bmh7, [p4], #32 ; mov p1, r8
  vst.conv.bf16.fp32 bmh3, [p4], #32 ; movxm p2, #PW0.buf2
  vst.conv.bf16.fp32 bmh6, [p4], #32 ; movxm p3, #PW1.buf2
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
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
  lda r16, [p6, #0]
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  nop
  nop
  nop
  nop
  vbcst.64 x1, r17:r16
  vconv.fp32.bf16 bmh2, wl1
  vbcst.64 x0, r17:r16
  vconv.fp32.bf16 bmh3, wl1
  vconv.fp32.bf16 bmh1, wl1
  vconv.fp32.bf16 bmh0, wl1
  vconv.fp32.bf16 bmh7, wl0
  vconv.fp32.bf16 bmh6, wl0
  vconv.fp32.bf16 bmh5, wl0
  vconv.fp32.bf16 bmh4, wl0
  nopa
// line 181: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_bias_joined_6:
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
  vmac.f bmh3, bmh3, x2, x10, r3
  vmac.f bmh6, bmh6, x2, x0, r3
  vmac.f bmh0, bmh0, x3, x10, r3
  vmac.f bmh4, bmh4, x3, x0, r3
  vmac.f bmh2, bmh2, x4, x11, r3
  vmac.f bmh7, bmh7, x4, x1, r3
  vmac.f bmh1, bmh1, x2, x11, r3
  vmac.f bmh5, bmh5, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_bias_joined_7:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2 ; add.nc p6, r9, #0
  movxm p4, #PY.buf2
  add r9, r9, #16 ; add.nc p7, r9, #8
  movxm ls, #.Lpairs_of_strip16_bias_joined_8
  rel #PW1.empty, r2 ; add.nc lc, r6, #0
  movxm le, #.Lpairs_of_strip16_bias_joined_9
  mov p0, r7
  mov p1, r8
  rel #PY.full, r0
  movx r0, #2
  movxm p2, #PW0.buf3
  movxm p3, #PW1.buf3
  acq #PY.empty, r5
  nop
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
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
  lda r16, [p6, #0]
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  nop
  nop
  nop
  nop
  vbcst.64 x1, r17:r16
  vconv.fp32.bf16 bmh2, wl1
  vbcst.64 x0, r17:r16
  vconv.fp32.bf16 bmh3, wl1
  vconv.fp32.bf16 bmh1, wl1
  vconv.fp32.bf16 bmh0, wl1
  vconv.fp32.bf16 bmh7, wl0
  vconv.fp32.bf16 bmh6, wl0
  vconv.fp32.bf16 bmh5, wl0
  vconv.fp32.bf16 bmh4, wl0
  nopa ; nopb
// line 244: 24 cycles for 1 trip, in 1 stage
.Lpairs_of_strip16_bias_joined_8:
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
  vmac.f bmh3, bmh3, x2, x10, r3
  vmac.f bmh6, bmh6, x2, x0, r3
  vmac.f bmh0, bmh0, x3, x10, r3
  vmac.f bmh4, bmh4, x3, x0, r3
  vmac.f bmh2, bmh2, x4, x11, r3
  vmac.f bmh7, bmh7, x4, x1, r3
  vmac.f bmh1, bmh1, x2, x11, r3
  vmac.f bmh5, bmh5, x2, x1, r3
  nop
  nop
  nop
  nop
  nopa
.Lpairs_of_strip16_bias_joined_9:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r2
  movxm p4, #PY.buf3
  add r1, r1, #-1
  nop
  rel #PW1.empty, r2
  nop
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32 ; jnz r1, #.Lpairs_of_strip16_bias_joined_1
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
  mova r0, #4 ; movxm r10, #PA0.buf0
  movxm r1, #PA0.buf1
  movxm r11, #PA1.buf0
  movxm r3, #PA1.buf1
  movx r2, #-1 ; mov r13, lr
  movx r12, #1
  add r14, r1, r10
  nopa ; add r15, r3, r11
  movxm r4, #PW0.buf0
  movxm r5, #PW0.buf1
  movxm r1, #PW0.buf2
  movxm r3, #PW0.buf3
  movxm p1, #PB
.Lkernel_10:
  nopa ; nops ; movxm ls, #.Lkernel_11 ; nopv
  nopa ; nops ; movxm le, #.Lkernel_12 ; nopv
  nopa ; nops ; movx lc, #2 ; mov p0, r4 ; nopv
  nopa ; nops ; acq #PW0.full, r2 ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 303: 11 cycles for 1 trip, in 1 stage
.Lkernel_11:
  vlda wl0, [p0], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vst wl0, [p1], #32
  nop
  nopa ; nops ; nopx
.Lkernel_12:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #PW0.empty, r12 ; mov r6, r4
  add r0, r0, #-1 ; mov r4, r5
  jnz r0, #.Lkernel_10
  mov r5, r1  // delay slot
  mov r1, r3  // delay slot
  mov r3, r6  // delay slot
  nop  // delay slot
  nop  // delay slot
  acq #PA0.full, r2 ; mov p0, r10
  movx r0, #32 ; mov p1, r11
  movxm p6, #PB
  movxm r1, #4
  acq #PA1.full, r2
  jl #pairs_of_strip16_bias_joined
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nopa ; nopb ; nops ; nopx  // delay slot
  rel #PA0.empty, r12 ; mov lr, r13
  sub r10, r14, r10
  sub r11, r15, r11
  nop
  rel #PA1.empty, r12
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
