/* ffn, swiglu: products whose rows pass through the SiLU table before they are stored.
 *
 * The table is copied into scratch memory, where an indexed load of 16 lanes costs one cycle per
 * line touched; hidden rows stay in scratch memory, too.
 */
#include "baseline/coral/best.h"
#include "baseline/coral/product.h"

enum { TABLE_BYTES = 256 };

/* T[v + 128]: indices are unsigned bytes, so flipping the sign bit adds the 128. */
static void look_up(struct rv *e, const struct product *p, const struct product_rows *rows)
{
    (void)p;
    rv_op(e, "la      t2, table");
    rv_op(e, "li      t1, -128");
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vxor.vx v%u, v%u, t1", v, v);
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group)
        rv_op(e, "vluxei8.v v%u, (t2), v%u", v, v);
}

/* clamp8(shr(g * u, 5)) with the gate where the result goes. */
static void times_gate(struct rv *e, const struct product *p, const struct product_rows *rows)
{
    rv_op(e, "mv      t1, s11");
    for (uint32_t r = 0, v = rows->first; r < rows->rows; r++, v += rows->group) {
        const uint32_t gate = v + rows->group / 2;

        rv_op(e, "vle8.v  v%u, (t1)", gate);
        rv_add(e, "t1", "t1", p->y_pitch, "t0");
        rv_op(e, "vwmul.vv v0, v%u, v%u", v, gate);
        rv_op(e, "vnclip.wi v%u, v0, 5", v);
    }
}

static void stage_table(struct rv *e, const char *table)
{
    rv_op(e, "la      t1, table");
    rv_op(e, "mv      t2, %s", table);
    rv_copy(e, "t1", "t2", TABLE_BYTES, "t0");
}

static void print_scratch(struct rv *e, uint32_t hidden)
{
    kc_buf_printf(e->out,
                  "\n    .bss\n    .balign 16\ntable:\n    .space  %d\nhidden:\n    .space  %u\n",
                  TABLE_BYTES, hidden);
}

static const char too_large[] = "hidden rows do not fit into scratch memory";

static bool fits(const struct kc_case *c)
{
    return TABLE_BYTES + (uint64_t)c->p[0] * c->p[2] < RV_SCRATCH;
}

static struct product layer(uint32_t rows, uint32_t depth, uint32_t columns)
{
    return (struct product){
        .rows = rows,
        .depth = depth,
        .columns = columns,
        .segments = 1,
        .x_pitch = depth,
        .w_pitch = columns,
        .y_pitch = columns,
        .groups = 1,
        .m = "s3",
        .s = "s4",
    };
}

/* x w into `hidden`, whose address register t is. */
static void hidden_layer(struct rv *e, const struct kc_case *c, const char *w, const char *hidden,
                         void (*then)(struct rv *, const struct product *,
                                      const struct product_rows *))
{
    struct product p = layer(c->p[0], c->p[1], c->p[2]);

    p.x = "a0", p.w = w, p.y = hidden, p.then = then;
    product_emit(e, &p);
}

static void output_layer(struct rv *e, const struct kc_case *c, const char *w, const char *hidden,
                         const char *y)
{
    struct product p = layer(c->p[0], c->p[2], c->p[1]);

    p.x = hidden, p.w = w, p.y = y;
    product_emit(e, &p);
}

static void ffn(struct rv *e, const struct kc_case *c)
{

    rv_op(e, "csrwi   vxrm, 0");
    product_params(e, "a4", 0, "s3", "s4");
    stage_table(e, "a3");
    rv_op(e, "la      a6, hidden");
    rv_note(e, "hidden = T[rq(x w1)]");
    hidden_layer(e, c, "a1", "a6", look_up);
    rv_note(e, "y = rq(hidden w2)");
    product_params(e, "a4", 1, "s3", "s4");
    output_layer(e, c, "a2", "a6", "a5");
    rv_op(e, "ret");
    print_scratch(e, c->p[0] * c->p[2]);
}

const char *coral_best_ffn(const struct kc_case *c, const struct kc_layout *layout,
                           struct kc_buf *out)
{
    (void)layout;
    return fits(c) ? rv_kernel(out, c, ffn) : too_large;
}

static void swiglu(struct rv *e, const struct kc_case *c)
{

    rv_op(e, "csrwi   vxrm, 0");
    product_params(e, "a5", 0, "s3", "s4");
    stage_table(e, "a4");
    rv_op(e, "la      a4, hidden");
    rv_note(e, "hidden = T[rq(x wg)]");
    hidden_layer(e, c, "a1", "a4", look_up);
    rv_note(e, "hidden = clamp8(shr(hidden * rq(x wu), 5))");
    product_params(e, "a5", 1, "s3", "s4");
    hidden_layer(e, c, "a2", "a4", times_gate);
    rv_note(e, "y = rq(hidden wd)");
    product_params(e, "a5", 2, "s3", "s4");
    output_layer(e, c, "a3", "a4", "a6");
    rv_op(e, "ret");
    print_scratch(e, c->p[0] * c->p[2]);
}

const char *coral_best_swiglu(const struct kc_case *c, const struct kc_layout *layout,
                              struct kc_buf *out)
{
    (void)layout;
    return fits(c) ? rv_kernel(out, c, swiglu) : too_large;
}
