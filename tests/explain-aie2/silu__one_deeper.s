// task: silu
// config: C5
// cause: buffer-order
.fifo ina0, in, x, view=4x4096, tile=1x1024, part=0:4,0:1024, chan=0, depth=1, bank=A
.fifo inb0, in, x, view=4x4096, tile=1x1024, part=0:4,1024:2048, chan=1, depth=1, bank=A
.fifo ina1, in, x, view=4x4096, tile=1x1024, part=0:4,2048:3072, chan=0, depth=1, bank=A
.fifo inb1, in, x, view=4x4096, tile=1x1024, part=0:4,3072:4096, chan=1, depth=2, bank=A
.fifo outa0, out, y, view=4x4096, tile=1x1024, part=0:4,0:1024, chan=0, depth=1, bank=B
.fifo outb0, out, y, view=4x4096, tile=1x1024, part=0:4,1024:2048, chan=1, depth=1, bank=B
.fifo outa1, out, y, view=4x4096, tile=1x1024, part=0:4,2048:3072, chan=0, depth=1, bank=B
.fifo outb1, out, y, view=4x4096, tile=1x1024, part=0:4,3072:4096, chan=1, depth=1, bank=B
.text
.globl kernel
.p2align 4
kernel:
  mova r4, #0 ; movxm r7, #-1049624576
  mova r3, #-1 ; movxm r12, #1056964608
  mova r0, #1 ; movxm r8, #1040039752
  mova r2, #60 ; movxm r9, #-1151860736
  mova r1, #28 ; movxm r10, #956890770
  mova r1, #4 ; movxm r11, #-1224015872
  movxm r5, #16560
  movxm r6, #49328
  vbcst.32 x0, r7
  vbcst.32 x2, r12
  movxm r7, #13471
  vbcst.32 x3, r8
  vbcst.32 x4, r9
  vbcst.32 x5, r10
  vbcst.32 x6, r11
  vbcst.16 x1, r4
  vbcst.16 x10, r5
  vbcst.16 x11, r6
  vmov bmh5, x0
  vmov bmh0, x2
  vbcst.16 x0, r7
  vmov bmh1, x3
  vmov bmh2, x4
  vmov bmh3, x5
  vmov bmh4, x6
  movxm r16, #65535
  nopa ; nopb ; movxm r17, #-65536
.Lkernel_1:
  mova lc, #64 ; acq #ina0.full, r3
  movxm ls, #.Lkernel_2
  movxm le, #.Lkernel_3
  movxm p1, #ina0.buf0
  acq #inb0.full, r3
  movxm p0, #outa0.buf0
  nop
  nop
  acq #outa0.empty, r3
  nop
  nopa
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nops ; acq #outb0.empty, r3 ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 49: 77 cycles for 1 trip, in 1 stage
.Lkernel_2:
  vlda wl2, [p1], #32 ; vmov wh5, wh1
  vlda wh2, [p1], #32 ; vmov wl6, wl1
  vmov wh7, wh1
  vmov wl8, wl1
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x3, r18, x2, x11
  vmin_ge.bf16 x9, r19, x3, x10
  vsel.16 x3, x9, x1, r17
  vsel.16 x4, x9, x1, r16
  vmac.f bmh6, bmh5, x9, x3, r2
  vmac.f bmh6, bmh5, x9, x4, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh6, bmh6
  vmac.f bmh6, bmh4, x5, x0, r2
  vmac.f bmh6, bmh4, x6, x0, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh3, x9, x5, r2
  vmac.f bmh6, bmh3, x9, x6, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh2, x9, x5, r2
  vmac.f bmh6, bmh2, x9, x6, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh1, x9, x5, r2
  vmac.f bmh6, bmh1, x9, x6, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh5, bmh6
  nop
  vmac.f bmh6, bmh0, x5, x3, r2
  vmac.f bmh6, bmh0, x5, x4, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl7, bmh6
  vconv.bf16.fp32 wh8, bmh6
  vmul.f bmh6, x2, x7, r2
  vmul.f bmh6, x2, x8, r2
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh6, [p0], #32
  vst.conv.bf16.fp32 bmh6, [p0], #32
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_3:
  nopa ; nopb ; nops ; nopm ; nopv
  mova lc, #64 ; rel #ina0.empty, r0
  movxm ls, #.Lkernel_4
  movxm le, #.Lkernel_5
  movxm p1, #ina1.buf0
  rel #inb0.empty, r0
  movxm p0, #outa1.buf0
  nop
  nop
  rel #outa0.full, r0
  nop
  nop
  nop
  rel #outb0.full, r0
  nop
  nop
  nop
  acq #ina1.full, r3
  nop
  nop
  nop
  acq #inb1.full, r3
  nop
  nop
  nop
  acq #outa1.empty, r3
  nop
  nop
  nop
  acq #outb1.empty, r3
  nopa
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 99: 77 cycles for 1 trip, in 1 stage
.Lkernel_4:
  vlda wl2, [p1], #32 ; vmov wh5, wh1
  vlda wh2, [p1], #32 ; vmov wl6, wl1
  vmov wh7, wh1
  vmov wl8, wl1
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x3, r18, x2, x11
  vmin_ge.bf16 x9, r19, x3, x10
  vsel.16 x3, x9, x1, r17
  vsel.16 x4, x9, x1, r16
  vmac.f bmh6, bmh5, x9, x3, r2
  vmac.f bmh6, bmh5, x9, x4, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh6, bmh6
  vmac.f bmh6, bmh4, x5, x0, r2
  vmac.f bmh6, bmh4, x6, x0, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh3, x9, x5, r2
  vmac.f bmh6, bmh3, x9, x6, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh2, x9, x5, r2
  vmac.f bmh6, bmh2, x9, x6, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl9, bmh6
  vconv.bf16.fp32 wh9, bmh6
  nop
  vmac.f bmh6, bmh1, x9, x5, r2
  vmac.f bmh6, bmh1, x9, x6, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl5, bmh6
  vconv.bf16.fp32 wh5, bmh6
  nop
  vmac.f bmh6, bmh0, x5, x3, r2
  vmac.f bmh6, bmh0, x5, x4, r2
  nop
  nop
  nop
  nop
  vconv.bf16.fp32 wl7, bmh6
  vconv.bf16.fp32 wh8, bmh6
  vmul.f bmh6, x2, x7, r2
  vmul.f bmh6, x2, x8, r2
  nop
  nop
  nop
  nop
  vst.conv.bf16.fp32 bmh6, [p0], #32
  vst.conv.bf16.fp32 bmh6, [p0], #32
  nop
  nop
  nop
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_5:
  nopa ; nopb ; nops ; nopm ; nopv
  rel #ina1.empty, r0
  add r1, r1, #-1
  nop
  nop
  rel #inb1.empty, r0
  nop
  nop
  nop
  rel #outa1.full, r0
  nop
  nop
  nop
  rel #outb1.full, r0
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
