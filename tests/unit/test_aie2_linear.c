/* The AIE2 back end from the inside: what it refuses and in which words, that it survives whatever
 * stands in a file, and that what it finds is as fast as it was. */
#include "aie2_testing.h"

#include "base/random.h"
#include "baseline/aie2/linear.h"

static const char *schedule(struct kc_arena *arena, struct kc_str text, enum kc_opt opt,
                            struct kc_buf *out)
{
    struct aie2_linear *linear = aie2_linear_new(arena, NULL, opt);

    aie2_lines(linear, text);
    return aie2_linear_finish(linear, out);
}

/* ---- errors ------------------------------------------------------------------------------- */

#define KERNEL(text) ".func kernel\n" text "\n.endfunc\n"

static const struct {
    const char *text, *says;
} refused[] = {
    { "", "no function" },
    { "nop\n", "between .func NAME and .endfunc" },
    { ".func kernel\n", "no .endfunc" },
    { KERNEL("frob r%a, r%b"), "'frob' is not an instruction" },
    { KERNEL("add r%a, r%b"), "needs more operands" },
    { KERNEL("add r%a, x%b, r%c"), "line 2 of the linear assembly" },
    { KERNEL("add r%a, k%b, r%c"), "no virtual register" },
    { KERNEL("add r%a, r%, r%c"), "no virtual register" },
    { KERNEL("mova r%a, #5000"), "is outside -1024..1023" },
    { KERNEL("add r%a, r%b, #1\nst r%a, [p0, #0]"), "'b' is read, but nothing writes it" },
    { KERNEL(".loop"), ".loop takes #N" },
    { KERNEL(".loop #0\n.endloop"), ".loop takes #N" },
    { KERNEL(".loop #4, trips=2\n.endloop"), "no option of .loop" },
    { KERNEL(".loop #4"), "no .endloop" },
    { KERNEL(".endloop"), "no .loop that this could end" },
    { KERNEL(".call other"), "no function defined before" },
    { KERNEL(".reserve r99"), "'r99' is no register" },
    { KERNEL("ret lr"), "jumps are made by" },
    { KERNEL("vst wl%a, [p0], #33"), "is not a multiple of 32" },
};

Test(aie2_linear, errors_name_line_and_remedy)
{
    for (size_t i = 0; i < KC_COUNT(refused); i++) {
        struct kc_arena arena = { 0 };
        struct kc_buf   out = { 0 };
        const char     *why = schedule(&arena, kc_str_from(refused[i].text), KC_OPT_BEST, &out);

        cr_expect(why && strstr(why, refused[i].says), "%s: %s", refused[i].text,
                  why ? why : "accepted");
        kc_buf_free(&out);
        kc_arena_free(&arena);
    }
}

/* More values alive than there are registers. */
Test(aie2_linear, registers_run_out)
{
    struct kc_arena arena = { 0 };
    struct kc_buf   text = { 0 }, out = { 0 };
    const char     *why;

    kc_buf_puts(&text, ".func kernel\n");
    for (int i = 0; i < 14; i++)
        kc_buf_printf(&text, "vlda wl%%v%d, [p0], #32\nvlda wh%%v%d, [p0], #32\n", i, i);
    kc_buf_puts(&text, "rel #48, r0\n");
    for (int i = 0; i < 14; i++)
        kc_buf_printf(&text, "vadd.32 x%%v%d, x%%v%d, x%%v%d\n", i, i, 13 - i);
    for (int i = 0; i < 14; i++)
        kc_buf_printf(&text, "vst wl%%v%d, [p1], #32\n", i);
    kc_buf_puts(&text, ".endfunc\n");
    why = schedule(&arena, (struct kc_str){ text.text, text.length }, KC_OPT_BEST, &out);
    cr_expect(why && strstr(why, "no register of kind x is left"), "%s", why ? why : out.text);
    kc_buf_free(&text);
    kc_buf_free(&out);
    kc_arena_free(&arena);
}

/* ---- what it finds ------------------------------------------------------------------------ */

static const struct {
    const char *text, *finds;
} found[] = {
    { KERNEL(".loop #64\nvld wl%a, [p0], #32 !a\nvst wl%a, [p1], #32 !b*\n.endloop"),
      "1 cycle for 1 trip" },
    { KERNEL(
          "set r%k, #60\nvclr bm%c\n.loop #64\nvlda wl%a, [p0], #32 !a\nvlda wh%a, [p0], #32 !a\n"
          "vmac.f bm%c, bm%c, x%a, x%a, r%k\n.endloop\nvst.conv.bf16.fp32 bm%c, [p1, #0] !b"),
      "4 cycles for 1 trip" }, /* an accumulator comes back after four */
    { KERNEL(".loop #64\nlda r%a, [p0], #4 !a\nadd r%a, r%a, #1\nst r%a, [p1], #4 !b*\n.endloop"),
      "1 cycle for 1 trip" },
};

Test(aie2_linear, loops_reach_their_bounds)
{
    for (size_t i = 0; i < KC_COUNT(found); i++) {
        struct kc_arena arena = { 0 };
        struct kc_buf   out = { 0 };
        const char     *why = schedule(&arena, kc_str_from(found[i].text), KC_OPT_BEST, &out);
        struct assembly a;

        cr_assert(!why, "%s: %s", found[i].text, why);
        cr_expect(strstr(out.text, found[i].finds), "%s", out.text);
        assemble_text(&a, (struct kc_str){ out.text, out.length }, true);
        cr_expect(a.dg.errors == 0 && a.dg.warnings == 0, "%s", rendered(&a));
        kc_arena_free(&a.arena);
        kc_buf_free(&out);
        kc_arena_free(&arena);
    }
}

/* ---- anything ----------------------------------------------------------------------------- */

static const char seed_text[] =
    ".func helper\ncopy r%a, r0\nmul r0, r%a, r%a\n.endfunc\n"
    ".func kernel\nset r%k, #60\nset dj%w, #32\nset m%w, #64\nset dn%w, #3\nset dc%w, #0\n"
    ".loop #3\nvclr bm%c\n.loop #6\nvlda wl%a, [p0], #32 !a\nvldb.2d wh%a, [p1], d%w !b\n"
    "vmac.f bm%c, bm%c, x%a, x%a, r%k\n.endloop\nvst.conv.bf16.fp32 bm%c, [p2], #32 !c*\n"
    ".endloop\ncopy r0, r%k\n.call helper\nst r0, [p2, #0] !c\nacq #48, r%k\n.endfunc\n";

static void disturb(char *text, size_t length, uint64_t seed)
{
    static const char marks[] = "%#[],.!*/ \nrpxbmwld0123456789";

    for (uint64_t i = 0; i < 1 + seed % 4; i++) {
        const uint64_t r = kc_random_u64(seed, 3, i);

        text[r % length] = r >> 40 & 1 ? (char)(r >> 20) : marks[(r >> 20) % (sizeof marks - 1)];
    }
}

Test(aie2_linear, survives_disturbed_text)
{
    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct kc_arena arena = { 0 };
        struct kc_buf   out = { 0 };
        char            text[sizeof seed_text];

        memcpy(text, seed_text, sizeof text);
        disturb(text, sizeof text - 1, seed);
        schedule(&arena, (struct kc_str){ text, sizeof text - 1 },
                 seed & 1 ? KC_OPT_BEST : KC_OPT_BASELINE, &out);
        kc_buf_free(&out);
        kc_arena_free(&arena);
    }
}

/* ---- what the checker must not say about such schedules ------------------------------------- */

static const char *const silent[] = {
    /* A load in the last delay slot of a jump is not near the lock that happens to stand behind. */
    "kernel:\n  jz r1, #.Lother\n  nop\n  nop\n  nop\n  nop\n  nop\n  j #.Lend\n  nop\n  nop\n  "
    "nop\n"
    "  nop\n  vlda wl0, [p0], #32\n.p2align 4\n.Lother:\n  rel #48, r0\n  nop\n  nop\n  nop\n"
    ".p2align 4\n.Lend:\n  ret lr\n  nop\n  nop\n  nop\n  nop\n  nop\n",
    /* vsub.f samples bml0 in cycle 9, when the value has been replaced; vconv gets it in 8. */
    "kernel:\n  vmac.f bml0, bml2, x0, x1, r0\n  vmac.f bml0, bml3, x0, x1, r0\n  nop\n"
    "  vadd.f bml0, bml4, bml5, r0\n  nop\n  nop\n  vconv.bf16.fp32 wl2, bml0\n"
    "  vsub.f bml6, bml0, bml5, r0\n  vconv.bf16.fp32 wl3, bml0\n  ret lr\n  vst wl2, [p0], #32\n"
    "  vst wl3, [p0], #32\n  nop\n  nop\n  vst.conv.bf16.fp32 bml6, [p0], #32\n",
};

Test(aie2_linear, checker_understands_pipelines)
{
    for (size_t i = 0; i < KC_COUNT(silent); i++) {
        struct assembly a;

        assemble_text(&a, kc_str_from(silent[i]), true);
        cr_expect(a.dg.errors == 0 && a.dg.warnings == 0, "%s", rendered(&a));
        kc_arena_free(&a.arena);
    }
}
