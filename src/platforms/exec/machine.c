/* A machine whose runs happen elsewhere: its memories and registers are here, a run sends them all
 * and takes back what changed. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "platforms/exec/parts.h"

enum { TRACE_MOST = 1 << 20, WIDE_BYTES = 1024, SHOWN = 64 };

/* A register that the simulator shows after a run. */
struct shown {
    char     name[16];
    bool     is_number;
    uint64_t bits;
    double   number;
    uint8_t  bytes[WIDE_BYTES];
    size_t   size;
};

struct machine {
    struct kc_machine         machine;
    struct kc_region          region[EXEC_REGIONS];
    const struct exec_config *config;
    const struct kc_program  *program;
    uint64_t                  value[EXEC_REGISTERS]; /* of all classes, one after another */
    struct shown             *shown;
    size_t                    shown_count;
};

const struct exec_config *exec_config_of(const struct kc_machine *machine)
{
    return ((const struct machine *)machine)->config;
}

struct kc_machine *exec_machine_new(const void *config, const struct kc_isa *isa)
{
    struct machine             *m = kc_alloc(sizeof *m);
    const struct exec_platform *x = ((const struct exec_config *)config)->x;

    m->config = config;
    m->shown = kc_alloc(SHOWN * sizeof *m->shown);
    m->machine = (struct kc_machine){ &x->platform, isa, m->region, x->region_count };
    for (size_t i = 0; i < x->region_count; i++)
        kc_region_init(&m->region[i], x->region[i].name, x->region[i].doc, x->region[i].type,
                       exec_size_of(config, x->region[i].elems),
                       (uint32_t)exec_size_of(config, x->region[i].row));
    return &m->machine;
}

void exec_machine_free(struct kc_machine *machine)
{
    struct machine *m = (struct machine *)machine;

    for (size_t i = 0; i < machine->region_count; i++)
        kc_region_free(&m->region[i]);
    free(m->shown);
    free(m);
}

void exec_machine_reset(struct kc_machine *machine)
{
    struct machine *m = (struct machine *)machine;

    for (size_t i = 0; i < machine->region_count; i++)
        kc_region_clear(&m->region[i]);
    memset(m->value, 0, sizeof m->value);
    m->shown_count = 0;
}

void exec_load(struct kc_machine *machine, const struct kc_program *program)
{
    ((struct machine *)machine)->program = program;
}

/* ---- registers ---------------------------------------------------------------------------- */

/* The place of a register of some class, or -1. */
static int find_register(const struct machine *m, struct kc_str name)
{
    const struct kc_isa_desc *d = m->machine.isa->desc;
    uint32_t                  first = 0;

    for (size_t i = 0; i < d->reg_class_count; first += d->reg_classes[i++].count) {
        const size_t prefix = strlen(d->reg_classes[i].prefix);
        uint64_t     n;

        if (kc_str_starts(name, d->reg_classes[i].prefix) && name.length > prefix &&
            kc_str_u64((struct kc_str){ name.at + prefix, name.length - prefix }, &n) &&
            n < d->reg_classes[i].count)
            return (int)(first + n);
    }
    return -1;
}

const char *exec_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value)
{
    struct machine *m = (struct machine *)machine;
    const int       at = find_register(m, name);
    uint64_t        number;

    if (at < 0)
        return "there is no such register; 'kc isa' lists them";
    if (!kc_str_u64(value, &number) || number > INT64_MAX)
        return "a register is set to a whole number that is not negative";
    m->value[at] = number;
    return NULL;
}

size_t exec_registers(const struct kc_machine *machine, struct kc_register *out, size_t most)
{
    const struct machine     *m = (const struct machine *)machine;
    const struct kc_isa_desc *d = machine->isa->desc;
    size_t                    n = 0;

    for (size_t i = 0; i < d->reg_class_count; i++)
        for (uint32_t k = 0; k < d->reg_classes[i].count && n < most; k++, n++) {
            out[n] = (struct kc_register){ .bits = m->value[n] };
            snprintf(out[n].name, sizeof out[n].name, "%.8s%" PRIu32, d->reg_classes[i].prefix, k);
        }
    for (size_t i = 0; i < m->shown_count && n < most; i++, n++) {
        const struct shown *s = &m->shown[i];

        out[n] = (struct kc_register){ .is_number = s->is_number,
                                       .bits = s->bits,
                                       .number = s->number,
                                       .bytes = s->size ? s->bytes : NULL,
                                       .size = s->size };
        memcpy(out[n].name, s->name, sizeof out[n].name);
    }
    return n;
}

/* ---- the request -------------------------------------------------------------------------- */

static void add_hex(struct kc_buf *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    char              text[512];

    for (size_t at = 0; at < size;) {
        size_t n = 0;

        for (; at < size && n < sizeof text; at++) {
            text[n++] = digits[bytes[at] >> 4];
            text[n++] = digits[bytes[at] & 15];
        }
        kc_buf_add(out, text, n);
    }
}

static void add_memory(struct machine *m, struct kc_buf *out)
{
    kc_buf_puts(out, ",\"memory\":{");
    for (size_t i = 0; i < m->machine.region_count; i++) {
        struct kc_region *r = &m->region[i];

        kc_buf_printf(out, "%s\"%s\":\"", i ? "," : "", r->name);
        for (uint64_t row = 0; row < r->rows; row++)
            add_hex(out, kc_region_read(r, row), r->row_bytes);
        kc_buf_puts(out, "\"");
    }
    kc_buf_puts(out, "}");
}

static void add_registers(const struct machine *m, struct kc_buf *out)
{
    const struct kc_isa_desc *d = m->machine.isa->desc;
    size_t                    n = 0;

    kc_buf_puts(out, ",\"registers\":{");
    for (size_t i = 0; i < d->reg_class_count; i++)
        for (uint32_t k = 0; k < d->reg_classes[i].count; k++, n++)
            kc_buf_printf(out, "%s\"%s%" PRIu32 "\":%" PRIu64, n ? "," : "",
                          d->reg_classes[i].prefix, k, m->value[n]);
    kc_buf_puts(out, "}");
}

static bool tracked(const struct machine *m, const struct kc_run *run)
{
    return run->tracking || (m->machine.region_count && m->region[0].writers);
}

static uint64_t fuel_of(const struct machine *m, const struct kc_run *run)
{
    const uint64_t wanted = run->fuel ? run->fuel : KC_FUEL_DEFAULT, most = m->config->x->fuel;

    return most && most < wanted ? most : wanted;
}

static void add_request(struct machine *m, const struct kc_run *run, struct kc_buf *out)
{
    kc_buf_printf(out,
                  "{\"do\":\"run\",\"fuel\":%" PRIu64 ",\"trace\":%s,\"profile\":%s,"
                  "\"tracking\":%s,",
                  fuel_of(m, run), run->trace ? "true" : "false", run->profile ? "true" : "false",
                  tracked(m, run) ? "true" : "false");
    exec_add_parameters(m->config, out);
    kc_buf_puts(out, ",\"program\":[");
    for (size_t i = 0; i < m->program->count; i++)
        kc_buf_printf(out, "%s%" PRIu32, i ? "," : "", m->program->words[i]);
    kc_buf_puts(out, "]");
    add_registers(m, out);
    add_memory(m, out);
    kc_buf_puts(out, "}");
}

/* ---- the answer --------------------------------------------------------------------------- */

static struct kc_region *region_named(struct machine *m, const kc_json *name)
{
    return kc_machine_region(&m->machine, kc_json_text(name));
}

static uint32_t line_of(const struct machine *m, int64_t pc)
{
    return pc >= 0 && (uint64_t)pc < m->program->count ? m->program->lines[pc] : 0;
}

static bool inside(const struct kc_region *r, int64_t at, uint64_t count)
{
    return at >= 0 && (uint64_t)at < r->elems && count <= r->elems - (uint64_t)at;
}

/* [{"region", "at", "hex"}]: what memories hold now. */
static const char *take_memory(struct machine *m, const kc_json *list)
{
    for (size_t i = 0; i < kc_json_length(list); i++) {
        const kc_json      *o = kc_json_at(list, i);
        struct kc_region   *r = region_named(m, kc_json_get(o, "region"));
        const int64_t       at = kc_json_get_int(o, "at", -1);
        const struct kc_str hex = kc_json_text(kc_json_get(o, "hex"));
        const uint64_t      count = r ? hex.length / 2 / r->type->bytes : 0;

        if (!r || hex.length != count * r->type->bytes * 2 || !inside(r, at, count))
            return "'memory' has a place that does not exist";
        for (uint64_t e = 0; e < count; e++) {
            uint8_t *to = kc_region_elem_write(r, (uint64_t)at + e, KC_WRITER_NOBODY);

            for (uint32_t b = 0; b < r->type->bytes; b++) {
                const char *digit = hex.at + (e * r->type->bytes + b) * 2;
                const int   high = kc_hex_digit(digit[0]), low = kc_hex_digit(digit[1]);

                if (high < 0 || low < 0)
                    return "'memory' has a digit that is not hexadecimal";
                to[b] = (uint8_t)(high << 4 | low);
            }
        }
    }
    return NULL;
}

/* [[region, at, count, pc]]: who wrote or read. */
static const char *take_access(struct machine *m, const kc_json *list, struct kc_tracking *reads)
{
    for (size_t i = 0; i < kc_json_length(list); i++) {
        const kc_json    *o = kc_json_at(list, i);
        struct kc_region *r = region_named(m, kc_json_at(o, 0));
        const int64_t     at = kc_json_to_int(kc_json_at(o, 1), -1);
        const int64_t     count = kc_json_to_int(kc_json_at(o, 2), -1);
        const uint32_t    line = line_of(m, kc_json_to_int(kc_json_at(o, 3), -1));

        if (!r || count < 0 || !inside(r, at, (uint64_t)count))
            return "'reads' or 'writes' has a place that does not exist";
        for (uint64_t e = (uint64_t)at, end = e + (uint64_t)count; e < end;) {
            const uint64_t row = e / r->row_elems;
            const uint32_t first = (uint32_t)(e % r->row_elems);
            const uint64_t room = r->row_elems - first;
            const uint32_t n = (uint32_t)(end - e < room ? end - e : room);

            if (reads)
                kc_tracking_read(reads, r, row, first, n, line);
            else if (r->writers)
                kc_region_mark(r, row, first, n, line);
            e += n;
        }
    }
    return NULL;
}

static void take_register(void *context, const char *key, kc_json *value)
{
    struct machine *m = context;
    const int       at = find_register(m, kc_str_from(key));
    struct shown   *s = &m->shown[m->shown_count];

    if (at >= 0) {
        m->value[at] = (uint64_t)kc_json_to_int(value, 0);
        return;
    }
    if (m->shown_count == SHOWN || strlen(key) >= sizeof s->name)
        return;
    *s = (struct shown){ .is_number = kc_json_type(value) == KC_JSON_DOUBLE,
                         .bits = (uint64_t)kc_json_to_int(value, 0) };
    snprintf(s->name, sizeof s->name, "%s", key);
    const struct kc_str hex = kc_json_text(value);

    if (s->is_number) {
        kc_json *box = kc_json_object();

        kc_json_set(box, "v", kc_json_copy(value));
        s->number = kc_json_get_double(box, "v", 0.0);
        kc_json_free(box);
    }
    for (; s->size < hex.length / 2 && s->size < WIDE_BYTES; s->size++)
        s->bytes[s->size] = (uint8_t)((kc_hex_digit(hex.at[2 * s->size]) & 15) << 4 |
                                      (kc_hex_digit(hex.at[2 * s->size + 1]) & 15));
    m->shown_count++;
}

/* [[count, cycles]], one of each instruction. */
static void take_profile(struct machine *m, const kc_json *list, struct kc_profile *profile)
{
    for (size_t i = 0; i < m->program->count && i < kc_json_length(list); i++) {
        const kc_json        *o = kc_json_at(list, i);
        const uint64_t        count = (uint64_t)kc_json_to_int(kc_json_at(o, 0), 0);
        const uint64_t        cycles = (uint64_t)kc_json_to_int(kc_json_at(o, 1), 0);
        uint32_t              values[KC_ISA_OPERANDS];
        const struct kc_form *form = kc_isa_decode(m->machine.isa, m->program->words[i], values);

        profile->count[i] += count;
        profile->cycles[i] += cycles;
        if (form) {
            profile->unit_count[form->insn->unit] += count;
            profile->unit_cycles[form->insn->unit] += cycles;
        }
    }
}

/* [[pc, cycle, cycles, effect]] */
static const char *take_trace(struct machine *m, const kc_json *list, const struct kc_run *run)
{
    if (kc_json_length(list) > TRACE_MOST)
        return "'trace' is too long";
    for (size_t i = 0; i < kc_json_length(list); i++) {
        const kc_json *o = kc_json_at(list, i);
        const int64_t  pc = kc_json_to_int(kc_json_at(o, 0), -1);
        struct kc_step step = { .pc = (uint64_t)pc,
                                .cycle = (uint64_t)kc_json_to_int(kc_json_at(o, 1), 0),
                                .cycles = (uint64_t)kc_json_to_int(kc_json_at(o, 2), 0),
                                .line = line_of(m, pc),
                                .index = (size_t)pc };

        if (pc < 0 || (uint64_t)pc >= m->program->count)
            return "'trace' leaves the program";
        const struct kc_str effect = kc_json_text(kc_json_at(o, 3));

        snprintf(step.effect, sizeof step.effect, "%.*s", KC_STR(effect));
        run->trace(run->trace_context, &step);
    }
    return NULL;
}

/* ---- the outcome -------------------------------------------------------------------------- */

static struct kc_outcome broken(const char *why)
{
    struct kc_outcome o = { .kind = KC_OUTCOME_TRAP,
                            .cause = "simulator-failed",
                            .hint = "no fault of the program: the external simulator is to blame; "
                                    "KC_PLUGIN_STDERR=1 shows what it says" };

    snprintf(o.message, sizeof o.message, "%s", why);
    return o;
}

static void take_cause(const struct machine *m, const kc_json *answer, struct kc_outcome *o)
{
    const struct exec_platform *x = m->config->x;
    const char                 *cause = kc_json_get_str(answer, "cause", "");
    const struct kc_str         message = kc_json_text(kc_json_get(answer, "message"));
    struct kc_buf               visible = { 0 };

    o->cause = "unlisted-trap";
    for (size_t i = 0; i < x->trap_count; i++)
        if (strcmp(x->trap[i].cause, cause) == 0) {
            o->cause = x->trap[i].cause;
            o->hint = x->trap[i].hint;
        }
    kc_buf_add_visible(&visible, message.at ? message.at : "", message.length);
    snprintf(o->message, sizeof o->message, "%s",
             visible.length ? visible.text : "the simulator gives no reason");
    kc_buf_free(&visible);
}

static const char *take_outcome(struct machine *m, const kc_json *answer, struct kc_outcome *o)
{
    const char *kind = kc_json_get_str(answer, "outcome", "");
    const int   known = strcmp(kind, "halted") == 0        ? KC_OUTCOME_HALTED
                        : strcmp(kind, "trap") == 0        ? KC_OUTCOME_TRAP
                        : strcmp(kind, "out_of_fuel") == 0 ? KC_OUTCOME_OUT_OF_FUEL
                                                           : -1;

    if (known < 0)
        return "'outcome' must be halted, trap or out_of_fuel";
    const int64_t cycles = kc_json_get_int(answer, "cycles", -1);
    const int64_t instructions = kc_json_get_int(answer, "instructions", -1);

    if (cycles < 0 || instructions < 0)
        return "'cycles' and 'instructions' must be numbers";
    *o = (struct kc_outcome){ .kind = (enum kc_outcome_kind)known,
                              .cycles = (uint64_t)cycles,
                              .instructions = (uint64_t)instructions,
                              .pc = (uint64_t)kc_json_get_int(answer, "pc", 0) };
    if (o->kind != KC_OUTCOME_HALTED)
        o->line = line_of(m, (int64_t)o->pc);
    if (o->kind == KC_OUTCOME_TRAP)
        take_cause(m, answer, o);
    return NULL;
}

static const char *take(struct machine *m, const struct kc_run *run, const kc_json *answer,
                        struct kc_outcome *o)
{
    const char *why = take_outcome(m, answer, o);

    if (!why && run->tracking) /* before anything counts as written by the program */
        why = take_access(m, kc_json_get(answer, "reads"), run->tracking);
    if (!why)
        why = take_memory(m, kc_json_get(answer, "memory"));
    if (!why && tracked(m, run))
        why = take_access(m, kc_json_get(answer, "writes"), NULL);
    if (!why && run->trace)
        why = take_trace(m, kc_json_get(answer, "trace"), run);
    if (why)
        return why;
    m->shown_count = 0;
    kc_json_each(kc_json_get(answer, "registers"), take_register, m);
    if (run->profile)
        take_profile(m, kc_json_get(answer, "profile"), run->profile);
    return NULL;
}

const char *exec_take(struct kc_machine *machine, const struct kc_run *run, const kc_json *answer,
                      struct kc_outcome *outcome)
{
    return take((struct machine *)machine, run, answer, outcome);
}

struct kc_outcome exec_run(struct kc_machine *machine, const struct kc_run *run)
{
    struct machine   *m = (struct machine *)machine;
    struct kc_buf     line = { 0 };
    struct kc_outcome o = { 0 };
    struct exec_why   why;

    if (m->program->count > EXEC_PROGRAM)
        return broken("the program is too long for an external simulator");
    add_request(m, run, &line);
    kc_json *answer = exec_ask(m->config->x, (struct kc_str){ line.text, line.length }, &why);

    kc_buf_free(&line);
    if (!answer)
        return broken(why.text);
    const char *bad = take(m, run, answer, &o);

    kc_json_free(answer);
    return bad ? broken(bad) : o;
}
