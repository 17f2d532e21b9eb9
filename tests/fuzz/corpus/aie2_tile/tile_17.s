.fifo A, in, q, tile=8x16
done
