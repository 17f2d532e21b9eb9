.fifo A, in, x, tile=8x16
mova r0, #-1
acq #A.full, r0
acq #A.full, r0
done
