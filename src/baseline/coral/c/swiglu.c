/* y = rq(clamp8(shr(table[rq(x wg)] * rq(x wu), 5)) wd) */
void kernel(const int8_t *x, const int8_t *wg, const int8_t *wu, const int8_t *wd,
            const int8_t *table, const int32_t *params, int8_t *y)
{
    for (int n = 0; n < N; n++) {
        int8_t product[I];

        for (int i = 0; i < I; i++) {
            int32_t gate = 0, up = 0;

            for (int h = 0; h < H; h++) {
                gate += x[n * H + h] * wg[h * I + i];
                up += x[n * H + h] * wu[h * I + i];
            }
            product[i] = clamp8(
                shr(table[rq(gate, params[0], params[1]) + 128] * rq(up, params[2], params[3]), 5));
        }
        for (int h = 0; h < H; h++) {
            int32_t sum = 0;

            for (int i = 0; i < I; i++)
                sum += product[i] * wd[i * H + h];
            y[n * H + h] = rq(sum, params[4], params[5]);
        }
    }
}
