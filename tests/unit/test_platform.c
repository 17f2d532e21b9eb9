/* Platforms as their users see them: targets from text, runs that can be cut, watched, repeated
 * and run side by side without changing. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "base/file.h"
#include "isa/assemble.h"
#include "kernelcraft/platform.h"
#include "testing.h"

TestSuite(platform, .timeout = 60);

/* ---- targets ------------------------------------------------------------------------------ */

Test(platform, built_ins_are_found_by_name_and_number)
{
    size_t count = 0;

    for (const struct kc_platform *p; (p = kc_platform_at(count)); count++) {
        cr_expect_eq(p->api, KC_PLATFORM_API, "%s", p->name);
        cr_expect_eq(kc_platform_find(kc_str_from(p->name)), p, "%s", p->name);
        cr_expect_gt(strlen(p->summary), 0, "%s", p->name);
        cr_expect_gt(strlen(p->notes), 0, "%s", p->name);
    }
    cr_expect_geq(count, 1);
    cr_expect_null(kc_platform_at(count));
    cr_expect_null(kc_platform_at(SIZE_MAX));
    cr_expect_null(kc_platform_find(BYTES("")));
    cr_expect_null(kc_platform_find(BYTES("plen")));
    cr_expect_null(kc_platform_find(BYTES("PLENA")));
}

Test(platform, good_targets)
{
    static const struct {
        const char *text;
        size_t      instructions;
    } cases[] = {
        { "plena", 50 },
        { "plena:", 50 },
        { "plena:rev=published", 50 },
        { "plena:rev=2026-07", 53 },
        { "plena:mlen=32,vlen=32,rev=2026-07", 53 },
        { "plena:REV=2026-07", 53 },
        { "plena: rev = 2026-07 ", 53 },
        { "plena:,rev=2026-07,,", 53 },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_target target = { 0 };
        struct kc_diags  dg;

        cr_assert(kc_target_open(&arena, cases[i].text, NULL, &target, &dg), "%s: %s",
                  cases[i].text, first_message(&dg));
        cr_expect_eq(dg.errors, 0, "%s", cases[i].text);
        cr_expect_str_eq(target.platform->name, "plena", "%s", cases[i].text);
        cr_expect_eq(target.isa->desc->insn_count, cases[i].instructions, "%s", cases[i].text);
    }
    kc_arena_free(&arena);
}

Test(platform, bad_targets)
{
    static const struct {
        const char *text, *id;
        uint32_t    column;
        const char *hint; /* NULL: any */
    } cases[] = {
        { "", "unknown-platform", 1, "'kc platforms' lists them" },
        { "quagga", "unknown-platform", 1, "'kc platforms' lists them" },
        { "plenna", "unknown-platform", 1, "did you mean plena?" },
        { "Plena:mlen=32", "unknown-platform", 1, "did you mean plena?" },
        { ":mlen=32", "unknown-platform", 1, NULL },
        { "plena:mlem=32", "unknown-key", 7, "did you mean MLEN?" },
        { "plena:mlen", "param-value", 7, NULL },
        { "plena:blen=4,mlen=x", "param-value", 14, NULL },
        { "plena:mlen=0", "param-range", 7, NULL },
        { "plena:rev=2025", "param-value", 7, NULL },
        { "plena:mlen=65,vlen=64", "geometry", 0, NULL },
        { "plena:settings=/no/such/file.yaml", "file", 0, NULL },
        { "plena:settings=", "unknown-key", 7, NULL },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_target target = { 0 };
        struct kc_diags  dg;

        cr_expect_not(kc_target_open(&arena, cases[i].text, NULL, &target, &dg), "'%s'",
                      cases[i].text);
        cr_expect_str_eq(first_id(&dg), cases[i].id, "'%s': %s", cases[i].text, first_message(&dg));
        if (!dg.first)
            continue;
        cr_expect_eq(dg.first->column, cases[i].column, "'%s': column %u", cases[i].text,
                     dg.first->column);
        if (cases[i].hint)
            cr_expect_str_eq(text_or_empty(dg.first->hint), cases[i].hint, "'%s'", cases[i].text);
    }
    kc_arena_free(&arena);
}

/* The value of one parameter, as printed. */
static const char *value_of(struct kc_arena *arena, const struct kc_target *target,
                            const char *name)
{
    const struct kc_params *params = target->platform->params;
    struct kc_buf           buf = { 0 };

    kc_buf_puts(&buf, "");
    for (size_t i = 0; i < params->count; i++)
        if (strcmp(params->param[i].name, name) == 0)
            kc_param_print(&params->param[i], target->config, &buf);
    const char *text = kc_arena_strndup(arena, buf.text, buf.length);

    kc_buf_free(&buf);
    return text;
}

/* A settings file with this text, and its name; the caller unlinks it. */
static const char *settings_file(struct kc_arena *arena, const char *text)
{
    char       *path = kc_arena_printf(arena, "%s/kc-settings-XXXXXX", P_tmpdir);
    const char *why = NULL;
    const int   file = mkstemp(path);

    cr_assert_geq(file, 0);
    close(file);
    cr_assert(kc_file_write(path, kc_str_from(text), &why));
    return path;
}

Test(platform, settings_files_and_options_together)
{
    struct kc_arena   arena = { 0 };
    const char       *path = settings_file(&arena, "CONFIG:\n  MLEN: 32\n  VLEN: 32\n  BLEN: 2\n");
    struct kc_target  target = { 0 };
    struct kc_diags   dg;
    const char *const texts[] = {
        kc_arena_printf(&arena, "plena:settings=%s,blen=8", path),
        kc_arena_printf(&arena, "plena:blen=8,settings=%s", path),
        kc_arena_printf(&arena, "plena:blen=8,settings=%s,hlen=4", path),
        "plena:blen=8",
    };

    for (size_t i = 0; i < KC_COUNT(texts); i++) {
        cr_assert(kc_target_open(&arena, texts[i], i == 3 ? path : NULL, &target, &dg), "%s: %s",
                  texts[i], first_message(&dg));
        cr_expect_str_eq(value_of(&arena, &target, "MLEN"), "32", "%s", texts[i]);
        cr_expect_str_eq(value_of(&arena, &target, "BLEN"), "8", "options win: %s", texts[i]);
        cr_expect_str_eq(value_of(&arena, &target, "HLEN"), i == 2 ? "4" : "16", "%s", texts[i]);
    }
    unlink(path);
    kc_arena_free(&arena);
}

Test(platform, complaints_about_a_settings_file_name_it)
{
    struct kc_arena  arena = { 0 };
    const char      *path = settings_file(&arena, "CONFIG:\n  MLEM: 32\n");
    struct kc_target target = { 0 };
    struct kc_diags  dg;

    cr_expect_not(kc_target_open(&arena, "plena", path, &target, &dg));
    cr_expect_str_eq(dg.source.name, path);
    cr_expect_str_eq(first_id(&dg), "unknown-key");
    cr_expect_eq(dg.first->line, 2);
    unlink(path);
    kc_arena_free(&arena);
}

/* ---- a program that uses every unit ------------------------------------------------------- */

/* How many instructions the work takes, and after how many every accumulator holds something. */
enum { WORK_LINES = 38, WORK_STEPS = 12 + 6 * (1 + 3 * 11 + 14), WORK_FULL_ACCUMULATORS = 51 };

/* Transfers, vectors, scalars and matrices in two nested loops; VLEN = MLEN = vlen. */
static const char *work_text(struct kc_arena *arena, unsigned vlen)
{
    return kc_arena_printf(arena,
                           "S_ADDI_INT gp1, gp0, %u\n"
                           "C_SET_SCALE_REG gp1\n"
                           "S_ADDI_INT gp2, gp0, %u\n"
                           "C_SET_STRIDE_REG gp2\n"
                           "S_LUI_INT gp12, 256\n"
                           "C_SET_ADDR_REG a1, gp0, gp12\n"
                           "S_LD_FP f1, gp0, 1\n"
                           "S_ADDI_INT gp8, gp0, %u\n"
                           "S_ADDI_INT gp10, gp0, %u\n"
                           "S_ADDI_INT gp13, gp0, %u\n"
                           "S_ADDI_INT gp14, gp0, %u\n"
                           "C_LOOP_START gp4, 6\n"
                           "C_LOOP_START gp6, 3\n"
                           "H_PREFETCH_V gp3, gp7, a0, 1, 0\n"
                           "V_MUL_VF gp3, gp3, f1, 0\n"
                           "V_EXP_V gp8, gp3, 0\n"
                           "V_RED_SUM f2, gp8\n"
                           "V_RED_MAX f3, gp8, 0\n"
                           "S_ADD_FP f4, f2, f3\n"
                           "S_ST_FP f4, gp9, 100\n"
                           "S_ST_INT gp7, gp9, 5\n"
                           "S_ADDI_INT gp9, gp9, 1\n"
                           "S_ADDI_INT gp7, gp7, %u\n"
                           "C_LOOP_END gp6\n"
                           "H_PREFETCH_M gp0, gp7, a0, 1, 0\n"
                           "M_MM 0, gp0, gp3\n"
                           "M_MV 0, gp0, gp3\n"
                           "M_BTMM 0, gp0, gp3\n"
                           "M_BTMV gp0, gp0, gp3\n"
                           "M_MM_WO gp10, gp0, 0\n"
                           "M_MV_WO gp14, 0\n"
                           "M_BMM_WO gp13, 0\n"
                           "M_BMV_WO gp14, %u\n"
                           "H_STORE_V gp10, gp11, a1, 0, 0\n"
                           "S_ADDI_INT gp11, gp11, %u\n"
                           "S_ADDI_INT gp13, gp13, %u\n"
                           "S_ADDI_INT gp14, gp14, %u\n"
                           "C_LOOP_END gp4\n",
                           64 * vlen, vlen, 16 * vlen, 32 * vlen, 64 * vlen, 40 * vlen, vlen,
                           8 * vlen, 4 * vlen, vlen, vlen);
}

struct session {
    struct kc_arena    arena;
    struct kc_target   target;
    struct kc_program  program;
    struct kc_machine *machine;
};

static void open_text(struct session *s, const char *target, const char *text)
{
    struct kc_diags dg;

    *s = (struct session){ 0 };
    cr_assert(kc_target_open(&s->arena, target, NULL, &s->target, &dg), "%s", first_message(&dg));
    dg = diags_about(&s->arena, "work.s", kc_str_from(text));
    s->program = kc_assemble(&s->arena, s->target.isa, &dg);
    cr_assert_eq(dg.errors, 0, "%s", first_message(&dg));
    s->machine = s->target.platform->machine_new(s->target.config, s->target.isa);
    s->target.platform->load(s->machine, &s->program);
}

static struct kc_region *region(struct session *s, const char *name)
{
    struct kc_region *r = kc_machine_region(s->machine, kc_str_from(name));

    cr_assert_not_null(r, "%s", name);
    return r;
}

/* What the host puts into memory before a run. */
static void preload(struct session *s)
{
    kc_region_fill_seed(region(s, "hbm"), 0, 7);
    kc_region_fill_seed(region(s, "vram"), 0, 8);
    kc_region_fill(region(s, "fpram"), 0, 0.001);
}

static void open_work(struct session *s, const char *target, unsigned vlen)
{
    struct kc_arena arena = { 0 };

    open_text(s, target, work_text(&arena, vlen));
    preload(s);
    kc_arena_free(&arena);
}

static void close_session(struct session *s)
{
    s->target.platform->machine_free(s->machine);
    kc_arena_free(&s->arena);
}

static struct kc_outcome run(struct session *s, struct kc_run how)
{
    return s->target.platform->run(s->machine, &how);
}

/* ---- comparing runs ----------------------------------------------------------------------- */

struct result {
    enum kc_outcome_kind kind;
    uint64_t             cycles, instructions, pc, digest;
};

static void hash_bytes(uint64_t *h, const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        *h = (*h ^ ((const uint8_t *)bytes)[i]) * UINT64_C(1099511628211);
}

/* All registers, and the first elements of all memories; of HBM also what was stored at 1 MiB. */
static uint64_t digest_of(struct session *s)
{
    uint64_t           h = UINT64_C(1469598103934665603);
    struct kc_register registers[128];
    const size_t       count = s->target.platform->registers(s->machine, registers, 128);

    for (size_t i = 0; i < count; i++)
        hash_bytes(&h, &registers[i].bits, sizeof registers[i].bits);
    for (size_t i = 0; i < s->machine->region_count; i++) {
        struct kc_region *r = &s->machine->regions[i];
        const uint64_t    most = 1 << 15, stored = 1 << 20;

        for (uint64_t e = 0; e < most && e < r->elems; e++)
            hash_bytes(&h, kc_region_elem(r, e), r->type->bytes);
        for (uint64_t e = stored; e < stored + most && e < r->elems; e++)
            hash_bytes(&h, kc_region_elem(r, e), r->type->bytes);
    }
    return h;
}

static struct result result_of(struct session *s, const struct kc_outcome *out)
{
    return (struct result){ out->kind, out->cycles, out->instructions, out->pc, digest_of(s) };
}

static void expect_same(const char *what, struct result a, struct result b)
{
    cr_expect_eq(a.kind, b.kind, "%s: %s and %s", what, kc_outcome_name(a.kind),
                 kc_outcome_name(b.kind));
    cr_expect_eq(a.cycles, b.cycles, "%s: %" PRIu64 " and %" PRIu64 " cycles", what, a.cycles,
                 b.cycles);
    cr_expect_eq(a.instructions, b.instructions, "%s: %" PRIu64 " and %" PRIu64 " instructions",
                 what, a.instructions, b.instructions);
    cr_expect_eq(a.pc, b.pc, "%s", what);
    cr_expect_eq(a.digest, b.digest, "%s: registers or memories differ", what);
}

/* ---- runs --------------------------------------------------------------------------------- */

static const struct {
    const char *target;
    unsigned    vlen;
} configurations[] = {
    { "plena", 64 },
    { "plena:rev=2026-07", 64 },
    { "plena:mlen=16,vlen=16,blen=4,hlen=4,hbm_v_prefetch_amount=2", 16 },
    { "plena:mlen=32,vlen=32,hlen=8,dc_en=0,hbm_m_prefetch_amount=40,rev=2026-07", 32 },
};

static struct result plain_result(size_t configuration)
{
    struct session s;

    open_work(&s, configurations[configuration].target, configurations[configuration].vlen);
    const struct kc_outcome out = run(&s, (struct kc_run){ 0 });
    const struct result     r = result_of(&s, &out);

    close_session(&s);
    return r;
}

Test(platform, the_work_is_done)
{
    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        const struct result r = plain_result(i);

        cr_expect_eq(r.kind, KC_OUTCOME_HALTED, "%s", configurations[i].target);
        cr_expect_eq(r.instructions, WORK_STEPS, "%s: %" PRIu64, configurations[i].target,
                     r.instructions);
        cr_expect_gt(r.cycles, r.instructions, "%s", configurations[i].target);
        cr_expect_eq(r.pc, WORK_LINES, "%s", configurations[i].target);
        for (size_t k = 0; k < i; k++)
            cr_expect_neq(r.digest, plain_result(k).digest, "%s and %s", configurations[i].target,
                          configurations[k].target);
    }
}

Test(platform, reset_gives_the_same_run_again)
{
    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        const struct result r = plain_result(i);
        struct session      s;
        struct kc_outcome   out;

        open_work(&s, configurations[i].target, configurations[i].vlen);
        const uint64_t fresh = digest_of(&s);

        for (int round = 0; round < 3; round++) {
            out = run(&s, (struct kc_run){ .fuel = round == 1 ? WORK_FULL_ACCUMULATORS : 0 });
            if (round != 1)
                expect_same(configurations[i].target, result_of(&s, &out), r);
            s.target.platform->machine_reset(s.machine);
            preload(&s);
            cr_expect_eq(digest_of(&s), fresh, "%s: after reset", configurations[i].target);
            s.target.platform->load(s.machine, &s.program);
        }
        close_session(&s);
    }
}

Test(platform, reset_forgets_everything)
{
    struct session     s;
    struct kc_register registers[128];

    open_work(&s, "plena", 64);
    run(&s, (struct kc_run){ 0 });
    s.target.platform->machine_reset(s.machine);
    for (size_t i = 0; i < s.machine->region_count; i++)
        cr_expect_eq(kc_region_resident_bytes(&s.machine->regions[i]), 0, "%s",
                     s.machine->regions[i].name);
    cr_expect_eq(*(const uint8_t *)kc_region_elem(region(&s, "hbm"), 5), 0);
    const size_t count = s.target.platform->registers(s.machine, registers, 128);

    for (size_t i = 0; i < count; i++)
        cr_expect_eq(registers[i].bits, strcmp(registers[i].name, "STRIDE") == 0 ? 1 : 0, "%s",
                     registers[i].name);
    close_session(&s);
}

Test(platform, a_run_can_be_cut_into_pieces)
{
    static const uint64_t fuels[] = { 1, 2, 7, 100, WORK_STEPS - 1, WORK_STEPS, WORK_STEPS + 1 };

    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        const struct result r = plain_result(i);

        for (size_t f = 0; f < KC_COUNT(fuels); f++) {
            struct session    s;
            struct kc_outcome out;
            uint64_t          pieces = 0;
            char              what[128];

            snprintf(what, sizeof what, "%s in pieces of %" PRIu64, configurations[i].target,
                     fuels[f]);
            open_work(&s, configurations[i].target, configurations[i].vlen);
            do {
                out = run(&s, (struct kc_run){ .fuel = fuels[f] });
                pieces++;
                if (out.kind == KC_OUTCOME_OUT_OF_FUEL) {
                    cr_assert_eq(out.instructions, pieces * fuels[f], "%s", what);
                    cr_assert_lt(out.pc, s.program.count, "%s", what);
                    cr_assert_eq(out.line, s.program.lines[out.pc], "%s", what);
                }
            } while (out.kind == KC_OUTCOME_OUT_OF_FUEL && pieces < 1000);
            cr_expect_eq(pieces, (r.instructions + fuels[f] - 1) / fuels[f], "%s: %" PRIu64, what,
                         pieces);
            expect_same(what, result_of(&s, &out), r);
            close_session(&s);
        }
    }
}

Test(platform, running_a_halted_machine_changes_nothing)
{
    struct session      s;
    struct kc_outcome   out;
    const struct result r = plain_result(0);

    open_work(&s, configurations[0].target, configurations[0].vlen);
    run(&s, (struct kc_run){ 0 });
    for (int again = 0; again < 3; again++) {
        out = run(&s, (struct kc_run){ .fuel = 5 });
        expect_same("again", result_of(&s, &out), r);
    }
    close_session(&s);
}

Test(platform, an_empty_program_halts_at_once)
{
    struct session s;

    open_text(&s, "plena", "; nothing\n");
    const struct kc_outcome out = run(&s, (struct kc_run){ 0 });

    cr_expect_eq(out.kind, KC_OUTCOME_HALTED);
    cr_expect_eq(out.cycles, 0);
    cr_expect_eq(out.instructions, 0);
    close_session(&s);
}

/* ---- watched runs ------------------------------------------------------------------------- */

struct trace_sums {
    const struct kc_program *program;
    uint64_t                 steps, cycles, bad_starts, bad_lines, with_effect;
};

static void sum_trace(void *context, const struct kc_step *step)
{
    struct trace_sums *t = context;

    t->bad_starts += step->cycle != t->cycles; /* nothing overlaps */
    t->bad_lines += step->pc >= t->program->count || step->line != t->program->lines[step->pc] ||
                    step->index != step->pc;
    t->with_effect += step->effect[0] != '\0';
    t->cycles += step->cycles;
    t->steps++;
}

Test(platform, trace_sums_equal_the_outcome)
{
    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        struct session s;

        open_work(&s, configurations[i].target, configurations[i].vlen);
        struct trace_sums       t = { .program = &s.program };
        const struct kc_outcome out =
            run(&s, (struct kc_run){ .trace = sum_trace, .trace_context = &t });

        cr_expect_eq(t.steps, out.instructions, "%s", configurations[i].target);
        cr_expect_eq(t.cycles, out.cycles, "%s", configurations[i].target);
        cr_expect_eq(t.bad_starts, 0, "%s", configurations[i].target);
        cr_expect_eq(t.bad_lines, 0, "%s", configurations[i].target);
        cr_expect_gt(t.with_effect, out.instructions / 2, "%s", configurations[i].target);
        expect_same("traced", result_of(&s, &out), plain_result(i));
        close_session(&s);
    }
}

Test(platform, profile_sums_equal_the_outcome)
{
    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        struct session    s;
        struct kc_profile p;
        uint64_t          cycles = 0, count = 0, unit_cycles = 0, unit_count = 0;
        size_t            units = 0;

        open_work(&s, configurations[i].target, configurations[i].vlen);
        kc_profile_init(&s.arena, &p, &s.program);
        const struct kc_outcome out = run(&s, (struct kc_run){ .profile = &p });

        for (size_t pc = 0; pc < s.program.count; pc++) {
            cycles += p.cycles[pc];
            count += p.count[pc];
        }
        for (size_t u = 0; u < KC_UNITS; u++) {
            unit_cycles += p.unit_cycles[u];
            unit_count += p.unit_count[u];
            units += p.unit_count[u] > 0;
        }
        cr_expect_eq(cycles, out.cycles, "%s", configurations[i].target);
        cr_expect_eq(count, out.instructions, "%s", configurations[i].target);
        cr_expect_eq(unit_cycles, out.cycles, "%s", configurations[i].target);
        cr_expect_eq(unit_count, out.instructions, "%s", configurations[i].target);
        cr_expect_eq(units, s.target.isa->desc->unit_count, "every unit had work");
        cr_expect_eq(p.count[0], 1);
        cr_expect_eq(p.count[13], 18, "the inner loop ran 18 times");
        cr_expect_gt(p.dma_bytes_read, 0, "%s", configurations[i].target);
        cr_expect_gt(p.dma_bytes_written, 0, "%s", configurations[i].target);
        expect_same("profiled", result_of(&s, &out), plain_result(i));
        close_session(&s);
    }
}

Test(platform, a_profile_in_pieces_adds_up)
{
    struct session    s;
    struct kc_profile p;
    struct kc_outcome out;
    uint64_t          cycles = 0;

    open_work(&s, "plena", 64);
    kc_profile_init(&s.arena, &p, &s.program);
    do
        out = run(&s, (struct kc_run){ .fuel = 13, .profile = &p });
    while (out.kind == KC_OUTCOME_OUT_OF_FUEL);
    for (size_t pc = 0; pc < s.program.count; pc++)
        cycles += p.cycles[pc];
    cr_expect_eq(cycles, out.cycles);
    expect_same("in pieces", result_of(&s, &out), plain_result(0));
    close_session(&s);
}

Test(platform, a_tracked_run_equals_a_plain_one)
{
    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        struct session     s;
        struct kc_tracking tracking = { 0 };

        open_work(&s, configurations[i].target, configurations[i].vlen);
        kc_machine_track(s.machine, true);
        preload(&s);
        const struct kc_outcome out = run(&s, (struct kc_run){ .tracking = &tracking });

        expect_same(configurations[i].target, result_of(&s, &out), plain_result(i));
        cr_expect_gt(tracking.total, 0, "HBM was drawn from a seed: nobody wrote it");
        cr_expect_eq(kc_region_writer(region(&s, "fpram"), 100), 20, "line of S_ST_FP");
        cr_expect_eq(kc_region_writer(region(&s, "intram"), 5), 21, "line of S_ST_INT");
        cr_expect_eq(kc_region_writer(region(&s, "vram"), 16 * configurations[i].vlen), 16,
                     "line of V_EXP_V");
        cr_expect_eq(kc_region_writer(region(&s, "mram"), 0), 25, "line of H_PREFETCH_M");
        cr_expect_eq(kc_region_writer(region(&s, "hbm"), 1 << 20), 34, "line of H_STORE_V");
        cr_expect_eq(kc_region_writer(region(&s, "fpram"), 1), KC_WRITER_HOST);
        cr_expect_eq(kc_region_writer(region(&s, "intram"), 1000), KC_WRITER_NOBODY);
        close_session(&s);
    }
}

Test(platform, reads_of_what_nobody_wrote_are_noted)
{
    struct session     s;
    struct kc_tracking tracking = { 0 };

    open_text(&s, "plena",
              "S_ADDI_INT gp1, gp0, 64\n"
              "S_MAP_V_FP gp0, gp0, 0\n"
              "V_ADD_VV gp0, gp0, gp0, 0\n"
              "V_ADD_VV gp0, gp0, gp1, 0\n"
              "V_ADD_VV gp0, gp1, gp0, 0\n");
    kc_machine_track(s.machine, true);
    kc_region_fill(region(&s, "fpram"), 0, 1);
    run(&s, (struct kc_run){ .tracking = &tracking });
    cr_expect_eq(tracking.total, 2, "%" PRIu64, tracking.total);
    cr_assert_eq(tracking.kept, 2);
    cr_expect_eq(tracking.first[0].line, 4);
    cr_expect_str_eq(tracking.first[0].region->name, "vram");
    cr_expect_eq(tracking.first[0].elem, 64);
    cr_expect_eq(tracking.first[1].line, 5);
    close_session(&s);
}

Test(platform, reads_of_a_tile_that_nobody_wrote_are_noted)
{
    struct session     s;
    struct kc_tracking tracking = { 0 };

    open_text(&s, "plena", "M_MM 0, gp0, gp0\nM_MM_WO gp0, gp0, 0\n");
    kc_machine_track(s.machine, true);
    kc_region_fill(region(&s, "vram"), 0, 1);
    run(&s, (struct kc_run){ .tracking = &tracking });
    cr_assert_eq(tracking.kept, 1);
    cr_expect_str_eq(tracking.first[0].region->name, "mram");
    cr_expect_eq(tracking.first[0].elem, 0);
    cr_expect_eq(tracking.first[0].line, 1);
    close_session(&s);
}

Test(platform, all_sinks_at_once)
{
    struct session     s;
    struct kc_tracking tracking = { 0 };
    struct kc_profile  p;

    open_work(&s, "plena", 64);
    kc_machine_track(s.machine, true);
    preload(&s);
    kc_profile_init(&s.arena, &p, &s.program);
    struct trace_sums       t = { .program = &s.program };
    const struct kc_outcome out =
        run(&s,
            (struct kc_run){
                .trace = sum_trace, .trace_context = &t, .profile = &p, .tracking = &tracking });

    cr_expect_eq(t.cycles, out.cycles);
    expect_same("all sinks", result_of(&s, &out), plain_result(0));
    close_session(&s);
}

/* ---- traps -------------------------------------------------------------------------------- */

Test(platform, a_trap_is_a_result)
{
    static const char text[] = "S_ADDI_INT gp1, gp0, 64\n"
                               "; the next address is no row\n"
                               "S_ADDI_INT gp2, gp0, 65\n"
                               "V_ADD_VV gp1, gp2, gp1, 0\n"
                               "S_ADDI_INT gp3, gp0, 1\n";

    for (int watched = 0; watched < 2; watched++) {
        struct session    s;
        struct trace_sums t = { 0 };

        open_text(&s, "plena", text);
        t.program = &s.program;
        for (int again = 0; again < 2; again++) {
            const struct kc_outcome out =
                run(&s,
                    (struct kc_run){ .trace = watched ? sum_trace : NULL, .trace_context = &t });

            cr_expect_eq(out.kind, KC_OUTCOME_TRAP, "watched %d, again %d", watched, again);
            cr_expect_str_eq(text_or_empty(out.cause), "vram-align");
            cr_expect_eq(out.pc, 2);
            cr_expect_eq(out.line, 4);
            cr_expect_eq(out.instructions, 2, "completed before");
            cr_expect_eq(out.cycles, 2, "completed before");
            cr_expect_not_null(strstr(out.message, "65"), "%s", out.message);
            cr_expect_gt(out.register_count, 0);
        }
        cr_expect_eq(t.steps, watched ? 2 : 0);
        close_session(&s);
    }
}

Test(platform, names_of_outcomes)
{
    cr_expect_str_eq(kc_outcome_name(KC_OUTCOME_HALTED), "halted");
    cr_expect_str_eq(kc_outcome_name(KC_OUTCOME_TRAP), "trap");
    cr_expect_str_eq(kc_outcome_name(KC_OUTCOME_OUT_OF_FUEL), "out_of_fuel");
}

/* ---- registers and regions ---------------------------------------------------------------- */

Test(platform, every_register_can_be_set_and_read)
{
    struct session     s;
    struct kc_register before[128], after[128];

    open_text(&s, "plena", "");
    const size_t count = s.target.platform->registers(s.machine, before, 128);

    cr_assert_eq(count, 16 + 8 + 16 + 3);
    for (size_t i = 0; i < count; i++) {
        char value[16];

        snprintf(value, sizeof value, "%zu", i + 2);
        const char *why = s.target.platform->set_register(s.machine, kc_str_from(before[i].name),
                                                          kc_str_from(value));

        cr_expect_null(why, "%s: %s", before[i].name, text_or_empty(why));
    }
    cr_expect_eq(s.target.platform->registers(s.machine, after, 128), count);
    for (size_t i = 0; i < count; i++) {
        cr_expect_str_eq(after[i].name, before[i].name);
        if (after[i].is_number)
            cr_expect_eq(after[i].number, (double)(i + 2), "%s", after[i].name);
        else
            cr_expect_eq(after[i].bits, i + 2, "%s", after[i].name);
    }
    after[3].bits = 4711;
    cr_expect_eq(s.target.platform->registers(s.machine, after, 3), count, "only as many as fit");
    cr_expect_eq(after[3].bits, 4711, "only as many as fit");
    close_session(&s);
}

Test(platform, registers_that_cannot_be_set)
{
    static const struct {
        const char *name, *value;
    } cases[] = {
        { "gp16", "1" },
        { "gp", "1" },
        { "f8", "1" },
        { "x1", "1" },
        { "", "1" },
        { "gp1", "" },
        { "gp1", "one" },
        { "gp1", "-1" },
        { "gp1", "4294967296" },
        { "f1", "" },
        { "f1", "abc" },
        { "f1", "1x" },
        { "SCALE", "4294967296" },
        { "GP1", "1" },
        { "a1", "18446744073709551616" },
    };
    struct session s;

    open_text(&s, "plena", "");
    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_not_null(s.target.platform->set_register(s.machine, kc_str_from(cases[i].name),
                                                           kc_str_from(cases[i].value)),
                           "%s = '%s'", cases[i].name, cases[i].value);
    close_session(&s);
}

Test(platform, regions_by_name)
{
    struct session s;

    open_text(&s, "plena:hbm_size=1M", "");
    cr_expect_eq(region(&s, "hbm")->elems, 1 << 20);
    cr_expect_eq(region(&s, "vram")->row_elems, 64);
    cr_expect_null(kc_machine_region(s.machine, BYTES("HBM")));
    cr_expect_null(kc_machine_region(s.machine, BYTES("")));
    cr_expect_not_null(
        kc_machine_region(s.machine, kc_str_from(s.target.platform->address_region)));
    close_session(&s);
}

/* ---- side by side ------------------------------------------------------------------------- */

struct worker {
    size_t        configuration;
    struct result result[8];
};

static void *work_alone(void *argument)
{
    struct worker *w = argument;

    for (size_t i = 0; i < KC_COUNT(w->result); i++)
        w->result[i] = plain_result(w->configuration);
    return NULL;
}

/* Two machines of different configuration, each on a thread of its own. */
Test(platform, two_machines_at_once_are_two_machines)
{
    struct worker workers[KC_COUNT(configurations)] = { 0 };
    struct result alone[KC_COUNT(configurations)];
    pthread_t     threads[KC_COUNT(configurations)];

    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        alone[i] = plain_result(i);
        workers[i].configuration = i;
    }
    for (size_t i = 0; i < KC_COUNT(configurations); i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, work_alone, &workers[i]), 0);
    for (size_t i = 0; i < KC_COUNT(configurations); i++) {
        pthread_join(threads[i], NULL);
        for (size_t k = 0; k < KC_COUNT(workers[i].result); k++)
            expect_same(configurations[i].target, workers[i].result[k], alone[i]);
    }
}

/* Two machines on one thread, a few instructions of each in turn. */
Test(platform, two_machines_in_turn_are_two_machines)
{
    struct session    a, b;
    struct kc_outcome out_a, out_b;

    open_work(&a, configurations[0].target, configurations[0].vlen);
    open_work(&b, configurations[2].target, configurations[2].vlen);
    do {
        out_a = run(&a, (struct kc_run){ .fuel = 3 });
        out_b = run(&b, (struct kc_run){ .fuel = 5 });
    } while (out_a.kind == KC_OUTCOME_OUT_OF_FUEL || out_b.kind == KC_OUTCOME_OUT_OF_FUEL);
    expect_same("first", result_of(&a, &out_a), plain_result(0));
    expect_same("second", result_of(&b, &out_b), plain_result(2));
    close_session(&a);
    close_session(&b);
}

/* ---- was once broken --------------------------------------------------------------------------
 */

/* Once broken: executed + fuel wraps, and the second piece ends before its first instruction. */
Test(platform, unlimited_fuel_after_a_piece)
{
    struct session    s;
    struct kc_outcome out;

    open_work(&s, "plena", 64);
    run(&s, (struct kc_run){ .fuel = 10 });
    out = run(&s, (struct kc_run){ .fuel = UINT64_MAX });
    expect_same("the rest", result_of(&s, &out), plain_result(0));
    close_session(&s);
}

/* Once broken: the accumulators of the broadcast products take BROADCAST_AMOUNT * MLEN * MLEN
 * floats: 256 GiB here, and the process ends. */
Test(platform, a_machine_that_fits_no_host_is_refused)
{
    struct kc_arena  arena = { 0 };
    struct kc_target target = { 0 };
    struct kc_diags  dg;

    cr_expect_not(kc_target_open(&arena, "plena:mlen=4096,vlen=4096,hlen=1,broadcast_amount=4096",
                                 NULL, &target, &dg));
    kc_arena_free(&arena);
}

/* Once broken: loops that the program before left open stay open.  When such a loop later counts as
 * run away, its line is looked up in the new program, out of bounds. */
Test(platform, loading_a_program_forgets_the_loops_of_the_one_before)
{
    struct session    s;
    struct kc_diags   dg;
    struct kc_outcome out;
    struct kc_program next;

    open_text(&s, "plena", "C_LOOP_START gp4, 5\nS_ADDI_INT gp1, gp0, 1\nC_LOOP_END gp4\n");
    out = run(&s, (struct kc_run){ .fuel = 2 });
    cr_assert_eq(out.kind, KC_OUTCOME_OUT_OF_FUEL);
    dg = diags_about(&s.arena, "next.s", BYTES("C_LOOP_END gp4\n"));
    next = kc_assemble(&s.arena, s.target.isa, &dg);
    s.target.platform->load(s.machine, &next);
    out = run(&s, (struct kc_run){ 0 });
    cr_expect_eq(out.kind, KC_OUTCOME_TRAP, "%s", kc_outcome_name(out.kind));
    cr_expect_str_eq(text_or_empty(out.cause), "loop-end");
    close_session(&s);
}
