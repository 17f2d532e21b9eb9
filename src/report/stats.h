/* report/stats.h: the few statistics that reports need, each checked against known values. */
#ifndef KC_REPORT_STATS_H
#define KC_REPORT_STATS_H

#include <stdint.h>

/* 95 % score interval (Wilson) of a share of hits out of n; 0 to 1 when n is 0. */
void kc_wilson(uint32_t hits, uint32_t n, double *low, double *high);

/* Exact two-sided McNemar test: how likely are discordant pairs as uneven as these by chance? */
double kc_mcnemar(uint32_t only_a, uint32_t only_b);

/* pass@k of one cell: the chance that k of its n runs, drawn without replacement, hold one of the
 * solved ones.  k must not exceed n. */
double kc_pass_at(uint32_t n, uint32_t solved, uint32_t k);

/* Geometric means: add logarithms, take the mean. */
struct kc_geomean {
    double   log_sum, least, most;
    uint32_t count;
};
void   kc_geomean_add(struct kc_geomean *g, double value); /* not positive: ignored */
double kc_geomean_value(const struct kc_geomean *g);       /* 0 when there is none */

#endif
