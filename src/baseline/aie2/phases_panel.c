/* A panel against all its strips: the loop around the strips of product.h.
 *
 * Which buffer of a fifo comes next is kept in memory, at `ring`: two addresses per fifo, the next
 * and the one after it.  Calls then leave all registers to the strips.
 */
#include "baseline/aie2/phases_parts.h"

/* Words of the ring's table. */
enum { RING_W0 = 0, RING_W1 = 2, RING_O0 = 4, RING_O1 = 6, RING_R0 = 8, RING_R1 = 10 };

const char *aie2_panel_name(struct kc_arena *arena, const struct aie2_panel *panel)
{
    static const char *const follows[] = { "", "_silu", "_gate", "_scale" };

    return kc_arena_printf(arena, "panel%u%s%s%s", panel->rows, panel->keys ? "_keys" : "",
                           panel->add ? "_add" : "", follows[panel->follow]);
}

struct aie2_strip aie2_panel_strip(const struct aie2_panel *panel)
{
    return (struct aie2_strip){ .rows = panel->rows,
                                .least = panel->least,
                                .start = panel->add ? AIE2_START_TILES : AIE2_START_ZERO,
                                .transposed = panel->keys };
}

static void lock(struct aie2_linear *l, const char *what, const char *fifo, const char *side)
{
    aie2_line(l, "%s #%s.%s, r%%%s", what, fifo, side, what[0] == 'a' ? "take" : "give");
}

static void next(struct aie2_linear *l, const char *reg, int word)
{
    aie2_line(l, "lda r%%%s, [p7, #%d] !ring", reg, 4 * word);
}

static void turn(struct aie2_linear *l, int word)
{
    aie2_line(l, "lda r%%now%d, [p7, #%d] !ring", word, 4 * word);
    aie2_line(l, "lda r%%then%d, [p7, #%d] !ring", word, 4 * word + 4);
    aie2_line(l, "st r%%then%d, [p7, #%d] !ring", word, 4 * word);
    aie2_line(l, "st r%%now%d, [p7, #%d] !ring", word, 4 * word + 4);
}

/* p7, by name: strips take all pointers, so that none is left for a virtual one. */
static void constants(struct aie2_linear *l)
{
    aie2_line(l, "movxm p7, #ring");
    aie2_line(l, "movx r%%take, #-1");
    aie2_line(l, "movx r%%give, #1");
}

/* One strip: addresses to where it wants them, then on to the next one. */
static void strip(struct aie2_linear *l, const struct aie2_panel *panel)
{
    const struct aie2_strip kind = aie2_panel_strip(panel);

    for (int i = 0; i < 2; i++) {
        aie2_line(l, "mov p%d, r%%a%d", i, i);
        aie2_line(l, "mov p%d, r%%c%d", 2 + i, i);
        aie2_line(l, "mov p%d, r%%d%d", 4 + i, i);
        if (panel->add)
            aie2_line(l, "mov p%d, r%%q%d", 6 + i, i);
    }
    aie2_line(l, "mov r0, r%%depth");
    aie2_line(l, ".call %s", aie2_strip_name(aie2_linear_arena(l), &kind));
    aie2_line(l, "movx r%%six, #6");
    aie2_line(l, "movxm r%%column, #%u", panel->rows * 8);
    aie2_line(l, "lshl r%%step, r%%depth, r%%six");
    for (int i = 0; i < 2; i++) {
        aie2_line(l, "add r%%c%d, r%%c%d, r%%step", i, i);
        aie2_line(l, "add r%%d%d, r%%d%d, r%%column", i, i);
        if (panel->add)
            aie2_line(l, "add r%%q%d, r%%q%d, r%%column", i, i);
    }
}

static void destination(struct aie2_linear *l, const struct aie2_panel *panel)
{
    if (panel->keys)
        return;
    next(l, "d0", RING_O0);
    if (panel->follow == AIE2_FOLLOW_GATE)
        aie2_line(l, "movxm r%%d1, #up");
    else
        next(l, "d1", RING_O1);
}

static void strips(struct aie2_linear *l, const struct aie2_panel *panel)
{
    constants(l);
    lock(l, "acq", "W0", "full");
    lock(l, "acq", "W1", "full");
    next(l, "c0", RING_W0);
    next(l, "c1", RING_W1);
    destination(l, panel);
    if (panel->add) {
        next(l, "q0", RING_R0);
        next(l, "q1", RING_R1);
    }
    aie2_line(l, ".loop r%%wide");
    strip(l, panel);
    aie2_line(l, ".endloop");
    constants(l);
    lock(l, "rel", "W0", "empty");
    lock(l, "rel", "W1", "empty");
    turn(l, RING_W0);
    turn(l, RING_W1);
}

static void follow(struct aie2_linear *l, const struct aie2_panel *panel)
{
    static const char *const functions[] = { "", "silu", "gate", "scale" };

    if (panel->follow == AIE2_FOLLOW_NOTHING)
        return;
    aie2_line(l, "mov p0, r%%f0");
    aie2_line(l, "mov p1, r%%f1");
    aie2_line(l, "mov r0, r%%wide");
    if (panel->follow != AIE2_FOLLOW_SCALE) {
        aie2_line(l, "movx r%%pairs, #%u", panel->rows / 8);
        aie2_line(l, "mul r0, r%%wide, r%%pairs");
    }
    aie2_line(l, ".call %s", functions[panel->follow]);
}

static void results(struct aie2_linear *l, const struct aie2_panel *panel, bool before)
{
    const char *what = before ? "acq" : "rel";
    const bool  both = panel->follow != AIE2_FOLLOW_GATE;

    constants(l);
    lock(l, what, "O0", before ? "empty" : "full");
    if (both)
        lock(l, what, "O1", before ? "empty" : "full");
    for (int i = 0; panel->add && i < 2; i++)
        lock(l, what, i ? "R1" : "R0", before ? "full" : "empty");
    if (before)
        return;
    turn(l, RING_O0);
    if (both)
        turn(l, RING_O1);
    for (int i = 0; panel->add && i < 2; i++)
        turn(l, i ? RING_R1 : RING_R0);
}

static void arguments(struct aie2_linear *l, const struct aie2_panel *panel)
{
    static const char *const names[] = { "tiles", "wide", "depth", "a0", "a1" };

    for (int i = 0; i < 5; i++)
        aie2_line(l, "mov r%%%s, r%d", names[i], i);
    for (int i = 0; panel->keys && i < 2; i++)
        aie2_line(l, "mov r%%d%d, r%d", i, 5 + i);
}

void aie2_panel_function(struct aie2_linear *l, const struct aie2_panel *panel)
{
    aie2_line(l, "// %u rows at r3, r4 past r0 tiles of r1 strips, depth 8 * r2", panel->rows);
    aie2_line(l, ".func %s", aie2_panel_name(aie2_linear_arena(l), panel));
    arguments(l, panel);
    aie2_line(l, ".loop r%%tiles");
    if (!panel->keys)
        results(l, panel, true);
    strips(l, panel);
    if (panel->follow) {
        constants(l);
        next(l, "f0", RING_O0);
        if (panel->follow == AIE2_FOLLOW_GATE)
            aie2_line(l, "movxm r%%f1, #up");
        else
            next(l, "f1", RING_O1);
        follow(l, panel);
    }
    if (!panel->keys)
        results(l, panel, false);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}
