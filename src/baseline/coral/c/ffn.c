/* y = rq(table[rq(x w1)] w2) */
void kernel(const int8_t *x, const int8_t *w1, const int8_t *w2, const int8_t *table,
            const int32_t *params, int8_t *y)
{
    for (int n = 0; n < N; n++) {
        int8_t hidden[I];

        for (int i = 0; i < I; i++) {
            int32_t sum = 0;

            for (int h = 0; h < H; h++)
                sum += x[n * H + h] * w1[h * I + i];
            hidden[i] = table[rq(sum, params[0], params[1]) + 128];
        }
        for (int h = 0; h < H; h++) {
            int32_t sum = 0;

            for (int i = 0; i < I; i++)
                sum += hidden[i] * w2[i * H + h];
            y[n * H + h] = rq(sum, params[2], params[3]);
        }
    }
}
