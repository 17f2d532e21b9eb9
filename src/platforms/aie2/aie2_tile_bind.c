/* Binding: the tile's walks meet the tensors of a case, by name.
 *
 * Host memory holds the tensors of the case and, behind them, the scratch tensors.  A program
 * without a case has its scratch tensors only, from address 0 on.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "platforms/aie2/aie2_dma.h"

enum { SIDES_SHOWN = 12 };

const char *const aie2_channel_names[AIE2_CHANNELS] = { "in0", "in1", "out0", "out1" };

/* ---- the case ------------------------------------------------------------------------------- */

static struct aie2_tensor tensor_of(const struct kc_tensor *t, const struct kc_placed *p, bool out)
{
    return (struct aie2_tensor){ .name = t->name,
                                 .rows = t->batch * t->rows,
                                 .cols = t->cols,
                                 .address = p->address,
                                 .resident = strcmp(p->region, "host") != 0,
                                 .out = out };
}

static void describe_case(const struct kc_declared *d, const struct kc_layout *layout,
                          struct aie2_case *c)
{
    c->count = 0;
    for (size_t i = 0; i < d->in_count && i < KC_PLACED_TENSORS; i++)
        c->tensor[c->count++] = tensor_of(&d->in[i], &layout->in[i], false);
    c->tensor[c->count++] = tensor_of(d->out, &layout->out, true);
}

void aie2_tile_bind(struct kc_machine *machine, const struct kc_declared *d,
                    const struct kc_layout *layout)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;

    describe_case(d, layout, &m->task);
    if (m->dma)
        m->dma->is_bound = false;
}

static uint64_t bytes_of(uint32_t rows, uint32_t cols)
{
    return ((uint64_t)rows * cols * 2 + AIE2_HOST_ALIGN - 1) / AIE2_HOST_ALIGN * AIE2_HOST_ALIGN;
}

/* Where scratch tensors begin. */
static uint64_t end_of_case(const struct aie2_case *c)
{
    uint64_t end = 0;

    for (size_t i = 0; i < c->count; i++) {
        const struct aie2_tensor *t = &c->tensor[i];
        const uint64_t            last = t->address + bytes_of(t->rows, t->cols);

        if (!t->resident && last > end)
            end = last;
    }
    return end;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Always false, for "return fail(...)". */
struct reason {
    char    *text;
    size_t   size;
    uint32_t line;
};

static bool fail(const struct reason *why, const char *format, ...) KC_PRINTF(2, 3);
static bool fail(const struct reason *why, const char *format, ...)
{
    const int used = snprintf(why->text, why->size, "line %" PRIu32 ": ", why->line);
    va_list   args;

    va_start(args, format);
    vsnprintf(why->text + used, why->size - (size_t)used, format, args);
    va_end(args);
    return false;
}

static size_t list_names(const struct aie2_tile *tile, const struct aie2_case *c,
                         const char **names)
{
    size_t count = 0;

    for (size_t i = 0; i < c->count; i++)
        names[count++] = c->tensor[i].name;
    for (size_t i = 0; i < tile->scratch_count; i++)
        names[count++] = tile->scratch[i].name;
    return count;
}

static bool no_tensor(const struct reason *why, const struct aie2_tile *tile,
                      const struct aie2_case *c, const char *name)
{
    const char **names = kc_alloc((c->count + tile->scratch_count + 1) * sizeof *names);
    const size_t count = list_names(tile, c, names);
    char         list[160] = "";
    size_t       used = 0;

    for (size_t i = 0; i < count && used + 1 < sizeof list; i++)
        used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", names[i]);
    fail(why, "there is no tensor '%.40s'; there are %s", name, count ? list : "none");
    free(names);
    return false;
}

/* "1, 2, 4, 8": which sides of a tile divide a length. */
static void list_sides(uint32_t length, uint32_t step, char *out, size_t size)
{
    size_t   used = 0;
    unsigned shown = 0;

    out[0] = '\0';
    for (uint32_t side = step; side <= length && shown < SIDES_SHOWN && used + 1 < size;
         side += step)
        if (length % side == 0) {
            used +=
                (size_t)snprintf(out + used, size - used, "%s%" PRIu32, shown ? ", " : "", side);
            shown++;
        }
    if (shown == 0)
        snprintf(out, size, "none");
}

/* ---- one walk ------------------------------------------------------------------------------- */

/* The tensor of that name: of the case, or scratch; its number in *index. */
static bool find_tensor(const struct aie2_tile *tile, const struct aie2_case *c, const char *name,
                        struct aie2_tensor *t, int32_t *index)
{
    uint64_t address = end_of_case(c);

    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->tensor[i].name, name) == 0) {
            *t = c->tensor[i];
            *index = (int32_t)i;
            return true;
        }
    for (size_t i = 0; i < tile->scratch_count; i++) {
        const struct aie2_scratch *s = &tile->scratch[i];

        if (strcmp(s->name, name) == 0) {
            *t = (struct aie2_tensor){ s->name, s->rows, s->cols, address, false, true };
            *index = (int32_t)(c->count + i);
            return true;
        }
        address += bytes_of(s->rows, s->cols);
    }
    return false;
}

static bool check_use(const struct reason *why, const struct aie2_tensor *t, bool out)
{
    if (t->resident)
        return fail(why, "%s is in data memory at 0x%05" PRIx64 " already; it needs no transfer",
                    t->name, t->address);
    if (out && !t->out)
        return fail(why,
                    "%s is an input and read-only; transfers out go to the output or to a "
                    "scratch tensor",
                    t->name);
    if (t->address + bytes_of(t->rows, t->cols) > AIE2_HOST_BYTES)
        return fail(why, "%s does not fit into host memory, which has %d MiB", t->name,
                    AIE2_HOST_BYTES >> 20);
    return true;
}

static bool apply_view(const struct reason *why, const struct aie2_walk *w, struct aie2_tensor *t)
{
    if (w->view_r == 0)
        return true;
    if ((uint64_t)w->view_r * w->view_c != (uint64_t)t->rows * t->cols)
        return fail(why,
                    "%s has %" PRIu32 "x%" PRIu32 " elements, which is not view=%" PRIu32
                    "x%" PRIu32,
                    t->name, t->rows, t->cols, w->view_r, w->view_c);
    t->rows = w->view_r;
    t->cols = w->view_c;
    return true;
}

/* Rows or columns: the part, and how many tiles it has. */
static bool count_tiles(const struct reason *why, const struct aie2_tensor *t, bool rows,
                        const struct aie2_walk *w, uint32_t *first, uint32_t *tiles)
{
    const char    *what = rows ? "rows" : "columns";
    const uint32_t length = rows ? t->rows : t->cols, side = rows ? w->rows : w->cols;
    const uint32_t step = rows ? w->step_r : w->step_c;
    const uint32_t from = rows ? w->r0 : w->c0, end = rows ? w->r1 : w->c1;
    const uint32_t to = end == UINT32_MAX ? length : end;
    char           sides[120];

    if (to > length || from >= to)
        return fail(why, "%s %" PRIu32 ":%" PRIu32 " of part= lie outside %s, which has %" PRIu32,
                    what, from, to, t->name, length);
    if (side > to - from)
        return fail(why, "a tile of %" PRIu32 " %s is larger than %s%s, which has %" PRIu32, side,
                    what, to - from == length ? "" : "the part of ", t->name, to - from);
    if ((to - from - side) % step) {
        list_sides(to - from, rows ? 1 : 2, sides, sizeof sides);
        return fail(why, "tiles of %" PRIu32 " %s do not divide the %" PRIu32 " %s of %s: %s do",
                    side, what, to - from, what, t->name, sides);
    }
    *first = from;
    *tiles = (to - from - side) / step + 1;
    return true;
}

/* Every run of words begins at a multiple of 4 bytes. */
static bool check_words(const struct reason *why, const struct aie2_tensor *t,
                        const struct aie2_walk *w, uint32_t c0, const struct aie2_bound *b)
{
    if (c0 % 2 || (b->tiles_c > 1 && w->step_c % 2))
        return fail(why, "tiles begin in odd columns; the DMA moves 4 bytes, two elements");
    if (t->cols % 2 && t->rows > 1)
        return fail(why,
                    "the rows of %s have %" PRIu32 " elements, so every other one begins inside "
                    "a word of 4 bytes; view=RxC can see the tensor in another shape",
                    t->name, t->cols);
    return true;
}

bool aie2_bind_walk(const struct aie2_tile *tile, const struct aie2_case *task, size_t walk,
                    struct aie2_bound *bound, int32_t *tensor, char *text, size_t size)
{
    const struct aie2_walk *w = &tile->walk[walk];
    const struct reason     why = { text, size, w->line };
    const bool              out = tile->chain[w->chain].channel >= AIE2_FIRST_OUT;
    struct aie2_tensor      t;
    uint32_t                r0 = 0, c0 = 0;

    if (!find_tensor(tile, task, w->tensor, &t, tensor))
        return no_tensor(&why, tile, task, w->tensor);
    *bound = (struct aie2_bound){ .walk = w, .tensor = t.name };
    if (!check_use(&why, &t, out) || !apply_view(&why, w, &t) ||
        !count_tiles(&why, &t, true, w, &r0, &bound->tiles_r) ||
        !count_tiles(&why, &t, false, w, &c0, &bound->tiles_c) ||
        !check_words(&why, &t, w, c0, bound))
        return false;
    bound->stride = (uint64_t)t.cols * 2;
    bound->base = t.address + r0 * bound->stride + (uint64_t)c0 * 2;
    bound->block_r = w->block_r;
    bound->block_c = w->block_c;
    bound->tile_words = w->rows * w->cols * 2 / AIE2_WORD;
    bound->words = (uint64_t)bound->tiles_r * bound->tiles_c * w->repeat * bound->tile_words;
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* Buffers that the assembler placed must leave resident tensors alone. */
static bool check_buffers(const struct aie2_tile *tile, const struct aie2_case *c)
{
    for (size_t i = 0; i < tile->buffer_count; i++)
        for (size_t k = 0; k < c->count; k++) {
            const struct aie2_buffer *b = &tile->buffer[i];
            const struct aie2_tensor *t = &c->tensor[k];
            const struct reason       why = { tile->why, tile->why_size, b->line };
            const uint64_t            end = t->address + (uint64_t)t->rows * t->cols * 2;

            if (t->resident && b->address < end && t->address < b->address + b->bytes)
                return fail(&why,
                            "%s at 0x%05" PRIx32 " lies over the tensor %s, which occupies "
                            "0x%05" PRIx64 " to 0x%05" PRIx64 "; bank= or at= moves a buffer",
                            b->name, b->address, t->name, t->address, end - 1);
        }
    return true;
}

static bool check_names(const struct aie2_tile *tile, const struct aie2_case *c)
{
    for (size_t i = 0; i < tile->scratch_count; i++)
        for (size_t k = 0; k < c->count; k++) {
            const struct reason why = { tile->why, tile->why_size, tile->scratch[i].line };

            if (strcmp(tile->scratch[i].name, c->tensor[k].name) == 0)
                return fail(&why, "%s is a tensor of the task; a scratch tensor needs another name",
                            tile->scratch[i].name);
        }
    return true;
}

/* In walks on scratch tensors come after an out walk. */
static bool check_order(const struct aie2_tile *tile, const struct aie2_case *c, size_t walk,
                        int32_t tensor, bool *written)
{
    const struct aie2_walk *w = &tile->walk[walk];
    const struct reason     why = { tile->why, tile->why_size, w->line };
    const bool              out = tile->chain[w->chain].channel >= AIE2_FIRST_OUT;

    written[tensor] |= out;
    if (written[tensor] || ((size_t)tensor < c->count && !c->tensor[tensor].out))
        return true;
    return fail(&why, "%s is read here, but no transfer above writes to it", w->tensor);
}

static bool fits(const struct aie2_tile *tile, const struct aie2_case *c, bool *written)
{
    struct aie2_bound bound;
    int32_t           tensor = 0;

    if (!check_names(tile, c))
        return false;
    for (size_t i = 0; i < tile->walk_count; i++)
        if (!aie2_bind_walk(tile, c, i, &bound, &tensor, tile->why, tile->why_size) ||
            !check_order(tile, c, i, tensor, written))
            return false;
    return check_buffers(tile, c);
}

const char *aie2_tile_unfit(const struct kc_program *program, const struct kc_declared *d,
                            const struct kc_layout *layout)
{
    const struct aie2_program *own = program->own;
    const struct aie2_tile    *tile = own ? own->tile : NULL;
    struct aie2_case           c;
    bool                      *written, ok;

    if (!tile)
        return NULL;
    describe_case(d, layout, &c);
    written = kc_alloc((c.count + tile->scratch_count) * sizeof *written);
    ok = fits(tile, &c, written);
    free(written);
    return ok ? NULL : tile->why;
}
