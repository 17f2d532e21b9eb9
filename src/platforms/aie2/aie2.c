/* AIE2 as a platform: its configuration, its manual and the struct that names everything. */
#include "platforms/aie2/aie2.h"

#include "platforms/aie2/aie2_config.h"
#include "platforms/aie2/aie2_machine.h"
#include "platforms/aie2/aie2_mend.h"
#include "platforms/aie2/aie2_place.h"
#include "platforms/aie2/aie2_tile.h"

extern const char aie2_notes[]; /* NOTES.md, embedded by the build */

static void config_check(const void *config, struct kc_diags *dg)
{
    (void)config, (void)dg;
}

static uint64_t program_bytes(const void *config)
{
    (void)config;
    return AIE2_PROGRAM_BYTES;
}

static void manual_params(const void *config, struct kc_buf *out)
{
    kc_buf_puts(out, "## Configuration\n\n| parameter | value | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < aie2_params.count; i++) {
        kc_buf_printf(out, "| %s | ", aie2_params.param[i].name);
        kc_param_print(&aie2_params.param[i], config, out);
        kc_buf_printf(out, " | %s |\n", aie2_params.param[i].doc);
    }
    kc_buf_puts(out, "\n");
}

static void manual_traps(struct kc_buf *out)
{
    kc_buf_puts(out, "## Traps\n\n| cause | rule |\n|---|---|\n");
#define TRAP(id, cause, rule, hint) kc_buf_printf(out, "| `%s` | %s |\n", cause, rule);
#include "platforms/aie2/aie2_traps.def"
    kc_buf_puts(out, "\n");
}

static void manual(const void *config, struct kc_buf *out)
{
    aie2_manual_tables(out);
    manual_params(config, out);
    manual_traps(out);
}

const struct kc_platform kc_platform_aie2 = {
    .api = KC_PLATFORM_API,
    .name = "aie2",
    .summary = "Ryzen AI NPU compute core: six-issue VLIW with an exposed pipeline",
    .notes = aie2_notes,
    .comment = "//",
    .language = "One bundle per line: instructions that issue together, separated by `;`, operands "
                "by commas, immediates with `#`. A kernel begins at the label `kernel` (else at "
                "its first bundle) and ends with `ret lr` and five more bundles, or with `done`.",
    .faster = "Fill the slots of every bundle, keep a multiply-accumulate in flight in every cycle "
              "with four or more accumulators, load operands a trip ahead in a zero-overhead loop, "
              "spread operands over banks, and let transfers run while the core computes",
    .address_region = "dm",
    .params = &aie2_params,
    .config_new = aie2_config_new,
    .config_check = config_check,
    .isa = aie2_isa,
    .assemble = aie2_assemble,
    .code_likely = aie2_code_likely,
    .read_code = aie2_read_code,
    .print_code = aie2_print_code,
    .print_insn = aie2_print_text,
    .program_bytes = program_bytes,
    .manual = manual,
    .machine_new = aie2_machine_new,
    .machine_free = aie2_machine_free,
    .machine_reset = aie2_machine_reset,
    .load = aie2_load,
    .run = aie2_run,
    .registers = aie2_registers_show,
    .set_register = aie2_set_register,
    .call = aie2_call,
    .place = aie2_place,
    .guide = aie2_guide,
    .tensor_quantise = aie2_tensor_quantise,
    .image = aie2_image,
    .prepare = aie2_prepare,
    .unfit = aie2_tile_unfit,
    .violated = aie2_violated,
    .tensor_read = aie2_tensor_read,
    .tensor_address = aie2_tensor_address,
    .review = aie2_review,
};
