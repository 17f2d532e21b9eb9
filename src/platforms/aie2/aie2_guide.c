/* How a case is addressed on an AIE2 tile: the rules of the notes with the numbers of one case. */
#include <inttypes.h>
#include <math.h>

#include "base/float.h"
#include "platforms/aie2/aie2_place.h"

enum { TILE_BYTES = 8192 }; /* of a transfer: two of them, of two tensors, are half of the memory */

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

static void print_tensors(const struct kc_declared *d, const struct kc_layout *layout,
                          struct kc_buf *out)
{
    kc_buf_puts(out, "| tensor | where | bytes per row |\n|---|---|---|\n");
    for (size_t i = 0; i <= d->in_count; i++) {
        const struct kc_tensor *t = i < d->in_count ? &d->in[i] : d->out;

        kc_buf_puts(out, "| ");
        print_shape(t, out);
        kc_buf_printf(out, " | %s | %" PRIu32 " |\n",
                      i < d->in_count ? layout->in[i].where : layout->out.where,
                      t->cols * AIE2_BF16_BYTES);
    }
    kc_buf_puts(out, "\nAll are bf16, row-major: element (r, c) stands at the tensor's address + r "
                     "* bytes per row + 2 c");
    kc_buf_puts(out, d->out->batch > 1
                         ? "; rows of all matrices of a batch are counted through.\n\n"
                         : ".\n\n");
}

/* ---- resident ------------------------------------------------------------------------------- */

/* The end of the tensor that covers an address, or 0. */
static uint64_t covered_until(const struct kc_declared *d, const struct kc_layout *layout,
                              uint64_t at)
{
    for (size_t i = 0; i <= d->in_count; i++) {
        const struct kc_placed *p = i < d->in_count ? &layout->in[i] : &layout->out;
        const uint64_t          end =
            (p->address + p->size + AIE2_TENSOR_ALIGN - 1) / AIE2_TENSOR_ALIGN * AIE2_TENSOR_ALIGN;

        if (at >= p->address && at < end)
            return end;
    }
    return 0;
}

static uint64_t next_tensor(const struct kc_declared *d, const struct kc_layout *layout,
                            uint64_t at)
{
    uint64_t next = AIE2_KERNEL_STACK;

    for (size_t i = 0; i <= d->in_count; i++) {
        const struct kc_placed *p = i < d->in_count ? &layout->in[i] : &layout->out;

        if (p->address > at && p->address < next)
            next = p->address;
    }
    return next;
}

static void print_scratch(const struct kc_declared *d, const struct kc_layout *layout,
                          struct kc_buf *out)
{
    uint64_t    at = AIE2_DM_BASE, end;
    const char *comma = "";

    kc_buf_puts(out, "Scratch: ");
    while (at < AIE2_KERNEL_STACK) {
        if ((end = covered_until(d, layout, at))) {
            at = end;
            continue;
        }
        end = next_tensor(d, layout, at);
        kc_buf_printf(out, "%s0x%05" PRIx64 " to 0x%05" PRIx64, comma, at, end - 1);
        comma = ", ";
        at = end;
    }
    kc_buf_puts(out,
                ". Take addresses there, or let the assembler find room: `.buffer NAME, BYTES, "
                "bank=D` and `#NAME`. The output's place may hold intermediate values until "
                "the end.\n\n");
}

static void print_resident(const struct kc_declared *d, const struct kc_layout *layout,
                           struct kc_buf *out)
{
    kc_buf_printf(
        out,
        "Everything fits in the data memory of the tile and is there at the start; no "
        "transfers are needed. p0 to p%zu hold the addresses of the tensors in the order "
        "above, the output's last. Banks: A 0x70000, B 0x74000, C 0x78000, D 0x7c000.\n\n",
        d->in_count);
    print_scratch(d, layout, out);
}

/* ---- streamed ------------------------------------------------------------------------------- */

static const char directives[] =
    "The tensors do not fit in the 64 KiB of the tile: they lie in host memory, no pointer "
    "register "
    "is set, and tiles of them travel by DMA while the core computes (chapter \"The tile: "
    "transfers "
    "and locks\"). The kernel's file declares the fifos; the core waits for a buffer with `acq "
    "#NAME.full, r` (r = -1; `.empty` for an output), works on NAME.buf0, NAME.buf1, ... in turn, "
    "and "
    "gives it back with `rel #NAME.empty, r` (r = 1; `.full` for an output). `layout=4x8` makes "
    "left "
    "operands of word 28 of a tile, `layout=8x4` right ones, `layout=4x4` of an out fifo takes "
    "results back to rows.\n\n";

/* The largest divisor of count that is at most limit; 1 when there is none. */
static uint64_t divisor(uint64_t count, uint64_t limit)
{
    uint64_t best = 1;

    for (uint64_t i = 1; i <= limit && i <= count; i++)
        if (count % i == 0)
            best = i;
    return best;
}

static void print_tile_hint(const struct kc_tensor *t, bool in, struct kc_buf *out)
{
    const uint64_t row = (uint64_t)t->cols * AIE2_BF16_BYTES;
    const uint64_t rows = t->batch > 1 ? t->rows : rows_of(t);
    const uint64_t cols =
        row > TILE_BYTES ? divisor(t->cols, TILE_BYTES / AIE2_BF16_BYTES) : t->cols;
    const uint64_t high = divisor(rows, TILE_BYTES / (cols * AIE2_BF16_BYTES));

    kc_buf_puts(out, "| ");
    print_shape(t, out);
    kc_buf_printf(out,
                  " | %" PRIu64 " x %" PRIu32 " | %" PRIu64 " | `.fifo F_%s, %s, %s, tile=%" PRIu64
                  "x%" PRIu64 ", depth=2`: %" PRIu64 " tiles of %" PRIu64 " bytes |\n",
                  rows_of(t), t->cols, rows_of(t) * row / AIE2_WORD / 2, t->name, in ? "in" : "out",
                  t->name, high, cols, rows_of(t) / high * (t->cols / cols),
                  high * cols * AIE2_BF16_BYTES);
}

static void print_streamed(const struct kc_declared *d, struct kc_buf *out)
{
    kc_buf_puts(out, directives);
    kc_buf_puts(out,
                "| tensor | rows x columns | cycles to move it once, on both channels | tiles of "
                "at most 8 KiB, for example |\n|---|---|---|---|\n");
    for (size_t i = 0; i <= d->in_count; i++)
        print_tile_hint(i < d->in_count ? &d->in[i] : d->out, i < d->in_count, out);
    kc_buf_printf(
        out,
        "\nData memory is yours but for the stack: 0x%05x to 0x%05x in four banks (A "
        "0x70000, B 0x74000, C 0x78000, D 0x7c000). Keep the operand that is used again "
        "in a buffer, and stream the other one past it; with 16 descriptors for all fifos, "
        "tensors that come one after the other share one (`.transfer`).\n\n",
        AIE2_DM_BASE, AIE2_KERNEL_STACK - 1);
}

/* ---- all of it ------------------------------------------------------------------------------ */

static void print_constants(const struct kc_declared *d, struct kc_buf *out)
{
    const char *comma = "";

    if (!d->constant_count)
        return;
    kc_buf_puts(out, "Constants of the task (nothing is preloaded; bf16 and fp32 patterns): ");
    for (size_t i = 0; i < d->constant_count; i++) {
        const float v = (float)d->constant[i].value;

        kc_buf_printf(out, "%s%s", comma, d->constant[i].name);
        if (isfinite(v))
            kc_buf_printf(out, " = %.9g", (double)v);
        kc_buf_printf(out, " (0x%04x, 0x%08" PRIx32 ")", kc_bf16_round(v), kc_f32_bits(v));
        comma = ", ";
    }
    kc_buf_puts(out, "\n\n");
}

void aie2_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                struct kc_buf *out)
{
    (void)config;
    print_tensors(d, layout, out);
    if (aie2_resident(layout))
        print_resident(d, layout, out);
    else
        print_streamed(d, out);
    print_constants(d, out);
    kc_buf_printf(out,
                  "Start: execution begins at `kernel` with sp = 0x%05x (1 KiB of stack, it grows "
                  "up), lr = where `ret lr` ends the run, crRnd = 12 (nearest even), crSat and the "
                  "other control registers 0, lc = 0. Every other register, and memory that nobody "
                  "wrote, holds arbitrary finite values; nothing has to be preserved. Program "
                  "memory is 16 KiB. Inputs are read-only.\n\n"
                  "Cycles: bundles issued, plus stalls (bank conflicts, locks)%s.\n",
                  AIE2_KERNEL_STACK, aie2_resident(layout) ? "" : ", until the last transfer");
}
