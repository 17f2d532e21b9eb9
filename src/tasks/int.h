/* tasks/int.h: tasks in integers (tasks.md section 4).
 *
 * Sums of int8 products are below 2^53, so the operators of ref.c compute them exactly; what is
 * special here is what follows a sum, fixed-point requantisation in 64-bit integers, and the grids
 * that non-linear functions are rounded to.
 */
#ifndef KC_TASKS_INT_H
#define KC_TASKS_INT_H

#include "tasks/task.h"

/* No sum of int8 products has more terms: it stays within int32. */
enum { KC_INT_TERMS = 65536 };

/* The steps of every requantisation, as the prompt defines them. */
extern const char kc_int_rules[];

/* Matches in words. */
#define KC_INT_EXACT    "y = expected, exactly"
#define KC_INT_ONE_UNIT "|y - expected| <= 1"

/* Whether tasks have their integer form on the platform. */
bool kc_integers_on(const char *platform);

/* ---- declaring: without effect where the case is not in integers -------------------------- */

/* Declares the SiLU table: int8[256], the entry of value v at index v + 128. */
void kc_int_silu_table(struct kc_case *c);

/* Declares params, int32[count, 2] of m and s: one factor 1/(32 sqrt(terms)) per requantisation,
 * in order.  The last input. */
void kc_int_params(struct kc_case *c, const uint32_t *terms, size_t count);

/* ---- drawing ------------------------------------------------------------------------------ */

/* What one unit of the format is worth when it is drawn; 0: drawn as a real number. */
double kc_int_unit(const struct kc_tensor *t);

/* Rounds values to what the format holds; int8 is symmetric. */
void kc_int_hold(struct kc_tensor *t);

/* Fills the tables and params of a case. */
void kc_int_give(struct kc_case *c);

/* ---- references --------------------------------------------------------------------------- */

struct kc_requant kc_int_requant(uint32_t terms);

int64_t kc_int_shr(int64_t a, int64_t s);
int64_t kc_int_clamp8(int64_t a);
int64_t kc_int_rq(int64_t a, struct kc_requant q, enum kc_int_slip slip);

/* Sums to int8, by the case's factor number which; no error is allowed. */
void kc_int_requantise(const struct kc_case *c, struct kc_mat y, size_t which);

/* No error is allowed. */
void kc_int_exact(struct kc_mat y);

/* A copy of x in units: x * unit. */
struct kc_mat kc_int_real(struct kc_case *c, struct kc_mat x, double unit);

/* Real values to int8 in units, half to even; an error of one unit is allowed. */
void kc_int_grid8(const struct kc_case *c, struct kc_mat y, double unit);

/* y = table[x + 128]; y may be x. */
void kc_int_look_up(const struct kc_case *c, struct kc_mat y, struct kc_mat x,
                    const struct kc_tensor *table);

#endif
