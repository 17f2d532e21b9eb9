// Transfers without a task: scratch tensors lie in host memory from 0 on.  Two tiles of 16 words are
// copied.  The first one is there in cycle 16, so acq, which asks from cycle 5 on, waits for 11.  A
// copy takes 20 bundles and two more cycles for its locks, beginning with the bundle in cycle 17; the
// second one's acq issues in cycle 38, its rel in 56 and acts in 57: the tile leaves in cycles 57 to
// 72, while the core has ended with done in cycle 61.
.scratch x, 4x16
.scratch y, 4x16
.fifo A, in, x, tile=2x16, depth=2
.fifo C, out, y, tile=2x16, depth=2
.macro copy at
  acq #A.full, r0
  .rept 3
  nop
  .endr
  vlda wl0, [p0, #\at]
  vlda wh0, [p0, #\at+32]
  .rept 6
  nop
  .endr
  vst wl0, [p1, #\at]
  vst wh0, [p1, #\at+32]
  nop
  nop
  nop
  rel #C.full, r1
  nop
  nop
  nop
.endm
kernel:
  mova r0, #-1
  mova r1, #1
  movxm p0, #A.buf0
  movxm p1, #C.buf0
  copy 0
  copy 64
  done
  nop

// run: kc sim aie2 @ --load host=val:1,2,3,4 --dump 'host[0:4]' --dump 'host[128:132]' 2>/dev/null
// expect:
//   halted: 73 cycles (73.000 ns), 47 instructions
//   host[0:4] = 01 02 03 04
//   host[128:132] = 01 02 03 04
// run: kc sim aie2 @ --load host=seed:1 --profile 2>/dev/null | sed -n '/waiting/,$p'
// expect:
//   waiting for
//     lock                4    5.5 %
//     input              11   15.1 %
//     last output        11   15.1 %
//   DMA channel busy
//     in0                32   43.8 %
//     in1                 0    0.0 %
//     out0               32   43.8 %
//     out1                0    0.0 %
//   host memory: 128 bytes read, 128 bytes written
