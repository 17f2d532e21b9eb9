/* Tasks: where tensors lie, whether kernels solve them, what the author is told. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "cells/cells.h"
#include "cells/prompt.h"
#include "conform/conform.h"

enum { SAMPLES = 24, GENERATED = 20, KERNELS_MOST = 6 };

static const struct kc_task *nth_task(const struct kc_target *target, size_t index)
{
    const struct kc_task *task;

    for (size_t i = 0; (task = kc_task_at(i)); i++)
        if (kc_task_supported(task, target->platform->name) && index-- == 0)
            return task;
    return NULL;
}

static const char *open_cell(struct kc_conform_case *c, const struct kc_task *task,
                             const char *config, uint32_t seeds, struct kc_cell *cell)
{
    uint32_t    p[KC_PARAMS];
    const char *why =
        kc_task_config(c->arena, task, c->target.platform->name, kc_str_from(config), p);

    return why ? why : kc_cell_open(c->arena, &c->target, task, p, 0, seeds, cell);
}

/* Large machines have many tasks: programs are taken from the first few. */
bool kc_conform_cell(struct kc_conform_case *c, size_t index, struct kc_cell *cell)
{
    const struct kc_task *task =
        c->target.platform->place && index < KERNELS_MOST ? nth_task(&c->target, index) : NULL;

    return task && !open_cell(c, task, "C1", 1, cell);
}

static void for_tasks(struct kc_conform_case *c,
                      void (*check)(struct kc_conform_case *c, const struct kc_task *task))
{
    const struct kc_task *task;

    for (size_t i = 0; c->target.platform->place && (task = nth_task(&c->target, i)); i++) {
        struct kc_arena        arena = { 0 };
        struct kc_conform_case one = *c;

        one.arena = &arena;
        check(&one, task);
        kc_arena_free(&arena);
    }
}

/* ---- placement ---------------------------------------------------------------------------- */

static bool overlap(const struct kc_placed *a, const struct kc_placed *b)
{
    return strcmp(a->region, b->region) == 0 && a->address < b->address + b->size &&
           b->address < a->address + a->size;
}

/* Addresses count from the region's base where it is mapped. */
static uint64_t element_of(const struct kc_region *r, uint64_t address)
{
    return r->mapped && address >= r->base ? address - r->base : address;
}

static void check_places(struct kc_conform_case *c, const struct kc_cell *cell,
                         struct kc_machine *machine)
{
    const struct kc_layout *l = &cell->layout;

    for (size_t i = 0; i <= cell->cases[0]->in_count; i++) {
        const struct kc_placed *p = i < cell->cases[0]->in_count ? &l->in[i] : &l->out;
        struct kc_region       *r = kc_machine_region(machine, kc_str_from(p->region));

        if (!kc_conform_expect(c, r != NULL, "%s: a tensor lies in '%s', which does not exist",
                               cell->task->name, p->region))
            continue;
        kc_conform_expect(c, element_of(r, p->address) + p->size <= r->elems,
                          "%s: tensor %zu lies outside of %s", cell->task->name, i, p->region);
        for (size_t k = 0; k < i; k++)
            kc_conform_expect(c, !overlap(p, &l->in[k]), "%s: tensors %zu and %zu overlap",
                              cell->task->name, i, k);
    }
}

/* Changing what lies at the address of an element changes that element and no other. */
static void check_element(struct kc_conform_case *c, const struct kc_cell *cell,
                          struct kc_machine *machine, size_t e)
{
    const struct kc_platform *platform = c->target.platform;
    const struct kc_tensor   *out = &cell->cases[0]->out;
    const struct kc_placed   *p = &cell->layout.out;
    const size_t              count = kc_tensor_count(out);
    double                   *before = kc_arena_array(c->arena, double, count);
    double                   *after = kc_arena_array(c->arena, double, count);
    struct kc_region         *r = kc_machine_region(machine, kc_str_from(p->region));
    const uint64_t            address =
        platform->tensor_address(c->target.config, p, (uint32_t)(e / out->cols),
                                 (uint32_t)(e % out->cols));
    const uint64_t at = element_of(r, address);
    size_t         changed = 0;

    if (!kc_conform_expect(c, at < r->elems, "%s: element %zu lies outside of %s", cell->task->name,
                           e, p->region))
        return;
    platform->tensor_read(machine, p, out, before);
    *(uint8_t *)kc_region_elem_write(r, at, KC_WRITER_HOST) ^= 1;
    platform->tensor_read(machine, p, out, after);
    for (size_t i = 0; i < count; i++)
        changed += memcmp(&before[i], &after[i], sizeof *after) != 0;
    kc_conform_expect(c, changed == 1 && memcmp(&before[e], &after[e], sizeof *after) != 0,
                      "%s: a bit at the address of element %zu changes %zu elements",
                      cell->task->name, e, changed);
}

/* What prepare writes is the same every time, and counts as written by the host. */
static void check_prepared(struct kc_conform_case *c, const struct kc_cell *cell,
                           struct kc_machine *machine)
{
    const struct kc_platform *platform = c->target.platform;
    const struct kc_declared  d = kc_case_declared(cell->cases[0]);
    const struct kc_outcome   nothing = { 0 };
    uint64_t                  digest[2];

    for (int i = 0; i < 2; i++) {
        platform->machine_reset(machine);
        platform->prepare(machine, &d, &cell->layout);
        digest[i] = kc_conform_digest(platform, machine, &nothing);
    }
    kc_conform_expect(c, digest[0] == digest[1],
                      "%s: prepare writes something else the second time", cell->task->name);
    for (size_t i = 0; i < cell->cases[0]->in_count; i++) {
        const struct kc_placed *p = &cell->layout.in[i];
        struct kc_region       *r = kc_machine_region(machine, kc_str_from(p->region));

        kc_conform_expect(c, kc_region_writer(r, element_of(r, p->address)) == KC_WRITER_HOST,
                          "%s: input %zu is not written by the host", cell->task->name, i);
    }
}

static void check_placement(struct kc_conform_case *c, const struct kc_task *task)
{
    struct kc_cell cell;
    const char    *why = open_cell(c, task, "C1", 1, &cell);

    if (!kc_conform_expect(c, !why, "%s C1: %s", task->name, why ? why : ""))
        return;
    struct kc_machine *machine = c->target.platform->machine_new(c->target.config, c->target.isa);

    check_places(c, &cell, machine);
    kc_machine_track(machine, true);
    check_prepared(c, &cell, machine);
    for (uint32_t i = 0; c->group->failed == 0 && i < SAMPLES; i++)
        check_element(c, &cell, machine,
                      kc_random_u64(8, 9, i) % kc_tensor_count(&cell.cases[0]->out));
    c->target.platform->machine_free(machine);
}

void kc_conform_placement(struct kc_conform_case *c)
{
    for_tasks(c, check_placement);
}

/* ---- kernels ------------------------------------------------------------------------------ */

/* After a run every element of the output was written by a line of the kernel. */
static void check_writers(struct kc_conform_case *c, const struct kc_cell *cell,
                          const struct kc_program *program)
{
    const struct kc_platform *platform = c->target.platform;
    struct kc_machine        *machine = platform->machine_new(c->target.config, c->target.isa);
    const struct kc_tensor   *out = &cell->cases[0]->out;
    struct kc_tracking        tracking = { 0 };
    const struct kc_run       run = { .tracking = &tracking };
    struct kc_region         *r = kc_machine_region(machine, kc_str_from(cell->layout.out.region));

    kc_machine_track(machine, true);
    kc_cell_execute(cell, program, &run, machine);
    for (uint32_t i = 0; i < SAMPLES; i++) {
        const size_t   e = kc_random_u64(10, 11, i) % kc_tensor_count(out);
        const uint64_t at =
            platform->tensor_address(c->target.config, &cell->layout.out, (uint32_t)(e / out->cols),
                                     (uint32_t)(e % out->cols));
        const uint32_t writer = kc_region_writer(r, element_of(r, at));

        kc_conform_expect(c, writer != KC_WRITER_NOBODY && writer != KC_WRITER_HOST,
                          "%s: nobody knows which line wrote element %zu", cell->task->name, e);
    }
    platform->machine_free(machine);
}

static void check_kernel(struct kc_conform_case *c, const struct kc_cell *cell)
{
    struct kc_buf     text = { 0 };
    struct kc_program program, empty = { 0 };
    struct kc_bound   bound;

    kc_cell_bound(cell, &bound);
    if (!kc_cell_compile(c->arena, cell, KC_OPT_BASELINE, &text, &program)) {
        const struct kc_verdict v = kc_cell_check(cell, &program);
        const struct kc_verdict again = kc_cell_check(cell, &program);

        kc_conform_expect(c, v.kind == KC_VERDICT_CORRECT, "%s C1: our kernel is %s%s%s",
                          cell->task->name, kc_verdict_name(v.kind), v.rule ? ": " : "",
                          v.rule ? v.rule : "");
        kc_conform_expect(c, again.kind == v.kind && again.cycles == v.cycles,
                          "%s C1: the verdict changes when it is asked for again",
                          cell->task->name);
        kc_conform_expect(c, bound.floor <= v.cycles,
                          "%s C1: %" PRIu64 " cycles are below the "
                          "floor %" PRIu64,
                          cell->task->name, v.cycles, bound.floor);
        check_writers(c, cell, &program);
    }
    if (kc_conform_assemble(c, c->target.isa->desc->insns[0]->example, &empty) && empty.count)
        kc_conform_expect(c, kc_cell_check(cell, &empty).kind != KC_VERDICT_CORRECT,
                          "%s C1: one instruction solves it", cell->task->name);
    kc_buf_free(&text);
}

static void check_sizes(struct kc_conform_case *c, const struct kc_task *task)
{
    char name[16] = "C0";

    for (int i = 1; i <= KC_CONFIGS; i++) {
        struct kc_cell cell;

        name[1] = (char)('0' + i);
        const char *why = open_cell(c, task, name, 1, &cell);

        kc_conform_expect(c, !why, "%s %s: %s", task->name, name, why ? why : "");
    }
}

static void check_generated(struct kc_conform_case *c, const struct kc_task *task)
{
    for (int i = 1; i <= GENERATED; i++) {
        struct kc_arena        arena = { 0 };
        struct kc_conform_case one = *c;
        struct kc_cell         cell;

        one.arena = &arena;
        const char *why = open_cell(&one, task, kc_arena_printf(&arena, "gen:%d", i), 1, &cell);

        kc_conform_expect(&one, !why, "%s gen:%d: %s", task->name, i, why ? why : "");
        kc_arena_free(&arena);
    }
}

static void check_task(struct kc_conform_case *c, const struct kc_task *task)
{
    struct kc_cell cell;
    const char    *why = open_cell(c, task, "C1", KC_SEEDS, &cell);

    if (kc_conform_expect(c, !why, "%s C1: %s", task->name, why ? why : ""))
        check_kernel(c, &cell);
    if (c->target.platform->offer_count) /* sizes of built-ins have tests of their own */
        check_sizes(c, task);
    check_generated(c, task);
}

void kc_conform_kernels(struct kc_conform_case *c)
{
    for_tasks(c, check_task);
}

/* ---- prompt ------------------------------------------------------------------------------- */

static void check_prompt(struct kc_conform_case *c, const struct kc_task *task)
{
    const struct kc_prompt_options options = { .tools = "- none\n" };
    const struct kc_isa_desc      *desc = c->target.isa->desc;
    struct kc_cell                 cell;

    if (open_cell(c, task, "C1", 1, &cell))
        return;
    struct kc_prompt prompt = kc_prompt_new(&cell, &options);

    kc_conform_expect(c, prompt.user.text && strstr(prompt.user.text, task->name),
                      "the prompt of %s names the task", task->name);
    for (size_t i = 0; i < cell.cases[0]->in_count; i++)
        kc_conform_expect(c,
                          strstr(prompt.user.text,
                                 kc_arena_printf(c->arena, "%s[", cell.cases[0]->in[i].name)),
                          "the prompt of %s does not name the input %s with its shape", task->name,
                          cell.cases[0]->in[i].name);
    kc_conform_expect(c, prompt.system.text && strstr(prompt.system.text, c->target.platform->name),
                      "the prompt of %s names the machine", task->name);
    for (size_t i = 0; i < desc->insn_count; i++)
        kc_conform_expect(c, strstr(prompt.system.text, desc->insns[i]->mnemonic) != NULL,
                          "the prompt of %s does not know %s", task->name,
                          desc->insns[i]->mnemonic);
    kc_prompt_free(&prompt);
}

void kc_conform_prompt(struct kc_conform_case *c)
{
    for_tasks(c, check_prompt);
}
