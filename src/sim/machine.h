/* sim/machine.h: what every simulated machine shows to those who drive it.
 *
 * A platform's machine starts with a struct kc_machine.  Runs end by halting, by a trap or when the
 * fuel is spent; a trap is a result, not an error: the program was wrong, not the simulator.
 * Sinks are optional; without any, the machine takes its fast path.
 */
#ifndef KC_SIM_MACHINE_H
#define KC_SIM_MACHINE_H

#include "base/str.h"
#include "isa/isa.h"
#include "isa/program.h"
#include "sim/memory.h"

enum kc_outcome_kind { KC_OUTCOME_HALTED, KC_OUTCOME_TRAP, KC_OUTCOME_OUT_OF_FUEL };

enum { KC_TRAP_REGISTERS = 4, KC_NOTES = 8, KC_STALLS = 12 };

/* Something worth a warning in a run that went on: an erratum of the silicon, a read before the
 * result was there. */
struct kc_note {
    const char *id;
    uint32_t    line;  /* where it happened first */
    uint64_t    count; /* how often */
    char        text[200];
};

struct kc_outcome {
    enum kc_outcome_kind kind;
    uint64_t             cycles, instructions; /* completed before the end */
    const char          *cause;                /* trap: the rule's id */
    const char          *hint;                 /* trap: the next step, or NULL */
    char                 message[480];         /* trap: what happened, with numbers */
    uint64_t             pc;                   /* of the trapping or next instruction */
    uint32_t             line;                 /* its source line, 0 when there is none */
    struct {                                   /* trap: the registers that matter */
        char     name[8];
        uint64_t value;
    } registers[KC_TRAP_REGISTERS];
    size_t         register_count;
    struct kc_note notes[KC_NOTES]; /* at most one per id and line */
    size_t         note_count;
};

/* One executed instruction. */
struct kc_step {
    uint64_t pc, cycle, cycles; /* cycle: when it started; cycles: how long it took */
    uint32_t line;
    size_t   index;       /* which instruction of the program */
    char     effect[160]; /* "gp1 = 128": what it changed, for people */
};

typedef void kc_trace_fn(void *context, const struct kc_step *step);

enum { KC_UNITS = 16, KC_CHANNELS = 4 };

/* Cycles and counts by instruction; sums by unit follow from the table. */
struct kc_profile {
    uint64_t   *cycles, *count; /* by instruction, program->count entries */
    uint64_t    unit_cycles[KC_UNITS], unit_count[KC_UNITS];
    const char *stall_name[KC_STALLS]; /* the machine's causes; NULL ends them */
    uint64_t    stall_cycles[KC_STALLS];
    uint64_t   *stalls; /* the same by instruction: KC_STALLS of each */
    uint64_t    dma_bytes_read, dma_bytes_written;
    const char *channel_name[KC_CHANNELS]; /* of a DMA with channels; NULL ends them */
    uint64_t    channel_cycles[KC_CHANNELS];
};

/* A read of an element that neither host nor program wrote. */
struct kc_unwritten_read {
    const struct kc_region *region;
    uint64_t                elem;
    uint32_t                line;
};

enum { KC_UNWRITTEN_KEPT = 16 };

struct kc_tracking {
    struct kc_unwritten_read first[KC_UNWRITTEN_KEPT]; /* at most one per source line */
    size_t                   kept;
    uint64_t                 total; /* rows read with such an element */
};

enum kc_pace {
    KC_PACE_TIMED,
    KC_PACE_EARLY, /* only results matter, a machine may count anything as a cycle; what runs beside
                      the program comes as early as it may */
    KC_PACE_LATE,  /* the same, as late as it may */
};

struct kc_run {
    uint64_t            fuel; /* instructions; 0: KC_FUEL_DEFAULT */
    kc_trace_fn        *trace;
    void               *trace_context;
    struct kc_profile  *profile;
    struct kc_tracking *tracking; /* needs tracked regions: kc_machine_track */
    enum kc_pace        pace;
};

#define KC_FUEL_DEFAULT UINT64_C(100000000)

struct kc_platform;

struct kc_machine {
    const struct kc_platform *platform;
    const struct kc_isa      *isa;
    struct kc_region         *regions;
    size_t                    region_count;
};

struct kc_register {
    char           name[16];
    bool           is_number; /* number holds a floating-point value, else bits */
    uint64_t       bits;
    double         number;
    const uint8_t *bytes; /* a wide register, little endian, valid until the next run; else NULL */
    size_t         size;
};

enum { KC_REGISTERS = 512 }; /* no machine shows more */

/* NULL when there is none of that name. */
struct kc_region *kc_machine_region(struct kc_machine *machine, struct kc_str name);

/* Turns tracking of all regions on or off. */
void kc_machine_track(struct kc_machine *machine, bool on);

/* Fills *profile for a program in the arena. */
void kc_profile_init(struct kc_arena *arena, struct kc_profile *profile,
                     const struct kc_program *program);

/* Notes a read of a row's elements [first, first + count) by the given line. */
void kc_tracking_read(struct kc_tracking *tracking, const struct kc_region *region, uint64_t row,
                      uint32_t first, uint32_t count, uint32_t line);

const char *kc_outcome_name(enum kc_outcome_kind kind);

#endif
