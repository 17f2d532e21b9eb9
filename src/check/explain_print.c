/* The explanation as text, as JSON and as a map. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "check/explain_parts.h"

enum { TILE_ROWS = 4, TILE_COLS = 16, MAP_ROWS = 16, MAP_COLS = 64, SHOWN = 3 };

/* ---- map ---------------------------------------------------------------------------------- */

static const char MARKS[] = { '#', '0', '?', '!' }; /* on a tie the later one wins */

static size_t mark_of(const struct kc_explainer *x, size_t element)
{
    const double y = x->grid.produced[element];

    return x->unwritten[element] ? 2 : !isfinite(y) ? 3 : y == 0.0 ? 1 : 0;
}

/* The commonest thing wrong in a tile. */
static char tile_mark(const struct kc_explainer *x, const struct kc_tile_map *m, uint32_t top,
                      uint32_t left)
{
    uint32_t count[sizeof MARKS] = { 0 };
    size_t   best = 0;
    bool     any = false;

    for (uint32_t r = top; r < top + m->tile_rows && r < x->grid.rows; r++)
        for (uint32_t c = left; c < left + m->tile_cols && c < x->grid.cols; c++) {
            const size_t i = (size_t)r * x->grid.cols + c;

            if (x->wrong[i]) {
                any = true;
                count[mark_of(x, i)]++;
            }
        }
    for (size_t k = 1; k < sizeof MARKS; k++)
        if (count[k] >= count[best])
            best = k;
    return any ? MARKS[best] : '.';
}

struct kc_tile_map kc_explain_map(const struct kc_explainer *x)
{
    struct kc_tile_map m = { .tile_rows = TILE_ROWS, .tile_cols = TILE_COLS };
    struct kc_buf      text = { 0 };

    while (m.tile_rows * MAP_ROWS < x->grid.rows)
        m.tile_rows *= 2;
    while (m.tile_cols * MAP_COLS < x->grid.cols)
        m.tile_cols *= 2;
    for (uint32_t r = 0; r < x->grid.rows; r += m.tile_rows) {
        for (uint32_t c = 0; c < x->grid.cols; c += m.tile_cols)
            kc_buf_printf(&text, "%c", tile_mark(x, &m, r, c));
        kc_buf_puts(&text, "\n");
    }
    m.text = kc_arena_strndup(x->arena, text.text, text.length);
    kc_buf_free(&text);
    return m;
}

/* ---- text --------------------------------------------------------------------------------- */

static void add_mark(struct kc_buf *out, char mark, bool colour)
{
    const char *code = mark == '.' ? "32" : mark == '?' || mark == '0' ? "33" : "31";

    if (colour && mark != '\n')
        kc_buf_printf(out, "\033[%sm%c\033[0m", code, mark);
    else
        kc_buf_printf(out, "%c", mark);
}

static void add_map(struct kc_buf *out, const struct kc_tile_map *m, bool colour)
{
    kc_buf_printf(out,
                  "  map, %" PRIu32 " x %" PRIu32
                  " elements per mark: . right, # wrong, 0 zero, ? never written, ! NaN or Inf\n",
                  m->tile_rows, m->tile_cols);
    for (const char *p = m->text; *p; p++) {
        if (p == m->text || p[-1] == '\n')
            kc_buf_puts(out, "    ");
        add_mark(out, *p, colour);
    }
}

static void add_writer(struct kc_buf *out, uint32_t line)
{
    if (line == KC_WRITER_NOBODY)
        kc_buf_puts(out, "never written");
    else if (line == KC_WRITER_HOST)
        kc_buf_puts(out, "as preloaded");
    else
        kc_buf_printf(out, "written by line %" PRIu32, line);
}

static void add_differences(struct kc_buf *out, const struct kc_explanation *e,
                            const struct kc_verdict *v)
{
    for (size_t i = 0; i < v->first_count && i < SHOWN; i++) {
        const struct kc_difference *d = &v->first[i];

        kc_buf_printf(out,
                      "  %s[%" PRIu32 ",%" PRIu32
                      "]  expected %.6g   got %.6g   allowed error %.3g   %s ",
                      e->output, d->row, d->col, d->expected, d->produced, d->allowed, e->region);
        kc_buf_printf(out, e->mapped ? "0x%08" PRIx64 ", " : "%" PRIu64 ", ", d->address);
        add_writer(out, d->writer);
        kc_buf_puts(out, "\n");
    }
}

static void add_hypothesis(struct kc_buf *out, const struct kc_hypothesis *h, size_t number)
{
    kc_buf_printf(out, "  %zu. %s (%.2f): %s", number, h->id, h->score, h->text);
    if (h->line)
        kc_buf_printf(out, " [line %" PRIu32 "]", h->line);
    kc_buf_printf(out, "\n     hint: %s\n", h->hint);
}

void kc_explanation_text(const struct kc_explanation *e, const struct kc_verdict *v, bool colour,
                         struct kc_buf *out)
{
    if (!e->output)
        return;
    add_differences(out, e, v);
    if (e->pattern)
        kc_buf_printf(out, "  pattern: %s\n", e->pattern);
    for (size_t i = 0; i < e->count && i < SHOWN; i++)
        add_hypothesis(out, &e->list[i], i + 1);
    if (e->pattern)
        add_map(out, &e->map, colour);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static kc_json *hypothesis_json(const struct kc_explanation *e, const struct kc_hypothesis *h)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "id", h->id);
    kc_json_set_double(o, "score", h->score);
    kc_json_set_str(o, "text", h->text);
    kc_json_set_str(o, "hint", h->hint);
    if (h->line)
        kc_json_set_uint(o, "line", h->line);
    kc_json_set_uint(o, "row", h->row);
    kc_json_set_uint(o, "col", h->col);
    kc_json_set_str(o, "region", e->region);
    kc_json_set_uint(o, "address", h->address);
    kc_json_set_double(o, "produced", h->produced);
    kc_json_set_double(o, "expected", h->expected);
    return o;
}

kc_json *kc_explanation_json(const struct kc_explanation *e)
{
    kc_json *list = kc_json_array();

    for (size_t i = 0; i < e->count; i++)
        kc_json_push(list, hypothesis_json(e, &e->list[i]));
    return list;
}
