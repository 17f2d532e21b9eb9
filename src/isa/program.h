/* isa/program.h: an assembled program: instructions, the source line each came from, and for
 * machines with a loader the initial contents of memories and the symbols. */
#ifndef KC_ISA_PROGRAM_H
#define KC_ISA_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

/* Initial contents of memory, in the machine's own addresses. */
struct kc_segment {
    const char    *region;
    uint64_t       address;
    const uint8_t *bytes;
    size_t         size;
};

struct kc_symbol {
    const char *name;
    uint64_t    address;
};

struct kc_program {
    uint32_t                *words;     /* machines of 32-bit instructions; NULL for others */
    uint32_t                *lines;     /* from 1; for machine-code files the line of the word */
    size_t                   count;     /* instructions, or bundles */
    const uint64_t          *addresses; /* of each; NULL: its index is its address */
    const struct kc_segment *segments;
    size_t                   segment_count;
    const struct kc_symbol  *symbols;
    size_t                   symbol_count;
    uint64_t                 entry;
    const void              *own; /* the platform's own form, or NULL */
};

#endif
