// task: relu
// config: C5
// cause: buffer-order
.fifo ina0, in, x, view=8x2048, tile=1x512, part=0:8,0:512, chan=0, depth=1, bank=A
.fifo inb0, in, x, view=8x2048, tile=1x512, part=0:8,512:1024, chan=1, depth=1, bank=A
.fifo ina1, in, x, view=8x2048, tile=1x512, part=0:8,1024:1536, chan=0, depth=1, bank=A
.fifo inb1, in, x, view=8x2048, tile=1x512, part=0:8,1536:2048, chan=1, depth=1, bank=A
.fifo outa0, out, y, view=8x2048, tile=1x512, part=0:8,0:512, chan=0, depth=1, bank=B
.fifo outb0, out, y, view=8x2048, tile=1x512, part=0:8,512:1024, chan=1, depth=1, bank=B
.fifo outa1, out, y, view=8x2048, tile=1x512, part=0:8,1024:1536, chan=0, depth=1, bank=B
.fifo outb1, out, y, view=8x2048, tile=1x512, part=0:8,1536:2048, chan=1, depth=1, bank=B
.text
.globl kernel
.p2align 4
kernel:
  mova r2, #-1 ; movx r1, #0 ; mov r0, #1
  movx r1, #8 ; vbcst.16 x0, r1
  nopa ; nopb ; nops ; nopx ; nopm
.Lkernel_1:
  mova lc, #32 ; acq #ina0.full, r2
  movxm ls, #.Lkernel_2
  movxm le, #.Lkernel_3
  movxm p1, #ina0.buf0
  acq #inb0.full, r2
  movxm p0, #outa0.buf0
  nop
  nop
  acq #outa0.empty, r2
  nop
  nopa
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nops ; acq #outb0.empty, r2 ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 21: 15 cycles for 1 trip, in 1 stage
.Lkernel_2:
  vlda wl1, [p1], #32
  vlda wh1, [p1], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x1, r16, x1, x0
  nop
  vst wl1, [p0], #32
  vst wh1, [p0], #32
  nop
  nopa ; nopb ; nops ; nopx
.Lkernel_3:
  nopa ; nopb ; nops ; nopm ; nopv
  mova lc, #32 ; rel #ina0.empty, r0
  movxm ls, #.Lkernel_4
  movxm le, #.Lkernel_5
  movxm p1, #ina1.buf0
  rel #inb0.empty, r0
  movxm p0, #outa0.buf0
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
  acq #ina1.full, r2
  nop
  nop
  nop
  acq #inb1.full, r2
  nop
  nop
  nop
  acq #outa1.empty, r2
  nop
  nop
  nop
  acq #outb1.empty, r2
  nopa
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
  nopa ; nopb ; nops ; nopm ; nopv
// line 38: 15 cycles for 1 trip, in 1 stage
.Lkernel_4:
  vlda wl1, [p1], #32
  vlda wh1, [p1], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x1, r16, x1, x0
  nop
  vst wl1, [p0], #32
  vst wh1, [p0], #32
  nop
  nopa ; nopb ; nops ; nopx
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
