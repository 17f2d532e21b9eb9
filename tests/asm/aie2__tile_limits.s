// What the tile has only so much of: 16 descriptors, 16 locks, 64 KiB.
.fifo A, in, x, tile=1x64, depth=8
.fifo B, in, x, tile=1x64, depth=7
.fifo C, in, x, tile=1x64, depth=2
done

// run: kc asm aie2 @ -o /dev/null
// exit: 1
// expect:
//   aie2__tile_limits.s:4:7: error[dma-limit]: the tile has 16 descriptors; 15 are in use and this needs 2 more
//       4 | .fifo C, in, x, tile=1x64, depth=2
//         |       ^
//   hint: a smaller depth takes fewer; .transfer sends another tensor through a fifo that exists
