/* The phase engine: which functions a kernel needs, and the kernel that calls them. */
#include "baseline/aie2/phases.h"

#include <string.h>

#include "baseline/aie2/phases_parts.h"

enum {
    DEEPEST = 512, /* what a panel of 32 rows has at most */
    PAIR_BYTES = 64
};

/* ---- phases --------------------------------------------------------------------------------- */

struct aie2_phases *aie2_phases_new(struct aie2_linear *linear)
{
    struct aie2_phases *p = kc_arena_new(aie2_linear_arena(linear), struct aie2_phases);

    *p = (struct aie2_phases){ .linear = linear };
    return p;
}

const char *aie2_phases_scratch(struct aie2_phases *p, const char *name, uint32_t rows,
                                uint32_t cols)
{
    aie2_line(p->linear, ".scratch %s, %ux%u", name, rows, cols);
    return name;
}

/* Phases beyond the last one overwrite it; aie2_phases_write says so. */
static struct aie2_phase *append(struct aie2_phases *p)
{
    struct aie2_phase *phase = &p->phase[p->phases < AIE2_PHASES ? p->phases : AIE2_PHASES - 1];

    p->phases++;
    *phase = (struct aie2_phase){ 0 };
    return phase;
}

static void add_product(struct aie2_phases *p, const struct aie2_product *product, uint32_t first)
{
    struct aie2_phase *phase = append(p);

    phase->product = *product;
    phase->first = first;
    p->adds |= product->add != NULL;
    p->norms |= product->norm;
    p->silus |= product->after == AIE2_AFTER_SILU;
    p->gates |= product->after == AIE2_AFTER_GATE;
}

/* How many parts a depth has. */
static uint32_t parts_of(uint32_t k)
{
    uint32_t parts = (k + DEEPEST - 1) / DEEPEST;

    while (k % (8 * parts))
        parts++;
    return parts;
}

/* Parts of the depth one after the other: each adds to what those before it left. */
static void add_parts(struct aie2_phases *p, const struct aie2_product *whole, size_t target,
                      uint32_t parts)
{
    const char *y = whole->target[target].y;
    const char *sums = kc_arena_printf(aie2_linear_arena(p->linear), "%s_sums", y);

    aie2_phases_scratch(p, sums, whole->m, whole->target[target].n);
    for (uint32_t i = 0; i < parts; i++) {
        struct aie2_product part = *whole;

        part.k = whole->k / parts;
        part.target[0] = whole->target[target];
        part.targets = 1;
        part.add = i ? sums : whole->add;
        if (i + 1 < parts) {
            part.target[0].y = sums;
            part.after = AIE2_AFTER_NOTHING;
        }
        add_product(p, &part, i * part.k);
    }
}

void aie2_phases_product(struct aie2_phases *p, struct aie2_product product)
{
    const uint32_t parts = parts_of(product.k);

    if (parts == 1 || product.norm || product.after == AIE2_AFTER_GATE)
        add_product(p, &product, 0);
    else
        for (size_t i = 0; i < product.targets; i++)
            add_parts(p, &product, i, parts);
}

void aie2_phases_attention(struct aie2_phases *p, struct aie2_heads heads)
{
    struct aie2_phase *phase = append(p);

    phase->attention = true;
    phase->heads = heads;
    p->attends = true;
}

/* ---- functions ------------------------------------------------------------------------------ */

static bool same(const struct aie2_panel *a, const struct aie2_panel *b)
{
    return a->rows == b->rows && a->add == b->add && a->keys == b->keys && a->follow == b->follow;
}

/* The function's number; a new one when there is none like it. */
static size_t need(struct aie2_phases *p, struct aie2_panel panel)
{
    size_t i = 0;

    while (i < p->panels && !same(&p->panel[i], &panel))
        i++;
    if (i == p->panels)
        p->panel[p->panels++] = panel;
    if (panel.least < p->panel[i].least)
        p->panel[i].least = panel.least;
    return i;
}

static struct aie2_panel panel_of(const struct aie2_pass *pass)
{
    return (struct aie2_panel){ .rows = pass->rows, .least = pass->depth / 8 };
}

static void need_product(struct aie2_phases *p, struct aie2_phase *phase)
{
    struct aie2_panel panel = panel_of(&phase->pass);

    panel.add = phase->product.add != NULL;
    panel.follow = phase->product.after == AIE2_AFTER_SILU   ? AIE2_FOLLOW_SILU
                   : phase->product.after == AIE2_AFTER_GATE ? AIE2_FOLLOW_GATE
                                                             : AIE2_FOLLOW_NOTHING;
    phase->panel = need(p, panel);
}

static void need_attention(struct aie2_phases *p, struct aie2_phase *phase)
{
    struct aie2_panel keys = panel_of(&phase->pass), values = panel_of(&phase->values);

    keys.keys = true;
    values.follow = AIE2_FOLLOW_SCALE;
    phase->panel = need(p, keys);
    phase->value_panel = need(p, values);
}

/* Strips of several panels are one function when their names agree; it must do for all depths. */
struct strips {
    struct aie2_strip strip[AIE2_PANEL_KINDS];
    size_t            count;
};

static void need_strip(struct aie2_phases *p, struct strips *s, const struct aie2_strip *strip)
{
    struct kc_arena *arena = aie2_linear_arena(p->linear);
    const char      *name = aie2_strip_name(arena, strip);
    size_t           i = 0;

    while (i < s->count && strcmp(name, aie2_strip_name(arena, &s->strip[i])) != 0)
        i++;
    if (i == s->count)
        s->strip[s->count++] = *strip;
    if (strip->least < s->strip[i].least)
        s->strip[i].least = strip->least;
}

static void write_strips(struct aie2_phases *p)
{
    struct strips s = { .count = 0 };

    for (size_t i = 0; i < p->panels; i++) {
        const struct aie2_strip strip = aie2_panel_strip(&p->panel[i]);

        need_strip(p, &s, &strip);
    }
    for (size_t i = 0; i < s.count; i++)
        aie2_strip_function(p->linear, &s.strip[i]);
}

/* Of a tile of results. */
static uint32_t columns_of(const struct aie2_pass *pass)
{
    return pass->tiles * pass->wide * 2;
}

static void write_tiles(struct aie2_phases *p)
{
    for (size_t i = 0; p->norms && i < p->phases; i++)
        if (p->phase[i].product.norm) {
            aie2_norm_function(p->linear, p->phase[i].product.k);
            break;
        }
    if (p->silus)
        aie2_silu_function(p->linear, p->raw_bytes / PAIR_BYTES, &p->names);
    if (p->gates)
        aie2_gate_function(p->linear, p->raw_bytes / PAIR_BYTES, &p->names);
    for (size_t i = 0; i < p->phases; i++)
        if (p->phase[i].attention) {
            aie2_scale_function(p->linear, p->rows, columns_of(&p->phase[i].values));
            aie2_column_softmax_functions(p->linear, p->rows, p->phase[i].heads.s,
                                          p->phase[i].heads.d);
            return;
        }
}

static void write_functions(struct aie2_phases *p)
{
    for (size_t i = 0; i < p->phases; i++)
        if (p->phase[i].attention)
            need_attention(p, &p->phase[i]);
        else
            need_product(p, &p->phase[i]);
    write_strips(p);
    write_tiles(p);
    for (size_t i = 0; i < p->panels; i++)
        aie2_panel_function(p->linear, &p->panel[i], &p->names);
}

/* ---- the kernel ----------------------------------------------------------------------------- */

static void begin_panels(struct aie2_linear *l)
{
    for (int k = 0; k < 2; k++) {
        aie2_line(l, "movxm r%%a%d, #A%d.buf0", k, k);
        aie2_line(l, "movxm r%%b%d, #A%d.buf1", k, k);
    }
}

static void panel_locks(struct aie2_linear *l, bool take, uint32_t count)
{
    aie2_line(l, "movx r%%count, #%d", take ? -(int)count : (int)count);
    for (int i = 0; i < 2; i++)
        aie2_line(l, "%s #A%d.%s, r%%count", take ? "acq" : "rel", i, take ? "full" : "empty");
}

static void next_panel(struct aie2_linear *l)
{
    for (int i = 0; i < 2; i++) {
        aie2_line(l, "mov r%%t%d, r%%a%d", i, i);
        aie2_line(l, "mov r%%a%d, r%%b%d", i, i);
        aie2_line(l, "mov r%%b%d, r%%t%d", i, i);
    }
}

static void call_panel(struct aie2_phases *p, size_t panel, const struct aie2_pass *pass)
{
    struct aie2_linear *l = p->linear;

    aie2_line(l, "movxm r0, #%u", pass->results);
    aie2_line(l, "movxm r1, #%u", pass->tiles);
    aie2_line(l, "movxm r2, #%u", pass->wide);
    aie2_line(l, "movxm r3, #%u", pass->depth / 8);
    aie2_line(l, ".call %s", aie2_panel_name(aie2_linear_arena(l), &p->panel[panel]));
}

static void norm_half(struct aie2_linear *l, const struct aie2_pass *pass, int half)
{
    if (pass->pieces == 1)
        aie2_line(l, "mov p0, r%%a%d", half);
    else
        aie2_line(l, "movxm p0, #A%d.buf0", half);
    aie2_line(l, "movx r0, #%u", pass->rows / 8);
    aie2_line(l, ".call norm");
}

static void write_product(struct aie2_phases *p, const struct aie2_phase *phase)
{
    const struct aie2_product *product = &phase->product;
    struct aie2_linear        *l = p->linear;

    aie2_line(l, "// %s%s times %s", product->norm ? "normalised " : "", product->x,
              product->target[0].w);
    aie2_line(l, ".loop #%u", product->m / phase->pass.rows);
    panel_locks(l, true, phase->pass.pieces);
    for (int i = 0; product->norm && i < 2; i++)
        norm_half(l, &phase->pass, i);
    for (int i = 0; i < 2; i++)
        if (phase->pass.pieces == 1)
            aie2_line(l, "mov r%d, r%%a%d", 4 + i, i);
        else
            aie2_line(l, "movxm r%d, #A%d.buf0", 4 + i, i);
    call_panel(p, phase->panel, &phase->pass);
    panel_locks(l, false, phase->pass.pieces);
    if (phase->pass.pieces == 1)
        next_panel(l);
    aie2_line(l, ".endloop");
}

static void call_softmax(struct aie2_phases *p, int half)
{
    struct aie2_linear *l = p->linear;

    aie2_line(l, "movxm p0, #(%s+%u)", p->names.scores, (unsigned)half * p->rows / 8 * 32);
    aie2_line(l, "movxm p1, #%s", p->names.exps[half]);
    aie2_line(l, "movxm p2, #(factors+%u)", (unsigned)half * p->rows / 8 * 64);
    aie2_line(l, ".call softmax");
}

static void write_attention(struct aie2_phases *p, const struct aie2_phase *phase)
{
    const struct aie2_heads *a = &phase->heads;
    struct aie2_linear      *l = p->linear;

    aie2_line(l, "// attention: %s, %s, %s", a->q, a->k, a->v);
    aie2_line(l, ".loop #%u", a->s / p->rows * a->nh);
    panel_locks(l, true, 1);
    for (int i = 0; i < 2; i++)
        aie2_line(l, "mov r%d, r%%a%d", 4 + i, i);
    aie2_line(l, "movxm r6, #%s", p->names.scores);
    aie2_line(l, "movxm r7, #(%s+%u)", p->names.scores, a->s * p->rows);
    call_panel(p, phase->panel, &phase->pass);
    panel_locks(l, false, 1);
    call_softmax(p, 0);
    call_softmax(p, 1);
    aie2_line(l, ".call inverse");
    aie2_line(l, "movxm r4, #%s", p->names.exps[0]);
    aie2_line(l, "movxm r5, #%s", p->names.exps[1]);
    call_panel(p, phase->value_panel, &phase->values);
    next_panel(l);
    aie2_line(l, ".endloop");
}

const char *aie2_phases_write(struct aie2_phases *p)
{
    const char *why =
        p->phases > AIE2_PHASES ? "it has more phases than a program holds" : aie2_phases_plan(p);

    if (why)
        return why;
    aie2_phases_walks(p);
    write_functions(p);
    aie2_line(p->linear, ".func kernel");
    aie2_rings_begin(p->linear, p->adds);
    begin_panels(p->linear);
    for (size_t i = 0; i < p->phases; i++)
        if (p->phase[i].attention)
            write_attention(p, &p->phase[i]);
        else
            write_product(p, &p->phase[i]);
    aie2_line(p->linear, ".endfunc");
    return NULL;
}
