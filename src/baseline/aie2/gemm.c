/* gemm, linear, batch_matmul: one product each, or one for each of a batch. */
#include "baseline/aie2/product.h"
#include "baseline/aie2/stream.h"
#include "platforms/aie2/aie2_place.h"

/* The bank that no tensor of a resident case has. */
enum { PACKED = 0x7c000, PACKED_BYTES = 15360 };

/* Shapes of a product, and where its operands lie in data memory; address 0: there is none. */
struct dense {
    uint32_t m, k, n;
    uint32_t x, w, bias, y;
};

/* ---- resident ------------------------------------------------------------------------------- */

/* Rows that are packed and multiplied at a time. */
static uint32_t rows_at_once(uint32_t m, uint32_t k)
{
    uint32_t rows = m % 16 == 0 ? 16 : 8;

    while (rows * k * 2 > PACKED_BYTES)
        rows /= 2;
    return rows;
}

static void dense_functions(struct aie2_linear *l, const struct dense *d)
{
    const struct aie2_dense product = { .name = "product",
                                        .m = rows_at_once(d->m, d->k),
                                        .k = d->k,
                                        .n = d->n,
                                        .b_pitch = d->n * 2,
                                        .c_pitch = d->n * 2,
                                        .bias = d->bias != 0 };

    aie2_pack_function_for(l, "pack", d->k);
    aie2_dense_function(l, &product);
}

/* r%x and r%y move on by the rows; r%w stays. */
static void dense_rows(struct aie2_linear *l, const struct dense *d)
{
    const uint32_t rows = rows_at_once(d->m, d->k);

    aie2_line(l, "mov p0, r%%x");
    aie2_line(l, "movxm m0, #%u", d->k * 2);
    aie2_line(l, "movxm p1, #%d", PACKED);
    aie2_line(l, "movx r0, #%u", d->k / 16);
    aie2_line(l, "movx r1, #%u", rows / 4);
    aie2_line(l, ".call pack");
    aie2_line(l, "movxm p0, #%d", PACKED);
    aie2_line(l, "mov p1, r%%w");
    aie2_line(l, "mov p2, r%%y");
    if (d->bias)
        aie2_line(l, "movxm p3, #%u", d->bias);
    aie2_line(l, ".call product");
    aie2_line(l, "movxm r%%step, #%u", rows * d->k * 2);
    aie2_line(l, "add r%%x, r%%x, r%%step");
    aie2_line(l, "movxm r%%step, #%u", rows * d->n * 2);
    aie2_line(l, "add r%%y, r%%y, r%%step");
}

/* Products of a batch, one after the other. */
static void resident(struct aie2_linear *l, const struct dense *d, uint32_t batch)
{
    dense_functions(l, d);
    aie2_line(l, ".func kernel");
    aie2_line(l, "movxm r%%x, #%u", d->x);
    aie2_line(l, "movxm r%%w, #%u", d->w);
    aie2_line(l, "movxm r%%y, #%u", d->y);
    aie2_line(l, ".loop #%u", batch);
    aie2_line(l, ".loop #%u", d->m / rows_at_once(d->m, d->k));
    dense_rows(l, d);
    aie2_line(l, ".endloop");
    aie2_line(l, "movxm r%%step, #%u", d->k * d->n * 2);
    aie2_line(l, "add r%%w, r%%w, r%%step");
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

/* ---- the tasks ------------------------------------------------------------------------------ */

/* Shapes from the parameters that end in M, K, N. */
static struct aie2_matmul matmul_of(const uint32_t *p, uint32_t batch)
{
    return (struct aie2_matmul){
        .x = "x", .w = "w", .y = "y", .m = p[0], .k = p[1], .n = p[2], .batch = batch
    };
}

static const char *product(struct aie2_linear *l, const struct kc_layout *layout,
                           const struct aie2_matmul *p)
{
    const struct dense dense = { .m = p->m,
                                 .k = p->k,
                                 .n = p->n,
                                 .x = (uint32_t)layout->in[0].address,
                                 .w = (uint32_t)layout->in[1].address,
                                 .bias = p->bias ? (uint32_t)layout->in[2].address : 0,
                                 .y = (uint32_t)layout->out.address };

    if (aie2_resident(layout))
        resident(l, &dense, p->batch);
    else
        aie2_stream_kernel(l, p);
    return NULL;
}

const char *aie2_kernel_gemm(struct aie2_linear *l, const struct kc_case *c,
                             const struct kc_layout *layout)
{
    const struct aie2_matmul p = matmul_of(c->p, 1);

    return product(l, layout, &p);
}

const char *aie2_kernel_linear(struct aie2_linear *l, const struct kc_case *c,
                               const struct kc_layout *layout)
{
    struct aie2_matmul p = matmul_of(c->p, 1);

    p.bias = "bias";
    return product(l, layout, &p);
}

const char *aie2_kernel_batch_matmul(struct aie2_linear *l, const struct kc_case *c,
                                     const struct kc_layout *layout)
{
    const struct aie2_matmul p = matmul_of(c->p + 1, c->p[0]);

    return product(l, layout, &p);
}
