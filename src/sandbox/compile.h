/* sandbox/compile.h: C or assembly from strangers through clang, and assembly text back.
 *
 * Three fences, one behind the other: the text is read first and refused when it asks for files
 * (check_c.c, check_asm.c), the options come from a table (flags.def), and the compiler runs in the
 * jail (jail.h), where files, processes and the network do not exist and time and memory are short.
 * What comes back is never executed natively.
 *
 * Results are kept by content in a folder, so that the same source is compiled once.
 */
#ifndef KC_SANDBOX_COMPILE_H
#define KC_SANDBOX_COMPILE_H

#include "base/diag.h"
#include "sandbox/jail.h"

enum kc_sandbox_language {
    KC_SANDBOX_C,        /* to assembly text */
    KC_SANDBOX_ASSEMBLY, /* to an object file: LLVM's assembler as a second opinion */
};

enum { KC_SANDBOX_SOURCE_BYTES = 1 << 20, KC_SANDBOX_FLAGS = 16 };

struct kc_sandbox_job {
    enum kc_sandbox_language language;
    const char *const       *flags;   /* rows of flags.def, NULL-terminated; NULL: -O2 */
    struct kc_str            prelude; /* ours, compiled before the source, not checked */
    struct kc_jail_limits    limits;  /* all 0: the defaults */
    const char              *cache;   /* a folder, "" for none; NULL: kc_sandbox_cache */
    unsigned                 without; /* layers to do without, for tests of the fences */
};

/* Compiles dg->source.  False after reporting why not: errors of the source with their places,
 * "compile-time", "compile-memory", "compile-output", or "sandbox" when it cannot be done here.
 * The result lives in the arena. */
bool kc_sandbox_compile(struct kc_arena *arena, const struct kc_sandbox_job *job,
                        struct kc_diags *dg, struct kc_str *result);

/* ---- what is there ------------------------------------------------------------------------- */

/* The compiler's path and the first line of its version; NULL when there is none. */
const char *kc_sandbox_compiler(struct kc_arena *arena, const char **version);

/* Where results are kept: $XDG_CACHE_HOME/kernelcraft/compiled, the same below ~/.cache, or ""
 * (nowhere). */
const char *kc_sandbox_cache(struct kc_arena *arena);

/* NULL, or why nothing is compiled here.  Without seccomp that takes KC_SANDBOX=weak. */
const char *kc_sandbox_unavailable(void);

/* ---- the parts, for sandbox/ and its tests ------------------------------------------------- */

/* Reports what the text may not ask for.  Strict: nothing behind this fence keeps files away. */
void kc_sandbox_check_c(struct kc_diags *dg, bool strict);
void kc_sandbox_check_asm(struct kc_diags *dg, bool strict);

/* Reports options that are not rows of flags.def; true when all are. */
bool kc_sandbox_check_flags(struct kc_diags *dg, const char *const *flags);

/* Reports the compiler's messages about dg->source. */
void kc_sandbox_messages(struct kc_diags *dg, struct kc_str messages);

/* Compiled text with the machine's departures from RVV made good (errata.c). */
struct kc_str kc_sandbox_errata(struct kc_arena *arena, struct kc_str text);

/* An entry of the cache: what was asked, what came out.  Reading fails when there is none, or when
 * it is not exactly what was written for this question. */
struct kc_sandbox_entry {
    struct kc_str key, messages, result;
};

bool kc_sandbox_cache_read(struct kc_arena *arena, const char *folder, struct kc_sandbox_entry *e);
void kc_sandbox_cache_write(const char *folder, const struct kc_sandbox_entry *e);

#endif
