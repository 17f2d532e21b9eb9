.fifo A, in, x, tile=4x16, depth=4
.transfer A, w, tile=2x8, part=6:8,8:16, layout=2x4
.transfer A, b, tile=1x2, part=7:8,14:16
mova r0, #-4
acq #A.full, r0
done
