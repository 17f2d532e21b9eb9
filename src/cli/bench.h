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

void bench_coral(struct bench *b);

#endif
