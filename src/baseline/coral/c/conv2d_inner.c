/* y[h,w,co] = rq(sum of x[h+ky-p, w+kx-p, ci] * f[ky,kx,ci,co]), output channels innermost and the
 * test of the border outside them. */
void kernel(const int8_t *restrict x, const int8_t *restrict f, const int32_t *restrict params,
            int8_t *restrict y)
{
    const int     p = (k - 1) / 2;
    const int32_t m = params[0], s = params[1];

    for (int h = 0; h < H; h++)
        for (int w = 0; w < H; w++) {
            int32_t sum[Co];

            for (int co = 0; co < Co; co++)
                sum[co] = 0;
            for (int ky = 0; ky < k; ky++)
                for (int kx = 0; kx < k; kx++) {
                    const int row = h + ky - p, col = w + kx - p;

                    if (row < 0 || row >= H || col < 0 || col >= H)
                        continue;
                    for (int ci = 0; ci < Ci; ci++)
                        for (int co = 0; co < Co; co++)
                            sum[co] += x[(row * H + col) * Ci + ci] *
                                       f[((ky * k + kx) * Ci + ci) * Co + co];
                }
            for (int co = 0; co < Co; co++)
                y[(h * H + w) * Co + co] = rq(sum[co], m, s);
        }
}
