/* y = rq(a x) */
void kernel(const int8_t *a, const int8_t *x, const int32_t *params, int8_t *y)
{
    for (int i = 0; i < M; i++) {
        int32_t sum = 0;

        for (int j = 0; j < N; j++)
            sum += a[i * N + j] * x[j];
        y[i] = rq(sum, params[0], params[1]);
    }
}
