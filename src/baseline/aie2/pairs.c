/* While the sums of one strip drain and leave, the next one's operands are on their way.
 *
 * A lock is a fence for memory accesses and takes four cycles, so there are few of them, and none
 * between the last loads of a strip and the first ones of the next but those of the strips
 * themselves: results are handed over a pair later, after a loop has passed.
 */
#include "baseline/aie2/pairs.h"
#include "baseline/aie2/strip.h"

const char *aie2_pairs_name(struct kc_arena *arena, const struct aie2_strip *strip)
{
    return kc_arena_printf(arena, "pairs_of_%s", aie2_strip_name(arena, strip));
}

static bool has_starts(const struct aie2_strip *strip)
{
    return strip->start == AIE2_START_TILES || strip->start == AIE2_START_SUMS;
}

static void take(struct aie2_linear *l, const struct aie2_strip *strip)
{
    aie2_line(l, "acq #PW0.full, r%%take");
    aie2_line(l, "acq #PW1.full, r%%take");
    for (uint32_t half = 0; has_starts(strip) && half < 2; half++)
        aie2_line(l, "acq #PS%u.full, r%%take", half);
}

static void give(struct aie2_linear *l, const struct aie2_strip *strip)
{
    aie2_line(l, "rel #PW0.empty, r%%give");
    aie2_line(l, "rel #PW1.empty, r%%give");
    for (uint32_t half = 0; has_starts(strip) && half < 2; half++)
        aie2_line(l, "rel #PS%u.empty, r%%give", half);
}

/* Buffers that take turns: r%NAME is the one in use, r%NAME_sum both together. */
static void next(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "sub r%%%s, r%%%s_sum, r%%%s", name, name, name);
}

static void in_turn(struct aie2_linear *l, const char *name, const char *argument, uint32_t buffer)
{
    aie2_line(l, "mov r%%%s, %s", name, argument);
    aie2_line(l, "movxm r%%%s_sum, #PY.buf%u", name, buffer);
    aie2_line(l, "movxm r%%other, #PY.buf%u", buffer + 2);
    aie2_line(l, "add r%%%s_sum, r%%%s_sum, r%%other", name, name);
}

static void multiply(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t buffer)
{
    take(l, strip);
    aie2_line(l, "mov p0, r%%upper");
    aie2_line(l, "mov p1, r%%lower");
    for (uint32_t side = 0; side < 2; side++) {
        aie2_line(l, "movxm p%u, #PW%u.buf%u", 2 + side, side, buffer);
        if (strip->start == AIE2_START_BIAS)
            aie2_line(l, "add.nc p%u, r%%bias, #%u", 6 + side, 8 * side);
        if (has_starts(strip))
            aie2_line(l, "movxm p%u, #PS%u.buf%u", 6 + side, side, buffer);
    }
    if (strip->start == AIE2_START_BIAS)
        aie2_line(l, "add r%%bias, r%%bias, #%d", 2 * AIE2_STRIP_COLS);
    aie2_strip_start(l, strip);
    aie2_strip_loop(l, strip);
    give(l, strip);
}

/* Results go to the buffers of the same numbers, or to those whose turn it is. */
static void store(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t buffers,
                  uint32_t buffer)
{
    static const char *const names[] = { "first", "second" };

    if (buffers == 4) {
        aie2_line(l, "movxm p4, #PY.buf%u", buffer);
    } else {
        aie2_line(l, "mov p4, r%%%s", names[buffer]);
        next(l, names[buffer]);
    }
    aie2_strip_store(l, strip);
}

/* r%done: results that wait to be handed over, none before the first pair. */
static void pair(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t buffers,
                 uint32_t buffer)
{
    multiply(l, strip, buffer);
    aie2_line(l, "rel #PY.full, r%%done");
    aie2_line(l, "acq #PY.empty, r%%take2");
    aie2_line(l, "movx r%%done, #2");
    store(l, strip, buffers, buffer);
    multiply(l, strip, buffer + 1);
    store(l, strip, buffers, buffer + 1);
}

static void begin(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t buffers)
{
    aie2_strip_constants(l, strip);
    aie2_line(l, "movx r%%take, #-1");
    aie2_line(l, "movx r%%take2, #-2");
    aie2_line(l, "movx r%%give, #1");
    aie2_line(l, "movx r%%done, #0");
    aie2_line(l, "mov r%%upper, p0");
    aie2_line(l, "mov r%%lower, p1");
    if (buffers == 2) {
        in_turn(l, "first", "p4", 0);
        in_turn(l, "second", "p5", 1);
    }
    if (strip->start == AIE2_START_BIAS)
        aie2_line(l, "mov r%%bias, p6");
    aie2_line(l, "mov r%%turns, r1");
}

void aie2_pairs_function(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t buffers)
{
    aie2_line(l, "// %u rows at p0, p1 times %u * r1 strips, depth 8 * r0", strip->rows, buffers);
    aie2_line(l, ".func %s", aie2_pairs_name(aie2_linear_arena(l), strip));
    begin(l, strip, buffers);
    aie2_line(l, ".loop r%%turns");
    for (uint32_t buffer = 0; buffer < buffers; buffer += 2)
        pair(l, strip, buffers, buffer);
    aie2_line(l, ".endloop");
    aie2_line(l, "rel #PY.full, r%%done");
    if (buffers == 2) {
        aie2_line(l, "mov p4, r%%first");
        aie2_line(l, "mov p5, r%%second");
    }
    aie2_line(l, ".endfunc");
}
