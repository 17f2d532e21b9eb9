/* Templates of the row-wise functions (plena.md 7.4 to 7.8): in place in VRAM, row by row. */
#include <inttypes.h>

#include "baseline/plena/templates.h"

/* x * sigmoid(x), in place over all rows. */
void cc_task_silu(struct cc *cc)
{
    const struct cc_mat x = cc_output(cc);
    const uint32_t      scratch = cc_vram(cc, cc->vlen), rows = x.rows * x.cols / cc->vlen;

    cc_load(cc, 0, x);
    cc_note(cc, "row by row: s = 1 / (1 + exp(-x)), x = s * x");
    cc_li(cc, 1, x.base);
    cc_li(cc, 2, scratch);
    cc_op(cc, "S_LD_FP f1, gp0, %" PRIu32, cc_slot(cc, "one"));
    cc_loop(cc, 3, rows);
    cc_op(cc, "V_SUB_VF gp2, gp1, f0, 0, 1");
    cc_op(cc, "V_EXP_V gp2, gp2, 0");
    cc_op(cc, "V_ADD_VF gp2, gp2, f1, 0");
    cc_op(cc, "V_RECI_V gp2, gp2, 0");
    cc_op(cc, "V_MUL_VV gp1, gp2, gp1, 0");
    cc_op(cc, "S_ADDI_INT gp1, gp1, %" PRIu32, cc->vlen);
    cc_end(cc, 3, rows);
}
