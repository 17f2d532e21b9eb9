.lock full
.lock empty, init=1
.buffer P, 64
.bd i, in0, P, size=64, acquire=empty:-1, release=full:1, next=i
.bd o, out0, P, size=64, acquire=full:-1, release=empty:1, next=o
.transfer in0, x, tile=8x16
.transfer out0, y, tile=8x16
done
