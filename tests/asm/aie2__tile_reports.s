// What the assembler says about directives of the tile.
.fifo A, in, x, tile=4x64, deepth=2
.fifo A, in, x, tile=4x64, depth=17
.fifo A, inn, x, tile=4x64
.fifo A, in, x
.fifo A, in
.fifo A, in, x, tile=4y64
.fifo A, in, x, tile=4x63
.fifo A, in, x, tile=512x512
.fifo A, in, x, tile=4x64, layout=3x8
.fifo A, in, x, tile=4x64, layout=4x1
.fifo A, in, x, tile=4x64, order=cc
.fifo A, in, x, tile=4x64, part=4
.fifo A, in, x, tile=4x64, part=4:2,0:64
.fifo A, in, x, tile=4x64, chan=2
.fifo A, in, x, tile=4x64, bank=E
.fifo A, in, x, tile=4x64, depth=2, bank=A,B,C
.fifo A, in, x, tile=4x64, tile=4x32
.fifo A, in, x, tile=4x64, size=100
.fifo 2A, in, x, tile=4x64
.fifo
.fifo OK, in, x, tile=4x64
.fifo OK, in, w, tile=4x64
.transfer OKK, w, tile=4x64
.transfer OK, w, tile=8x64
.transfer OK
.scratch t
.scratch t, 4x4
.scratch t, 4x4
.buffer B
.buffer B, 70000
.buffer B, 64, at=0x70004
.buffer OK.buf0, 64
.lock L, init=64
.bd one, in0, B, size=6
.bd one, in2, B, size=8
.bd one, in0, B
.bd one, in0, nowhere, size=8
.bd two, in0, OK.buf0, size=8, dims=3x1
.bd two, in0, OK.buf0, size=8, dims=1x1,1x1,1x1,2x1
.bd two, in0, OK.buf0, size=8, acquire=OK.ful:-1
.bd two, in0, OK.buf0+508, size=8, next=three
.sequence in0, OK, nobody
.sequence in0, OK
.sequence in7, OK
.sequence out0
movxm p0, #OK.buf2
done

// run: kc asm aie2 @ -o /dev/null
// exit: 1
// expect:
//   aie2__tile_reports.s:2:28: error[dma-option]: .fifo has no option 'deepth'
//       2 | .fifo A, in, x, tile=4x64, deepth=2
//         |                            ^~~~~~
//   hint: did you mean depth=?
//   aie2__tile_reports.s:3:34: error[dma-number]: '17' is not a number from 1 to 16
//       3 | .fifo A, in, x, tile=4x64, depth=17
//         |                                  ^~
//   aie2__tile_reports.s:4:10: error[dma-syntax]: the second operand of .fifo is in or out
//       4 | .fifo A, inn, x, tile=4x64
//         |          ^~~
//   hint: .fifo NAME, in|out, TENSOR, tile=RxC [, part=r0:r1,c0:c1] [, chan=0|1] [, order=rc|cr] [, repeat=N] [, layout=row|AxB] [, depth=D] [, bank=A|B|C|D]; without a tensor: size=BYTES
//   aie2__tile_reports.s:5:14: error[dma-syntax]: a walk over a tensor needs tile=ROWSxCOLS
//       5 | .fifo A, in, x
//         |              ^
//   hint: as in tile=16x64
//   aie2__tile_reports.s:6:7: error[dma-syntax]: a fifo without a tensor needs size=BYTES
//       6 | .fifo A, in
//         |       ^
//   hint: .fifo NAME, in|out, TENSOR, tile=RxC [, part=r0:r1,c0:c1] [, chan=0|1] [, order=rc|cr] [, repeat=N] [, layout=row|AxB] [, depth=D] [, bank=A|B|C|D]; without a tensor: size=BYTES
//   aie2__tile_reports.s:7:22: error[dma-shape]: '4y64' is not a shape; write ROWSxCOLS, as in 16x64
//       7 | .fifo A, in, x, tile=4y64
//         |                      ^~~~
//   aie2__tile_reports.s:8:22: error[dma-granularity]: rows of 63 elements are no whole words; the number of columns must be even
//       8 | .fifo A, in, x, tile=4x63
//         |                      ^~~~
//   hint: the DMA moves 4 bytes: two bf16 elements of a row
//   aie2__tile_reports.s:9:22: error[dma-tile]: a tile with rows of 512 elements has more than the 64 KiB of data memory
//       9 | .fifo A, in, x, tile=512x512
//         |                      ^~~~~~~
//   aie2__tile_reports.s:10:35: error[dma-layout]: blocks of 3x8 do not fill a tile of 4x64
//      10 | .fifo A, in, x, tile=4x64, layout=3x8
//         |                                   ^~~
//   aie2__tile_reports.s:11:35: error[dma-granularity]: blocks of 1 columns are no whole words; the number of columns must be even
//      11 | .fifo A, in, x, tile=4x64, layout=4x1
//         |                                   ^~~
//   hint: the DMA moves 4 bytes: two bf16 elements of a row
//   aie2__tile_reports.s:12:34: error[dma-order]: 'cc' is not an order; rc goes row by row, cr column by column
//      12 | .fifo A, in, x, tile=4x64, order=cc
//         |                                  ^~
//   aie2__tile_reports.s:13:33: error[dma-part]: '4' is not a range of rows or columns
//      13 | .fifo A, in, x, tile=4x64, part=4
//         |                                 ^
//   hint: part=ROW:ROW,COL:COL, ends excluded
//   aie2__tile_reports.s:14:33: error[dma-part]: the range '4:2' is empty
//      14 | .fifo A, in, x, tile=4x64, part=4:2,0:64
//         |                                 ^~~
//   aie2__tile_reports.s:15:33: error[dma-number]: '2' is not a number from 0 to 1
//      15 | .fifo A, in, x, tile=4x64, chan=2
//         |                                 ^
//   aie2__tile_reports.s:16:33: error[dma-bank]: 'E' is not a bank; A, B, C and D begin at 0x70000, 0x74000, 0x78000 and 0x7c000
//      16 | .fifo A, in, x, tile=4x64, bank=E
//         |                                 ^
//   aie2__tile_reports.s:17:46: error[dma-bank]: there are more banks than buffers (depth=2)
//      17 | .fifo A, in, x, tile=4x64, depth=2, bank=A,B,C
//         |                                              ^
//   aie2__tile_reports.s:18:28: error[dma-option]: tile= is given twice
//      18 | .fifo A, in, x, tile=4x64, tile=4x32
//         |                            ^~~~
//   aie2__tile_reports.s:19:33: error[dma-tile]: a tile of 512 bytes does not fit into size=100
//      19 | .fifo A, in, x, tile=4x64, size=100
//         |                                 ^~~
//   aie2__tile_reports.s:20:7: error[dma-name]: '2A' is not a name: letters, digits, '_' and '.', no digit first
//      20 | .fifo 2A, in, x, tile=4x64
//         |       ^~
//   aie2__tile_reports.s:21:1: error[dma-syntax]: .fifo needs a name
//      21 | .fifo
//         | ^~~~~
//   hint: .fifo NAME, in|out, TENSOR, tile=RxC [, part=r0:r1,c0:c1] [, chan=0|1] [, order=rc|cr] [, repeat=N] [, layout=row|AxB] [, depth=D] [, bank=A|B|C|D]; without a tensor: size=BYTES
//   aie2__tile_reports.s:23:7: error[dma-name]: there is a fifo 'OK' already, in line 22
//      23 | .fifo OK, in, w, tile=4x64
//         |       ^~
//   hint: another tensor through the same fifo: .transfer
//   aie2__tile_reports.s:24:11: error[dma-unknown]: there is no fifo 'OKK' above this line
//      24 | .transfer OKK, w, tile=4x64
//         |           ^~~
//   hint: did you mean OK?
//   aie2__tile_reports.s:25:23: error[dma-tile]: a tile of 1024 bytes does not fit into the buffers of OK, which have 512
//      25 | .transfer OK, w, tile=8x64
//         |                       ^~~~
//   hint: declare the fifo with size=BYTES for its largest tile
//   aie2__tile_reports.s:26:1: error[dma-syntax]: .transfer needs a fifo and a tensor
//      26 | .transfer OK
//         | ^~~~~~~~~
//   hint: .transfer FIFO, TENSOR, tile=RxC [, part=r0:r1,c0:c1] [, order=rc|cr] [, repeat=N] [, layout=row|AxB]
//   aie2__tile_reports.s:27:1: error[dma-syntax]: .scratch needs a name and a shape
//      27 | .scratch t
//         | ^~~~~~~~
//   hint: .scratch NAME, ROWSxCOLS
//   aie2__tile_reports.s:29:10: error[dma-name]: there is a scratch tensor 't' already, in line 28
//      29 | .scratch t, 4x4
//         |          ^
//   aie2__tile_reports.s:30:1: error[dma-syntax]: .buffer needs a name and a number of bytes
//      30 | .buffer B
//         | ^~~~~~~
//   hint: .buffer NAME, BYTES [, bank=A|B|C|D] [, at=ADDRESS]
//   aie2__tile_reports.s:31:12: error[dma-number]: '70000' is not a number from 1 to 65536
//      31 | .buffer B, 70000
//         |            ^~~~~
//   aie2__tile_reports.s:32:19: error[dma-align]: buffers begin at multiples of 32 bytes
//      32 | .buffer B, 64, at=0x70004
//         |                   ^~~~~~~
//   aie2__tile_reports.s:33:9: error[label-duplicate]: 'OK.buf0' is defined already, in line 22
//      33 | .buffer OK.buf0, 64
//         |         ^~~~~~~
//   aie2__tile_reports.s:34:15: error[dma-number]: '64' is not a number from 0 to 63
//      34 | .lock L, init=64
//         |               ^~
//   aie2__tile_reports.s:35:23: error[dma-align]: the DMA moves words of 4 bytes: size= is a multiple of 4
//      35 | .bd one, in0, B, size=6
//         |                       ^
//   aie2__tile_reports.s:36:10: error[dma-channel]: 'in2' is not a channel; there are in0, in1, out0 and out1
//      36 | .bd one, in2, B, size=8
//         |          ^~~
//   aie2__tile_reports.s:37:5: error[dma-syntax]: .bd needs a name, a channel, a buffer and size=
//      37 | .bd one, in0, B
//         |     ^~~
//   hint: .bd NAME, in0|in1|out0|out1, BUFFER[+OFFSET], size=BYTES [, dims=SIZExSTRIDE,...] [, acquire=LOCK:-1] [, release=LOCK:1] [, next=NAME]
//   aie2__tile_reports.s:39:37: error[dma-dims]: the dimensions have 12 bytes, size= says 8
//      39 | .bd two, in0, OK.buf0, size=8, dims=3x1
//         |                                     ^~~
//   aie2__tile_reports.s:40:37: error[dma-limit]: a descriptor has up to 3 dimensions
//      40 | .bd two, in0, OK.buf0, size=8, dims=1x1,1x1,1x1,2x1
//         |                                     ^~~~~~~~~~~~~~~
//   aie2__tile_reports.s:41:40: error[dma-unknown]: 'OK.ful' is no lock: neither a name nor a number from 48 to 63
//      41 | .bd two, in0, OK.buf0, size=8, acquire=OK.ful:-1
//         |                                        ^~~~~~
//   hint: did you mean OK.full?
//   aie2__tile_reports.s:44:1: error[dma-sequence]: in0 has a sequence already, in line 43
//      44 | .sequence in0, OK
//         | ^~~~~~~~~
//   aie2__tile_reports.s:45:11: error[dma-channel]: 'in7' is not a channel; there are in0, in1, out0 and out1
//      45 | .sequence in7, OK
//         |           ^~~
//   aie2__tile_reports.s:46:1: error[dma-syntax]: .sequence needs a channel and the names of its fifos
//      46 | .sequence out0
//         | ^~~~~~~~~
//   hint: .sequence in0, A*4, B*2
//   aie2__tile_reports.s:42:41: error[dma-unknown]: there is no .bd 'three' on this channel
//      42 | .bd two, in0, OK.buf0+508, size=8, next=three
//         |                                         ^~~~~
//   aie2__tile_reports.s:43:20: error[dma-unknown]: in0 has no fifo 'nobody'
//      43 | .sequence in0, OK, nobody
//         |                    ^~~~~~
//   aie2__tile_reports.s: error[dma-sequence]: the sequence of in0 does not mention in0, declared in line 38
//   hint: name it, or leave the sequence out
//   aie2__tile_reports.s:38:15: error[dma-unknown]: there is no buffer 'nowhere'
//      38 | .bd one, in0, nowhere, size=8
//         |               ^~~~~~~
//   hint: declare it with .buffer or in .data
//   aie2__tile_reports.s:42:15: error[dma-tile]: two reaches 516 bytes into OK.buf0, which has 512
//      42 | .bd two, in0, OK.buf0+508, size=8, next=three
//         |               ^~~~~~~
//   aie2__tile_reports.s:47:11: error[label-unknown]: label 'OK.buf2' is not defined
//      47 | movxm p0, #OK.buf2
//         |           ^~~~~~~~
//   hint: did you mean OK.buf0?
