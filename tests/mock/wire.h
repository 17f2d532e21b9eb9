/* tests/mock/wire.h: JSON of any bytes, server-sent events, and made-up identifiers.
 *
 * Everything the server makes up (identifiers, opaque reasoning) is a function of a key, so that a
 * restarted server or client sees the same bytes again.
 */
#ifndef KC_MOCK_WIRE_H
#define KC_MOCK_WIRE_H

#include "base/arena.h"
#include "base/json.h"

/* An object of triples (key, type, value), ended by NULL.  Types: 's' const char *, 't' kc_str
 * pointer (any bytes, also malformed UTF-8), 'i' int64_t, 'd' double, 'b' int, 'o' kc_json *, which
 * may be NULL for null. */
kc_json *mock_object(const char *key, ...);

/* A string of these very bytes. */
kc_json *mock_text(struct kc_str text);

/* The first size bytes of rest, a few more where a character would be cut; rest moves on. */
struct kc_str mock_piece(struct kc_str *rest, size_t size);

uint64_t mock_hash(uint64_t seed, struct kc_str text);

/* prefix and length letters and digits. */
const char *mock_name(struct kc_arena *arena, const char *prefix, size_t length, const char *key);

/* What only the provider can read: base64 with '+', '/' and '='. */
struct kc_str mock_opaque(struct kc_arena *arena, const char *key);

/* A stream, and where each of its events ends. */
struct mock_events {
    struct kc_buf text;
    size_t       *end;
    size_t        count, capacity;
};

/* Adds one event; name NULL: only data.  Takes data. */
void mock_event(struct mock_events *events, const char *name, kc_json *data);

/* Adds one event or comment as it is written. */
void mock_event_raw(struct mock_events *events, const char *text, size_t length);
void mock_events_free(struct mock_events *events);

#endif
