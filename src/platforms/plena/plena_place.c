/* Where the tensors of a task lie on PLENA.
 *
 * Inputs are MX tensors in HBM, one after another from address 0; their bases stand in a0 to a7.
 * Constants are in FPRAM from slot 1.  The output is expected in VRAM from address 0, in column
 * blocks.  Batches are rows that follow each other, in HBM and in VRAM. */
#include "platforms/plena/plena_place.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/float.h"

enum { MIB = 1 << 20, ADDRESS_REGISTERS = 8 };

/* Published cells allow loops of ten million instructions (benchmark.md 5.2). */
void plena_config_for_tasks(void *config)
{
    struct plena_config *c = config;

    if (c->MAX_LOOP_INSTRUCTIONS == 100000)
        c->MAX_LOOP_INSTRUCTIONS = 10000000;
}

static struct kc_mx_type mx_of(const struct plena_config *c)
{
    const struct kc_format *f = &c->HBM_V_ACT_TYPE;

    return (struct kc_mx_type){ f->exponent, f->mantissa, f->block };
}

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

/* A matrix operand is padded with zero rows to a whole number of tiles. */
static uint32_t physical_rows(const struct plena_config *c, const struct kc_tensor *t)
{
    const uint64_t rows = (uint64_t)t->batch * t->rows;

    return (uint32_t)(t->role == KC_ROLE_WEIGHT ? round_up(rows, c->MLEN) : rows);
}

static void place_input(const struct plena_config *c, const struct kc_tensor *t, size_t index,
                        uint64_t base, struct kc_placed *p)
{
    p->region = "hbm";
    p->address = base;
    p->rows = physical_rows(c, t);
    const uint64_t elems = (uint64_t)p->rows * t->cols;

    p->size = elems + elems / c->HBM_V_ACT_TYPE.block;
    snprintf(p->where, sizeof p->where, "HBM %" PRIu64 " (%" PRIu64 " bytes, SCALE %" PRIu64 ")%s",
             base, p->size, elems, index < ADDRESS_REGISTERS ? "" : ", no register");
}

const char *plena_place(const void *config, const struct kc_declared *d, struct kc_layout *layout)
{
    const struct plena_config *c = config;
    uint64_t                   base = 0;

    *layout = (struct kc_layout){ 0 };
    if (!c->HBM_V_ACT_TYPE.is_mx)
        return "tasks need HBM_V_ACT_TYPE to be an MX format";
    for (size_t i = 0; i < d->in_count; i++) {
        if (d->in[i].cols % c->VLEN)
            return "columns must be a multiple of VLEN";
        place_input(c, &d->in[i], i, base, &layout->in[i]);
        base = round_up(base + layout->in[i].size, PLENA_BLOCK_BYTES);
    }
    layout->scratch_from = round_up(base, MIB);
    layout->scratch_to = layout->scratch_from + MIB + 2 * base;
    for (size_t i = 0; i < d->constant_count; i++)
        layout->constant[i] = i + 1;
    layout->out.region = "vram";
    layout->out.rows = (uint32_t)round_up((uint64_t)d->out->batch * d->out->rows, c->BLEN);
    layout->out.size = (uint64_t)layout->out.rows * d->out->cols;
    snprintf(layout->out.where, sizeof layout->out.where,
             "VRAM from 0, column blocks of %" PRIu32 " rows", layout->out.rows);
    if (layout->scratch_to > c->HBM_SIZE || layout->out.size > c->VECTOR_SRAM_SIZE * c->VLEN)
        return "the tensors do not fit in this machine's memories";
    return NULL;
}

/* ---- numbers ------------------------------------------------------------------------------ */

enum { ROW_MOST = 4096 };

/* One row at a time: blocks run along rows. */
static void through_mx(const struct kc_mx_type *mx, double *values, uint32_t cols, bool host,
                       enum kc_mx_rounding rounding)
{
    float   x[ROW_MOST] = { 0 };
    uint8_t elems[ROW_MOST], scales[ROW_MOST];

    assert(cols <= ROW_MOST);
    for (uint32_t i = 0; i < cols; i++)
        x[i] = (float)values[i];
    if (host)
        kc_mx_quantise_host(mx, x, cols, elems, scales);
    else
        kc_mx_quantise_device(mx, rounding, x, cols, elems, scales);
    kc_mx_dequantise(mx, elems, scales, cols, x);
    for (uint32_t i = 0; i < cols; i++)
        values[i] = x[i];
}

void plena_tensor_quantise(const void *config, struct kc_tensor *t)
{
    const struct kc_mx_type mx = mx_of(config);

    for (size_t row = 0; row < (size_t)t->batch * t->rows; row++)
        through_mx(&mx, t->value + row * t->cols, t->cols, true, KC_MX_ROUND_2026_07);
}

/* VRAM rounds to bf16, the store quantises; in blocks, so any number of columns works. */
void plena_tensor_store(const void *config, double *values, size_t rows, size_t cols)
{
    const struct plena_config *c = config;
    const struct kc_mx_type    mx = mx_of(config);

    for (size_t i = 0; i < rows * cols; i++)
        values[i] = kc_bf16_widen(kc_bf16_round((float)values[i]));
    for (size_t row = 0; row < rows; row++)
        through_mx(&mx, values + row * cols, (uint32_t)cols, false,
                   c->rev == PLENA_JULY ? KC_MX_ROUND_2026_07 : KC_MX_ROUND_PUBLISHED);
}

/* ---- in and out --------------------------------------------------------------------------- */

/* One tensor's bytes: elements, then scales; padding rows are zeros. */
static void image_input(const struct kc_mx_type *mx, const struct kc_tensor *t,
                        const struct kc_placed *p, uint8_t *bytes)
{
    const size_t elems = (size_t)p->rows * t->cols, rows = (size_t)t->batch * t->rows;

    for (uint32_t row = 0; row < p->rows; row++) {
        const size_t at = (size_t)row * t->cols;
        float        x[ROW_MOST] = { 0 };

        for (uint32_t i = 0; row < rows && i < t->cols; i++)
            x[i] = (float)t->value[at + i];
        kc_mx_quantise_host(mx, x, t->cols, bytes + at, bytes + elems + at / mx->block);
    }
}

struct kc_image plena_image(struct kc_arena *arena, const void *config, const struct kc_declared *d,
                            const struct kc_layout *layout)
{
    const struct kc_mx_type mx = mx_of(config);
    const struct kc_placed *last = &layout->in[d->in_count - 1];
    const uint64_t          size = last->address + last->size;
    uint8_t                *bytes = kc_arena_alloc(arena, size);

    for (size_t i = 0; i < d->in_count; i++)
        image_input(&mx, &d->in[i], &layout->in[i], bytes + layout->in[i].address);
    return (struct kc_image){ bytes, size };
}

/* Constants reach FPRAM as binary16, like everything a host preloads there. */
double plena_constant(double value)
{
    return kc_bf16_widen(kc_bf16_round(kc_fp16_widen(kc_fp16_round((float)value))));
}

static void write_constant(struct plena_machine *m, uint64_t slot, double value)
{
    uint16_t *entry = kc_region_elem_write(&m->region[PLENA_FPRAM], slot, KC_WRITER_HOST);

    *entry = kc_bf16_round((float)plena_constant(value));
}

void plena_prepare(struct kc_machine *machine, const struct kc_declared *d,
                   const struct kc_layout *layout)
{
    struct plena_machine *m = (struct plena_machine *)machine;
    struct kc_arena       arena = { 0 };
    struct kc_image       image = d->image;

    if (!image.bytes)
        image = plena_image(&arena, m->config, d, layout);
    for (size_t i = 0; i < d->in_count; i++) {
        const struct kc_placed *p = &layout->in[i];

        kc_region_put(&m->region[PLENA_HBM], p->address, image.bytes + p->address, p->size);
        if (i < ADDRESS_REGISTERS)
            m->ha[i] = p->address;
    }
    kc_arena_free(&arena);
    write_constant(m, 0, 0.0);
    for (size_t i = 0; i < d->constant_count; i++)
        write_constant(m, layout->constant[i], d->constant[i].value);
}

uint64_t plena_tensor_address(const void *config, const struct kc_placed *place, uint32_t row,
                              uint32_t col)
{
    const struct plena_config *c = config;
    const uint64_t             vlen = c->VLEN;

    return place->address + col / vlen * place->rows * vlen + row * vlen + col % vlen;
}

void plena_tensor_read(struct kc_machine *machine, const struct kc_placed *place,
                       const struct kc_tensor *t, double *values)
{
    struct plena_machine *m = (struct plena_machine *)machine;

    for (uint32_t r = 0; r < t->batch * t->rows; r++)
        for (uint32_t col = 0; col < t->cols; col++) {
            const uint64_t at = place->address + (uint64_t)(col / m->vlen) * place->rows * m->vlen +
                                (uint64_t)r * m->vlen + col % m->vlen;
            const uint16_t *bits = kc_region_elem(&m->region[PLENA_VRAM], at);

            *values++ = kc_bf16_widen(*bits);
        }
}

/* FPRAM 0 and the constants behind it are read-only; what follows them is nobody's or scratch. */
const char *plena_violated(struct kc_machine *machine, const struct kc_declared *d,
                           const struct kc_layout *layout)
{
    struct plena_machine *m = (struct plena_machine *)machine;

    for (size_t i = 0; i <= d->constant_count; i++) {
        const uint64_t  slot = i ? layout->constant[i - 1] : 0;
        const uint16_t *entry = kc_region_elem(&m->region[PLENA_FPRAM], slot);
        const double    value = i ? plena_constant(d->constant[i - 1].value) : 0.0;

        if (kc_bf16_widen(*entry) != (float)value)
            return "FPRAM 0 to 15 hold constants and are read-only; scratch begins at 16";
    }
    return NULL;
}
