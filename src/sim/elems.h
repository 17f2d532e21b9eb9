/* sim/elems.h: kinds of memory elements that several machines have. */
#ifndef KC_SIM_ELEMS_H
#define KC_SIM_ELEMS_H

#include "sim/memory.h"

extern const struct kc_elem_type kc_elem_float32, kc_elem_int32, kc_elem_byte;

/* By name: "float32", "int32", "byte"; NULL when there is none. */
const struct kc_elem_type *kc_elem_find(const char *name);

#endif
