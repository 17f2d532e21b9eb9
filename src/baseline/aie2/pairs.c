/* Strips in pairs: while the sums of one drain and leave, the next one's operands are on their way.
 *
 * A lock is a fence for memory accesses.  So a strip's results are handed over only after the next
 * strip's loop, and what a strip needs is waited for before the results of the one before leave.
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

static void take(struct aie2_linear *l, const char *fifo, const char *lock)
{
    for (uint32_t side = 0; side < 2; side++)
        aie2_line(l, "acq #%s%u.%s, r%%take", fifo, side, lock);
}

static void give(struct aie2_linear *l, const char *fifo, const char *lock)
{
    for (uint32_t side = 0; side < 2; side++)
        aie2_line(l, "rel #%s%u.%s, r%%give", fifo, side, lock);
}

static void take_operands(struct aie2_linear *l, const struct aie2_strip *strip)
{
    take(l, "PW", "full");
    if (has_starts(strip))
        take(l, "PS", "full");
}

static void give_operands(struct aie2_linear *l, const struct aie2_strip *strip)
{
    give(l, "PW", "empty");
    if (has_starts(strip))
        give(l, "PS", "empty");
}

static void multiply(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t buffer)
{
    aie2_line(l, "mov p0, r%%upper");
    aie2_line(l, "mov p1, r%%lower");
    for (uint32_t side = 0; side < 2; side++) {
        aie2_line(l, "movxm p%u, #PW%u.buf%u", 2 + side, side, buffer);
        if (has_starts(strip))
            aie2_line(l, "movxm p%u, #PS%u.buf%u", 6 + side, side, buffer);
        if (strip->start == AIE2_START_BIAS)
            aie2_line(l, "add.nc p%u, r%%bias, #%u", 6 + side, 8 * side);
    }
    if (strip->start == AIE2_START_BIAS)
        aie2_line(l, "add r%%bias, r%%bias, #%d", 2 * AIE2_STRIP_COLS);
    aie2_strip_start(l, strip);
    aie2_strip_loop(l, strip);
}

static void store(struct aie2_linear *l, const struct aie2_strip *strip, uint32_t buffer)
{
    for (uint32_t side = 0; side < 2; side++)
        aie2_line(l, "movxm p%u, #PY%u.buf%u", 4 + side, side, buffer);
    aie2_strip_store(l, strip);
}

static void pair(struct aie2_linear *l, const struct aie2_strip *strip)
{
    take(l, "PY", "empty");
    take_operands(l, strip);
    multiply(l, strip, 0);
    give_operands(l, strip);
    take_operands(l, strip);
    store(l, strip, 0);
    multiply(l, strip, 1);
    give(l, "PY", "full");
    give_operands(l, strip);
    take(l, "PY", "empty");
    store(l, strip, 1);
    give(l, "PY", "full");
}

void aie2_pairs_function(struct aie2_linear *l, const struct aie2_strip *strip)
{
    aie2_line(l, "// %u rows at p0, p1 times 2 * r1 strips, depth 8 * r0", strip->rows);
    aie2_line(l, ".func %s", aie2_pairs_name(aie2_linear_arena(l), strip));
    aie2_strip_constants(l, strip);
    aie2_line(l, "movx r%%take, #-1");
    aie2_line(l, "movx r%%give, #1");
    aie2_line(l, "mov r%%upper, p0");
    aie2_line(l, "mov r%%lower, p1");
    if (strip->start == AIE2_START_BIAS)
        aie2_line(l, "mov r%%bias, p6");
    aie2_line(l, "mov r%%pairs, r1");
    aie2_line(l, ".loop r%%pairs");
    pair(l, strip);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}
