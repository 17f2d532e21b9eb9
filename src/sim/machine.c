/* What all machines share: regions by name, tracking, profiles, names of outcomes. */
#include "sim/machine.h"

struct kc_region *kc_machine_region(struct kc_machine *machine, struct kc_str name)
{
    for (size_t i = 0; i < machine->region_count; i++)
        if (kc_str_is(name, machine->regions[i].name))
            return &machine->regions[i];
    return NULL;
}

void kc_machine_track(struct kc_machine *machine, bool on)
{
    for (size_t i = 0; i < machine->region_count; i++)
        kc_region_track(&machine->regions[i], on);
}

void kc_profile_init(struct kc_arena *arena, struct kc_profile *profile,
                     const struct kc_program *program)
{
    *profile = (struct kc_profile){
        .cycles = kc_arena_array(arena, uint64_t, program->count),
        .count = kc_arena_array(arena, uint64_t, program->count),
        .stalls = kc_arena_array(arena, uint64_t, program->count *KC_STALLS),
    };
}

static bool line_known(const struct kc_tracking *tracking, uint32_t line)
{
    for (size_t i = 0; i < tracking->kept; i++)
        if (tracking->first[i].line == line)
            return true;
    return false;
}

void kc_tracking_read(struct kc_tracking *tracking, const struct kc_region *region, uint64_t row,
                      uint32_t first, uint32_t count, uint32_t line)
{
    const int64_t at = kc_region_unwritten(region, row, first, count);

    if (KC_LIKELY(at < 0))
        return;
    tracking->total++;
    if (tracking->kept < KC_UNWRITTEN_KEPT && !line_known(tracking, line))
        tracking->first[tracking->kept++] =
            (struct kc_unwritten_read){ region, row * region->row_elems + (uint64_t)at, line };
}

const char *kc_outcome_name(enum kc_outcome_kind kind)
{
    switch (kind) {
    case KC_OUTCOME_HALTED:
        return "halted";
    case KC_OUTCOME_TRAP:
        return "trap";
    case KC_OUTCOME_OUT_OF_FUEL:
        return "out_of_fuel";
    }
    kc_unreachable();
}
