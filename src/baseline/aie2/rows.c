/* Tiles of whole rows: all at once where they are resident, else through fifos. */
#include "baseline/aie2/rows.h"

#include <inttypes.h>
#include <string.h>

/* A walk has the ways A and B: DMA channel 0 with the first half of the rows, and 1 with the rest.
 */
enum {
    WAYS = 2,
    DEPTH = 2,
    LEAST_ROWS = 4,
    BUFFER_BYTES = 63 * 1024,
    BANK_BYTES = 16384,
    MOST_COLS = 256
};

static const char way_name[WAYS] = { 'a', 'b' };

static bool is_resident(const struct aie2_rows *w)
{
    return strcmp(w->layout->out.region, "dm") == 0;
}

uint32_t aie2_rows_cols(const struct aie2_rows *w, uint32_t i)
{
    if (w->elements)
        return w->cols;
    return !is_resident(w) && w->part[i] ? w->part[i] : (uint32_t)w->layout->in[i].cols;
}

static uint32_t inputs_of(const struct aie2_rows *w)
{
    return (uint32_t)w->c->in_count;
}

static uint32_t all_rows(const struct aie2_rows *w)
{
    return w->total;
}

/* Streamed, every tensor's buffers have a bank: inputs A, C, D, the output B. */
static char bank_of(uint32_t input, bool output)
{
    return output ? 'B' : "ACD"[input];
}

/* ---- resident ------------------------------------------------------------------------------- */

static void write_resident(struct aie2_linear *l, struct aie2_rows *w)
{
    w->rows = all_rows(w);
    for (uint32_t i = 0; i < inputs_of(w); i++)
        aie2_rows_use(w, &w->layout->in[i]);
    aie2_rows_use(w, &w->layout->out);
    aie2_rows_measure(w);
    if (w->buffers)
        w->buffers(l, w);
    aie2_line(l, ".func kernel");
    for (uint32_t i = 0; i < inputs_of(w); i++)
        aie2_line(l, "mov p%%in%" PRIu32 ", p%" PRIu32, i, i);
    aie2_line(l, "mov p%%out, p%" PRIu32, inputs_of(w));
    w->constants(l, w);
    w->tile(l, w);
    aie2_line(l, ".endfunc");
}

/* ---- streamed in halves --------------------------------------------------------------------- */

static uint32_t bytes_per_row(const struct aie2_rows *w)
{
    uint32_t cols = w->cols;

    for (uint32_t i = 0; i < inputs_of(w); i++)
        cols += aie2_rows_cols(w, i);
    return w->ways * DEPTH * 2 * cols;
}

/* Tiles of the first way; the second has as many or one less. */
static uint32_t tiles_of_a(const struct aie2_rows *w)
{
    return (all_rows(w) / w->rows + w->ways - 1) / w->ways;
}

/* How a tensor is seen whose rows do not matter. */
static const char *view_of(struct aie2_linear *l, const struct aie2_rows *w)
{
    return w->elements ? kc_arena_printf(aie2_linear_arena(l), "view=%" PRIu32 "x%" PRIu32 ", ",
                                         all_rows(w), w->cols)
                       : "";
}

static void fifo(struct aie2_linear *l, const struct aie2_rows *w, const char *name,
                 const char *direction, const char *tensor, uint32_t cols, char bank, int way)
{
    const uint32_t middle = tiles_of_a(w) * w->rows;
    const uint32_t from = way ? middle : 0, to = way ? all_rows(w) : middle;

    aie2_line(l,
              ".fifo %s%c, %s, %s, %stile=%" PRIu32 "x%" PRIu32 ", part=%" PRIu32 ":%" PRIu32
              ",0:%" PRIu32 ", chan=%d, depth=%d%s",
              name, way_name[way], direction, tensor, view_of(l, w), w->rows, cols, from, to, cols,
              way, DEPTH,
              w->banked ? kc_arena_printf(aie2_linear_arena(l), ", bank=%c", bank) : "");
}

static const char *input_name(struct aie2_linear *l, uint32_t i)
{
    return kc_arena_printf(aie2_linear_arena(l), "in%" PRIu32, i);
}

static void declare_way(struct aie2_linear *l, const struct aie2_rows *w, int way)
{
    for (uint32_t i = 0; i < inputs_of(w); i++)
        fifo(l, w, input_name(l, i), "in", w->c->in[i].name, aie2_rows_cols(w, i),
             bank_of(i, false), way);
    fifo(l, w, "out", "out", w->c->out.name, w->cols, bank_of(0, true), way);
}

/* r%NAMEw: the buffer whose turn it is; r%NAMEw_both: the sum of the two addresses, less which the
 * other one is. */
static void start_ring(struct aie2_linear *l, const char *name, char way)
{
    aie2_line(l, "set r%%%s%c, #%s%c.buf0", name, way, name, way);
    aie2_line(l, "set r%%%s%c_next, #%s%c.buf1", name, way, name, way);
    aie2_line(l, "add r%%%s%c_both, r%%%s%c, r%%%s%c_next", name, way, name, way, name, way);
}

static void take(struct aie2_linear *l, const char *name, char way, const char *lock)
{
    aie2_line(l, "acq #%s%c.%s, r%%take", name, way, lock);
    aie2_line(l, "mov p%%%s, r%%%s%c", name, name, way);
    aie2_line(l, "sub r%%%s%c, r%%%s%c_both, r%%%s%c", name, way, name, way, name, way);
}

static void start_way(struct aie2_linear *l, const struct aie2_rows *w, int way)
{
    for (uint32_t i = 0; i < inputs_of(w); i++)
        start_ring(l, input_name(l, i), way_name[way]);
    start_ring(l, "out", way_name[way]);
}

static void one_tile(struct aie2_linear *l, const struct aie2_rows *w, int way)
{
    const char name = way_name[way];

    for (uint32_t i = 0; i < inputs_of(w); i++)
        take(l, input_name(l, i), name, "full");
    take(l, "out", name, "empty");
    w->tile(l, w);
    for (uint32_t i = 0; i < inputs_of(w); i++)
        aie2_line(l, "rel #in%" PRIu32 "%c.empty, r%%give", i, name);
    aie2_line(l, "rel #out%c.full, r%%give", name);
}

static void start_streamed(struct aie2_linear *l, struct aie2_rows *w)
{
    if (w->buffers)
        w->buffers(l, w);
    aie2_line(l, ".func kernel");
    aie2_line(l, "set r%%take, #-1");
    aie2_line(l, "set r%%give, #1");
}

static void write_streamed(struct aie2_linear *l, struct aie2_rows *w)
{
    const uint32_t tiles = all_rows(w) / w->rows;

    for (uint32_t way = 0; way < w->ways; way++)
        declare_way(l, w, (int)way);
    start_streamed(l, w);
    for (uint32_t way = 0; way < w->ways; way++)
        start_way(l, w, (int)way);
    w->constants(l, w);
    if (tiles / w->ways) {
        aie2_line(l, ".loop #%" PRIu32, tiles / w->ways);
        for (uint32_t way = 0; way < w->ways; way++)
            one_tile(l, w, (int)way);
        aie2_line(l, ".endloop");
    }
    if (tiles % w->ways)
        one_tile(l, w, 0);
    aie2_line(l, ".endfunc");
}

/* ---- streamed in quarters ------------------------------------------------------------------- */

/* Each tile comes half through channel 0, half through channel 1, into buffers side by side; there
 * are two of them: quarters a0 b0 and a1 b1 of as many consecutive rows.  Seen as a matrix with
 * four quarters to a row, the tensor has one column of quarters for every buffer. */
enum { QUARTERS = 4 };

static const char *const quarter_name[QUARTERS] = { "a0", "b0", "a1", "b1" };

static void quarter_fifos(struct aie2_linear *l, const struct aie2_rows *w, const char *direction,
                          const char *tensor, char bank)
{
    const uint32_t size = w->rows / 2 * w->cols;

    for (uint32_t q = 0; q < QUARTERS; q++)
        aie2_line(l,
                  ".fifo %s%s, %s, %s, view=%" PRIu32 "x%" PRIu32 ", tile=1x%" PRIu32
                  ", part=0:%" PRIu32 ",%" PRIu32 ":%" PRIu32 ", chan=%" PRIu32
                  ", depth=1, bank=%c",
                  direction, quarter_name[q], direction, tensor, all_rows(w) / w->rows / 2,
                  QUARTERS * size, size, all_rows(w) / w->rows / 2, q * size, (q + 1) * size, q % 2,
                  bank);
}

static void quarter_tile(struct aie2_linear *l, const struct aie2_rows *w, int tile)
{
    const char *const *name = &quarter_name[2 * tile];

    for (int i = 0; i < 2; i++)
        aie2_line(l, "acq #in%s.full, r%%take", name[i]);
    for (int i = 0; i < 2; i++)
        aie2_line(l, "acq #out%s.empty, r%%take", name[i]);
    aie2_line(l, "set p%%in0, #in%s.buf0", name[0]);
    aie2_line(l, "set p%%out, #out%s.buf0", name[0]);
    w->tile(l, w);
    for (int i = 0; i < 2; i++)
        aie2_line(l, "rel #in%s.empty, r%%give", name[i]);
    for (int i = 0; i < 2; i++)
        aie2_line(l, "rel #out%s.full, r%%give", name[i]);
}

static void write_quarters(struct aie2_linear *l, struct aie2_rows *w)
{
    quarter_fifos(l, w, "in", w->c->in[0].name, bank_of(0, false));
    quarter_fifos(l, w, "out", w->c->out.name, bank_of(0, true));
    start_streamed(l, w);
    w->constants(l, w);
    aie2_line(l, ".loop #%" PRIu32, all_rows(w) / w->rows / 2);
    quarter_tile(l, w, 0);
    quarter_tile(l, w, 1);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* Rows of a tile, or 0 when tensors do not come apart like this. */
static uint32_t quarters_of(const struct aie2_rows *w)
{
    uint32_t rows = w->most;

    while (rows && (all_rows(w) % (2 * rows) || 2 * rows * w->cols * 2 > BANK_BYTES))
        rows -= LEAST_ROWS;
    return inputs_of(w) == 1 ? rows : 0;
}

/* What a kernel may want besides, for a row: two vectors as long as the row, and a little. */
static uint32_t own_bytes(const struct aie2_rows *w)
{
    return w->buffers ? 4 * w->cols + 512 : 0;
}

static bool fits(const struct aie2_rows *w)
{
    return (uint64_t)w->rows * (bytes_per_row(w) + own_bytes(w)) <= BUFFER_BYTES;
}

/* Elements alone, in shorter rows. */
static void reshape(struct aie2_rows *w)
{
    const uint64_t elements = (uint64_t)w->layout->out.rows * w->layout->out.cols;

    for (uint32_t cols = MOST_COLS; cols >= 32; cols /= 2)
        if (elements % ((uint64_t)cols * LEAST_ROWS) == 0) {
            w->cols = cols;
            w->total = (uint32_t)(elements / cols);
            return;
        }
}

/* True: tiles of so many rows, through so many channels, are possible. */
static bool choose_tile(struct aie2_rows *w)
{
    w->ways = WAYS;
    w->rows = quarters_of(w);
    if (w->rows)
        return true;
    w->rows = LEAST_ROWS;
    if (all_rows(w) == w->rows || !fits(w))
        w->ways = 1;
    return fits(w);
}

const char *aie2_rows_kernel(struct aie2_linear *l, struct aie2_rows *w)
{
    const bool elements = w->elements;

    w->resident = is_resident(w);
    w->cols = (uint32_t)w->layout->out.cols;
    w->total = (uint32_t)w->layout->out.rows;
    if (w->resident) {
        write_resident(l, w);
        return NULL;
    }
    w->elements = false;
    if (!choose_tile(w)) {
        w->elements = elements;
        if (elements)
            reshape(w);
        if (!elements || !choose_tile(w))
            return "four rows of every tensor, twice, and what their sums need do not fit in data "
                   "memory";
    }
    w->banked = w->ways * DEPTH * w->rows * w->cols * 2 <= BANK_BYTES;
    if (quarters_of(w))
        write_quarters(l, w);
    else
        write_streamed(l, w);
    return NULL;
}
