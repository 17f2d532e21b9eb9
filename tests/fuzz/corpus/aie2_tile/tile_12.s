.fifo C, out, y, tile=4x16, part=0:4
movxm p0, #C.buf0
mova r1, #1
mova r2, #7
rel #C.full, r1
st r2, [p0, #0]
st r2, [p0, #124]
done
