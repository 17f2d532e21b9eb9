/* y = rq(x w), columns innermost: rows of w are read as they lie. */
void kernel(const int8_t *restrict x, const int8_t *restrict w, const int32_t *restrict params,
            int8_t *restrict y)
{
    const int32_t m = params[0], s = params[1];

    for (int i = 0; i < M; i++) {
        int32_t sum[N];

        for (int j = 0; j < N; j++)
            sum[j] = 0;
        for (int l = 0; l < K; l++)
            for (int j = 0; j < N; j++)
                sum[j] += x[i * K + l] * w[l * N + j];
        for (int j = 0; j < N; j++)
            y[i * N + j] = rq(sum[j], m, s);
    }
}
