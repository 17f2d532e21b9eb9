/* kc sim: one kernel on one machine, with what people want to see of it. */
#include <inttypes.h>
#include <string.h>

#include "cli/cli.h"

enum { LIST_MOST = 256, TRACE_DEFAULT = 1000, PROFILE_LINES = 20 };

enum {
    KEY_FUEL = 0x100,
    KEY_WORDS,
    KEY_ASSEMBLY,
    KEY_TRACK,
    KEY_REGISTERS,
    KEY_FILL,
    KEY_CALL,
    KEY_ARGS
};

struct options {
    const char   *platform, *file, *settings, *call, *args;
    const char   *load[LIST_MOST], *reg[LIST_MOST], *dump[LIST_MOST];
    size_t        loads, regs, dumps, fills;
    char          fill[LIST_MOST][80];
    uint64_t      fuel, trace;
    bool          json, profile, track, registers;
    enum cli_form form;
};

static const struct argp_option option_table[] = {
    { "load", 'l', "REGION[@OFFSET]=DATA", 0,
      "preload memory: a file name, hex:BYTES, fill:VALUE, seed:NUMBER or val:V,V,...; an address "
      "instead of a region means the main memory. Files and hex hold what the machine's own images "
      "hold: PLENA vram and mram bf16, fpram IEEE binary16, intram u32, hbm bytes",
      0 },
    { "fill", KEY_FILL, "REGION=VALUE,...", 0, "short for --load REGION=fill:VALUE ...", 0 },
    { "reg", 'r', "NAME=VALUE", 0, "set a register", 0 },
    { "call", KEY_CALL, "LABEL", 0, "begin with a call of that function", 0 },
    { "args", KEY_ARGS, "NAME=VALUE,...", 0,
      "registers of the call; a value label:NAME is that label's address", 0 },
    { "dump", 'd', "REGION[from:to]", 0, "show memory afterwards; also ADDRESS+LENGTH", 0 },
    { "registers", KEY_REGISTERS, NULL, 0, "show all registers afterwards", 0 },
    { "trace", 't', "N", OPTION_ARG_OPTIONAL, "show the first N executed instructions (1000)", 0 },
    { "profile", 'p', NULL, 0, "cycles by source line and by unit", 0 },
    { "track", KEY_TRACK, NULL, 0,
      "report reads of memory that neither a preload (but for seed:) nor the program wrote", 0 },
    { "fuel", KEY_FUEL, "N", 0, "stop after N instructions (0 or nothing: 100000000)", 0 },
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "words", KEY_WORDS, NULL, 0, "FILE is machine code, whatever its name", 0 },
    { "assembly", KEY_ASSEMBLY, NULL, 0, "FILE is assembly, whatever its name", 0 },
    { "json", 'j', NULL, 0, "everything as JSON", 0 },
    { 0 },
};

static void push(struct argp_state *state, const char **list, size_t *count, const char *arg)
{
    if (*count == LIST_MOST)
        argp_error(state, "more than %d of one option", LIST_MOST);
    list[(*count)++] = arg;
}

/* "mram=1,vram=1" as two preloads. */
static void push_fills(struct argp_state *state, struct options *o, char *arg)
{
    for (char *item = strtok(arg, ","); item; item = strtok(NULL, ",")) {
        char *value = strchr(item, '=');

        if (!value || o->fills == LIST_MOST)
            argp_error(state, "--fill takes REGION=VALUE,...");
        snprintf(o->fill[o->fills], sizeof o->fill[0], "%.*s=fill:%s", (int)(value - item), item,
                 value + 1);
        push(state, o->load, &o->loads, o->fill[o->fills++]);
    }
}

static uint64_t number(struct argp_state *state, const char *arg)
{
    uint64_t value = 0;

    if (!kc_str_u64(kc_str_from(arg), &value))
        argp_error(state, "'%s' is not a number", arg);
    return value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'l':
        push(state, o->load, &o->loads, arg);
        return 0;
    case KEY_FILL:
        push_fills(state, o, arg);
        return 0;
    case 'r':
        push(state, o->reg, &o->regs, arg);
        return 0;
    case KEY_CALL:
        o->call = arg;
        return 0;
    case KEY_ARGS:
        o->args = arg;
        return 0;
    case 'd':
        push(state, o->dump, &o->dumps, arg);
        return 0;
    case 't':
        o->trace = arg ? number(state, arg) : TRACE_DEFAULT;
        return 0;
    case KEY_FUEL:
        o->fuel = number(state, arg);
        return 0;
    case 's':
        o->settings = arg;
        return 0;
    case 'p':
        o->profile = true;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case KEY_TRACK:
        o->track = true;
        return 0;
    case KEY_REGISTERS:
        o->registers = true;
        return 0;
    case KEY_WORDS:
        o->form = CLI_FORM_WORDS;
        return 0;
    case KEY_ASSEMBLY:
        o->form = CLI_FORM_ASSEMBLY;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            argp_error(state, "too many arguments: '%s'", arg);
        *(state->arg_num == 0 ? &o->platform : &o->file) = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 2)
            argp_error(state, "a platform and a file are needed, for example: plena kernel.s");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* One simulation and all it leaves behind. */
struct session {
    struct kc_arena    arena;
    struct kc_target   target;
    struct kc_program  program;
    struct kc_diags    dg;
    struct kc_machine *machine;
    struct cli_dump    dump[LIST_MOST];
    size_t             dumps;
    struct kc_profile  profile;
    struct kc_tracking tracking;
    struct kc_outcome  outcome;
    uint64_t           trace_left;
    kc_json           *trace; /* NULL: print */
};

static void trace_step(void *context, const struct kc_step *step)
{
    struct session *s = context;
    struct kc_buf   text = { 0 };

    if (s->trace_left == 0)
        return;
    s->trace_left--;
    kc_target_print_insn(&s->target, &s->program, step->index, &text);
    if (s->trace) {
        kc_json *o = kc_json_object();

        kc_json_set_uint(o, "cycle", step->cycle);
        kc_json_set_uint(o, "cycles", step->cycles);
        kc_json_set_uint(o, "pc", step->pc);
        kc_json_set_uint(o, "line", step->line);
        kc_json_set_str(o, "text", text.text);
        kc_json_set_str(o, "effect", step->effect);
        kc_json_push(s->trace, o);
    } else {
        printf("%10" PRIu64 " %+6" PRId64 "  %6" PRIu64 ": %-40s %s\n", step->cycle,
               (int64_t)step->cycles, step->pc, text.text, step->effect);
    }
    kc_buf_free(&text);
}

/* ---- calls -------------------------------------------------------------------------------- */

static bool find_symbol(const struct kc_program *program, struct kc_str name, uint64_t *address)
{
    for (size_t i = 0; i < program->symbol_count; i++)
        if (kc_str_is(name, program->symbols[i].name)) {
            *address = program->symbols[i].address;
            return true;
        }
    return false;
}

/* "p0=0x70000,p3=label:helper" */
static int set_arguments(struct session *s, struct kc_str rest)
{
    while (rest.length) {
        const struct kc_str item = kc_str_cut(&rest, ',');
        struct kc_str       value = item, name = kc_str_cut(&value, '=');
        uint64_t            address;

        if (value.length > 6 && memcmp(value.at, "label:", 6) == 0) {
            const struct kc_str label = { value.at + 6, value.length - 6 };

            if (!find_symbol(&s->program, label, &address))
                return cli_cannot("--args %.*s: there is no such label", KC_STR(item));
            value = kc_str_from(kc_arena_printf(&s->arena, "%" PRIu64, address));
        }
        const char *why = s->target.platform->set_register(s->machine, name, value);

        if (why)
            return cli_cannot("--args %.*s: %s", KC_STR(item), why);
    }
    return CLI_GOOD;
}

static int begin_call(struct session *s, const struct options *o)
{
    uint64_t    address = 0;
    const char *why;

    if (!s->target.platform->call)
        return cli_cannot("--call: %s has no functions", s->target.platform->name);
    if (!find_symbol(&s->program, kc_str_from(o->call), &address))
        return cli_cannot("--call %s: there is no such label", o->call);
    if ((why = s->target.platform->call(s->machine, address)))
        return cli_cannot("--call %s: %s", o->call, why);
    return CLI_GOOD;
}

/* ---- running ------------------------------------------------------------------------------ */

static int prepare(struct session *s, const struct options *o)
{
    const char *why = NULL;

    s->machine = s->target.platform->machine_new(s->target.config, s->target.isa);
    kc_machine_track(s->machine, o->track);            /* before preloads: they count as writes */
    s->target.platform->load(s->machine, &s->program); /* preloads go over a program's own data */
    for (size_t i = 0; i < o->loads; i++)
        if ((why = cli_preload(&s->arena, s->machine, o->load[i])))
            return cli_cannot("--load %s: %s", o->load[i], why);
    for (size_t i = 0; i < o->regs; i++) {
        struct kc_str value = kc_str_from(o->reg[i]);
        struct kc_str name = kc_str_cut(&value, '=');

        if ((why = s->target.platform->set_register(s->machine, name, value)))
            return cli_cannot("--reg %s: %s", o->reg[i], why);
    }
    if (o->args && set_arguments(s, kc_str_from(o->args)) != CLI_GOOD)
        return CLI_CANNOT;
    for (size_t i = 0; i < o->dumps; i++)
        if ((why = cli_parse_dump(&s->arena, s->machine, o->dump[i], &s->dump[s->dumps++])))
            return cli_cannot("--dump %s: %s", o->dump[i], why);
    s->target.platform->load(s->machine, &s->program);
    return o->call ? begin_call(s, o) : CLI_GOOD;
}

static void run(struct session *s, const struct options *o)
{
    struct kc_run r = { .fuel = o->fuel };

    if (o->trace) {
        r.trace = trace_step;
        r.trace_context = s;
        s->trace_left = o->trace;
        s->trace = o->json ? kc_json_array() : NULL;
    }
    kc_profile_init(&s->arena, &s->profile, &s->program);
    if (o->profile)
        r.profile = &s->profile;
    if (o->track)
        r.tracking = &s->tracking;
    s->outcome = s->target.platform->run(s->machine, &r);
}

/* ---- text --------------------------------------------------------------------------------- */

/* Calls show for each category once, with the sums of its units. */
static void each_category(struct session *s,
                          void (*show)(struct session *s, const char *name, uint64_t cycles,
                                       uint64_t count, void *context),
                          void *context)
{
    const struct kc_isa_desc *isa = s->target.isa->desc;

    for (size_t u = 0; u < isa->unit_count; u++) {
        uint64_t cycles = 0, count = 0;
        bool     first = true;

        for (size_t v = 0; v < isa->unit_count; v++) {
            if (strcmp(isa->categories[u], isa->categories[v]) != 0)
                continue;
            first &= v >= u;
            cycles += s->profile.unit_cycles[v];
            count += s->profile.unit_count[v];
        }
        if (first && count)
            show(s, isa->categories[u], cycles, count, context);
    }
}

static void print_category(struct session *s, const char *name, uint64_t cycles, uint64_t count,
                           void *context)
{
    const double total = s->outcome.cycles ? (double)s->outcome.cycles : 1.0;

    (void)context;
    printf("  %-12s %8" PRIu64 "  %5.1f %%  %12" PRIu64 "\n", name, cycles,
           100.0 * (double)cycles / total, count);
}

static void category_json(struct session *s, const char *name, uint64_t cycles, uint64_t count,
                          void *context)
{
    kc_json *o = kc_json_object();

    (void)s;
    kc_json_set_uint(o, "cycles", cycles);
    kc_json_set_uint(o, "instructions", count);
    kc_json_set(context, name, o);
}

static void print_stalls(const struct kc_profile *p, double total)
{
    if (p->stall_name[0])
        puts("waiting for");
    for (size_t i = 0; i < KC_STALLS && p->stall_name[i]; i++)
        if (p->stall_cycles[i])
            printf("  %-12s %8" PRIu64 "  %5.1f %%\n", p->stall_name[i], p->stall_cycles[i],
                   100.0 * (double)p->stall_cycles[i] / total);
}

/* In how many cycles each channel of the DMA moved something. */
static void print_channels(const struct kc_profile *p, double total)
{
    puts("DMA channel busy");
    for (size_t i = 0; i < KC_CHANNELS && p->channel_name[i]; i++)
        printf("  %-12s %8" PRIu64 "  %5.1f %%\n", p->channel_name[i], p->channel_cycles[i],
               100.0 * (double)p->channel_cycles[i] / total);
    printf("host memory: %" PRIu64 " bytes read, %" PRIu64 " bytes written\n", p->dma_bytes_read,
           p->dma_bytes_written);
}

/* "  load 13": what an instruction waited for most, into text. */
static void add_stall(const struct kc_profile *p, size_t index, struct kc_buf *text)
{
    const uint64_t *stalls = &p->stalls[index * KC_STALLS];
    size_t          most = 0;

    for (size_t i = 1; i < KC_STALLS; i++)
        most = stalls[i] > stalls[most] ? i : most;
    if (stalls[most])
        kc_buf_printf(text, "%*s%s %" PRIu64, text->length < 34 ? (int)(36 - text->length) : 2, "",
                      p->stall_name[most], stalls[most]);
}

static void print_profile(struct session *s)
{
    const struct kc_isa_desc *isa = s->target.isa->desc;
    const struct kc_profile  *p = &s->profile;
    const double              total = s->outcome.cycles ? (double)s->outcome.cycles : 1.0;

    puts("unit             cycles   share   instructions");
    for (size_t u = 0; u < isa->unit_count; u++)
        if (p->unit_count[u])
            printf("  %-12s %8" PRIu64 "  %5.1f %%  %12" PRIu64 "\n", isa->units[u],
                   p->unit_cycles[u], 100.0 * (double)p->unit_cycles[u] / total, p->unit_count[u]);
    puts("category");
    each_category(s, print_category, NULL);
    puts("  line     cycles   share      count  instruction");
    bool *shown = kc_arena_array(&s->arena, bool, s->program.count);

    for (int n = 0; n < PROFILE_LINES; n++) {
        size_t        best = s->program.count;
        struct kc_buf text = { 0 };

        for (size_t i = 0; i < s->program.count; i++)
            if (!shown[i] && p->count[i] &&
                (best == s->program.count || p->cycles[i] > p->cycles[best]))
                best = i;
        if (best == s->program.count)
            break;
        shown[best] = true;
        kc_target_print_insn(&s->target, &s->program, best, &text);
        add_stall(p, best, &text);
        printf("%6" PRIu32 " %10" PRIu64 "  %5.1f %% %10" PRIu64 "  %s\n", s->program.lines[best],
               p->cycles[best], 100.0 * (double)p->cycles[best] / total, p->count[best], text.text);
        kc_buf_free(&text);
    }
    print_stalls(p, total);
    if (p->channel_name[0])
        print_channels(p, total);
    else if (p->dma_bytes_read || p->dma_bytes_written)
        printf("HBM: %" PRIu64 " bytes read, %" PRIu64 " bytes written\n", p->dma_bytes_read,
               p->dma_bytes_written);
}

/* A wide register with its highest byte first, on a line of its own. */
static void print_wide(const struct kc_register *reg)
{
    printf("%-6s = 0x", reg->name);
    for (size_t i = reg->size; i-- > 0;)
        printf("%02x", reg->bytes[i]);
    putchar('\n');
}

static void print_registers(struct session *s)
{
    struct kc_register *regs = kc_arena_array(&s->arena, struct kc_register, KC_REGISTERS);
    const size_t        n = s->target.platform->registers(s->machine, regs, KC_REGISTERS);

    for (size_t i = 0; i < n; i++) {
        if (regs[i].bytes) {
            print_wide(&regs[i]);
            continue;
        }
        if (regs[i].is_number)
            printf("%-6s = %-12.6g", regs[i].name, regs[i].number);
        else
            printf("%-6s = %-12" PRIu64, regs[i].name, regs[i].bits);
        putchar(i % 4 == 3 || i + 1 == n || regs[i + 1].bytes ? '\n' : ' ');
    }
}

static void print_tracking(const struct kc_tracking *t)
{
    if (t->total == 0)
        puts("no read of memory that nobody wrote");
    for (size_t i = 0; i < t->kept; i++)
        printf("line %" PRIu32 " reads %s[%" PRIu64 "], which nobody wrote\n", t->first[i].line,
               t->first[i].region->name, t->first[i].elem);
}

static void print_text(struct session *s, const struct options *o)
{
    struct kc_buf out = { 0 };

    printf("%s: %" PRIu64 " cycles (%" PRIu64 ".000 ns), %" PRIu64 " instructions\n",
           kc_outcome_name(s->outcome.kind), s->outcome.cycles, s->outcome.cycles,
           s->outcome.instructions);
    if (o->profile)
        print_profile(s);
    if (o->track)
        print_tracking(&s->tracking);
    if (o->registers)
        print_registers(s);
    for (size_t i = 0; i < s->dumps; i++)
        cli_dump_text(&s->dump[i], &out);
    if (out.length)
        fwrite(out.text, 1, out.length, stdout);
    kc_buf_free(&out);
    cli_show_notes(&s->arena, s->dg.source, &s->outcome);
    if (s->outcome.kind == KC_OUTCOME_TRAP)
        cli_show_trap(&s->arena, s->dg.source, &s->outcome);
    if (s->outcome.kind == KC_OUTCOME_OUT_OF_FUEL)
        cli_cannot("stopped at line %" PRIu32 " after %" PRIu64
                   " instructions; --fuel N allows more",
                   s->outcome.line, s->outcome.instructions);
}

/* ---- JSON --------------------------------------------------------------------------------- */

static kc_json *line_stalls_json(const struct kc_profile *p, size_t index)
{
    kc_json *o = kc_json_object();

    for (size_t i = 0; i < KC_STALLS && p->stall_name[i]; i++)
        if (p->stalls[index * KC_STALLS + i])
            kc_json_set_uint(o, p->stall_name[i], p->stalls[index * KC_STALLS + i]);
    return o;
}

static kc_json *channels_json(const struct kc_profile *p)
{
    kc_json *o = kc_json_object();

    for (size_t i = 0; i < KC_CHANNELS && p->channel_name[i]; i++)
        kc_json_set_uint(o, p->channel_name[i], p->channel_cycles[i]);
    return o;
}

static kc_json *profile_json(struct session *s)
{
    const struct kc_isa_desc *isa = s->target.isa->desc;
    kc_json *root = kc_json_object(), *units = kc_json_object(), *lines = kc_json_array();

    for (size_t u = 0; u < isa->unit_count; u++) {
        kc_json *unit = kc_json_object();

        kc_json_set_uint(unit, "cycles", s->profile.unit_cycles[u]);
        kc_json_set_uint(unit, "instructions", s->profile.unit_count[u]);
        kc_json_set(units, isa->units[u], unit);
    }
    for (size_t i = 0; i < s->program.count; i++) {
        kc_json *line = kc_json_object();

        kc_json_set_uint(line, "pc", s->program.addresses ? s->program.addresses[i] : i);
        kc_json_set_uint(line, "line", s->program.lines[i]);
        kc_json_set_uint(line, "cycles", s->profile.cycles[i]);
        kc_json_set_uint(line, "count", s->profile.count[i]);
        if (s->profile.stall_name[0])
            kc_json_set(line, "stalls", line_stalls_json(&s->profile, i));
        kc_json_push(lines, line);
    }
    kc_json *categories = kc_json_object(), *stalls = kc_json_object();

    for (size_t i = 0; i < KC_STALLS && s->profile.stall_name[i]; i++)
        kc_json_set_uint(stalls, s->profile.stall_name[i], s->profile.stall_cycles[i]);
    each_category(s, category_json, categories);
    kc_json_set(root, "units", units);
    kc_json_set(root, "categories", categories);
    kc_json_set(root, "stalls", stalls);
    kc_json_set(root, "lines", lines);
    if (s->profile.channel_name[0])
        kc_json_set(root, "channels", channels_json(&s->profile));
    kc_json_set_uint(root, "dma_bytes_read", s->profile.dma_bytes_read);
    kc_json_set_uint(root, "dma_bytes_written", s->profile.dma_bytes_written);
    return root;
}

/* Wide registers as hexadecimal bytes in memory order, like dumps. */
static kc_json *register_json(const struct kc_register *reg)
{
    struct kc_buf hex = { 0 };
    kc_json      *value;

    if (!reg->bytes)
        return reg->is_number ? kc_json_double(reg->number) : kc_json_uint(reg->bits);
    for (size_t i = 0; i < reg->size; i++)
        kc_buf_printf(&hex, "%02x", reg->bytes[i]);
    value = kc_json_str(hex.text, hex.length);
    kc_buf_free(&hex);
    return value;
}

static kc_json *registers_json(struct session *s)
{
    struct kc_register *regs = kc_arena_array(&s->arena, struct kc_register, KC_REGISTERS);
    const size_t        n = s->target.platform->registers(s->machine, regs, KC_REGISTERS);
    kc_json            *root = kc_json_object();

    for (size_t i = 0; i < n; i++)
        kc_json_set(root, regs[i].name, register_json(&regs[i]));
    return root;
}

static kc_json *notes_json(const struct kc_outcome *out)
{
    kc_json *list = kc_json_array();

    for (size_t i = 0; i < out->note_count; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "id", out->notes[i].id);
        kc_json_set_uint(o, "line", out->notes[i].line);
        kc_json_set_uint(o, "count", out->notes[i].count);
        kc_json_set_str(o, "text", out->notes[i].text);
        kc_json_push(list, o);
    }
    return list;
}

static void trap_json(kc_json *root, const struct kc_outcome *out)
{
    kc_json *regs = kc_json_object();

    kc_json_set_str(root, "cause", out->cause);
    kc_json_set_str(root, "message", out->message);
    if (out->hint)
        kc_json_set_str(root, "hint", out->hint);
    for (size_t i = 0; i < out->register_count; i++)
        kc_json_set_uint(regs, out->registers[i].name, out->registers[i].value);
    kc_json_set(root, "trap_registers", regs);
}

static kc_json *tracking_json(const struct kc_tracking *t)
{
    kc_json *list = kc_json_array();

    for (size_t i = 0; i < t->kept; i++) {
        kc_json *o = kc_json_object();

        kc_json_set_uint(o, "line", t->first[i].line);
        kc_json_set_str(o, "region", t->first[i].region->name);
        kc_json_set_uint(o, "address", t->first[i].elem);
        kc_json_push(list, o);
    }
    return list;
}

static void print_json(struct session *s, const struct options *o)
{
    kc_json *root = kc_json_object(), *dumps = kc_json_array();

    kc_json_set_str(root, "outcome", kc_outcome_name(s->outcome.kind));
    kc_json_set_uint(root, "cycles", s->outcome.cycles);
    kc_json_set_double(root, "latency_ns", (double)s->outcome.cycles);
    kc_json_set_uint(root, "instructions", s->outcome.instructions);
    kc_json_set_uint(root, "pc", s->outcome.pc);
    kc_json_set_uint(root, "line", s->outcome.line);
    if (s->outcome.kind == KC_OUTCOME_TRAP)
        trap_json(root, &s->outcome);
    if (s->outcome.note_count)
        kc_json_set(root, "notes", notes_json(&s->outcome));
    kc_json_set(root, "registers", registers_json(s));
    for (size_t i = 0; i < s->dumps; i++)
        kc_json_push(dumps, cli_dump_json(&s->dump[i]));
    kc_json_set(root, "dump", dumps);
    if (o->profile)
        kc_json_set(root, "profile", profile_json(s));
    if (s->trace)
        kc_json_set(root, "trace", s->trace);
    if (o->track)
        kc_json_set(root, "unwritten_reads", tracking_json(&s->tracking));
    kc_json_set(root, "diagnostics", kc_diags_json(&s->dg));
    cli_json(root);
}

/* A program that does not assemble has no outcome, but callers still get JSON. */
static void print_failed_json(const struct session *s)
{
    kc_json *root = kc_json_object();

    kc_json_set_str(root, "outcome", "syntax_error");
    kc_json_set(root, "diagnostics", kc_diags_json(&s->dg));
    cli_json(root);
}

static int simulate(struct session *s, const struct options *o)
{
    if (!cli_target(&s->arena, o->platform, o->settings, &s->target))
        return CLI_CANNOT;
    int status = cli_program(&s->arena, &s->target, o->file, o->form, &s->program, &s->dg);

    if (status == CLI_CANNOT)
        return status;
    kc_diags_drop_notes(&s->dg);
    if (!o->json)
        cli_show(&s->dg);
    if (status != CLI_GOOD) {
        if (o->json)
            print_failed_json(s);
        return status;
    }
    if ((status = prepare(s, o)) != CLI_GOOD)
        return status;
    run(s, o);
    if (o->json)
        print_json(s, o);
    else
        print_text(s, o);
    return s->outcome.kind == KC_OUTCOME_HALTED ? CLI_GOOD : CLI_NOT_GOOD;
}

int cmd_sim(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "PLATFORM FILE",
        "Runs FILE (assembly, or machine code) and reports how it ended, its cycles and what you "
        "ask for.\v"
        "Example: kc sim plena silu.s --load fpram@1=val:1.0 --load hbm=x.mx --dump 'vram[0:64]'",
        0,
        0,
        0
    };
    struct options *o = kc_alloc(sizeof *o);
    struct session *s = kc_alloc(sizeof *s);

    argp_parse(&argp, argc, argv, 0, NULL, o);
    const int status = simulate(s, o);

    if (s->machine)
        s->target.platform->machine_free(s->machine);
    kc_arena_free(&s->arena);
    free(s);
    free(o);
    return status;
}
