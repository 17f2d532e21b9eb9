/* Names of registers: x0, zero, ra ..., f0, ft0 ..., v0. */
#include <string.h>

#include "platforms/coral/coral_asm.h"

static const char x_names[32][5] = {
    "zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "s0", "s1", "a0",
    "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
    "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
};

static const char f_names[32][5] = {
    "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1",  "fa0",
    "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4",  "fs5",
    "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11",
};

/* Decimal without leading zeros, 0 to most, the whole of the text; or -1. */
static int small_number(const char *at, size_t length, int most)
{
    int n = 0;

    if (length == 0 || length > 2 || (length == 2 && at[0] == '0'))
        return -1;
    for (size_t i = 0; i < length; i++) {
        if (at[i] < '0' || at[i] > '9')
            return -1;
        n = n * 10 + (at[i] - '0');
    }
    return n <= most ? n : -1;
}

/* tN, sN, aN: where the ABI puts them; the same layout serves x and f. */
static int abi_number(struct kc_str t, int t_low, int t_high)
{
    const int n = small_number(t.at + 1, t.length - 1, 31);

    if (n < 0)
        return -1;
    switch (t.at[0]) {
    case 'a':
        return n <= 7 ? 10 + n : -1;
    case 's':
        return n <= 1 ? 8 + n : n <= 11 ? 16 + n : -1;
    default: /* t0-t2 are x5-x7, ft0-ft7 are f0-f7; the others come last */
        return n < t_high ? t_low + n : n <= (t_high == 3 ? 6 : 11) ? 28 + n - t_high : -1;
    }
}

static int x_register(struct kc_str t)
{
    if (t.length < 2 || t.length > 4)
        return -1;
    switch (t.at[0]) {
    case 'x':
        return small_number(t.at + 1, t.length - 1, 31);
    case 'a':
        return abi_number(t, 5, 3);
    case 's':
        return kc_str_is(t, "sp") ? 2 : abi_number(t, 5, 3);
    case 't':
        return kc_str_is(t, "tp") ? 4 : abi_number(t, 5, 3);
    case 'r':
        return kc_str_is(t, "ra") ? 1 : -1;
    case 'g':
        return kc_str_is(t, "gp") ? 3 : -1;
    case 'f':
        return kc_str_is(t, "fp") ? 8 : -1;
    case 'z':
        return kc_str_is(t, "zero") ? 0 : -1;
    default:
        return -1;
    }
}

static int f_register(struct kc_str t)
{
    if (t.length < 2 || t.length > 4 || t.at[0] != 'f')
        return -1;
    if (t.at[1] >= '0' && t.at[1] <= '9')
        return small_number(t.at + 1, t.length - 1, 31);
    if (t.length < 3 || !strchr("ats", t.at[1]))
        return -1;
    return abi_number((struct kc_str){ t.at + 1, t.length - 1 }, 0, 8);
}

int coral_register(struct kc_str token, enum coral_kind kind)
{
    switch (kind) {
    case CORAL_KIND_X:
        return x_register(token);
    case CORAL_KIND_F:
        return f_register(token);
    default:
        return token.length > 1 && token.at[0] == 'v'
                   ? small_number(token.at + 1, token.length - 1, 31)
                   : -1;
    }
}

const char *coral_register_name(int number, enum coral_kind kind)
{
    return kind == CORAL_KIND_X ? x_names[number] : f_names[number];
}
