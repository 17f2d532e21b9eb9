/* y[r,:] = 32767 * e^(x[r,:] - max) / sum, x in units of 1/16 */
void kernel(const int8_t *x, int16_t *y)
{
    for (int r = 0; r < R; r++) {
        int   peak = x[r * D];
        float sum = 0.0f, e[D];

        for (int i = 1; i < D; i++)
            if (x[r * D + i] > peak)
                peak = x[r * D + i];
        for (int i = 0; i < D; i++) {
            e[i] = exp_of((float)(x[r * D + i] - peak) / 16.0f);
            sum += e[i];
        }
        for (int i = 0; i < D; i++)
            y[r * D + i] = (int16_t)round_even(32767.0f * e[i] / sum);
    }
}
