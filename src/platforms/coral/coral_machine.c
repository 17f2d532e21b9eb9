/* The machine's life: memories, reset, loading and decoding. */
#include "platforms/coral/coral_machine.h"

#include <string.h>

/* ---- rows and their functions -------------------------------------------------------------------
 */

#define NOTHING(id)
#define DECLARE(id) coral_exec_fn coral_exec_##id;
#define ENTRY(id)   [CORAL_##id] = coral_exec_##id,

/* Vector rows have functions of their own; scalar rows are cases of coral_run.c. */
#define OF_ALU(macro, id)
#define OF_BRANCH(macro, id)
#define OF_MUL(macro, id)
#define OF_DIV(macro, id)
#define OF_LSU(macro, id)
#define OF_FPU(macro, id)
#define OF_CSR(macro, id)
#define OF_SYSTEM(macro, id)
#define OF_VSET(macro, id)
#define OF_VALU(macro, id)  macro(id)
#define OF_VMUL(macro, id)  macro(id)
#define OF_VDIV(macro, id)  macro(id)
#define OF_VPERM(macro, id) macro(id)
#define OF_VLSU(macro, id)  macro(id)

/* A row without its function does not link. */
#define INSN(id, mnemonic, bits, syntax, unit, ...) OF_##unit(DECLARE, id)
#define SEGMENT(...)
#include "platforms/coral/coral.def"

static coral_exec_fn *const exec_of[CORAL_OP_COUNT] = {
#define INSN(id, mnemonic, bits, syntax, unit, ...) OF_##unit(ENTRY, id)
#define SEGMENT(...)
#include "platforms/coral/coral.def"
};

/* ---- life
 * ------------------------------------------------------------------------------------------ */

/* The TCMs are one row each, so that their bytes lie together. */
static void init_regions(struct coral_machine *m)
{
    static const char *const doc[CORAL_RANGES] = { "instructions and constants", "data",
                                                   "external memory" };

    for (int i = 0; i < CORAL_RANGES; i++) {
        const struct coral_range r = coral_range(m->config, (enum coral_range_id)i);
        const uint32_t           row = i == CORAL_EXTERNAL ? CORAL_EXT_ROW : (uint32_t)r.size;

        m->first[i] = (uint32_t)r.base;
        kc_region_init(&m->region[i], r.region, doc[i], &coral_byte_type, r.size, row);
        m->region[i].mapped = true;
        m->region[i].base = r.base;
    }
}

struct kc_machine *coral_machine_new(const void *config, const struct kc_isa *isa)
{
    struct coral_machine *m = kc_alloc(sizeof *m);

    m->base.platform = &kc_platform_coral;
    m->base.isa = isa;
    m->base.regions = m->region;
    m->base.region_count = CORAL_RANGES;
    m->config = config;
    init_regions(m);
    m->words = (uint32_t)m->region[CORAL_ITCM].elems / 4;
    m->index_of = kc_alloc(m->words * sizeof *m->index_of);
    m->code = kc_alloc(m->words * sizeof *m->code);
    m->fetch = kc_alloc(m->words * sizeof *m->fetch);
    m->legal = kc_alloc(m->words * sizeof *m->legal);
    coral_machine_reset(&m->base);
    return &m->base;
}

/* Everything from x to the counters is zero at power-on, but for vtype. */
void coral_machine_reset(struct kc_machine *machine)
{
    struct coral_machine *m = (struct coral_machine *)machine;
    char                 *from = (char *)m->x, *to = (char *)&m->program;

    memset(from, 0, (size_t)(to - from));
    m->vtype = CORAL_VILL;
    m->vtype_key = CORAL_NO_TYPE;
    m->sew = 1;
    m->lmul8 = 8;
    memset(m->divided, 0, sizeof m->divided);
    m->timed = false;
    m->cycles.t = 0; /* mcycle is read from it */
    for (int i = 0; i < CORAL_RANGES; i++)
        kc_region_clear(&m->region[i]);
}

void coral_machine_free(struct kc_machine *machine)
{
    struct coral_machine *m = (struct coral_machine *)machine;

    if (!m)
        return;
    for (int i = 0; i < CORAL_RANGES; i++)
        kc_region_free(&m->region[i]);
    free(m->index_of);
    free(m->code);
    free(m->fetch);
    free(m->legal);
    free(m);
}

/* ---- loading
 * --------------------------------------------------------------------------------------- */

static void load_segment(struct coral_machine *m, const struct kc_segment *s)
{
    const int id = coral_range_of(m->config, s->address, s->size);

    if (id >= 0)
        kc_region_put(&m->region[id], s->address - m->first[id], s->bytes, s->size);
}

/* A program without segments: its words are the code. */
static void load_words(struct coral_machine *m, const struct kc_program *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const uint64_t at = p->addresses ? p->addresses[i] : i * 4;

        if (at / 4 < m->words)
            kc_region_put(&m->region[CORAL_ITCM], at, &p->words[i], 4);
    }
}

static void load_startup(struct coral_machine *m, const struct coral_startup *startup)
{
    uint32_t words[CORAL_STARTUP_WORDS];

    coral_startup_words(m->config, startup, m->argument, m->argument_count, words);
    for (uint32_t i = 0; i < CORAL_STARTUP_WORDS; i++)
        kc_region_put(&m->region[CORAL_ITCM], i * 4, &words[i], 4);
}

void coral_load(struct kc_machine *machine, const struct kc_program *program)
{
    struct coral_machine *m = (struct coral_machine *)machine;

    m->program = program;
    for (size_t i = 0; i < program->segment_count; i++)
        load_segment(m, &program->segments[i]);
    if (program->segment_count == 0)
        load_words(m, program);
    if (program->own)
        load_startup(m, program->own);
    memset(m->index_of, 0, m->words * sizeof *m->index_of);
    for (size_t i = 0; i < program->count; i++) {
        const uint64_t at = program->addresses ? program->addresses[i] : i * 4;

        if (at / 4 < m->words)
            m->index_of[at / 4] = (uint32_t)i + 1;
    }
    m->pc = (uint32_t)program->entry & ~UINT32_C(3);
    m->executed = 0;
    m->mcycle_offset = m->minstret_offset = 0;
    m->user_mode = false;
    m->fresh = true;
}

/* ---- decoding
 * -------------------------------------------------------------------------------------- */

/* How far fetch gets from this word, looking at its successor in the line (9.2). */
static void look_ahead(struct coral_machine *m, uint32_t word, uint32_t bits)
{
    struct coral_fetch *f = &m->fetch[word];
    const uint32_t      pc = word * 4, opcode = bits & 0x7f;
    struct coral_insn   insn;

    if ((opcode == 0x6f || (opcode == 0x63 && bits >> 31)) && coral_decode(bits, &insn)) {
        *f = (struct coral_fetch){ pc + (uint32_t)insn.imm, 1 };
        return;
    }
    if (word % CORAL_LINE == CORAL_LINE - 1)
        *f = (struct coral_fetch){ pc + 4, 1 };
    else
        *f = (struct coral_fetch){ m->fetch[word + 1].next, m->fetch[word + 1].take + 1 };
}

static void prepare_code(struct coral_machine *m, const uint8_t *itcm)
{
    for (uint32_t word = m->words; word-- > 0;) {
        uint32_t bits;

        memcpy(&bits, itcm + word * 4, 4);
        m->code[word].op = CORAL_OP_UNSEEN;
        m->code[word].word = bits;
        m->legal[word] = 0;
        look_ahead(m, word, bits);
    }
}

static bool has_letter(uint16_t op, char letter)
{
    return strchr(coral_rows[op].insn.bits, letter) != NULL;
}

void coral_decode_at(struct coral_machine *m, uint32_t word)
{
    struct coral_code *c = &m->code[word];
    struct coral_insn  insn;

    if (!coral_decode(c->word, &insn)) {
        c->op = CORAL_OP_ILLEGAL;
        return;
    }
    *c = (struct coral_code){ .op = insn.exec,
                              .rd = insn.rd,
                              .rs1 = insn.rs1,
                              .rs2 = insn.rs2,
                              .rs3 = insn.rs3,
                              .rm = insn.rm,
                              .nf = insn.nf,
                              .eew = insn.eew,
                              .shape = coral_rows[insn.op].shape,
                              .unit = coral_rows[insn.op].insn.unit,
                              .vm = insn.vm != 0,
                              .names_vs1 = has_letter(insn.op, 'x'),
                              .names_vs2 = has_letter(insn.op, 'y'),
                              .names_rs2 = has_letter(insn.op, 't'),
                              .reads_vd = coral_reads_vd(insn.exec),
                              .imm = insn.imm,
                              .word = insn.word,
                              .exec = exec_of[insn.exec],
                              .timing = coral_timing_of(insn.op, insn.word) };
    if (has_letter(insn.op, 'd') && c->rd == 0)
        c->rd = CORAL_X_SINK;
}

/* ---- beginning a run
 * --------------------------------------------------------------------------------- */

static void start_cycles(struct coral_machine *m)
{
    const struct coral_config       *c = m->config;
    const struct coral_cycles_config config = {
        .fpu_depth = (uint32_t)c->fpu_depth,
        .read_latency = (uint32_t)c->read_latency,
        .write_latency = (uint32_t)c->write_latency,
        .first_access = (uint32_t)c->first_access,
        .retirement_entries = (uint32_t)c->retirement_entries,
        .fetch_period = (uint32_t)c->fetch_period,
    };

    coral_cycles_init(&m->cycles, &config, m->fetch, m->words, m->pc);
    m->event.vop = &m->vop;
}

void coral_begin(struct coral_machine *m, bool direct, bool untimed)
{
    m->dtcm = kc_region_write(&m->region[CORAL_DTCM], 0);
    m->dtcm_fast = direct ? (uint32_t)m->region[CORAL_DTCM].elems - 15 : 0;
    m->timed = m->config->timing == CORAL_TIMING_ON && !untimed;
    if (!m->fresh)
        return;
    m->fresh = false;
    prepare_code(m, kc_region_read(&m->region[CORAL_ITCM], 0));
    start_cycles(m);
}
