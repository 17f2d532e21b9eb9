// task: gemm
// config: 8,16,16
// cause: premature-read
// y[8,16] = x[8,16] w[16,16], row-major bf16: x at p0, w at p1, y at p2
kernel:
  mova r0, #28 ; movx r1, #6 ; mov r2, #7      // 28: bf16 4x8 times 8x4; shuffle modes
  mova r3, #8 ; movx r4, #9
  mova r5, #14 ; movx r6, #15
  // rows of x and rows 0 to 7 of w, two per register; x and w lie in different banks
  vlda wl0, [p0], #32 ; vldb wl4, [p1], #32
  vlda wh0, [p0], #32 ; vldb wh4, [p1], #32
  vlda wl1, [p0], #32 ; vldb wl5, [p1], #32
  vlda wh1, [p0], #32 ; vldb wh5, [p1], #32
  vlda wl2, [p0], #32 ; vldb wl6, [p1], #32
  vlda wh2, [p0], #32 ; vldb wh6, [p1], #32
  vlda wl3, [p0], #32 ; vldb wl7, [p1], #32
  vlda wh3, [p0], #32 ; vldb wh7, [p1], #32
  nop
  nop
  // x: 4 rows of 16 become two tiles of 4x8 (pieces of 128 bits, modes 8 and 9)
  vshuffle x8, x0, x1, r3                      // rows 0 to 3, k 0 to 7; loads are 7 bundles old
  vshuffle x1, x0, x1, r4                      // rows 0 to 3, k 8 to 15
  nop
  nop
  vshuffle x9, x2, x3, r3                      // rows 4 to 7
  vshuffle x3, x2, x3, r4
  // w: 8 rows of 16 become four tiles of 8x4 (pieces of 64 bits, modes 6 and 7, twice)
  vshuffle x10, x4, x5, r1                     // columns 0-3 and 8-11 of rows 0 to 3
  vshuffle x5, x4, x5, r2                      // columns 4-7 and 12-15
  vshuffle x11, x6, x7, r1
  vshuffle x7, x6, x7, r2
  vshuffle x4, x10, x11, r1                    // columns 0 to 3
  vshuffle x6, x10, x11, r2                    // columns 8 to 11
  vshuffle x0, x5, x7, r1 ; vldb wl10, [p1], #32
  vshuffle x2, x5, x7, r2 ; vldb wh10, [p1], #32 ; vmul.f bml0, x8, x4, r0
  vldb wl11, [p1], #32 ; vmul.f bml4, x9, x4, r0
  vldb wh11, [p1], #32 ; vmul.f bml1, x8, x0, r0   // a shuffle's result is 2 bundles old
  vldb wl5, [p1], #32 ; vmul.f bml5, x9, x0, r0
  vldb wh5, [p1], #32 ; vmul.f bml2, x8, x6, r0
  vldb wl7, [p1], #32 ; vmul.f bml6, x9, x6, r0
  vldb wh7, [p1], #32 ; vmul.f bml3, x8, x2, r0
  vmul.f bml7, x9, x2, r0
  nop
  // rows 8 to 15 of w, the same way
  vshuffle x4, x10, x11, r1
  vshuffle x11, x10, x11, r2
  nop
  nop
  vshuffle x6, x5, x7, r1
  vshuffle x7, x5, x7, r2
  vshuffle x10, x4, x6, r1                     // columns 0 to 3
  vshuffle x0, x11, x7, r1                     // columns 4 to 7
  vshuffle x5, x4, x6, r2 ; vmac.f bml0, bml0, x1, x10, r0
  vshuffle x2, x11, x7, r2 ; vmac.f bml1, bml1, x1, x0, r0
  vmac.f bml2, bml2, x1, x5, r0
  vmac.f bml3, bml3, x1, x2, r0
  vmac.f bml4, bml4, x3, x10, r0
  vmac.f bml5, bml5, x3, x0, r0 ; vconv.bf16.fp32 wl4, bml0
  vmac.f bml6, bml6, x3, x5, r0   // 6 bundles after vmac.f
  vmac.f bml7, bml7, x3, x2, r0 ; vconv.bf16.fp32 wh4, bml1
  vconv.bf16.fp32 wl5, bml2
  vconv.bf16.fp32 wh5, bml3
  vconv.bf16.fp32 wl6, bml4
  vconv.bf16.fp32 wh6, bml5 ; vshuffle x8, x4, x5, r5    // tiles of 4x4 back to rows
  vconv.bf16.fp32 wl7, bml6 ; vshuffle x9, x4, x5, r6
  vconv.bf16.fp32 wh7, bml7 ; vshuffle x10, x8, x9, r5
  vshuffle x11, x8, x9, r6
  vst wl10, [p2], #32 ; vshuffle x8, x6, x7, r5
  vst wh10, [p2], #32 ; vshuffle x9, x6, x7, r6
  vst wl11, [p2], #32 ; vshuffle x10, x8, x9, r5
  vst wh11, [p2], #32 ; vshuffle x11, x8, x9, r6 ; ret lr
  vst wl10, [p2], #32                          // the five bundles after a jump still run
  vst wh10, [p2], #32
  vst wl11, [p2], #32
  vst wh11, [p2], #32
  nop
