/* cli/bench.h: what the files of kc bench share. */
#ifndef KC_CLI_BENCH_H
#define KC_CLI_BENCH_H

#include "cli/cli.h"

struct bench {
    struct kc_arena  arena;
    struct kc_target target;
    kc_json         *results;
    bool             json;
};

/* One figure; ratio and relative_to ("" for none) say what it is to be compared with. */
void bench_report(struct bench *b, const char *name, double value, const char *unit, double ratio,
                  const char *relative_to);

/* Seconds this process spent on a processor: other load on the machine does not count. */
double bench_seconds(void);

/* Instructions or bundles per second of an assembly text on a target, best of several runs. */
double bench_rate(const char *target, const char *name, const char *text, bool tracked);

void bench_coral(struct bench *b);
void bench_aie2(struct bench *b);

#endif
