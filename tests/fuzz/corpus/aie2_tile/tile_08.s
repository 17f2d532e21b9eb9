.lock full
.lock empty, init=2
.buffer P, 64
.buffer Q, 64
.bd p, in1, P, size=64, acquire=empty:-1, release=full:1
.bd q, in1, Q, size=64, acquire=empty:-1, release=full:1, next=p
.transfer in1, x, tile=8x16
mova r0, #-2
acq #full, r0
mova r1, #1
rel #empty, r1
mova r0, #-1
acq #full, r0
done
