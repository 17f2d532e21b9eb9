/* The AIE2 core from outside: traps, notes, control flow, memory stages, banks, locks, sinks.
 * Arithmetic has its own tests (test_aie2_arith.c); timing of operands is judged by a second core
 * (tests/diff/aie2_differ.py) and by compiled kernels (tests/aie2_sim.py). */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernelcraft/platform.h"

struct rig {
    struct kc_arena    arena;
    struct kc_target   target;
    struct kc_program  program;
    struct kc_machine *machine;
    struct kc_outcome  out;
};

static void rig_load(struct rig *rig, const char *target, const char *text)
{
    struct kc_diags dg;

    *rig = (struct rig){ 0 };
    kc_diags_init(&dg, &rig->arena, (struct kc_source){ "target", kc_str_from(target) });
    cr_assert(kc_target_open(&rig->arena, target, NULL, &rig->target, &dg), "%s", target);
    kc_diags_init(&dg, &rig->arena, (struct kc_source){ "test.s", kc_str_from(text) });
    rig->program = kc_target_assemble(&rig->arena, &rig->target, &dg);
    cr_assert(dg.errors == 0, "%s: %s", text, dg.first ? dg.first->message : "");
    rig->machine = rig->target.platform->machine_new(rig->target.config, rig->target.isa);
    rig->target.platform->load(rig->machine, &rig->program);
}

static void rig_run(struct rig *rig, const struct kc_run *run)
{
    rig->out = rig->target.platform->run(rig->machine, run);
}

static void rig_free(struct rig *rig)
{
    rig->target.platform->machine_free(rig->machine);
    kc_arena_free(&rig->arena);
}

/* The program goes with the rig that ran it: look at results, but do not run it again. */
static struct rig ran(const char *target, const char *text)
{
    struct rig rig;

    rig_load(&rig, target, text);
    rig_run(&rig, &(struct kc_run){ .fuel = 10000 });
    return rig;
}

static uint64_t reg(const struct rig *rig, const char *name)
{
    struct kc_register all[KC_REGISTERS];
    const size_t       n = rig->target.platform->registers(rig->machine, all, KC_REGISTERS);

    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].bits;
    cr_assert_fail("there is no register %s", name);
    return 0;
}

static void set(struct rig *rig, const char *name, const char *value)
{
    const char *why =
        rig->target.platform->set_register(rig->machine, kc_str_from(name), kc_str_from(value));

    cr_assert(!why, "%s=%s: %s", name, value, why);
}

static uint32_t word_at(struct rig *rig, uint32_t address)
{
    uint32_t v = 0;

    for (uint32_t i = 0; i < 4; i++)
        v |=
            (uint32_t)*(const uint8_t *)kc_region_elem(rig->machine->regions, address - 0x70000 + i)
            << 8 * i;
    return v;
}

/* ---- traps ----------------------------------------------------------------------------------- */

#define NOPS_5 "nop\nnop\nnop\nnop\nnop\n"

static const struct {
    const char *cause, *target, *text;
    uint32_t    line;
} traps[] = {
    { "address", "aie2", "movxm p0, #0x60000\nlda r0, [p0, #0]\ndone\n", 2 },
    { "address", "aie2", "movxm p0, #0x7ffe0\nvldb wl1, [p0], #32\nvldb wl1, [p0], #32\n", 3 },
    { "address", "aie2", "movxm p0, #0x70000\nlda r0, [p0, #-4]\ndone\n", 2 },
    { "alignment", "aie2", "movxm p0, #0x70010\nvlda wl0, [p0, #0]\ndone\n", 2 },
    { "alignment", "aie2", "movxm p0, #0x70002\nst r0, [p0, #0]\ndone\n", 2 },
    { "alignment", "aie2", "movxm p0, #0x70001\nlda.s16 r0, [p0, #0]\ndone\n", 2 },
    { "program-end", "aie2:check=off", "nop\nnop\n", 0 },
    { "jump-target", "aie2:check=off", "j #3\n" NOPS_5, 6 },
    { "jump-target", "aie2:check=off", "movxm p0, #0x4000\nj p0\n" NOPS_5, 7 },
    { "data-executed", "aie2:check=off", "nop\n.word 1\nnop\ndone\n", 2 },
    { "jump-in-delay-slot", "aie2:check=off", "j #0\nj #0\n" NOPS_5, 2 },
    { "loop-start", "aie2:check=off",
      "movxm le, #18\nmovxm ls, #0x3000\nmovxm lc, #2\nnop\nnop\ndone\n", 4 },
    { "lock-deadlock", "aie2:check=off", "mova r0, #-1\nacq #48, r0\ndone\n", 2 },
    { "lock-deadlock", "aie2:check=off", "mova r0, #3\nacq #48, r0\ndone\n", 2 },
    { "lock-number", "aie2:check=off", "mova r0, #1\nmova r1, #64\nrel r1, r0\ndone\n", 3 },
    { "mac-mode", "aie2:check=off", "mova r0, #40\nvmul cm0, x0, x1, r0\nvmul.f bml0, x0, x1, r0\n",
      3 },
    { "mac-mode", "aie2:check=off", "mova r0, #4\nvadd cm0, cm1, cm2, r0\ndone\n", 2 },
    { "mac-mode", "aie2:check=off", "mova r0, #0\nvadd.f bml0, bml1, bml2, r0\ndone\n", 2 },
    { "shuffle-mode", "aie2:check=off", "mova r0, #48\nvshuffle x0, x1, x2, r0\ndone\n", 2 },
    { "shift-range", "aie2:check=off", "mova r0, #65\nvshift x0, x1, x2, r0\ndone\n", 2 },
    { "shift-align", "aie2:check=off", "mov s0, #1\nvshift.align x0, x1, s0, x2, r0\ndone\n", 2 },
    { "rounding-mode", "aie2:check=off", "mova r0, #4\nmovx crRnd, r0\nvconv.bf16.fp32 wl0, bml0\n",
      3 },
    { "undefined-register", "aie2:check=off", "mul r0, r1, r2\nmov r0, r3\nadd r4, r0, r0\ndone\n",
      3 },
    { "premature-read", "aie2:check=off,premature=trap",
      "mova r1, #2\nmul r0, r1, r1\nadd r4, r0, r1\ndone\n", 3 },
    { "unwritten-register", "aie2:check=off,unwritten=trap", "nop\nadd r4, r0, #1\ndone\n", 2 },
    { "structural-conflict", "aie2:check=off,conflicts=trap",
      "mul r0, r1, r2\nadd r3, r4, r5\ndone\n", 2 },
    { "unsupported-instruction", "aie2:check=off", "nop\nmov r0, SS\ndone\n", 2 },
    { "unsupported-instruction", "aie2:check=off", "vmov x0, SCD\ndone\n", 1 },
    { "unsupported-instruction", "aie2:check=off", "vldb.sparse.fill.8 [p0]\ndone\n", 1 },
    { "unsupported-instruction", "aie2:check=off", "lda.tm r0, [p0]\ndone\n", 1 },
};

Test(aie2_sim, traps_name_their_cause_and_line)
{
    for (size_t i = 0; i < KC_COUNT(traps); i++) {
        struct rig rig = ran(traps[i].target, traps[i].text);

        cr_expect(rig.out.kind == KC_OUTCOME_TRAP, "%s", traps[i].text);
        cr_expect(rig.out.cause && strcmp(rig.out.cause, traps[i].cause) == 0, "%s: %s",
                  traps[i].text, rig.out.cause ? rig.out.cause : rig.out.message);
        cr_expect(rig.out.line == traps[i].line, "%s: line %" PRIu32 "\n%s", traps[i].cause,
                  rig.out.line, traps[i].text);
        cr_expect(rig.out.message[0] && rig.out.hint);
        rig_free(&rig);
    }
}

Test(aie2_sim, fuel_ends_endless_loops)
{
    struct rig rig = ran("aie2:check=off", "j #0\n" NOPS_5);

    cr_expect(rig.out.kind == KC_OUTCOME_OUT_OF_FUEL && rig.out.instructions == 10000);
    rig_free(&rig);
}

/* ---- notes ----------------------------------------------------------------------------------- */

Test(aie2_sim, premature_reads_are_counted_by_lines)
{
    struct rig rig = ran("aie2:check=off,premature=note,unwritten=off",
                         "mova r1, #3\nmul r0, r1, r1\nadd r4, r0, r1\nmul r0, r1, r1\nnop\n"
                         "add r5, r0, r1\ndone\n");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && rig.out.note_count == 1);
    cr_expect_str_eq(rig.out.notes[0].id, "premature-read");
    cr_expect(rig.out.notes[0].line == 3 && rig.out.notes[0].count == 1);
    cr_expect_str_eq(rig.out.notes[0].text,
                     "add reads r0 1 cycle before the result of mul (line 2) is there");
    cr_expect(reg(&rig, "r4") == 3 && reg(&rig, "r5") == 12);
    rig_free(&rig);
}

/* An accumulator is read at E3: the write of an instruction issued after the reader is no earlier
 * result, and a late operand is judged when it is read. */
Test(aie2_sim, late_operands_are_judged_when_they_are_read)
{
    struct rig rig = ran("aie2:check=off,premature=note,unwritten=off",
                         "mova r1, #776\nvmul cm0, x0, x1, r1\nvmac cm1, cm0, x0, x1, r1\nnop\n"
                         "vunpack.s16.s8 x2, wl3\nvadd.16 x3, x4, x5\nnop\nnop\ndone\n");

    cr_expect(rig.out.note_count == 1, "%zu notes", rig.out.note_count);
    cr_expect_str_eq(rig.out.notes[0].text,
                     "vmac reads cm0 1 cycle before the result of vmul (line 2) is there");
    rig_free(&rig);
}

Test(aie2_sim, unwritten_operands_are_noted_once)
{
    struct rig rig =
        ran("aie2:check=off", "mov r2, r16\nadd r0, r9, #1\nadd r1, r9, #1\nvbcst.16 x0, r0\n"
                              "vadd.16 x1, x0, x0\nvmov wl4, wl0\nvadd.16 x2, x4, x0\ndone\n");

    cr_expect(rig.out.note_count == 1, "%zu notes: %s", rig.out.note_count, rig.out.notes[1].text);
    cr_expect_str_eq(rig.out.notes[0].text, "add reads r9, which nothing has written");
    cr_expect(rig.out.notes[0].line == 2);
    rig_free(&rig);
}

Test(aie2_sim, undefined_matters_only_when_read)
{
    struct rig rig =
        ran("aie2:check=off", "mul r0, r1, r2\nmov r0, r3\nmova r0, #7\nadd r4, r0, r0\ndone\n");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && reg(&rig, "r4") == 14);
    rig_free(&rig);
}

/* ---- control flow ---------------------------------------------------------------------------- */

Test(aie2_sim, loops_run_their_count)
{
    for (unsigned trips = 1; trips < 6; trips++) {
        char       text[400];
        struct rig rig;

        snprintf(text, sizeof text,
                 "movxm lc, #%u\nmovxm ls, #.Ls\nmovxm le, #.Le\nmova r0, #0\nmova r1, #0\n"
                 ".p2align 4\n.rept 8\nnopb ; nopa ; nops ; nopxm ; nopv\n.endr\n"
                 ".Ls:\nnopb ; nopa ; nops ; add r0, r0, #1 ; nopm ; nopv\n"
                 ".Le:\nnopb ; nopa ; nops ; add r1, r1, #2 ; nopm ; nopv\nnop\ndone\n",
                 trips);
        rig = ran("aie2", text);
        cr_expect(rig.out.kind == KC_OUTCOME_HALTED, "%s", rig.out.message);
        cr_expect(reg(&rig, "r0") == trips && reg(&rig, "r1") == 2 * trips && reg(&rig, "lc") == 0);
        cr_expect(rig.out.cycles == 5 + 8 + 2 * trips + 2 + 1, "%" PRIu64, rig.out.cycles);
        rig_free(&rig);
    }
}

Test(aie2_sim, one_bundle_may_be_a_loop)
{
    struct rig rig = ran("aie2", "movxm lc, #9\nmovxm ls, #.L\nmovxm le, #.L\nmova r0, #0\n"
                                 ".p2align 4\n.rept 8\nnopb ; nopa ; nops ; nopxm ; nopv\n.endr\n"
                                 ".L:\nnopb ; nopa ; nops ; add r0, r0, #1 ; nopm ; nopv\ndone\n");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && reg(&rig, "r0") == 9, "%s", rig.out.message);
    rig_free(&rig);
}

/* Five delay slots, taken or not; jnzd tests the value before its decrement. */
Test(aie2_sim, jumps_have_five_delay_slots)
{
    struct rig rig =
        ran("aie2:check=off",
            "mova r0, #0\nmova r1, #2\nmovxm p0, #.L\nmova r2, #0\n.p2align 4\n"
            ".L:\nadd r0, r0, #1\njnzd r1, r1, p0\nadd r2, r2, #1\nadd r2, r2, #1\n"
            "add r2, r2, #1\nadd r2, r2, #1\nadd r2, r2, #1\njz r0, #.L\n" NOPS_5 "done\n");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect(reg(&rig, "r0") == 3 && reg(&rig, "r2") == 15);
    cr_expect(reg(&rig, "r1") == UINT32_MAX);
    cr_expect(rig.out.cycles == 5 + 3 * 7 + 7, "%" PRIu64, rig.out.cycles);
    rig_free(&rig);
}

Test(aie2_sim, calls_return_behind_their_delay_slots)
{
    struct rig rig = ran("aie2:check=off", "jl #f\nmova r0, #1\n"
                                           "nop\nnop\nnop\nnop\nadd r0, r0, #16\ndone\n"
                                           ".p2align 4\nf:\nret lr\nadd r0, r0, #2\nnop\nnop\n"
                                           "nop\nnop\n");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && reg(&rig, "r0") == 19, "%s", rig.out.message);
    rig_free(&rig);
}

/* Through a pointer, with lr kept in memory meanwhile. */
Test(aie2_sim, calls_go_through_pointers)
{
    struct rig rig =
        ran("aie2:check=off", "movxm p0, #f\nst lr, [sp, #0]\njl p0\nmova r0, #1\n"
                              "nop\nnop\nnop\nnop\nlda lr, [sp, #0]\nadd r0, r0, #16\n" NOPS_5
                              "movxm p1, #g\nj p1\n" NOPS_5 "done\n.p2align 4\nf:\nret lr\n"
                              "add r0, r0, #2\nnop\nnop\nnop\nnop\n.p2align 4\ng:\nret lr\n"
                              "event #1\nadd r0, r0, #32\nnop\nnop\nnop\n");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && reg(&rig, "r0") == 51, "%s", rig.out.message);
    cr_expect(reg(&rig, "lr") == 0xffff0);
    rig_free(&rig);
}

/* A return to the exit ends the run, and stores in flight still arrive. */
Test(aie2_sim, return_ends_the_run)
{
    struct rig rig = ran("aie2:check=off,init=poison",
                         "movxm p0, #0x70100\nmova r0, #77\nret lr\nnop\nnop\nnop\nnop\n"
                         "st.s8 r0, [p0, #1]\nmova r0, #5\n");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && rig.out.cycles == 8);
    cr_expect(word_at(&rig, 0x70100) == 77 << 8);
    rig_free(&rig);
}

/* ---- addresses and memory stages ------------------------------------------------------------- */

/* Walks with .2d and .3d next to the rule written out. */
Test(aie2_sim, three_dimensional_walks)
{
    struct kc_buf text = { 0 };
    uint32_t      p = 0, c0 = 0, c4 = 0;
    struct rig    rig;

    kc_buf_printf(&text, "movxm p0, #0x70000\nmova dn0, #2\nmova dj0, #4\nmova dc0, #0\n"
                         "mova dn4, #1\nmova dj4, #100\nmova dc4, #0\nmova m0, #-8\n");
    for (int i = 0; i < 20; i++)
        kc_buf_printf(&text, "padda.3d [p0], d0\n");
    kc_buf_printf(&text, "done\n");
    rig = ran("aie2:check=off", text.text);
    for (int i = 0; i < 20; i++) {
        if (c0 < 2)
            c0++, p += 4;
        else if (c4 < 1)
            c0 = 0, c4++, p += 100;
        else
            c0 = c4 = 0, p -= 8;
    }
    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && reg(&rig, "p0") == 0x70000 + p);
    cr_expect(reg(&rig, "dc0") == c0 && reg(&rig, "dc4") == c4);
    kc_buf_free(&text);
    rig_free(&rig);
}

/* A load issued `distance` bundles after a store: what it sees. */
static uint64_t loaded_after(const char *setup, const char *store, int distance)
{
    struct kc_buf text = { 0 };

    kc_buf_printf(&text,
                  "movxm p0, #0x70000\nmovxm r0, #0x3f80\nmova r2, #12\nmovx crRnd, r2\n%s%s\n",
                  setup, store);
    for (int i = 1; i < distance; i++)
        kc_buf_puts(&text, "nop\n");
    kc_buf_puts(&text, "lda.u16 r1, [p0, #0]\nnop\nnop\nnop\nnop\nnop\nnop\ndone\n");
    struct rig     rig = ran("aie2:check=off,unwritten=off", text.text);
    const uint64_t seen = reg(&rig, "r1");

    cr_expect(rig.out.kind == KC_OUTCOME_HALTED, "%s", rig.out.message);
    kc_buf_free(&text);
    rig_free(&rig);
    return seen;
}

Test(aie2_sim, stores_are_seen_after_their_stage)
{
    static const char acc[] = "vbcst.16 x0, r0\nnop\nvconv.fp32.bf16 bml0, wl0\nnop\nnop\n";

    cr_expect(loaded_after("", "st r0, [p0, #0]", 1) == 0x3f80);
    cr_expect(loaded_after(acc, "vst.conv.bf16.fp32 bml0, [p0, #0]", 2) == 0);
    cr_expect(loaded_after(acc, "vst.conv.bf16.fp32 bml0, [p0, #0]", 3) == 0x3f80);
    cr_expect(loaded_after("", "st.s16 r0, [p0, #0]", 6) == 0);
    cr_expect(loaded_after("", "st.s16 r0, [p0, #0]", 7) == 0x3f80);
}

/* In one bundle the load reads before the store writes. */
Test(aie2_sim, loads_read_before_stores_write)
{
    struct rig rig =
        ran("aie2:check=off", "movxm p0, #0x70000\nmova r0, #5\n"
                              "lda r1, [p0, #0] ; st r0, [p0, #0]\n" NOPS_5 "nop\ndone\n");

    cr_expect(reg(&rig, "r1") == 0 && word_at(&rig, 0x70000) == 5);
    rig_free(&rig);
}

/* ---- stalls ---------------------------------------------------------------------------------- */

static const struct {
    const char *bundles;
    uint64_t    stalls;
} conflicts[] = {
    { "vlda wl0, [p0, #0] ; vldb wl1, [p1, #0]", 0 },  /* two logical banks */
    { "vlda wl0, [p0, #0] ; vldb wl1, [p0, #32]", 1 }, /* one */
    { "vlda wl0, [p0, #0] ; vldb wl1, [p0, #32] ; vst wl2, [p0, #64]", 2 },
    { "vlda wl0, [p0, #0] ; vldb wl1, [p1, #32] ; vst wl2, [p0, #64]", 1 },
    { "lda r0, [p0, #0] ; st r1, [p0, #16]", 0 }, /* physical banks */
    { "lda r0, [p0, #0] ; st r1, [p0, #32]", 1 },
    { "lda r0, [p0, #0] ; st r1, [p0, #0]", 1 }, /* the same word */
    { "lda r0, [p0, #0] ; vldb wl0, [p0, #32]", 1 },
    { "vst.conv.bf16.fp32 bml0, [p0, #0]\nnop\nlda r0, [p0, #0]", 1 }, /* asks at E4 */
    { "vst.conv.bf16.fp32 bml0, [p0, #0]\nlda r0, [p0, #0]\nnop", 0 },
    { "st.s8 r0, [p0, #0]\nnop\nnop\nnop\nnop\nnop\nlda r0, [p0, #0]", 1 }, /* writes at E8 */
    { "st.s8 r0, [p0, #0] ; vldb wl0, [p0, #0]", 1 },                       /* and reads at E2 */
    { "vldb.4x16.lo wl0, wl4", 1 }, /* one address: two lookups in each bank of its pair */
};

Test(aie2_sim, bank_conflicts_stall)
{
    for (size_t i = 0; i < KC_COUNT(conflicts); i++) {
        char       text[400];
        struct rig rig;

        snprintf(text, sizeof text,
                 "movxm p0, #0x70000\nmovxm p1, #0x74000\nmovxm r9, #0x70000\nvbcst.32 x4, r9\n"
                 "nop\nnop\n%s\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\nnop\ndone\n",
                 conflicts[i].bundles);
        rig = ran("aie2:check=off,unwritten=off", text);
        cr_expect(rig.out.kind == KC_OUTCOME_HALTED, "%s", rig.out.message);
        cr_expect(rig.out.cycles - rig.out.instructions == conflicts[i].stalls,
                  "%s: %" PRIu64 " stalls", conflicts[i].bundles,
                  rig.out.cycles - rig.out.instructions);
        rig_free(&rig);
    }
}

Test(aie2_sim, locks_cost_a_cycle_and_keep_count)
{
    struct rig rig;

    rig_load(&rig, "aie2:check=off",
             "mova r0, #-2\nmova r1, #3\nmova r26, #0\nacq #48, r0\nrel #49, r1\n"
             "acq.cond #50, r0, r26\nrel.cond #49, r1, r26\nacq #49, r1\ndone\n");
    set(&rig, "lock48", "5");
    rig_run(&rig, &(struct kc_run){ 0 });
    cr_expect(rig.out.kind == KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect(rig.out.instructions == 9 && rig.out.cycles == 12);
    rig_free(&rig);
}

/* ---- sinks ----------------------------------------------------------------------------------- */

Test(aie2_sim, profile_adds_up)
{
    struct rig        rig;
    struct kc_profile profile;
    uint64_t          sum = 0;

    rig_load(&rig, "aie2:check=off,unwritten=off",
             "movxm p0, #0x70000\nmova r0, #-1\nvlda wl0, [p0, #0] ; vldb wl1, [p0, #0] ; nopx\n"
             "vst wl2, [p0, #0] ; add r3, r0, r0 ; mov r4, r5\nrel #48, r0\ndone\n");
    kc_profile_init(&rig.arena, &profile, &rig.program);
    rig_run(&rig, &(struct kc_run){ .profile = &profile });
    for (size_t i = 0; i < rig.program.count; i++)
        sum += profile.cycles[i];
    cr_expect(sum == rig.out.cycles && rig.out.cycles == 8, "%" PRIu64, sum);
    cr_expect(profile.cycles[2] == 2 && profile.count[2] == 1 && profile.cycles[4] == 2);
    cr_expect(profile.unit_cycles[0] == 2 && profile.unit_cycles[1] == 1); /* lda, ldb */
    cr_expect(profile.stall_cycles[0] == 1 && profile.stall_cycles[1] == 1);
    cr_expect_str_eq(profile.stall_name[0], "bank conflict");
    rig_free(&rig);
}

static void keep_effects(void *context, const struct kc_step *step)
{
    kc_buf_printf(context, "%" PRIu64 " %s\n", step->cycle, step->effect);
}

Test(aie2_sim, trace_shows_what_is_in_flight)
{
    struct rig    rig;
    struct kc_buf text = { 0 };

    rig_load(&rig, "aie2:check=off",
             "movxm p0, #0x70000\nmova r1, #3\nmul r2, r1, r1 ; vlda wl0, [p0], #32\n"
             "st r1, [p0, #0]\ndone\n");
    rig_run(&rig, &(struct kc_run){ .trace = keep_effects, .trace_context = &text });
    cr_expect_str_eq(text.text, "0 p0 = 0x70000\n1 r1 = 0x3\n"
                                "2 p0 = 0x70020; r2 <- 0x9 in 2; wl0 <- 0x..0000000000000000 in 7\n"
                                "3 [0x70020] = 0x00000003\n4 \n");
    kc_buf_free(&text);
    rig_free(&rig);
}

Test(aie2_sim, tracking_knows_readers_and_writers)
{
    struct rig         rig;
    struct kc_tracking tracking = { 0 };

    rig_load(&rig, "aie2:check=off,unwritten=off",
             "movxm p0, #0x70000\nst r1, [p0, #0]\nlda r2, [p0, #0]\nvlda wl0, [p0, #0]\ndone\n");
    kc_machine_track(rig.machine, true);
    rig_run(&rig, &(struct kc_run){ .tracking = &tracking });
    cr_expect(tracking.total == 1 && tracking.first[0].line == 4 && tracking.first[0].elem == 4);
    cr_expect(kc_region_writer(rig.machine->regions, 3) == 2);
    rig_free(&rig);
}

/* ---- registers ------------------------------------------------------------------------------- */

Test(aie2_sim, registers_are_set_by_name)
{
    static const struct {
        const char *name, *value;
    } wrong[] = { { "r32", "0" },    { "R0", "0" },   { "p0", "0x100000" },   { "p0", "-600000" },
                  { "s0", "64" },    { "wl0", "00" }, { "r0", "x" },          { "lock64", "0" },
                  { "lock0", "64" }, { "d0", "0" },   { "r0", "0x100000000" } };
    struct rig rig;

    rig_load(&rig, "aie2", "done\n");
    for (size_t i = 0; i < KC_COUNT(wrong); i++)
        cr_expect(rig.target.platform->set_register(rig.machine, kc_str_from(wrong[i].name),
                                                    kc_str_from(wrong[i].value)) != NULL,
                  "%s=%s", wrong[i].name, wrong[i].value);
    set(&rig, "r7", "-2");
    set(&rig, "m1", "-32");
    set(&rig, "crRnd", "12");
    cr_expect(reg(&rig, "r7") == 0xfffffffe && reg(&rig, "m1") == 0xfffe0);
    cr_expect(reg(&rig, "crRnd") == 12 && reg(&rig, "lr") == 0xffff0 && reg(&rig, "sp") == 0x7c000);
    cr_expect(rig.target.platform->call(rig.machine, 2) != NULL);
    cr_expect(rig.target.platform->call(rig.machine, 0) == NULL);
    rig_free(&rig);
}

Test(aie2_sim, reset_forgets_everything)
{
    struct rig rig;

    rig_load(&rig, "aie2:check=off",
             "movxm p0, #0x70000\nmova r0, #5\nst r0, [p0, #0]\nmul r1, r0, r0\ndone\n");
    rig_run(&rig, &(struct kc_run){ 0 });
    rig.target.platform->machine_reset(rig.machine);
    cr_expect(reg(&rig, "r1") == 0 && word_at(&rig, 0x70000) == 0);
    rig_run(&rig, &(struct kc_run){ 0 });
    cr_expect(rig.out.kind == KC_OUTCOME_HALTED && rig.out.cycles == 5 && reg(&rig, "r1") == 25);
    rig_free(&rig);
}
