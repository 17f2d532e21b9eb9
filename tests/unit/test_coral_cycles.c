/* What single instructions cost in the Coral cycle model, against the tables of the specification
 * ("Costs at a glance" and those of external memory): the difference that 16 more of them make. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernelcraft/platform.h"

enum { FEW = 16, MANY = 32 };

static uint64_t run(const char *config, const char *setup, const char *body, int count)
{
    struct kc_arena  arena = { 0 };
    struct kc_target target;
    struct kc_diags  dg;
    struct kc_buf    text = { 0 };

    cr_assert(kc_target_open(&arena, config, NULL, &target, &dg));
    kc_buf_printf(&text, "lui a0, 0x11\nlui a1, 0x20001\nlui a2, 0x12\n%s\n.balign 16\n", setup);
    for (int i = 0; i < count; i++)
        kc_buf_printf(&text, "%s\n", body);
    kc_buf_puts(&text, "mpause\n");
    kc_diags_init(&dg, &arena, (struct kc_source){ "test", { text.text, text.length } });
    const struct kc_program program = kc_target_assemble(&arena, &target, &dg);

    cr_assert_eq(dg.errors, 0, "%s", body);
    struct kc_machine  *machine = target.platform->machine_new(target.config, target.isa);
    const struct kc_run options = { 0 };

    target.platform->load(machine, &program);
    const struct kc_outcome out = target.platform->run(machine, &options);

    cr_assert_eq(out.kind, KC_OUTCOME_HALTED, "%s: %s", body, out.message);
    target.platform->machine_free(machine);
    kc_buf_free(&text);
    kc_arena_free(&arena);
    return out.cycles;
}

struct cost {
    const char *name, *config, *setup, *body;
    uint32_t    cycles, per; /* cycles for so many repetitions */
};

static void check(const struct cost *c, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint64_t more = run(c[i].config, c[i].setup, c[i].body, MANY) -
                              run(c[i].config, c[i].setup, c[i].body, FEW);

        cr_expect_eq(more * c[i].per, (uint64_t)c[i].cycles * (MANY - FEW),
                     "%s: %" PRIu64 " cycles for %d, expected %u for %u", c[i].name, more,
                     MANY - FEW, c[i].cycles, c[i].per);
    }
}

#define E8(lmul)  "vsetvli t0, zero, e8, " lmul ", ta, ma"
#define E16(lmul) "vsetvli t0, zero, e16, " lmul ", ta, ma"

Test(coral_cycles, scalar)
{
    static const struct cost costs[] = {
        { "independent", "coral", "", "add t0, a0, a1\nadd t1, a0, a1", 1, 1 },
        { "dependent", "coral", "", "add t0, t0, a1", 1, 1 },
        { "nop", "coral", "", "nop", 1, 1 },
        { "mul, dependent", "coral", "", "mul t0, t0, a0", 2, 1 },
        { "mul, independent", "coral", "", "mul t0, a0, a1", 2, 1 },
        { "lw", "coral", "", "lw t0, 0(a0)", 4, 1 },
        { "lw and its use", "coral", "", "lw t0, 0(a0)\nadd a3, a3, t0", 4, 1 },
        { "lw to address", "coral", "", "lw a0, 0(a0)\nor a0, a2, a2", 6, 1 },
        { "sw", "coral", "", "sw a1, 0(a0)", 2, 1 },
        { "lw across lines", "coral", "", "lw t0, 14(a0)", 5, 1 },
        { "sw across lines", "coral", "", "sw a1, 14(a0)", 3, 1 },
        { "div of 32 bits", "coral", "li t1, -1", "divu t0, t1, a0", 35, 1 },
        { "div by 0", "coral", "", "div t0, a0, zero", 35, 1 },
        { "fadd", "coral", "", "fadd.s fa0, fa0, fa1", 2, 1 },
        { "fmadd, independent", "coral", "", "fmadd.s fa0, fa1, fa2, fa3", 2, 1 },
        { "fdiv", "coral", "", "fdiv.s fa0, fa1, fa2", 19, 1 },
        { "fsqrt", "coral", "", "fsqrt.s fa0, fa1", 19, 1 },
        { "fadd, P = 3", "coral:fpu_depth=3", "", "fadd.s fa0, fa0, fa1", 5, 1 },
        { "fdiv, P = 3", "coral:fpu_depth=3", "", "fdiv.s fa0, fa1, fa2", 22, 1 },
        { "flw", "coral", "", "flw fa0, 0(a0)\nflw fa1, 4(a0)", 8, 1 },
        { "flw into one register", "coral", "", "flw fa0, 0(a0)", 5, 1 },
        { "fsw", "coral", "", "fsw fa0, 0(a0)", 2, 1 },
        { "taken forward branch", "coral", "", "beq zero, zero, 1f\nnop\nnop\nnop\n1:", 4, 1 },
    };

    check(costs, KC_COUNT(costs));
}

Test(coral_cycles, vector)
{
    static const struct cost costs[] = {
        { "ALU, LMUL 8", "coral", E8("m8"), "vadd.vv v8, v16, v24", 4, 1 },
        { "MAC, LMUL 8", "coral", E8("m8"), "vmacc.vv v8, v16, v24", 4, 1 },
        { "widening multiply, LMUL 1", "coral", E8("m1"), "vwmul.vv v8, v16, v24", 1, 1 },
        { "widening multiply, LMUL 4", "coral", E8("m4"), "vwmul.vv v8, v16, v24", 4, 1 },
        { "load, 1 register", "coral", E8("m1"), "vle8.v v8, (a0)", 5, 1 },
        { "load, 2 registers", "coral", E8("m2"), "vle8.v v8, (a0)", 9, 1 },
        { "load, 4 registers", "coral", E8("m4"), "vle8.v v8, (a0)", 17, 1 },
        { "load, 8 registers", "coral", E8("m8"), "vle8.v v8, (a0)", 33, 1 },
        { "load, unaligned", "coral", E8("m4") "\naddi a0, a0, 1", "vle8.v v8, (a0)", 21, 1 },
        { "store, 1 register", "coral", E8("m1"), "vse8.v v8, (a0)\nvse8.v v9, (a0)", 8, 1 },
        { "store, 8 registers", "coral", E8("m8"), "vse8.v v8, (a0)", 25, 1 },
        { "store, unaligned", "coral", E8("m4") "\naddi a0, a0, 1", "vse8.v v8, (a0)", 17, 1 },
        { "strided, 16 lines", "coral", E8("m1") "\nli t1, 16", "vlse8.v v8, (a0), t1", 20, 1 },
        { "segments of 2", "coral", E8("m1"), "vlseg2e8.v v8, (a0)", 11, 1 },
        { "segments of 4", "coral", E8("m1"), "vlseg4e8.v v8, (a0)", 29, 1 },
        { "reduction, 8 registers", "coral", E8("m8"), "vredsum.vs v1, v8, v2", 8, 1 },
        { "widening reduction, 8", "coral", E16("m8"), "vwredsum.vs v1, v8, v2", 16, 1 },
        { "slide, 4 registers", "coral", E8("m4"), "vslidedown.vi v16, v8, 1", 7, 1 },
        { "gather, 4 registers", "coral", E8("m4"), "vrgather.vv v16, v8, v4", 7, 1 },
        { "vset", "coral", "", E8("m1") "\n" E8("m1"), 2, 1 },
    };

    check(costs, KC_COUNT(costs));
}

#define L(n) "coral:first_access=0,read_latency=" #n ",write_latency=" #n

Test(coral_cycles, external_memory)
{
    static const struct cost costs[] = {
        { "lw, L = 1", L(1), "", "lw t0, 0(a1)", 5, 1 },
        { "lw, L = 21", L(21), "", "lw t0, 0(a1)", 25, 1 },
        { "sw, L = 6", L(6), "", "sw a0, 0(a1)", 9, 1 },
        { "lw across lines, L = 6", L(6), "", "lw t0, 14(a1)", 17, 1 },
        { "sw across lines, L = 6", L(6), "", "sw a0, 14(a1)", 17, 1 },
        { "vle8, LMUL 8, L = 6", L(6), E8("m8"), "vle8.v v8, (a1)", 81, 1 },
        { "vse8, LMUL 8, L = 6", L(6), E8("m8"), "vse8.v v8, (a1)", 81, 1 },
        { "vle8 unaligned, L = 1", L(1), E8("m2") "\naddi a1, a1, 3", "vle8.v v8, (a1)", 15, 1 },
        { "vse8 unaligned, L = 1", L(1), E8("m2") "\naddi a1, a1, 3", "vse8.v v8, (a1)", 17, 1 },
        { "strided, 16 lines, L = 1", L(1), E8("m1") "\nli t1, 16", "vlse8.v v8, (a1), t1", 36, 1 },
        { "strided store, L = 1", L(1), E8("m1") "\nli t1, 16",
          "vsse8.v v8, (a1), t1\nvsse8.v v9, (a1), t1", 102, 1 },
    };

    check(costs, KC_COUNT(costs));
}

/* One more cycle for the first external read, one for the first write, as the public bench has it.
 */
Test(coral_cycles, first_access)
{
    static const char body[] = "lw t0, 0(a1)\nsw t0, 0(a1)";

    cr_expect_eq(run("coral", "", body, 5), run("coral:first_access=0", "", body, 5) + 2);
    cr_expect_eq(run("coral:first_access=0", "", body, 5),
                 run("coral:first_access=0,write_latency=1,read_latency=1", "", body, 5));
}

/* lui three times and a nop in cycle 3; mpause comes with the second line, usable in 5, when the
 * results of cycle 3 are settled as well: dispatched in 5 it halts in 7. */
Test(coral_cycles, shortest_program)
{
    cr_expect_eq(run("coral", "", "", 0), 7);
    cr_expect_eq(run("coral:timing=off", "", "", 0), 5);
}
