/* Intervals, paired tests, pass@k, means of ratios. */
#include "report/stats.h"

#include <math.h>

void kc_wilson(uint32_t hits, uint32_t n, double *low, double *high)
{
    const double z = 1.959963984540054; /* 97.5 % quantile of the normal distribution */
    const double p = n ? (double)hits / n : 0.0, zz = z * z;

    *low = 0.0;
    *high = 1.0;
    if (!n)
        return;
    const double middle = (p + zz / (2.0 * n)) / (1.0 + zz / n);
    const double half = z * sqrt(p * (1.0 - p) / n + zz / (4.0 * n * n)) / (1.0 + zz / n);

    *low = hits ? middle - half : 0.0;
    *high = hits < n ? middle + half : 1.0;
}

/* Twice the lower tail of Binomial(n, 1/2), by the logarithm of the terms. */
double kc_mcnemar(uint32_t only_a, uint32_t only_b)
{
    const uint32_t n = only_a + only_b, least = only_a < only_b ? only_a : only_b;
    double         tail = 0.0;

    for (uint32_t i = 0; i <= least; i++)
        tail += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) - n * log(2.0));
    return 2.0 * tail < 1.0 ? 2.0 * tail : 1.0;
}

double kc_pass_at(uint32_t n, uint32_t solved, uint32_t k)
{
    double none = 1.0; /* that all k miss */

    if (k > n - solved)
        return 1.0;
    for (uint32_t i = 0; i < k; i++)
        none *= (double)(n - solved - i) / (double)(n - i);
    return 1.0 - none;
}

void kc_geomean_add(struct kc_geomean *g, double value)
{
    if (!(value > 0.0) || !isfinite(value))
        return;
    g->log_sum += log(value);
    g->least = !g->count || value < g->least ? value : g->least;
    g->most = !g->count || value > g->most ? value : g->most;
    g->count++;
}

double kc_geomean_value(const struct kc_geomean *g)
{
    return g->count ? exp(g->log_sum / g->count) : 0.0;
}
