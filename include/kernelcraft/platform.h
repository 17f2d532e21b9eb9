/* kernelcraft/platform.h: what a platform supplies.
 *
 * A platform is one struct.  Built-ins are found by name (platforms.def), plug-ins after
 * kc_plugin_load; nobody includes a platform's own header, and no built-in can do what a plug-in
 * cannot.  A target is a platform with a configuration, as people write it: "plena",
 * "plena:rev=2026-07,mlen=32", "plena:settings=small.yaml".
 */
#ifndef KERNELCRAFT_PLATFORM_H
#define KERNELCRAFT_PLATFORM_H

#include "base/diag.h"
#include "base/tensor.h"
#include "isa/isa.h"
#include "sim/machine.h"
#include "sim/params.h"

#define KC_PLATFORM_API 3 /* a platform built for another version is refused */

enum { KC_PLACED_TENSORS = 16, KC_PLACED_CONSTANTS = 6 };

/* Where a tensor lies on the machine. */
struct kc_placed {
    const char *region;
    uint64_t    address;     /* in the region's unit */
    uint64_t    size;        /* what it occupies there, padding and scales included */
    uint32_t    rows;        /* physical rows, padding included */
    uint32_t    cols, width; /* of rows as they lie; width of an element in the region's unit */
    char        where[96];   /* the same for people: "HBM 0..575, base in a0, SCALE 512" */
};

/* Where everything of a case lies. */
struct kc_layout {
    uint32_t vector; /* elements of one access, where rows have many; 0: rows of the region */
    struct kc_placed in[KC_PLACED_TENSORS], out;
    uint64_t         constant[KC_PLACED_CONSTANTS]; /* FPRAM slots or addresses */
    uint64_t         scratch_from, scratch_to;      /* of the region of bare addresses; both on
                                                       pages, see KC_REGION_PAGE_BYTES */
};

/* Something that a run did, legal but rarely meant: material for explaining a wrong result. */
struct kc_suspicion {
    const char *id, *hint;
    char        text[240];
    uint32_t    line; /* where it happened first */
    uint64_t    key;  /* which of several with that id, for the platform */
    bool        repairable;
    bool        certain; /* against a rule of the machine, whatever comes of it */
    bool        usual;   /* correct kernels do so, too: worth a word only when its repair helps */
    bool        remote;  /* tried only when no other repair puts the result right */
};

enum { KC_SUSPICIONS = 1000, KC_REVIEW_COUNTERS = 32 };

/* Watches a run, step by step.  With repair set to an id, it also undoes that mistake before every
 * instruction that would make it: a result that is right then proves the suspicion. */
struct kc_review {
    const struct kc_declared *declared;
    const struct kc_layout   *layout;
    const char               *repair;              /* NULL: only watch */
    uint64_t                  repair_key;          /* which of them */
    struct kc_suspicion       list[KC_SUSPICIONS]; /* one per id and key */
    size_t                    count;
    uint32_t                  inputs_read;                  /* one bit per input */
    uint64_t                  counters[KC_REVIEW_COUNTERS]; /* the platform's own */
};

/* The sizes of a task that a platform takes, in the order of the task's parameters. */
enum { KC_OFFER_CONFIGS = 5, KC_OFFER_SIZES = 4 };

struct kc_offer {
    const char *task;                                     /* "gemm" */
    uint32_t    config[KC_OFFER_CONFIGS][KC_OFFER_SIZES]; /* C1 to C5 */
    uint32_t    multiple[KC_OFFER_SIZES];                 /* what a size is a multiple of */
    uint32_t    most[KC_OFFER_SIZES];                     /* the largest; the generator's too */
};

/* What a compiler is asked for. */
struct kc_job {
    const char               *task;
    const uint32_t           *sizes; /* KC_OFFER_SIZES */
    const struct kc_declared *declared;
    const struct kc_layout   *layout;
    bool                      best; /* the fastest kernel it knows, else an honest simple one */
};

struct kc_platform {
    uint32_t                api;
    const char             *name, *summary;
    const char             *notes;          /* Markdown: what the tables cannot say */
    const char             *comment;        /* of a disassembly: ";" */
    const char             *language;       /* how its assembly is written, beyond that */
    const char             *faster;         /* how kernels become faster, one sentence, no stop */
    const char             *address_region; /* what a bare address on the command line means */
    const struct kc_params *params;

    /* Defaults, in the arena. */
    void *(*config_new)(const struct kc_platform *self, struct kc_arena *arena);

    /* Rules between parameters; reports to dg. */
    void (*config_check)(const void *config, struct kc_diags *dg);

    /* The instruction set of a configuration, in the arena. */
    const struct kc_isa *(*isa)(struct kc_arena *arena, const void *config);

    /* ---- assembly; NULL all five when the word assembler of isa/ does it ---- */

    /* Assembles dg->source.  The program is meaningful only when dg->errors is 0 afterwards. */
    struct kc_program (*assemble)(struct kc_arena *arena, const void *config,
                                  const struct kc_isa *isa, struct kc_diags *dg);

    /* Whether a file looks like machine code; reads it from dg->source. */
    bool (*code_likely)(struct kc_str bytes);
    struct kc_program (*read_code)(struct kc_arena *arena, const void *config,
                                   const struct kc_isa *isa, struct kc_diags *dg);

    /* One instruction or bundle, without a newline: as machine code, as canonical text. */
    void (*print_code)(const struct kc_program *program, size_t index, struct kc_buf *out);
    void (*print_insn)(const struct kc_isa *isa, const struct kc_program *program, size_t index,
                       struct kc_buf *out);

    /* How many bytes of program the machine holds; NULL: as many as you like. */
    uint64_t (*program_bytes)(const void *config);

    /* The platform's own chapters of the manual: configuration, traps. */
    void (*manual)(const void *config, struct kc_buf *out);

    /* Never returns NULL.  Configuration and instruction set must outlive the machine. */
    struct kc_machine *(*machine_new)(const void *config, const struct kc_isa *isa);
    void (*machine_free)(struct kc_machine *machine);

    /* Back to power-on: registers, memories, time. */
    void (*machine_reset)(struct kc_machine *machine);

    /* Decodes the program, which must outlive the machine's use of it; execution starts at 0. */
    void (*load)(struct kc_machine *machine, const struct kc_program *program);

    /* Runs until the program halts, traps or spends its fuel. */
    struct kc_outcome (*run)(struct kc_machine *machine, const struct kc_run *run);

    /* All registers, in the order people expect; returns how many there are. */
    size_t (*registers)(const struct kc_machine *machine, struct kc_register *out, size_t most);

    /* Sets a register from text; NULL, or why it cannot be done. */
    const char *(*set_register)(struct kc_machine *machine, struct kc_str name,
                                struct kc_str value);

    /* Makes the loaded program begin with a call of the function at an address, as its calling
     * convention wants it; arguments are registers.  NULL, or why it cannot be done.  The hook is
     * NULL where there are no functions. */
    const char *(*call)(struct kc_machine *machine, uint64_t address);

    /* ---- tasks; NULL while a platform has none ---- */

    /* The tasks it takes beside those that src/tasks names it for. */
    const struct kc_offer *offers;
    size_t                 offer_count;
    bool                   integers; /* tasks have their exact integer form */

    /* Changes defaults that published cells run with (limits); what the user set stays.  NULL:
     * there are none. */
    void (*config_for_tasks)(void *config);

    /* Gives every tensor its place; NULL, or the rule that the case breaks. */
    const char *(*place)(const void *config, const struct kc_declared *d, struct kc_layout *layout);

    /* Where everything of a case lies and how it is addressed, with its numbers: Markdown for the
     * author of a kernel. */
    void (*guide)(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                  struct kc_buf *out);

    /* Rounds an input's values to what the machine can hold; NULL where tasks draw them so. */
    void (*tensor_quantise)(const void *config, struct kc_tensor *t);

    /* Rounds rows of values as they change when they pass through the machine's storage. */
    void (*tensor_store)(const void *config, double *values, size_t rows, size_t cols);

    /* The image of all inputs, in the arena: what prepare would write. */
    struct kc_image (*image)(struct kc_arena *arena, const void *config,
                             const struct kc_declared *d, const struct kc_layout *layout);

    /* Writes inputs, constants and registers of a case into a fresh machine. */
    void (*prepare)(struct kc_machine *machine, const struct kc_declared *d,
                    const struct kc_layout *layout);

    /* NULL, or why a program cannot be started as a kernel of a case, in words; NULL: all can. */
    const char *(*unfit)(const struct kc_program *program, const struct kc_declared *d,
                         const struct kc_layout *layout);

    /* NULL, or the rule about memories (constants, inputs) that a finished run broke, in words. */
    const char *(*violated)(struct kc_machine *machine, const struct kc_declared *d,
                            const struct kc_layout *layout);

    /* Reads an output, or NaN where it cannot be read. */
    void (*tensor_read)(struct kc_machine *machine, const struct kc_placed *place,
                        const struct kc_tensor *t, double *values);

    /* Where an element of an output lies, in its region's unit. */
    uint64_t (*tensor_address)(const void *config, const struct kc_placed *place, uint32_t row,
                               uint32_t col);

    /* Called after every step of a reviewed run; NULL when a platform has nothing to say. */
    void (*review)(struct kc_machine *machine, const struct kc_step *step,
                   struct kc_review *review);

    /* Appends a kernel's text; NULL, or why there is none.  NULL where src/baseline has one. */
    const char *(*compile)(const void *config, const struct kc_isa *isa, const struct kc_job *job,
                           struct kc_buf *out);

    /* Cycles that no kernel can do without, 0 when none are known; one line of derivation goes to
     * why.  NULL where src/cells has one. */
    uint64_t (*bound)(const void *config, const struct kc_job *job, struct kc_buf *why);
};

/* The platform of that name, or NULL; the i-th, or NULL past the end: built-ins, then plug-ins. */
const struct kc_platform *kc_platform_find(struct kc_str name);
const struct kc_platform *kc_platform_at(size_t index);

/* ---- plug-ins ----------------------------------------------------------------------------- */

/* What a shared object defines: `const struct kc_plugin kc_plugin = { ... };`.  The sizes say
 * whether it was built with the headers of this kc. */
struct kc_plugin {
    uint32_t                  api; /* KC_PLATFORM_API */
    uint32_t                  platform_bytes, machine_bytes, outcome_bytes;
    const struct kc_platform *platform;
};

#define KC_PLUGIN(which)                                                      \
    { KC_PLATFORM_API, sizeof(struct kc_platform), sizeof(struct kc_machine), \
      sizeof(struct kc_outcome), &(which) }

/* Loads a shared object, or an external simulator: "FILE" that is no shared object and may be
 * executed, or "exec:COMMAND".  The platform, which stays until the process ends, or NULL after
 * writing why not.  Loading the same again gives the same platform. */
const struct kc_platform *kc_plugin_load(const char *spec, struct kc_buf *why);

/* Where a platform came from: the spec it was loaded with, NULL for a built-in. */
const char *kc_plugin_origin(const struct kc_platform *platform);

struct kc_target {
    const struct kc_platform *platform;
    void                     *config;
    const struct kc_isa      *isa;
};

/* Parses "name[:key=value,...]", reads the settings file if one is named there or in settings
 * (else NULL), checks and builds.  On errors dg says why and false is returned; dg's source is
 * replaced by the settings file while that is the text complained about. */
bool kc_target_open(struct kc_arena *arena, const char *text, const char *settings,
                    struct kc_target *target, struct kc_diags *dg);

/* The target's assembler, machine-code reader and printers, whoever supplies them. */
struct kc_program kc_target_assemble(struct kc_arena *arena, const struct kc_target *target,
                                     struct kc_diags *dg);
struct kc_program kc_target_read_code(struct kc_arena *arena, const struct kc_target *target,
                                      struct kc_diags *dg);
bool              kc_target_code_likely(const struct kc_target *target, struct kc_str bytes);
void kc_target_print_code(const struct kc_target *target, const struct kc_program *program,
                          size_t index, struct kc_buf *out);
void kc_target_print_insn(const struct kc_target *target, const struct kc_program *program,
                          size_t index, struct kc_buf *out);

/* The whole program, a line each; loop bodies indented where the instruction table says so. */
void kc_target_disassemble(const struct kc_target *target, const struct kc_program *program,
                           struct kc_buf *out);

#endif
