/* provider/model.h: a conversation, and whoever answers in it.
 *
 * A talk is a system text, tools, and turns that alternate: what the user says, what the model
 * answers, what its tool calls returned.  A model turns a talk into the next answer.  What a
 * provider sent and wants back unchanged (reasoning with its signatures) stays as raw bytes.
 */
#ifndef KC_PROVIDER_MODEL_H
#define KC_PROVIDER_MODEL_H

#include <stdatomic.h>

#include "base/arena.h"
#include "toolbox/toolbox.h"

/* A tool call as the model wrote it: arguments may be anything, also malformed. */
struct kc_call {
    const char   *id;              /* made up ("kc_call_TURN_N") where the provider sent none */
    struct kc_str name, arguments; /* without: "unnamed", "{}" */
};

/* Tokens as they are billed; -1: not reported.  input is what no cache served. */
struct kc_usage {
    int64_t input, cache_read, cache_write, output, reasoning; /* output includes reasoning */
    double  cost;                                              /* dollars; negative: not reported */
};

enum kc_stop {
    KC_STOP_END,
    KC_STOP_CALLS,
    KC_STOP_LENGTH,
    KC_STOP_REFUSAL,
    KC_STOP_OTHER,
};

struct kc_answer {
    const char           *format; /* whose raw it is: "chat", "responses", "messages", "gemini" */
    struct kc_str         raw;    /* JSON to send back: a message, output items, content blocks */
    struct kc_str         text, reasoning; /* for people */
    const struct kc_call *calls;
    size_t                call_count;
    enum kc_stop          stop;
    struct kc_usage       usage;
    const char           *model, *request_id; /* as reported, "" when not */
    uint32_t              attempts;           /* requests sent, retries included */
    double                seconds, waited;    /* of the request that was answered; all the rest */
};

struct kc_reply {
    struct kc_str text; /* JSON */
    bool          is_error;
};

enum kc_turn_kind { KC_TURN_USER, KC_TURN_ANSWER, KC_TURN_REPLIES };

struct kc_turn {
    enum kc_turn_kind       kind;
    struct kc_str           text;    /* user */
    const struct kc_answer *answer;  /* answer */
    const struct kc_reply  *replies; /* as many as the answer before it has calls, in their order */
    size_t                  reply_count;
};

struct kc_talk {
    struct kc_str         system;
    struct kc_tool_set    tools;
    const struct kc_turn *turns;
    size_t                count;
};

enum kc_ask_status {
    KC_ASK_ANSWERED,
    KC_ASK_REFUSED,   /* the provider will not take this request, now or later: 4xx */
    KC_ASK_UNREACHED, /* retried until the deadline: an infrastructure error */
    KC_ASK_CANCELLED, /* somebody set *cancel */
};

struct kc_ask_error {
    int      http; /* 0: no answer at all */
    uint32_t attempts;
    char     message[512]; /* never a key */
};

typedef struct kc_model kc_model;

struct kc_model_ops {
    /* Blocks until there is an answer or an end of trying; several threads may ask at once.  The
     * answer lives in the arena. */
    enum kc_ask_status (*ask)(kc_model *model, struct kc_arena *arena, const struct kc_talk *talk,
                              struct kc_answer *answer, struct kc_ask_error *error);
    void (*free)(kc_model *model);
};

/* Every model starts with this. */
struct kc_model {
    const struct kc_model_ops *ops;
};

/* How to ask; zero means the default, but for the temperature. */
struct kc_model_options {
    const char  *base_url;         /* instead of the provider's own or its environment variable */
    const char  *reasoning_effort; /* as the provider has it; NULL: not sent */
    double       temperature;      /* negative: not sent; 0 is a temperature */
    uint32_t     max_tokens;       /* of an answer */
    uint32_t     connections;      /* most requests at once to this provider, 10 */
    uint32_t     per_minute;       /* most requests per minute, 0: no limit */
    double       deadline; /* seconds for one answer, retries included, our own limits not, 600 */
    double       attempt_deadline; /* seconds for one request, 300 */
    uint32_t     most_attempts;    /* 8 */
    bool         stream, responses_api;
    atomic_bool *cancel; /* looked at several times a second; NULL: never */
};

/* "openai/gpt-5.2", "openrouter/vendor/model": the provider is what stands before the first slash.
 * Keys come from the environment.  NULL after writing why not (unknown provider, key missing and
 * how to set it) to why. */
kc_model *kc_provider_model(const char *name, const struct kc_model_options *options,
                            struct kc_buf *why);

/* Names of the providers with their environment variables (tried in order, separated by blanks),
 * for help texts and kc doctor.  key_needed: at its own URL. */
struct kc_provider_info {
    const char *name, *key_variable, *url_variable, *url, *format;
    bool        key_needed;
};
const struct kc_provider_info *kc_provider_at(size_t index);

/* Whether the environment has a key, and in which variable; the key itself is nobody's business. */
bool kc_provider_key_set(const struct kc_provider_info *info, char *variable, size_t size);

/* Dollars: what the provider reported, else by the price table; negative when unknown.  model is
 * written as for kc_provider_model. */
double kc_price(const char *model, const struct kc_usage *usage);

#endif
