/* How a case is addressed on PLENA: the rules of the notes with the numbers of one case. */
#include <inttypes.h>

#include "platforms/plena/plena_place.h"

enum { ADDRESS_REGISTERS = 8, FPRAM_FREE = 16 };

static uint64_t rows_of(const struct kc_tensor *t)
{
    return (uint64_t)t->batch * t->rows;
}

static void print_shape(const struct kc_tensor *t, struct kc_buf *out)
{
    kc_buf_printf(out, "%s[", t->name);
    if (t->batch > 1)
        kc_buf_printf(out, "%" PRIu32 ",", t->batch);
    kc_buf_printf(out, "%" PRIu32 ",%" PRIu32 "]", t->rows, t->cols);
}

static void print_input(const struct kc_tensor *t, const struct kc_placed *p, size_t index,
                        struct kc_buf *out)
{
    kc_buf_puts(out, "| ");
    print_shape(t, out);
    if (index < ADDRESS_REGISTERS)
        kc_buf_printf(out, " | a%zu", index);
    else
        kc_buf_puts(out, " | none: set one");
    kc_buf_printf(out, " | %" PRIu64 " | %" PRIu32 " | %" PRIu64 " | %" PRIu32 " |\n", p->address,
                  p->rows, (uint64_t)p->rows * t->cols, t->cols);
}

static void print_inputs(const struct kc_declared *d, const struct kc_layout *layout,
                         struct kc_buf *out)
{
    kc_buf_puts(out, "Inputs lie in HBM in MX format, row-major. The address registers below hold "
                     "their bases already; SCALE and STRIDE are for you to set before transfers of "
                     "that tensor.\n\n"
                     "| input | base in | base (byte) | rows in HBM | SCALE | STRIDE |\n"
                     "|---|---|---|---|---|---|\n");
    for (size_t i = 0; i < d->in_count; i++)
        print_input(&d->in[i], &layout->in[i], i, out);
    kc_buf_puts(out, "\n");
}

/* A tensor whose rows are fetched into VRAM. */
static void fetch_rows(const struct plena_config *c, const struct kc_tensor *t, struct kc_buf *out)
{
    const uint64_t rows = rows_of(t), blocks = t->cols / c->VLEN;

    if (rows == 1) {
        kc_buf_printf(out,
                      " to VRAM at b, one row of %" PRIu64 " pieces of %" PRIu64
                      " columns: H_PREFETCH_V with rstride 0 from offset j*%" PRIu64
                      " puts piece j at b, piece j + 1 into the VRAM row behind it, and so on, "
                      "%" PRIu64 " rows per transfer whether there are so many or not.",
                      blocks, c->VLEN, c->VLEN, c->HBM_V_Prefetch_Amount);
        return;
    }
    kc_buf_printf(out,
                  " to VRAM at b: for column block j < %" PRIu64 " and r = 0, %" PRIu64
                  ", ... below %" PRIu64 ": H_PREFETCH_V with rstride 1 from offset j*%" PRIu64
                  " + r*%" PRIu32 " to b + j*%" PRIu64 " + r*%" PRIu64 ".",
                  blocks, c->HBM_V_Prefetch_Amount, rows, c->VLEN, t->cols, rows * c->VLEN,
                  c->VLEN);
}

/* A matrix operand. */
static void fetch_tiles(const struct plena_config *c, const struct kc_tensor *t,
                        const struct kc_placed *p, struct kc_buf *out)
{
    kc_buf_printf(out,
                  " to MRAM: tile (i, j), i < %" PRIu64 ", j < %" PRIu64 ", holds %" PRIu64
                  " rows from %" PRIu64 "*i and %" PRIu64 " columns from %" PRIu64
                  "*j: H_PREFETCH_M with rstride 1 from offset i*%" PRIu64 " + j*%" PRIu64 ".",
                  p->rows / c->MLEN, t->cols / c->MLEN, c->MLEN, c->MLEN, c->MLEN, c->MLEN,
                  c->MLEN * t->cols, c->MLEN);
    if (p->rows != rows_of(t))
        kc_buf_printf(out,
                      " Rows %" PRIu64 " to %" PRIu32 " are zeros that fill the last tile, not "
                      "part of the tensor: keep them out of sums and maxima over its rows.",
                      rows_of(t), p->rows - 1);
    if (t->batch > 1)
        kc_buf_printf(out, " Matrix n of the %" PRIu32 " starts at row n*%" PRIu32 ".", t->batch,
                      t->rows);
}

static bool alike(const struct kc_tensor *a, const struct kc_tensor *b)
{
    return (a->role == KC_ROLE_WEIGHT) == (b->role == KC_ROLE_WEIGHT) && a->batch == b->batch &&
           a->rows == b->rows && a->cols == b->cols;
}

static bool seen_before(const struct kc_declared *d, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (alike(&d->in[i], &d->in[index]))
            return true;
    return false;
}

/* One line for all inputs of a shape. */
static void print_transfer(const struct plena_config *c, const struct kc_declared *d,
                           const struct kc_layout *layout, size_t index, struct kc_buf *out)
{
    const struct kc_tensor *t = &d->in[index];

    kc_buf_printf(out, "- %s", t->name);
    for (size_t i = index + 1; i < d->in_count; i++)
        if (alike(&d->in[i], t))
            kc_buf_printf(out, ", %s", d->in[i].name);
    if (t->role == KC_ROLE_WEIGHT)
        fetch_tiles(c, t, &layout->in[index], out);
    else
        fetch_rows(c, t, out);
    kc_buf_puts(out, "\n");
}

static void print_transfers(const struct plena_config *c, const struct kc_declared *d,
                            const struct kc_layout *layout, struct kc_buf *out)
{
    kc_buf_printf(
        out,
        "Address formulas of this case (offset is what rs1 of the transfer holds, counted "
        "from the base; MRAM has %" PRIu64 " tiles, tile t at t*%" PRIu64 "):\n\n",
        c->MATRIX_SRAM_SIZE / c->MLEN, c->MLEN * c->MLEN);
    for (size_t i = 0; i < d->in_count; i++)
        if (!seen_before(d, i))
            print_transfer(c, d, layout, i, out);
    kc_buf_puts(out, "\n");
}

static void print_output(const struct plena_config *c, const struct kc_tensor *t,
                         const struct kc_placed *p, struct kc_buf *out)
{
    kc_buf_puts(out, "Output: ");
    print_shape(t, out);
    kc_buf_printf(out,
                  " is expected in VRAM from %" PRIu64 " to %" PRIu64 ", bf16, as %" PRIu64
                  " column block%s of %" PRIu32 " rows: element (r, c) at (c / %" PRIu64
                  ")*%" PRIu64 " + r*%" PRIu64 " + c mod %" PRIu64 ".",
                  p->address, p->address + p->size - 1, t->cols / c->VLEN,
                  t->cols == c->VLEN ? "" : "s", p->rows, c->VLEN, p->rows * c->VLEN, c->VLEN,
                  c->VLEN);
    if (t->batch > 1)
        kc_buf_printf(out,
                      " r counts the rows of all %" PRIu32 " matrices: row i of matrix n is r = "
                      "n*%" PRIu32 " + i.",
                      t->batch, t->rows);
    if (p->rows != rows_of(t))
        kc_buf_printf(out,
                      " Rows from %" PRIu64 " on in a block are padding: anything may stand "
                      "there.",
                      rows_of(t));
    kc_buf_puts(out, "\n\n");
}

static void print_constants(const struct kc_declared *d, const struct kc_layout *layout,
                            struct kc_buf *out)
{
    kc_buf_puts(out, "Constants in FPRAM (load with S_LD_FP fd, gp0, slot): [0] = 0");
    for (size_t i = 0; i < d->constant_count; i++)
        kc_buf_printf(out, ", [%" PRIu64 "] = %s (held as %.9g)", layout->constant[i],
                      d->constant[i].name, plena_constant(d->constant[i].value));
    kc_buf_puts(out, "\n\n");
}

static void print_scratch(const struct plena_config *c, const struct kc_layout *layout,
                          struct kc_buf *out)
{
    kc_buf_printf(out,
                  "Scratch: VRAM from %" PRIu64 " to %" PRIu64 ", all of MRAM and INTRAM, FPRAM %d "
                  "to %d, and HBM bytes %" PRIu64 " to %" PRIu64 ". HBM below that is read-only, "
                  "HBM above it must not be touched. The output's place may hold intermediate "
                  "values until the end. All registers but those named above start as 0, STRIDE "
                  "as 1; everything else nobody wrote holds arbitrary finite values.\n",
                  layout->out.address + layout->out.size, c->VECTOR_SRAM_SIZE * c->VLEN - 1,
                  FPRAM_FREE, PLENA_SCALAR_ENTRIES - 1, layout->scratch_from,
                  layout->scratch_to - 1);
}

void plena_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                 struct kc_buf *out)
{
    print_inputs(d, layout, out);
    print_transfers(config, d, layout, out);
    print_output(config, d->out, &layout->out, out);
    print_constants(d, layout, out);
    print_scratch(config, layout, out);
}
