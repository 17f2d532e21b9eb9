/* y[h,w,c] = rq(sum of x[h+ky-p, w+kx-p, c] * f[ky,kx,c]), zeros outside */
void kernel(const int8_t *x, const int8_t *f, const int32_t *params, int8_t *y)
{
    const int p = (k - 1) / 2;

    for (int h = 0; h < H; h++)
        for (int w = 0; w < H; w++)
            for (int c = 0; c < C; c++) {
                int32_t sum = 0;

                for (int ky = 0; ky < k; ky++)
                    for (int kx = 0; kx < k; kx++) {
                        const int row = h + ky - p, col = w + kx - p;

                        if (row >= 0 && row < H && col >= 0 && col < H)
                            sum += x[(row * H + col) * C + c] * f[(ky * k + kx) * C + c];
                    }
                y[(h * H + w) * C + c] = rq(sum, params[0], params[1]);
            }
}
