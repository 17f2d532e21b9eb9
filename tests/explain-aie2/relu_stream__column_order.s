// task: relu
// config: C5
// cause: blocks-permuted or rows-permuted or layout or permuted
  .fifo X, in, x, tile=8x128, order=cr, depth=2, bank=A,B
  .fifo Y, out, y, tile=8x128, depth=2, bank=C,D
  .macro PART inbuf, outbuf, name
  acq #X.full, r3
  nop
  nop
  nop
  acq #Y.empty, r3
  movxm p0, #\inbuf
  movxm p1, #\outbuf
  movxm p2, #\name
  movx r2, #63
  .p2align 4
\name:
  vlda wl0, [p0], #32
  nop
  nop
  nop
  nop
  nop
  nop
  vmax_lt.bf16 x1, r16, x0, x2
  nop
  vst wl1, [p1], #32
  jnzd r2, r2, p2
  nop
  nop
  nop
  nop
  nop
  rel #X.empty, r4
  nop
  nop
  nop
  rel #Y.full, r4
  nop
  nop
  nop
  .endm
kernel:
  mova r1, #0 ; movx r5, #7
  vbcst.16 x2, r1
  movx r3, #-1
  movx r4, #1
  movxm p3, #outer
  .p2align 4
outer:
  PART X.buf0, Y.buf0, one
  PART X.buf1, Y.buf1, two
  jnzd r5, r5, p3
  nop
  nop
  nop
  nop
  nop
  ret lr
  nop
  nop
  nop
  nop
  nop
