/* Control flow of an AIE2 program, for the checker.
 *
 * A jump acts after its five delay slots, so its edges leave the last of them.  A zero-overhead
 * loop adds an edge from the bundle that le names to the one that ls names.  A call goes to its
 * target, and the target's returns come back to every caller.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_FLOW_H
#define KC_PLATFORMS_AIE2_AIE2_FLOW_H

#include "base/diag.h"
#include "platforms/aie2/aie2_insn.h"

/* A zero-overhead loop: the writes of ls and le, and the bundles they name (count: none). */
struct aie2_loop {
    const struct aie2_insn *set_start, *set_end;
    size_t                  first, last;
    int32_t                 start, end; /* addresses */
};

struct aie2_flow {
    struct kc_arena           *arena;
    struct kc_diags           *dg;
    const struct aie2_program *program;
    const struct aie2_bundle  *bundle;
    size_t                     count;
    bool                       strict; /* report every early read */

    uint32_t *next_at, *next; /* successors of b: next[next_at[b]] ... next[next_at[b + 1] - 1] */
    uint32_t *back_at, *back; /* predecessors */

    const struct aie2_insn **jump; /* of a bundle, or NULL */
    bool                    *ends; /* control leaves the program here: return, done */
    struct aie2_loop        *loop;
    size_t                   loop_count;
    uint64_t                 work; /* steps of all searches so far */
};

/* Searches stop when a program is so tangled that they would not end in reasonable time. */
#define AIE2_WORK_MOST UINT64_C(20000000)

KC_INLINE bool aie2_flow_tired(struct aie2_flow *flow)
{
    return ++flow->work > AIE2_WORK_MOST;
}

/* Builds the graph in the arena. */
void aie2_flow_build(struct aie2_flow *flow, struct kc_arena *arena,
                     const struct aie2_program *program, struct kc_diags *dg);

/* Where to show a report about an instruction. */
struct kc_span aie2_insn_span(const struct aie2_insn *insn);

/* Whether an instruction writes a register part. */
bool aie2_writes_part(const struct aie2_insn *insn, uint8_t part);

bool aie2_is_return(const struct aie2_insn *insn);
bool aie2_is_call(const struct aie2_insn *insn);
bool aie2_is_conditional(const struct aie2_insn *insn);

/* The constant that an instruction puts into its first operand; false when it is none. */
bool aie2_constant(const struct aie2_insn *insn, int32_t *value);

/* The judges, each with its own file. */
void aie2_check_rules(struct aie2_flow *flow);
void aie2_check_loops(struct aie2_flow *flow);
void aie2_check_ports(struct aie2_flow *flow);
void aie2_check_reads(struct aie2_flow *flow);

#endif
