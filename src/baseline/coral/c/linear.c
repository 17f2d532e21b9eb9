/* y = rq(x w + bias) */
void kernel(const int8_t *x, const int8_t *w, const int32_t *bias, const int32_t *params, int8_t *y)
{
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            int32_t sum = bias[j];

            for (int l = 0; l < K; l++)
                sum += x[i * K + l] * w[l * N + j];
            y[i * N + j] = rq(sum, params[0], params[1]);
        }
}
