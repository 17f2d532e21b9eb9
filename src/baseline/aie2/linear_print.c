/* Blocks to text: bundles, and as many explicit nops as alignment needs. */
#include <string.h>

#include "baseline/aie2/linear_ir.h"

/* A bundle: its instructions by slot, and the slots that are filled with nops. */
struct bundle {
    const struct lin_place *slot[AIE2_SLOT_COUNT];
    uint8_t                 slots, nops;
    uint8_t                 size;
    bool                    kernel, aligned, sets_loop;
    const char             *label, *note;
    bool                    jumped; /* reached by jumps only: padding in front is free */
    bool                    delay;  /* in a delay slot, for the reader */
    bool                    full;   /* must have 16 bytes */
    bool                    leads;  /* a kernel comes next */
};

struct printer {
    struct aie2_linear *l;
    struct bundle      *bundle;
    size_t              count, room;
};

static const char *const nop_names[AIE2_SLOT_COUNT] = { "nopa", "nopb", "nops",  "nopx",
                                                        "nopm", "nopv", "nopxm", "nop" };

static uint8_t bytes_of(uint8_t slots)
{
    return slots ? aie2_formats[aie2_format_for(slots)].bytes : 2;
}

/* ---- collecting --------------------------------------------------------------------------- */

static struct bundle *add_bundle(struct printer *p)
{
    p->bundle = aie2_grow(p->l->arena, p->bundle, p->count, &p->room, sizeof *p->bundle);
    p->bundle[p->count] = (struct bundle){ 0 };
    return &p->bundle[p->count++];
}

static bool sets_loop(const struct lin_op *op)
{
    for (size_t i = 0; i < op->access_count; i++)
        if (op->access[i].write &&
            (op->access[i].storage == AIE2_PART_ls || op->access[i].storage == AIE2_PART_le ||
             op->access[i].storage == AIE2_PART_lc))
            return true;
    return false;
}

static void add_place(struct bundle *b, const struct lin_place *place)
{
    const uint8_t slot = place->op->choice[place->choice].form->slot;

    b->slot[slot] = place;
    b->slots |= (uint8_t)(1 << slot);
    b->sets_loop |= sets_loop(place->op);
}

static void add_block(struct printer *p, const struct lin_block *block)
{
    const size_t first = p->count;

    for (int i = 0; i < block->length; i++)
        add_bundle(p)->kernel = block->kernel;
    for (size_t i = 0; i < block->count; i++) {
        const size_t at = first + (size_t)block->place[i].time;

        add_place(&p->bundle[at], &block->place[i]);
        for (size_t d = 1; block->place[i].op->jump && d <= AIE2_DELAY_SLOTS; d++)
            p->bundle[at + d].delay = true;
    }
    for (size_t i = first; i < p->count; i++)
        p->bundle[i].size = bytes_of(p->bundle[i].slots);
    p->bundle[p->count - 1].full = block->kernel;
    p->bundle[p->count - 1].leads = block->leads;
}

static void add_labels(struct printer *p, const struct lin_block *block, size_t first)
{
    struct bundle *b = &p->bundle[first];

    b->label = block->label;
    b->note = block->note;
    b->aligned = block->aligned;
    b->jumped = block->jumped_to;
    if (block->end_label && block->end_label != block->label) {
        p->bundle[p->count - 1].label = block->end_label;
        p->bundle[p->count - 1].aligned = true;
    }
}

/* ---- padding ------------------------------------------------------------------------------ */

/* The slots that make a bundle grow to a size; 0 when there is no way. */
static uint8_t grow_to(uint8_t slots, uint8_t size)
{
    for (unsigned more = 0; more < 1 << AIE2_SLOT_NOP; more++) {
        const uint8_t all = (uint8_t)(slots | more);
        const bool    lng = all >> AIE2_SLOT_LNG & 1;

        if (lng && (all & (1 << AIE2_SLOT_ALU | 1 << AIE2_SLOT_MV)))
            continue;
        if (all && aie2_format_for(all) < AIE2_FORMAT_COUNT && bytes_of(all) == size)
            return all;
    }
    return 0;
}

static bool grow(struct bundle *b, uint8_t size)
{
    const uint8_t all = grow_to(b->slots, size);

    if (!all)
        return false;
    b->nops = (uint8_t)(all & ~b->slots);
    b->size = size;
    return true;
}

/* The code between the writes of the loop registers and a loop must be long enough. */
static void lengthen_setup(struct printer *p, size_t kernel)
{
    unsigned bytes = 0;
    size_t   set = kernel;

    while (set > 0 && !p->bundle[set - 1].sets_loop)
        bytes += p->bundle[--set].size;
    for (size_t i = kernel; i > set && bytes < LIN_SETUP_BYTES; i--) {
        bytes += LIN_BUNDLE - p->bundle[i - 1].size;
        grow(&p->bundle[i - 1], LIN_BUNDLE);
    }
}

/* Makes a stretch of bundles a multiple of 16 bytes: one grows by what is missing, or several. */
static void align_stretch(struct printer *p, size_t from, size_t to)
{
    unsigned bytes = 0;

    for (size_t i = from; i < to; i++)
        bytes += p->bundle[i].size;
    for (size_t i = to; i > from && bytes % LIN_BUNDLE; i--) {
        struct bundle *b = &p->bundle[i - 1];
        const unsigned missing = LIN_BUNDLE - bytes % LIN_BUNDLE;

        if (b->size + missing <= LIN_BUNDLE && grow(b, (uint8_t)(b->size + missing)))
            return;
    }
    for (size_t i = to; i > from && bytes % LIN_BUNDLE; i--) {
        bytes += LIN_BUNDLE - p->bundle[i - 1].size;
        grow(&p->bundle[i - 1], LIN_BUNDLE);
    }
}

static void align_all(struct printer *p)
{
    size_t from = 0;

    for (size_t i = 0; i < p->count; i++)
        if (p->bundle[i].full)
            grow(&p->bundle[i], LIN_BUNDLE);
    for (size_t i = 0; i < p->count; i++)
        if (p->bundle[i].leads)
            lengthen_setup(p, i + 1);
        else if (p->bundle[i].kernel && (i == 0 || !p->bundle[i - 1].kernel))
            lengthen_setup(p, i);
    for (size_t i = 0; i < p->count; i++)
        if (p->bundle[i].aligned) {
            if (!p->bundle[i].jumped)
                align_stretch(p, from, i);
            from = i;
        }
}

/* ---- text --------------------------------------------------------------------------------- */

static void print_bundle(const struct printer *p, const struct bundle *b, struct kc_buf *out)
{
    static const uint8_t order[] = { AIE2_SLOT_LDA, AIE2_SLOT_LDB, AIE2_SLOT_ST, AIE2_SLOT_LNG,
                                     AIE2_SLOT_ALU, AIE2_SLOT_MV,  AIE2_SLOT_VEC };
    const char          *separator = "  ";

    for (size_t i = 0; i < KC_COUNT(order); i++) {
        const uint8_t slot = order[i];

        if (!((b->slots | b->nops) >> slot & 1))
            continue;
        kc_buf_puts(out, separator);
        if (b->slot[slot])
            lin_op_print(p->l, b->slot[slot]->op, b->slot[slot]->choice, out);
        else
            kc_buf_puts(out, nop_names[slot]);
        separator = " ; ";
    }
    if (!(b->slots | b->nops))
        kc_buf_puts(out, "  nop");
    kc_buf_puts(out, b->delay ? "  // delay slot\n" : "\n");
}

static void print_all(const struct printer *p, struct kc_buf *out)
{
    for (size_t i = 0; i < p->count; i++) {
        const struct bundle *b = &p->bundle[i];

        if (b->note)
            kc_buf_puts(out, b->note);
        if (b->jumped)
            kc_buf_puts(out, ".p2align 4\n");
        if (b->label)
            kc_buf_printf(out, "%s:\n", b->label);
        print_bundle(p, b, out);
    }
}

void lin_function_print(struct aie2_linear *l, struct lin_function *f, struct kc_buf *out)
{
    struct printer p = { .l = l };
    bool           fixed = false;

    for (size_t i = 0; i < l->blocks; i++) {
        const struct lin_block *block = &l->block[i];
        const size_t            first = p.count;

        if (block->silent || block->length == 0)
            continue;
        add_block(&p, block);
        add_labels(&p, block, first);
        p.bundle[first].aligned |= fixed;
        fixed = block->fixed_end;
    }
    p.bundle[0].jumped = true;
    align_all(&p);
    kc_buf_printf(out, ".globl %s\n", f->name);
    print_all(&p, out);
}
