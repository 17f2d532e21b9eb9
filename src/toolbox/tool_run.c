/* Tools that run the kernel to look at it: profile, trace, read_memory. */
#include <inttypes.h>
#include <string.h>

#include "toolbox/workbench.h"

/* Assembles, or refuses. */
static bool assemble(struct kc_tool_call *call, struct kc_program *program)
{
    struct kc_diags dg;
    const bool      good = kc_tool_assemble(call, program, &dg);

    if (!good && !call->result->is_error)
        kc_tool_refuse(call, "the kernel does not assemble: check_syntax tells why");
    return good;
}

/* ---- profile ------------------------------------------------------------------------------ */

static kc_json *line_json(struct kc_tool_call *call, const struct kc_program *program,
                          const struct kc_profile *p, size_t index)
{
    kc_json      *o = kc_json_object();
    struct kc_buf text = { 0 };

    kc_target_print_insn(&call->bench->target, program, index, &text);
    kc_json_set_uint(o, "line", program->lines[index]);
    kc_json_set_uint(o, "cycles", p->cycles[index]);
    kc_json_set_uint(o, "count", p->count[index]);
    kc_json_set(o, "text", kc_json_str(text.text, text.length));
    kc_buf_free(&text);
    return o;
}

/* The most expensive instructions, dearest first. */
static kc_json *lines_json(struct kc_tool_call *call, const struct kc_program *program,
                           const struct kc_profile *p, size_t most)
{
    bool    *shown = kc_arena_array(&call->arena, bool, program->count + 1);
    kc_json *list = kc_json_array();

    while (kc_json_length(list) < most) {
        size_t best = program->count;

        for (size_t i = 0; i < program->count; i++)
            if (!shown[i] && p->count[i] &&
                (best == program->count || p->cycles[i] > p->cycles[best]))
                best = i;
        if (best == program->count)
            break;
        shown[best] = true;
        kc_json_push(list, line_json(call, program, p, best));
    }
    return list;
}

static kc_json *units_json(const struct kc_isa_desc *isa, const struct kc_profile *p)
{
    kc_json *list = kc_json_array();

    for (size_t u = 0; u < isa->unit_count && u < KC_UNITS; u++) {
        kc_json *o;

        if (!p->unit_count[u])
            continue;
        o = kc_json_object();
        kc_json_set_str(o, "unit", isa->units[u]);
        kc_json_set_uint(o, "cycles", p->unit_cycles[u]);
        kc_json_set_uint(o, "instructions", p->unit_count[u]);
        kc_json_push(list, o);
    }
    return list;
}

static kc_json *stalls_json(const struct kc_profile *p)
{
    kc_json *o = kc_json_object();

    for (size_t i = 0; i < KC_STALLS && p->stall_name[i]; i++)
        kc_json_set_uint(o, p->stall_name[i], p->stall_cycles[i]);
    return o;
}

/* Busy cycles of the DMA's channels. */
static kc_json *channels_json(const struct kc_profile *p)
{
    kc_json *o = kc_json_object();

    for (size_t i = 0; i < KC_CHANNELS && p->channel_name[i]; i++)
        kc_json_set_uint(o, p->channel_name[i], p->channel_cycles[i]);
    return o;
}

/* The largest parts of the bound. */
static kc_json *light_json(const struct kc_cell *cell, uint64_t cycles)
{
    enum { SHOWN = 6 };
    struct kc_bound bound;
    kc_json        *o = kc_json_object(), *parts = kc_json_array();

    kc_cell_bound(cell, &bound);
    kc_json_set_uint(o, "bound_cycles", bound.cycles);
    kc_json_set(o, "share", kc_json_short(cycles ? (double)bound.cycles / (double)cycles : 0.0));
    for (size_t n = 0; n < SHOWN; n++) {
        size_t best = bound.count;

        for (size_t i = 0; i < bound.count; i++)
            if (bound.line[i].cycles &&
                (best == bound.count || bound.line[i].cycles > bound.line[best].cycles))
                best = i;
        if (best == bound.count)
            break;
        kc_json *part = kc_json_object();

        kc_json_set_str(part, "unit", bound.line[best].unit);
        kc_json_set_uint(part, "cycles", bound.line[best].cycles);
        kc_json_set_str(part, "why", bound.line[best].text);
        kc_json_push(parts, part);
        bound.line[best].cycles = 0;
    }
    kc_json_set(o, "bounded_by", parts);
    return o;
}

static void set_outcome(struct kc_tool_call *call, const struct kc_outcome *outcome)
{
    kc_json_set_str(call->out, "outcome", kc_outcome_name(outcome->kind));
    kc_json_set_uint(call->out, "cycles", outcome->cycles);
    kc_json_set_uint(call->out, "instructions", outcome->instructions);
    if (outcome->kind == KC_OUTCOME_TRAP)
        kc_json_set(call->out, "trap", kc_tool_trap(outcome));
}

void kc_tool_profile(struct kc_tool_call *call)
{
    const struct kc_cell *cell = &call->bench->cell;
    struct kc_program     program;
    struct kc_profile     p;
    struct kc_outcome     outcome;

    if (!assemble(call, &program))
        return;
    kc_profile_init(&call->arena, &p, &program);
    outcome = kc_cell_execute(cell, &program, &(struct kc_run){ .profile = &p },
                              kc_tool_machine(call, false));
    kc_json_set_bool(call->out, "success", outcome.kind == KC_OUTCOME_HALTED);
    set_outcome(call, &outcome);
    kc_json_set(call->out, "lines",
                lines_json(call, &program, &p, (size_t)kc_json_get_int(call->args, "lines", 12)));
    kc_json_set(call->out, "units", units_json(call->bench->target.isa->desc, &p));
    if (p.stall_name[0])
        kc_json_set(call->out, "stalls", stalls_json(&p));
    if (p.channel_name[0])
        kc_json_set(call->out, "channels", channels_json(&p));
    kc_json_set_uint(call->out, "bytes_read", p.dma_bytes_read);
    kc_json_set_uint(call->out, "bytes_written", p.dma_bytes_written);
    kc_json_set(call->out, "speed_of_light", light_json(cell, outcome.cycles));
}

/* ---- trace -------------------------------------------------------------------------------- */

struct tracer {
    struct kc_tool_call     *call;
    const struct kc_program *program;
    uint64_t                 step, start, count, line;
    kc_json                 *steps;
};

static void keep_step(void *context, const struct kc_step *step)
{
    struct tracer *t = context;
    const uint64_t number = t->step++;
    struct kc_buf  text = { 0 };
    kc_json       *o;

    if (number < t->start || kc_json_length(t->steps) >= t->count ||
        (t->line && step->line != t->line))
        return;
    o = kc_json_object();
    kc_target_print_insn(&t->call->bench->target, t->program, step->index, &text);
    kc_json_set_uint(o, "step", number);
    kc_json_set_uint(o, "cycle", step->cycle);
    kc_json_set_uint(o, "cycles", step->cycles);
    kc_json_set_uint(o, "line", step->line);
    kc_json_set(o, "text", kc_json_str(text.text, text.length));
    kc_json_set_str(o, "effect", step->effect);
    kc_json_push(t->steps, o);
    kc_buf_free(&text);
}

void kc_tool_trace(struct kc_tool_call *call)
{
    struct kc_program program;
    struct tracer     t = { .call = call,
                            .program = &program,
                            .start = (uint64_t)kc_json_get_int(call->args, "start", 0),
                            .count = (uint64_t)kc_json_get_int(call->args, "count", 20),
                            .line = (uint64_t)kc_json_get_int(call->args, "line", 0),
                            .steps = kc_json_array() };
    struct kc_run     run = { .trace = keep_step, .trace_context = &t };
    struct kc_outcome outcome;

    kc_json_set(call->out, "steps", t.steps);
    if (!assemble(call, &program))
        return;
    if (!t.line)
        run.fuel = t.start + t.count; /* nothing behind the window matters */
    outcome = kc_cell_execute(&call->bench->cell, &program, &run, kc_tool_machine(call, false));
    kc_json_set_bool(call->out, "success", kc_json_length(t.steps) > 0);
    if (outcome.kind == KC_OUTCOME_TRAP)
        kc_json_set(call->out, "trap", kc_tool_trap(&outcome));
    if (kc_json_length(t.steps) == 0)
        kc_json_set_str(call->out, "note",
                        kc_arena_printf(&call->arena,
                                        "no step in this window: the run has %" PRIu64 " steps",
                                        t.step));
}

/* ---- memory ------------------------------------------------------------------------------- */

static void refuse_region(struct kc_tool_call *call, const struct kc_machine *machine,
                          const char *name)
{
    struct kc_buf list = { 0 };

    for (size_t i = 0; i < machine->region_count; i++)
        kc_buf_printf(&list, "%s%s", i ? ", " : "", machine->regions[i].name);
    kc_tool_refuse(call, "there is no memory '%s'; the machine has %s", name, list.text);
    kc_buf_free(&list);
}

static void show_memory(struct kc_tool_call *call, struct kc_region *r, uint64_t from,
                        uint64_t count)
{
    kc_json *values = kc_json_array();
    uint64_t nobody = 0;

    for (uint64_t i = from; i < from + count; i++) {
        nobody += kc_region_writer(r, i) == KC_WRITER_NOBODY;
        kc_json_push(values, kc_json_short(r->type->to_number(kc_region_elem(r, i))));
    }
    kc_json_set_bool(call->out, "success", true);
    kc_json_set_str(call->out, "region", r->name);
    kc_json_set_str(call->out, "type", r->type->name);
    kc_json_set_uint(call->out, "address", r->base + from);
    kc_json_set(call->out, "values", values);
    kc_json_set_uint(call->out, "never_written", nobody);
}

void kc_tool_read_memory(struct kc_tool_call *call)
{
    const char        *name = kc_json_get_str(call->args, "region", "");
    uint64_t           from = (uint64_t)kc_json_get_int(call->args, "address", 0);
    const uint64_t     wanted = (uint64_t)kc_json_get_int(call->args, "count", 64);
    struct kc_tracking tracking = { 0 };
    struct kc_run      run = { .fuel = (uint64_t)kc_json_get_int(call->args, "after", 0),
                               .tracking = &tracking };
    struct kc_machine *machine = kc_tool_machine(call, true);
    struct kc_region  *region = kc_machine_region(machine, kc_str_from(name));
    struct kc_program  program;
    struct kc_outcome  outcome;

    if (!region) {
        refuse_region(call, machine, name);
        return;
    }
    if (region->mapped && from >= region->base)
        from -= region->base; /* a machine address, not a distance from the start */
    if (from >= region->elems) {
        kc_tool_refuse(call, "address %" PRIu64 " is outside %s, which has %" PRIu64 " elements",
                       from, region->name, region->elems);
        return;
    }
    if (!assemble(call, &program))
        return;
    outcome = kc_cell_execute(&call->bench->cell, &program, &run, machine);
    set_outcome(call, &outcome);
    show_memory(call, region, from, wanted < region->elems - from ? wanted : region->elems - from);
}
