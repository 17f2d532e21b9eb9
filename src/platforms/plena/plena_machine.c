/* The machine around the instructions: memories, decoding, the run loop, traps. */
#include "platforms/plena/plena_machine.h"

#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "base/exp.h"
#include "base/float.h"

/* ---- life --------------------------------------------------------------------------------- */

static pthread_once_t exp_once = PTHREAD_ONCE_INIT;
static uint16_t       exp_table[65536]; /* written once, before the first machine runs */

static void build_exp_table(void)
{
    kc_exp_bf16_table(exp_table);
}

const uint16_t *plena_exp_table(void)
{
    pthread_once(&exp_once, build_exp_table);
    return exp_table;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Block addresses one transfer may need: per row its elements, unaligned, and one for scales. */
static size_t blocks_needed(const struct plena_machine *m)
{
    const uint32_t rows = larger(m->prefetch_m, m->prefetch_v);
    const uint32_t bytes = larger(m->mlen, m->vlen) * 2;

    return (size_t)rows * (bytes / PLENA_BLOCK_BYTES + 3);
}

static void init_regions(struct plena_machine *m)
{
    const struct plena_config *c = m->config;
    const uint32_t             tile = m->mlen * m->mlen;

    kc_region_init(&m->region[PLENA_VRAM], "vram", "vector SRAM, in elements", &plena_bf16_type,
                   c->VECTOR_SRAM_SIZE * m->vlen, m->vlen);
    kc_region_init(&m->region[PLENA_MRAM], "mram", "matrix SRAM, in elements, tile by tile",
                   &plena_mram_type, c->MATRIX_SRAM_SIZE / m->mlen * tile, tile);
    kc_region_init(&m->region[PLENA_FPRAM], "fpram", "scalar floating-point SRAM",
                   &plena_fpram_type, PLENA_SCALAR_ENTRIES, PLENA_SCALAR_ENTRIES);
    kc_region_init(&m->region[PLENA_INTRAM], "intram", "scalar integer SRAM", &plena_u32_type,
                   PLENA_SCALAR_ENTRIES, PLENA_SCALAR_ENTRIES);
    kc_region_init(&m->region[PLENA_HBM], "hbm", "high-bandwidth memory, in bytes",
                   &plena_byte_type, c->HBM_SIZE, PLENA_BLOCK_BYTES);
}

static void init_scratch(struct plena_machine *m)
{
    const size_t row = larger(m->mlen, m->vlen);
    const size_t tile = (size_t)m->mlen * m->mlen;

    m->m_acc = kc_alloc((size_t)m->blen * m->blen * sizeof(float));
    m->v_acc = kc_alloc(m->blen * sizeof(float));
    m->hm_acc = kc_alloc((m->broadcast_ready ? m->broadcast * tile : 1) * sizeof(float));
    m->hv_acc = kc_alloc((m->broadcast_ready ? (size_t)m->broadcast * m->mlen : 1) * sizeof(float));
    m->row_a = kc_alloc(row * sizeof(float));
    m->row_b = kc_alloc(row * sizeof(float));
    m->result = kc_alloc(row * sizeof *m->result);
    m->masked = kc_alloc(row * sizeof *m->masked);
    m->rows = kc_alloc(tile * sizeof(float));
    m->panel = kc_alloc(tile * sizeof(float));
    m->product = kc_alloc(tile * sizeof(float));
    m->elem_bytes = kc_alloc(row * 2);
    m->scale_bytes = kc_alloc(row);
    m->blocks = kc_alloc(blocks_needed(m) * sizeof *m->blocks);
}

struct kc_machine *plena_machine_new(const void *config, const struct kc_isa *isa)
{
    struct plena_machine      *m = kc_alloc(sizeof *m);
    const struct plena_config *c = config;
    const uint64_t             prefetch = c->HBM_M_Prefetch_Amount;

    m->config = c;
    m->base = (struct kc_machine){ &kc_platform_plena, isa, m->region, PLENA_REGIONS };
    m->vlen = (uint32_t)c->VLEN;
    m->mlen = (uint32_t)c->MLEN;
    m->blen = (uint32_t)c->BLEN;
    m->hlen = (uint32_t)c->HLEN;
    m->broadcast = (uint32_t)c->BROADCAST_AMOUNT;
    m->prefetch_m = (uint32_t)((prefetch + m->mlen - 1) / m->mlen * m->mlen);
    m->prefetch_v = (uint32_t)c->HBM_V_Prefetch_Amount;
    m->writeback = (uint32_t)c->HBM_V_Writeback_Amount;
    m->matrix_ready = m->vlen == m->mlen;
    m->broadcast_ready = (uint64_t)m->broadcast * m->hlen == m->mlen;
    init_regions(m);
    init_scratch(m);
    m->dram = plena_dram_new();
    plena_exp_table();
    plena_machine_reset(&m->base);
    return &m->base;
}

void plena_machine_reset(struct kc_machine *machine)
{
    struct plena_machine *m = (struct plena_machine *)machine;
    const size_t          tile = (size_t)m->mlen * m->mlen;

    memset(m->gp, 0, sizeof m->gp);
    memset(m->fp, 0, sizeof m->fp);
    memset(m->ha, 0, sizeof m->ha);
    m->scale = m->v_mask = 0;
    m->stride = 1;
    memset(m->m_acc, 0, (size_t)m->blen * m->blen * sizeof(float));
    memset(m->v_acc, 0, m->blen * sizeof(float));
    if (m->broadcast_ready) {
        memset(m->hm_acc, 0, m->broadcast * tile * sizeof(float));
        memset(m->hv_acc, 0, (size_t)m->broadcast * m->mlen * sizeof(float));
    }
    m->pc = m->time_ns = m->executed = 0;
    for (int i = 0; i < PLENA_REGIONS; i++)
        kc_region_clear(&m->region[i]);
    plena_loops_reset(m);
    plena_dram_reset(m->dram);
}

void plena_machine_free(struct kc_machine *machine)
{
    struct plena_machine *m = (struct plena_machine *)machine;

    if (!m)
        return;
    for (int i = 0; i < PLENA_REGIONS; i++)
        kc_region_free(&m->region[i]);
    plena_dram_free(m->dram);
    free(m->loops.loop);
    free(m->code);
    free(m->m_acc);
    free(m->v_acc);
    free(m->hm_acc);
    free(m->hv_acc);
    free(m->row_a);
    free(m->row_b);
    free(m->result);
    free(m->masked);
    free(m->rows);
    free(m->panel);
    free(m->product);
    free(m->elem_bytes);
    free(m->scale_bytes);
    free(m->blocks);
    free(m);
}

/* ---- decoding ----------------------------------------------------------------------------- */

static plena_exec_fn *const exec_of[PLENA_INSN_COUNT] = {
#define INSN(id, ...) [PLENA_##id] = plena_exec_##id,
#include "platforms/plena/plena.def"
};

/* Arithmetic into f0 evaluates nothing; loads and stores do use it. */
static bool skipped_into_f0(const struct kc_form *form, const uint32_t *values)
{
    const int id = plena_insn_index(form->insn);

    if (id == PLENA_S_LD_FP || id == PLENA_S_ST_FP)
        return false;
    for (int i = 0; i < form->field_count; i++)
        if (form->field[i].operand == PLENA_OPERAND_fd)
            return values[PLENA_OPERAND_fd] == 0;
    return false;
}

static bool names_missing_fp(const struct kc_form *form, const uint32_t *values)
{
    for (int i = 0; i < form->field_count; i++) {
        const uint8_t operand = form->field[i].operand;

        if ((operand == PLENA_OPERAND_fd || operand == PLENA_OPERAND_fs1 ||
             operand == PLENA_OPERAND_fs2) &&
            values[operand] >= 8)
            return true;
    }
    return false;
}

static struct plena_code decode(const struct plena_machine *m, uint32_t word)
{
    uint32_t              values[KC_ISA_OPERANDS] = { 0 };
    const struct kc_form *form = kc_isa_decode(m->base.isa, word, values);
    struct plena_code     code = { .exec = plena_exec_invalid };

    if (!form)
        return code;
    code.ops = plena_ops_from(values);
    if (skipped_into_f0(form, values)) {
        code.exec = plena_exec_skipped;
    } else if (names_missing_fp(form, values)) {
        code.exec = plena_exec_bad_fp;
    } else {
        code.exec = exec_of[plena_insn_index(form->insn)];
        code.cycles = form->insn->cycles(m->config);
    }
    return code;
}

void plena_load(struct kc_machine *machine, const struct kc_program *program)
{
    struct plena_machine *m = (struct plena_machine *)machine;

    free(m->code);
    m->program = program;
    m->code = kc_alloc(program->count * sizeof *m->code);
    for (size_t i = 0; i < program->count; i++)
        m->code[i] = decode(m, program->words[i]);
    m->pc = 0;
    plena_loops_reset(m);
}

/* ---- traps -------------------------------------------------------------------------------- */

static const struct {
    const char *cause, *hint;
} traps[PLENA_TRAP_COUNT] = {
#define TRAP(id, cause, rule, hint) [PLENA_TRAP_##id] = { cause, hint },
#include "platforms/plena/plena_traps.def"
};

const char *plena_trap_cause(enum plena_trap trap)
{
    return traps[trap].cause;
}

/* Adds a general register to the outcome, once. */
static void add_register(struct plena_machine *m, unsigned reg)
{
    struct kc_outcome *out = &m->outcome;
    char               name[8];

    snprintf(name, sizeof name, "gp%u", reg & 15);
    for (size_t i = 0; i < out->register_count; i++)
        if (strcmp(out->registers[i].name, name) == 0)
            return;
    if (out->register_count == KC_TRAP_REGISTERS)
        return;
    memcpy(out->registers[out->register_count].name, name, sizeof name);
    out->registers[out->register_count++].value = m->gp[reg & 15];
}

void plena_trap(struct plena_machine *m, enum plena_trap trap, const uint8_t *regs,
                size_t reg_count, const char *format, ...)
{
    struct kc_outcome *out = &m->outcome;
    va_list            args;

    out->kind = KC_OUTCOME_TRAP;
    out->cause = traps[trap].cause;
    out->hint = traps[trap].hint;
    for (size_t i = 0; i < reg_count; i++)
        add_register(m, regs[i] & 15);
    va_start(args, format);
    vsnprintf(out->message, sizeof out->message, format, args);
    va_end(args);
    longjmp(m->trap_exit, 1);
}

/* The registers the current instruction names as addresses. */
static size_t current_registers(const struct plena_machine *m, uint8_t *regs)
{
    uint32_t              values[KC_ISA_OPERANDS] = { 0 };
    const struct kc_form *form = kc_isa_decode(m->base.isa, m->program->words[m->pc - 1], values);
    size_t                count = 0;

    for (int i = 0; form && i < form->field_count; i++) {
        const uint8_t operand = form->field[i].operand;

        if (m->base.isa->desc->operands[operand].kind == KC_OPERAND_REG &&
            m->base.isa->desc->operands[operand].reg_class == PLENA_REG_GP &&
            count < KC_TRAP_REGISTERS)
            regs[count++] = (uint8_t)values[operand];
    }
    return count;
}

void plena_trap_vram(struct plena_machine *m, uint32_t address)
{
    uint8_t      regs[KC_TRAP_REGISTERS];
    const size_t count = current_registers(m, regs);

    if (address % m->vlen)
        plena_trap(m, PLENA_TRAP_VRAM_ALIGN, regs, count,
                   "VRAM address %" PRIu32 " is not a multiple of VLEN (%" PRIu32 ")", address,
                   m->vlen);
    plena_trap(m, PLENA_TRAP_VRAM_BOUNDS, regs, count,
               "VRAM address %" PRIu32 " is row %" PRIu32 ", but there are %" PRIu64 " rows",
               address, address / m->vlen, m->region[PLENA_VRAM].rows);
}

void plena_trap_mram(struct plena_machine *m, uint32_t address)
{
    const uint32_t size = m->mlen * m->mlen;
    uint8_t        regs[KC_TRAP_REGISTERS];
    const size_t   count = current_registers(m, regs);

    if (address % size)
        plena_trap(m, PLENA_TRAP_MRAM_ALIGN, regs, count,
                   "MRAM address %" PRIu32 " is not a multiple of MLEN*MLEN (%" PRIu32 ")", address,
                   size);
    plena_trap(m, PLENA_TRAP_MRAM_BOUNDS, regs, count,
               "MRAM address %" PRIu32 " is tile %" PRIu32 ", but there are %" PRIu64 " tiles",
               address, address / size, m->region[PLENA_MRAM].rows);
}

void plena_exec_invalid(struct plena_machine *m, const struct plena_ops *o)
{
    const uint32_t word = m->program->words[m->pc - 1], opcode = word & 63;

    (void)o;
    if (opcode == 3 || opcode == 4)
        plena_trap(m, PLENA_TRAP_BROADCAST_RD, NULL, 0, "%s with rd = %" PRIu32 "; it must be 0",
                   opcode == 3 ? "M_BMM" : "M_BTMM", word >> 6 & 15);
    plena_trap(m, PLENA_TRAP_INVALID, NULL, 0,
               "word 0x%08" PRIX32 " (opcode 0x%02" PRIX32 ") is no instruction", word, opcode);
}

void plena_exec_skipped(struct plena_machine *m, const struct plena_ops *o)
{
    (void)m, (void)o;
}

void plena_exec_bad_fp(struct plena_machine *m, const struct plena_ops *o)
{
    (void)o;
    plena_trap(m, PLENA_TRAP_FP_REGISTER, NULL, 0,
               "word 0x%08" PRIX32 " names an fp register above f7", m->program->words[m->pc - 1]);
}

/* ---- observation -------------------------------------------------------------------------- */

void plena_observe_read(struct plena_machine *m, enum plena_region region, uint64_t row,
                        uint32_t first, uint32_t count)
{
    if (m->tracking)
        kc_tracking_read(m->tracking, &m->region[region], row, first, count, m->line);
}

void plena_observe_write(struct plena_machine *m, enum plena_region region, uint64_t row,
                         uint32_t first, uint32_t count)
{
    const uint64_t elem = row * m->region[region].row_elems + first;

    if (m->last_write.region == &m->region[region] &&
        m->last_write.elem + m->last_write.count == elem)
        m->last_write.count += count;
    else
        m->last_write = (struct plena_write){ &m->region[region], elem, count };
    if (m->tracking)
        kc_region_mark(&m->region[region], row, first, count, m->line);
}

/* What changed, as a person would write it. */
struct snapshot {
    uint32_t gp[16], scale, stride, v_mask;
    uint16_t fp[16];
    uint64_t ha[16];
};

static struct snapshot take_snapshot(const struct plena_machine *m)
{
    struct snapshot s = { .scale = m->scale, .stride = m->stride, .v_mask = m->v_mask };

    memcpy(s.gp, m->gp, sizeof s.gp);
    memcpy(s.fp, m->fp, sizeof s.fp);
    memcpy(s.ha, m->ha, sizeof s.ha);
    return s;
}

static void describe_memory(struct plena_machine *m, char *text, size_t size)
{
    const struct plena_write *w = &m->last_write;
    const uint64_t            first = w->elem;
    int                       length;

    length = snprintf(text, size, "%s[%" PRIu64 ":%" PRIu64 "] =", w->region->name, first,
                      first + w->count);
    for (uint64_t i = 0; i < w->count && i < 4; i++)
        length += snprintf(text + length, size - (size_t)length, " %.6g",
                           w->region->type->to_number(
                               kc_region_elem(&m->region[w->region - m->region], first + i)));
    if (w->count > 4)
        snprintf(text + length, size - (size_t)length, " ...");
}

static void describe_effect(struct plena_machine *m, const struct snapshot *old, char *text,
                            size_t size)
{
    text[0] = '\0';
    if (m->last_write.region) {
        describe_memory(m, text, size);
        return;
    }
    for (int i = 0; i < 16; i++) {
        if (m->gp[i] != old->gp[i])
            snprintf(text, size, "gp%d = %" PRIu32, i, m->gp[i]);
        if (m->fp[i] != old->fp[i])
            snprintf(text, size, "f%d = %.6g", i, (double)kc_bf16_widen(m->fp[i]));
        if (m->ha[i] != old->ha[i])
            snprintf(text, size, "a%d = %" PRIu64, i, m->ha[i]);
    }
    if (m->scale != old->scale)
        snprintf(text, size, "SCALE = %" PRIu32, m->scale);
    if (m->stride != old->stride)
        snprintf(text, size, "STRIDE = %" PRIu32, m->stride);
    if (m->v_mask != old->v_mask)
        snprintf(text, size, "V_MASK = %" PRIu32, m->v_mask);
}

static void profile_step(struct plena_machine *m, struct kc_profile *p, uint64_t pc,
                         uint64_t cycles)
{
    uint32_t              values[KC_ISA_OPERANDS];
    const struct kc_form *form = kc_isa_decode(m->base.isa, m->program->words[pc], values);

    p->cycles[pc] += cycles;
    p->count[pc]++;
    p->unit_cycles[form->insn->unit] += cycles;
    p->unit_count[form->insn->unit]++;
}

/* ---- running ------------------------------------------------------------------------------ */

KC_INLINE void step(struct plena_machine *m)
{
    const struct plena_code *code = &m->code[m->pc++];

    code->exec(m, &code->ops);
    m->time_ns += code->cycles;
    m->executed++;
}

/* Fuel is spent, or a loop has run away.  pc points at the instruction that does not run. */
static void stop_early(struct plena_machine *m)
{
    if (m->executed < m->fuel_at || m->stop_at < m->fuel_at) {
        m->pc++; /* a trap names the instruction before pc */
        plena_trap(m, PLENA_TRAP_RUNAWAY, NULL, 0,
                   "one iteration of the loop at line %" PRIu32 " has executed %" PRIu64
                   " instructions",
                   m->program->lines[m->loops.loop[m->loops.oldest].body - 1],
                   m->config->MAX_LOOP_INSTRUCTIONS);
    }
    m->outcome.kind = KC_OUTCOME_OUT_OF_FUEL;
}

static void run_fast(struct plena_machine *m)
{
    while (m->pc < m->program->count) {
        if (KC_UNLIKELY(m->executed >= m->stop_at)) {
            stop_early(m);
            return;
        }
        step(m);
    }
}

static void trace_step(struct plena_machine *m, const struct kc_run *run,
                       const struct snapshot *old, uint64_t pc, uint64_t began)
{
    struct kc_step s = { .pc = pc,
                         .cycle = began,
                         .cycles = m->time_ns - began,
                         .line = m->program->lines[pc],
                         .index = pc };

    describe_effect(m, old, s.effect, sizeof s.effect);
    run->trace(run->trace_context, &s);
}

static void run_observed(struct plena_machine *m, const struct kc_run *run)
{
    while (m->pc < m->program->count) {
        const uint64_t  pc = m->pc, began = m->time_ns;
        struct snapshot old;

        if (m->executed >= m->stop_at) {
            stop_early(m);
            return;
        }
        m->line = m->program->lines[pc];
        m->last_write.region = NULL;
        if (run->trace)
            old = take_snapshot(m);
        step(m);
        if (run->profile)
            profile_step(m, run->profile, pc, m->time_ns - began);
        if (run->trace)
            trace_step(m, run, &old, pc, began);
    }
}

struct kc_outcome plena_run(struct kc_machine *machine, const struct kc_run *run)
{
    struct plena_machine *m = (struct plena_machine *)machine;
    const uint64_t        fuel = run->fuel ? run->fuel : KC_FUEL_DEFAULT;

    m->outcome = (struct kc_outcome){ .kind = KC_OUTCOME_HALTED };
    m->tracking = run->tracking;
    m->observed = run->trace || run->profile || run->tracking;
    m->fuel_at = m->executed + fuel < m->executed ? UINT64_MAX : m->executed + fuel;
    plena_guard_update(m);
    if (setjmp(m->trap_exit) == 0) {
        if (m->observed)
            run_observed(m, run);
        else
            run_fast(m);
    } else {
        m->pc--;
    }
    m->outcome.cycles = m->time_ns;
    m->outcome.instructions = m->executed;
    m->outcome.pc = m->pc;
    m->outcome.line = m->pc < m->program->count ? m->program->lines[m->pc] : 0;
    if (run->profile) {
        run->profile->dma_bytes_read = plena_dram_bytes_read(m->dram);
        run->profile->dma_bytes_written = plena_dram_bytes_written(m->dram);
    }
    return m->outcome;
}

/* ---- registers ---------------------------------------------------------------------------- */

static const struct {
    const char *name;
    size_t      offset;
} special[] = {
    { "SCALE", offsetof(struct plena_machine, scale) },
    { "STRIDE", offsetof(struct plena_machine, stride) },
    { "V_MASK", offsetof(struct plena_machine, v_mask) },
};

size_t plena_registers(const struct kc_machine *machine, struct kc_register *out, size_t most)
{
    const struct plena_machine *m = (const struct plena_machine *)machine;
    struct kc_register          all[16 + 8 + 16 + KC_COUNT(special)] = { 0 };
    size_t                      n = 0;

    for (int i = 0; i < 16; i++, n++) {
        snprintf(all[n].name, sizeof all[n].name, "gp%d", i);
        all[n].bits = m->gp[i];
    }
    for (int i = 0; i < 8; i++, n++) {
        snprintf(all[n].name, sizeof all[n].name, "f%d", i);
        all[n].is_number = true;
        all[n].bits = m->fp[i];
        all[n].number = kc_bf16_widen(m->fp[i]);
    }
    for (int i = 0; i < 16; i++, n++) {
        snprintf(all[n].name, sizeof all[n].name, "a%d", i);
        all[n].bits = m->ha[i];
    }
    for (size_t i = 0; i < KC_COUNT(special); i++, n++) {
        snprintf(all[n].name, sizeof all[n].name, "%s", special[i].name);
        memcpy(&all[n].bits, (const char *)m + special[i].offset, sizeof(uint32_t));
    }
    memcpy(out, all, (n < most ? n : most) * sizeof *out);
    return n;
}

static const char *set_number(struct kc_str value, uint16_t *bits)
{
    char text[64], *end;

    if (value.length == 0 || value.length >= sizeof text)
        return "not a number";
    memcpy(text, value.at, value.length);
    text[value.length] = '\0';
    const double number = strtod(text, &end);

    if (*end)
        return "not a number";
    *bits = kc_bf16_round((float)number);
    return NULL;
}

const char *plena_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value)
{
    struct plena_machine *m = (struct plena_machine *)machine;
    uint64_t              number = 0;
    const bool            whole = kc_str_u64(value, &number);
    char                  text[12];

    for (int i = 0; i < 8; i++) {
        snprintf(text, sizeof text, "f%d", i);
        if (kc_str_is(name, text))
            return set_number(value, &m->fp[i]);
    }
    if (!whole)
        return "the value must be a whole number, decimal or 0x";
    for (int i = 0; i < 16; i++) {
        snprintf(text, sizeof text, "a%d", i);
        if (kc_str_is(name, text)) {
            m->ha[i] = number;
            return NULL;
        }
    }
    if (number > UINT32_MAX)
        return "the value must fit in 32 bits";
    for (int i = 0; i < 16; i++) {
        snprintf(text, sizeof text, "gp%d", i);
        if (kc_str_is(name, text)) {
            m->gp[i] = (uint32_t)number;
            return NULL;
        }
    }
    for (size_t i = 0; i < KC_COUNT(special); i++)
        if (kc_str_is(name, special[i].name)) {
            const uint32_t v = (uint32_t)number;

            memcpy((char *)m + special[i].offset, &v, sizeof v);
            return NULL;
        }
    return "registers are gp0-gp15, f0-f7, a0-a15, SCALE, STRIDE, V_MASK";
}
