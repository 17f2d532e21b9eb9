// Buffers that do not fit: 24 KiB twice and 16 KiB are 64 KiB, without the stack.
.fifo A, in, x, tile=192x64, depth=2
.buffer B, 16384
done

// run: kc asm aie2 @ -o /dev/null
// exit: 1
// expect:
//   aie2__tile_memory.s:3:9: error[dma-fit]: B of 16384 bytes does not fit: all buffers together have 65536 bytes, data memory has 64512 (64 KiB less the stack of 1024)
//       3 | .buffer B, 16384
//         |         ^
//   hint: smaller tiles, or a smaller depth
