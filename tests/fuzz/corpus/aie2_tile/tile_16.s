.fifo A, in, x, tile=8x16, bank=A
done
