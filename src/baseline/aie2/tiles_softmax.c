/* Softmax of scores that lie as tiles: 4x4 tiles in columns (one per four keys) as strips leave
 * them, or 4x8 tiles in rows.
 *
 * Two rows of tiles go through together where there are two: finding the largest score of a row is
 * a long chain of short steps.  Exponentials are left with a factor common to all of them; their
 * sums have it too.
 */
#include <math.h>

#include "baseline/aie2/phases_parts.h"
#include "baseline/aie2/tiles.h"

static const double LOG2_E = 1.4426950408889634;

/* Exponents must not be below -64: half of that is far enough. */
static const double FLOOR = -32.0;

struct softmax {
    struct aie2_linear *l;
    uint32_t            s, d;
    uint32_t            blocks; /* rows of tiles */
    uint32_t            next;   /* bytes from one to the next, in the scores */
    uint32_t column; /* bytes from a 4x4 tile to the one of the next keys; 0: 4x8 tiles */
    int      together;
};

static const char *numbered(const struct softmax *m, const char *name, int i)
{
    return kc_arena_printf(aie2_linear_arena(m->l), "%s%d", name, i);
}

/* ---- peaks ---------------------------------------------------------------------------------- */

/* Eight keys of four rows of scores, in x%vI: one 4x8 tile or two 4x4 tiles. */
static void load(const struct softmax *m, int i)
{
    const char unit = i ? 'b' : 'a';

    for (int half = 0; half < 2; half++)
        aie2_line(m->l, "vld%c w%c%%v%d, [p%%s%d], %s !s", unit, "lh"[half], i, i,
                  m -> column ? "m%column" : "#32");
}

static void shuffle(const struct softmax *m, const char *name, int i, int mode)
{
    const char *x = numbered(m, name, i);

    aie2_tile_shuffle(m->l, x, x, x, mode);
}

/* x%NAME = the larger of it and of what a shuffle makes of it. */
static void fold(const struct softmax *m, const char *name, int i, int mode)
{
    const char *x = numbered(m, name, i), *other = numbered(m, "other", i);

    aie2_tile_shuffle(m->l, other, x, x, mode);
    aie2_tile_larger(m->l, x, x, other);
}

/* Every lane of a row of four (in both halves) or eight gets the largest one. */
static void spread_peak(const struct softmax *m, int i)
{
    if (m->column) {
        fold(m, "peak", i, AIE2_HIGH_HALVES);
        shuffle(m, "peak", i, AIE2_LOW_HALVES);
    }
    fold(m, "peak", i, AIE2_SWAP_16);
    shuffle(m, "peak", i, AIE2_APART);
    fold(m, "peak", i, AIE2_SWAP_16);
    if (m->column) {
        shuffle(m, "peak", i, AIE2_TOGETHER);
        return;
    }
    shuffle(m, "peak", i, AIE2_APART);
    fold(m, "peak", i, AIE2_SWAP_16);
}

static void peaks(const struct softmax *m)
{
    for (int i = 0; i < m->together; i++) {
        aie2_line(m->l, "mov p%%s%d, r%%s%d", i, i);
        aie2_line(m->l, "vbcst.16 x%%peak%d, r%%least", i);
    }
    aie2_line(m->l, ".loop #%u", m->s / 8);
    for (int i = 0; i < m->together; i++)
        load(m, i);
    for (int i = 0; i < m->together; i++)
        aie2_tile_larger(m->l, numbered(m, "peak", i), numbered(m, "peak", i), numbered(m, "v", i));
    aie2_line(m->l, ".endloop");
    for (int i = 0; i < m->together; i++)
        spread_peak(m, i);
}

/* ---- exponentials --------------------------------------------------------------------------- */

/* bml%a_k, bmh%a_k: the exponents of what is loaded.  Products are exact, so that differences are,
 * too, however large the scores: only then comes the floor. */
static void exponents(const struct softmax *m, int i)
{
    const char *v = numbered(m, "v", i);

    load(m, i);
    aie2_line(m->l, "vmac.f bml%%a_t, bm%%base_l, x%%%s, x%%c_0, r%%m_two", v);
    aie2_line(m->l, "vmac.f bmh%%a_t, bm%%base_h, x%%%s, x%%c_1, r%%m_two", v);
    aie2_math_pair_round(m->l, "a", "t", "t");
    aie2_tile_larger(m->l, "a_y", "a_t", "floor");
    for (int half = 0; half < 2; half++) {
        aie2_line(m->l, "vconv.fp32.bf16 bm%c%%a_w, w%c%%a_y", "lh"[half], "lh"[half]);
        aie2_line(m->l, "vadd.f bm%c%%a_k, bm%%m_magic, bm%c%%a_w, r%%m_tile", "lh"[half],
                  "lh"[half]);
    }
}

/* x%a_e to a 4x8 tile, if it is two 4x4 tiles. */
static const char *joined(const struct softmax *m)
{
    if (!m->column)
        return "a_e";
    aie2_tile_shuffle(m->l, "other", "a_e", "a_e", AIE2_HIGH_HALVES);
    aie2_tile_shuffle(m->l, "tile", "a_e", "other", AIE2_JOIN_LOW);
    return "tile";
}

static void exponentials(const struct softmax *m, int i)
{
    const char *tile;

    aie2_line(m->l, "vnegmul.f bm%%base_l, x%%peak%d, x%%c_0, r%%m_two", i);
    aie2_line(m->l, "vnegmul.f bm%%base_h, x%%peak%d, x%%c_1, r%%m_two", i);
    aie2_line(m->l, "mov p%%s%d, r%%s%d", i, i);
    aie2_line(m->l, "vclr bm%%sum");
    aie2_line(m->l, ".loop #%u", m->s / 8);
    exponents(m, i);
    aie2_math_exp(m->l, "a", "c");
    tile = joined(m);
    aie2_line(m->l, "vmac.f bm%%sum, bm%%sum, x%%%s, x%%m_one, r%%m_tile", tile);
    aie2_line(m->l, "vst wl%%%s, [p%%p], #32 !p", tile);
    aie2_line(m->l, "vst wh%%%s, [p%%p], #32 !p", tile);
    aie2_line(m->l, ".endloop");
    aie2_line(m->l, "vst aml%%sum, [p%%f], #32 !f");
    aie2_line(m->l, "vst amh%%sum, [p%%f], #32 !f");
}

/* ---- functions ------------------------------------------------------------------------------ */

static void constants(const struct softmax *m)
{
    static const int modes[] = { AIE2_LOW_HALVES, AIE2_HIGH_HALVES, AIE2_JOIN_LOW,
                                 AIE2_SWAP_16,    AIE2_APART,       AIE2_TOGETHER };
    const double     root = sqrt(m->d);

    aie2_math_constants(m->l, AIE2_MATH_EXP);
    for (size_t i = 0; i < KC_COUNT(modes); i++)
        aie2_tile_mode(m->l, modes[i]);
    aie2_math_bf16(m->l, "c", LOG2_E / root);
    aie2_math_halves(m->l, "c");
    aie2_math_bf16(m->l, "floor", FLOOR);
    aie2_line(m->l, "movxm r%%least, #0xff7f");
    if (m->column)
        aie2_line(m->l, "movxm m%%column, #%u", m->column);
}

static void softmax_function(const struct softmax *m)
{
    aie2_line(m->l, "// exp((score - row's largest) / sqrt(%u)) of %u rows and %u keys at p0,",
              m->d, m->blocks * 4, m->s);
    aie2_line(m->l, "// %s, to 4x8 tiles at p1, sums to p2",
              m->column ? "columns of 4x4 tiles" : "4x8 tiles");
    aie2_line(m->l, ".func softmax");
    constants(m);
    aie2_line(m->l, "mov r%%s0, p0");
    aie2_line(m->l, "mov p%%p, p1");
    aie2_line(m->l, "mov p%%f, p2");
    aie2_line(m->l, "movxm r%%next, #%u", m->next);
    aie2_line(m->l, ".loop #%u", m->blocks / (uint32_t)m->together);
    if (m->together > 1)
        aie2_line(m->l, "add r%%s1, r%%s0, r%%next");
    peaks(m);
    for (int i = 0; i < m->together; i++)
        exponentials(m, i);
    aie2_line(m->l, "add r%%s0, r%%s%d, r%%next", m->together - 1);
    aie2_line(m->l, ".endloop");
    aie2_line(m->l, ".endfunc");
}

static void spread_function(struct aie2_linear *l, uint32_t rows, uint32_t s)
{
    aie2_line(l, "// %u rows of %u exponentials at p0 times the factors of their rows", rows, s);
    aie2_line(l, ".func spread");
    aie2_math_constants(l, 0);
    aie2_tile_mode(l, AIE2_JOIN_LOW);
    aie2_line(l, "movxm p%%f, #factors");
    aie2_line(l, "mov p%%i, p0");
    aie2_line(l, "mov p%%o, p0");
    aie2_line(l, ".loop #%u", rows / 4);
    aie2_line(l, "vlda wl%%r, [p%%f], #32 !f");
    aie2_line(l, "vmov wh%%r, wl%%r");
    aie2_tile_factors(l, "r");
    aie2_tile_scale(l, s / 8);
    aie2_line(l, ".endloop");
    aie2_line(l, ".endfunc");
}

void aie2_column_softmax_functions(struct aie2_linear *l, uint32_t rows, uint32_t s, uint32_t d)
{
    const struct softmax m = { .l = l,
                               .s = s,
                               .d = d,
                               .blocks = rows / 8,
                               .next = 32,
                               .column = rows * 8,
                               .together = rows / 8 % 2 ? 1 : 2 };

    aie2_inverse_function(l, rows / 4);
    softmax_function(&m);
}

void aie2_tile_softmax_functions(struct aie2_linear *l, uint32_t rows, uint32_t s, uint32_t pitch,
                                 uint32_t d)
{
    const struct softmax m = { .l = l,
                               .s = s,
                               .d = d,
                               .blocks = rows / 4,
                               .next = pitch * 8,
                               .together = rows / 4 % 2 ? 1 : 2 };

    aie2_inverse_function(l, rows / 4);
    softmax_function(&m);
    spread_function(l, rows, s);
}
