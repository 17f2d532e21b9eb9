// An address over the stack.
.buffer A, 64, at=0x7fbe0
done

// run: kc asm aie2 @ -o /dev/null
// exit: 1
// expect:
//   aie2__tile_overlap.s:2:9: error[dma-fit]: A at 0x7fbe0 lies over another buffer, or over the stack at 0x7fc00
//       2 | .buffer A, 64, at=0x7fbe0
//         |         ^
