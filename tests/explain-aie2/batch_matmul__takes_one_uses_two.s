// task: batch_matmul
// config: C1
// cause: buffer-order
.fifo PA0, in, size=1024, chan=0, depth=2, bank=A
.fifo PA1, in, size=1024, chan=1, depth=2, bank=B
.fifo PW0, in, size=512, chan=0, depth=4, bank=C
.fifo PW1, in, size=512, chan=1, depth=4, bank=D
.fifo PY, out, size=256, chan=0, depth=4, bank=D
.transfer PA0, x, tile=8x64, part=0:8,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=8:16,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=0:64,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=0:64,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=0:16,0:64, layout=4x4
.transfer PA0, x, tile=8x64, part=16:24,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=24:32,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=64:128,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=64:128,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=16:32,0:64, layout=4x4
.transfer PA0, x, tile=8x64, part=32:40,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=40:48,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=128:192,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=128:192,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=32:48,0:64, layout=4x4
.transfer PA0, x, tile=8x64, part=48:56,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=56:64,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=192:256,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=192:256,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=48:64,0:64, layout=4x4
.transfer PA0, x, tile=8x64, part=64:72,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=72:80,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=256:320,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=256:320,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=64:80,0:64, layout=4x4
.transfer PA0, x, tile=8x64, part=80:88,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=88:96,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=320:384,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=320:384,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=80:96,0:64, layout=4x4
.transfer PA0, x, tile=8x64, part=96:104,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=104:112,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=384:448,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=384:448,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=96:112,0:64, layout=4x4
.transfer PA0, x, tile=8x64, part=112:120,0:64, layout=4x8
.transfer PA1, x, tile=8x64, part=120:128,0:64, layout=4x8
.transfer PW0, w, tile=64x4, part=448:512,0:60, step=64x8, layout=8x4
.transfer PW1, w, tile=64x4, part=448:512,4:64, step=64x8, layout=8x4
.transfer PY, y, tile=16x8, part=112:128,0:64, layout=4x4
.sequence in0, PA0*1, PW0*5, PA0*1, PW0*8, PA0*1, PW0*8, PA0*1, PW0*8, PA0*1, PW0*8, PA0*1, PW0*8, PA0*1, PW0*8, PA0*1, PW0*11
.sequence in1, PA1*1, PW1*5, PA1*1, PW1*8, PA1*1, PW1*8, PA1*1, PW1*8, PA1*1, PW1*8, PA1*1, PW1*8, PA1*1, PW1*8, PA1*1, PW1*11
.text
// 16 rows at p0, p1 times 4 * r1 strips, depth 8 * r0
.globl kernel
.p2align 4
kernel:
  mova r2, #8 ; movxm r4, #PA0.buf0
  movxm r0, #PA0.buf1
  movxm r5, #PA1.buf0
  movxm r1, #PA1.buf1
  movx r17, #-1
  movx r3, #1
  add r6, r0, r4
  nopa ; nopb ; add r7, r1, r5
.Lkernel_10:
  acq #PA0.full, r17 ; mov p0, r4 ; vclr cm1
  movx r13, #-1 ; mov p1, r5 ; vclr cm0
  movx r0, #8 ; mov r14, p0 ; vclr cm3
  movx r1, #6 ; mov r15, p1 ; vclr cm2
  acq #PA1.full, r17 ; mov p0, r14
  lshl r1, r0, r1 ; mov p1, r15
  movxm p2, #PW0.buf0
  movxm p3, #PW1.buf0
  acq #PW0.full, r13 ; mov r1, r1
  movx r8, #32 ; mov dj0, r1
  add r1, r1, r8 ; mov r10, r0
  movx r9, #28 ; mov dj1, r1
  acq #PW1.full, r13 ; add.nc lc, r10, #-2
  movxm ls, #.Lkernel_12
  movxm le, #.Lkernel_13
  movxm r1, #2
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; movx r16, #-1 ; mov r8, r1
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; movx r11, #1 ; add.nc r12, r8, #-1
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; movx r8, #0
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bml3, bml3, x4, x11, r9
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x1, r9
// line 77: 8 cycles for 1 trip, in 3 stages
.Lkernel_12:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bml2, bml2, x2, x11, r9
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh2, bmh2, x2, x1, r9
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bml3, bml3, x4, x11, r9
.Lkernel_13:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x1, r9
  movxm p4, #PY.buf0 ; vmac.f bml2, bml2, x2, x11, r9
  movxm p2, #PW0.buf1 ; vmac.f bmh2, bmh2, x2, x1, r9
  movxm p3, #PW1.buf1 ; vmac.f bml1, bml1, x4, x10, r9
  rel #PW0.empty, r11 ; mov p0, r14 ; vmac.f bmh1, bmh1, x4, x0, r9
  mov p1, r15 ; vmac.f bml0, bml0, x3, x10, r9
  movxm ls, #.Lkernel_14 ; vmac.f bmh0, bmh0, x3, x0, r9
  movxm le, #.Lkernel_15 ; vmac.f bml3, bml3, x4, x11, r9
  rel #PW1.empty, r11 ; add.nc lc, r10, #-2 ; vmac.f bmh3, bmh3, x4, x1, r9
  vmac.f bml2, bml2, x2, x11, r9
  vmac.f bmh2, bmh2, x2, x1, r9
  nop
  rel #PY.full, r8
  movx r8, #2
  nop
  vclr cm3
  acq #PY.empty, r16
  vclr cm1
  vst.conv.bf16.fp32 bml3, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32 ; vclr cm2
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32 ; vclr cm0
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r13
  nop
  nop
  nop
  acq #PW1.full, r13
  nop
  nop
  nop
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bml3, bml3, x4, x11, r9
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopx ; vmac.f bmh3, bmh3, x4, x1, r9
// line 127: 8 cycles for 1 trip, in 3 stages
.Lkernel_14:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bml2, bml2, x2, x11, r9
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh2, bmh2, x2, x1, r9
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bml3, bml3, x4, x11, r9
.Lkernel_15:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x1, r9
  movxm p4, #PY.buf1 ; vmac.f bml2, bml2, x2, x11, r9
  movxm p2, #PW0.buf2 ; vmac.f bmh2, bmh2, x2, x1, r9
  movxm p3, #PW1.buf2 ; vmac.f bml1, bml1, x4, x10, r9
  rel #PW0.empty, r11 ; mov p0, r14 ; vmac.f bmh1, bmh1, x4, x0, r9
  mov p1, r15 ; vmac.f bml0, bml0, x3, x10, r9
  movxm ls, #.Lkernel_16 ; vmac.f bmh0, bmh0, x3, x0, r9
  movxm le, #.Lkernel_17 ; vmac.f bml3, bml3, x4, x11, r9
  rel #PW1.empty, r11 ; add.nc lc, r10, #-2 ; vmac.f bmh3, bmh3, x4, x1, r9
  vmac.f bml2, bml2, x2, x11, r9
  vmac.f bmh2, bmh2, x2, x1, r9
  nop
  vclr cm1
  vst.conv.bf16.fp32 bml3, [p4], #32 ; vclr cm3
  vst.conv.bf16.fp32 bmh3, [p4], #32 ; vclr cm2
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32 ; vclr cm0
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r13
  nop
  nop
  nop
  acq #PW1.full, r13
  nop
  nop
  nop
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bml3, bml3, x4, x11, r9
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; vmac.f bmh3, bmh3, x4, x1, r9
// line 174: 8 cycles for 1 trip, in 3 stages
.Lkernel_16:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bml2, bml2, x2, x11, r9
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh2, bmh2, x2, x1, r9
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bml3, bml3, x4, x11, r9
.Lkernel_17:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x1, r9
  movxm p4, #PY.buf2 ; vmac.f bml2, bml2, x2, x11, r9
  movxm p2, #PW0.buf3 ; vmac.f bmh2, bmh2, x2, x1, r9
  movxm p3, #PW1.buf3 ; vmac.f bml1, bml1, x4, x10, r9
  rel #PW0.empty, r11 ; mov p0, r14 ; vmac.f bmh1, bmh1, x4, x0, r9
  mov p1, r15 ; vmac.f bml0, bml0, x3, x10, r9
  movxm ls, #.Lkernel_18 ; vmac.f bmh0, bmh0, x3, x0, r9
  movxm le, #.Lkernel_19 ; vmac.f bml3, bml3, x4, x11, r9
  rel #PW1.empty, r11 ; add.nc lc, r10, #-2 ; vmac.f bmh3, bmh3, x4, x1, r9
  vmac.f bml2, bml2, x2, x11, r9
  vmac.f bmh2, bmh2, x2, x1, r9
  nop
  rel #PY.full, r8
  movx r8, #2
  nop
  vclr cm3
  acq #PY.empty, r16
  vclr cm1
  vst.conv.bf16.fp32 bml3, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32 ; vclr cm2
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32 ; vclr cm0
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r13
  nop
  nop
  nop
  acq #PW1.full, r13
  nop
  nop
  nop
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bml3, bml3, x4, x11, r9
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopx ; vmac.f bmh3, bmh3, x4, x1, r9
// line 224: 8 cycles for 1 trip, in 3 stages
.Lkernel_18:
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0] ; nops ; nopm ; vmac.f bml2, bml2, x2, x11, r9
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32] ; nops ; nopm ; vmac.f bmh2, bmh2, x2, x1, r9
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; nops ; nopm ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; nops ; nopm ; vmac.f bmh1, bmh1, x4, x0, r9
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; nops ; nopm ; vmac.f bml0, bml0, x3, x10, r9
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; nops ; nopm ; vmac.f bmh0, bmh0, x3, x0, r9
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; nops ; nopm ; vmac.f bml3, bml3, x4, x11, r9
.Lkernel_19:
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; nops ; nopm ; vmac.f bmh3, bmh3, x4, x1, r9
  jz r12, #.Lkernel_11 ; vmac.f bml2, bml2, x2, x11, r9
  movxm p4, #PY.buf3 ; vmac.f bmh2, bmh2, x2, x1, r9  // delay slot
  movxm ls, #.Lkernel_12 ; vmac.f bml1, bml1, x4, x10, r9  // delay slot
  movxm le, #.Lkernel_13 ; vmac.f bmh1, bmh1, x4, x0, r9  // delay slot
  add r12, r12, #-1 ; add.nc lc, r10, #-2 ; vmac.f bml0, bml0, x3, x10, r9  // delay slot
  vmac.f bmh0, bmh0, x3, x0, r9  // delay slot
  rel #PW0.empty, r11 ; mov p0, r14 ; vmac.f bml3, bml3, x4, x11, r9
  movxm p2, #PW0.buf0 ; vmac.f bmh3, bmh3, x4, x1, r9
  movxm p3, #PW1.buf0 ; vmac.f bml2, bml2, x2, x11, r9
  mov p1, r15 ; vmac.f bmh2, bmh2, x2, x1, r9
  rel #PW1.empty, r11
  vclr cm1
  vst.conv.bf16.fp32 bml3, [p4], #32 ; vclr cm3
  vst.conv.bf16.fp32 bmh3, [p4], #32 ; vclr cm2
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32 ; vclr cm0
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  nop
  nop
  nop
  nop
  nop
  acq #PW0.full, r13
  nop
  nop
  nop
  acq #PW1.full, r13
  nop
  nop
  nop
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0]
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1]
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32
  vlda wl10, [p2, #0] ; vldb wl0, [p3, #0]
  vlda wh10, [p2, #32] ; vldb wh0, [p3, #32]
  vlda wl4, [p0, dj0] ; vldb wl3, [p1, dj0] ; j #.Lkernel_12 ; vmac.f bml1, bml1, x4, x10, r9
  vlda wh4, [p0, dj1] ; vldb wh3, [p1, dj1] ; vmac.f bmh1, bmh1, x4, x0, r9  // delay slot
  vlda wl11, [p2], #32 ; vldb wl1, [p3], #32 ; vmac.f bml0, bml0, x3, x10, r9  // delay slot
  vlda wl4, [p0], #32 ; vldb wl2, [p1], #32 ; vmac.f bmh0, bmh0, x3, x0, r9  // delay slot
  vlda wh11, [p2], #32 ; vldb wh1, [p3], #32 ; vmac.f bml3, bml3, x4, x11, r9  // delay slot
  vlda wh4, [p0], #32 ; vldb wh2, [p1], #32 ; vmac.f bmh3, bmh3, x4, x1, r9  // delay slot
.p2align 4
.Lkernel_11:
  rel #PW0.empty, r11 ; vmac.f bml3, bml3, x4, x11, r9
  add r2, r2, #-1 ; vmac.f bmh3, bmh3, x4, x1, r9
  sub r4, r6, r4 ; vmac.f bml2, bml2, x2, x11, r9
  sub r5, r7, r5 ; vmac.f bmh2, bmh2, x2, x1, r9
  rel #PW1.empty, r11
  nop
  vst.conv.bf16.fp32 bml3, [p4], #32
  vst.conv.bf16.fp32 bmh3, [p4], #32
  vst.conv.bf16.fp32 bml1, [p4], #32
  vst.conv.bf16.fp32 bmh1, [p4], #32
  vst.conv.bf16.fp32 bml2, [p4], #32
  vst.conv.bf16.fp32 bmh2, [p4], #32
  vst.conv.bf16.fp32 bml0, [p4], #32
  vst.conv.bf16.fp32 bmh0, [p4], #32
  nop
  nop
  nop
  nop
  nop
  rel #PY.full, r8
  nop
  nop
  nop
  rel #PA0.empty, r3
  nop
  nop
  nop
  rel #PA1.empty, r3
  jnz r2, #.Lkernel_10
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
