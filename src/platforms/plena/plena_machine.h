/* platforms/plena/plena_machine.h: the machine functions named in the platform's struct. */
#ifndef KC_PLATFORMS_PLENA_PLENA_MACHINE_H
#define KC_PLATFORMS_PLENA_PLENA_MACHINE_H

#include "platforms/plena/plena.h"

struct kc_machine *plena_machine_new(const void *config, const struct kc_isa *isa);
void               plena_machine_free(struct kc_machine *machine);
void               plena_machine_reset(struct kc_machine *machine);
void               plena_load(struct kc_machine *machine, const struct kc_program *program);
struct kc_outcome  plena_run(struct kc_machine *machine, const struct kc_run *run);
size_t      plena_registers(const struct kc_machine *machine, struct kc_register *out, size_t most);
const char *plena_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value);

/* Operand values as decoded, by name. */
struct plena_ops plena_ops_from(const uint32_t *values);

/* The PLENA_<id> of a row. */
int plena_insn_index(const struct kc_insn *insn);

#endif
