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

/* Buffers 0 and 1, 2 and 3 of PY take turns. */
static void next_results(struct aie2_linear *l, const char *name)
{
    aie2_line(l, "sub r%%%s, r%%%s_sum, r%%%s", name, name, name);
}

static void results(struct aie2_linear *l, const char *name, const char *pointer, uint32_t buffer)
{
    aie2_line(l, "mov r%%%s, %s", name, pointer);
    aie2_line(l, "movxm r%%%s_sum, #PY.buf%u", name, buffer);
    aie2_line(l, "movxm r%%other, #PY.buf%u", buffer + 2);
    aie2_line(l, "add r%%%s_sum, r%%%s_sum, r%%other", name, name);
}

/* r%done: results that wait to be handed over, none before the first pair. */
static void pair(struct aie2_linear *l, const struct aie2_strip *strip)
{
    multiply(l, strip, 0);
    aie2_line(l, "rel #PY.full, r%%done");
    aie2_line(l, "acq #PY.empty, r%%take2");
    aie2_line(l, "movx r%%done, #2");
    aie2_line(l, "mov p4, r%%first");
    aie2_strip_store(l, strip);
    multiply(l, strip, 1);
    aie2_line(l, "mov p4, r%%second");
    aie2_strip_store(l, strip);
    next_results(l, "first");
    next_results(l, "second");
}

static void begin(struct aie2_linear *l, const struct aie2_strip *strip)
{
    aie2_strip_constants(l, strip);
    aie2_line(l, "movx r%%take, #-1");
    aie2_line(l, "movx r%%take2, #-2");
    aie2_line(l, "movx r%%give, #1");
    aie2_line(l, "movx r%%done, #0");
    aie2_line(l, "mov r%%upper, p0");
    aie2_line(l, "mov r%%lower, p1");
    results(l, "first", "p4", 0);
    results(l, "second", "p5", 1);
    if (strip->start == AIE2_START_BIAS)
        aie2_line(l, "mov r%%bias, p6");
    aie2_line(l, "mov r%%pairs, r1");
}

void aie2_pairs_function(struct aie2_linear *l, const struct aie2_strip *strip)
{
    aie2_line(l, "// %u rows at p0, p1 times 2 * r1 strips, depth 8 * r0", strip->rows);
    aie2_line(l, ".func %s", aie2_pairs_name(aie2_linear_arena(l), strip));
    begin(l, strip);
    aie2_line(l, ".loop r%%pairs");
    pair(l, strip);
    aie2_line(l, ".endloop");
    aie2_line(l, "rel #PY.full, r%%done");
    aie2_line(l, "mov p4, r%%first");
    aie2_line(l, "mov p5, r%%second");
    aie2_line(l, ".endfunc");
}
