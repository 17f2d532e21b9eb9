/* y = relu(gamma * (conv - mean) / sqrt(var + eps) + beta), in units of 1/32; the sum of products
 * is in units of 1/(1024 * sqrt(k * k * Ci)). */
void kernel(const int8_t *x, const int8_t *f, const float *gamma, const float *beta,
            const float *mean, const float *var, int8_t *y)
{
    const int   p = (k - 1) / 2;
    const float unit = 1.0f / (1024.0f * __builtin_sqrtf((float)(k * k * Ci)));

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
                const float z =
                    gamma[co] * (unit * (float)sum - mean[co]) / __builtin_sqrtf(var[co] + 1e-5f) +
                    beta[co];

                y[(h * H + w) * Co + co] = z < 0.0f   ? 0
                                           : z > 4.0f ? 127
                                                      : clamp8(round_even(32.0f * z));
            }
}
