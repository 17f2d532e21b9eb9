/* y = max(0, x) */
void kernel(const int8_t *x, int8_t *y)
{
    for (int i = 0; i < R * D; i++)
        y[i] = x[i] > 0 ? x[i] : 0;
}
