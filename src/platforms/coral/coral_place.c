/* Where the tensors of a task lie on the Coral NPU.
 *
 * Inputs are packed into external memory from its first byte, each at a multiple of 16; the output
 * follows at the next multiple of 4 KiB.  Their addresses are the kernel's arguments.  Everything
 * else is scratch, and its contents at the start are arbitrary: memories, and registers, too. */
#include "platforms/coral/coral_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/random.h"

enum { INPUT_ALIGN = 16, OUTPUT_ALIGN = 4096 };

static uint64_t rounded(uint64_t value, uint64_t unit)
{
    return (value + unit - 1) / unit * unit;
}

static void place_tensor(const struct kc_tensor *t, const char *region, uint64_t address,
                         size_t argument, struct kc_placed *p)
{
    *p = (struct kc_placed){ .region = region,
                             .address = address,
                             .size = kc_tensor_count(t) * kc_number_bytes(t->number),
                             .rows = t->batch * t->rows,
                             .cols = t->cols,
                             .width = kc_number_bytes(t->number) };
    snprintf(p->where, sizeof p->where, "0x%08" PRIx64 " (%" PRIu64 " bytes, %s), in a%zu", address,
             p->size, kc_number_name(t->number), argument);
}

const char *coral_place(const void *config, const struct kc_declared *d, struct kc_layout *layout)
{
    const struct coral_range ext = coral_range(config, CORAL_EXTERNAL);
    uint64_t                 at = ext.base;

    *layout = (struct kc_layout){ .scratch_to = UINT64_MAX };
    if (d->in_count + 1 > CORAL_ARGUMENTS)
        return "a kernel has at most eight arguments";
    for (size_t i = 0; i < d->in_count; i++) {
        place_tensor(&d->in[i], ext.region, at, i, &layout->in[i]);
        at = rounded(at + layout->in[i].size, INPUT_ALIGN);
    }
    place_tensor(d->out, ext.region, rounded(at, OUTPUT_ALIGN), d->in_count, &layout->out);
    if (layout->out.address + layout->out.size > ext.base + ext.size)
        return "the tensors do not fit in external memory";
    return NULL;
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void put_number(enum kc_number number, double value, uint8_t *bytes)
{
    const float f = (float)value;
    uint32_t    bits = number == KC_NUMBER_FLOAT32 ? 0 : (uint32_t)(int32_t)value;

    if (number == KC_NUMBER_FLOAT32)
        memcpy(&bits, &f, sizeof bits);
    for (uint32_t i = 0; i < kc_number_bytes(number); i++)
        bytes[i] = (uint8_t)(bits >> 8 * i);
}

static double get_number(enum kc_number number, const uint8_t *bytes)
{
    const uint32_t size = kc_number_bytes(number), unused = 32 - 8 * size;
    uint32_t       bits = 0;
    float          f;

    for (uint32_t i = 0; i < size; i++)
        bits |= (uint32_t)bytes[i] << 8 * i;
    memcpy(&f, &bits, sizeof f);
    return number == KC_NUMBER_FLOAT32 ? (double)f : (double)((int32_t)(bits << unused) >> unused);
}

/* ---- in and out --------------------------------------------------------------------------- */

struct kc_image coral_image(struct kc_arena *arena, const void *config, const struct kc_declared *d,
                            const struct kc_layout *layout)
{
    const uint64_t          base = coral_range(config, CORAL_EXTERNAL).base;
    const struct kc_placed *last = &layout->in[d->in_count - 1];
    const uint64_t          size = last->address + last->size - base;
    uint8_t                *bytes = kc_arena_alloc(arena, size);

    for (size_t i = 0; i < d->in_count; i++) {
        const struct kc_tensor *t = &d->in[i];
        const uint32_t          width = kc_number_bytes(t->number);

        for (size_t e = 0; e < kc_tensor_count(t); e++)
            put_number(t->number, t->value[e], bytes + (layout->in[i].address - base) + e * width);
    }
    return (struct kc_image){ bytes, size };
}

/* Registers hold anything at the start; what, follows from the fill of the memories. */
static void fill_registers(struct coral_machine *m)
{
    const uint64_t seed = m->region[CORAL_DTCM].seed;

    for (uint32_t i = 1; i < 32; i++) {
        m->x[i] = (uint32_t)kc_random_u64(seed, 'x', i);
        m->f[i] = (uint32_t)kc_random_u64(seed, 'f', i);
    }
    for (uint32_t i = 0; i < sizeof m->v; i++)
        m->v[i] = (uint8_t)kc_random_u64(seed, 'v', i);
}

void coral_prepare(struct kc_machine *machine, const struct kc_declared *d,
                   const struct kc_layout *layout)
{
    struct coral_machine *m = (struct coral_machine *)machine;
    const uint64_t        base = m->first[CORAL_EXTERNAL];
    struct kc_arena       arena = { 0 };
    struct kc_image       image = d->image;

    if (!image.bytes)
        image = coral_image(&arena, m->config, d, layout);
    m->argument_count = 0;
    for (size_t i = 0; i < d->in_count; i++) {
        const struct kc_placed *p = &layout->in[i];

        kc_region_put(&m->region[CORAL_EXTERNAL], p->address - base,
                      image.bytes + (p->address - base), p->size);
        m->argument[m->argument_count++] = (uint32_t)p->address;
    }
    m->argument[m->argument_count++] = (uint32_t)layout->out.address;
    fill_registers(m);
    kc_arena_free(&arena);
}

uint64_t coral_tensor_address(const void *config, const struct kc_placed *place, uint32_t row,
                              uint32_t col)
{
    (void)config;
    return place->address + ((uint64_t)row * place->cols + col) * place->width;
}

void coral_tensor_read(struct kc_machine *machine, const struct kc_placed *place,
                       const struct kc_tensor *t, double *values)
{
    struct coral_machine *m = (struct coral_machine *)machine;
    const uint32_t        width = kc_number_bytes(t->number);

    for (size_t e = 0; e < kc_tensor_count(t); e++) {
        uint8_t bytes[4] = { 0 };

        for (uint32_t i = 0; i < width; i++)
            bytes[i] = *(const uint8_t *)kc_region_elem(&m->region[CORAL_EXTERNAL],
                                                        place->address - m->first[CORAL_EXTERNAL] +
                                                            e * width + i);
        values[e] = get_number(t->number, bytes);
    }
}

/* ---- rules -------------------------------------------------------------------------------- */

const char *coral_unfit(const struct kc_program *program, const struct kc_declared *d,
                        const struct kc_layout *layout)
{
    (void)d, (void)layout;
    for (size_t i = 0; i < program->segment_count; i++)
        if (strcmp(program->segments[i].region, "ext") == 0)
            return "a kernel has no section .ext: external memory belongs to the harness";
    if (program->own)
        return NULL;
    for (size_t i = 0; i < program->symbol_count; i++)
        if (strcmp(program->symbols[i].name, "_start") == 0)
            return "a kernel has no _start: the harness's start-up calls the label `kernel`";
    return "there is no label `kernel`: the harness's start-up calls it, and it returns with ret";
}

const char *coral_violated(struct kc_machine *machine, const struct kc_declared *d,
                           const struct kc_layout *layout)
{
    struct coral_machine *m = (struct coral_machine *)machine;
    const uint64_t        base = m->first[CORAL_EXTERNAL];
    struct kc_arena       arena = { 0 };
    struct kc_image       image = d->image;
    const char           *rule = NULL;

    if (!image.bytes)
        image = coral_image(&arena, m->config, d, layout);
    for (size_t i = 0; i < d->in_count; i++)
        for (uint64_t e = layout->in[i].address - base, end = e + layout->in[i].size; e < end; e++)
            if (*(const uint8_t *)kc_region_elem(&m->region[CORAL_EXTERNAL], e) != image.bytes[e])
                rule = "the inputs in external memory are read-only";
    kc_arena_free(&arena);
    return rule;
}
