.fifo C, out, y, tile=4x16
mova r1, #1
rel #C.full, r1
done
