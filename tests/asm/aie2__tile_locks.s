// Two locks for every fifo, one for every .lock: the seventeenth finds none.
.fifo A, in, x, tile=1x64, depth=1
.fifo B, in, x, tile=1x64, depth=1
.fifo C, in, x, tile=1x64, depth=1
.fifo D, in, x, tile=1x64, depth=1
.fifo E, in, x, tile=1x64, depth=1
.fifo F, in, x, tile=1x64, depth=1
.fifo G, in, x, tile=1x64, depth=1
.lock one
.lock two
.lock three
done

// run: kc asm aie2 @ -o /dev/null
// exit: 1
// expect:
//   aie2__tile_locks.s:11:7: error[dma-limit]: the tile has 16 locks (48 to 63); 16 are in use and this needs 1 more
//      11 | .lock three
//         |       ^~~~~
//   hint: a fifo takes two; .transfer sends another tensor through a fifo that exists
