/* gemm, batch_matmul, linear: one product each. */
#include "baseline/coral/best.h"
#include "baseline/coral/product.h"

static struct product plain(uint32_t rows, uint32_t depth, uint32_t columns)
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

static void prologue(struct rv *e, const char *params)
{
    rv_op(e, "csrwi   vxrm, 0");
    product_params(e, params, 0, "s3", "s4");
}

static void gemm(struct rv *e, const struct kc_case *c)
{
    struct product p = plain(c->p[0], c->p[1], c->p[2]);

    p.x = "a0", p.w = "a1", p.y = "a3";
    prologue(e, "a2");
    const uint32_t staged = product_stage(e, &p, RV_SCRATCH);
    product_emit(e, &p);
    rv_op(e, "ret");
    product_reserve(e, staged);
}

const char *coral_best_gemm(const struct kc_case *c, const struct kc_layout *layout,
                            struct kc_buf *out)
{
    (void)layout;
    return rv_kernel(out, c, gemm);
}

static void linear(struct rv *e, const struct kc_case *c)
{
    struct product p = plain(c->p[0], c->p[1], c->p[2]);

    p.x = "a0", p.w = "a1", p.bias = "a2", p.y = "a4";
    prologue(e, "a3");
    product_emit(e, &p);
    rv_op(e, "ret");
}

const char *coral_best_linear(const struct kc_case *c, const struct kc_layout *layout,
                              struct kc_buf *out)
{
    (void)layout;
    return rv_kernel(out, c, linear);
}

static void batch_matmul(struct rv *e, const struct kc_case *c)
{
    const uint32_t batch = c->p[0], rows = c->p[1], depth = c->p[2], columns = c->p[3];
    struct product p = plain(rows, depth, columns);

    p.x = "a0", p.w = "a1", p.y = "a3";
    prologue(e, "a2");
    rv_op(e, "mv      a5, a1");
    const uint32_t label = rv_loop(e, "a4", batch);
    const uint32_t staged = product_stage(e, &p, RV_SCRATCH);
    product_emit(e, &p);
    rv_add(e, "a0", "a0", (int64_t)rows * depth, "t0");
    rv_add(e, "a5", "a5", (int64_t)depth * columns, "t0");
    rv_op(e, "mv      a1, a5");
    rv_add(e, "a3", "a3", (int64_t)rows * columns, "t0");
    rv_again(e, "a4", batch, label);
    rv_op(e, "ret");
    product_reserve(e, staged);
}

const char *coral_best_batch_matmul(const struct kc_case *c, const struct kc_layout *layout,
                                    struct kc_buf *out)
{
    (void)layout;
    return rv_kernel(out, c, batch_matmul);
}
