/* One name, several values: every value gets a virtual register of its own.
 *
 * Authors write x%t again and again; what was computed into it before is dead then, and only the
 * name makes one value wait for the other.  A wide register of which only the halves are ever used
 * is two registers.
 */
#include "baseline/aie2/linear_ir.h"

#include <string.h>

/* ---- several values in a row -------------------------------------------------------------- */

struct webs {
    struct aie2_linear   *l;
    const struct lin_op **op;
    size_t                count;
    uint16_t             *owner;  /* virtual register of a storage */
    bool                 *live;   /* storage that is read further down */
    bool                 *begins; /* by instruction and operand: a value that owes nothing */
    uint16_t             *left;   /* such beginnings of a register further down */
    uint16_t             *now;    /* the register that holds the value */
};

static bool operand_does(const struct lin_op *op, size_t operand, bool write)
{
    const struct aie2_form *form = op->choice[0].form;

    for (size_t i = 0; i < form->access_count; i++)
        if (form->access[i].operand == operand && form->access[i].write == write)
            return true;
    return false;
}

static bool is_tied(const struct lin_op *op, size_t operand)
{
    const struct aie2_form *form = op->choice[0].form;

    return form->tied_output != AIE2_UNTIED &&
           (form->tied_output == operand || form->tied_input == operand);
}

static bool writes_storage(const struct lin_op *op, uint16_t storage)
{
    for (size_t i = 0; i < op->access_count; i++)
        if (op->access[i].write && op->access[i].storage == storage)
            return true;
    return false;
}

/* Whether an operand's register holds nothing but what the instruction puts there. */
static bool is_beginning(const struct webs *w, const struct lin_op *op, size_t operand)
{
    const struct lin_vreg *v = &w->l->vreg[op->vreg[operand]];

    if (v->fixed || !operand_does(op, operand, true) || operand_does(op, operand, false) ||
        is_tied(op, operand))
        return false;
    for (size_t i = 0; i < v->parts; i++) {
        const uint16_t storage = (uint16_t)(v->storage + i);

        if (w->live[storage] && !writes_storage(op, storage))
            return false;
    }
    return true;
}

/* From the end to the beginning; whatever is in a register at the end is wanted by somebody. */
static void find_beginnings(struct webs *w)
{
    memset(w->live, 1, w->l->storages);
    for (size_t i = w->count; i-- > 0;) {
        const struct lin_op *op = w->op[i];

        for (size_t k = 0; k < AIE2_OPERANDS; k++)
            if (op->vreg[k] != LIN_NONE && is_beginning(w, op, k)) {
                w->begins[i * AIE2_OPERANDS + k] = true;
                w->left[op->vreg[k]]++;
            }
        for (size_t k = 0; k < op->access_count; k++)
            w->live[op->access[k].storage] &= !op->access[k].write;
        for (size_t k = 0; k < op->access_count; k++)
            w->live[op->access[k].storage] |= !op->access[k].write;
    }
}

/* The register of each operand of an instruction; values that are not the last get a new one. */
static const struct lin_op *rename_op(struct webs *w, size_t i)
{
    const struct lin_op *op = w->op[i];
    uint16_t             vreg[AIE2_OPERANDS];
    bool                 changed = false;

    for (size_t k = 0; k < AIE2_OPERANDS; k++)
        vreg[k] = op->vreg[k] == LIN_NONE ? op->vreg[k] : w->now[op->vreg[k]];
    for (size_t k = 0; k < AIE2_OPERANDS; k++)
        if (w->begins[i * AIE2_OPERANDS + k]) {
            const uint16_t v = op->vreg[k];

            w->now[v] = --w->left[v] ? lin_vreg_copy(w->l, v) : v;
            vreg[k] = w->now[v];
        }
    for (size_t k = 0; k < AIE2_OPERANDS; k++)
        changed |= vreg[k] != op->vreg[k];
    return changed ? lin_op_replace(w->l, op, vreg) : op;
}

void lin_webs(struct aie2_linear *l, const struct lin_op **op, size_t count)
{
    struct webs w = { .l = l, .op = op, .count = count };

    w.live = kc_arena_array(l->arena, bool, l->storages);
    w.begins = kc_arena_array(l->arena, bool, count *AIE2_OPERANDS + 1);
    w.left = kc_arena_array(l->arena, uint16_t, l->vregs + 1);
    w.now = kc_arena_array(l->arena, uint16_t, l->vregs + 1);
    for (size_t v = 0; v < l->vregs; v++)
        w.now[v] = (uint16_t)v;
    find_beginnings(&w);
    for (size_t i = 0; i < count; i++)
        op[i] = rename_op(&w, i);
}

/* ---- halves ------------------------------------------------------------------------------- */

/* The kind that a half of a wide register is of. */
static uint8_t half_of(uint8_t base)
{
    return base == AIE2_KIND_CM  ? AIE2_KIND_BM
           : base == AIE2_KIND_Y ? AIE2_KIND_X
           : base == AIE2_KIND_L ? AIE2_KIND_R
                                 : AIE2_KIND_ANY;
}

static uint8_t find_view(uint8_t base, uint8_t kind, uint8_t part, uint8_t parts)
{
    for (uint8_t i = 0; i < LIN_VIEWS; i++)
        if (lin_views[i].base == base && lin_views[i].kind == kind && lin_views[i].part == part &&
            lin_views[i].parts == parts)
            return i;
    return LIN_VIEWS;
}

/* Marks registers that are used as a whole somewhere. */
static void find_wholes(const struct aie2_linear *l, const struct lin_node *n, bool *whole)
{
    for (; n; n = n->next) {
        for (size_t i = 0; n->kind == LIN_NODE_OP && i < AIE2_OPERANDS; i++) {
            const uint16_t v = n->op->vreg[i];

            if (v != LIN_NONE && 2 * lin_views[n->op->view[i]].parts > l->vreg[v].parts)
                whole[v] = true;
        }
        find_wholes(l, n->body, whole);
    }
}

static void split_nodes(struct aie2_linear *l, struct lin_node *n, uint16_t (*halves)[2])
{
    for (; n; n = n->next) {
        for (size_t i = 0; n->kind == LIN_NODE_OP && i < AIE2_OPERANDS; i++) {
            const uint16_t v = n->op->vreg[i];

            if (v == LIN_NONE || halves[v][0] == LIN_NONE)
                continue;

            const struct lin_view *view = &lin_views[n->op->view[i]];
            const uint8_t          parts = l->vreg[v].parts / 2;

            n->op->vreg[i] = halves[v][view->part / parts];
            n->op->view[i] = find_view(half_of(l->vreg[v].base), view->kind,
                                       (uint8_t)(view->part % parts), view->parts);
        }
        if (n->kind == LIN_NODE_OP)
            lin_op_narrow(l, n->op);
        split_nodes(l, n->body, halves);
    }
}

void lin_split(struct aie2_linear *l, struct lin_node *body)
{
    const size_t vregs = l->vregs;
    bool        *whole = kc_arena_array(l->arena, bool, vregs + 1);
    uint16_t(*halves)[2] = kc_arena_alloc(l->arena, (vregs + 1) * sizeof *halves);

    find_wholes(l, body, whole);
    for (uint16_t v = 0; v < vregs; v++) {
        const uint8_t kind = half_of(l->vreg[v].base);

        halves[v][0] = halves[v][1] = LIN_NONE;
        for (size_t h = 0; kind != AIE2_KIND_ANY && !whole[v] && h < 2; h++)
            halves[v][h] = lin_vreg_half(l, v, kind);
    }
    split_nodes(l, body, halves);
}
