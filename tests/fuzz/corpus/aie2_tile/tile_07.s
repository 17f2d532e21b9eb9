.lock full
.buffer B, 128
.bd one, in0, B+64, size=64, dims=2x8,8x1, release=full:1
.transfer in0, x, tile=2x16, part=0:2
mova r0, #-1
acq #full, r0
done
