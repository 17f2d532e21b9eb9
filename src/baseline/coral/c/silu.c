/* y = x / (1 + e^-x), both in units of 1/16 */
void kernel(const int8_t *x, int8_t *y)
{
    for (int i = 0; i < R * D; i++) {
        const float v = (float)x[i] / 16.0f;

        y[i] = clamp8(round_even(16.0f * v / (1.0f + exp_of(-v))));
    }
}
