/* coral/coral_config.h: configuration and memory map of the machine. */
#ifndef KC_CORAL_CONFIG_H
#define KC_CORAL_CONFIG_H

#include "base/diag.h"
#include "isa/program.h"
#include "sim/params.h"

enum coral_memory { CORAL_MEMORY_MINI, CORAL_MEMORY_HIGH };

enum coral_timing_mode { CORAL_TIMING_ON, CORAL_TIMING_OFF };

struct coral_config {
    uint64_t memory; /* enum coral_memory */
    uint64_t timing; /* enum coral_timing_mode */
#define UINT(name, value, min, max, doc) uint64_t name;
#include "platforms/coral/coral_config.def"
};

/* A range of addresses that programs are loaded into. */
struct coral_range {
    const char *region; /* "itcm" */
    uint64_t    base, size;
};

enum coral_range_id { CORAL_ITCM, CORAL_DTCM, CORAL_EXTERNAL, CORAL_RANGES };

/* The ranges of a configuration. */
struct coral_range coral_range(const struct coral_config *config, enum coral_range_id id);

/* The range that holds [address, address + size), or -1. */
int coral_range_of(const struct coral_config *config, uint64_t address, uint64_t size);

#endif
