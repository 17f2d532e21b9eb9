/* y = rq(clamp8(shr(table[rq(x wg)] * rq(x wu), 5)) wd), columns innermost: rows of the weights are
 * read as they lie. */
void kernel(const int8_t *restrict x, const int8_t *restrict wg, const int8_t *restrict wu,
            const int8_t *restrict wd, const int8_t *restrict table, const int32_t *restrict params,
            int8_t *restrict y)
{
    for (int n = 0; n < N; n++) {
        int32_t gate[I], up[I], result[H];

        for (int i = 0; i < I; i++)
            gate[i] = up[i] = 0;
        for (int h = 0; h < H; h++)
            result[h] = 0;
        for (int h = 0; h < H; h++)
            for (int i = 0; i < I; i++) {
                gate[i] += x[n * H + h] * wg[h * I + i];
                up[i] += x[n * H + h] * wu[h * I + i];
            }
        for (int i = 0; i < I; i++) {
            const int32_t g = table[rq(gate[i], params[0], params[1]) + 128];
            const int8_t  product = clamp8(shr(g * rq(up[i], params[2], params[3]), 5));

            for (int h = 0; h < H; h++)
                result[h] += product * wd[i * H + h];
        }
        for (int h = 0; h < H; h++)
            y[n * H + h] = rq(result[h], params[4], params[5]);
    }
}
