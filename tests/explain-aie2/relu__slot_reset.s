// task: relu
// config: C1
// cause: delay-slot
// y = max(0, x), 16 elements at a time
kernel:
  mova r1, #0 ; movx r2, #15
  vbcst.16 x2, r1
  mov p4, p0
  movxm p2, #loop
  .p2align 4
loop:
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
  mov p0, p4
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
