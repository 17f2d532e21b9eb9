.lock mine
.fifo A, in, x, tile=8x16
mova r0, #-1
acq #mine, r0
done
