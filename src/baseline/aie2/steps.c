/* Steps of resident kernels: buffers between tensors, functions by shape, calls. */
#include "baseline/aie2/steps.h"

#include <inttypes.h>
#include <string.h>

#include "baseline/aie2/phases_parts.h"
#include "platforms/aie2/aie2_place.h"

enum {
    CALLS = 256,
    SHAPES = 24,
    AREAS = 32,
    GRANULE = 64,
    PAIR_BYTES = 64,
    FROM = AIE2_DM_BASE,
    TO = AIE2_KERNEL_STACK
};

struct area {
    uint32_t from, to;
};

/* A call; registers p0 to p2, r0, r1 and m0 as the function wants them. */
struct call {
    const char *function;
    uint32_t    p[3], r[2], m;
    uint32_t    move[3]; /* of p, each time */
    uint32_t    times;   /* the first of a loop */
    bool        last;    /* of a loop */
};

struct aie2_steps {
    struct aie2_linear *linear;
    struct area         area[AREAS]; /* taken */
    const char         *name[AREAS]; /* of buffers */
    size_t              areas, tensors;
    struct aie2_dense   shape[SHAPES];
    struct call         call[CALLS];
    size_t              shapes, calls;
    uint32_t            times; /* of a loop that begins with the next call; 0: none */
    bool                looping, compact;
    bool                packs, gated, spare;
    uint32_t            activated;                /* bytes; 0: nothing is */
    uint32_t            rows, keys, pitch, width; /* of softmax; 0: there is none */
};

/* ---- memory --------------------------------------------------------------------------------- */

static void take(struct aie2_steps *s, const char *name, uint32_t from, uint32_t bytes)
{
    const uint32_t to = (from + bytes + GRANULE - 1) / GRANULE * GRANULE;

    s->name[s->areas] = name;
    s->area[s->areas++] = (struct area){ from, to };
}

struct aie2_steps *aie2_steps_new(struct aie2_linear *linear, const struct kc_case *c,
                                  const struct kc_layout *layout)
{
    struct aie2_steps *s = kc_arena_new(aie2_linear_arena(linear), struct aie2_steps);

    *s = (struct aie2_steps){ .linear = linear };
    for (size_t i = 0; i <= c->in_count; i++) {
        const struct kc_placed *p = i < c->in_count ? &layout->in[i] : &layout->out;

        take(s, NULL, (uint32_t)p->address, (uint32_t)p->size);
    }
    s->tensors = s->areas;
    return s;
}

void aie2_steps_compact(struct aie2_steps *s)
{
    s->compact = true;
}

void aie2_steps_retry(struct aie2_steps *s)
{
    s->areas = s->tensors;
}

/* The end of an area that [from, from + bytes) meets; from when there is none. */
static uint32_t obstacle(const struct aie2_steps *s, uint32_t from, uint32_t bytes)
{
    for (size_t i = 0; i < s->areas; i++)
        if (from < s->area[i].to && s->area[i].from < from + bytes)
            return s->area[i].to;
    return from;
}

/* From the last bank on: tensors lie in the others. */
uint32_t aie2_steps_buffer(struct aie2_steps *s, const char *name, uint32_t bytes)
{
    static const uint32_t starts[] = { FROM + 3 * AIE2_BANK_BYTES, FROM };

    for (size_t i = 0; i < KC_COUNT(starts); i++)
        for (uint32_t at = starts[i], next; at + bytes <= TO; at = next) {
            next = obstacle(s, at, bytes);
            if (next != at)
                continue;
            take(s, name, at, bytes);
            return at;
        }
    return 0;
}

static uint32_t address_of(const struct aie2_steps *s, const char *name)
{
    for (size_t i = s->tensors; i < s->areas; i++)
        if (strcmp(s->name[i], name) == 0)
            return s->area[i].from;
    return 0;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static struct call *append(struct aie2_steps *s, const char *function)
{
    struct call *call = &s->call[s->calls < CALLS ? s->calls : CALLS - 1];

    s->calls++;
    *call = (struct call){ .function = function, .times = s->times };
    s->times = 0;
    return call;
}

static struct call *last_call(struct aie2_steps *s)
{
    return &s->call[s->calls < CALLS ? s->calls - 1 : CALLS - 1];
}

void aie2_steps_begin(struct aie2_steps *s, uint32_t times)
{
    s->times = times > 1 ? times : 0;
    s->looping = times > 1;
}

void aie2_steps_move(struct aie2_steps *s, int i, uint32_t bytes)
{
    if (s->looping)
        last_call(s)->move[i] = bytes;
}

void aie2_steps_end(struct aie2_steps *s)
{
    last_call(s)->last = s->looping;
    s->looping = false;
}

void aie2_steps_pack(struct aie2_steps *s, uint32_t from, uint32_t pitch, uint32_t rows,
                     uint32_t cols, uint32_t to)
{
    struct call *call = append(s, "pack");

    call->p[0] = from;
    call->p[1] = to;
    call->r[0] = cols / 16;
    call->r[1] = rows / 4;
    call->m = pitch;
    s->packs = true;
}

static bool same(const struct aie2_dense *a, const struct aie2_dense *b)
{
    return a->m == b->m && a->k == b->k && a->n == b->n && a->b_pitch == b->b_pitch &&
           a->c_pitch == b->c_pitch && a->transposed == b->transposed && a->tiles == b->tiles;
}

/* The function of that shape. */
static const char *shape_of(struct aie2_steps *s, struct aie2_dense product)
{
    size_t i = 0;

    while (i < s->shapes && !same(&s->shape[i], &product))
        i++;
    if (i == s->shapes && i < SHAPES) {
        product.name = kc_arena_printf(aie2_linear_arena(s->linear), "product%zu", i);
        s->shape[s->shapes++] = product;
    }
    return s->shape[i < SHAPES ? i : 0].name;
}

void aie2_steps_product(struct aie2_steps *s, struct aie2_dense product, uint32_t a, uint32_t b,
                        uint32_t c)
{
    struct call *call;

    product.compact = s->compact;
    call = append(s, shape_of(s, product));
    call->p[0] = a;
    call->p[1] = b;
    call->p[2] = c;
}

void aie2_steps_activate(struct aie2_steps *s, uint32_t to, uint32_t bytes, bool gated, bool spare)
{
    append(s, gated ? "gate" : "silu")->p[0] = to;
    s->activated = bytes;
    s->gated = gated;
    s->spare = spare;
}

void aie2_steps_softmax(struct aie2_steps *s, uint32_t scores, uint32_t probabilities,
                        uint32_t rows, uint32_t n, uint32_t pitch, uint32_t d)
{
    struct call *call = append(s, "softmax");

    call->p[0] = scores;
    call->p[1] = probabilities;
    call->p[2] = address_of(s, "factors");
    append(s, "inverse");
    append(s, "spread")->p[0] = probabilities;
    s->rows = rows;
    s->keys = n;
    s->pitch = pitch;
    s->width = d;
}

/* ---- text ----------------------------------------------------------------------------------- */

static void write_buffers(const struct aie2_steps *s)
{
    for (size_t i = s->tensors; i < s->areas; i++)
        aie2_line(s->linear, ".buffer %s, %" PRIu32 ", at=0x%05" PRIx32, s->name[i],
                  s->area[i].to - s->area[i].from, s->area[i].from);
}

static void write_functions(const struct aie2_steps *s)
{
    const struct aie2_names names = { .raw = "raw",
                                      .up = "up",
                                      .spare = { s->spare ? "spare0" : NULL, "spare1" } };

    if (s->packs)
        aie2_pack_function(s->linear, "pack");
    for (size_t i = 0; i < s->shapes; i++)
        aie2_dense_function(s->linear, &s->shape[i]);
    if (s->activated)
        (s->gated ? aie2_gate_function : aie2_silu_function)(s->linear, s->activated / PAIR_BYTES,
                                                             &names);
    if (s->rows)
        aie2_tile_softmax_functions(s->linear, s->rows, s->keys, s->pitch, s->width);
}

/* Addresses that move are in registers r%ADDRESS_n_i, n being the call. */
static void write_call(struct aie2_linear *l, const struct call *call, size_t n)
{
    for (int i = 0; i < 3; i++)
        if (call->move[i])
            aie2_line(l, "mov p%d, r%%address_%zu_%d", i, n, i);
        else if (call->p[i])
            aie2_line(l, "movxm p%d, #0x%05" PRIx32, i, call->p[i]);
    for (int i = 0; i < 2; i++)
        if (call->r[i])
            aie2_line(l, "movxm r%d, #%" PRIu32, i, call->r[i]);
    if (call->m)
        aie2_line(l, "movxm m0, #%" PRIu32, call->m);
    aie2_line(l, ".call %s", call->function);
    for (int i = 0; i < 3; i++)
        if (call->move[i]) {
            aie2_line(l, "movxm r%%move, #%" PRIu32, call->move[i]);
            aie2_line(l, "add r%%address_%zu_%d, r%%address_%zu_%d, r%%move", n, i, n, i);
        }
}

static void begin_loop(const struct aie2_steps *s, size_t first)
{
    for (size_t n = first; n < s->calls; n++) {
        for (int i = 0; i < 3; i++)
            if (s->call[n].move[i])
                aie2_line(s->linear, "movxm r%%address_%zu_%d, #0x%05" PRIx32, n, i,
                          s->call[n].p[i]);
        if (s->call[n].last)
            break;
    }
    aie2_line(s->linear, ".loop #%" PRIu32, s->call[first].times);
}

const char *aie2_steps_write(struct aie2_steps *s)
{
    if (s->calls > CALLS || s->shapes == SHAPES)
        return "it has more steps than a program holds";
    write_buffers(s);
    write_functions(s);
    aie2_line(s->linear, ".func kernel");
    for (size_t i = 0; i < s->calls; i++) {
        if (s->call[i].times)
            begin_loop(s, i);
        write_call(s->linear, &s->call[i], i);
        if (s->call[i].last)
            aie2_line(s->linear, ".endloop");
    }
    aie2_line(s->linear, ".endfunc");
    return NULL;
}
