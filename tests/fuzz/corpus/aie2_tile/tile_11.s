.fifo C, out, y, tile=8x16, depth=1
movxm p0, #C.buf0
mova r1, #1
st r1, [p0, #0]
st r1, [p0, #8]
rel #C.full, r1
done
