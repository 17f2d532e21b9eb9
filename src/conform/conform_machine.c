/* Machines: reset, repetition, sinks, fuel, bad code, memories, threads. */
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"
#include "cells/cells.h"
#include "conform/conform.h"

enum { FUEL = 20000, SEEDED = 64, BAD_WORDS = 200, THREADS = 3 };

/* ---- programs ----------------------------------------------------------------------------- */

bool kc_conform_program(struct kc_conform_case *c, size_t index, struct kc_program *program,
                        const char **name)
{
    const struct kc_isa_desc *desc = c->target.isa->desc;
    struct kc_cell            cell;
    struct kc_buf             text = { 0 };

    *program = (struct kc_program){ 0 };
    if (index < desc->insn_count) {
        *name = desc->insns[index]->example;
        if (!kc_conform_assemble(c, *name, program))
            *program = (struct kc_program){ 0 };
        return true;
    }
    if (!kc_conform_cell(c, index - desc->insn_count, &cell))
        return false;
    *name = cell.task->name;
    if (kc_cell_compile(c->arena, &cell, KC_OPT_BASELINE, &text, program))
        *program = (struct kc_program){ 0 };
    kc_buf_free(&text);
    return true;
}

/* Calls check for every program that there is, with an arena of its own. */
static void for_programs(struct kc_conform_case *c,
                         void (*check)(struct kc_conform_case *c, const struct kc_program *program,
                                       const char *name))
{
    bool more = true;

    for (size_t i = 0; more; i++) {
        struct kc_arena        arena = { 0 };
        struct kc_conform_case one = *c;
        struct kc_program      program;
        const char            *name = "";

        one.arena = &arena;
        more = kc_conform_program(&one, i, &program, &name);
        if (more && program.count)
            check(&one, &program, name);
        kc_arena_free(&arena);
    }
}

/* ---- digests ------------------------------------------------------------------------------ */

static uint64_t mix(uint64_t h, uint64_t value)
{
    return kc_mix64(h ^ kc_mix64(value + UINT64_C(0x9e3779b97f4a7c15)));
}

static uint64_t mix_bytes(uint64_t h, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        h = (h ^ bytes[i]) * UINT64_C(1099511628211);
    return mix(h, size);
}

/* Pages in any order; what was only read, and is 0, does not count. */
static uint64_t digest_region(const struct kc_region *r)
{
    const size_t bytes = (size_t)r->row_bytes << r->page_shift;
    uint64_t     sum = 0;

    for (size_t i = 0; i < r->touched_count; i++) {
        const uint8_t *page = r->pages[r->touched[i]];

        if (page[0] || memcmp(page, page + 1, bytes - 1) != 0)
            sum += mix_bytes(r->touched[i], page, bytes);
    }
    return sum;
}

static uint64_t digest_registers(const struct kc_platform *platform, struct kc_machine *machine)
{
    struct kc_register *all = kc_alloc(KC_REGISTERS * sizeof *all);
    const size_t        count = platform->registers(machine, all, KC_REGISTERS);
    uint64_t            h = count;

    for (size_t i = 0; i < count; i++) {
        uint64_t bits;

        memcpy(&bits, &all[i].number, sizeof bits);
        h = mix(mix(h, all[i].bits), all[i].is_number && !isnan(all[i].number) ? bits : 0);
        h = all[i].bytes ? mix_bytes(h, all[i].bytes, all[i].size) : h;
    }
    free(all);
    return h;
}

uint64_t kc_conform_digest(const struct kc_platform *platform, struct kc_machine *machine,
                           const struct kc_outcome *outcome)
{
    uint64_t h =
        mix(mix(mix(mix(1, outcome->kind), outcome->cycles), outcome->instructions), outcome->pc);

    h = mix(h, outcome->line);
    h = mix_bytes(h, (const uint8_t *)outcome->message, strlen(outcome->message));
    for (size_t i = 0; i < machine->region_count; i++)
        h = mix(h, digest_region(&machine->regions[i]));
    return mix(h, digest_registers(platform, machine));
}

/* Some numbers at the beginning of every region. */
static void seed_memory(struct kc_machine *machine)
{
    for (size_t i = 0; i < machine->region_count; i++) {
        struct kc_region *r = &machine->regions[i];

        for (uint64_t e = 0; e < SEEDED && e < r->elems; e++)
            r->type->from_random(kc_random_u64(7, i, e),
                                 kc_region_elem_write(r, e, KC_WRITER_HOST));
    }
}

static struct kc_outcome run_on(const struct kc_target *t, struct kc_machine *machine,
                                const struct kc_program *program, const struct kc_run *run)
{
    seed_memory(machine);
    t->platform->load(machine, program);
    return t->platform->run(machine, run);
}

static struct kc_machine *machine_of(const struct kc_target *t)
{
    return t->platform->machine_new(t->config, t->isa);
}

static uint64_t fresh_digest(const struct kc_target *t, const struct kc_program *program)
{
    struct kc_machine      *machine = machine_of(t);
    const struct kc_run     run = { .fuel = FUEL };
    const struct kc_outcome outcome = run_on(t, machine, program, &run);
    const uint64_t          digest = kc_conform_digest(t->platform, machine, &outcome);

    t->platform->machine_free(machine);
    return digest;
}

/* ---- reset -------------------------------------------------------------------------------- */

static void check_reset(struct kc_conform_case *c, const struct kc_program *program,
                        const char *name)
{
    const struct kc_target *t = &c->target;
    struct kc_machine      *machine = machine_of(t);
    const struct kc_outcome nothing = { 0 };
    const uint64_t          before = kc_conform_digest(t->platform, machine, &nothing);
    const struct kc_run     run = { .fuel = FUEL };

    run_on(t, machine, program, &run);
    t->platform->machine_reset(machine);
    kc_conform_expect(c, kc_conform_digest(t->platform, machine, &nothing) == before,
                      "after '%s' reset leaves registers or memory", name);
    t->platform->machine_free(machine);
}

void kc_conform_reset(struct kc_conform_case *c)
{
    for_programs(c, check_reset);
}

/* ---- repetition --------------------------------------------------------------------------- */

static void check_repeat(struct kc_conform_case *c, const struct kc_program *program,
                         const char *name)
{
    const struct kc_target *t = &c->target;
    struct kc_machine      *machine = machine_of(t);
    const struct kc_run     run = { .fuel = FUEL };
    const struct kc_outcome first = run_on(t, machine, program, &run);
    const uint64_t          digest = kc_conform_digest(t->platform, machine, &first);

    t->platform->machine_reset(machine);
    const struct kc_outcome second = run_on(t, machine, program, &run);

    kc_conform_expect(c, first.cycles == second.cycles,
                      "'%s' takes %" PRIu64 ", then %" PRIu64 " cycles", name, first.cycles,
                      second.cycles);
    kc_conform_expect(c, kc_conform_digest(t->platform, machine, &second) == digest,
                      "'%s' differs when it runs again after reset", name);
    kc_conform_expect(c, fresh_digest(t, program) == digest, "'%s' differs on another machine",
                      name);
    t->platform->machine_free(machine);
}

void kc_conform_repeat(struct kc_conform_case *c)
{
    for_programs(c, check_repeat);
}

/* ---- sinks -------------------------------------------------------------------------------- */

struct steps {
    uint64_t count, last;
    size_t   program;
    bool     in_order, inside;
};

static void count_step(void *context, const struct kc_step *step)
{
    struct steps *s = context;

    s->count++;
    s->in_order = s->in_order && step->cycle >= s->last;
    s->inside = s->inside && step->index < s->program;
    s->last = step->cycle;
}

static void check_watched(struct kc_conform_case *c, const struct kc_program *program,
                          const char *name)
{
    const struct kc_target *t = &c->target;
    struct kc_machine      *machine = machine_of(t);
    struct kc_profile       profile;
    struct kc_tracking      tracking = { 0 };
    struct steps            steps = { 0, 0, program->count, true, true };
    uint64_t                counted = 0;

    kc_profile_init(c->arena, &profile, program);
    kc_machine_track(machine, true);
    const struct kc_run     run = { FUEL, count_step, &steps, &profile, &tracking, false };
    const struct kc_outcome outcome = run_on(t, machine, program, &run);

    for (size_t i = 0; i < program->count; i++)
        counted += profile.count[i];
    kc_conform_expect(c,
                      kc_conform_digest(t->platform, machine, &outcome) == fresh_digest(t, program),
                      "'%s' differs when it is watched", name);
    kc_conform_expect(c, steps.in_order && steps.inside,
                      "the trace of '%s' goes back in time or leaves the program", name);
    if (outcome.kind == KC_OUTCOME_HALTED)
        kc_conform_expect(c, counted == steps.count,
                          "'%s': the profile counts %" PRIu64 " instructions, the trace %" PRIu64,
                          name, counted, steps.count);
    t->platform->machine_free(machine);
}

void kc_conform_watched(struct kc_conform_case *c)
{
    for_programs(c, check_watched);
}

/* ---- fuel --------------------------------------------------------------------------------- */

static void check_fuel(struct kc_conform_case *c, const struct kc_program *program,
                       const char *name)
{
    const struct kc_target *t = &c->target;
    struct kc_machine      *machine = machine_of(t);
    const struct kc_run     whole = { .fuel = FUEL }, one = { .fuel = 1 };
    const struct kc_outcome all = run_on(t, machine, program, &whole);

    t->platform->machine_reset(machine);
    const struct kc_outcome cut = run_on(t, machine, program, &one);

    kc_conform_expect(c, all.instructions <= FUEL, "'%s' runs %" PRIu64 " instructions of %d", name,
                      all.instructions, FUEL);
    if (all.instructions > 1)
        kc_conform_expect(c, cut.kind != KC_OUTCOME_HALTED && cut.instructions <= 1,
                          "'%s' with fuel 1 is %s after %" PRIu64 " instructions", name,
                          kc_outcome_name(cut.kind), cut.instructions);
    t->platform->machine_free(machine);
}

void kc_conform_fuel(struct kc_conform_case *c)
{
    for_programs(c, check_fuel);
}

/* ---- bad code ----------------------------------------------------------------------------- */

static bool well_told(const struct kc_outcome *o)
{
    return o->cause && *o->cause && o->message[0];
}

/* A word that no row matches, by the platform's own disassembler. */
static bool no_instruction(struct kc_conform_case *c, uint32_t word)
{
    uint32_t values[KC_ISA_OPERANDS];

    return !kc_isa_decode(c->target.isa, word, values);
}

/* Reads random words as machine code; refusing them with a message is good as well. */
static void check_word(struct kc_conform_case *c, uint32_t word)
{
    struct kc_buf       code = { 0 };
    struct kc_diags     dg;
    const struct kc_run run = { .fuel = 100 };

    kc_buf_printf(&code, "%08x\n%08x\n", (unsigned)word, (unsigned)word);
    kc_diags_init(&dg, c->arena, (struct kc_source){ "<conform>", { code.text, code.length } });
    struct kc_program program = kc_target_read_code(c->arena, &c->target, &dg);

    if (dg.errors) {
        kc_conform_expect(c, dg.first && *dg.first->message, "0x%08X is refused without a word",
                          (unsigned)word);
    } else if (program.count) {
        struct kc_machine      *machine = machine_of(&c->target);
        const struct kc_outcome o = run_on(&c->target, machine, &program, &run);

        kc_conform_expect(c, o.kind != KC_OUTCOME_TRAP || well_told(&o),
                          "the trap of 0x%08X has no cause or no message", (unsigned)word);
        if (!c->target.isa->desc->own_assembler && no_instruction(c, word))
            kc_conform_expect(c, o.kind == KC_OUTCOME_TRAP && o.pc == 0 && o.line == 1,
                              "0x%08X is no instruction, and ends as %s at pc %" PRIu64 " line %u",
                              (unsigned)word, kc_outcome_name(o.kind), o.pc, (unsigned)o.line);
        c->target.platform->machine_free(machine);
    }
    kc_buf_free(&code);
}

void kc_conform_bad_code(struct kc_conform_case *c)
{
    for (uint32_t i = 0; i < BAD_WORDS; i++) {
        struct kc_arena        arena = { 0 };
        struct kc_conform_case one = *c;

        one.arena = &arena;
        check_word(&one, i == 0 ? UINT32_MAX : (uint32_t)kc_random_u64(3, 4, i));
        kc_arena_free(&arena);
    }
}

/* ---- memories ----------------------------------------------------------------------------- */

static void check_region(struct kc_conform_case *c, struct kc_region *r)
{
    const uint64_t last = r->elems - 1;
    uint8_t        drawn[64] = { 0 };

    kc_conform_expect(c, r->name && *r->name && r->doc && r->type && r->elems > 0,
                      "a region has a name, a description, a type and elements");
    kc_conform_expect(c, r->type->bytes <= sizeof drawn && r->elems % r->row_elems == 0,
                      "%s is made of whole rows of small elements", r->name);
    kc_conform_expect(c, kc_region_writer(r, last) == KC_WRITER_NOBODY,
                      "%s: nobody wrote the last element", r->name);
    r->type->from_random(kc_random_u64(5, 6, 7), drawn);
    kc_conform_expect(c, isfinite(r->type->to_number(drawn)), "%s draws finite numbers", r->name);
    memcpy(kc_region_elem_write(r, last, KC_WRITER_HOST), drawn, r->type->bytes);
    kc_conform_expect(c, memcmp(kc_region_elem(r, last), drawn, r->type->bytes) == 0,
                      "%s keeps what is written", r->name);
    kc_conform_expect(c, kc_region_writer(r, last) == KC_WRITER_HOST,
                      "%s remembers that the host wrote", r->name);
}

void kc_conform_memory(struct kc_conform_case *c)
{
    const struct kc_platform *platform = c->target.platform;
    struct kc_machine        *machine = machine_of(&c->target);

    kc_conform_expect(c, machine->platform == platform && machine->isa == c->target.isa,
                      "the machine knows its platform and its instruction set");
    kc_conform_expect(c, kc_machine_region(machine, kc_str_from(platform->address_region)) != NULL,
                      "the region of bare addresses, %s, exists", platform->address_region);
    kc_machine_track(machine, true);
    for (size_t i = 0; i < machine->region_count; i++) {
        kc_conform_expect(c,
                          kc_machine_region(machine, kc_str_from(machine->regions[i].name)) ==
                              &machine->regions[i],
                          "the name %s is there once", machine->regions[i].name);
        check_region(c, &machine->regions[i]);
    }
    platform->machine_free(machine);
}

/* ---- threads ------------------------------------------------------------------------------ */

struct thread {
    struct kc_conform_case *c;
    uint64_t                digest;
    size_t                  programs;
};

/* The digest of all programs, every one in an arena of its own. */
static void *run_all(void *context)
{
    struct thread *t = context;
    bool           more = true;

    for (size_t i = 0; more; i++) {
        struct kc_arena         arena = { 0 };
        struct kc_conform_group ignored = { 0 };
        struct kc_conform_case  one = *t->c;
        struct kc_program       program;
        const char             *name;

        one.arena = &arena;
        one.group = &ignored;
        more = kc_conform_program(&one, i, &program, &name);
        if (more && program.count) {
            t->digest = mix(t->digest, fresh_digest(&one.target, &program));
            t->programs++;
        }
        kc_arena_free(&arena);
    }
    return NULL;
}

void kc_conform_threads(struct kc_conform_case *c)
{
    struct thread alone = { .c = c }, together[THREADS];
    pthread_t     id[THREADS];

    run_all(&alone);
    for (size_t i = 0; i < THREADS; i++) {
        together[i] = (struct thread){ .c = c };
        pthread_create(&id[i], NULL, run_all, &together[i]);
    }
    for (size_t i = 0; i < THREADS; i++) {
        pthread_join(id[i], NULL);
        kc_conform_expect(c, together[i].programs == alone.programs, "every thread ran everything");
        kc_conform_expect(c, together[i].digest == alone.digest,
                          "%zu programs give other results on thread %zu of %d", alone.programs, i,
                          THREADS);
    }
}
