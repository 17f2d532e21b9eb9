/* view_output: rows of the output beside what was expected, on the shown seed. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check/explain.h"
#include "toolbox/workbench.h"

enum { ROWS_DEFAULT = 4, WINDOW_MOST = 256 };

/* A window of rows and columns, ends excluded. */
struct window {
    uint32_t row, row_end, col, col_end;
};

static bool parse_range(const char *text, uint32_t limit, uint32_t *from, uint32_t *to)
{
    struct kc_str rest = kc_str_from(text);
    uint64_t      a, b;

    if (!kc_str_u64(kc_str_trim(kc_str_cut(&rest, ':')), &a) || !kc_str_u64(kc_str_trim(rest), &b))
        return false;
    *from = (uint32_t)(a < limit ? a : limit);
    *to = (uint32_t)(b < limit ? b : limit);
    return a < b && *from < *to;
}

/* False after refusing. */
static bool get_window(struct kc_tool_call *call, uint32_t rows, uint32_t cols, struct window *w)
{
    const uint32_t default_rows = (uint32_t)kc_json_get_int(call->args, "num_rows", ROWS_DEFAULT);
    const char    *row_text = kc_json_get_str(call->args, "rows", NULL);
    const char    *col_text = kc_json_get_str(call->args, "cols", NULL);

    *w = (struct window){ 0, default_rows < rows ? default_rows : rows, 0, cols < 8 ? cols : 8 };
    if (row_text && !parse_range(row_text, rows, &w->row, &w->row_end))
        kc_tool_refuse(call, "rows is '%s'; write FROM:TO within 0:%" PRIu32, row_text, rows);
    else if (col_text && !parse_range(col_text, cols, &w->col, &w->col_end))
        kc_tool_refuse(call, "cols is '%s'; write FROM:TO within 0:%" PRIu32, col_text, cols);
    else if ((uint64_t)(w->row_end - w->row) * (w->col_end - w->col) > WINDOW_MOST)
        kc_tool_refuse(call, "a window of more than %d values; ask for fewer rows or columns",
                       WINDOW_MOST);
    return !call->result->is_error;
}

static kc_json *values_json(const double *values, uint32_t cols, const struct window *w)
{
    kc_json *rows = kc_json_array();

    for (uint32_t r = w->row; r < w->row_end; r++) {
        kc_json *row = kc_json_array();

        for (uint32_t c = w->col; c < w->col_end; c++)
            kc_json_push(row, kc_json_short(values[(size_t)r * cols + c]));
        kc_json_push(rows, row);
    }
    return rows;
}

static void set_window(kc_json *out, const struct window *w)
{
    char text[64];

    snprintf(text, sizeof text, "%" PRIu32 ":%" PRIu32, w->row, w->row_end);
    kc_json_set_str(out, "rows", text);
    snprintf(text, sizeof text, "%" PRIu32 ":%" PRIu32, w->col, w->col_end);
    kc_json_set_str(out, "cols", text);
}

/* ---- inputs and stages -------------------------------------------------------------------- */

static const struct kc_tensor *find_tensor(const struct kc_tensor *list, size_t count,
                                           const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i].name, name) == 0)
            return &list[i];
    return NULL;
}

static void refuse_name(struct kc_tool_call *call, const char *kind, const char *name,
                        const struct kc_tensor *list, size_t count)
{
    struct kc_buf names = { 0 };

    kc_buf_add(&names, "", 0);
    for (size_t i = 0; i < count; i++)
        kc_buf_printf(&names, "%s%s", i ? ", " : "", list[i].name);
    kc_tool_refuse(call, "there is no %s '%s'%s%s", kind, name, count ? "; there are " : "",
                   names.text);
    kc_buf_free(&names);
}

static void show_tensor(struct kc_tool_call *call, const char *key, const struct kc_tensor *t)
{
    const uint32_t rows = (uint32_t)(kc_tensor_count(t) / t->cols);
    struct window  w;

    if (!get_window(call, rows, t->cols, &w))
        return;
    kc_json_set_bool(call->out, "success", true);
    kc_json_set(call->out, "row_analysis", kc_json_array());
    kc_json_set_str(call->out, key, t->name);
    set_window(call->out, &w);
    kc_json_set(call->out, "values", values_json(t->value, t->cols, &w));
}

/* ---- the output --------------------------------------------------------------------------- */

struct capture {
    double *produced;
    size_t  count;
    bool    done;
};

static void keep_first(void *context, uint32_t seed, uint32_t fill, const double *produced)
{
    struct capture *c = context;

    if (seed == 0 && fill == 0) {
        memcpy(c->produced, produced, c->count * sizeof *produced);
        c->done = true;
    }
}

struct row_sum {
    uint32_t matching, nonzero, nan;
    double   sim_min, sim_max, golden_min, golden_max, squares;
};

static struct row_sum sum_row(const struct kc_cell *cell, const double *produced, size_t first)
{
    const struct kc_tensor *out = &cell->cases[0]->out;
    struct row_sum          s = { 0, 0, 0, INFINITY, -INFINITY, INFINITY, -INFINITY, 0.0 };

    for (size_t i = first; i < first + out->cols; i++) {
        const double y = produced[i], golden = out->value[i], error = fabs(y - golden);

        s.matching += error <= kc_case_allowed(cell->cases[0], out->scale[i]);
        s.nonzero += y != 0.0;
        s.nan += isnan(y) != 0;
        s.squares += isfinite(error) ? error * error : 0.0;
        s.sim_min = fmin(s.sim_min, y);
        s.sim_max = fmax(s.sim_max, y);
        s.golden_min = fmin(s.golden_min, golden);
        s.golden_max = fmax(s.golden_max, golden);
    }
    return s;
}

static kc_json *row_json(const struct kc_cell *cell, const double *produced, uint32_t row)
{
    const uint32_t       cols = cell->cases[0]->out.cols;
    const struct row_sum s = sum_row(cell, produced, (size_t)row * cols);
    kc_json             *o = kc_json_object();

    kc_json_set_uint(o, "row", row);
    kc_json_set(o, "matching", kc_json_short((double)s.matching / (double)cols));
    kc_json_set_uint(o, "sim_nonzero", s.nonzero);
    kc_json_set(o, "sim_min", kc_json_short(s.sim_min));
    kc_json_set(o, "sim_max", kc_json_short(s.sim_max));
    kc_json_set(o, "golden_min", kc_json_short(s.golden_min));
    kc_json_set(o, "golden_max", kc_json_short(s.golden_max));
    kc_json_set(o, "mse", kc_json_short(s.squares / (double)cols));
    kc_json_set_uint(o, "nan", s.nan);
    return o;
}

static kc_json *difference_json(const struct kc_difference *d)
{
    kc_json *o = kc_json_object();

    kc_json_set_uint(o, "row", d->row);
    kc_json_set_uint(o, "col", d->col);
    kc_json_set_uint(o, "address", d->address);
    kc_json_set(o, "produced", kc_json_short(d->produced));
    kc_json_set(o, "expected", kc_json_short(d->expected));
    kc_json_set(o, "allowed_error", kc_json_short(d->allowed));
    if (d->writer == KC_WRITER_NOBODY)
        kc_json_set_str(o, "written_by", "nobody");
    else if (d->writer == KC_WRITER_HOST)
        kc_json_set_str(o, "written_by", "host");
    else
        kc_json_set_uint(o, "written_by_line", d->writer);
    return o;
}

static void add_differences(struct kc_tool_call *call, const struct kc_cell *cell,
                            const struct kc_program *program, struct kc_verdict *v)
{
    const struct kc_explanation e = kc_explain(&call->arena, cell, program, v);
    kc_json                    *list = kc_json_array();

    for (size_t i = 0; i < v->first_count; i++)
        kc_json_push(list, difference_json(&v->first[i]));
    kc_json_set(call->out, "differences", list);
    if (!e.pattern)
        return;
    kc_json_set_str(call->out, "pattern", e.pattern);
    kc_json_set_str(call->out, "region", e.region);
    kc_json_set_str(call->out, "tile_map", e.map.text);
    kc_json_set_str(call->out, "tile_map_legend",
                    kc_arena_printf(&call->arena,
                                    "one mark per %" PRIu32 " x %" PRIu32
                                    " elements: . right, # wrong, "
                                    "0 zero, ? never written, ! NaN or Inf",
                                    e.map.tile_rows, e.map.tile_cols));
}

static void add_rows(struct kc_tool_call *call, const struct kc_cell *cell, const double *produced,
                     const struct window *w)
{
    const struct kc_tensor *out = &cell->cases[0]->out;
    kc_json                *list = kc_json_array();

    for (uint32_t r = w->row; r < w->row_end; r++)
        kc_json_push(list, row_json(cell, produced, r));
    kc_json_set_bool(call->out, "success", true);
    kc_json_set_str(call->out, "tensor", out->name);
    kc_json_set(call->out, "row_analysis", list);
    set_window(call->out, w);
    kc_json_set(call->out, "produced", values_json(produced, out->cols, w));
    kc_json_set(call->out, "expected", values_json(out->value, out->cols, w));
}

static void show_output(struct kc_tool_call *call)
{
    struct kc_cell          shown = call->bench->cell;
    const struct kc_tensor *out = &shown.cases[0]->out;
    struct capture          capture = { .count = kc_tensor_count(out) };
    struct window           w;
    struct kc_program       program;
    struct kc_diags         dg;
    struct kc_verdict       v;

    if (!get_window(call, (uint32_t)(capture.count / out->cols), out->cols, &w))
        return;
    if (!kc_tool_assemble(call, &program, &dg)) {
        if (!call->result->is_error)
            kc_tool_refuse(call, "the kernel does not assemble: check_syntax tells why");
        return;
    }
    shown.seeds = 1;
    capture.produced = kc_arena_array(&call->arena, double, capture.count);
    v = kc_cell_check_outputs(&shown, &program, 0, keep_first, &capture);
    if (!capture.done) {
        kc_tool_refuse(call, "the kernel did not run to its end (%s): run_evaluation tells why",
                       kc_verdict_name(v.kind));
        return;
    }
    add_rows(call, &shown, capture.produced, &w);
    add_differences(call, &shown, &program, &v);
}

void kc_tool_view_output(struct kc_tool_call *call)
{
    const struct kc_case   *c = call->bench->cell.cases[0];
    const char             *stage = kc_json_get_str(call->args, "stage", NULL);
    const char             *name = kc_json_get_str(call->args, "tensor", c->out.name);
    const struct kc_tensor *t;

    if (stage) {
        if ((t = find_tensor(c->stage, c->stage_count, stage)))
            show_tensor(call, "stage", t);
        else
            refuse_name(call, "stage", stage, c->stage, c->stage_count);
    } else if (strcmp(name, c->out.name) == 0) {
        show_output(call);
    } else if ((t = find_tensor(c->in, c->in_count, name))) {
        show_tensor(call, "tensor", t);
    } else {
        refuse_name(call, "tensor", name, c->in, c->in_count);
    }
}
