/* Trace and profile: what a bundle put in flight, and where the cycles went. */
#include "platforms/aie2/aie2_observe.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "platforms/aie2/aie2_exec.h"
#include "platforms/aie2/aie2_mend.h"

static uint64_t cycles_now(const struct aie2_machine *m)
{
    return aie2_cycle(m);
}

/* ---- memory ---------------------------------------------------------------------------------- */

void aie2_observe_read(struct aie2_machine *m, const struct aie2_op *op, uint32_t offset,
                       uint32_t bytes)
{
    if (m->review)
        aie2_review_access(m, op->insn, offset, false);
    if (m->tracking)
        kc_tracking_read(m->tracking, &m->region[AIE2_DM], 0, offset, bytes, op->insn->line);
}

void aie2_observe_write(struct aie2_machine *m, const struct aie2_op *op, uint32_t offset,
                        uint32_t bytes)
{
    if (m->review)
        aie2_review_access(m, op->insn, offset, true);
    m->stored_at = offset;
    m->stored_bytes = bytes;
    if (m->tracking)
        kc_region_mark(&m->region[AIE2_DM], 0, offset, bytes, op->insn->line);
}

/* ---- trace ----------------------------------------------------------------------------------- */

static void say(struct aie2_observer *o, const char *format, ...)
{
    const size_t length = strlen(o->effect);
    va_list      args;

    if (length + 1 >= sizeof o->effect)
        return;
    va_start(args, format);
    vsnprintf(o->effect + length, sizeof o->effect - length, format, args);
    va_end(args);
}

static const char *separator(const struct aie2_observer *o)
{
    return o->effect[0] ? "; " : "";
}

/* Up to eight bytes, high byte first as a number, with dots when there are more. */
static void say_bytes(struct aie2_observer *o, const uint8_t *value, uint32_t bytes)
{
    const uint32_t shown = bytes < 8 ? bytes : 8;

    say(o, "0x");
    if (bytes > shown)
        say(o, "..");
    for (uint32_t i = shown; i-- > 0;)
        say(o, "%02x", value[i]);
}

static void say_scalar(struct aie2_observer *o, const struct aie2_scalar_write *w, int ticks)
{
    say(o, "%s%s %s 0x%" PRIx32, separator(o), aie2_register_at(w->offset, 4),
        ticks == 1 ? "=" : "<-", w->value);
    if (ticks > 1)
        say(o, " in %d", ticks);
}

static void say_vector(struct aie2_observer *o, const struct aie2_span *w, const uint8_t *value,
                       int ticks)
{
    say(o, "%s%s <- ", separator(o), aie2_register_at(w->offset, w->bytes));
    say_bytes(o, value, w->bytes);
    say(o, " in %d", ticks);
}

static void remember(struct aie2_machine *m, struct aie2_observer *o)
{
    for (int i = 0; i < AIE2_RING; i++) {
        o->scalars[i] = m->ring[i].scalars;
        o->vectors[i] = m->ring[i].vectors;
    }
}

/* What the calendar has gained since it was remembered. */
static void say_gained(struct aie2_machine *m, struct aie2_observer *o)
{
    for (int ticks = 1; ticks < AIE2_RING; ticks++) {
        const size_t                    at = (m->tick + (uint64_t)ticks) % AIE2_RING;
        const struct aie2_slot_of_time *s = &m->ring[at];

        for (int i = o->scalars[at]; i < s->scalars; i++)
            if (s->scalar[i].offset != AIE2_AT(srCarry))
                say_scalar(o, &s->scalar[i], ticks);
        for (int i = o->vectors[at]; i < s->vectors; i++)
            say_vector(o, &s->vector[i], s->value[i], ticks);
    }
    remember(m, o);
}

/* A review looks at the machine, not at words about it. */
static bool tells(const struct aie2_machine *m, const struct aie2_observer *o)
{
    return o->run->trace && !m->review;
}

void aie2_observe_begin(struct aie2_machine *m, struct aie2_observer *o)
{
    o->began = cycles_now(m);
    memcpy(o->stall, m->stall, sizeof o->stall);
    m->stored_bytes = 0;
    if (!tells(m, o))
        return;
    o->effect[0] = '\0';
    remember(m, o);
}

void aie2_observe_issued(struct aie2_machine *m, struct aie2_observer *o)
{
    if (tells(m, o))
        say_gained(m, o);
}

/* ---- the end of a tick ----------------------------------------------------------------------- */

static void profile_bundle(const struct aie2_machine *m, const struct aie2_observer *o,
                           uint64_t cycles)
{
    struct kc_profile      *p = o->run->profile;
    const struct aie2_code *code = &m->code[m->index];

    p->cycles[m->index] += cycles;
    p->count[m->index]++;
    for (int i = 0; i < AIE2_STALL_COUNT; i++)
        p->stalls[m->index * KC_STALLS + (size_t)i] += m->stall[i] - o->stall[i];
    for (uint32_t i = 0; i < code->op_count; i++) {
        p->unit_cycles[code->op[i].insn->form->slot]++;
        p->unit_count[code->op[i].insn->form->slot]++;
    }
}

static void trace_bundle(struct aie2_machine *m, struct aie2_observer *o, uint64_t took)
{
    struct kc_step step = { .pc = m->own->bundle[m->index].address,
                            .cycle = o->began,
                            .cycles = took,
                            .line = m->program->lines[m->index],
                            .index = m->index };

    if (tells(m, o))
        say_gained(m, o);
    if (tells(m, o) && m->stored_bytes) {
        say(o, "%s[0x%05" PRIx32 "] = ", separator(o), m->stored_at + AIE2_DM_BASE);
        say_bytes(o, m->dm + m->stored_at, m->stored_bytes);
    }
    memcpy(step.effect, o->effect, sizeof step.effect);
    o->run->trace(o->run->trace_context, &step);
}

void aie2_observe_end(struct aie2_machine *m, struct aie2_observer *o)
{
    const uint64_t took = cycles_now(m) + 1 - o->began;

    if (o->run->profile)
        profile_bundle(m, o, took);
    if (o->run->trace)
        trace_bundle(m, o, took);
}

void aie2_profile_stalls(const struct aie2_machine *m, struct kc_profile *profile)
{
    static const char *const names[AIE2_STALL_COUNT] = {
        [AIE2_STALL_BANK] = "bank conflict", [AIE2_STALL_LOCK] = "lock",
        [AIE2_STALL_INPUT] = "input",        [AIE2_STALL_SPACE] = "output space",
        [AIE2_STALL_DRAIN] = "last output",
    };

    for (int i = 0; i < AIE2_STALL_COUNT; i++) {
        profile->stall_name[i] = names[i];
        profile->stall_cycles[i] = m->stall[i];
    }
    for (int i = 0; m->dma && i < AIE2_CHANNELS; i++) {
        const uint64_t bytes = m->dma->channel[i].busy * AIE2_WORD;

        profile->channel_name[i] = aie2_channel_names[i];
        profile->channel_cycles[i] = m->dma->channel[i].busy;
        *(i < AIE2_FIRST_OUT ? &profile->dma_bytes_read : &profile->dma_bytes_written) += bytes;
    }
}
