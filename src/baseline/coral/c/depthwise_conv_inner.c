/* y[h,w,c] = rq(sum of x[h+ky-p, w+kx-p, c] * f[ky,kx,c]), channels innermost and the test of the
 * border outside them. */
void kernel(const int8_t *restrict x, const int8_t *restrict f, const int32_t *restrict params,
            int8_t *restrict y)
{
    const int     p = (k - 1) / 2;
    const int32_t m = params[0], s = params[1];

    for (int h = 0; h < H; h++)
        for (int w = 0; w < H; w++) {
            int32_t sum[C];

            for (int c = 0; c < C; c++)
                sum[c] = 0;
            for (int ky = 0; ky < k; ky++)
                for (int kx = 0; kx < k; kx++) {
                    const int row = h + ky - p, col = w + kx - p;

                    if (row < 0 || row >= H || col < 0 || col >= H)
                        continue;
                    for (int c = 0; c < C; c++)
                        sum[c] += x[(row * H + col) * C + c] * f[(ky * k + kx) * C + c];
                }
            for (int c = 0; c < C; c++)
                y[(h * H + w) * C + c] = rq(sum[c], m, s);
        }
}
