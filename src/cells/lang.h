/* cells/lang.h: the languages a kernel may be written in.
 *
 * Assembly goes to the platform's assembler.  C goes through the compiler in the sandbox first; its
 * errors, and the lines of every instruction afterwards, are those of the C text, so that traps,
 * profiles and explanations speak about what was written.
 */
#ifndef KC_CELLS_LANG_H
#define KC_CELLS_LANG_H

#include "kernelcraft/platform.h"

enum kc_lang { KC_LANG_ASSEMBLY, KC_LANG_C };

/* "asm" or "c"; NULL, or what is wrong with it. */
const char *kc_lang_parse(const char *text, enum kc_lang *lang);
const char *kc_lang_name(enum kc_lang lang);

/* A file ending in .c is C. */
enum kc_lang kc_lang_of_file(const char *path);

/* NULL, or why kernels of that language cannot be had for the platform here. */
const char *kc_lang_refused(const struct kc_platform *platform, enum kc_lang lang);

/* The program of dg->source, meaningful only when dg->errors is 0 afterwards. */
struct kc_program kc_lang_program(struct kc_arena *arena, const struct kc_target *target,
                                  enum kc_lang lang, struct kc_diags *dg);

/* Markdown for the author of a C kernel: what exists and how it is compiled. */
void kc_lang_guide(enum kc_lang lang, struct kc_buf *out);

#endif
