/* provider/wire.h: what a wire format does: a talk into a request, a body into an answer.
 *
 * A format is one struct and one file.  A streamed answer is assembled into the body that the same
 * question would have had without streaming, so that there is one reader per format.  Readers take
 * what strangers send: whatever can be an answer is one.
 */
#ifndef KC_PROVIDER_WIRE_H
#define KC_PROVIDER_WIRE_H

#include "base/json.h"
#include "provider/model.h"

/* Habits of servers that speak the same format; a row of providers.def has some of them. */
enum kc_quirk {
    KC_QUIRK_NONE = 0,
    KC_QUIRK_MAX_TOKENS = 1,       /* chat: max_tokens, not max_completion_tokens */
    KC_QUIRK_STRICT = 2,           /* chat: understands strict tool schemas */
    KC_QUIRK_REASONING_OBJECT = 4, /* chat: reasoning.effort, not reasoning_effort */
    KC_QUIRK_THINKING = 8,         /* chat: thinking.type switches reasoning on and off */
};

struct kc_wire_tool {
    const char    *name, *doc;
    const kc_json *schema;
};

/* All that shapes a request. */
struct kc_wire {
    const char                    *model;
    const struct kc_model_options *options;
    unsigned                       quirks; /* enum kc_quirk */
    const struct kc_talk          *talk;
    const struct kc_wire_tool     *tools;
    size_t                         tool_count;
};

/* What came back; values of body may be repaired in place. */
struct kc_wire_body {
    struct kc_arena *arena; /* of the answer */
    struct kc_str    text;
    kc_json         *json; /* of text */
    size_t           turn; /* length of the talk: makes made-up ids different */
};

typedef struct kc_stream kc_stream;

/* Every stream starts with this. */
struct kc_stream {
    bool          ended;   /* the format's own end was seen */
    bool          garbled; /* an event could not be read: something may be missing */
    struct kc_buf body;    /* the error of an error event; at the end the assembled body */
};

struct kc_dialect {
    const char *name;

    void (*url)(const struct kc_wire *wire, const char *base, struct kc_buf *url);
    kc_json *(*request)(const struct kc_wire *wire);

    /* Fills all but attempts, times and request id; false when the body is no answer. */
    bool (*read)(const struct kc_wire_body *body, struct kc_answer *answer);

    /* take sees one event.  finish assembles body (unless there is an error in it) when enough came
     * to be an answer, sets ended if so, and frees everything else. */
    kc_stream *(*stream_new)(void);
    void (*take)(kc_stream *stream, struct kc_str name, struct kc_str data);
    void (*finish)(kc_stream *stream);
};

extern const struct kc_dialect kc_dialect_chat, kc_dialect_responses, kc_dialect_messages,
    kc_dialect_gemini;

/* ---- requests ----------------------------------------------------------------------------- */

/* base without slashes at its end, then path; a version that base ends with is not doubled. */
void kc_wire_url(struct kc_buf *url, const char *base, const char *version, const char *path);

/* The reply to a call of the answer in that turn; a stand-in where the talk has none. */
struct kc_reply kc_wire_reply(const struct kc_talk *talk, size_t turn, size_t call);

/* Whether the answer's raw bytes are of this format and can go back as they are. */
bool kc_wire_has_raw(const struct kc_answer *answer, const struct kc_dialect *dialect);

/* JSON text that is an object, as it is; anything else as {key: text}. */
kc_json *kc_wire_object(struct kc_str text, const char *key);

/* The id under which a call goes back: as it came with its raw bytes, else in letters that every
 * provider takes. */
const char *kc_wire_id(struct kc_arena *arena, const struct kc_call *call, bool raw);
const char *kc_wire_name(struct kc_arena *arena, const struct kc_call *call, bool raw);

/* Pushes the elements of a JSON array's text, byte for byte. */
void kc_wire_splice(kc_json *array, struct kc_str raw);
bool kc_wire_is_empty_array(struct kc_str raw);

/* Whether the schema meets strict mode's rules: closed, everything required, no length limits. */
bool kc_wire_may_be_strict(const kc_json *schema);

kc_json *kc_wire_str(struct kc_str text);

/* Sets the flat members every format spells its own way; nothing when the option is not given. */
void kc_wire_set_temperature(const struct kc_wire *wire, kc_json *object);
void kc_wire_set_count(kc_json *object, const char *key, uint32_t value);

/* ---- answers ------------------------------------------------------------------------------ */

extern const char kc_malformed_key[]; /* wraps arguments that are no object, on their way back */

/* Calls as they are found; capacity is known beforehand. */
struct kc_wire_calls {
    struct kc_call *call;
    size_t          count;
};

struct kc_wire_calls kc_wire_calls_new(struct kc_arena *arena, size_t capacity);
void                 kc_wire_calls_end(const struct kc_wire_calls *calls, struct kc_answer *answer);

/* An id that no server made, and how to know one. */
const char *kc_wire_make_id(const struct kc_wire_body *body, size_t call);
bool        kc_wire_is_made_up(const char *id);

/* What a call without a name is called. */
extern const char kc_unnamed[];

/* Arguments as the model wrote them, text or value; none are "{}".  *fits: they are an object. */
struct kc_str kc_wire_arguments(struct kc_arena *arena, const kc_json *value, bool *fits);

struct kc_str kc_wire_copy(struct kc_arena *arena, struct kc_str text);
struct kc_str kc_wire_print(struct kc_arena *arena, const kc_json *value);

/* The bytes at path as they came, or value printed when it was repaired. */
struct kc_str kc_wire_raw(const struct kc_wire_body *body, const char *path, const kc_json *value,
                          bool repaired);

/* A count of tokens: not negative, however the number is written; -1: none. */
int64_t         kc_wire_count(const kc_json *object, const char *key);
struct kc_usage kc_wire_no_usage(void);

/* input from a total that includes what caches served. */
int64_t kc_wire_uncached(int64_t total, int64_t cache_read, int64_t cache_write);

/* The reason given, unless there are calls and it is an ordinary one. */
enum kc_stop kc_wire_stop(enum kc_stop reason, size_t calls);

/* A stream's text, a NUL-terminated copy of a member, a parsed event. */
struct kc_str kc_buf_str(const struct kc_buf *buf);
const char   *kc_wire_member(struct kc_arena *arena, const kc_json *object, const char *key);

/* The event's data as JSON, to be freed; NULL when it is none.  Then the stream is garbled, unless
 * it is an event of a kind that has a name and no JSON, which is none of ours. */
kc_json *kc_stream_parse(kc_stream *stream, struct kc_str name, struct kc_str data);

/* Keeps the data of an error event as the body; later events change nothing. */
void kc_stream_fail(kc_stream *stream, struct kc_str data);

#endif
