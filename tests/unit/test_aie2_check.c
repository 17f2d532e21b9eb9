/* The AIE2 checker against the golden tables: port conflicts at exactly the listed distances,
 * latencies at and below the minimum, and kernels that must stay clean. */
#include "aie2_testing.h"

enum { FARTHEST = 14 };

/* Two instructions, the second issued distance cycles after the first; before it when negative. */
static const char *pair_text(struct kc_arena *arena, const char *first, const char *second,
                             int distance)
{
    struct kc_buf out = { 0 };
    const char   *text;

    kc_buf_puts(&out, distance < 0 ? second : first);
    if (distance == 0)
        kc_buf_printf(&out, " ; %s", second);
    kc_buf_puts(&out, "\n");
    for (int i = 1; i < abs(distance); i++)
        kc_buf_puts(&out, "nop\n");
    if (distance != 0)
        kc_buf_printf(&out, "%s\n", distance < 0 ? first : second);
    for (int i = 0; i < 12; i++)
        kc_buf_puts(&out, "nop\n");
    text = kc_arena_printf(arena, "%s", out.text);
    kc_buf_free(&out);
    return text;
}

/* The units listed for a distance ("6:Cwm+UPSU"), or NULL. */
static const char *listed(struct kc_arena *arena, const char *list, int distance)
{
    struct kc_str rest = kc_str_from(list);

    while (rest.length) {
        struct kc_str entry = kc_str_cut(&rest, ' ');
        char          number[8];

        snprintf(number, sizeof number, "%d", distance);
        if (kc_str_is(kc_str_cut(&entry, ':'), number))
            return kc_arena_strndup(arena, entry.at, entry.length);
    }
    return NULL;
}

static const struct kc_diag *find_diag(const struct assembly *a, const char *id)
{
    for (const struct kc_diag *d = a->dg.first; d; d = d->next)
        if (strcmp(d->id, id) == 0)
            return d;
    return NULL;
}

static void check_structural(struct csv *csv, int distance)
{
    struct assembly a;
    const char     *text = pair_text(&csv->arena, csv->field[0], csv->field[1], distance);
    const char     *units = listed(&csv->arena, csv->field[2], distance);

    assemble_text(&a, kc_str_from(text), true);

    const struct kc_diag *d = find_diag(&a, "port-conflict");

    if (has_diag(&a, "slot-twice"))
        cr_expect(distance == 0 && !units);
    else if (units) {
        struct kc_str rest = kc_str_from(units);
        bool          named = false;

        while (rest.length) {
            const struct kc_str unit = kc_str_cut(&rest, '+');

            named |= d && strstr(d->message, kc_arena_printf(&a.arena, " %.*s (", KC_STR(unit)));
        }
        cr_expect(named, "%s at %d wants %s\n%s", csv->field[0], distance, units, rendered(&a));
    } else {
        cr_expect(!d, "%s at %d\n%s", csv->field[0], distance, rendered(&a));
    }
    kc_arena_free(&a.arena);
}

Test(aie2_check, structural_golden)
{
    struct csv csv = csv_open("structural.csv");
    size_t     rows = 0;

    for (; csv_next(&csv); rows++)
        for (int distance = 0; distance < FARTHEST; distance++)
            check_structural(&csv, distance);
    cr_expect(rows == 28);
    kc_arena_free(&csv.arena);
}

/* ---- defective kernels -------------------------------------------------------------------- */

Test(aie2_check, defective_kernels_are_flagged)
{
    static const char *const names[] = { "dot_bf16_post", "gemm_i8_1x1", "sum_bf16" };

    for (size_t i = 0; i < KC_COUNT(names); i++) {
        struct kc_arena arena = { 0 };
        struct assembly a;

        assemble_text(&a,
                      data_file(&arena,
                                kc_arena_printf(&arena, "compiled/defective/%s.s", names[i])),
                      true);
        cr_expect(has_diag(&a, "premature-read"), "%s\n%s", names[i], rendered(&a));
        kc_arena_free(&a.arena);
        kc_arena_free(&arena);
    }
}

/* ---- latencies ---------------------------------------------------------------------------- */

/* One text per row of latency_examples.csv, in its order. */
static const struct {
    const char *producer, *consumer;
} latency_texts[] = {
    { "add r1, r2, r3", "add r4, r1, r5" },
    { "mul r1, r2, r3", "add r4, r1, r5" },
    { "lda r1, [p0, #0]", "add r4, r1, r5" },
    { "vlda wl0, [p0, #0]", "vmac.f bml0, bml0, x0, x2, r0" },
    { "vlda wl0, [p0, #0]", "vadd.16 x4, x0, x2" },
    { "vlda wl0, [p0, #0]", "vst wl0, [p1, #0]" },
    { "vlda.conv.fp32.bf16 bml0, [p0, #0]", "vadd.f bml2, bml0, bml1, r0" },
    { "vlda.ups.s32.s8 cm0, s0, [p0, #0]", "vmac cm1, cm0, x0, x2, r0" },
    { "vmac.f bml0, bml1, x0, x2, r0", "vmac.f bml2, bml0, x0, x2, r0" },
    { "vmac cm0, cm1, x0, x2, r0", "vmac cm2, cm0, x0, x2, r0" },
    { "vmac cm0, cm1, x0, x2, r0", "vsrs.s8.s32 wl0, cm0, s0" },
    { "vmul.f bml0, x0, x2, r0", "vconv.bf16.fp32 wl4, bml0" },
    { "vmul.f bml0, x0, x2, r0", "vst.conv.bf16.fp32 bml0, [p0, #0]" },
    { "vmul.f bml0, x0, x2, r0", "vsub.f bml1, bml0, bml2, r0" },
    { "vadd.f bml0, bml1, bml2, r0", "vadd.f bml3, bml0, bml4, r0" },
    { "vadd cm0, cm1, cm2, r0", "vst.srs.s8.s32 cm0, s0, [p0, #0]" },
    { "vconv.bf16.fp32 wl0, bml0", "vmul.f bml1, x0, x2, r0" },
    { "vconv.bf16.fp32 wl0, bml0", "vmax_lt.bf16 x1, r16, x0, x2" },
    { "vconv.fp32.bf16 bml0, wl0", "vadd.f bml1, bml0, bml2, r0" },
    { "vsrs.s8.s32 wl0, cm0, s0", "vst wl0, [p0, #0]" },
    { "vups.s32.s16 cm0, x0, s0", "vmac cm1, cm0, x2, x4, r0" },
    { "vadd.16 x0, x1, x2", "vadd.16 x3, x0, x4" },
    { "vadd.16 x0, x1, x2", "vst wl0, [p0, #0]" },
    { "vadd.16 x0, x1, x2", "vmac cm0, cm1, x0, x4, r0" },
    { "vmax_lt.bf16 x0, r16, x1, x2", "vmax_lt.bf16 x3, r17, x0, x4" },
    { "vmax_lt.bf16 x0, r16, x1, x2", "vsel.16 x3, x4, x5, r16" },
    { "vshuffle x0, x1, x2, r0", "vmac.f bml0, bml1, x0, x4, r0" },
    { "vbcst.16 x0, r1", "vmul.f bml0, x0, x2, r0" },
    { "vextract.s32 r1, x0, r16", "add r2, r1, r3" },
    { "vunpack.s16.s8 x0, wl2", "vadd.16 x4, x0, x6" },
    { "vadd.16 x0, x1, x2", "vunpack.s16.s8 x4, wl0" },
    { "vpack.s8.s16 wl0, x2", "vst wl0, [p0, #0]" },
    { "vfloor.s32.bf16 x0, wl2, s0", "vadd.32 x4, x0, x6" },
    { "vclr bml0", "vmac.f bml1, bml0, x0, x2, r0" },
    { "jl #0", "ret lr" },
    { "vmov.d cm0, cm1", "vmac cm2, cm0, x0, x2, r0" },
};

static bool begins_with(const char *text, const char *mnemonic)
{
    return strncmp(text, mnemonic, strlen(mnemonic)) == 0 && text[strlen(mnemonic)] == ' ';
}

static void check_latency(struct csv *csv, size_t row, int minimum)
{
    struct assembly at, below;
    const char     *producer = latency_texts[row].producer, *consumer = latency_texts[row].consumer;

    assemble_text(&at, kc_str_from(pair_text(&csv->arena, producer, consumer, minimum)), true);
    cr_expect(!has_diag(&at, "premature-read"), "%s", rendered(&at));
    assemble_text(&below, kc_str_from(pair_text(&csv->arena, producer, consumer, minimum - 1)),
                  true);
    cr_expect(has_diag(&below, "premature-read") || has_diag(&below, "slot-twice"),
              "%s -> %s at %d\n%s", producer, consumer, minimum - 1, rendered(&below));
    kc_arena_free(&at.arena);
    kc_arena_free(&below.arena);
}

Test(aie2_check, latency_golden)
{
    struct csv csv = csv_open("latency_examples.csv");
    size_t     row = 0, checked = 0;

    for (; csv_next(&csv); row++) {
        const int minimum = atoi(csv.field[4]);

        cr_assert(row < KC_COUNT(latency_texts));
        cr_assert(begins_with(latency_texts[row].producer, csv.field[0]), "%s", csv.field[0]);
        cr_assert(begins_with(latency_texts[row].consumer, csv.field[2]), "%s", csv.field[2]);
        /* jl to ret at 3 or 4 is a jump in a delay slot. */
        if (strcmp(csv.field[0], "jl") != 0) {
            check_latency(&csv, row, minimum);
            checked++;
        }
    }
    cr_expect(row == KC_COUNT(latency_texts) && checked == row - 1);
    kc_arena_free(&csv.arena);
}
