/* Matrix instructions: products of VRAM rows with MRAM tiles into accumulators, and write-outs.
 *
 * A product is formed in binary32 with one accumulator per output and k ascending, then added to
 * the machine's accumulator with one more addition.  All instructions share one product loop;
 * they differ in where the operands come from. */
#include <inttypes.h>
#include <string.h>

#include "base/float.h"
#include "platforms/plena/plena.h"

/* ---- the product -------------------------------------------------------------------------- */

/* out[rows][cols] = a[rows][depth] * b[depth][cols]; leading dimensions lda, ldb, ldo. */
struct product {
    const float *a, *b;
    float       *out;
    uint32_t     lda, ldb, ldo, rows, cols, depth;
};

/* R rows by C vectors of W lanes at once, all constants: the sums stay in registers. */
#define PRODUCT_BLOCK(name, vector, W, C)                                                  \
    KC_INLINE void name(const struct product *p, uint32_t row, uint32_t col, const int R)  \
    {                                                                                      \
        const float *a = p->a + (size_t)row * p->lda, *b = p->b + col;                     \
        vector       sum[4][C] = { 0 }, x[C];                                              \
                                                                                           \
        for (uint32_t k = 0; k < p->depth; k++, b += p->ldb) {                             \
            memcpy(x, b, sizeof x);                                                        \
            for (int i = 0; i < R; i++)                                                    \
                for (int c = 0; c < C; c++)                                                \
                    sum[i][c] += a[(size_t)i * p->lda + k] * x[c];                         \
        }                                                                                  \
        for (int i = 0; i < R; i++)                                                        \
            memcpy(p->out + (size_t)(row + (uint32_t)i) * p->ldo + col, sum[i], sizeof x); \
    }

PRODUCT_BLOCK(product_block16, kc_f32x8, 8, 2)
PRODUCT_BLOCK(product_block4, kc_f32x4, 4, 1)
PRODUCT_BLOCK(product_block1, float, 1, 1)

KC_INLINE void product_rows(const struct product *p, uint32_t row, const int R)
{
    uint32_t col = 0;

    for (; col + 16 <= p->cols; col += 16)
        product_block16(p, row, col, R);
    for (; col + 4 <= p->cols; col += 4)
        product_block4(p, row, col, R);
    for (; col < p->cols; col++)
        product_block1(p, row, col, R);
}

static KC_HOT_LOOP void product_fast(const struct product *p)
{
    uint32_t row = 0;

    for (; row + 4 <= p->rows; row += 4)
        product_rows(p, row, 4);
    for (; row < p->rows; row++)
        product_rows(p, row, 1);
}

/* The same sums with the project's rule for NaN. */
static KC_COLD void product_with_nan(const struct product *p)
{
    for (uint32_t i = 0; i < p->rows; i++)
        for (uint32_t j = 0; j < p->cols; j++) {
            float sum = 0.0f;

            for (uint32_t k = 0; k < p->depth; k++)
                sum = kc_f32_add(sum, kc_f32_mul(p->a[(size_t)i * p->lda + k],
                                                 p->b[(size_t)k * p->ldb + j]));
            p->out[(size_t)i * p->ldo + j] = sum;
        }
}

/* scale is 1 or the broadcast factor, a power of two. */
static KC_HOT_LOOP bool accumulate_fast(float *restrict acc, const float *restrict product,
                                        float scale, size_t n)
{
    uint32_t nan = 0;

    for (size_t i = 0; i < n; i++) {
        const float sum = acc[i] + product[i] * scale;

        nan |= (kc_f32_bits(sum) & 0x7fffffff) > 0x7f800000;
    }
    if (nan)
        return false;
    for (size_t i = 0; i < n; i++)
        acc[i] = acc[i] + product[i] * scale;
    return true;
}

/* acc += scale * product, where product's out is dense. */
static void accumulate(float *acc, const struct product *p, float scale)
{
    const size_t n = (size_t)p->rows * p->cols;

    product_fast(p);
    if (KC_LIKELY(accumulate_fast(acc, p->out, scale, n)))
        return;
    product_with_nan(p);
    for (size_t i = 0; i < n; i++)
        acc[i] = kc_f32_add(acc[i], kc_f32_mul(p->out[i], scale));
}

/* ---- operands ----------------------------------------------------------------------------- */

static void require_matrix_ready(struct plena_machine *m)
{
    if (KC_UNLIKELY(!m->matrix_ready))
        plena_trap(m, PLENA_TRAP_VLEN_MLEN, NULL, 0,
                   "VLEN is %" PRIu32 " and MLEN is %" PRIu32
                   "; matrix instructions need them equal",
                   m->vlen, m->mlen);
}

static void require_broadcast(struct plena_machine *m)
{
    if (!m->broadcast_ready)
        plena_trap(m, PLENA_TRAP_GEOMETRY, NULL, 0,
                   "BROADCAST_AMOUNT * HLEN = %" PRIu32 " * %" PRIu32 ", but MLEN = %" PRIu32,
                   m->broadcast, m->hlen, m->mlen);
    require_matrix_ready(m);
}

/* count VRAM rows from an address, widened, in m->rows. */
static const float *read_rows(struct plena_machine *m, uint32_t address, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        plena_widen(m->rows + (size_t)i * m->mlen, plena_vram_read(m, address + i * m->mlen),
                    m->mlen);
    return m->rows;
}

/* Splits a matrix address into its tile and the offset inside it. */
static uint32_t tile_offset(const struct plena_machine *m, uint32_t address, uint32_t *base)
{
    const uint32_t offset = address % (m->mlen * m->mlen);

    *base = address - offset;
    return offset;
}

/* A block number written as columns: offset is a multiple of BLEN below MLEN. */
static uint32_t column_block(struct plena_machine *m, uint8_t reg, uint32_t *base)
{
    const uint32_t offset = tile_offset(m, m->gp[reg], base);

    if (KC_UNLIKELY(offset % m->blen || offset >= m->mlen))
        plena_trap(m, PLENA_TRAP_MATRIX_OFFSET, &reg, 1,
                   "gp%d = %" PRIu32 ": offset %" PRIu32
                   " in the tile is not a multiple of BLEN (%" PRIu32 ") below MLEN (%" PRIu32 ")",
                   reg, m->gp[reg], offset, m->blen, m->mlen);
    return offset;
}

/* A block number written as rows: offset is a multiple of BLEN * MLEN. */
static uint32_t row_block(struct plena_machine *m, uint8_t reg, uint32_t *base)
{
    const uint32_t offset = tile_offset(m, m->gp[reg], base);

    if (KC_UNLIKELY(offset % m->mlen || offset / m->mlen % m->blen))
        plena_trap(m, PLENA_TRAP_MATRIX_OFFSET, &reg, 1,
                   "gp%d = %" PRIu32 ": offset %" PRIu32
                   " in the tile is not a multiple of BLEN*MLEN (%" PRIu32 ")",
                   reg, m->gp[reg], offset, m->blen * m->mlen);
    return offset / m->mlen;
}

static void observe_tile(struct plena_machine *m, uint32_t base, uint32_t row, uint32_t rows,
                         uint32_t col, uint32_t cols)
{
    const uint64_t tile = base / (m->mlen * m->mlen);

    if (KC_LIKELY(!m->observed) || kc_region_all_written(&m->region[PLENA_MRAM], tile))
        return;
    for (uint32_t r = row; r < row + rows; r++)
        plena_observe_read(m, PLENA_MRAM, tile, r * m->mlen + col, cols);
}

/* Rows [row, row + rows) of a tile, columns [col, col + depth), transposed into m->panel. */
static const float *transpose(struct plena_machine *m, const float *tile, uint32_t row,
                              uint32_t rows, uint32_t col, uint32_t depth)
{
    for (uint32_t j = 0; j < rows; j++)
        for (uint32_t k = 0; k < depth; k++)
            m->panel[(size_t)k * rows + j] = tile[(size_t)(row + j) * m->mlen + col + k];
    return m->panel;
}

/* ---- blocks ------------------------------------------------------------------------------- */

static void multiply_columns(struct plena_machine *m, uint32_t base, uint32_t column,
                             uint32_t vector, uint32_t rows, float *acc)
{
    const float         *tile = plena_tile(m, base);
    const struct product p = { .a = read_rows(m, vector, rows),
                               .lda = m->mlen,
                               .b = tile + column,
                               .ldb = m->mlen,
                               .out = m->product,
                               .ldo = m->blen,
                               .rows = rows,
                               .cols = m->blen,
                               .depth = m->mlen };

    observe_tile(m, base, 0, m->mlen, column, m->blen);
    accumulate(acc, &p, 1.0f);
}

static void multiply_rows(struct plena_machine *m, uint32_t base, uint32_t row, uint32_t vector,
                          uint32_t rows, float *acc)
{
    const float         *tile = plena_tile(m, base);
    const struct product p = { .a = read_rows(m, vector, rows),
                               .lda = m->mlen,
                               .b = transpose(m, tile, row, m->blen, 0, m->mlen),
                               .ldb = m->blen,
                               .out = m->product,
                               .ldo = m->blen,
                               .rows = rows,
                               .cols = m->blen,
                               .depth = m->mlen };

    observe_tile(m, base, row, m->blen, 0, m->mlen);
    accumulate(acc, &p, 1.0f);
}

EXEC(M_MM)
{
    uint32_t base;

    require_matrix_ready(m);
    const uint32_t column = column_block(m, o->rs1, &base);

    multiply_columns(m, base, column, m->gp[o->rs2], m->blen, m->m_acc);
}

EXEC(M_MM_JULY)
{
    uint32_t base;

    require_matrix_ready(m);
    const uint32_t column = row_block(m, o->rs1, &base);

    multiply_columns(m, base, column, m->gp[o->rs2], m->blen, m->m_acc);
}

EXEC(M_TMM)
{
    uint32_t base;

    require_matrix_ready(m);
    const uint32_t row = row_block(m, o->rs2, &base);

    multiply_rows(m, base, row, m->gp[o->rs1], m->blen, m->m_acc);
}

EXEC(M_MV)
{
    uint32_t base;

    require_matrix_ready(m);
    const uint32_t column = column_block(m, o->rs1, &base);

    multiply_columns(m, base, column, m->gp[o->rs2], 1, m->v_acc);
}

EXEC(M_TMV)
{
    require_matrix_ready(m);
    multiply_rows(m, m->gp[o->rs1], 0, m->gp[o->rs2], 1, m->v_acc);
}

/* ---- heads -------------------------------------------------------------------------------- */

static const float BMM_SCALE = 0.25f;

/* The head an address selects: its offset in the tile, a multiple of HLEN below MLEN. */
static uint32_t head_offset(struct plena_machine *m, uint32_t address, uint32_t unit,
                            const uint8_t *regs, uint32_t *base)
{
    const uint32_t offset = address % unit;

    *base = address - offset;
    if (offset >= m->mlen || offset % m->hlen)
        plena_trap(m, PLENA_TRAP_HEAD_OFFSET, regs, 2,
                   "matrix address %" PRIu32 ": offset %" PRIu32
                   " is not a multiple of HLEN (%" PRIu32 ") below MLEN (%" PRIu32 ")",
                   address, offset, m->hlen, m->mlen);
    return offset;
}

/* Lanes of head q, interleaved, gathered to the front of each of count rows in m->panel. */
static const float *gather_interleaved(struct plena_machine *m, const float *rows, uint32_t q,
                                       uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t d = 0; d < m->hlen; d++)
            m->panel[(size_t)i * m->hlen + d] =
                rows[(size_t)i * m->mlen + (size_t)d * m->broadcast + q];
    return m->panel;
}

EXEC(M_BMM)
{
    uint32_t base;

    require_broadcast(m);
    const uint8_t  regs[] = { o->rs1, o->rs2 };
    const uint32_t h = head_offset(m, m->gp[o->rs1], m->mlen * m->blen, regs, &base);
    const float   *tile = plena_tile(m, base), *rows = read_rows(m, m->gp[o->rs2], m->mlen);

    observe_tile(m, base, h, m->hlen, 0, m->mlen);
    for (uint32_t q = 0; q < m->broadcast; q++) {
        const struct product p = { .a = gather_interleaved(m, rows, q, m->mlen),
                                   .lda = m->hlen,
                                   .b = tile + (size_t)h * m->mlen,
                                   .ldb = m->mlen,
                                   .out = m->product,
                                   .ldo = m->mlen,
                                   .rows = m->mlen,
                                   .cols = m->mlen,
                                   .depth = m->hlen };

        accumulate(m->hm_acc + (size_t)q * m->mlen * m->mlen, &p, BMM_SCALE);
    }
}

/* Heads side by side times the transposed tile; rows is MLEN (matrix) or 1 (vector). */
static void broadcast_transposed(struct plena_machine *m, uint32_t address, const uint8_t *regs,
                                 uint32_t vector, uint32_t rows, float *acc)
{
    uint32_t       base;
    const uint32_t h = head_offset(m, address, m->mlen * m->mlen, regs, &base);
    const float   *tile = plena_tile(m, base), *a = read_rows(m, vector, rows);
    const float   *b = transpose(m, tile, 0, m->mlen, h, m->hlen);

    observe_tile(m, base, 0, m->mlen, h, m->hlen);
    for (uint32_t q = 0; q < m->broadcast; q++) {
        const struct product p = { .a = a + (size_t)q * m->hlen,
                                   .lda = m->mlen,
                                   .b = b,
                                   .ldb = m->mlen,
                                   .out = m->product,
                                   .ldo = m->mlen,
                                   .rows = rows,
                                   .cols = m->mlen,
                                   .depth = m->hlen };

        accumulate(acc + (size_t)q * rows * m->mlen, &p, BMM_SCALE);
    }
}

EXEC(M_BTMM)
{
    const uint8_t regs[] = { o->rs1, o->rs2 };

    require_broadcast(m);
    broadcast_transposed(m, m->gp[o->rs1], regs, m->gp[o->rs2], m->mlen, m->hm_acc);
}

EXEC(M_BTMV)
{
    const uint8_t regs[] = { o->rs1, o->rd };

    require_broadcast(m);
    broadcast_transposed(m, m->gp[o->rs1] + m->gp[o->rd], regs, m->gp[o->rs2], 1, m->hv_acc);
}

EXEC(M_BMV)
{
    (void)o;
    plena_trap(m, PLENA_TRAP_BMV, NULL, 0, "M_BMV cannot be executed by this machine");
}

/* ---- write-outs --------------------------------------------------------------------------- */

/* lanes values into a row from an offset; the rest of the row stays. */
static void write_lanes(struct plena_machine *m, uint32_t address, uint32_t offset,
                        const float *values, uint32_t lanes)
{
    uint16_t *row = plena_vram_write(m, address, offset, lanes);

    for (uint32_t i = 0; i < lanes; i++)
        row[i] = kc_bf16_round_sram(values[i]);
}

/* Splits a write-out address into row address and lane offset, a multiple of unit. */
static uint32_t write_offset(struct plena_machine *m, const struct plena_ops *o, uint32_t unit,
                             uint32_t *base)
{
    const uint32_t address = m->gp[o->rd] + o->imm, offset = address % m->mlen;

    require_matrix_ready(m);
    *base = address - offset;
    if (offset % unit)
        plena_trap(m, PLENA_TRAP_WRITE_OFFSET, &o->rd, 1,
                   "write-out address %" PRIu32 " is not a multiple of %s (%" PRIu32 ")", address,
                   unit == m->mlen ? "MLEN" : "BLEN", unit);
    return offset;
}

EXEC(M_MM_WO)
{
    const uint32_t stride = o->rsel == 0 ? 1 : m->gp[o->rsel];
    uint32_t       base;
    const uint32_t offset = write_offset(m, o, m->blen, &base);

    for (uint32_t i = 0; i < m->blen; i++)
        write_lanes(m, base + i * m->mlen * stride, offset, m->m_acc + (size_t)i * m->blen,
                    m->blen);
    memset(m->m_acc, 0, (size_t)m->blen * m->blen * sizeof(float));
}

EXEC(M_MV_WO)
{
    uint32_t       base;
    const uint32_t offset = write_offset(m, o, m->blen, &base);

    write_lanes(m, base, offset, m->v_acc, m->blen);
    memset(m->v_acc, 0, m->blen * sizeof(float));
}

static void write_heads(struct plena_machine *m, const struct plena_ops *o, float *acc,
                        uint32_t rows)
{
    uint32_t base;

    require_broadcast(m);
    write_offset(m, o, m->mlen, &base);
    for (uint32_t i = 0; i < rows; i++)
        write_lanes(m, base + i * m->mlen, 0, acc + (size_t)i * m->mlen, m->mlen);
    memset(acc, 0, (size_t)rows * m->mlen * sizeof(float));
}

EXEC(M_BMM_WO)
{
    write_heads(m, o, m->hm_acc, m->broadcast * m->mlen);
}

EXEC(M_BMV_WO)
{
    write_heads(m, o, m->hv_acc, m->broadcast);
}
