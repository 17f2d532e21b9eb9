/* baseline/aie2/linear_ir.h: what the passes of the back end share.
 *
 * Text becomes a tree of lines (linear_parse.c, linear_insn.c); innermost loops become kernels
 * (linear_modulo.c, or a plain list schedule); what stands between two kernels becomes a region,
 * in which the drain of one loop, free instructions and the fill of the next overlap
 * (linear_region.c, linear_list.c); then registers are chosen on a trace of the schedule
 * (linear_alloc.c), and the bundles are printed (linear_print.c).
 *
 * Storage: every physical part of a register and every part of a virtual one has a number; all
 * dependences are between accesses to storage, at the stages of the platform's tables.
 */
#ifndef KC_BASELINE_AIE2_LINEAR_IR_H
#define KC_BASELINE_AIE2_LINEAR_IR_H

#include "baseline/aie2/linear.h"
#include "platforms/aie2/aie2_asm.h"

enum {
    LIN_NONE = 0xffff,
    LIN_CHOICES = 4,
    LIN_REACH = 20, /* cycles after its issue in which an instruction may still act */
    LIN_SETUP = 8,  /* issue distance from a write of ls, le or lc to the loop's first bundle */
    LIN_SETUP_BYTES = 112,
    LIN_BUNDLE = 16,  /* bytes of a full bundle, and alignment of targets */
    LIN_ITEMS = 6000, /* instructions of one region, copies of loop bodies included */
};

/* How a virtual register is written: a whole one, or a part of a wider one. */
struct lin_view {
    const char *prefix;
    uint8_t     kind;        /* enum aie2_kind as operand classes see it */
    uint8_t     base;        /* enum aie2_kind of the whole */
    uint8_t     part, parts; /* which parts of the whole */
};

enum { LIN_VIEWS = 45 };

extern const struct lin_view lin_views[LIN_VIEWS];

struct lin_vreg {
    struct kc_str name;
    uint8_t       base, parts;
    uint32_t      allowed; /* numbers of the kind that every use accepts */
    uint16_t      storage; /* of its first part */
    uint16_t      reg;     /* chosen: enum aie2_reg of the whole, or LIN_NONE */
    uint16_t      scope;   /* of its name: an inlined call has its own */
    bool          fixed;   /* only one register will do: its storage is that register's */
    uint32_t      line;
};

struct lin_access {
    uint16_t storage;
    uint8_t  stage, bypass;
    bool     write;
};

enum lin_memory { LIN_LOADS = 1, LIN_STORES = 2 };

enum lin_order { LIN_PLAIN, LIN_LOCK, LIN_EVENT, LIN_CALL };

struct lin_choice {
    const struct aie2_form   *form;
    const struct aie2_timing *timing;
};

/* An instruction.  All choices have the same operands and accesses and differ in slot and ports.
 */
struct lin_op {
    struct lin_choice        choice[LIN_CHOICES];
    uint8_t                  choices;
    int32_t                  value[AIE2_OPERANDS]; /* of virtual operands: an example */
    uint16_t                 vreg[AIE2_OPERANDS];
    uint8_t                  view[AIE2_OPERANDS];
    const char              *symbol[AIE2_OPERANDS]; /* text of an immediate with a label */
    const struct lin_access *access;
    uint16_t                 access_count;
    uint16_t                 literal;      /* virtual register in place of r26, r27, r31 */
    uint8_t                  literal_part; /* that register's part */
    uint8_t                  memory;       /* set of enum lin_memory */
    uint8_t                  load_stage, store_stage;
    uint8_t                  order; /* enum lin_order */
    uint8_t                  span;  /* cycles from the issue until nothing more happens */
    uint8_t                  tail;  /* cycles from its issue to the end of the region, at least */
    uint16_t                 tag;   /* 0: may touch anything */
    uint16_t                 scope; /* of the tag */
    bool                     apart; /* trips of a loop touch different bytes */
    bool                     jump, final;
    uint32_t                 line;
    uint32_t                 number;
};

enum lin_kind { LIN_NODE_OP, LIN_NODE_LOOP, LIN_NODE_CALL, LIN_NODE_NOTE };

struct lin_function;

struct lin_node {
    enum lin_kind        kind;
    uint32_t             line;
    struct lin_node     *next;
    struct lin_op       *op;
    const char          *text; /* of a note */
    struct lin_function *callee;

    /* loops */
    struct lin_node *body, *last;
    uint32_t         trips; /* 0: in a register */
    uint32_t         least, multiple;
    uint32_t         unroll; /* 0: free choice */
    uint16_t         scope;  /* of the name of the count */
    const char      *count;  /* the register as written */

    /* instructions inside, in program order */
    uint32_t         begin, end;
    struct lin_node *outer;
};

struct lin_function {
    const char          *name;
    uint32_t             line;
    struct lin_node     *body, *last;
    uint64_t             read[4], written[4]; /* physical parts: read before written; written */
    bool                 calls, entry;
    size_t               from, to; /* its lines */
    unsigned             sites;    /* places that call it */
    bool                 loops;    /* it has loops, and calls nobody: worth to be inlined */
    bool                 inlined, called;
    const char          *text; /* scheduled */
    struct lin_function *next;
};

/* Where an instruction stands: from the start of its block. */
struct lin_place {
    const struct lin_op *op;
    int                  time;
    uint8_t              choice;
};

/* Straight code: a label may stand in front, control leaves at the end. */
struct lin_block {
    const char          *label, *end_label; /* end_label: of the last bundle, for le */
    const char          *note;
    bool                 aligned, fixed_end; /* fixed_end: what follows must be aligned */
    bool                 kernel, silent, jumped_to;
    bool                 leads;  /* control goes on at a kernel */
    struct lin_function *callee; /* of a call */
    struct lin_place    *place;
    size_t               count;
    int                  length;
};

/* A loop body with its final times. */
struct lin_kernel {
    struct lin_place *place; /* times of one trip, not folded */
    size_t            count;
    int               interval, stages;
    uint32_t          unroll;
};

struct lin_tune {
    bool     pipeline, rotate;
    bool     inlines;  /* calls become copies of what is called */
    bool     backward; /* free instructions as late as possible */
    int      window;   /* 0: any order; n: none is issued before the n-th one in front of it */
    uint32_t unroll_most;
};

struct aie2_linear {
    struct kc_arena        *arena;
    const struct kc_target *target;
    enum kc_opt             opt;
    struct kc_str          *line;
    size_t                  count, room;

    struct aie2_asm     *as; /* for its tokeniser and names */
    uint16_t             view_reg[LIN_VIEWS][32];
    struct kc_diags      dg;
    const char          *error;
    struct lin_function *functions, *last_function;

    /* of the function being compiled */
    struct lin_function  *function;
    struct lin_vreg      *vreg;
    size_t                vregs, vreg_room;
    uint16_t              storages;
    struct kc_str        *tag;
    uint16_t             *tag_scope;
    size_t                tags, tag_room, tag_scope_room;
    uint16_t              scope, scopes;
    struct kc_str        *group; /* names of d%name and d3%name */
    uint8_t              *group_base;
    size_t                groups;
    uint64_t              reserved[4]; /* physical parts that are not given to anybody */
    uint64_t              sr_read[4];  /* status registers that somebody reads */
    struct lin_tune       tune;
    const struct lin_op **order; /* all instructions as written */
    size_t                orders;
    const uint8_t        *through; /* storage that lives through the loop being scheduled */
    size_t                through_count;
    uint32_t              ops, labels;

    struct lin_block *block;
    size_t            blocks, block_room;
    uint16_t         *path; /* block numbers of a run through the function */
    size_t            steps, path_room;
};

/* Remembers the first error; line 0: the program as a whole. */
void lin_error(struct aie2_linear *l, uint32_t line, const char *format, ...) KC_PRINTF(3, 4);

/* ---- instructions (linear_insn.c, linear_op.c, linear_views.c) ---- */

/* One instruction of linear assembly, or NULL after lin_error. */
struct lin_op *lin_op_parse(struct aie2_linear *l, struct kc_str text, uint32_t line);
struct lin_op *lin_op_make(struct aie2_linear *l, uint32_t line, const char *format, ...)
    KC_PRINTF(3, 4);

/* The register of that name and view, made when it is new. */
uint16_t lin_vreg_find(struct aie2_linear *l, uint8_t view, struct kc_str name, uint32_t line);

/* Copies an instruction with other virtual registers: renamed[] by number, LIN_NONE keeps. */
struct lin_op *lin_op_rename(struct aie2_linear *l, const struct lin_op *op,
                             const uint16_t *renamed);

/* The same with a register of its own for every operand. */
struct lin_op *lin_op_replace(struct aie2_linear *l, const struct lin_op *op, const uint16_t *vreg);

/* A new register for one half of a wide one. */
uint16_t lin_vreg_half(struct aie2_linear *l, uint16_t vreg, uint8_t kind);

/* Leaves to an instruction's registers only what its operand classes allow. */
void lin_op_narrow(struct aie2_linear *l, const struct lin_op *op);

/* Gives registers to those that have no choice, so that order between them is seen. */
void lin_vregs_fix(struct aie2_linear *l);
void lin_op_relist(struct aie2_linear *l, struct lin_op *op);

/* Everything that follows from an instruction's form and registers. */
void     lin_op_complete(struct aie2_linear *l, struct lin_op *op);
uint16_t lin_vreg_copy(struct aie2_linear *l, uint16_t vreg);

/* Register number n of a view: enum aie2_reg, or LIN_NONE. */
uint16_t lin_view_reg(const struct aie2_linear *l, uint8_t view, unsigned n);
void     lin_views_build(struct aie2_linear *l);

/* The view of a prefix; m%walk is a part of d%walk where that name is one of an address group.
 * LIN_VIEWS: there is none. */
uint8_t lin_view_find(const struct aie2_linear *l, struct kc_str prefix, struct kc_str name);

/* The text of an instruction with its chosen registers. */
void lin_op_print(const struct aie2_linear *l, const struct lin_op *op, uint8_t choice,
                  struct kc_buf *out);

/* ---- structure (linear_parse.c) ---- */

/* Whether a directive is one of linear assembly; others are for the assembler. */
bool lin_is_own(struct kc_str line);

bool lin_parse_function(struct aie2_linear *l, struct lin_function *f);

/* Counts the calls of a function, and looks for loops and calls inside. */
void lin_survey(const struct aie2_linear *l, struct lin_function *f);

/* ---- values (linear_webs.c) ---- */

/* Gives values that share a name by chance registers of their own. */
void lin_webs(struct aie2_linear *l, const struct lin_op **op, size_t count);

/* Makes two registers of wide ones that are never used as a whole. */
void lin_split(struct aie2_linear *l, struct lin_node *body);

/* ---- lifetimes (linear_live.c) ---- */

void lin_number(struct aie2_linear *l, struct lin_node *body);

/* By storage: what is wanted behind a loop, or before it in the next trip around it. */
uint8_t *lin_live_through(struct aie2_linear *l, const struct lin_node *loop);

/* ---- memory (linear_alias.c) ---- */

/* Where an access goes, as far as its pointer tells; storage LIN_NONE: unknown. */
struct lin_place_in_memory {
    uint16_t storage;
    uint32_t epoch;
    int32_t  offset;
    uint8_t  size;
};

/* The places of items instructions: the list of count, again and again. */
struct lin_place_in_memory *lin_follow_pointers(struct aie2_linear         *l,
                                                const struct lin_op *const *op, size_t count,
                                                size_t items);

/* Whether two accesses never touch the same bytes. */
bool lin_apart(const struct lin_place_in_memory *a, const struct lin_place_in_memory *b);

/* The same for an access of one trip and one of any later trip: b in the first trip, and next. */
bool lin_apart_always(const struct lin_place_in_memory *a, const struct lin_place_in_memory *b,
                      const struct lin_place_in_memory *next);

/* ---- dependences (linear_graph.c) ---- */

struct lin_edge {
    uint32_t from, to;
    int16_t  latency;
    uint16_t distance; /* trips of the loop in between */
};

struct lin_graph {
    struct lin_edge *edge;
    size_t           edges, room;
    uint32_t        *out_at, *out, *in_at, *in; /* edge numbers by instruction */
    size_t           count;
};

/* Edges between instructions in program order; with wrap also to the next trip.  Instructions that
 * stand for many trips of a loop are marked in many, unless that is NULL. */
void lin_graph_build(struct aie2_linear *l, const struct lin_op *const *op, size_t count, bool wrap,
                     const bool *many, struct lin_graph *graph);

/* ---- reservations (linear_table.c) ---- */

struct lin_row {
    uint8_t  slots;
    uint32_t own;
    uint64_t banks; /* tags whose memory is asked for: one request per cycle */
    uint8_t  shared[AIE2_UNIT_COUNT];
};

struct lin_table {
    struct lin_row *row;
    int             from, rows; /* cycles from .. from + rows - 1 */
    int             interval;   /* 0: not folded */
};

void lin_table_init(struct aie2_linear *l, struct lin_table *t, int from, int to, int interval);
void lin_table_clear(struct lin_table *t);
bool lin_table_add(struct lin_table *t, const struct lin_op *op, uint8_t choice, int time);
void lin_table_remove(struct lin_table *t, const struct lin_op *op, uint8_t choice, int time);

/* The first choice that fits, LIN_CHOICES when none does. */
uint8_t lin_table_place(struct lin_table *t, const struct lin_op *op, int time);

/* ---- regions (linear_list.c) ---- */

enum lin_pin { LIN_FREE, LIN_FROM_START, LIN_FROM_END };

struct lin_item {
    const struct lin_op *op;
    int                  time; /* from where pin says; afterwards from the start */
    uint8_t              pin, choice;
    bool                 shadow; /* only takes ports */
    bool                 emit;   /* belongs to the region's code */
    int16_t              earliest;
};

struct lin_region {
    struct lin_item *item;
    size_t           count, room;
    bool             drained; /* everything is complete at the end */
    int              beyond;  /* cycles behind the end in which things may become complete */
    int              window;  /* as in struct lin_tune */
    int              least;   /* cycles */
    int              length;  /* found */
};

struct lin_item *lin_region_add(struct aie2_linear *l, struct lin_region *r,
                                const struct lin_op *op);

/* Finds the shortest length that fits. */
bool lin_region_schedule(struct aie2_linear *l, struct lin_region *r);

/* ---- loops (linear_loop.c, linear_modulo.c) ---- */

/* A pipelined schedule with an interval below a limit that fits the registers, or false; patience
 * is how many intervals may fail for want of registers. */
bool lin_modulo(struct aie2_linear *l, const struct lin_op *const *op, size_t count,
                int stages_most, int interval_below, int patience, struct lin_kernel *kernel);

/* The fewest cycles that slots and ports allow. */
int lin_resource_bound(const struct lin_op *const *op, size_t count);

/* One trip by itself, everything complete at its end. */
bool lin_plain(struct aie2_linear *l, const struct lin_op *const *op, size_t count, int window,
               struct lin_kernel *kernel);

/* The instructions of a loop body, `copies` trips one after the other.  Values that do not go from
 * trip to trip get registers of their own in every copy but the last. */
size_t lin_body(struct aie2_linear *l, const struct lin_node *loop, uint32_t copies,
                const struct lin_op ***list);

bool lin_kernel_make(struct aie2_linear *l, const struct lin_node *loop, struct lin_kernel *kernel);

/* ---- functions (linear_region.c, linear_rotate.c, linear_alloc.c, linear_print.c) ---- */

/* How control gets from the head of a loop to its first kernel, recorded on the way in. */
struct lin_entry {
    const struct lin_op    **op;
    size_t                   count, first; /* first: item of the region from which on it counts */
    const struct lin_kernel *kernel;       /* NULL: not met yet */
    const char              *label;
    size_t                   step; /* of the path, behind the way in */
    struct lin_entry        *outer;
};

/* Goes through a function and collects the region between two kernels. */
struct lin_walker {
    struct aie2_linear *l;
    struct lin_region   region;
    const char         *label; /* of the next block */
    bool                jumped_to;
    struct kc_buf       notes; /* in front of it */
    struct lin_entry   *entry; /* loops whose first kernel was not met yet, innermost first */
};

struct lin_block *lin_walk_block(struct lin_walker *w);
void              lin_walk_step(struct aie2_linear *l, size_t block);
void              lin_walk_nodes(struct lin_walker *w, const struct lin_node *n);
const char       *lin_walk_label(struct aie2_linear *l);
void              lin_walk_fill(struct lin_walker *w, const struct lin_kernel *k);
bool              lin_is_innermost(const struct lin_node *loop);

/* Whether a loop around loops can begin its next trip while the last one ends. */
bool lin_can_rotate(const struct lin_node *loop);
void lin_rotate(struct lin_walker *w, const struct lin_node *loop);

bool lin_function_schedule(struct aie2_linear *l, struct lin_function *f);
bool lin_function_allocate(struct aie2_linear *l, struct lin_function *f);

/* Whether the registers that a kernel touches suffice for it alone. */
bool lin_kernel_fits(struct aie2_linear *l, const struct lin_kernel *kernel);
void lin_function_print(struct aie2_linear *l, struct lin_function *f, struct kc_buf *out);

KC_INLINE bool lin_in(const uint64_t *set, unsigned i)
{
    return set[i / 64] >> (i % 64) & 1;
}

KC_INLINE void lin_put(uint64_t *set, unsigned i)
{
    set[i / 64] |= UINT64_C(1) << (i % 64);
}

#endif
