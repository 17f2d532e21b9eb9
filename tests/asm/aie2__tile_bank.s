// A bank has 16 KiB.
.fifo A, in, x, tile=64x96, depth=2, bank=B
done

// run: kc asm aie2 @ -o /dev/null
// exit: 1
// expect:
//   aie2__tile_bank.s:2:7: error[dma-fit]: A.buf1 of 12288 bytes does not fit into bank B, where 4096 of 16384 bytes are free
//       2 | .fifo A, in, x, tile=64x96, depth=2, bank=B
//         |       ^
//   hint: another bank, or none: then it goes where there is room
