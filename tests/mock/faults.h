/* tests/mock/faults.h: how an answer is delivered, and what goes wrong on the way. */
#ifndef KC_MOCK_FAULTS_H
#define KC_MOCK_FAULTS_H

#include <pthread.h>

#include "request.h"

enum mock_hangup { MOCK_HANGUP_NONE, MOCK_HANGUP_RESET, MOCK_HANGUP_IN_HEADER };

enum { MOCK_MOST_HEADERS = 12 };

/* What goes over the wire, and how fast. */
struct mock_delivery {
    int                status;
    const char        *type;
    struct mock_events events; /* a body that is no stream is a single one */
    bool               stream;
    struct {
        const char *name;
        char        value[64];
    } headers[MOCK_MOST_HEADERS];
    size_t           header_count;
    int64_t          wait_ms;     /* before the header */
    int64_t          piece_ms;    /* between pieces */
    size_t           piece_bytes; /* 0: as it comes */
    size_t           slow_until;  /* where the pieces end */
    size_t           cut_at;      /* SIZE_MAX: nowhere */
    enum mock_hangup hangup;
};

void mock_delivery_header(struct mock_delivery *d, const char *name, const char *format, ...)
    KC_PRINTF(3, 4);

/* The answer as it should be, or a refusal. */
void mock_delivery_reply(struct mock_delivery *d, struct mock_request *r,
                         const struct mock_reply *reply);
void mock_delivery_error(struct mock_delivery *d, const struct mock_request *r, int status,
                         const char *code, const char *message);
void mock_delivery_free(struct mock_delivery *d);

/* How often each fault has happened. */
struct mock_fault_state {
    pthread_mutex_t lock;
    struct mock_fault_use {
        size_t   id;
        uint64_t conversation;
        int64_t  times;
    }     *uses;
    size_t count, capacity;
};

/* The fault that is due for this request, or NULL: of the answer, of its rule, of the script. */
const struct mock_fault *mock_fault_pick(struct mock_fault_state   *state,
                                         const struct mock_request *r, uint64_t number);

/* Changes a delivery that holds the answer. */
void mock_fault_apply(const struct mock_fault *fault, const struct mock_request *r,
                      struct mock_delivery *d);

#endif
