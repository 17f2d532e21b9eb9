/* isa/manual.h: the instruction set as text for people and models, straight from the rows. */
#ifndef KC_ISA_MANUAL_H
#define KC_ISA_MANUAL_H

#include "isa/isa.h"

/* One instruction: format, operation, cost, description, pitfalls, example.  Markdown; config may
 * be NULL, then the cost is shown as an expression only. */
void kc_manual_page(const struct kc_isa *isa, const struct kc_insn *insn, const void *config,
                    struct kc_buf *out);

/* Register classes, operands, an index by unit, and every page. */
void kc_manual_isa(const struct kc_isa *isa, const void *config, struct kc_buf *out);

/* The same for a prompt: registers, operands, every instruction without its encoding; what people
 * get wrong is apart, as a list. */
void kc_manual_brief(const struct kc_isa *isa, const void *config, struct kc_buf *out);
void kc_manual_pitfalls(const struct kc_isa *isa, struct kc_buf *out);

/* What both become for more than KC_MANUAL_MANY instructions: one line per family. */
enum { KC_MANUAL_MANY = 200 };
void kc_manual_families(const struct kc_isa *isa, struct kc_buf *out);
void kc_manual_family_pitfalls(const struct kc_isa *isa, struct kc_buf *out);

/* The section of a Markdown text that starts with "## title", up to the next of its level; empty
 * when there is none. */
struct kc_str kc_manual_section(const char *text, const char *title);

/* A passage of the manual: an instruction page or a section of the notes. */
struct kc_passage {
    const char *title;
    const char *text;
    double      score;
};

/* The passages that answer query best, best first, at most most of them.  Notes are Markdown and
 * are cut at headings; passages live in the arena.  A mnemonic in the query ranks its page first.
 */
size_t kc_manual_grep(struct kc_arena *arena, const struct kc_isa *isa, const void *config,
                      const char *notes, struct kc_str query, struct kc_passage *found,
                      size_t most);

#endif
