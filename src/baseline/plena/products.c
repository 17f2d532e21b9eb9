/* Templates of the matrix products (plena.md 7.9 to 7.12). */
#include <inttypes.h>

#include "baseline/plena/templates.h"

void cc_task_gemm(struct cc *cc)
{
    const struct cc_mat x = cc_mat_new(cc, cc->c->p[0], cc->c->p[1]);

    cc_load(cc, 0, x);
    cc_gemm(cc, cc_output(cc), x, 1, 0);
}
