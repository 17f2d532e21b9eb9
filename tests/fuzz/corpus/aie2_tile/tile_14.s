.fifo A, in, x, tile=8x16
movxm p0, #A.buf0
nop
nop
nop
nop
lda r0, [p0, #16]
lda r1, [p0, #24]
nop
nop
nop
nop
nop
nop
movxm p1, #0x7f000
st r0, [p1, #0]
st r1, [p1, #4]
done
