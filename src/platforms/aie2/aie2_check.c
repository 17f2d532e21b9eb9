/* The checker: what a schedule gets wrong although every bundle assembles.
 *
 * Nothing in the machine waits or complains, so whatever is not said here shows up as wrong
 * numbers.  Errors are reserved for what the machine leaves undefined or forbids; a schedule that
 * is legal but hardly meant gets a warning.
 */
#include "platforms/aie2/aie2_asm.h"
#include "platforms/aie2/aie2_flow.h"

void aie2_check(struct kc_arena *arena, const struct kc_program *program, bool strict,
                struct kc_diags *dg)
{
    struct aie2_flow flow;

    aie2_flow_build(&flow, arena, program->own, dg);
    flow.strict = strict;
    aie2_check_rules(&flow);
    aie2_check_loops(&flow);
    aie2_check_ports(&flow);
    aie2_check_reads(&flow);
    if (flow.work > AIE2_WORK_MOST)
        kc_warning(dg, (struct kc_span){ 0, 0 }, "check-limit",
                   "fewer calls and jumps make a program that can be checked",
                   "the control flow is too tangled to check the whole schedule");
}
