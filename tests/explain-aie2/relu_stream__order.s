// task: relu
// config: C5
// cause: blocks-permuted or permuted
  .fifo X, in, x, tile=16x64, depth=2, bank=A,B
  .fifo Y, out, y, tile=16x64, order=cr, depth=2, bank=C,D
  .macro TILE from, to, loop, last
  acq #X.full, r0
  movxm ls, #\loop
  movxm le, #\last
  movxm p0, #\from
  acq #Y.empty, r0
  movxm p1, #\to
  movx lc, #32
  .p2align 4
  .rept 7
  nopb ; nopa ; nops ; nopxm ; nopv
  .endr
\loop:
  vlda wl0, [p0], #32
  vlda wh0, [p0], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x1, r16, x0, x2
  nop
  vst wl1, [p1], #32
  .p2align 4
\last:
  nopb ; nopa ; vst wh1, [p1], #32 ; nopxm ; nopv
  nop
  nop
  nop
  rel #X.empty, r1
  nop
  nop
  nop
  rel #Y.full, r1
  nop
  nop
  nop
  .endm
kernel:
  mova r3, #0 ; movx r2, #7
  vbcst.16 x2, r3
  movx r0, #-1
  movx r1, #1
  movxm p2, #pair
  .p2align 4
pair:
  TILE X.buf0, Y.buf0, even, even_last
  TILE X.buf1, Y.buf1, odd, odd_last
  jnzd r2, r2, p2
  .rept 5
  nop
  .endr
  ret lr
  .rept 5
  nop
  .endr
