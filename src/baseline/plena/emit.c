/* Lines, loops, constants, loads and the matrix product: the parts of all PLENA templates. */
#include "baseline/plena/emit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "baseline/plena/best.h"

static void indent(struct cc *cc)
{
    for (int i = 0; i < cc->depth; i++)
        kc_buf_puts(cc->out, "    ");
}

static void line(struct cc *cc, const char *lead, const char *format, va_list args)
{
    char text[256];

    vsnprintf(text, sizeof text, format, args);
    indent(cc);
    kc_buf_printf(cc->out, "%s%s\n", lead, text);
}

void cc_note(struct cc *cc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    line(cc, "; ", format, args);
    va_end(args);
}

void cc_op(struct cc *cc, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    line(cc, "", format, args);
    va_end(args);
}

enum { LARGEST_IMMEDIATE = (1 << 18) - 1 };

void cc_li(struct cc *cc, int reg, uint64_t value)
{
    assert(value <= UINT32_MAX);
    if (value <= LARGEST_IMMEDIATE) {
        cc_op(cc, "S_ADDI_INT gp%d, gp0, %" PRIu64, reg, value);
        return;
    }
    cc_op(cc, "S_LUI_INT gp%d, %" PRIu64, reg, value >> 12);
    if (value & 4095)
        cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu64, reg, reg, value & 4095);
}

void cc_add(struct cc *cc, int reg, int source, uint64_t value, int scratch)
{
    if (value <= LARGEST_IMMEDIATE) {
        cc_op(cc, "S_ADDI_INT gp%d, gp%d, %" PRIu64, reg, source, value);
        return;
    }
    cc_li(cc, scratch, value);
    cc_op(cc, "S_ADD_INT gp%d, gp%d, gp%d", reg, source, scratch);
}

void cc_loop(struct cc *cc, int reg, uint32_t count)
{
    if (count <= 1)
        return;
    cc_op(cc, "C_LOOP_START gp%d, %" PRIu32, reg, count);
    cc->depth++;
}

void cc_end(struct cc *cc, int reg, uint32_t count)
{
    if (count <= 1)
        return;
    cc->depth--;
    cc_op(cc, "C_LOOP_END gp%d", reg);
}

uint32_t cc_vram(struct cc *cc, uint64_t elems)
{
    const uint32_t at = cc->vram_next;

    cc->vram_next += (uint32_t)((elems + cc->vlen - 1) / cc->vlen * cc->vlen);
    return at;
}

uint32_t cc_slot(const struct cc *cc, const char *constant)
{
    for (size_t i = 0; i < cc->c->constant_count; i++)
        if (strcmp(cc->c->constant[i].name, constant) == 0)
            return (uint32_t)cc->layout->constant[i];
    kc_unreachable();
}

struct cc_mat cc_mat_new(struct cc *cc, uint32_t rows, uint32_t cols)
{
    return (struct cc_mat){ cc_vram(cc, (uint64_t)rows * cols), rows, cols };
}

struct cc_mat cc_output(const struct cc *cc)
{
    return (struct cc_mat){ (uint32_t)cc->layout->out.address, cc->layout->out.rows,
                            cc->c->out.cols };
}

/* ---- transfers ---------------------------------------------------------------------------- */

void cc_set_tensor(struct cc *cc, size_t index)
{
    const struct kc_tensor *t = &cc->c->in[index];

    cc_li(cc, 1, (uint64_t)cc->layout->in[index].rows * t->cols);
    cc_op(cc, "C_SET_SCALE_REG gp1");
    cc_li(cc, 1, t->cols);
    cc_op(cc, "C_SET_STRIDE_REG gp1");
}

int cc_base(struct cc *cc, size_t index)
{
    if (index < 8)
        return (int)index;
    cc_li(cc, 1, cc->layout->in[index].address);
    cc_op(cc, "C_SET_ADDR_REG a7, gp0, gp1");
    return 7;
}

/* A single row is a run of consecutive elements: several VRAM rows per transfer. */
static void load_row(struct cc *cc, int base, struct cc_mat to)
{
    const uint32_t step = cc->prefetch_v * cc->vlen, count = (to.cols + step - 1) / step;

    cc_loop(cc, 4, count);
    cc_op(cc, "H_PREFETCH_V gp2, gp3, a%d, 0, 0", base);
    if (count > 1) {
        cc_add(cc, 2, 2, step, 6);
        cc_add(cc, 3, 3, step, 6);
    }
    cc_end(cc, 4, count);
}

void cc_load(struct cc *cc, size_t index, struct cc_mat to)
{
    const uint32_t groups = to.rows / cc->prefetch_v, blocks = to.cols / cc->vlen;
    const int      base = cc_base(cc, index);

    cc_note(cc, "load %s: %" PRIu32 " x %" PRIu32 " to VRAM %" PRIu32, cc->c->in[index].name,
            to.rows, to.cols, to.base);
    cc_set_tensor(cc, index);
    cc_li(cc, 2, to.base);
    cc_li(cc, 3, 0);
    if (to.rows == 1) {
        load_row(cc, base, to);
        return;
    }
    cc_li(cc, 5, 0);
    cc_loop(cc, 6, blocks);
    cc_op(cc, "S_ADDI_INT gp3, gp5, 0");
    cc_loop(cc, 4, groups);
    cc_op(cc, "H_PREFETCH_V gp2, gp3, a%d, 1, 0", base);
    cc_add(cc, 2, 2, cc->prefetch_v * cc->vlen, 1);
    if (groups > 1)
        cc_add(cc, 3, 3, (uint64_t)cc->prefetch_v * to.cols, 1);
    cc_end(cc, 4, groups);
    if (blocks > 1)
        cc_op(cc, "S_ADDI_INT gp5, gp5, %" PRIu32, cc->vlen);
    cc_end(cc, 6, blocks);
}

/* ---- matrix product ----------------------------------------------------------------------- */

/* One product whose strip of the weights fits MRAM, all its distances in elements. */
struct strip {
    uint32_t y, x;                  /* VRAM addresses */
    uint32_t y_pitch, x_pitch;      /* from one column block to the next */
    uint32_t nb, kb, rb;            /* column blocks of y, of x, row blocks of both */
    uint64_t w, w_next_n, w_next_k; /* offset in the weights, and from block to block */
    bool     transposed;            /* the weights are [N][K] */
};

/* The tiles that a column block of y needs.  gp2 tile, gp3 offset, gp4 offset of the strip. */
static void load_strip(struct cc *cc, const struct strip *s, int base)
{
    cc_op(cc, "S_ADDI_INT gp3, gp4, 0");
    cc_li(cc, 2, 0);
    cc_loop(cc, 10, s->kb);
    cc_op(cc, "H_PREFETCH_M gp2, gp3, a%d, 1, 0", base);
    if (s->kb > 1) {
        cc_add(cc, 2, 2, (uint64_t)cc->mlen * cc->mlen, 1);
        cc_add(cc, 3, 3, s->w_next_k, 1);
    }
    cc_end(cc, 10, s->kb);
}

/* One block of y.  gp5 matrix, gp6 vector, gp7 result, gp8 and gp14 where the first two start. */
static void multiply_block(struct cc *cc, const struct strip *s)
{
    cc_op(cc, "S_ADDI_INT gp5, gp8, 0");
    cc_op(cc, "S_ADDI_INT gp6, gp14, 0");
    cc_loop(cc, 12, s->kb);
    cc_op(cc, s->transposed ? "M_TMM 0, gp6, gp5" : "M_MM 0, gp5, gp6");
    if (s->kb > 1) {
        cc_add(cc, 5, 5, (uint64_t)cc->mlen * cc->mlen, 1);
        cc_add(cc, 6, 6, s->x_pitch, 1);
    }
    cc_end(cc, 12, s->kb);
    cc_op(cc, "M_MM_WO gp7, gp0, 0");
}

/* gp9 walks over the columns of y; gp10, gp11 and gp13 count. */
static void multiply_plain(struct cc *cc, const struct strip *s, int base)
{
    const uint32_t cb = cc->mlen / cc->blen, block = cc->blen * cc->mlen;

    cc_li(cc, 4, s->w);
    cc_li(cc, 9, s->y);
    cc_loop(cc, 13, s->nb);
    load_strip(cc, s, base);
    cc_li(cc, 8, 0);
    cc_loop(cc, 10, cb);
    cc_op(cc, "S_ADDI_INT gp7, gp9, 0");
    cc_li(cc, 14, s->x);
    cc_loop(cc, 11, s->rb);
    multiply_block(cc, s);
    cc_add(cc, 7, 7, block, 1);
    cc_add(cc, 14, 14, block, 1);
    cc_end(cc, 11, s->rb);
    cc_add(cc, 8, 8, s->transposed || cc->july ? block : cc->blen, 1);
    cc_op(cc, "S_ADDI_INT gp9, gp9, %" PRIu32, cc->blen);
    cc_end(cc, 10, cb);
    if (s->nb > 1) {
        cc_add(cc, 9, 9, s->y_pitch - cc->mlen, 1);
        cc_add(cc, 4, 4, s->w_next_n, 1);
    }
    cc_end(cc, 13, s->nb);
}

/* To the first tile of the next strip; gp4 is at the last of this one. */
static void next_strip(struct cc *cc, const struct strip *s)
{
    const uint64_t down = (s->kb - 1) * s->w_next_k;

    if (s->w_next_n >= down) {
        cc_add(cc, 4, 4, s->w_next_n - down, 1);
        return;
    }
    cc_li(cc, 1, down - s->w_next_n);
    cc_op(cc, "S_SUB_INT gp4, gp4, gp1");
}

/* The same by cc_best_strip: gp4 offset, gp5 result, gp7 counts. */
static void multiply_best(struct cc *cc, const struct strip *s, const struct cc_strip *one,
                          int base)
{
    cc_li(cc, 4, s->w);
    cc_li(cc, 5, s->y);
    cc_loop(cc, 7, s->nb);
    cc_li(cc, 2, 0);
    for (uint32_t k = 0; k < s->kb; k++) {
        cc_op(cc, "H_PREFETCH_M gp2, gp4, a%d, 1, 0", base);
        if (k + 1 == s->kb)
            break;
        cc_add(cc, 2, 2, (uint64_t)cc->mlen * cc->mlen, 1);
        cc_add(cc, 4, 4, s->w_next_k, 1);
    }
    cc_best_strip(cc, one);
    if (s->nb > 1) {
        if (s->y_pitch > one->rows * cc->mlen)
            cc_add(cc, 5, 5, s->y_pitch - one->rows * cc->mlen, 1);
        next_strip(cc, s);
    }
    cc_end(cc, 7, s->nb);
}

void cc_add_rows(struct cc *cc, uint32_t to, uint32_t from, uint32_t rows)
{
    cc_li(cc, 1, to);
    cc_li(cc, 2, from);
    cc_loop(cc, 3, rows);
    cc_op(cc, "V_ADD_VV gp1, gp1, gp2, 0");
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_op(cc, "S_ADDI_INT gp2, gp2, %" PRIu32, cc->vlen);
    cc_end(cc, 3, rows);
}

static void multiply(struct cc *cc, const struct strip *s, int base)
{
    const struct cc_strip one = { .x = s->x,
                                  .pitch = s->x_pitch,
                                  .depth = s->kb,
                                  .rows = s->rb * cc->blen,
                                  .cols = cc->mlen,
                                  .transposed = s->transposed };

    if (cc_best_strip_fits(cc, &one))
        multiply_best(cc, s, &one, base);
    else
        multiply_plain(cc, s, base);
}

/* K beyond the matrix memory goes in parts.  Their sums pass through bf16: the accumulator cannot
 * stay alive, it holds one block of y at a time. */
static void multiply_in_parts(struct cc *cc, struct strip s, int base, struct cc_mat y)
{
    const uint32_t      all = s.kb;
    const struct cc_mat part = cc_mat_new(cc, y.rows, y.cols);

    for (uint32_t first = 0; first < all; first += cc->mram_tiles) {
        s.kb = all - first < cc->mram_tiles ? all - first : cc->mram_tiles;
        cc_note(cc, "rows from %" PRIu32 " on", first * cc->mlen);
        multiply(cc, &s, base);
        if (first)
            cc_add_rows(cc, y.base, part.base, y.rows * (y.cols / cc->vlen));
        s.y = part.base;
        s.x += s.kb * s.x_pitch;
        s.w += s.kb * s.w_next_k;
    }
}

void cc_product(struct cc *cc, const struct cc_product *p)
{
    const struct kc_tensor *w = &cc->c->in[p->weights];
    const struct cc_mat     x = p->x, y = p->y;
    const uint64_t          down = (uint64_t)cc->mlen * w->cols;
    const int               base = cc_base(cc, p->weights);
    const struct strip      s = { .y = y.base + p->first_row * cc->vlen,
                                  .x = x.base + p->first_row * cc->vlen,
                                  .y_pitch = y.rows * cc->vlen,
                                  .x_pitch = x.rows * cc->vlen,
                                  .nb = y.cols / cc->mlen,
                                  .kb = x.cols / cc->mlen,
                                  .rb = p->rows / cc->blen,
                                  .w = (uint64_t)p->first_weight_row * w->cols,
                                  .w_next_n = p->transposed ? down : cc->mlen,
                                  .w_next_k = p->transposed ? cc->mlen : down,
                                  .transposed = p->transposed };

    cc_note(cc, "VRAM %" PRIu32 " = VRAM %" PRIu32 " (%" PRIu32 " x %" PRIu32 ") * %s%s", s.y, s.x,
            p->rows, x.cols, w->name, p->transposed ? "^T" : "");
    cc_set_tensor(cc, p->weights);
    if (s.kb > cc->mram_tiles)
        multiply_in_parts(cc, s, base, y);
    else
        multiply(cc, &s, base);
}

void cc_gemm(struct cc *cc, struct cc_mat y, struct cc_mat x, size_t index, uint32_t first_row)
{
    cc_product(
        cc, &(struct cc_product){
                .y = y, .x = x, .weights = index, .first_weight_row = first_row, .rows = y.rows });
}
