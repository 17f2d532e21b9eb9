/* Any code on the Coral NPU: it halts, traps or spends its fuel, twice the same, observed or not.
 *
 * Six bytes make an instruction: two choose a row (or, rarely, a bare word), four are its operands.
 */
#include <string.h>

#include "fuzz.h"
#include "platforms/coral/coral_form.h"

enum { UNIT = 6, INSTRUCTIONS_MOST = 1500, SETUP = 17 };

static void ignore(void *context, const struct kc_step *step)
{
    *(uint64_t *)context += strlen(step->effect) + step->cycles;
}

static struct kc_outcome run(const struct kc_target *t, const struct kc_program *program,
                             bool observed)
{
    struct kc_machine  *machine = t->platform->machine_new(t->config, t->isa);
    struct kc_tracking  tracking = { 0 };
    uint64_t            seen = 0;
    struct kc_register  registers[KC_REGISTERS];
    const struct kc_run run = { .fuel = 3000,
                                .tracking = observed ? &tracking : NULL,
                                .trace = observed ? ignore : NULL,
                                .trace_context = &seen };

    kc_machine_track(machine, observed);
    kc_region_fill_seed(kc_machine_region(machine, kc_str_from("dtcm")), 0, 1);
    t->platform->load(machine, program);
    const struct kc_outcome outcome = t->platform->run(machine, &run);

    PROMISE(t->platform->registers(machine, registers, KC_REGISTERS) <= KC_REGISTERS);
    for (size_t i = 0; i < outcome.note_count; i++)
        PROMISE(strcmp(outcome.notes[i].id, "model-stuck") != 0);
    t->platform->machine_free(machine);
    return outcome;
}

static uint32_t instruction(const uint8_t *bytes)
{
    const uint32_t           row = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
    const struct coral_form *form = &coral_forms()[row % CORAL_OP_COUNT];
    uint32_t                 operands;

    memcpy(&operands, bytes + 2, sizeof operands);
    return row >= 0xff00 ? operands : (operands & ~form->mask) | form->match;
}

/* A handler that skips what trapped, pointers into DTCM, and a vector type. */
static const uint32_t setup[SETUP] = {
    0x01c0006f, /* j 1f */
    0x340e1e73, /* csrrw t3, mscratch, t3 */
    0x34102e73, /* csrr t3, mepc */
    0x004e0e13, /* addi t3, t3, 4 */
    0x341e1073, /* csrw mepc, t3 */
    0x340e1e73, /* csrrw t3, mscratch, t3 */
    0x30200073, /* mret */
    0x00400293, /* li t0, 4 */
    0x30529073, /* csrw mtvec, t0 */
    0x00011437, /* lui s0, 0x11 */
    0x00012537, /* lui a0, 0x12 */
    0x000115b7, /* lui a1, 0x11 */
    0x20000637, /* lui a2, 0x20000 */
    0x00013137, /* lui sp, 0x13 */
    0x00400713, /* li a4, 4 */
    0x02800293, /* li t0, 40 */
    0x0c22f2d7, /* vsetvli t0, t0, e8, m4, ta, ma */
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct kc_arena  forever;
    static struct kc_target target;
    struct kc_arena         arena = { 0 };
    struct kc_program       program = { 0 };
    struct kc_diags         dg;
    const size_t count = size / UNIT < INSTRUCTIONS_MOST ? size / UNIT : INSTRUCTIONS_MOST;

    if (!target.isa)
        PROMISE(kc_target_open(&forever, "coral:ext_size=65536", NULL, &target, &dg));
    program.count = count + SETUP;
    program.words = kc_arena_array(&arena, uint32_t, program.count);
    program.lines = kc_arena_array(&arena, uint32_t, program.count);
    memcpy(program.words, setup, sizeof setup);
    for (size_t i = 0; i < program.count; i++) {
        program.lines[i] = (uint32_t)i + 1;
        if (i >= SETUP)
            program.words[i] = instruction(data + (i - SETUP) * UNIT);
    }
    const struct kc_outcome plain = run(&target, &program, false);
    const struct kc_outcome observed = run(&target, &program, true);

    PROMISE(plain.kind == observed.kind && plain.pc == observed.pc);
    PROMISE(plain.cycles == observed.cycles && plain.instructions == observed.instructions);
    PROMISE(plain.note_count == observed.note_count);
    kc_arena_free(&arena);
    return 0;
}
