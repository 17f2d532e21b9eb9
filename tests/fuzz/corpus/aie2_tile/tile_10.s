.lock full
.buffer B, 512
.bd one, in0, B, size=512, release=full:1
.transfer in0, x, tile=8x16
mova r0, #-1
acq #full, r0
done
