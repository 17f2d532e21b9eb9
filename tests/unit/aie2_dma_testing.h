/* What the tests of the AIE2 tile share: a machine with a case of given tensors. */
#ifndef KC_TESTS_AIE2_DMA_TESTING_H
#define KC_TESTS_AIE2_DMA_TESTING_H

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "platforms/aie2/aie2_machine.h"
#include "platforms/aie2/aie2_tile.h"

struct rig {
    struct kc_arena    arena;
    struct kc_target   target;
    struct kc_program  program;
    struct kc_machine *machine;
    struct kc_outcome  out;
    struct kc_tensor   in[3], y;
    struct kc_layout   layout;
    struct kc_declared declared;
};

/* Inputs x, w and b and the output y in host memory, in this order. */
static inline void rig_case(struct rig *rig, const uint32_t shape[4][2])
{
    static const char *const names[] = { "x", "w", "b" };
    uint64_t                 address = 0;

    for (int i = 0; i < 4; i++) {
        struct kc_tensor *t = i < 3 ? &rig->in[i] : &rig->y;
        struct kc_placed *p = i < 3 ? &rig->layout.in[i] : &rig->layout.out;

        *t = (struct kc_tensor){
            .name = i < 3 ? names[i] : "y", .batch = 1, .rows = shape[i][0], .cols = shape[i][1]
        };
        *p = (struct kc_placed){ .region = "host", .address = address };
        address += (shape[i][0] * shape[i][1] * 2 + 63) / 64 * 64;
    }
    rig->declared = (struct kc_declared){ .in = rig->in, .out = &rig->y, .in_count = 3 };
}

/* Assembles; the number of errors. */
static inline unsigned rig_assemble(struct rig *rig, const char *target, const char *text,
                                    struct kc_diags *dg)
{
    *rig = (struct rig){ 0 };
    kc_diags_init(dg, &rig->arena, (struct kc_source){ "target", kc_str_from(target) });
    cr_assert(kc_target_open(&rig->arena, target, NULL, &rig->target, dg), "%s", target);
    kc_diags_init(dg, &rig->arena, (struct kc_source){ "test.s", kc_str_from(text) });
    rig->program = kc_target_assemble(&rig->arena, &rig->target, dg);
    return (unsigned)dg->errors;
}

/* A machine before its run: the program loaded, the case bound. */
static inline void rig_load(struct rig *rig, const char *target, const char *text,
                            const uint32_t shape[4][2])
{
    struct kc_diags dg;

    cr_assert(rig_assemble(rig, target, text, &dg) == 0, "%s: %s", text,
              dg.first ? dg.first->message : "");
    rig_case(rig, shape);
    rig->machine = rig->target.platform->machine_new(rig->target.config, rig->target.isa);
    aie2_tile_bind(rig->machine, &rig->declared, &rig->layout);
    rig->target.platform->load(rig->machine, &rig->program);
}

static inline void rig_run(struct rig *rig)
{
    rig->out = rig->target.platform->run(rig->machine, &(struct kc_run){ .fuel = 100000 });
}

static inline void rig_free(struct rig *rig)
{
    if (rig->machine)
        rig->target.platform->machine_free(rig->machine);
    kc_arena_free(&rig->arena);
}

static inline uint16_t element(struct rig *rig, enum aie2_region region, uint64_t offset)
{
    struct kc_region *r = &rig->machine->regions[region];
    const uint8_t     low = *(const uint8_t *)kc_region_elem(r, offset);
    const uint8_t     high = *(const uint8_t *)kc_region_elem(r, offset + 1);

    return (uint16_t)(low | high << 8);
}

static inline void set_element(struct rig *rig, enum aie2_region region, uint64_t offset,
                               uint16_t value)
{
    const uint8_t bytes[2] = { (uint8_t)value, (uint8_t)(value >> 8) };

    kc_region_put(&rig->machine->regions[region], offset, bytes, 2);
}

/* The address of a symbol of the tile, from the list of its buffers. */
static inline uint32_t buffer_offset(const struct rig *rig, const char *name)
{
    const struct aie2_tile *tile = ((const struct aie2_program *)rig->program.own)->tile;

    for (size_t i = 0; i < tile->buffer_count; i++)
        if (strcmp(tile->buffer[i].name, name) == 0)
            return tile->buffer[i].address - AIE2_DM_BASE;
    cr_assert_fail("there is no buffer %s", name);
    return 0;
}

#endif
