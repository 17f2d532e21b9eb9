/* y[r,:] = x[r,:] / sqrt(mean(x^2) + eps), both in units of 1/32 */
void kernel(const int8_t *x, int8_t *y)
{
    for (int r = 0; r < R; r++) {
        float sum = 0.0f;

        for (int i = 0; i < D; i++) {
            const float v = (float)x[r * D + i] / 32.0f;

            sum += v * v;
        }
        const float root = __builtin_sqrtf(sum / D + 1e-5f);

        for (int i = 0; i < D; i++)
            y[r * D + i] = clamp8(round_even((float)x[r * D + i] / root));
    }
}
