// task: relu
// config: C1
// cause: loop-end
kernel:
  mova r0, #8
  mova r1, #0 ; add.nc lc, r0, #-5
  vbcst.16 x2, r1
  mova m0, #32 ; mov p2, p0
  padda [p2], m0 ; mov p3, p1
  padda [p3], m0
  movxm ls, #.Lloop
  movxm le, #.Lloop
  .p2align 4
// pipeline fill: five load groups, one every two cycles, the first two results
  nopb ; nopa ; nops ; nopxm ; nopv
  nopb ; nopa ; nops ; nopxm ; nopv
  vldb wh0, [p2], #64 ; vlda wl0, [p0], #64 ; nops ; nopxm ; nopv
  nopb ; nopa ; nops ; nopxm ; nopv
  vldb wh0, [p2], #64 ; vlda wl0, [p0], #64 ; nops ; nopxm ; nopv
  nopb ; nopa ; nops ; nopxm ; nopv
  vldb wh0, [p2], #64 ; vlda wl0, [p0], #64 ; nops ; nopxm ; nopv
  nopb ; nopa ; nops ; nopxm ; nopv
  vldb wh0, [p2], #64 ; vlda wl0, [p0], #64 ; nops ; nopxm ; nopv
  nopb ; nopa ; nops ; nopx ; vmax_lt.bf16 x1, r16, x0, x2 ; nopv
  vldb wh0, [p2], #64 ; vlda wl0, [p0], #64 ; nops ; nopxm ; nopv
  nopb ; nopa ; vst wl1, [p1], #64 ; nopx ; vmax_lt.bf16 x1, r16, x0, x2 ; nopv
.Lloop:
  vldb wh0, [p2], #64 ; vlda wl0, [p0], #64 ; vst wh1, [p3], #64 ; nopxm ; nopv
.Lend:
  nopb ; nopa ; vst wl1, [p1], #64 ; nopx ; vmax_lt.bf16 x1, r16, x0, x2 ; nopv
// drain
  vst wh1, [p3], #64
  vst wl1, [p1], #64 ; vmax_lt.bf16 x1, r16, x0, x2
  vst wh1, [p3], #64
  vst wl1, [p1], #64 ; vmax_lt.bf16 x1, r16, x0, x2
  vst wh1, [p3], #64
  vst wl1, [p1], #64 ; vmax_lt.bf16 x1, r16, x0, x2
  vst wh1, [p3], #64 ; ret lr
  vst wl1, [p1], #64            // delay slot 5
  vst wh1, [p3], #64            // delay slot 4
  nop                           // delay slot 3
  nop                           // delay slot 2
  nop                           // delay slot 1
