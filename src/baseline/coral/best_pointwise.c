/* relu, silu, gelu: one function of each int8, streamed through registers.
 *
 * silu and gelu are max(x, 0) plus an even function that dies out quickly: f(x) - max(x, 0) =
 * f(-|x|).  One table of 128 entries, indexed by |x|, fills a register group and is looked up by
 * vrgather.  Entries are round(16 f(-i/16)), a tie going to the even result.
 */
#include <math.h>

#include "baseline/coral/best.h"

enum { BLOCK = 128 };

static double silu_of(double x)
{
    return x / (1.0 + exp(-x));
}

static double gelu_of(double x)
{
    return 0.5 * x * erfc(-x / sqrt(2.0));
}

/* v8 to v24, using v16. */
typedef void body_fn(struct rv *e);

static void relu_body(struct rv *e)
{
    rv_op(e, "vmax.vx v24, v8, zero");
}

static void table_body(struct rv *e)
{
    rv_op(e, "vrsub.vx v16, v8, zero");
    rv_op(e, "vmax.vv v16, v16, v8");
    rv_op(e, "vrgather.vv v24, v0, v16");
    rv_op(e, "vmax.vx v8, v8, zero");
    rv_op(e, "vadd.vv v24, v24, v8");
}

/* The next block is loaded before this one is stored: its lookup runs under the store. */
static void stream(struct rv *e, uint32_t count, body_fn *body)
{
    const uint32_t full = count / BLOCK, rest = count % BLOCK;

    if (full) {
        rv_vset(e, BLOCK, "e8, m8", "t0");
        rv_op(e, "vle8.v  v8, (a0)");
        if (full > 1) {
            const uint32_t label = rv_loop(e, "t1", full - 1);
            body(e);
            rv_op(e, "addi    a0, a0, %d", BLOCK);
            rv_op(e, "vle8.v  v8, (a0)");
            rv_op(e, "vse8.v  v24, (a1)");
            rv_op(e, "addi    a1, a1, %d", BLOCK);
            rv_again(e, "t1", full - 1, label);
        }
        body(e);
        rv_op(e, "vse8.v  v24, (a1)");
        rv_op(e, "addi    a0, a0, %d", BLOCK);
        rv_op(e, "addi    a1, a1, %d", BLOCK);
    }
    if (rest) {
        rv_note(e, "the last %u elements", rest);
        rv_vset(e, rest, "e8, m8", "t0");
        rv_op(e, "vle8.v  v8, (a0)");
        body(e);
        rv_op(e, "vse8.v  v24, (a1)");
    }
}

static uint32_t elements(const struct kc_case *c)
{
    return c->task->params[1] ? c->p[0] * c->p[1] : c->p[0];
}

static void print_table(struct rv *e, double (*f)(double))
{
    kc_buf_puts(e->out, "\n    .data\n    .balign 16\ntable:\n");
    for (int i = 0; i < BLOCK; i++)
        kc_buf_printf(e->out, "%s%d%s", i % 16 ? ", " : "    .byte   ",
                      (int)nearbyint(16.0 * f(-i / 16.0)), i % 16 == 15 ? "\n" : "");
}

static void tabled(struct rv *e, const struct kc_case *c, double (*f)(double))
{
    rv_op(e, "la      t1, table");
    rv_vset(e, BLOCK, "e8, m8", "t0");
    rv_op(e, "vle8.v  v0, (t1)");
    stream(e, elements(c), table_body);
    rv_op(e, "ret");
    print_table(e, f);
}

static void silu(struct rv *e, const struct kc_case *c)
{
    tabled(e, c, silu_of);
}

static void gelu(struct rv *e, const struct kc_case *c)
{
    tabled(e, c, gelu_of);
}

static void relu(struct rv *e, const struct kc_case *c)
{

    stream(e, elements(c), relu_body);
    rv_op(e, "ret");
}

const char *coral_best_relu(const struct kc_case *c, const struct kc_layout *layout,
                            struct kc_buf *out)
{
    (void)layout;
    return rv_kernel(out, c, relu);
}

const char *coral_best_silu(const struct kc_case *c, const struct kc_layout *layout,
                            struct kc_buf *out)
{
    (void)layout;
    return rv_kernel(out, c, silu);
}

const char *coral_best_gelu(const struct kc_case *c, const struct kc_layout *layout,
                            struct kc_buf *out)
{
    (void)layout;
    return rv_kernel(out, c, gelu);
}
