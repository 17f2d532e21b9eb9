.scratch t, 8x16
.fifo A, in, x, tile=4x8, part=0:8,0:16, chan=1, order=cr, repeat=2, layout=4x4, depth=2, bank=A,B
.fifo B, in, size=256, chan=0, depth=2
.transfer B, w, tile=2x4, step=2x4, view=16x8
.fifo C, out, y, tile=4x16, depth=2
.fifo T, out, t, tile=8x16, depth=1
.transfer B, t, tile=8x8
.sequence in0, B*2
.sequence out0, C*2, T
.buffer S, 64, bank=D
.lock k, init=1
.bd one, in0, S+0, size=16, dims=2x2,2x1, acquire=k:-1, release=k:1
.data
table: .word 1, 2
.text
kernel:
mova r0, #-1
mova r1, #2
movxm p0, #A.buf0
movxm p1, #table
acq #A.full, r0
rel #A.empty, r1
rel #C.full, r1
rel #T.full, r1
done
