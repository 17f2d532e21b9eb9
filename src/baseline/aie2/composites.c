/* The composite tasks on tensors in host memory: which phases they have. */
#include "baseline/aie2/composites.h"
#include "baseline/aie2/phases.h"
#include "platforms/aie2/aie2_place.h"

/* ---- feed-forward --------------------------------------------------------------------------- */

static struct aie2_product one_product(const char *x, uint32_t m, uint32_t k, const char *w,
                                       const char *y, uint32_t n)
{
    return (struct aie2_product){ .x = x, .m = m, .k = k, .target = { { w, y, n } }, .targets = 1 };
}

const char *aie2_kernel_ffn(struct aie2_linear *l, const struct kc_case *c,
                            const struct kc_layout *layout)
{
    const uint32_t      n = c->p[0], h = c->p[1], i = c->p[2];
    struct aie2_phases *p = aie2_phases_new(l);
    struct aie2_product first = one_product("x", n, h, "w1", "hidden", i);

    if (aie2_resident(layout))
        return aie2_resident_ffn(l, c, layout, false);
    aie2_phases_scratch(p, "hidden", n, i);
    first.after = AIE2_AFTER_SILU;
    aie2_phases_product(p, first);
    aie2_phases_product(p, one_product("hidden", n, i, "w2", "y", h));
    return aie2_phases_write(p);
}

const char *aie2_kernel_swiglu(struct aie2_linear *l, const struct kc_case *c,
                               const struct kc_layout *layout)
{
    const uint32_t      n = c->p[0], h = c->p[1], i = c->p[2];
    struct aie2_phases *p = aie2_phases_new(l);
    struct aie2_product first = one_product("x", n, h, "wg", "hidden", i);

    if (aie2_resident(layout))
        return aie2_resident_ffn(l, c, layout, true);
    aie2_phases_scratch(p, "hidden", n, i);
    first.after = AIE2_AFTER_GATE;
    first.up = "wu";
    aie2_phases_product(p, first);
    aie2_phases_product(p, one_product("hidden", n, i, "wd", "y", h));
    return aie2_phases_write(p);
}

/* ---- attention ------------------------------------------------------------------------------ */

const char *aie2_kernel_attention(struct aie2_linear *l, const struct kc_case *c,
                                  const struct kc_layout *layout)
{
    struct aie2_phases *p = aie2_phases_new(l);

    if (aie2_resident(layout))
        return aie2_resident_attention(l, c, layout);
    aie2_phases_attention(p, (struct aie2_heads){ "q", "k", "v", "y", c->p[0], c->p[1], 1, 1 });
    return aie2_phases_write(p);
}

/* Multi-head attention as a part: x and memory are what queries, and keys and values come from. */
struct part {
    const char *weights, *scratch; /* how names of its tensors begin */
    const char *x, *memory, *y, *add;
    bool        norm;
    uint32_t    s, h, nh, nkv;
};

static const char *named(struct aie2_phases *p, struct aie2_linear *l, const struct part *part,
                         const char *name, uint32_t cols)
{
    return aie2_phases_scratch(p,
                               kc_arena_printf(aie2_linear_arena(l), "%s%s", part->scratch, name),
                               part->s, cols);
}

static void add_heads(struct aie2_phases *p, struct aie2_linear *l, const struct part *part)
{
    struct kc_arena    *arena = aie2_linear_arena(l);
    const uint32_t      d = part->h / part->nh, kv = part->nkv * d;
    const bool          same = part->x == part->memory;
    const char         *q = named(p, l, part, "q", part->h), *k = named(p, l, part, "k", kv);
    const char         *v = named(p, l, part, "v", kv);
    const char         *context = named(p, l, part, "context", part->h);
    struct aie2_product first =
        one_product(part->x, part->s, part->h, kc_arena_printf(arena, "%swq", part->weights), q,
                    part->h);
    struct aie2_product more = one_product(part->memory, part->s, part->h,
                                           kc_arena_printf(arena, "%swk", part->weights), k, kv);
    struct aie2_product last =
        one_product(context, part->s, part->h, kc_arena_printf(arena, "%swo", part->weights),
                    part->y, part->h);

    more.target[more.targets].w = kc_arena_printf(arena, "%swv", part->weights);
    more.target[more.targets].y = v;
    more.target[more.targets++].n = kv;
    for (size_t i = 0; same && i < more.targets; i++)
        first.target[first.targets++] = more.target[i];
    first.norm = part->norm;
    last.add = part->add;
    aie2_phases_product(p, first);
    if (!same)
        aie2_phases_product(p, more);
    aie2_phases_attention(p,
                          (struct aie2_heads){ q, k, v, context, part->s, d, part->nh, part->nkv });
    aie2_phases_product(p, last);
}

static const char *heads(struct aie2_linear *l, const struct kc_case *c,
                         const struct kc_layout *layout, uint32_t nkv)
{
    struct aie2_phases *p = aie2_phases_new(l);

    if (aie2_resident(layout))
        return aie2_resident_heads(l, c, layout, nkv);
    add_heads(p, l,
              &(struct part){ .weights = "",
                              .scratch = "",
                              .x = "x",
                              .memory = "x",
                              .y = "y",
                              .s = c->p[0],
                              .h = c->p[1],
                              .nh = c->p[2],
                              .nkv = nkv });
    return aie2_phases_write(p);
}

const char *aie2_kernel_mha(struct aie2_linear *l, const struct kc_case *c,
                            const struct kc_layout *layout)
{
    return heads(l, c, layout, c->p[2]);
}

const char *aie2_kernel_gqa(struct aie2_linear *l, const struct kc_case *c,
                            const struct kc_layout *layout)
{
    return heads(l, c, layout, c->p[3]);
}

const char *aie2_kernel_mqa(struct aie2_linear *l, const struct kc_case *c,
                            const struct kc_layout *layout)
{
    return heads(l, c, layout, 1);
}

/* ---- decoders ------------------------------------------------------------------------------- */

/* They have too many tensors to be resident. */
const char *aie2_kernel_decoder_llama(struct aie2_linear *l, const struct kc_case *c,
                                      const struct kc_layout *layout)
{
    const uint32_t      s = c->p[0], h = c->p[1], i = c->p[3];
    struct aie2_phases *p = aie2_phases_new(l);
    struct aie2_product gate = one_product("h", s, h, "wg", "hidden", i);
    struct aie2_product down = one_product("hidden", s, i, "wd", "y", h);

    (void)layout;
    aie2_phases_scratch(p, "h", s, h);
    aie2_phases_scratch(p, "hidden", s, i);
    add_heads(p, l,
              &(struct part){ .weights = "",
                              .scratch = "",
                              .x = "x",
                              .memory = "x",
                              .y = "h",
                              .add = "x",
                              .norm = true,
                              .s = s,
                              .h = h,
                              .nh = c->p[2],
                              .nkv = c->p[2] });
    gate.norm = true;
    gate.after = AIE2_AFTER_GATE;
    gate.up = "wu";
    down.add = "h";
    aie2_phases_product(p, gate);
    aie2_phases_product(p, down);
    return aie2_phases_write(p);
}

const char *aie2_kernel_decoder_t5(struct aie2_linear *l, const struct kc_case *c,
                                   const struct kc_layout *layout)
{
    const uint32_t      s = c->p[0], h = c->p[1], nh = c->p[2], i = c->p[3];
    struct aie2_phases *p = aie2_phases_new(l);
    struct aie2_product up = one_product("g", s, h, "w1", "hidden", i);
    struct aie2_product down = one_product("hidden", s, i, "w2", "y", h);

    (void)layout;
    aie2_phases_scratch(p, "h", s, h);
    aie2_phases_scratch(p, "g", s, h);
    aie2_phases_scratch(p, "hidden", s, i);
    add_heads(p, l, &(struct part){ "self.", "self_", "x", "x", "h", "x", true, s, h, nh, nh });
    add_heads(p, l, &(struct part){ "cross.", "cross_", "h", "enc", "g", "h", true, s, h, nh, nh });
    up.norm = true;
    up.after = AIE2_AFTER_SILU;
    down.add = "g";
    aie2_phases_product(p, up);
    aie2_phases_product(p, down);
    return aie2_phases_write(p);
}
