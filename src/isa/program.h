/* isa/program.h: an assembled program: machine words, and the source line each came from. */
#ifndef KC_ISA_PROGRAM_H
#define KC_ISA_PROGRAM_H

#include <stddef.h>
#include <stdint.h>

struct kc_program {
    uint32_t *words;
    uint32_t *lines; /* from 1; for machine-code files the line of the word */
    size_t    count;
};

#endif
