/* The block of convolution, normalisation and relu, output channels innermost, with normalisation
 * folded into one product and one sum per channel. */
void kernel(const int8_t *restrict x, const int8_t *restrict f, const float *restrict gamma,
            const float *restrict beta, const float *restrict mean, const float *restrict var,
            int8_t *restrict y)
{
    const int   p = (k - 1) / 2;
    const float unit = 1.0f / (1024.0f * __builtin_sqrtf((float)(k * k * Ci)));
    float       factor[Co], offset[Co];

    for (int co = 0; co < Co; co++) {
        const float g = 32.0f * gamma[co] / __builtin_sqrtf(var[co] + 1e-5f);

        factor[co] = g * unit;
        offset[co] = 32.0f * beta[co] - g * mean[co];
    }
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
            for (int co = 0; co < Co; co++) {
                const float z = factor[co] * (float)sum[co] + offset[co];

                y[(h * H + w) * Co + co] = (int8_t)(z < 0.0f     ? 0
                                                    : z > 127.0f ? 127
                                                                 : round_even(z));
            }
        }
}
