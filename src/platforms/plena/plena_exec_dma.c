/* Transfers between HBM and the on-chip memories, with MX quantisation on the way.
 *
 * HBM is read in aligned 64-byte blocks.  A row's elements may start anywhere; its scales come from
 * the one block that holds the first of them, and scale bytes beyond that block read as 0. */
#include <inttypes.h>
#include <string.h>

#include "base/float.h"
#include "platforms/plena/plena.h"

/* One instruction's transfer: where its rows lie and how they are coded. */
struct transfer {
    const struct kc_format *format;
    struct kc_mx_type       mx;
    uint64_t                elem, scale; /* byte addresses of row 0 */
    uint32_t                dim, step, rows;
    uint32_t                elem_bytes, scale_bytes; /* per row */
    uint32_t                ratio;                   /* element bytes per scale byte */
};

static struct transfer describe(const struct plena_machine *m, const struct plena_ops *o,
                                const struct kc_format *format, uint32_t dim, uint32_t rows)
{
    const uint32_t  off = m->gp[o->rs1];
    const uint32_t  bits = (uint32_t)format->sign + format->exponent + format->mantissa;
    struct transfer t = { .format = format,
                          .dim = dim,
                          .rows = rows,
                          .step = o->rstride == 1 ? m->stride : dim,
                          .elem_bytes = dim * bits / 8,
                          .ratio = 1 };

    if (format->is_mx) {
        t.mx = (struct kc_mx_type){ format->exponent, format->mantissa, format->block };
        t.ratio = format->block; /* 8-bit elements, 8-bit scales */
        t.scale_bytes = dim / format->block;
    }
    t.elem = m->ha[o->ab] + off;
    t.scale = m->ha[o->ab] + m->scale + off / t.ratio;
    return t;
}

static uint64_t elem_address(const struct transfer *t, uint32_t row)
{
    return t->elem + (uint32_t)(row * t->step); /* the product wraps at 2^32 */
}

/* The machine computes this distance in binary32: exact below 2^24, no wrap above. */
static uint64_t scale_address(const struct transfer *t, uint32_t row)
{
    const float per_row = (float)t->step / (float)t->ratio;
    const float distance = (float)row * per_row;

    return t->scale + (uint64_t)distance;
}

static uint64_t block_of(uint64_t address)
{
    return address & ~(uint64_t)(PLENA_BLOCK_BYTES - 1);
}

/* ---- bytes -------------------------------------------------------------------------------- */

/* Copies count bytes; what lies outside HBM reads as 0. */
static void read_bytes(struct plena_machine *m, uint64_t address, uint8_t *out, uint32_t count)
{
    struct kc_region *hbm = &m->region[PLENA_HBM];

    while (count) {
        const uint32_t at = (uint32_t)(address % PLENA_BLOCK_BYTES);
        const uint32_t room = PLENA_BLOCK_BYTES - at, n = count < room ? count : room;

        if (address < hbm->elems) {
            if (KC_UNLIKELY(m->observed))
                plena_observe_read(m, PLENA_HBM, address / PLENA_BLOCK_BYTES, at, n);
            memcpy(out, (const uint8_t *)kc_region_read(hbm, address / PLENA_BLOCK_BYTES) + at, n);
        } else {
            memset(out, 0, n);
        }
        address += n;
        out += n;
        count -= n;
    }
}

static void read_scales(struct plena_machine *m, const struct transfer *t, uint32_t row)
{
    const uint64_t address = scale_address(t, row);
    const uint32_t room = PLENA_BLOCK_BYTES - (uint32_t)(address % PLENA_BLOCK_BYTES);
    const uint32_t fetched = t->scale_bytes < room ? t->scale_bytes : room;

    read_bytes(m, address, m->scale_bytes, fetched);
    memset(m->scale_bytes + fetched, 0, t->scale_bytes - fetched);
}

/* ---- reading rows ------------------------------------------------------------------------- */

static const struct kc_float_type binary32 = { 1, 8, 23 };

static struct kc_float_type plain_type(const struct kc_format *f)
{
    return (struct kc_float_type){ f->sign, f->exponent, f->mantissa };
}

static void decode_plain(const struct transfer *t, const uint8_t *bytes, float *out)
{
    const uint32_t width = t->elem_bytes / t->dim;

    for (uint32_t i = 0; i < t->dim; i++) {
        const uint32_t bits =
            width == 1 ? bytes[i] : (uint32_t)(bytes[2 * i] | bytes[2 * i + 1] << 8);

        out[i] = kc_f32_from_bits(kc_float_cast(plain_type(t->format), binary32, bits));
    }
}

/* Row number row of a transfer, dequantised. */
static void read_row(struct plena_machine *m, const struct transfer *t, uint32_t row, float *out)
{
    read_bytes(m, elem_address(t, row), m->elem_bytes, t->elem_bytes);
    if (t->format->is_mx) {
        read_scales(m, t, row);
        kc_mx_dequantise(&t->mx, m->elem_bytes, m->scale_bytes, t->dim, out);
    } else {
        decode_plain(t, m->elem_bytes, out);
    }
}

/* Time: all blocks of all rows are requested at once, elements of a row before its scales. */
static uint64_t prefetch_time(struct plena_machine *m, const struct transfer *t)
{
    size_t count = 0;

    for (uint32_t row = 0; row < t->rows; row++) {
        const uint64_t first = block_of(elem_address(t, row));
        const uint64_t last = block_of(elem_address(t, row) + t->elem_bytes - 1);

        for (uint64_t block = first; block != last + PLENA_BLOCK_BYTES; block += PLENA_BLOCK_BYTES)
            m->blocks[count++] = block;
        if (t->format->is_mx)
            m->blocks[count++] = block_of(scale_address(t, row));
    }
    return plena_dram_read(m->dram, m->time_ns, m->blocks, count);
}

EXEC(H_PREFETCH_M)
{
    const struct kc_format *format =
        o->precision ? &m->config->HBM_M_KV_TYPE : &m->config->HBM_M_WEIGHT_TYPE;
    const struct transfer t = describe(m, o, format, m->mlen, m->prefetch_m);
    const uint32_t        tile = m->mlen * m->mlen, first = m->gp[o->rd] / tile;

    for (uint32_t i = 0; i < t.rows / m->mlen; i++)
        plena_tile(m, m->gp[o->rd] + i * tile);
    for (uint32_t row = 0; row < t.rows; row++) {
        float *to = kc_region_write(&m->region[PLENA_MRAM], first + row / m->mlen);

        if (KC_UNLIKELY(m->observed))
            plena_observe_write(m, PLENA_MRAM, first + row / m->mlen, row % m->mlen * m->mlen,
                                m->mlen);
        read_row(m, &t, row, to + (size_t)(row % m->mlen) * m->mlen);
    }
    m->time_ns = prefetch_time(m, &t);
}

static const struct kc_format *vector_format(const struct plena_machine *m,
                                             const struct plena_ops     *o)
{
    return o->precision ? &m->config->HBM_V_KV_TYPE : &m->config->HBM_V_ACT_TYPE;
}

EXEC(H_PREFETCH_V)
{
    const struct transfer t = describe(m, o, vector_format(m, o), m->vlen, m->prefetch_v);
    const uint64_t        first = plena_vram_row(m, m->gp[o->rd]);
    struct kc_region     *vram = &m->region[PLENA_VRAM];

    for (uint32_t row = 0; row < t.rows && first + row < vram->rows; row++) {
        uint16_t *to = kc_region_write(vram, first + row);

        if (KC_UNLIKELY(m->observed))
            plena_observe_write(m, PLENA_VRAM, first + row, 0, m->vlen);
        read_row(m, &t, row, m->row_a);
        for (uint32_t i = 0; i < m->vlen; i++)
            to[i] = kc_bf16_round_sram(m->row_a[i]);
    }
    m->time_ns = prefetch_time(m, &t);
}

/* ---- writing rows ------------------------------------------------------------------------- */

static void encode_plain(const struct transfer *t, const float *row, uint8_t *bytes)
{
    const uint32_t width = t->elem_bytes / t->dim;

    for (uint32_t i = 0; i < t->dim; i++) {
        const uint32_t bits = kc_float_cast(binary32, plain_type(t->format), kc_f32_bits(row[i]));

        bytes[width * i] = (uint8_t)bits;
        if (width == 2)
            bytes[2 * i + 1] = (uint8_t)(bits >> 8);
    }
}

static void encode_row(struct plena_machine *m, const struct transfer *t, uint64_t vram_row)
{
    const uint16_t *from = kc_region_read(&m->region[PLENA_VRAM], vram_row);

    if (KC_UNLIKELY(m->observed))
        plena_observe_read(m, PLENA_VRAM, vram_row, 0, m->vlen);
    for (uint32_t i = 0; i < m->vlen; i++)
        m->row_a[i] = kc_bf16_widen(from[i]);
    if (t->format->is_mx)
        kc_mx_quantise_device(&t->mx,
                              m->config->rev == PLENA_JULY ? KC_MX_ROUND_2026_07
                                                           : KC_MX_ROUND_PUBLISHED,
                              m->row_a, t->dim, m->elem_bytes, m->scale_bytes);
    else
        encode_plain(t, m->row_a, m->elem_bytes);
}

/* Read-modify-write block by block: read, wait, post the write, go on when it is accepted. */
static uint64_t write_bytes(struct plena_machine *m, uint64_t now, uint64_t address,
                            const uint8_t *bytes, uint32_t count)
{
    struct kc_region *hbm = &m->region[PLENA_HBM];

    while (count) {
        const uint64_t block = block_of(address);
        const uint32_t at = (uint32_t)(address - block);
        const uint32_t room = PLENA_BLOCK_BYTES - at, n = count < room ? count : room;

        if (block >= hbm->elems)
            plena_trap(m, PLENA_TRAP_HBM_BOUNDS, NULL, 0,
                       "store to HBM byte %" PRIu64 " of %" PRIu64 " (SCALE = %" PRIu32
                       ", STRIDE = %" PRIu32 ")",
                       address, hbm->elems, m->scale, m->stride);
        memcpy((uint8_t *)kc_region_write(hbm, block / PLENA_BLOCK_BYTES) + at, bytes, n);
        if (KC_UNLIKELY(m->observed))
            plena_observe_write(m, PLENA_HBM, block / PLENA_BLOCK_BYTES, at, n);
        now = plena_dram_read(m->dram, now, &block, 1);
        now = plena_dram_write(m->dram, now, block);
        address += n;
        bytes += n;
        count -= n;
    }
    return now;
}

EXEC(H_STORE_V)
{
    const struct transfer t = describe(m, o, vector_format(m, o), m->vlen, m->writeback);
    uint64_t              now = m->time_ns;

    for (uint32_t row = 0; row < t.rows; row++) {
        encode_row(m, &t, plena_vram_row(m, m->gp[o->rd] + row * m->vlen));
        now = write_bytes(m, now, elem_address(&t, row), m->elem_bytes, t.elem_bytes);
        now = write_bytes(m, now, scale_address(&t, row), m->scale_bytes, t.scale_bytes);
    }
    m->time_ns = now;
}
