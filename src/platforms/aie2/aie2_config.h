/* platforms/aie2/aie2_config.h: what the user may choose about the simulated core. */
#ifndef KC_PLATFORMS_AIE2_AIE2_CONFIG_H
#define KC_PLATFORMS_AIE2_AIE2_CONFIG_H

#include "sim/params.h"

struct kc_platform;

enum aie2_check_option { AIE2_CHECK_ON, AIE2_CHECK_OFF, AIE2_CHECK_STRICT };
enum aie2_banks { AIE2_BANKS_ON, AIE2_BANKS_OFF };
enum aie2_dma_banks { AIE2_DMA_FREE, AIE2_DMA_BANKS };
enum aie2_init { AIE2_INIT_ZERO, AIE2_INIT_POISON };

/* What to do about a doubtful read: premature, unwritten, conflicts. */
enum aie2_report { AIE2_REPORT_OFF, AIE2_REPORT_NOTE, AIE2_REPORT_TRAP };

struct aie2_config {
#define CHOICE(name, ...) uint64_t name;
#include "platforms/aie2/aie2_config.def"
};

extern const struct kc_params aie2_params;

/* Defaults, in the arena. */
void *aie2_config_new(const struct kc_platform *self, struct kc_arena *arena);

#endif
