/* The core around the instructions: life, the calendar, control flow, the run loop. */
#include "platforms/aie2/aie2_exec.h"

#include <inttypes.h>
#include <stdio.h>

#include "platforms/aie2/aie2_config.h"
#include "platforms/aie2/aie2_mend.h"
#include "platforms/aie2/aie2_observe.h"
#include "platforms/aie2/aie2_dma.h"

/* ---- life ------------------------------------------------------------------------------------ */

/* NaN as bf16 and as fp32; as a pointer outside data memory; as le no bundle's address. */
#define POISON UINT32_C(0x7fa57fa5)

struct kc_machine *aie2_machine_new(const void *config, const struct kc_isa *isa)
{
    struct aie2_machine *m = kc_alloc(sizeof *m);

    m->config = config;
    m->mac_plain = aie2_mac_plain_choice(0);
    m->base = (struct kc_machine){ &kc_platform_aie2, isa, m->region, AIE2_REGIONS };
    kc_region_init(&m->region[AIE2_DM], "dm", "data memory of the core, in bytes, at 0x70000",
                   &aie2_byte_type, AIE2_DM_BYTES, AIE2_DM_BYTES);
    m->region[AIE2_DM].mapped = true;
    m->region[AIE2_DM].base = AIE2_DM_BASE;
    kc_region_init(&m->region[AIE2_HOST], "host",
                   "host memory, in bytes: what only the tile's DMA reaches", &aie2_byte_type,
                   AIE2_HOST_BYTES, AIE2_HOST_ALIGN);
    aie2_machine_reset(&m->base);
    return &m->base;
}

void aie2_machine_free(struct kc_machine *machine)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;

    if (!m)
        return;
    for (int i = 0; i < AIE2_REGIONS; i++)
        kc_region_free(&m->region[i]);
    aie2_watch_free(m->watch);
    aie2_dma_free(m->dma);
    free(m->code);
    free(m->ops);
    free(m);
}

/* Registers of `first` to `last` hold something before the program runs. */
static void begin_with(struct aie2_machine *m, unsigned first, unsigned last)
{
    for (unsigned part = first; part <= last; part++)
        m->unwritten.word[part / 64] &= ~(UINT64_C(1) << part % 64);
}

/* Control and status registers are zero; what a callee must save belongs to its caller. */
static void reset_registers(struct aie2_machine *m)
{
    const uint32_t pattern = m->config->init == AIE2_INIT_POISON ? POISON : 0;

    for (unsigned part = 0; part < AIE2_PART_COUNT; part++) {
        const struct aie2_part_info *p = &aie2_parts[part];
        const uint32_t v = p->bits < 32 ? pattern & ((UINT32_C(1) << p->bits) - 1) : pattern;

        for (unsigned at = 0; at < p->bytes; at += 4)
            aie2_set_now(m, p->offset + at, v);
        m->unwritten.word[part / 64] |= UINT64_C(1) << part % 64;
    }
    memset(m->file + AIE2_AT(CORE_ID), 0, AIE2_FILE_BYTES - AIE2_AT(CORE_ID));
    aie2_set_now(m, AIE2_AT(sp), AIE2_STACK);
    aie2_set_now(m, AIE2_AT(lr), AIE2_EXIT);
    begin_with(m, AIE2_PART_CORE_ID, AIE2_PART_COUNT - 1);
    begin_with(m, AIE2_PART_sp, AIE2_PART_lr);
    begin_with(m, AIE2_PART_r16, AIE2_PART_r23);
    begin_with(m, AIE2_PART_p6, AIE2_PART_p7);
    m->doubt = m->unwritten;
}

void aie2_machine_reset(struct kc_machine *machine)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;
    const size_t         from = offsetof(struct aie2_machine, review);

    memset((char *)m + from, 0, offsetof(struct aie2_machine, after_reset) - from);
    m->file = m->file_room + (64 - ((uintptr_t)m->file_room + AIE2_AT(wl0)) % 64) % 64;
    aie2_watch_reset(m->watch);
    reset_registers(m);
    for (int i = 0; i < AIE2_REGIONS; i++)
        kc_region_clear(&m->region[i]);
    aie2_dma_reset(m);
    if (m->program)
        m->index = aie2_entry(m);
}

/* ---- loading --------------------------------------------------------------------------------- */

static size_t count_ops(const struct aie2_program *program)
{
    size_t count = 0;

    for (size_t i = 0; i < program->count; i++) {
        count += program->bundle[i].data;
        for (int slot = 0; slot < AIE2_SLOT_COUNT; slot++)
            count += program->bundle[i].slot[slot] != NULL;
    }
    return count;
}

static void data_executed(struct aie2_machine *m, const struct aie2_op *op)
{
    (void)op;
    aie2_trap(m, AIE2_TRAP_DATA, NULL, 0, "the bytes at 0x%05" PRIx32 " are no bundle",
              m->own->bundle[m->index].address);
}

/* Stands for bytes that are no instruction. */
static const struct aie2_insn no_insn = { .form = &aie2_forms[AIE2_N001],
                                          .timing = &aie2_forms[AIE2_N001].timing };

/* Slots come in an order in which loads precede stores, so memory is read before it is written. */
static struct aie2_op *decode_bundle(const struct aie2_bundle *b, struct aie2_code *code,
                                     struct aie2_op *op)
{
    *code = (struct aie2_code){ .op = op, .address = b->address };
    if (b->data)
        *op++ = (struct aie2_op){ .issue = data_executed, .insn = &no_insn };
    for (int slot = 0; slot < AIE2_SLOT_COUNT; slot++)
        if (b->slot[slot] && !aie2_form_is_nop(b->slot[slot]->form))
            aie2_decode(b->slot[slot], op++, &code->reads);
    code->op_count = (uint32_t)(op - code->op);
    return op;
}

uint32_t aie2_entry(const struct aie2_machine *m)
{
    return (uint32_t)aie2_bundle_at(m->own, (uint32_t)m->program->entry);
}

void aie2_load(struct kc_machine *machine, const struct kc_program *program)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;
    struct aie2_op      *op;

    free(m->code);
    free(m->ops);
    m->program = program;
    m->own = program->own;
    m->code = kc_alloc((m->own->count + 1) * sizeof *m->code);
    op = m->ops = kc_alloc((count_ops(m->own) + 1) * sizeof *m->ops);
    for (size_t i = 0; i < m->own->count; i++)
        op = decode_bundle(&m->own->bundle[i], &m->code[i], op);
    for (size_t i = 0; i < program->segment_count; i++)
        aie2_load_segment(m, &program->segments[i]);
    m->index = aie2_entry(m);
    m->delay = 0;
    m->halted = false;
    aie2_dma_free(m->dma);
    m->dma = aie2_dma_new(m->own->tile);
    aie2_dma_reset(m);
}

/* ---- the calendar ---------------------------------------------------------------------------- */

const uint8_t *aie2_bypassed(struct aie2_machine *m, const struct aie2_place *p, uint8_t *room)
{
    const struct aie2_slot_of_time *next = aie2_in(m, 1);

    memcpy(room, m->file + p->offset, p->bytes);
    for (int i = 0; i < next->vectors; i++) {
        const struct aie2_span *w = &next->vector[i];
        const int               from = w->offset > p->offset ? w->offset : p->offset;
        const int               w_end = w->offset + w->bytes, p_end = p->offset + p->bytes;
        const int               to = w_end < p_end ? w_end : p_end;

        if (w->bypass == p->bypass && from < to)
            memcpy(room + (from - p->offset), next->value[i] + (from - w->offset),
                   (size_t)(to - from));
    }
    return room;
}

/* Widths are few, so the compiler is told them. */
KC_INLINE void land_vector(uint8_t *to, const uint8_t *from, uint32_t bytes)
{
    if (bytes == AIE2_W)
        memcpy(to, from, AIE2_W);
    else if (bytes == AIE2_X)
        memcpy(to, from, AIE2_X);
    else
        memcpy(to, from, bytes);
}

/* A first write ends doubt about a part, two writes at once begin it. */
static void judge_written(struct aie2_machine *m, const struct aie2_slot_of_time *s)
{
    for (int i = 0; i < AIE2_SET_WORDS; i++) {
        m->unwritten.word[i] &= ~s->written.word[i];
        m->undefined.word[i] = (m->undefined.word[i] & ~s->written.word[i]) | s->twice.word[i];
        m->doubt.word[i] = m->unwritten.word[i] | m->undefined.word[i];
    }
}

/* Everything that becomes visible in this tick. */
KC_INLINE void begin_tick(struct aie2_machine *m, struct aie2_slot_of_time *s)
{
    const int      scalars = s->scalars, vectors = s->vectors;
    uint8_t *const file = m->file;
    uint64_t       news = 0;

    for (int i = 0; i < scalars; i++)
        memcpy(file + s->scalar[i].offset, &s->scalar[i].value, sizeof s->scalar[i].value);
    for (int i = 0; i < vectors; i++)
        land_vector(file + s->vector[i].offset, s->value[i], s->vector[i].bytes);
    for (int i = 0; i < AIE2_SET_WORDS; i++)
        news |= (s->written.word[i] & m->doubt.word[i]) | s->twice.word[i];
    if (KC_UNLIKELY(news))
        judge_written(m, s);
    s->written = s->twice = (struct aie2_set){ 0 };
    s->scalars = s->vectors = s->bypasses = 0;
}

/* Stages after E1 of instructions issued earlier; then the banks that all accesses asked for. */
KC_INLINE void end_tick(struct aie2_machine *m, struct aie2_slot_of_time *s)
{
    for (int i = 0; i < s->late; i++)
        s->later[i].run(m, s->later[i].flight);
    s->late = 0;
    if (KC_UNLIKELY(aie2_banks_clash(m)))
        aie2_bank_stall(m);
    m->asked = 0;
}

/* What is in flight completes, without taking time. */
static void drain(struct aie2_machine *m)
{
    const uint64_t bank = m->stall[AIE2_STALL_BANK];

    for (int i = 0; i < AIE2_RING; i++, m->tick++) {
        struct aie2_slot_of_time *s = aie2_in(m, 0);

        begin_tick(m, s);
        end_tick(m, s);
    }
    m->drained += AIE2_RING;
    m->stall[AIE2_STALL_BANK] = bank;
}

/* ---- control flow ---------------------------------------------------------------------------- */

static void loop_back(struct aie2_machine *m)
{
    const uint32_t start = aie2_get(m, AIE2_AT(ls));
    const size_t   index = aie2_bundle_at(m->own, start);

    if (KC_UNLIKELY(index == m->own->count))
        aie2_trap(m, AIE2_TRAP_LOOP_START, NULL, 0,
                  "the loop goes back to 0x%05" PRIx32 ", where no bundle begins", start);
    m->index = (uint32_t)index;
}

static void arrive(struct aie2_machine *m)
{
    const size_t index = aie2_bundle_at(m->own, m->target);

    if (m->target == AIE2_EXIT)
        m->halted = true;
    else if (KC_UNLIKELY(index == m->own->count))
        aie2_trap(m, AIE2_TRAP_JUMP_TARGET, NULL, 0,
                  "jump to 0x%05" PRIx32 ", where no bundle begins", m->target);
    m->index = (uint32_t)index;
}

KC_INLINE void next_bundle(struct aie2_machine *m, const struct aie2_code *code)
{
    const uint32_t count = aie2_get(m, AIE2_AT(lc));
    bool           back = false;

    if (KC_UNLIKELY(count && code->address == aie2_get(m, AIE2_AT(le)))) {
        aie2_set_now(m, AIE2_AT(lc), count - 1);
        back = count > 1;
    }
    if (KC_UNLIKELY(m->delay && --m->delay == 0))
        arrive(m);
    else if (back)
        loop_back(m);
    else
        m->index++;
}

/* ---- running --------------------------------------------------------------------------------- */

KC_INLINE void issue(struct aie2_machine *m, const struct aie2_code *code)
{
    if (KC_UNLIKELY(aie2_set_meets(&m->doubt, &code->reads)))
        for (uint32_t i = 0; i < code->op_count; i++)
            aie2_doubtful(m, &code->op[i], false);
    for (const struct aie2_op *op = code->op, *end = op + code->op_count; op < end; op++)
        op->issue(m, op);
}

/* The bundle at m->index has issued completely when this returns. */
KC_INLINE void step(struct aie2_machine *m)
{
    const struct aie2_code   *code = &m->code[m->index];
    struct aie2_slot_of_time *s = aie2_in(m, 0);

    begin_tick(m, s);
    issue(m, code);
    end_tick(m, s);
    next_bundle(m, code);
    m->tick++;
}

/* Whether the next bundle may issue; traps when there is none. */
KC_INLINE bool goes_on(struct aie2_machine *m)
{
    if (KC_UNLIKELY(m->halted))
        return false;
    if (KC_UNLIKELY(m->index >= m->own->count))
        aie2_trap(m, AIE2_TRAP_PROGRAM_END, NULL, 0,
                  "there is no bundle after the last one, at 0x%05" PRIx32,
                  m->own->count ? m->own->bundle[m->own->count - 1].address : 0);
    if (KC_UNLIKELY(m->tick >= m->until)) {
        m->outcome.kind = KC_OUTCOME_OUT_OF_FUEL;
        return false;
    }
    return true;
}

/* Apart from aie2_run, because compilers optimise little around setjmp. */
KC_NOINLINE static void run_fast(struct aie2_machine *m)
{
    while (goes_on(m))
        step(m);
}

/* Ticks in which nothing issues, until a result that is to be awaited can be seen. */
static void wait_for_mend(struct aie2_machine *m, const struct aie2_code *code)
{
    for (uint64_t ticks = aie2_watch_lacks(m, code); ticks; ticks--) {
        end_tick(m, aie2_in(m, 0));
        m->tick++;
        m->drained++;
        begin_tick(m, aie2_in(m, 0));
    }
}

KC_NOINLINE static void run_observed(struct aie2_machine *m, const struct kc_run *run)
{
    struct aie2_observer o = { .run = run };

    while (goes_on(m)) {
        const struct aie2_code   *code = &m->code[m->index];
        struct aie2_slot_of_time *s = aie2_in(m, 0);

        begin_tick(m, s);
        if (m->mend.kind) {
            wait_for_mend(m, code);
            s = aie2_in(m, 0);
            aie2_mend_before(m, code);
        }
        aie2_observe_begin(m, &o);
        if (m->watch)
            aie2_watch_issue(m, code);
        if (!aie2_mend_skips(m))
            issue(m, code);
        aie2_mend_after(m);
        aie2_observe_issued(m, &o);
        if (m->dma && m->config->dma == AIE2_DMA_BANKS)
            aie2_dma_request(m);
        end_tick(m, s);
        aie2_observe_end(m, &o);
        m->previous = m->index;
        next_bundle(m, code);
        m->tick++;
    }
}

static void prepare(struct aie2_machine *m, const struct kc_run *run)
{
    const uint64_t fuel = run->fuel ? run->fuel : KC_FUEL_DEFAULT;
    const bool     watch = m->config->premature || m->config->conflicts;

    m->outcome = (struct kc_outcome){ .kind = KC_OUTCOME_HALTED };
    m->tracking = run->tracking;
    m->pace = run->pace;
    m->observed = run->trace || run->profile || run->tracking || watch ||
                  (m->dma && m->config->dma == AIE2_DMA_BANKS);
    m->until = m->tick + fuel < m->tick ? UINT64_MAX : m->tick + fuel;
    m->last_cycle = fuel > UINT64_MAX / 64 ? UINT64_MAX / 2 : aie2_cycle(m) + 16 * fuel;
    m->dm = kc_region_write(&m->region[AIE2_DM], 0);
    m->current = NULL;
    if (watch && !m->watch)
        m->watch = aie2_watch_new();
}

static void conclude(struct aie2_machine *m)
{
    const bool known = m->index < m->own->count;

    m->outcome.cycles = aie2_cycle(m);
    m->outcome.instructions = aie2_issued(m);
    m->outcome.pc = known ? m->own->bundle[m->index].address : m->own->bytes;
    if (m->outcome.line == 0)
        m->outcome.line = m->current ? m->current->insn->line
                          : known    ? m->program->lines[m->index]
                                     : 0;
}

struct kc_outcome aie2_run(struct kc_machine *machine, const struct kc_run *run)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;

    prepare(m, run);
    if (setjmp(m->trap_exit) == 0) {
        if (m->dma && !m->dma->is_bound)
            aie2_dma_start(m);
        if (m->observed)
            run_observed(m, run);
        else
            run_fast(m);
        m->current = NULL;
        if (m->halted) {
            drain(m);
            if (m->dma)
                aie2_dma_finish(m);
        }
    }
    conclude(m);
    if (run->profile)
        aie2_profile_stalls(m, run->profile);
    return m->outcome;
}
