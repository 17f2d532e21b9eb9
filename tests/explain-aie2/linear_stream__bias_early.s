// task: linear
// config: C2
// cause: premature-read
.fifo PA0, in, size=4096, chan=0, depth=2, bank=A
.fifo PA1, in, size=4096, chan=1, depth=2, bank=B
.fifo PW0, in, size=2048, chan=0, depth=4, bank=C
.fifo PW1, in, size=2048, chan=1, depth=4, bank=D
.fifo PY, out, size=256, chan=0, depth=4, bank=D
.buffer PB, 256, bank=D
.transfer PW0, bias, tile=1x32, part=0:1,0:128, repeat=1
.transfer PA0, x, tile=8x256, part=0:8,0:256, layout=4x8
.transfer PA1, x, tile=8x256, part=8:16,0:256, layout=4x8
.transfer PW0, w, tile=256x4, part=0:256,0:124, step=256x8, layout=8x4
.transfer PW1, w, tile=256x4, part=0:256,4:128, step=256x8, layout=8x4
.transfer PY, y, tile=16x8, part=0:16,0:128, layout=4x4
.sequence in0, PW0*4, PA0*1, PW0*16
.sequence in1, PA1*1, PW1*16
.text
// 16 rows at p0, p1 times 4 * r1 strips, depth 8 * r0
.globl kernel
.p2align 4
kernel:
  mova r0, #3 ; movx r1, #-1
  acq #PW0.full, r1
  movxm r7, #PW0.buf0
  movx r2, #1 ; mov p0, r7
  movxm r3, #PA0.buf0
  movxm r5, #PA0.buf1
  movxm r4, #PA1.buf0
  movxm r6, #PA1.buf1
  add r5, r5, r3
  nopa ; nops ; add r6, r6, r4 ; nopm ; nopv
  vlda wl0, [p0], #32 ; movxm r8, #PW0.buf1
  movxm r9, #PW0.buf2
  movxm r10, #PW0.buf3
  movxm p1, #PB
// line 303: 4 cycles for 1 trip, in 2 stages
.Lkernel_11:
  vlda wl0, [p0], #32
  nop
  nop
  vst wl0, [p1], #32
  jz r0, #.Lkernel_10
  add r0, r0, #-1 ; mov r11, r7  // delay slot
  mov r7, r8  // delay slot
  vst wl0, [p1], #32 ; mov r8, r9  // delay slot
  mov r9, r10  // delay slot
  mov r10, r11  // delay slot
  mov p0, r7
  rel #PW0.empty, r2
  nop
  nop
  nop
  acq #PW0.full, r1
  nop
  j #.Lkernel_11
  nop  // delay slot
  vlda wl0, [p0], #32  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
.p2align 4
.Lkernel_10:
  movx r12, #-1 ; mov p0, r3
  rel #PW0.empty, r2 ; mov p1, r4
  movx r0, #32 ; mov r15, p0
  movx r7, #6 ; mov r18, p1
  movxm p6, #PB
  acq #PA0.full, r1 ; mov r13, p6
  lshl r7, r0, r7 ; mov p0, r15
  movxm p2, #PW0.buf0
  movxm p3, #PW1.buf0
  acq #PA1.full, r1 ; mov r1, r7
  movx r7, #32 ; mov dj0, r1
  add r1, r1, r7 ; mov p1, r18
  movx r8, #28 ; add.nc p6, r13, #0
  acq #PW0.full, r12 ; mov dj1, r1
  movx r14, #-2 ; add.nc p7, r13, #8
  movx r9, #1 ; mov r10, r0
  movxm ls, #.Lkernel_13
  acq #PW1.full, r12 ; add.nc lc, r10, #-2
  movxm le, #.Lkernel_14
  movxm r1, #4
  movx r7, #0 ; mov r11, r1
  lda r16, [p6, #0] ; add r13, r13, #16 ; add.nc r11, r11, #-1
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vbcst.64 x5, r17:r16
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh2, wl5
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vbcst.64 x6, r17:r16
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vconv.fp32.bf16 bmh3, wl6
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; vconv.fp32.bf16 bmh0, wl5
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; vconv.fp32.bf16 bmh1, wl6
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vconv.fp32.bf16 bmh6, wl5 ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vconv.fp32.bf16 bmh4, wl5 ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vconv.fp32.bf16 bmh7, wl6 ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh5, wl6 ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bmh6, bmh6, x4, x11, r8
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
// line 58: 8 cycles for 1 trip, in 3 stages
.Lkernel_13:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bmh4, bmh4, x2, x11, r8
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh5, bmh5, x2, x1, r8
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bmh6, bmh6, x4, x11, r8
.Lkernel_14:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
  movxm p4, #PY.buf0 ; vmac.f bmh4, bmh4, x2, x11, r8
  movxm p2, #PW0.buf1 ; vmac.f bmh5, bmh5, x2, x1, r8
  movxm p3, #PW1.buf1 ; vmac.f bmh2, bmh2, x4, x10, r8
  rel #PW0.empty, r9 ; mov p0, r15 ; vmac.f bmh3, bmh3, x4, x0, r8
  mov p1, r18 ; vmac.f bmh0, bmh0, x3, x10, r8
  add.nc p6, r13, #0 ; vmac.f bmh1, bmh1, x3, x0, r8
  add r13, r13, #16 ; add.nc p7, r13, #8 ; vmac.f bmh6, bmh6, x4, x11, r8
  rel #PW1.empty, r9 ; add.nc lc, r10, #-2 ; vmac.f bmh7, bmh7, x4, x1, r8
  movxm ls, #.Lkernel_15 ; vmac.f bmh4, bmh4, x2, x11, r8
  movxm le, #.Lkernel_16 ; vmac.f bmh5, bmh5, x2, x1, r8
  nop
  rel #PY.full, r7
  movx r7, #2
  nop
  nop
  acq #PY.empty, r14
  nop
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r12
  nop
  nop
  nop
  acq #PW1.full, r12
  nop
  nop
  nop
  lda r16, [p6, #0]
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vbcst.64 x5, r17:r16
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh2, wl5
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vbcst.64 x6, r17:r16
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vconv.fp32.bf16 bmh3, wl6
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; vconv.fp32.bf16 bmh0, wl5
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; vconv.fp32.bf16 bmh1, wl6
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vconv.fp32.bf16 bmh6, wl5 ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vconv.fp32.bf16 bmh4, wl5 ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vconv.fp32.bf16 bmh7, wl6 ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh5, wl6 ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bmh6, bmh6, x4, x11, r8
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
// line 121: 8 cycles for 1 trip, in 3 stages
.Lkernel_15:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bmh4, bmh4, x2, x11, r8
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh5, bmh5, x2, x1, r8
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bmh6, bmh6, x4, x11, r8
.Lkernel_16:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
  movxm p4, #PY.buf1 ; vmac.f bmh4, bmh4, x2, x11, r8
  movxm p2, #PW0.buf2 ; vmac.f bmh5, bmh5, x2, x1, r8
  movxm p3, #PW1.buf2 ; vmac.f bmh2, bmh2, x4, x10, r8
  rel #PW0.empty, r9 ; mov p0, r15 ; vmac.f bmh3, bmh3, x4, x0, r8
  mov p1, r18 ; vmac.f bmh0, bmh0, x3, x10, r8
  add.nc p6, r13, #0 ; vmac.f bmh1, bmh1, x3, x0, r8
  add r13, r13, #16 ; add.nc p7, r13, #8 ; vmac.f bmh6, bmh6, x4, x11, r8
  rel #PW1.empty, r9 ; add.nc lc, r10, #-2 ; vmac.f bmh7, bmh7, x4, x1, r8
  movxm ls, #.Lkernel_17 ; vmac.f bmh4, bmh4, x2, x11, r8
  movxm le, #.Lkernel_18 ; vmac.f bmh5, bmh5, x2, x1, r8
  nop
  nop
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r12
  nop
  nop
  nop
  acq #PW1.full, r12
  nop
  nop
  nop
  lda r16, [p6, #0]
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vbcst.64 x5, r17:r16
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh2, wl5
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vbcst.64 x6, r17:r16
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vconv.fp32.bf16 bmh3, wl6
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; vconv.fp32.bf16 bmh0, wl5
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; vconv.fp32.bf16 bmh1, wl6
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vconv.fp32.bf16 bmh6, wl5 ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vconv.fp32.bf16 bmh4, wl5 ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vconv.fp32.bf16 bmh7, wl6 ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh5, wl6 ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bmh6, bmh6, x4, x11, r8
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
// line 181: 8 cycles for 1 trip, in 3 stages
.Lkernel_17:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bmh4, bmh4, x2, x11, r8
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh5, bmh5, x2, x1, r8
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bmh6, bmh6, x4, x11, r8
.Lkernel_18:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
  movxm p4, #PY.buf2 ; vmac.f bmh4, bmh4, x2, x11, r8
  movxm p2, #PW0.buf3 ; vmac.f bmh5, bmh5, x2, x1, r8
  movxm p3, #PW1.buf3 ; vmac.f bmh2, bmh2, x4, x10, r8
  rel #PW0.empty, r9 ; mov p0, r15 ; vmac.f bmh3, bmh3, x4, x0, r8
  mov p1, r18 ; vmac.f bmh0, bmh0, x3, x10, r8
  add.nc p6, r13, #0 ; vmac.f bmh1, bmh1, x3, x0, r8
  add r13, r13, #16 ; add.nc p7, r13, #8 ; vmac.f bmh6, bmh6, x4, x11, r8
  rel #PW1.empty, r9 ; add.nc lc, r10, #-2 ; vmac.f bmh7, bmh7, x4, x1, r8
  movxm ls, #.Lkernel_19 ; vmac.f bmh4, bmh4, x2, x11, r8
  movxm le, #.Lkernel_20 ; vmac.f bmh5, bmh5, x2, x1, r8
  nop
  rel #PY.full, r7
  movx r7, #2
  nop
  nop
  acq #PY.empty, r14
  nop
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r12
  nop
  nop
  nop
  acq #PW1.full, r12
  nop
  nop
  nop
  lda r16, [p6, #0]
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vbcst.64 x5, r17:r16
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh2, wl5
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vbcst.64 x6, r17:r16
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vconv.fp32.bf16 bmh3, wl6
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; vconv.fp32.bf16 bmh0, wl5
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; vconv.fp32.bf16 bmh1, wl6
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vconv.fp32.bf16 bmh6, wl5 ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vconv.fp32.bf16 bmh4, wl5 ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vconv.fp32.bf16 bmh7, wl6 ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh5, wl6 ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bmh6, bmh6, x4, x11, r8
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
// line 244: 8 cycles for 1 trip, in 3 stages
.Lkernel_19:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bmh4, bmh4, x2, x11, r8
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh5, bmh5, x2, x1, r8
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x0, r8
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x10, r8
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh1, bmh1, x3, x0, r8
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bmh6, bmh6, x4, x11, r8
.Lkernel_20:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh7, bmh7, x4, x1, r8
  jz r11, #.Lkernel_12 ; vmac.f bmh4, bmh4, x2, x11, r8
  movxm p4, #PY.buf3 ; vmac.f bmh5, bmh5, x2, x1, r8  // delay slot
  movxm ls, #.Lkernel_13 ; vmac.f bmh2, bmh2, x4, x10, r8  // delay slot
  movxm le, #.Lkernel_14 ; vmac.f bmh3, bmh3, x4, x0, r8  // delay slot
  add r11, r11, #-1 ; add.nc lc, r10, #-2 ; vmac.f bmh0, bmh0, x3, x10, r8  // delay slot
  vmac.f bmh1, bmh1, x3, x0, r8  // delay slot
  rel #PW0.empty, r9 ; mov p0, r15 ; vmac.f bmh6, bmh6, x4, x11, r8
  movxm p2, #PW0.buf0 ; vmac.f bmh7, bmh7, x4, x1, r8
  movxm p3, #PW1.buf0 ; vmac.f bmh4, bmh4, x2, x11, r8
  mov p1, r18 ; vmac.f bmh5, bmh5, x2, x1, r8
  rel #PW1.empty, r9 ; add.nc p6, r13, #0
  add r13, r13, #16 ; add.nc p7, r13, #8
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r12
  nop
  nop
  nop
  acq #PW1.full, r12
  nop
  nop
  nop
  lda r16, [p6, #0]
  lda r17, [p6, #4]
  lda r16, [p7, #0]
  lda r17, [p7, #4]
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vbcst.64 x5, r17:r16
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh2, wl5
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vbcst.64 x6, r17:r16
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vconv.fp32.bf16 bmh3, wl6
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; vconv.fp32.bf16 bmh0, wl5
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; vconv.fp32.bf16 bmh1, wl6
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; j #.Lkernel_13 ; vmac.f bmh2, bmh2, x4, x10, r8
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vconv.fp32.bf16 bmh6, wl5 ; vmac.f bmh3, bmh3, x4, x0, r8  // delay slot
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vconv.fp32.bf16 bmh4, wl5 ; vmac.f bmh0, bmh0, x3, x10, r8  // delay slot
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vconv.fp32.bf16 bmh7, wl6 ; vmac.f bmh1, bmh1, x3, x0, r8  // delay slot
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vconv.fp32.bf16 bmh5, wl6 ; vmac.f bmh6, bmh6, x4, x11, r8  // delay slot
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vmac.f bmh7, bmh7, x4, x1, r8  // delay slot
.p2align 4
.Lkernel_12:
  rel #PW0.empty, r9 ; vmac.f bmh6, bmh6, x4, x11, r8
  sub r3, r5, r3 ; vmac.f bmh7, bmh7, x4, x1, r8
  sub r4, r6, r4 ; vmac.f bmh4, bmh4, x2, x11, r8
  vmac.f bmh5, bmh5, x2, x1, r8
  rel #PW1.empty, r9
  nop
  vst.conv.bf16.fp32 bmh6, [p4], #32
  vst.conv.bf16.fp32 bmh7, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bmh4, [p4], #32
  vst.conv.bf16.fp32 bmh5, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  nop
  nop
  nop
  nop
  nop
  rel #PY.full, r7
  nop
  nop
  nop
  rel #PA0.empty, r2
  nop
  nop
  nop
  rel #PA1.empty, r2
  ret lr
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
  nop  // delay slot
