// task: rope
// config: C5
// cause: operand-repeated
.fifo in0a, in, x, tile=4x64, part=0:64,0:64, chan=0, depth=2, bank=A
.fifo in1a, in, cos, tile=4x32, part=0:64,0:32, chan=0, depth=2, bank=C
.fifo in2a, in, sin, tile=4x32, part=0:64,0:32, chan=0, depth=2, bank=D
.fifo outa, out, y, tile=4x64, part=0:64,0:64, chan=0, depth=2, bank=B
.fifo in0b, in, x, tile=4x64, part=64:128,0:64, chan=1, depth=2, bank=A
.fifo in1b, in, cos, tile=4x32, part=0:64,0:32, chan=1, depth=2, bank=C
.fifo in2b, in, sin, tile=4x32, part=64:128,0:32, chan=1, depth=2, bank=D
.fifo outb, out, y, tile=4x64, part=64:128,0:64, chan=1, depth=2, bank=B
.text
.globl kernel
.p2align 4
kernel:
  mova r4, #-1 ; movx r3, #0 ; mov r0, #1
  mova r2, #60 ; movxm r5, #32768
  mova r3, #32 ; movx r1, #28 ; vbcst.16 x1, r3
  mova dj4, #64 ; movx r1, #16 ; vbcst.16 x0, r5
  movxm r13, #in0a.buf0
  movxm r9, #in0a.buf1
  movxm r14, #in1a.buf0
  movxm r10, #in1a.buf1
  movxm r15, #in2a.buf0
  movxm r11, #in2a.buf1
  movxm r16, #outa.buf0
  movxm r12, #outa.buf1
  movxm r5, #in0b.buf0
  movxm r21, #in0b.buf1
  movxm r6, #in1b.buf0
  movxm r22, #in1b.buf1
  movxm r7, #in2b.buf0
  movxm r23, #in2b.buf1
  movxm r8, #outb.buf0
  movxm r24, #outb.buf1
  add r20, r13, r9 ; vmov wl0, wl1
  add r17, r14, r10
  add r18, r15, r11
  add r19, r16, r12
  add r12, r5, r21
  add r9, r6, r22
  add r10, r7, r23
  add r11, r8, r24
  movxm r21, #65535
  nopa ; nopb ; nops ; movxm r22, #-65536
.Lkernel_1:
  mova lc, #8 ; acq #in0a.full, r4
  movxm ls, #.Lkernel_2
  movxm le, #.Lkernel_3
  mova m1, #96 ; sub r13, r20, r13 ; mov p1, r13
  mova dj1, #32 ; acq #in1a.full, r4 ; mov p2, r14
  mova dn1, #1 ; sub r14, r17, r14 ; mov p3, r15
  mova dc1, #0 ; sub r15, r18, r15 ; mov p0, r16
  mova m2, #32 ; sub r16, r19, r16 ; mov dj2, #32
  mova dn2, #1 ; acq #in2a.full, r4 ; mov dc2, #0
  mova m3, #32 ; mov dj3, #32
  mova dn3, #1 ; mov dc3, #0
  mova m0, #96 ; mov dj0, #32
  mova dn0, #1 ; acq #outa.empty, r4 ; mov dc0, #0
  nop
  nopa
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 76: 23 cycles for 1 trip, in 1 stage
.Lkernel_2:
  vlda wh1, [p1, dj4] ; vldb.2d wl10, [p2], d2
  vlda.2d wl1, [p1], d1 ; vldb.2d wh10, [p3], d3
  nop
  nop
  nop
  nop
  nop
  nop
  vshift x11, x10, x10, r3
  vadd.16 x10, x10, x0
  vmul.f bmh0, x1, x11, r2
  vmul.f bmh0, x1, x10, r2
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh0, [p0, dj4]
  vst.2d.conv.bf16.fp32 bmh0, [p0], d0
  nop
  nop
  nop
  nop
.Lkernel_3:
  nopa ; nopb ; nops ; nopm ; nopv
  mova lc, #8 ; rel #in0a.empty, r0
  movxm ls, #.Lkernel_4
  movxm le, #.Lkernel_5
  mova m1, #96 ; sub r5, r12, r5 ; mov p1, r5
  mova dj1, #32 ; rel #in1a.empty, r0 ; mov p2, r6
  mova dn1, #1 ; sub r6, r9, r6 ; mov p3, r7
  mova dc1, #0 ; sub r7, r10, r7 ; mov p0, r8
  mova m2, #32 ; sub r8, r11, r8 ; mov dj2, #32
  mova dn2, #1 ; rel #in2a.empty, r0 ; mov dc2, #0
  mova m3, #32 ; mov dj3, #32
  mova dn3, #1 ; mov dc3, #0
  mova m0, #96 ; mov dj0, #32
  mova dn0, #1 ; rel #outa.full, r0 ; mov dc0, #0
  nop
  nop
  nop
  acq #in0b.full, r4
  nop
  nop
  nop
  acq #in1b.full, r4
  nop
  nop
  nop
  acq #in2b.full, r4
  nop
  nop
  nop
  acq #outb.empty, r4
  nop
  nop
  nop
  nopa ; nopb ; nops
// line 120: 23 cycles for 1 trip, in 1 stage
.Lkernel_4:
  vlda wh1, [p1, dj4] ; vldb.2d wl10, [p2], d2
  vlda.2d wl1, [p1], d1 ; vldb.2d wh10, [p3], d3
  nop
  nop
  nop
  nop
  nop
  nop
  vshift x11, x10, x10, r3
  vadd.16 x10, x10, x0
  vmul.f bmh0, x1, x11, r2
  vmul.f bmh0, x1, x10, r2
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh0, [p0, dj4]
  vst.2d.conv.bf16.fp32 bmh0, [p0], d0
  nop
  nop
  nop
  nop
.Lkernel_5:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #in0b.empty, r0
  add r1, r1, #-1
  nop
  nop
  rel #in1b.empty, r0
  nop
  nop
  nop
  rel #in2b.empty, r0
  nop
  nop
  nop
  rel #outb.full, r0
  jnz r1, #.Lkernel_1
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
