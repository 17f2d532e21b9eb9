/* What an answer cost. */
#include <string.h>

#include "provider/model.h"

static const double NONE = -1;

struct price {
    const char *model;
    double      input, cache_read, cache_write, output; /* dollars per million tokens */
    int64_t     largest;
};

/* "-2026-04-01" or "-20260401": a dated name of the same model. */
static bool is_date(const char *suffix)
{
    size_t digits = 0;

    if (*suffix++ != '-')
        return false;
    for (; *suffix; suffix++) {
        if (*suffix >= '0' && *suffix <= '9')
            digits++;
        else if (*suffix != '-')
            return false;
    }
    return digits == 8;
}

static bool is_model(const char *name, const char *row)
{
    const size_t n = strlen(row);

    return strncmp(name, row, n) == 0 && (name[n] == '\0' || is_date(name + n));
}

/* Adds the price of some tokens; none of them cost nothing, of unknown price they spoil the sum. */
static void add(double *sum, int64_t tokens, double price)
{
    if (tokens > 0 && *sum >= 0)
        *sum = price < 0 ? -1 : *sum + (double)tokens * price * 1e-6;
}

static int64_t or_zero(int64_t count)
{
    return count > 0 ? count : 0;
}

static double price_of(const struct price *p, const struct kc_usage *u)
{
    const int64_t prompt = u->input + or_zero(u->cache_read) + or_zero(u->cache_write);
    double        sum = 0;

    if (u->input < 0 || u->output < 0 || (p->largest && prompt > p->largest))
        return -1;
    add(&sum, u->input, p->input);
    add(&sum, u->cache_read, p->cache_read);
    add(&sum, u->cache_write, p->cache_write);
    add(&sum, u->output, p->output);
    return sum;
}

double kc_price(const char *model, const struct kc_usage *usage)
{
    const struct price prices[] = {
#define PRICE(name, input, read, write, output, largest) \
    { name, input, read, write, output, largest },
#include "provider/prices.def"
    };

    if (usage->cost >= 0)
        return usage->cost;
    for (size_t i = 0; i < KC_COUNT(prices); i++)
        if (is_model(model, prices[i].model))
            return price_of(&prices[i], usage);
    return -1;
}
