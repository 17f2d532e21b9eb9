/* y[h,w,co] = rq(sum of x[h+ky-p, w+kx-p, ci] * f[ky,kx,ci,co]), zeros outside */
void kernel(const int8_t *x, const int8_t *f, const int32_t *params, int8_t *y)
{
    const int p = (k - 1) / 2;

    for (int h = 0; h < H; h++)
        for (int w = 0; w < H; w++)
            for (int co = 0; co < Co; co++) {
                int32_t sum = 0;

                for (int ky = 0; ky < k; ky++)
                    for (int kx = 0; kx < k; kx++)
                        for (int ci = 0; ci < Ci; ci++) {
                            const int row = h + ky - p, col = w + kx - p;

                            if (row >= 0 && row < H && col >= 0 && col < H)
                                sum += x[(row * H + col) * Ci + ci] *
                                       f[((ky * k + kx) * Ci + ci) * Co + co];
                        }
                y[(h * H + w) * Co + co] = rq(sum, params[0], params[1]);
            }
}
