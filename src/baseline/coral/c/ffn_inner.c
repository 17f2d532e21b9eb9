/* y = rq(table[rq(x w1)] w2), columns innermost: rows of the weights are read as they lie. */
void kernel(const int8_t *restrict x, const int8_t *restrict w1, const int8_t *restrict w2,
            const int8_t *restrict table, const int32_t *restrict params, int8_t *restrict y)
{
    for (int n = 0; n < N; n++) {
        int32_t sum[I], result[H];

        for (int i = 0; i < I; i++)
            sum[i] = 0;
        for (int h = 0; h < H; h++)
            result[h] = 0;
        for (int h = 0; h < H; h++)
            for (int i = 0; i < I; i++)
                sum[i] += x[n * H + h] * w1[h * I + i];
        for (int i = 0; i < I; i++) {
            const int8_t hidden = table[rq(sum[i], params[0], params[1]) + 128];

            for (int h = 0; h < H; h++)
                result[h] += hidden * w2[i * H + h];
        }
        for (int h = 0; h < H; h++)
            y[n * H + h] = rq(result[h], params[2], params[3]);
    }
}
