/* The toy machine, a plug-in: an accumulator of a few lanes, a scalar, eight address registers and
 * one memory of float32 numbers.  Small enough to be read in one go, complete enough to be used
 * like any other platform.
 *
 *   cc -shared -fPIC -ffp-contract=off -I include -I src tests/toy/toy.c -o toy.so
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "kernelcraft/flat.h"
#include "kernelcraft/platform.h"
#include "sim/elems.h"

enum { REGISTERS = 8, LANES_MOST = 64 };

/* ---- tables ------------------------------------------------------------------------------- */

enum unit { UNIT_ADDRESS, UNIT_VECTOR, UNIT_CONTROL };

static const char *const units[] = { "address", "vector", "control" };
static const char *const categories[] = { "address", "compute", "control" };

static const struct kc_reg_class classes[] = {
    { "a", REGISTERS, "address register", "32-bit addresses and counters." },
};

enum { OPERAND_AD, OPERAND_AS, OPERAND_IMM, OPERANDS };

static const struct kc_operand operands[] = {
#define OPERAND(letter, name, kind, doc) { letter, #name, KC_OPERAND_##kind, 0, false, doc },
#include "toy.def"
};

enum insn {
#define INSN(id, ...) INSN_##id,
#include "toy.def"
    INSNS
};

static const struct kc_insn insns[INSNS] = {
#define INSN(id, mnemonic, bits, syntax, unit, cycles, effect, doc, pitfalls, example) \
    { mnemonic, bits, syntax, UNIT_##unit, NULL, #cycles, effect, doc, pitfalls, example },
#include "toy.def"
};

static const uint32_t cycles_of[INSNS] = {
#define INSN(id, mnemonic, bits, syntax, unit, cycles, ...) cycles,
#include "toy.def"
};

static const struct kc_insn *const rows[INSNS] = {
#define INSN(id, ...) &insns[INSN_##id],
#include "toy.def"
};

static const struct kc_isa_desc desc = {
    .name = "toy",
    .units = units,
    .unit_count = KC_COUNT(units),
    .categories = categories,
    .reg_classes = classes,
    .reg_class_count = KC_COUNT(classes),
    .operands = operands,
    .operand_count = KC_COUNT(operands),
    .insns = rows,
    .insn_count = INSNS,
};

static const struct kc_isa *toy_isa(struct kc_arena *arena, const void *config)
{
    (void)config;
    return kc_isa_build(arena, &desc);
}

enum trap {
#define TRAP(id, ...) TRAP_##id,
#include "toy.def"
};

static const struct {
    const char *cause, *rule, *hint;
} traps[] = {
#define TRAP(id, ...) { __VA_ARGS__ },
#include "toy.def"
};

/* ---- configuration ------------------------------------------------------------------------ */

struct config {
#define UINT(name, ...) uint64_t name;
#include "toy.def"
};

static const struct kc_param param_rows[] = {
#define UINT(name, value, min, max, doc) \
    { #name, KC_PARAM_UINT, offsetof(struct config, name), min, max, NULL, doc },
#include "toy.def"
};

static const char *const no_keys[] = { NULL };

static const struct kc_params params = { param_rows, KC_COUNT(param_rows), no_keys, no_keys };

static void *config_new(const struct kc_platform *self, struct kc_arena *arena)
{
    struct config *c = kc_arena_new(arena, struct config);

    (void)self;
    *c = (struct config){
#define UINT(name, value, ...) value,
#include "toy.def"
    };
    return c;
}

static void config_check(const void *config, struct kc_diags *dg)
{
    const struct config *c = config;

    if (c->lanes & (c->lanes - 1))
        kc_error_plain(dg, "geometry", NULL, "lanes must be a power of two");
    else if (c->words % c->lanes)
        kc_error_plain(dg, "geometry", NULL, "words must be a multiple of lanes");
}

static void manual(const void *config, struct kc_buf *out)
{
    kc_buf_puts(out, "## Configuration\n\n| parameter | value | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < params.count; i++) {
        kc_buf_printf(out, "| %s | ", param_rows[i].name);
        kc_param_print(&param_rows[i], config, out);
        kc_buf_printf(out, " | %s |\n", param_rows[i].doc);
    }
    kc_buf_puts(out, "\n## Traps\n\n| cause | rule |\n|---|---|\n");
    for (size_t i = 0; i < KC_COUNT(traps); i++)
        kc_buf_printf(out, "| `%s` | %s |\n", traps[i].cause, traps[i].rule);
    kc_buf_puts(out, "\n");
}

/* ---- machine ------------------------------------------------------------------------------ */

struct code {
    uint8_t  insn; /* INSNS: no instruction */
    uint8_t  ad, as;
    uint32_t imm;
};

struct machine {
    struct kc_machine        machine;
    struct kc_region         mem;
    const struct config     *config;
    const struct kc_program *program;
    struct code             *code;
    uint32_t                 a[REGISTERS], lanes;
    float                    acc[LANES_MOST], s;
    /* of the run */
    const struct kc_run *run;
    struct kc_outcome   *outcome;
    uint64_t             pc;
};

static struct kc_machine *machine_new(const void *config, const struct kc_isa *isa);

static void machine_reset(struct kc_machine *machine)
{
    struct machine *m = (struct machine *)machine;

    kc_region_clear(&m->mem);
    memset(m->a, 0, sizeof m->a);
    memset(m->acc, 0, sizeof m->acc);
    m->s = 0;
}

static void machine_free(struct kc_machine *machine)
{
    struct machine *m = (struct machine *)machine;

    kc_region_free(&m->mem);
    free(m->code);
    free(m);
}

static void load(struct kc_machine *machine, const struct kc_program *program)
{
    struct machine *m = (struct machine *)machine;

    m->program = program;
    m->code = kc_realloc(m->code, (program->count + 1) * sizeof *m->code);
    for (size_t i = 0; i < program->count; i++) {
        uint32_t              v[KC_ISA_OPERANDS] = { 0 };
        const struct kc_form *form = kc_isa_decode(machine->isa, program->words[i], v);

        m->code[i] =
            (struct code){ (uint8_t)(form ? form - machine->isa->forms : INSNS),
                           (uint8_t)v[OPERAND_AD], (uint8_t)v[OPERAND_AS], v[OPERAND_IMM] };
    }
}

static uint32_t line_of(const struct machine *m)
{
    return m->pc < m->program->count ? m->program->lines[m->pc] : 0;
}

static bool trap(struct machine *m, enum trap which, uint64_t number)
{
    struct kc_outcome *o = m->outcome;

    o->kind = KC_OUTCOME_TRAP;
    o->cause = traps[which].cause;
    o->hint = traps[which].hint;
    snprintf(o->message, sizeof o->message, "%s: %" PRIu64, traps[which].rule, number);
    return false;
}

/* False after a trap. */
static bool reachable(struct machine *m, uint32_t address, uint32_t lanes)
{
    if (address % lanes)
        return trap(m, TRAP_ALIGN, address);
    return address < m->mem.elems ? true : trap(m, TRAP_RANGE, address);
}

static const float *read_mem(struct machine *m, uint32_t address, uint32_t lanes)
{
    if (!reachable(m, address, lanes))
        return NULL;
    if (m->run->tracking)
        kc_tracking_read(m->run->tracking, &m->mem, address / m->lanes, address % m->lanes, lanes,
                         line_of(m));
    return (const float *)kc_region_read(&m->mem, address / m->lanes) + address % m->lanes;
}

static bool store(struct machine *m, uint32_t address)
{
    if (!reachable(m, address, m->lanes))
        return false;
    memcpy(kc_region_write(&m->mem, address / m->lanes), m->acc, m->lanes * sizeof *m->acc);
    if (m->mem.writers)
        kc_region_mark(&m->mem, address / m->lanes, 0, m->lanes, line_of(m));
    return true;
}

static bool vector(struct machine *m, enum insn insn, uint32_t address)
{
    const float *v = read_mem(m, address, insn == INSN_LDS ? 1 : m->lanes);

    if (!v)
        return false;
    if (insn == INSN_LDS)
        m->s = *v;
    for (uint32_t i = 0; insn != INSN_LDS && i < m->lanes; i++) {
        const float product = m->s * v[i];

        m->acc[i] = insn == INSN_LDV    ? v[i]
                    : insn == INSN_MAC  ? m->acc[i] + product
                    : insn == INSN_ADDV ? m->acc[i] + v[i]
                                        : m->acc[i] * v[i];
    }
    return true;
}

static bool back(struct machine *m, const struct code *c)
{
    if (--m->a[c->ad] == 0)
        return true;
    if (c->imm > m->pc)
        return trap(m, TRAP_JUMP, c->imm);
    m->pc -= c->imm + UINT64_C(1); /* one is added behind every instruction */
    return true;
}

static bool step(struct machine *m, const struct code *c)
{
    switch (c->insn) {
    case INSN_SET:
        m->a[c->ad] = c->imm;
        return true;
    case INSN_ADDI:
        m->a[c->ad] = m->a[c->as] + c->imm;
        return true;
    case INSN_STV:
        return store(m, m->a[c->as]);
    case INSN_RELU:
        for (uint32_t i = 0; i < m->lanes; i++)
            m->acc[i] = m->acc[i] > 0 ? m->acc[i] : 0;
        return true;
    case INSN_ZERO:
        memset(m->acc, 0, sizeof m->acc);
        return true;
    case INSN_BACK:
        return back(m, c);
    case INSN_HALT:
        return true;
    case INSNS:
        return trap(m, TRAP_CODE, m->program->words[m->pc]);
    default:
        return vector(m, (enum insn)c->insn, m->a[c->as]);
    }
}

static void record(struct machine *m, const struct code *c, uint64_t at, uint64_t cycle)
{
    const uint32_t cycles = cycles_of[c->insn];

    if (m->run->profile) {
        m->run->profile->cycles[at] += cycles;
        m->run->profile->count[at]++;
        m->run->profile->unit_cycles[insns[c->insn].unit] += cycles;
        m->run->profile->unit_count[insns[c->insn].unit]++;
    }
    if (m->run->trace) {
        struct kc_step s = { at, cycle, cycles, m->program->lines[at], (size_t)at, "" };

        if (c->insn == INSN_SET || c->insn == INSN_ADDI || c->insn == INSN_BACK)
            snprintf(s.effect, sizeof s.effect, "a%u = %" PRIu32, c->ad, m->a[c->ad]);
        else if (insns[c->insn].unit == UNIT_VECTOR)
            snprintf(s.effect, sizeof s.effect, "acc = %g %g ..., s = %g", (double)m->acc[0],
                     (double)m->acc[1], (double)m->s);
        m->run->trace(m->run->trace_context, &s);
    }
}

static struct kc_outcome run(struct kc_machine *machine, const struct kc_run *options)
{
    struct machine   *m = (struct machine *)machine;
    struct kc_outcome o = { .kind = KC_OUTCOME_HALTED };
    const uint64_t    fuel = options->fuel ? options->fuel : KC_FUEL_DEFAULT;

    m->run = options;
    m->outcome = &o;
    for (m->pc = 0; m->pc < m->program->count; m->pc++) {
        const struct code *c = &m->code[m->pc];
        const uint64_t     at = m->pc;

        if (o.instructions == fuel)
            o.kind = KC_OUTCOME_OUT_OF_FUEL;
        if (o.kind != KC_OUTCOME_HALTED || !step(m, c))
            break;
        record(m, c, at, o.cycles);
        o.instructions++;
        o.cycles += cycles_of[c->insn];
        if (c->insn == INSN_HALT)
            break;
    }
    o.pc = m->pc;
    o.line = o.kind == KC_OUTCOME_HALTED ? 0 : line_of(m);
    return o;
}

static size_t registers(const struct kc_machine *machine, struct kc_register *out, size_t most)
{
    const struct machine *m = (const struct machine *)machine;
    size_t                n = 0;

    for (; n < REGISTERS && n < most; n++) {
        out[n] = (struct kc_register){ .bits = m->a[n] };
        snprintf(out[n].name, sizeof out[n].name, "a%zu", n);
    }
    if (n < most)
        out[n++] = (struct kc_register){ .name = "s", .is_number = true, .number = (double)m->s };
    if (n < most)
        out[n++] = (struct kc_register){ .name = "acc",
                                         .bytes = (const uint8_t *)m->acc,
                                         .size = m->lanes * sizeof *m->acc };
    return n;
}

static const char *set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value)
{
    struct machine *m = (struct machine *)machine;
    uint64_t        number;

    if (name.length != 2 || name.at[0] != 'a' || name.at[1] < '0' || name.at[1] >= '0' + REGISTERS)
        return "registers that can be set are a0 to a7";
    if (!kc_str_u64(value, &number) || number > UINT32_MAX)
        return "an address register holds 0 to 4294967295";
    m->a[name.at[1] - '0'] = (uint32_t)number;
    return NULL;
}

/* ---- tasks -------------------------------------------------------------------------------- */

/* Sizes for the default machine; sums of products run along any length, results along vectors. */
static const struct kc_offer offers[] = {
    { "relu",
      { { 2, 16 }, { 4, 32 }, { 8, 64 }, { 16, 64 }, { 16, 128 } },
      { 1, 8 },
      { 64, 1024 } },
    { "gemm",
      { { 2, 8, 8 }, { 4, 8, 16 }, { 4, 16, 16 }, { 8, 16, 32 }, { 8, 32, 32 } },
      { 1, 1, 8 },
      { 64, 64, 64 } },
    { "linear",
      { { 2, 8, 8 }, { 4, 8, 16 }, { 4, 16, 16 }, { 8, 16, 32 }, { 8, 32, 32 } },
      { 1, 1, 8 },
      { 64, 64, 64 } },
};

static struct kc_flat flat_of(const struct config *c)
{
    return (struct kc_flat){ "mem", &kc_elem_float32, c->words, (uint32_t)c->lanes };
}

static const char *place(const void *config, const struct kc_declared *d, struct kc_layout *layout)
{
    const struct kc_flat f = flat_of(config);

    if (d->out->cols % f.align)
        return "the columns of the output must be a multiple of lanes";
    return kc_flat_place(&f, d, layout);
}

static void guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                  struct kc_buf *out)
{
    const struct kc_flat f = flat_of(config);

    kc_flat_guide(&f, d, layout, out);
}

static void tensor_quantise(const void *config, struct kc_tensor *t)
{
    (void)config;
    kc_flat_quantise(t);
}

static struct kc_image image(struct kc_arena *arena, const void *config,
                             const struct kc_declared *d, const struct kc_layout *layout)
{
    (void)arena, (void)config, (void)d, (void)layout;
    return (struct kc_image){ 0 }; /* prepare writes values */
}

static void prepare(struct kc_machine *machine, const struct kc_declared *d,
                    const struct kc_layout *layout)
{
    const struct kc_flat f = flat_of(((struct machine *)machine)->config);

    kc_flat_prepare(&f, machine, d, layout);
}

static void tensor_read(struct kc_machine *machine, const struct kc_placed *p,
                        const struct kc_tensor *t, double *values)
{
    const struct kc_flat f = flat_of(((struct machine *)machine)->config);

    kc_flat_read(&f, machine, p, t, values);
}

static uint64_t tensor_address(const void *config, const struct kc_placed *p, uint32_t row,
                               uint32_t col)
{
    (void)config;
    return kc_flat_address(p, row, col);
}

/* ---- compiler ----------------------------------------------------------------------------- */

static void emit_relu(const struct config *c, const struct kc_job *job, struct kc_buf *out)
{
    const uint64_t vectors = (uint64_t)job->sizes[0] * job->sizes[1] / c->lanes;
    const uint64_t unroll = job->best && vectors % 4 == 0 ? 4 : 1;

    kc_buf_printf(out, "; relu: %" PRIu64 " vectors, %" PRIu64 " at a time\n", vectors, unroll);
    kc_buf_printf(out, "SET a0, %" PRIu64 "\nSET a1, %" PRIu64 "\nSET a7, %" PRIu64 "\n",
                  job->layout->in[0].address, job->layout->out.address, vectors / unroll);
    for (uint64_t i = 0; i < unroll; i++)
        kc_buf_printf(out,
                      "LDV a0\nRELU\nSTV a1\nADDI a0, a0, %" PRIu64 "\nADDI a1, a1, %" PRIu64 "\n",
                      c->lanes, c->lanes);
    kc_buf_printf(out, "BACK a7, %" PRIu64 "\nHALT\n", 5 * unroll);
}

/* x in a0, w's block in a1, output in a4, bias in a2's place when there is one. */
static void emit_block(const struct config *c, const struct kc_job *job, bool bias,
                       struct kc_buf *out)
{
    const uint32_t k = job->sizes[1], n = job->sizes[2];
    const uint32_t unroll = job->best && k % 4 == 0 ? 4 : 1;

    kc_buf_printf(out, "ADDI a2, a0, 0\nADDI a3, a1, 0\nSET a7, %" PRIu32 "\nZERO\n", k / unroll);
    for (uint32_t i = 0; i < unroll; i++)
        kc_buf_printf(out, "LDS a2\nMAC a3\nADDI a2, a2, 1\nADDI a3, a3, %" PRIu32 "\n", n);
    kc_buf_printf(out, "BACK a7, %" PRIu32 "\n", 4 * unroll);
    if (bias)
        kc_buf_printf(out, "ADDV a6\nADDI a6, a6, %" PRIu64 "\n", c->lanes);
    kc_buf_printf(out, "STV a4\nADDI a4, a4, %" PRIu64 "\nADDI a1, a1, %" PRIu64 "\n", c->lanes,
                  c->lanes);
    kc_buf_printf(out, "BACK a5, %u\n", 8 + 4 * unroll + (bias ? 2 : 0));
}

/* Row by row, straight: a loop over the rows would need a ninth register with a bias. */
static void emit_gemm(const struct config *c, const struct kc_job *job, bool bias,
                      struct kc_buf *out)
{
    const struct kc_layout *l = job->layout;

    kc_buf_printf(out, "; x[m, :] w, %" PRIu64 " columns at a time\nSET a4, %" PRIu64 "\n",
                  c->lanes, l->out.address);
    for (uint32_t m = 0; m < job->sizes[0]; m++) {
        kc_buf_printf(out, "; row %" PRIu32 "\nSET a0, %" PRIu64 "\nSET a1, %" PRIu64 "\n", m,
                      l->in[0].address + (uint64_t)m * job->sizes[1], l->in[1].address);
        if (bias)
            kc_buf_printf(out, "SET a6, %" PRIu64 "\n", l->in[2].address);
        kc_buf_printf(out, "SET a5, %" PRIu64 "\n", job->sizes[2] / c->lanes);
        emit_block(c, job, bias, out);
    }
    kc_buf_puts(out, "HALT\n");
}

static const char *compile(const void *config, const struct kc_isa *isa, const struct kc_job *job,
                           struct kc_buf *out)
{
    (void)isa;
    if (strcmp(job->task, "relu") == 0)
        emit_relu(config, job, out);
    else if (strcmp(job->task, "gemm") == 0 || strcmp(job->task, "linear") == 0)
        emit_gemm(config, job, strcmp(job->task, "linear") == 0, out);
    else
        return "the toy's compiler knows relu, gemm and linear only";
    return NULL;
}

/* There is one accumulator and one scalar: every product needs its two loads. */
static uint64_t bound(const void *config, const struct kc_job *job, struct kc_buf *why)
{
    const struct config *c = config;
    const uint32_t      *p = job->sizes;
    const bool           relu = strcmp(job->task, "relu") == 0;
    const uint64_t       vectors = (uint64_t)p[0] * (relu ? p[1] : p[2]) / c->lanes;

    if (relu) {
        kc_buf_printf(why, "%" PRIu64 " vectors, each LDV, RELU and STV", vectors);
        return vectors * 5;
    }
    kc_buf_printf(why, "%" PRIu64 " vectors, each %" PRIu32 " LDS and MAC, and STV", vectors, p[1]);
    return vectors * (UINT64_C(3) * p[1] + 2);
}

/* ---- the platform ------------------------------------------------------------------------- */

static const char notes[] =
    "# The toy machine\n\n"
    "An accumulator `acc` of `lanes` float32 numbers, a scalar `s`, eight address registers and "
    "one "
    "memory `mem` of float32 numbers, addressed by element. Instructions run one after the other; "
    "nothing overlaps.\n\n"
    "## Useful idioms\n\n"
    "- A loop: `SET a7, N`, the body, `BACK a7, B`, where B is the number of instructions of the "
    "body.\n"
    "- A row of a product: `ZERO`, then for each k `LDS` of x[m, k] and `MAC` of w[k, n : n + "
    "lanes], then `STV`.\n\n";

static const struct kc_platform toy = {
    .api = KC_PLATFORM_API,
    .name = "toy",
    .summary = "A toy: one accumulator, one scalar, one memory; proves the plug-in door",
    .notes = notes,
    .comment = ";",
    .language = "Numbers are decimal or 0x hexadecimal; there are no labels.",
    .faster = "Unroll loops, keep address arithmetic out of the innermost one",
    .address_region = "mem",
    .params = &params,
    .config_new = config_new,
    .config_check = config_check,
    .isa = toy_isa,
    .manual = manual,
    .machine_new = machine_new,
    .machine_free = machine_free,
    .machine_reset = machine_reset,
    .load = load,
    .run = run,
    .registers = registers,
    .set_register = set_register,
    .offers = offers,
    .offer_count = KC_COUNT(offers),
    .place = place,
    .guide = guide,
    .tensor_quantise = tensor_quantise,
    .image = image,
    .prepare = prepare,
    .tensor_read = tensor_read,
    .tensor_address = tensor_address,
    .compile = compile,
    .bound = bound,
};

static struct kc_machine *machine_new(const void *config, const struct kc_isa *isa)
{
    struct machine *m = kc_alloc(sizeof *m);

    m->config = config;
    m->lanes = (uint32_t)m->config->lanes;
    kc_region_init(&m->mem, "mem", "float32 numbers", &kc_elem_float32, m->config->words, m->lanes);
    m->machine = (struct kc_machine){ &toy, isa, &m->mem, 1 };
    return &m->machine;
}

#ifndef TOY_PART /* of another plug-in */
const struct kc_plugin kc_plugin = KC_PLUGIN(toy);
#endif
