/* Accesses of a program to register parts, and what happened to a register before a read.
 *
 * The checker of early reads looks forward from a result (aie2_check_reads.c); what it wants to
 * know about the past of a register is answered here.
 */
#ifndef KC_PLATFORMS_AIE2_AIE2_READS_H
#define KC_PLATFORMS_AIE2_AIE2_READS_H

#include "platforms/aie2/aie2_flow.h"

enum {
    AIE2_STEPS_MOST = 4000, /* of one search; then the result counts as used */
    AIE2_STACK_MOST = 512,
    AIE2_QUIET = 20, /* cycles without an access, after which an old value counts as forgotten */
    AIE2_SET_COUNT = (AIE2_PART_COUNT + 63) / 64,
};

/* One access to one part. */
struct aie2_touch {
    const struct aie2_insn *insn;
    uint8_t                 part, stage, bypass, access;
};

struct aie2_touches {
    struct aie2_touch *list;
    uint32_t          *at; /* of bundle b: at[b] .. at[b + 1] - 1 */
    uint64_t (*set)[AIE2_SET_COUNT];
};

struct aie2_search {
    struct aie2_flow       *flow;
    struct aie2_touches     reads, writes;
    uint8_t                 latest[AIE2_PART_COUNT]; /* stage of any read of a part */
    bool                   *twice;                   /* bundles that write a part more than once */
    uint32_t               *stamp[4]; /* settled bundles, by what is known on the way */
    uint32_t                stamp_now;
    uint32_t               *seen; /* the same for searches backwards */
    uint32_t                seen_now;
    const struct aie2_insn *told, *noted; /* the last writer reported, and in a note */
};

KC_INLINE bool aie2_in_set(const uint64_t *set, uint8_t part)
{
    return set[part / 64] >> (part % 64) & 1;
}

/* Lists all accesses of s->flow. */
void aie2_reads_collect(struct aie2_search *s);

/* Whether the value that a read in a bundle gets was forgotten, on every way to it: read for the
 * last time AIE2_QUIET cycles ago or more, or never written at all.  Whoever reads a value for the
 * first time wants it. */
bool aie2_reads_forgotten(struct aie2_search *s, const struct aie2_touch *read, size_t bundle);

/* Whether a read may find a register to which nothing was ever written: on some way from the
 * beginning no result lands in time. */
bool aie2_reads_unwritten(struct aie2_search *s, const struct aie2_touch *read, size_t bundle);

#endif
