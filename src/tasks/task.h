/* tasks/task.h: what there is to solve.
 *
 * A task is one file: its parameters and which of them are legal, the tensors it declares, and the
 * reference, straight from the formula in double precision.  A case is a task with parameters: it
 * holds the tensors, the named constants, and after kc_case_reference what every element of the
 * outputs (and of the named stages in between) should be.
 *
 * Every expected element comes with its natural scale: the magnitude that rounding errors are
 * relative to.  An element matches when |y - value| <= units * u * scale, u being the unit roundoff
 * of the output format.
 *
 * On machines that compute in integers a task has a second, exact form (int.h): other formats of
 * its tensors, other draws, its own reference; an element's scale there is the error it may have.
 *
 * Tasks know platforms only as names: for configurations, and for what a machine needs beside the
 * formula (PLENA's rotation matrix for rope).
 */
#ifndef KC_TASKS_TASK_H
#define KC_TASKS_TASK_H

#include "base/arena.h"
#include "base/str.h"
#include "base/tensor.h"

enum {
    KC_PARAMS = 4,
    KC_INPUTS = 16,
    KC_STAGES = 32,
    KC_CONSTANTS = 6,
    KC_CONFIGS = 5,
    KC_REQUANTS = 4
};

struct kc_case;

/* What an input's elements are drawn from (tasks.md section 2). */
enum kc_draw {
    KC_DRAW_UNIT,     /* N(0, 1) */
    KC_DRAW_MEETING,  /* the same; scores are products of its rows with each other */
    KC_DRAW_WEIGHT,   /* N(0, 1) / sqrt(fan_in) */
    KC_DRAW_STEEP,    /* the same; makes scores */
    KC_DRAW_HALF,     /* N(0, 1) * 0.5 */
    KC_DRAW_POSITIVE, /* 0.5 + |N(0, 1)| */
    KC_DRAW_GIVEN,    /* the task computes it: cos, sin, rotation */
};

/* The same task in integers (tasks.md section 4). */
struct kc_integer_form {
    const char    *formula; /* as the prompt shows it; NULL: there is no such form */
    const char    *match;   /* when an element counts as right, in words */
    enum kc_number out;     /* format of the output */
    void (*reference)(struct kc_case *c);
};

/* How a machine rounds what passes through its storage on the way (PLENA's key/value cache). */
typedef void kc_storage_fn(const void *config, double *values, size_t rows, size_t cols);

struct kc_task {
    uint32_t    id, level;
    const char *name, *title;
    const char *formula;           /* as the prompt shows it */
    const char *params[KC_PARAMS]; /* names, NULL-terminated when fewer */
    double      units;             /* allowed error in unit roundoffs ... */
    const char *units_reason;      /* ... and why */

    /* Another one for a machine that rounds less or more on the way; NULL: there is none. */
    struct {
        const char *platform;
        double      units;
        const char *reason;
    } units_on;

    /* The five published configurations of a platform, in order. */
    struct {
        const char *platform; /* NULL ends the list */
        uint32_t    config[KC_CONFIGS][KC_PARAMS];
    } configs[4];

    /* NULL, or the rule that these parameters break on that platform. */
    const char *(*illegal)(const char *platform, const uint32_t *p);

    /* A legal configuration of the same family. */
    void (*generate)(const char *platform, uint64_t seed, uint32_t *p);

    /* Adds tensors, constants and stages to the case, in the order of tasks.md. */
    void (*declare)(struct kc_case *c);

    /* Fills KC_DRAW_GIVEN inputs; NULL when there are none. */
    void (*give)(struct kc_case *c);

    /* Outputs and stages from the inputs. */
    void (*reference)(struct kc_case *c);

    struct kc_integer_form integer;
};

/* A fixed-point factor m * 2^-31 * 2^-s, m in [2^30, 2^31). */
struct kc_requant {
    int32_t m, s;
};

/* Ways to get the integer steps wrong; explanations compute what each would give. */
enum kc_int_slip {
    KC_SLIP_NONE,
    KC_SLIP_WRAPS,          /* the result wraps where it should be limited */
    KC_SLIP_SUM_WRAPS,      /* sums wrap at 16 bits */
    KC_SLIP_ROUND_EVEN,     /* vxrm = 1 */
    KC_SLIP_ROUND_DOWN,     /* vxrm = 2 */
    KC_SLIP_ROUND_ODD,      /* vxrm = 3 */
    KC_SLIP_SHIFT_DOWN,     /* the shift does not round */
    KC_SLIP_HIGH_PRODUCT,   /* the upper half of the product, half of what mulq gives */
    KC_SLIP_NO_PRODUCT,     /* mulq is missing */
    KC_SLIP_NO_SHIFT,       /* shr is missing */
    KC_SLIP_SHIFT_LESS,     /* shr by one bit less */
    KC_SLIP_SHIFT_MORE,     /* shr by one bit more */
    KC_SLIP_CLAMP_UNSIGNED, /* limited to 0 ... 255 */
    KC_SLIP_ROWS_ADD_UP,    /* a row's sums start from those of the row before */
    KC_SLIP_ROWS_FOLLOW,    /* a row's sums start from what requantising the row before left */
    KC_SLIP_FIRST_PARAMS,   /* every requantisation uses the first m and s */
    KC_SLIP_NO_LOOK_UP,     /* the table is not used */
    KC_SLIP_INDEX_UNSIGNED, /* tables are indexed by the byte, not by value + 128 */
    KC_SLIPS
};

struct kc_case {
    struct kc_arena      *arena;
    const struct kc_task *task;
    const char           *platform;
    uint32_t              p[KC_PARAMS];
    struct kc_tensor      in[KC_INPUTS], out, stage[KC_STAGES];
    enum kc_draw          draw[KC_INPUTS];
    uint32_t              fan_in[KC_INPUTS];
    size_t                in_count, stage_count, constant_count;
    struct kc_constant    constant[KC_CONSTANTS];
    kc_storage_fn        *storage; /* NULL: exact */
    const void           *storage_config;
    bool                  integer; /* its integer form: numbers, references, matches */
    bool                  rounded; /* operators round (kc_case_rounded) */
    struct kc_requant     requant[KC_REQUANTS];
    size_t                requant_count;
    enum kc_int_slip      slip; /* none but in explanations */
};

/* ---- the tasks ---------------------------------------------------------------------------- */

/* By name or by number, or NULL; the i-th, or NULL past the end; in order of id. */
const struct kc_task *kc_task_find(struct kc_str name);
const struct kc_task *kc_task_at(size_t index);

/* The name of the task that comes closest to a misspelt one, or NULL. */
const char *kc_task_nearest(struct kc_str name);

/* Whether the platform has published configurations of the task. */
bool kc_task_supported(const struct kc_task *task, const char *platform);

/* The allowed error on a platform, in unit roundoffs, and why. */
double      kc_task_units(const struct kc_task *task, const char *platform);
const char *kc_task_units_reason(const struct kc_task *task, const char *platform);

/* Parameters from "C1" to "C5", "gen:SEED" or "4,64"; NULL, or why not. */
const char *kc_task_config(struct kc_arena *arena, const struct kc_task *task, const char *platform,
                           struct kc_str text, uint32_t *p);

/* ---- cases -------------------------------------------------------------------------------- */

/* A case with its tensors declared and allocated, nothing drawn. */
struct kc_case *kc_case_new(struct kc_arena *arena, const struct kc_task *task,
                            const char *platform, const uint32_t *p);

enum kc_distribution {
    KC_DISTRIBUTION_NORMAL,
    KC_DISTRIBUTION_UNEVEN, /* tailed; rows of activations differ in size and have peaks */
};

/* The latter in words, for authors of kernels. */
extern const char kc_uneven_inputs[];

/* Draws all inputs from a seed; the platform then rounds them to what it can hold. */
void kc_case_draw(struct kc_case *c, uint64_t seed, enum kc_distribution distribution);

/* The formula of the form that the case has. */
const char *kc_case_formula(const struct kc_case *c);

/* How far an element of that scale may be from the reference. */
double kc_case_allowed(const struct kc_case *c, double scale);

/* Computes outputs and stages from the inputs as they are. */
void kc_case_reference(struct kc_case *c);

/* The answer of somebody who rounds the result of every operator to bf16: it has to be accepted.
 * Not in integers, where there is nothing to round. */
void kc_case_rounded(const struct kc_case *c, double *answer);

/* A draw of the standard normal distribution (or the tailed one) as a function of its arguments, in
 * integer arithmetic. */
double kc_draw_normal(uint64_t seed, uint64_t stream, uint64_t index);
double kc_draw_tailed(uint64_t seed, uint64_t stream, uint64_t index);

/* What a platform needs to place the case. */
struct kc_declared kc_case_declared(const struct kc_case *c);

/* ---- for declare() ------------------------------------------------------------------------ */

struct kc_tensor *kc_input(struct kc_case *c, const char *name, enum kc_role role,
                           enum kc_draw draw, uint32_t rows, uint32_t cols);
struct kc_tensor *kc_output(struct kc_case *c, const char *name, uint32_t rows, uint32_t cols);
struct kc_tensor *kc_stage(struct kc_case *c, const char *name, uint32_t rows, uint32_t cols);
void              kc_constant(struct kc_case *c, const char *name, double value);

/* ---- for reference(): operators on matrices with scales (ref.c) --------------------------- */

/* A view of values with their scales; scale may be NULL for exact values. */
struct kc_mat {
    double  *v, *s;
    uint32_t rows, cols, pitch;
    bool     rounded; /* what is put there is rounded to bf16 first */
};

struct kc_mat kc_mat_of(const struct kc_tensor *t);
struct kc_mat kc_mat_new(struct kc_case *c, uint32_t rows, uint32_t cols);
struct kc_mat kc_mat_cols(struct kc_mat m, uint32_t first, uint32_t cols); /* a column block */
struct kc_mat kc_mat_rows(struct kc_mat m, uint32_t first, uint32_t rows); /* a row block */
void          kc_mat_copy(struct kc_mat to, struct kc_mat from);

/* y = a b, y = a b^T */
void kc_ref_matmul(struct kc_mat y, struct kc_mat a, struct kc_mat b);
void kc_ref_matmul_t(struct kc_mat y, struct kc_mat a, struct kc_mat b);
void kc_ref_scale(struct kc_mat y, struct kc_mat x, double factor);
void kc_ref_add(struct kc_mat y, struct kc_mat a, struct kc_mat b); /* b may be one row */
void kc_ref_mul(struct kc_mat y, struct kc_mat a, struct kc_mat b);
void kc_ref_silu(struct kc_mat y, struct kc_mat x);
void kc_ref_relu(struct kc_mat y, struct kc_mat x);
void kc_ref_gelu(struct kc_mat y, struct kc_mat x);
void kc_ref_rmsnorm(struct kc_mat y, struct kc_mat x, double eps);
void kc_ref_layernorm(struct kc_mat y, struct kc_mat x, double eps);

/* Per unit of x's scale: the error of y that is allowed, the error that x may have. */
void kc_ref_softmax(struct kc_mat y, struct kc_mat x, double tolerance, double reach);

/* What a stage passes through on its way to being used again (storage of the machine). */
void kc_ref_store(struct kc_case *c, struct kc_mat m);

/* Records a stage's values by name, for explanations. */
void kc_ref_stage(struct kc_case *c, const char *name, struct kc_mat m);

/* softmax(q k^T * factor) v for one head; stages are recorded into columns of the named tensors.
 * swing receives what errors of the scores do to a whole row of y: kc_ref_join_swings adds
 * it to the scale of all heads' product with w, each of them on its own. */
void kc_ref_attention(struct kc_case *c, struct kc_mat y, struct kc_mat q, struct kc_mat k,
                      struct kc_mat v, struct kc_mat swing, double factor, const char *prefix,
                      uint32_t head);
void kc_ref_join_swings(struct kc_case *c, struct kc_mat product, struct kc_mat swing,
                        struct kc_mat w, uint32_t width);

/* Registers a task: the build collects src/tasks/task_*.c, there is no list to edit. */
#define KC_TASK(name) const struct kc_task kc_task_##name

#endif
