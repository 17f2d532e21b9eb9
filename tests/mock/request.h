/* tests/mock/request.h: one request for an answer, whatever its wire format.
 *
 * A format reads the body into a talk (turns of blocks), shows what an answer of the script looks
 * like in its own terms (blocks with identifiers and opaque fields), and writes that, whole or as
 * a stream.  What comes back in the history is compared with the same blocks.
 */
#ifndef KC_MOCK_REQUEST_H
#define KC_MOCK_REQUEST_H

#include "script.h"
#include "wire.h"

enum mock_kind { MOCK_TEXT, MOCK_REASONING, MOCK_CALL, MOCK_RESULT };

struct mock_item {
    enum mock_kind kind;
    bool           redacted;
    bool           optional; /* expected, but may be left out */
    bool           raw;      /* arguments that are not a JSON object */
    struct kc_str  text;     /* text, reasoning, arguments, result */
    struct kc_str  id, name;
    struct kc_str  opaque; /* signature, encrypted content */
};

struct mock_items {
    struct mock_item *at;
    size_t            count, capacity;
};

struct mock_turn {
    bool              assistant;
    struct mock_items items;
};

struct mock_talk {
    const char       *model;
    struct kc_buf     system, user; /* user: all that users said */
    struct kc_str     first_user;
    const kc_json    *tools[128]; /* their names */
    size_t            tool_count;
    struct mock_turn *turns;
    size_t            count, capacity;
};

struct mock_refusal {
    int         status; /* 0: none */
    const char *code, *message;
};

struct mock_request;

/* An answer of the script in a format's terms. */
struct mock_reply {
    struct mock_items         items;
    struct mock_usage         usage;
    const char               *stop; /* in the format's own words */
    const char               *id;
    const struct mock_answer *answer;
};

struct mock_format {
    const char *name;
    /* Fills the talk; false after a refusal. */
    bool (*read)(struct mock_request *r);
    /* The items of answer number turn as they will be sent and are wanted back. */
    void (*items)(struct mock_request *r, const struct mock_answer *answer, size_t turn,
                  struct mock_items *items);
    const char *(*stop)(const char *neutral);
    kc_json *(*whole)(const struct mock_request *r, const struct mock_reply *reply);
    void (*stream)(const struct mock_request *r, const struct mock_reply *reply,
                   struct mock_events *events);
    kc_json *(*error)(const struct mock_request *r, int status, const char *code,
                      const char *message);
};

extern const struct mock_format mock_format_chat, mock_format_responses, mock_format_messages,
    mock_format_gemini;

struct mock_request {
    struct kc_arena           arena;
    const struct mock_script *script;
    const struct mock_format *format;
    const char               *path, *id; /* id: of this request, "req_..." */
    /* Headers and query arguments; "" when absent. */
    const char *(*header)(const struct mock_request *r, const char *name);
    const char *(*query)(const struct mock_request *r, const char *name);
    void                   *connection;
    kc_json                *body;
    bool                    stream, usage_wanted, reasoning_wanted, encrypted_wanted;
    struct mock_talk        talk;
    const struct mock_rule *rule;
    size_t                  turn; /* answers in the history */
    uint64_t                conversation;
    struct mock_refusal     refusal;
};

/* Notes the first refusal and returns false.  code NULL: what the status usually has. */
bool mock_refuse(struct mock_request *r, int status, const char *code, const char *format, ...)
    KC_PRINTF(4, 5);

/* Reads the parsed body, picks the rule, checks the history.  False: look at the refusal. */
bool mock_request_read(struct mock_request *r);
void mock_request_free(struct mock_request *r);

/* The answer for this request; NULL when the script has none. */
const struct mock_answer *mock_request_answer(const struct mock_request *r);
const struct mock_answer *mock_rule_answer(const struct mock_rule *rule, size_t turn);
void                      mock_reply_make(struct mock_request *r, const struct mock_answer *answer,
                                          struct mock_reply *reply);

/* Growing a talk. */
struct mock_turn *mock_turn_add(struct mock_request *r, bool assistant);
struct mock_item *mock_item_add(struct mock_request *r, struct mock_items *items,
                                enum mock_kind kind);
void              mock_user_said(struct mock_request *r, struct kc_str text);
bool mock_tool_add(struct mock_request *r, const kc_json *name, const kc_json *schema, bool strict,
                   const char *place);

/* The text of a string or of an array of parts with "text"; parts of other types are skipped. */
struct kc_str mock_parts_text(struct mock_request *r, const kc_json *content);

/* What made-up values of this place are functions of. */
const char *mock_key(struct mock_request *r, size_t turn, size_t index, const char *what);

/* The length of text in one delta. */
size_t mock_delta_bytes(const struct mock_request *r, struct kc_str text);

/* The arguments as an object, for formats that know no other. */
kc_json *mock_arguments(const struct mock_item *call);

/* All text or reasoning of the items, joined. */
struct kc_str mock_join(struct kc_arena *arena, const struct mock_items *items,
                        enum mock_kind kind);
size_t        mock_count(const struct mock_items *items, enum mock_kind kind);

/* Whether results answer calls and reasoning came back unchanged (history.c). */
bool mock_history_check(struct mock_request *r);

/* Whether a tool's schema obeys the rules (schema.c). */
bool mock_schema_check(struct mock_request *r, const kc_json *schema, bool strict,
                       const char *place);

/* Whether there is a key where the format wants it (auth.c). */
bool mock_auth_check(struct mock_request *r);

/* The words a provider has for a status (errors.c). */
struct mock_error {
    int         status;
    const char *openai_type, *openai_code, *anthropic_type, *gemini_status, *message;
};
const struct mock_error *mock_error_find(int status);

#endif
