.fifo A, in, x, tile=8x16
.fifo B, in, w, tile=8x16, chan=1
.fifo C, out, y, tile=8x16, bank=D,A
.buffer S, 100
.buffer T, 32, at=0x79000
.data
.word 1, 2
here: .short 3
.text
movxm p0, #here
done
