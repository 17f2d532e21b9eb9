/* A panel against all its strips: the loops around the strips of product.h.
 *
 * Both channels bring the same number of strips.  Those of W0 and W1 alternate in the result, tile
 * by tile, unless they are different things (keys, gate and up).  Which buffer of a fifo comes next
 * is kept in memory between two panels, at `ring`, and in registers within one.
 */
#include "baseline/aie2/phases_parts.h"

enum { RINGS = 4 };

static const char *const rings[RINGS] = { "W0", "W1", "O", "R" };

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

/* ---- rings ---------------------------------------------------------------------------------- */

static bool has_ring(const struct aie2_panel *panel, int ring)
{
    return ring < 2 || (ring == 2 && !panel->keys) || (ring == 3 && panel->add);
}

void aie2_rings_begin(struct aie2_linear *l, bool adds)
{
    aie2_line(l, "movxm p%%ring, #ring");
    for (int i = 0; i < (adds ? RINGS : RINGS - 1); i++) {
        aie2_line(l, "movxm r%%ring%d, #%s.buf0", i, rings[i]);
        aie2_line(l, "st r%%ring%d, [p%%ring, #%d]", i, 4 * i);
    }
}

/* r%nowN is the buffer whose turn it is. */
static void load_rings(struct aie2_linear *l, const struct aie2_panel *panel)
{
    aie2_line(l, "movxm p7, #ring");
    for (int i = 0; i < RINGS; i++)
        if (has_ring(panel, i))
            aie2_line(l, "lda r%%now%d, [p7, #%d] !ring", i, 4 * i);
}

static void store_rings(struct aie2_linear *l, const struct aie2_panel *panel)
{
    aie2_line(l, "movxm p7, #ring");
    for (int i = 0; i < RINGS; i++)
        if (has_ring(panel, i))
            aie2_line(l, "st r%%now%d, [p7, #%d] !ring", i, 4 * i);
}

/* The sum of both addresses less this one; constants are made where they are used, since strips
 * leave few registers. */
static void turn(struct aie2_linear *l, int ring)
{
    aie2_line(l, "movxm r%%first%d, #%s.buf0", ring, rings[ring]);
    aie2_line(l, "movxm r%%second%d, #%s.buf1", ring, rings[ring]);
    aie2_line(l, "add r%%both%d, r%%first%d, r%%second%d", ring, ring, ring);
    aie2_line(l, "sub r%%now%d, r%%both%d, r%%now%d", ring, ring, ring);
}

static void take(struct aie2_linear *l, int ring, bool in)
{
    aie2_line(l, "movx r%%take%d, #-1", ring);
    aie2_line(l, "acq #%s.%s, r%%take%d", rings[ring], in ? "full" : "empty", ring);
}

static void give(struct aie2_linear *l, int ring, bool in)
{
    aie2_line(l, "movx r%%give%d, #1", ring);
    aie2_line(l, "rel #%s.%s, r%%give%d", rings[ring], in ? "empty" : "full", ring);
}

/* ---- strips --------------------------------------------------------------------------------- */

/* Results of both channels alternate. */
static bool alternates(const struct aie2_panel *panel)
{
    return !panel->keys && panel->follow != AIE2_FOLLOW_GATE;
}

/* One strip: addresses to where it wants them, then on to the next one. */
static void strip(struct aie2_linear *l, const struct aie2_panel *panel)
{
    const struct aie2_strip kind = aie2_panel_strip(panel);

    for (int i = 0; i < 2; i++) {
        aie2_line(l, "mov p%d, r%%a%d", i, i);
        aie2_line(l, "mov p%d, r%%c%d", 2 + i, i);
        aie2_line(l, "mov p%d, r%%d%d", 4 + i, i);
        if (panel->add) {
            aie2_line(l, "add r%%q%d, r%%d%d, r%%away", i, i);
            aie2_line(l, "mov p%d, r%%q%d", 6 + i, i);
        }
    }
    aie2_line(l, "mov r0, r%%depth");
    aie2_line(l, ".call %s", aie2_strip_name(aie2_linear_arena(l), &kind));
    aie2_line(l, "movxm r%%next, #%u", panel->rows * 8);
    for (int i = 0; i < 2; i++) {
        aie2_line(l, "add r%%c%d, r%%c%d, r%%step", i, i);
        aie2_line(l, "add r%%d%d, r%%d%d, r%%next", i, i);
    }
}

/* A tile of W. */
static void strips(struct aie2_linear *l, const struct aie2_panel *panel)
{
    for (int i = 0; i < 2; i++) {
        take(l, i, true);
        aie2_line(l, "mov r%%c%d, r%%now%d", i, i);
    }
    if (alternates(panel))
        aie2_line(l, "add r%%d1, r%%d0, r%%columns");
    aie2_line(l, ".loop r%%wide");
    strip(l, panel);
    aie2_line(l, ".endloop");
    for (int i = 0; i < 2; i++) {
        give(l, i, true);
        turn(l, i);
    }
    if (alternates(panel))
        aie2_line(l, "mov r%%d0, r%%d1");
}

/* ---- results -------------------------------------------------------------------------------- */

static void begin_result(struct aie2_linear *l, const struct aie2_panel *panel,
                         const struct aie2_names *names)
{
    if (panel->keys)
        return;
    take(l, 2, false);
    aie2_line(l, "mov r%%d0, r%%now2");
    if (panel->add) {
        take(l, 3, true);
        aie2_line(l, "sub r%%away, r%%now3, r%%now2");
    }
    if (panel->follow == AIE2_FOLLOW_SILU || panel->follow == AIE2_FOLLOW_GATE)
        aie2_line(l, "movxm r%%d0, #%s", names->raw);
    if (panel->follow == AIE2_FOLLOW_GATE)
        aie2_line(l, "movxm r%%d1, #%s", names->up);
}

static void end_result(struct aie2_linear *l, const struct aie2_panel *panel)
{
    static const char *const functions[] = { "", "silu", "gate", "scale" };

    if (panel->keys)
        return;
    if (panel->follow) {
        aie2_line(l, "mov p0, r%%now2");
        aie2_line(l, ".call %s", functions[panel->follow]);
    }
    give(l, 2, false);
    turn(l, 2);
    if (panel->add) {
        give(l, 3, true);
        turn(l, 3);
    }
}

/* ---- the function --------------------------------------------------------------------------- */

static void arguments(struct aie2_linear *l, const struct aie2_panel *panel)
{
    static const char *const names[] = {
        "results", "tiles", "wide", "depth", "a0", "a1", "d0", "d1"
    };

    for (int i = 0; i < (panel->keys ? 8 : 6); i++)
        aie2_line(l, "mov r%%%s, r%d", names[i], i);
    aie2_line(l, "movx r%%six, #6");
    aie2_line(l, "lshl r%%step, r%%depth, r%%six");
    if (alternates(panel)) {
        aie2_line(l, "movxm r%%column, #%u", panel->rows * 8);
        aie2_line(l, "mul r%%columns, r%%column, r%%wide");
    }
}

void aie2_panel_function(struct aie2_linear *l, const struct aie2_panel *panel,
                         const struct aie2_names *names)
{
    aie2_line(l, "// %u rows at r4, r5 to r0 results of r1 tiles of r2 strips, depth 8 * r3",
              panel->rows);
    aie2_line(l, ".func %s", aie2_panel_name(aie2_linear_arena(l), panel));
    arguments(l, panel);
    load_rings(l, panel);
    aie2_line(l, ".loop r%%results");
    begin_result(l, panel, names);
    aie2_line(l, ".loop r%%tiles");
    strips(l, panel);
    aie2_line(l, ".endloop");
    end_result(l, panel);
    aie2_line(l, ".endloop");
    store_rings(l, panel);
    aie2_line(l, ".endfunc");
}
