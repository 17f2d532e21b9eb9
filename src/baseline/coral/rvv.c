/* Lines, labels, addresses and loops: the parts of all of Coral's best kernels. */
#include "baseline/coral/rvv.h"

#include <inttypes.h>
#include <stdio.h>

static void line(struct rv *e, const char *lead, const char *format, va_list args)
{
    char text[256];

    vsnprintf(text, sizeof text, format, args);
    kc_buf_printf(e->out, "    %s%s\n", lead, text);
}

void rv_note(struct rv *e, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    line(e, "# ", format, args);
    va_end(args);
}

void rv_op(struct rv *e, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    line(e, "", format, args);
    va_end(args);
    e->ops++;
}

uint32_t rv_label(struct rv *e)
{
    return e->labels++;
}

void rv_place(struct rv *e, uint32_t label)
{
    kc_buf_printf(e->out, "    .balign 16\n.L%u:\n", label);
    e->ops += 2; /* alignment, on average */
    e->place[label % RV_LABELS] = e->ops;
}

/* li may take two instructions and alignment three: stay well below the 1024 of a branch. */
void rv_back(struct rv *e, const char *branch, const char *otherwise, const char *operands,
             uint32_t label)
{
    enum { NEAR = 600 };

    if (e->ops - e->place[label % RV_LABELS] < NEAR) {
        rv_op(e, "%-7s %s, .L%u", branch, operands, label);
        return;
    }
    const uint32_t past = rv_label(e);

    rv_op(e, "%-7s %s, .L%u", otherwise, operands, past);
    rv_op(e, "j       .L%u", label);
    kc_buf_printf(e->out, ".L%u:\n", past);
}

static struct rv begin(struct kc_buf *out, const struct kc_case *c, uint32_t rows)
{
    const struct rv e = { .out = out, .rows = rows };

    kc_buf_printf(out, "# %s", c->task->name);
    for (size_t i = 0; i < KC_PARAMS && c->task->params[i]; i++)
        kc_buf_printf(out, "%s%s %u", i ? ", " : ": ", c->task->params[i], c->p[i]);
    kc_buf_puts(out, "\n    .text\n    .globl  kernel\n    .balign 16\nkernel:\n");
    return e;
}

const char *rv_kernel(struct kc_buf *out, const struct kc_case *c,
                      void (*emit)(struct rv *e, const struct kc_case *c))
{
    enum { LARGEST_TILE = 8, CODE_BYTES = 8192 - 128 }; /* 128: the start-up */
    const size_t mark = out->length;

    for (uint32_t rows = LARGEST_TILE; rows; rows /= 2) {
        struct rv e = begin(out, c, rows);

        emit(&e, c);
        if (e.ops * 4 <= CODE_BYTES)
            return NULL;
        out->length = mark;
        out->text[mark] = '\0';
    }
    return "the code does not fit into the instruction memory";
}

void rv_li(struct rv *e, const char *reg, int64_t value)
{
    rv_op(e, "li      %s, %" PRId64, reg, value);
    e->ops += value < -2048 || value > 2047;
}

void rv_add(struct rv *e, const char *to, const char *from, int64_t value, const char *scratch)
{
    if (value >= -2048 && value < 2048) {
        if (value != 0 || to != from)
            rv_op(e, "addi    %s, %s, %" PRId64, to, from, value);
        return;
    }
    rv_li(e, scratch, value);
    rv_op(e, "add     %s, %s, %s", to, from, scratch);
}

void rv_vset(struct rv *e, uint32_t count, const char *type, const char *scratch)
{
    if (count < 32) {
        rv_op(e, "vsetivli zero, %u, %s, ta, ma", count, type);
        return;
    }
    rv_li(e, scratch, count);
    rv_op(e, "vsetvli zero, %s, %s, ta, ma", scratch, type);
}

uint32_t rv_loop(struct rv *e, const char *counter, uint32_t passes)
{
    const uint32_t label = rv_label(e);

    if (passes > 1) {
        rv_li(e, counter, passes);
        rv_place(e, label);
    }
    return label;
}

void rv_again(struct rv *e, const char *counter, uint32_t passes, uint32_t label)
{
    if (passes <= 1)
        return;
    rv_op(e, "addi    %s, %s, -1", counter, counter);
    rv_back(e, "bnez", "beqz", counter, label);
}

static void copy_block(struct rv *e, const char *to, const char *from, uint32_t bytes)
{
    rv_op(e, "vle8.v  v0, (%s)", from);
    rv_op(e, "vse8.v  v0, (%s)", to);
    rv_op(e, "addi    %s, %s, %u", from, from, bytes);
    rv_op(e, "addi    %s, %s, %u", to, to, bytes);
}

void rv_copy(struct rv *e, const char *to, const char *from, uint32_t bytes, const char *scratch)
{
    enum { BLOCK = 128 };
    const uint32_t blocks = bytes / BLOCK, rest = bytes % BLOCK;

    if (blocks) {
        rv_vset(e, BLOCK, "e8, m8", scratch);
        const uint32_t label = rv_loop(e, scratch, blocks);
        copy_block(e, to, from, BLOCK);
        rv_again(e, scratch, blocks, label);
    }
    if (rest) {
        rv_vset(e, rest, "e8, m8", scratch);
        copy_block(e, to, from, rest);
    }
}
