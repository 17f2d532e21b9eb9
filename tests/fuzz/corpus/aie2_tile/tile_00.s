.fifo A, in, x, tile=2x16, depth=1
.fifo B, in, w, tile=2x16, depth=4
mova r0, #-2
acq #B.full, r0
done
