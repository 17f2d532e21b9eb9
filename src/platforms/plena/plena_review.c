/* Review of a run: global DMA registers that do not fit the tensor being read, accumulators that
 * were not cleared (plena.md section 8, points 5, 13, 21), and the first NaN or Inf.
 *
 * A suspicion is tested by repairing it: after each step the next instruction is known, and the
 * machine is given the state that the kernel forgot to set.
 */
#include "platforms/plena/plena_review.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/float.h"

enum { COUNT_FP = 0, COUNT_PRODUCTS = 16 }; /* in kc_review.counters */
enum { BF16_MINUS_INFINITY = 0xff80 };

static struct kc_suspicion *suspect(struct kc_review *review, uint32_t line, const char *id,
                                    const char *hint)
{
    struct kc_suspicion *s = review->list + review->count;

    for (size_t i = 0; i < review->count; i++)
        if (strcmp(review->list[i].id, id) == 0)
            return NULL;
    if (review->count == KC_SUSPICIONS)
        return NULL;
    review->count++;
    *s = (struct kc_suspicion){ .id = id, .hint = hint, .line = line };
    return s;
}

static KC_PRINTF(2, 3) void say(struct kc_suspicion *s, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    vsnprintf(s->text, sizeof s->text, format, args);
    va_end(args);
}

static bool repairs(const struct kc_review *review, const char *id)
{
    return review->repair && strcmp(review->repair, id) == 0;
}

/* ---- transfers ---------------------------------------------------------------------------- */

struct transfer {
    const struct kc_tensor *tensor; /* NULL: no input lies there */
    size_t                  index;
    uint64_t                byte;
    uint32_t                scale;    /* what SCALE should be */
    bool                    scratch;  /* in the kernel's own area */
    const char             *mnemonic; /* NULL: not a prefetch */
};

static const char *prefetch_name(const struct plena_code *code)
{
    return code->exec == plena_exec_H_PREFETCH_M   ? "H_PREFETCH_M"
           : code->exec == plena_exec_H_PREFETCH_V ? "H_PREFETCH_V"
                                                   : NULL;
}

static struct transfer transfer_of(const struct plena_machine *m, const struct kc_review *review,
                                   const struct plena_ops *o)
{
    const struct kc_declared *d = review->declared;
    struct transfer           t = { .byte = m->ha[o->ab] + m->gp[o->rs1] };

    t.scratch = t.byte >= review->layout->scratch_from;
    for (size_t i = 0; i < d->in_count; i++) {
        const struct kc_placed *p = &review->layout->in[i];
        const uint64_t          elems = (uint64_t)p->rows * d->in[i].cols;
        const uint64_t          block = m->config->HBM_V_ACT_TYPE.block;

        if (t.byte < p->address || t.byte >= p->address + elems)
            continue;
        t.tensor = &d->in[i];
        t.index = i;
        t.scale = (uint32_t)(p->address + elems + (t.byte - p->address) / block - m->ha[o->ab] -
                             m->gp[o->rs1] / block);
    }
    return t;
}

static void review_scale(const struct plena_machine *m, struct kc_review *review, uint32_t line,
                         const struct transfer *t)
{
    struct kc_suspicion *s;

    if (m->scale == t->scale)
        return;
    if ((s = suspect(review, line, "scale-register",
                     "SCALE is one register for all tensors: before the transfers of each tensor "
                     "set it to that tensor's number of elements (C_SET_SCALE_REG)"))) {
        s->repairable = true;
        say(s,
            "%s at line %" PRIu32 " reads %s with SCALE = %" PRIu32
            "%s; the scales of %s lie %" PRIu32 " bytes after its elements",
            t->mnemonic, line, t->tensor->name, m->scale, m->scale == 0 ? " (never set)" : "",
            t->tensor->name, t->scale);
    }
}

static void review_stride(const struct plena_machine *m, struct kc_review *review, uint32_t line,
                          const struct transfer *t, const struct plena_ops *o)
{
    const uint32_t       step = o->rstride == 1 ? m->stride : m->vlen;
    struct kc_suspicion *s;

    if (step == t->tensor->cols || t->tensor->rows == 1)
        return;
    if ((s = suspect(review, line, "stride-register",
                     "set STRIDE to the row length of the tensor (C_SET_STRIDE_REG) and give the "
                     "transfer rstride 1"))) {
        s->repairable = true;
        say(s,
            "%s at line %" PRIu32 " reads %s with rows %" PRIu32
            " bytes apart (%s); a row of %s has %" PRIu32 " elements",
            t->mnemonic, line, t->tensor->name, step,
            o->rstride != 1  ? "rstride is 0"
            : m->stride == 1 ? "STRIDE was never set"
                             : "the value of STRIDE",
            t->tensor->name, t->tensor->cols);
    }
}

/* A matrix transfer that runs past the end takes scales for elements.  Vector transfers have a
 * fixed number of rows and often read more than they need. */
static void review_end(const struct plena_machine *m, struct kc_review *review, uint32_t line,
                       const struct transfer *t, const struct plena_code *code)
{
    const struct kc_placed *p = &review->layout->in[t->index];
    const uint64_t          end = p->address + (uint64_t)p->rows * t->tensor->cols;
    const uint64_t          step = code->ops.rstride == 1 ? m->stride : m->mlen;
    const uint64_t          last = t->byte + (m->prefetch_m - 1) * step + m->mlen;
    struct kc_suspicion    *s;

    if (code->exec != plena_exec_H_PREFETCH_M || last <= end)
        return;
    if ((s = suspect(review, line, "hbm-address",
                     "compare the address register, the offset and STRIDE with the place and shape "
                     "of the tensor")))
        say(s,
            "%s at line %" PRIu32 " reads %s up to HBM byte %" PRIu64
            ", but its elements end at %" PRIu64,
            t->mnemonic, line, t->tensor->name, last, end);
}

/* After the transfer: the registers still hold what it used. */
static void review_transfer(const struct plena_machine *m, struct kc_review *review, uint32_t line,
                            const struct plena_code *code)
{
    struct transfer      t = transfer_of(m, review, &code->ops);
    struct kc_suspicion *s;

    t.mnemonic = prefetch_name(code);
    if (t.scratch)
        return;
    if (t.tensor) {
        review->inputs_read |= UINT32_C(1) << t.index;
        review_scale(m, review, line, &t);
        review_stride(m, review, line, &t, &code->ops);
        review_end(m, review, line, &t, code);
    } else if ((s = suspect(review, line, "hbm-address",
                            "compare the address register and the offset with the places that the "
                            "task names; an offset counts elements from the start of the tensor")))
        say(s,
            "%s at line %" PRIu32 " reads HBM from byte %" PRIu64
            ", where no elements of an input lie",
            t.mnemonic, line, t.byte);
}

static void repair_transfer(struct plena_machine *m, const struct kc_review *review,
                            struct plena_code *code)
{
    const struct transfer t = transfer_of(m, review, &code->ops);

    if (!t.tensor || t.scratch)
        return;
    if (repairs(review, "scale-register"))
        m->scale = t.scale;
    if (repairs(review, "stride-register")) {
        m->stride = t.tensor->cols;
        code->ops.rstride = 1;
    }
}

/* ---- accumulators ------------------------------------------------------------------------- */

/* The longest side of any tensor, in vectors: what one sum can need. */
static uint64_t longest_sum(const struct plena_machine *m, const struct kc_review *review)
{
    uint64_t longest = review->declared->out->cols;

    for (size_t i = 0; i < review->declared->in_count; i++) {
        const struct kc_tensor *t = &review->declared->in[i];
        const uint64_t          side = t->rows > t->cols ? t->rows : t->cols;

        longest = side > longest ? side : longest;
    }
    return longest / m->vlen;
}

static bool is_reduction(const struct plena_code *code)
{
    return code->exec == plena_exec_V_RED_SUM || code->exec == plena_exec_V_RED_MAX;
}

static bool is_product(const struct plena_code *code)
{
    return code->exec == plena_exec_M_MM || code->exec == plena_exec_M_MM_JULY ||
           code->exec == plena_exec_M_TMM;
}

static bool sets_fp(const struct plena_code *code)
{
    static plena_exec_fn *const setters[] = {
        plena_exec_S_ADD_FP, plena_exec_S_SUB_FP,  plena_exec_S_MAX_FP,  plena_exec_S_MUL_FP,
        plena_exec_S_EXP_FP, plena_exec_S_RECI_FP, plena_exec_S_SQRT_FP, plena_exec_S_LD_FP,
    };

    for (size_t i = 0; i < KC_COUNT(setters); i++)
        if (code->exec == setters[i])
            return true;
    return false;
}

static const char *reduction_id(const struct plena_code *code)
{
    return code->exec == plena_exec_V_RED_SUM ? "accumulator-not-cleared" : "maximum-not-reset";
}

static void review_reduction(const struct plena_machine *m, struct kc_review *review, uint32_t line,
                             const struct plena_code *code)
{
    const uint64_t       most = longest_sum(m, review);
    const bool           sum = code->exec == plena_exec_V_RED_SUM;
    struct kc_suspicion *s;

    if (++review->counters[COUNT_FP + code->ops.fd % 16] <= most)
        return;
    if ((s = suspect(review, line, reduction_id(code),
                     sum ? "clear the register before the sum of each row: S_ADD_FP fd, f0, f0"
                         : "load -inf into the register before the maximum of each row"))) {
        s->repairable = true;
        say(s,
            "%s at line %" PRIu32 " adds to f%d what earlier rows left there: more than %" PRIu64
            " vectors since it was last set",
            sum ? "V_RED_SUM" : "V_RED_MAX", line, code->ops.fd, most);
    }
}

static void review_product(const struct plena_machine *m, struct kc_review *review, uint32_t line)
{
    const uint64_t       most = longest_sum(m, review);
    struct kc_suspicion *s;

    if (++review->counters[COUNT_PRODUCTS] <= most)
        return;
    if ((s = suspect(review, line, "products-not-written",
                     "M_MM_WO writes the block and clears the accumulator: one after the products "
                     "of each block"))) {
        s->repairable = true;
        say(s,
            "the product at line %" PRIu32 " is added to blocks that were not written out: more "
            "than %" PRIu64 " products since the last M_MM_WO",
            line, most);
    }
}

static void repair_accumulators(struct plena_machine *m, struct kc_review *review,
                                const struct plena_code *code)
{
    const uint64_t most = longest_sum(m, review);
    const uint32_t fd = code->ops.fd % 16;

    if (is_reduction(code) && repairs(review, reduction_id(code)) &&
        review->counters[COUNT_FP + fd] >= most) {
        m->fp[fd] = code->exec == plena_exec_V_RED_MAX ? BF16_MINUS_INFINITY : 0;
        review->counters[COUNT_FP + fd] = 0;
    }
    if (is_product(code) && repairs(review, "products-not-written") &&
        review->counters[COUNT_PRODUCTS] >= most) {
        memset(m->m_acc, 0, (size_t)m->blen * m->blen * sizeof *m->m_acc);
        review->counters[COUNT_PRODUCTS] = 0;
    }
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void review_numbers(struct plena_machine *m, struct kc_review *review, uint32_t line)
{
    const struct plena_write *w = &m->last_write;
    struct kc_suspicion      *s;

    if (w->region != &m->region[PLENA_VRAM])
        return;
    for (uint64_t i = 0; i < w->count; i++) {
        const uint16_t bits =
            *(const uint16_t *)kc_region_elem(&m->region[PLENA_VRAM], w->elem + i);

        if ((bits & 0x7f80) != 0x7f80)
            continue;
        if ((s = suspect(review, line, "non-finite",
                         "look at the operands of that line: a division by 0, the square root of a "
                         "negative number, or exp of a large one (subtract the maximum first)")))
            say(s, "line %" PRIu32 " made the first %s, at VRAM %" PRIu64, line,
                bits & 0x7f ? "NaN" : "Inf", w->elem + i);
        return;
    }
}

/* ---- the review --------------------------------------------------------------------------- */

static void watch(struct plena_machine *m, const struct kc_step *step, struct kc_review *review)
{
    const struct plena_code *code = &m->code[step->pc];

    if (prefetch_name(code))
        review_transfer(m, review, step->line, code);
    else if (is_reduction(code))
        review_reduction(m, review, step->line, code);
    else if (sets_fp(code))
        review->counters[COUNT_FP + code->ops.fd % 16] = 0;
    else if (is_product(code))
        review_product(m, review, step->line);
    else if (code->exec == plena_exec_M_MM_WO)
        review->counters[COUNT_PRODUCTS] = 0;
    review_numbers(m, review, step->line);
}

void plena_review(struct kc_machine *machine, const struct kc_step *step, struct kc_review *review)
{
    struct plena_machine *m = (struct plena_machine *)machine;

    watch(m, step, review);
    if (!review->repair || m->pc >= m->program->count)
        return;
    if (prefetch_name(&m->code[m->pc]))
        repair_transfer(m, review, &m->code[m->pc]);
    repair_accumulators(m, review, &m->code[m->pc]);
}
