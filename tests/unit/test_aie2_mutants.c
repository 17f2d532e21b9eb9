/* Schedule mutants of correct kernels: an instruction moved one bundle earlier, or later.
 *
 * The machine does not wait, so such a move can make a reader miss its producer.  Either the
 * checker reports the mutant, or its results are those of the kernel; what is neither is an escape
 * and is counted.
 */
#include "aie2_testing.h"
#include "base/json.h"
#include "platforms/aie2/aie2_config.h"

struct kernel {
    struct assembly           a;
    kc_json                  *json, *sample;
    const struct kc_platform *platform;
    void                     *config;
    struct kc_machine        *machine;
    uint8_t                   right[0x10000]; /* data memory after the kernel itself */
};

struct tally {
    unsigned moves, changed, warned, noisy, escaped;
};

/* ---- running ------------------------------------------------------------------------------ */

static uint64_t symbol_address(const struct kernel *k, const char *name)
{
    for (size_t i = 0; i < k->a.program.symbol_count; i++)
        if (strcmp(k->a.program.symbols[i].name, name) == 0)
            return k->a.program.symbols[i].address;
    cr_assert(false, "no label %s", name);
    return 0;
}

static void set_argument(void *context, const char *key, kc_json *value)
{
    struct kernel *k = context;
    char           text[32];
    struct kc_str  given = kc_json_text(value);

    if (kc_json_type(value) != KC_JSON_STRING)
        snprintf(text, sizeof text, "%d", (int)kc_json_to_int(value, 0));
    else if (kc_str_starts(given, "label:"))
        snprintf(text, sizeof text, "%d", (int)symbol_address(k, given.at + 6));
    else
        snprintf(text, sizeof text, "%.*s", KC_STR(given));
    cr_assert(!k->platform->set_register(k->machine, kc_str_from(key), kc_str_from(text)), "%s=%s",
              key, text);
}

static size_t bytes_of(const char *hex, uint8_t *bytes)
{
    size_t count = 0;

    for (; hex[0] && hex[1]; hex += 2)
        bytes[count++] = (uint8_t)(kc_hex_digit(hex[0]) << 4 | kc_hex_digit(hex[1]));
    return count;
}

static void load_memory(struct kernel *k)
{
    static uint8_t bytes[0x10000];
    kc_json       *images = kc_json_get(k->sample, "memory");

    for (size_t i = 0; i < kc_json_length(images); i++) {
        kc_json       *image = kc_json_at(images, i);
        const uint64_t address = strtoull(kc_json_get_str(image, "addr", "0"), NULL, 16);
        const size_t   count = bytes_of(kc_json_get_str(image, "hex", ""), bytes);

        kc_region_put(&k->machine->regions[0], address - 0x70000, bytes, count);
    }
}

/* Runs a program; false when it traps or does not end. */
static bool run(struct kernel *k, const struct kc_program *program, uint8_t *memory)
{
    const struct kc_run run = { .fuel = 5000 };
    struct kc_outcome   outcome;

    k->platform->machine_reset(k->machine);
    k->platform->load(k->machine, program);
    load_memory(k);
    kc_json_each(kc_json_get(k->sample, "control"), set_argument, k);
    kc_json_each(kc_json_get(k->sample, "args"), set_argument, k);
    cr_assert(
        !k->platform->call(k->machine, symbol_address(k, kc_json_get_str(k->json, "entry", ""))));
    outcome = k->platform->run(k->machine, &run);
    for (uint64_t i = 0; i < 0x10000; i++)
        memory[i] = *(const uint8_t *)kc_region_elem(&k->machine->regions[0], i);
    return outcome.kind == KC_OUTCOME_HALTED;
}

static void open_kernel(struct kernel *k, const char *name)
{
    struct kc_arena *arena = &k->a.arena;
    struct kc_arena  text = { 0 };

    assemble_text(&k->a, data_file(&text, kc_arena_printf(&text, "compiled/%s.s", name)), true);
    cr_assert(k->a.dg.errors == 0 && k->a.dg.warnings == 0, "%s", rendered(&k->a));
    k->json = kc_json_parse(data_file(arena, kc_arena_printf(arena, "compiled/%s.json", name)));
    k->sample = kc_json_at(kc_json_get(k->json, "cases"), 0);
    k->platform = kc_platform_find(kc_str_from("aie2"));
    k->config = k->platform->config_new(k->platform, arena);
    ((struct aie2_config *)k->config)->init = AIE2_INIT_POISON; /* zeros would hide mistakes */
    k->machine = k->platform->machine_new(k->config, k->platform->isa(arena, k->config));
    cr_assert(run(k, &k->a.program, k->right), "%s", name);
}

static void close_kernel(struct kernel *k)
{
    k->platform->machine_free(k->machine);
    kc_json_free(k->json);
    kc_arena_free(&k->a.arena);
}

/* ---- moving ------------------------------------------------------------------------------- */

/* The slot is free when it holds nothing or a nop, and the long slot leaves room. */
static bool is_free(const struct aie2_bundle *b, unsigned slot)
{
    static const unsigned excludes[AIE2_SLOT_COUNT] = {
        [AIE2_SLOT_ALU] = 1 << AIE2_SLOT_LNG,
        [AIE2_SLOT_MV] = 1 << AIE2_SLOT_LNG,
        [AIE2_SLOT_LNG] = 1 << AIE2_SLOT_ALU | 1 << AIE2_SLOT_MV,
    };

    for (unsigned i = 0; i < AIE2_SLOT_COUNT; i++)
        if ((i == slot || (excludes[slot] & 1u << i)) && b->slot[i] &&
            b->slot[i]->form->access_count)
            return false;
    return true;
}

/* Whether control enters a bundle only from the one before, and leaves that one only to it. */
static bool inside_block(const struct aie2_flow *flow, size_t b)
{
    return b > 0 && !flow->bundle[b].padding && !flow->bundle[b - 1].padding &&
           flow->back_at[b + 1] - flow->back_at[b] == 1 && flow->back[flow->back_at[b]] == b - 1 &&
           flow->next_at[b] - flow->next_at[b - 1] == 1;
}

static struct aie2_bundle *moved(struct kc_arena *arena, const struct aie2_program *own, size_t b,
                                 size_t to, unsigned slot)
{
    struct aie2_bundle *copy = kc_arena_array(arena, struct aie2_bundle, own->count);

    memcpy(copy, own->bundle, own->count * sizeof *copy);
    copy[to].slot[slot] = copy[b].slot[slot];
    copy[b].slot[slot] = NULL;
    if (slot == AIE2_SLOT_LNG)
        copy[to].slot[AIE2_SLOT_ALU] = copy[to].slot[AIE2_SLOT_MV] = NULL;
    else if (slot == AIE2_SLOT_ALU || slot == AIE2_SLOT_MV)
        copy[to].slot[AIE2_SLOT_LNG] = NULL;
    copy[to].slot[AIE2_SLOT_NOP] = NULL;
    return copy;
}

/* What the checker says, notes included, one per line. */
static struct kc_buf report(const struct kernel *k, const struct kc_program *program)
{
    struct kc_arena arena = { 0 };
    struct kc_diags dg;
    struct kc_buf   text = { 0 };

    kc_diags_init(&dg, &arena, k->a.dg.source);
    aie2_check(&arena, program, false, &dg);
    kc_buf_add(&text, "", 0);
    for (const struct kc_diag *d = dg.first; d; d = d->next)
        kc_buf_printf(&text, "%u: %s\n", d->line, d->message);
    kc_arena_free(&arena);
    return text;
}

/* Whether the checker says anything about the mutant that it does not say of the kernel. */
static bool reported(const struct kernel *k, const struct kc_program *mutant)
{
    struct kc_buf before = report(k, &k->a.program), after = report(k, mutant);
    bool          found = false;

    for (char *line = strtok(after.text, "\n"); line && !found; line = strtok(NULL, "\n"))
        found = strstr(before.text, line) == NULL;
    kc_buf_free(&before);
    kc_buf_free(&after);
    return found;
}

static void judge(struct kernel *k, const char *name, size_t b, size_t to, unsigned slot,
                  struct tally *tally)
{
    static uint8_t             memory[0x10000];
    struct kc_arena            arena = { 0 };
    struct kc_diags            dg;
    const struct aie2_program *own = k->a.program.own;
    struct aie2_program        mutant = *own;
    struct kc_program          program = k->a.program;
    bool                       same;

    mutant.bundle = moved(&arena, own, b, to, slot);
    program.own = &mutant;
    kc_diags_init(&dg, &arena, k->a.dg.source);
    aie2_check(&arena, &program, false, &dg);
    tally->moves++;
    same = dg.errors > 0 ? false
                         : run(k, &program, memory) && memcmp(memory, k->right, sizeof memory) == 0;
    tally->changed += !same;
    tally->warned += !same && dg.errors + dg.warnings > 0;
    tally->noisy += same && dg.errors + dg.warnings > 0;
    tally->escaped += !same && !reported(k, &program);
    if (getenv("KC_SHOW_ESCAPES") && same == (dg.errors + dg.warnings > 0)) {
        struct kc_buf text = { 0 };

        aie2_print_insn(own->bundle[b].slot[slot], &text);
        printf("%s:%u: %s %s%s\n", name, own->bundle[b].line, text.text,
               same ? dg.first->message : "not warned of",
               !same && !reported(k, &program) ? ", not even noted" : "");
        kc_buf_free(&text);
    }
    kc_arena_free(&arena);
}

/* step: -1 moves earlier, 1 later. */
static void judge_kernel(const char *name, int step, struct tally *tally)
{
    static struct kernel k;
    struct aie2_flow     flow;

    memset(&k, 0, sizeof k);
    open_kernel(&k, name);
    aie2_flow_build(&flow, &k.a.arena, k.a.program.own, &k.a.dg);
    for (size_t b = 1; b + 1 < flow.count; b++)
        for (unsigned slot = 0; slot < AIE2_SLOT_COUNT; slot++) {
            const struct aie2_insn *insn = flow.bundle[b].slot[slot];
            const size_t            to = step < 0 ? b - 1 : b + 1;

            if (insn && insn->form->access_count && !insn->form->delay_slots &&
                inside_block(&flow, b > to ? b : to) && is_free(&flow.bundle[to], slot))
                judge(&k, name, b, to, slot, tally);
        }
    close_kernel(&k);
}

static struct tally judge_all(int step)
{
    struct csv   csv = csv_open("compiled/cycles.csv");
    struct tally tally = { 0 };
    char         last[64] = "";

    while (csv_next(&csv))
        if (strcmp(csv.field[0], last) != 0) {
            snprintf(last, sizeof last, "%s", csv.field[0]);
            judge_kernel(last, step, &tally);
        }
    if (getenv("KC_SHOW_ESCAPES"))
        printf("moves %u changed %u warned %u noisy %u escaped %u\n", tally.moves, tally.changed,
               tally.warned, tally.noisy, tally.escaped);
    kc_arena_free(&csv.arena);
    return tally;
}

/* A reader that passes its producer is warned of when it cannot have been meant, and noted when a
 * correct pipeline could have wanted the value before.  What escapes passed no producer: a load,
 * moved earlier, lands on a register that is still in use.  These numbers may only fall. */
Test(aie2_mutants, moved_one_bundle_earlier)
{
    const struct tally tally = judge_all(-1);

    cr_expect(tally.moves >= 400 && tally.changed > 200);
    cr_expect(tally.changed - tally.warned <= 25, "%u are not warned of",
              tally.changed - tally.warned);
    cr_expect(tally.escaped <= 4, "%u mutants escape", tally.escaped);
    cr_expect(tally.noisy <= 1, "%u harmless mutants are warned of", tally.noisy);
}

Test(aie2_mutants, moved_one_bundle_later)
{
    const struct tally tally = judge_all(1);

    cr_expect(tally.moves >= 400 && tally.changed > 200);
    cr_expect(tally.changed - tally.warned <= 41, "%u are not warned of",
              tally.changed - tally.warned);
    cr_expect(tally.escaped <= 2, "%u mutants escape", tally.escaped);
    cr_expect(tally.noisy <= 7, "%u harmless mutants are warned of", tally.noisy);
}
