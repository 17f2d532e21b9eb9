/* y_b = rq(x_b w_b), columns innermost: rows of w are read as they lie. */
void kernel(const int8_t *restrict x, const int8_t *restrict w, const int32_t *restrict params,
            int8_t *restrict y)
{
    const int32_t m = params[0], s = params[1];

    for (int b = 0; b < B; b++)
        for (int i = 0; i < M; i++) {
            int32_t sum[N];

            for (int j = 0; j < N; j++)
                sum[j] = 0;
            for (int l = 0; l < K; l++)
                for (int j = 0; j < N; j++)
                    sum[j] += x[(b * M + i) * K + l] * w[(b * K + l) * N + j];
            for (int j = 0; j < N; j++)
                y[(b * M + i) * N + j] = rq(sum[j], m, s);
        }
}
