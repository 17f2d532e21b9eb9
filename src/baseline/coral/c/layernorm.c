/* y[r,:] = (x[r,:] - mean) / sqrt(var + eps), both in units of 1/32 */
void kernel(const int8_t *x, int8_t *y)
{
    for (int r = 0; r < R; r++) {
        float mean = 0.0f, var = 0.0f;

        for (int i = 0; i < D; i++)
            mean += (float)x[r * D + i] / 32.0f;
        mean /= D;
        for (int i = 0; i < D; i++) {
            const float d = (float)x[r * D + i] / 32.0f - mean;

            var += d * d;
        }
        const float deviation = __builtin_sqrtf(var / D + 1e-5f);

        for (int i = 0; i < D; i++)
            y[r * D + i] =
                clamp8(round_even(32.0f * ((float)x[r * D + i] / 32.0f - mean) / deviation));
    }
}
