/* tests/mock/stats.h: what was asked and what was answered, by conversation and turn. */
#ifndef KC_MOCK_STATS_H
#define KC_MOCK_STATS_H

#include <pthread.h>
#include <stdio.h>

#include "base/json.h"
#include "script.h"

enum mock_outcome {
    MOCK_ANSWERED, /* the whole answer was handed to the network */
    MOCK_REFUSED,  /* the request was wrong */
    MOCK_FAULTED,  /* a fault of the script took the answer's place */
    MOCK_GONE,     /* the client left before the end */
    MOCK_OUTCOMES
};

struct mock_record {
    uint64_t                 number; /* of the request for an answer, from 1 */
    const char              *path, *format, *rule, *message; /* NULL: unknown */
    uint64_t                 conversation;
    size_t                   turn;
    bool                     known, stream; /* known: conversation and turn are */
    int                      status;
    const struct mock_fault *fault;
    enum mock_outcome        outcome;
};

typedef struct mock_stats mock_stats;

/* log may be NULL: no log. */
mock_stats *mock_stats_new(FILE *log);
void        mock_stats_free(mock_stats *stats);

/* Counts a request; an answer is wanted: returns its number. */
void     mock_stats_path(mock_stats *stats, const char *path);
uint64_t mock_stats_begin(mock_stats *stats);
void     mock_stats_end(mock_stats *stats, const struct mock_record *record);

/* How many requests for an answer have ended, and how many are open. */
uint64_t mock_stats_ended(mock_stats *stats, uint64_t *open);

/* The statistics as JSON text; free the buffer. */
struct kc_buf mock_stats_print(mock_stats *stats);

#endif
