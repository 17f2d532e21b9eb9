/* provider/retry.h: whether to ask again, and when.
 *
 * A pure decision about one failed attempt, so that the table of the providers' habits is a table
 * in the tests.  Order of advice: x-should-retry, then what the failure is; for the wait
 * retry-after-ms, retry-after (seconds or a date), the delay in a Gemini error, then exponential
 * backoff with jitter.
 */
#ifndef KC_PROVIDER_RETRY_H
#define KC_PROVIDER_RETRY_H

#include "base/json.h"

/* What an error body says, in the words of whichever provider; "" and -1 where it does not. */
struct kc_wire_error {
    char   type[64];     /* type, code or status: "overloaded_error", "insufficient_quota" */
    char   message[400]; /* one line, printable */
    int    code;         /* a number in place of an HTTP status, 0: none */
    double delay;        /* seconds it asks to wait, negative: none */
    bool   final;        /* a kind that another try cannot change */
    bool   spent;        /* a quota that does not come back with the minute */
};

/* Reads {"error":...}, a stream's error event, a failed response; false when it is none of them. */
bool kc_wire_error_read(const kc_json *body, struct kc_wire_error *error);

/* How an attempt ended when it brought no answer. */
enum kc_failure {
    KC_FAILURE_CONNECTION, /* refused, cut, timed out */
    KC_FAILURE_IMPOSSIBLE, /* no connection, and none to hope for */
    KC_FAILURE_STATUS,     /* an HTTP status that is no success */
    KC_FAILURE_REPORTED,   /* an error inside a 200 body or a stream */
    KC_FAILURE_GARBLED,    /* 200, but no answer: HTML, half a JSON, too large */
};

struct kc_failed_attempt {
    enum kc_failure      kind;
    int                  http;      /* 0: none */
    char                 advice[8]; /* x-should-retry */
    double               after;     /* retry-after-ms or retry-after in seconds; negative: none */
    struct kc_wire_error error;     /* when the body held one */
    uint32_t             attempts;  /* so far, this one included */
    uint32_t             garbled;   /* of them garbled */
};

enum kc_verdict_retry { KC_RETRY, KC_RETRY_REFUSED, KC_RETRY_GIVE_UP };

/* REFUSED: asking again cannot help.  GIVE_UP: not now, it is the infrastructure. */
enum kc_verdict_retry kc_retry_decide(const struct kc_failed_attempt *failed);

/* Seconds to wait before the next attempt; random in [0, 1). */
double kc_retry_wait(const struct kc_failed_attempt *failed, double random);

/* retry-after: seconds, or an HTTP date as seen from now (seconds since 1970); negative: neither.
 */
double kc_retry_after(const char *value, double now);

#endif
