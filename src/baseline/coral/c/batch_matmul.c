/* y_b = rq(x_b w_b) */
void kernel(const int8_t *x, const int8_t *w, const int32_t *params, int8_t *y)
{
    for (int b = 0; b < B; b++)
        for (int i = 0; i < M; i++)
            for (int j = 0; j < N; j++) {
                int32_t sum = 0;

                for (int l = 0; l < K; l++)
                    sum += x[(b * M + i) * K + l] * w[(b * K + l) * N + j];
                y[(b * M + i) * N + j] = rq(sum, params[0], params[1]);
            }
}
