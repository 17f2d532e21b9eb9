/* agent/record.h: answers and tool results as the store keeps them.
 *
 * What is written can be read again without loss: a continued run sends the same bytes to the
 * provider that an undisturbed one would have sent.
 */
#ifndef KC_AGENT_RECORD_H
#define KC_AGENT_RECORD_H

#include "provider/model.h"

void kc_record_answer(const struct kc_answer *answer, struct kc_buf *out);

/* Strings live in the arena.  False when body is not such a record. */
bool kc_record_read_answer(struct kc_arena *arena, struct kc_str body, struct kc_answer *answer);

void kc_record_replies(const struct kc_reply *replies, size_t count, double seconds,
                       struct kc_buf *out);
bool kc_record_read_replies(struct kc_arena *arena, struct kc_str body, struct kc_reply **replies,
                            size_t *count, double *seconds);

/* The arguments of write_code for this text. */
struct kc_str kc_record_code(struct kc_arena *arena, struct kc_str text);

#endif
