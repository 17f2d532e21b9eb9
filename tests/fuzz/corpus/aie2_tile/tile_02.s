.scratch t, 8x16
.fifo O, out, t, tile=4x16, depth=2
.fifo I, in, t, tile=8x16, depth=1
mova r1, #2
rel #O.full, r1
mova r0, #-1
acq #I.full, r0
done
