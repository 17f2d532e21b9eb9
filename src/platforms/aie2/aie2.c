/* AIE2 as a platform: its tables, its configuration and the struct that names them. */
#include "platforms/aie2/aie2.h"

#include "platforms/aie2/aie2_config.h"
#include "platforms/aie2/aie2_machine.h"

static uint32_t one_cycle(const void *config)
{
    (void)config;
    return 1;
}

static const struct kc_insn        nop = { "nop", "", "", 0, one_cycle, "1", "", "", "", "nop" };
static const struct kc_insn *const insns[] = { &nop };

static const struct kc_isa *build_isa(struct kc_arena *arena, const void *config)
{
    static const char *const        categories[] = { "transfer", "transfer", "transfer", "compute",
                                                     "compute",  "compute",  "control",  "control" };
    static const struct kc_isa_desc desc = { .name = "aie2",
                                             .units = aie2_slot_names,
                                             .unit_count = AIE2_SLOT_COUNT,
                                             .categories = categories,
                                             .insns = insns,
                                             .insn_count = 1,
                                             .own_assembler = true };

    (void)config;
    return kc_isa_build(arena, &desc);
}

static void config_check(const void *config, struct kc_diags *dg)
{
    (void)config, (void)dg;
}

static void manual(const void *config, struct kc_buf *out)
{
    (void)config, (void)out;
}

const struct kc_platform kc_platform_aie2 = {
    .api = KC_PLATFORM_API,
    .name = "aie2",
    .summary = "Ryzen AI NPU compute core: six-issue VLIW with an exposed pipeline",
    .notes = "",
    .comment = "//",
    .address_region = "dm",
    .params = &aie2_params,
    .config_new = aie2_config_new,
    .config_check = config_check,
    .isa = build_isa,
    .assemble = aie2_assemble,
    .code_likely = aie2_code_likely,
    .read_code = aie2_read_code,
    .print_code = aie2_print_code,
    .print_insn = aie2_print_text,
    .manual = manual,
    .machine_new = aie2_machine_new,
    .machine_free = aie2_machine_free,
    .machine_reset = aie2_machine_reset,
    .load = aie2_load,
    .run = aie2_run,
    .registers = aie2_registers_show,
    .set_register = aie2_set_register,
    .call = aie2_call,
};
