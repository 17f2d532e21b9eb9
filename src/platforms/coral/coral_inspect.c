/* Registers as people ask for them, and what a step changed. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "platforms/coral/coral_machine.h"

static const char *const x_names[32] = { "zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                         "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                         "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                         "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6" };
static const char *const f_names[32] = {
    "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1", "fa0",
    "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4", "fs5",
    "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"
};

static float as_float(uint32_t bits)
{
    float f;

    memcpy(&f, &bits, sizeof f);
    return f;
}

/* ---- listing
 * ---------------------------------------------------------------------------------------- */

struct list {
    struct kc_register *out;
    size_t              count, most;
};

static void add(struct list *l, struct kc_register r)
{
    if (l->count < l->most)
        l->out[l->count] = r;
    l->count++;
}

static struct kc_register named(const char *name, uint64_t bits)
{
    struct kc_register r = { .bits = bits };

    snprintf(r.name, sizeof r.name, "%s", name);
    return r;
}

size_t coral_registers(const struct kc_machine *machine, struct kc_register *out, size_t most)
{
    /* Reading counters and vl has no effect but notes, which are of no interest here. */
    struct coral_machine   *m = (struct coral_machine *)machine;
    struct list             l = { out, 0, most };
    const struct kc_outcome kept = m->outcome;

    add(&l, named("pc", m->pc));
    for (int i = 0; i < 32; i++)
        add(&l, named(x_names[i], m->x[i]));
    for (int i = 0; i < 32; i++) {
        struct kc_register r = named(f_names[i], m->f[i]);

        r.is_number = true;
        r.number = as_float(m->f[i]);
        add(&l, r);
    }
    for (int i = 0; i < CORAL_VREGS; i++) {
        struct kc_register r = { .bytes = m->v + i * CORAL_VLENB, .size = CORAL_VLENB };

        snprintf(r.name, sizeof r.name, "v%d", i);
        add(&l, r);
    }
    for (size_t i = 0; i < coral_csr_count; i++)
        add(&l, named(coral_csrs[i].name, coral_csr_read(m, coral_csrs[i].number,
                                                         m->timed ? m->cycles.t : m->executed)));
    m->outcome = kept;
    return l.count;
}

/* ---- setting
 * ------------------------------------------------------------------------------------------ */

/* The number of a register by ABI name or letter and number; -1: none. */
static int find(struct kc_str name, const char *const *names, char letter)
{
    char text[8];

    for (int i = 0; i < 32; i++) {
        snprintf(text, sizeof text, "%c%d", letter, i);
        if (kc_str_is(name, text) || (names && kc_str_is(name, names[i])))
            return i;
    }
    return letter == 'x' && kc_str_is(name, "fp") ? 8 : -1;
}

static const char *set_word(struct kc_str value, uint32_t *out)
{
    uint64_t      number = 0;
    const bool    negative = value.length && value.at[0] == '-';
    struct kc_str digits = negative ? (struct kc_str){ value.at + 1, value.length - 1 } : value;

    if (!kc_str_u64(digits, &number) || number > (negative ? UINT64_C(0x80000000) : UINT32_MAX))
        return "the value must be a whole number of 32 bits, decimal or 0x";
    *out = (uint32_t)(negative ? 0 - number : number);
    return NULL;
}

/* A number, or the bits with 0x. */
static const char *set_float(struct kc_str value, uint32_t *out)
{
    char text[64], *end;

    if (value.length > 2 && value.at[0] == '0' && value.at[1] == 'x')
        return set_word(value, out);
    if (value.length == 0 || value.length >= sizeof text)
        return "not a number";
    memcpy(text, value.at, value.length);
    text[value.length] = '\0';
    const float number = strtof(text, &end);

    if (*end)
        return "not a number";
    memcpy(out, &number, sizeof number);
    return NULL;
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9'                 ? c - '0'
           : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10
                                                : -1;
}

/* Bytes in memory order: element 0 first. */
static const char *set_vector(struct kc_str value, uint8_t *out)
{
    uint8_t bytes[CORAL_VLENB];

    if (value.length != 2 * CORAL_VLENB)
        return "a vector register takes 32 hexadecimal digits, element 0 first";
    for (int i = 0; i < CORAL_VLENB; i++) {
        const int high = hex_digit(value.at[2 * i]), low = hex_digit(value.at[2 * i + 1]);

        if (high < 0 || low < 0)
            return "a vector register takes 32 hexadecimal digits, element 0 first";
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    memcpy(out, bytes, sizeof bytes);
    return NULL;
}

static const char *set_csr(struct coral_machine *m, const struct coral_csr *csr,
                           struct kc_str value)
{
    uint32_t    word = 0;
    const char *why = set_word(value, &word);

    if (why)
        return why;
    if (!csr->writable)
        return "that register is read-only";
    coral_csr_write(m, csr->number, word, 0);
    return NULL;
}

const char *coral_set_register(struct kc_machine *machine, struct kc_str name, struct kc_str value)
{
    struct coral_machine *m = (struct coral_machine *)machine;
    int                   i;

    if ((i = find(name, x_names, 'x')) >= 0)
        return i ? set_word(value, &m->x[i]) : "x0 is always 0";
    if ((i = find(name, f_names, 'f')) >= 0)
        return set_float(value, &m->f[i]);
    if ((i = find(name, NULL, 'v')) >= 0)
        return set_vector(value, m->v + i * CORAL_VLENB);
    for (size_t c = 0; c < coral_csr_count; c++)
        if (kc_str_is(name, coral_csrs[c].name))
            return set_csr(m, &coral_csrs[c], value);
    return "registers are x0-x31 or their ABI names, f0-f31, v0-v31 and the CSRs";
}

/* ---- traces
 * ------------------------------------------------------------------------------------------- */

void coral_snapshot_take(const struct coral_machine *m, struct coral_snapshot *s)
{
    memcpy(s->x, m->x, sizeof s->x);
    memcpy(s->f, m->f, sizeof s->f);
    memcpy(s->v, m->v, sizeof s->v);
    s->vl = m->vl;
    s->vtype = m->vtype;
    s->fflags = m->fflags;
}

struct text {
    char  *at;
    size_t size, used;
};

static void say(struct text *t, const char *format, ...) KC_PRINTF(2, 3);

static void say(struct text *t, const char *format, ...)
{
    va_list args;

    if (t->used + 1 >= t->size)
        return;
    if (t->used)
        t->used += (size_t)snprintf(t->at + t->used, t->size - t->used, ", ");
    if (t->used >= t->size)
        return;
    va_start(args, format);
    t->used += (size_t)vsnprintf(t->at + t->used, t->size - t->used, format, args);
    va_end(args);
}

static void say_vector(struct text *t, const struct coral_machine *m, int reg)
{
    char hex[3 * CORAL_VLENB + 1];
    int  n = 0;

    for (uint32_t i = 0; i < CORAL_VLENB; i++)
        n += snprintf(
            hex + n, sizeof hex - (size_t)n, "%s%02x", i && i % m->sew == 0 ? " " : "",
            m->v[(uint32_t)reg * CORAL_VLENB + (i / m->sew * m->sew + m->sew - 1 - i % m->sew)]);
    say(t, "v%d = %s", reg, hex);
}

static void say_write(struct text *t, struct coral_machine *m)
{
    uint8_t        bytes[16];
    char           hex[2 * sizeof bytes + 1] = "";
    const uint32_t shown = m->last_write.size < sizeof bytes ? m->last_write.size : sizeof bytes;
    const int      id = coral_range_of(m->config, m->last_write.address, m->last_write.size);

    for (uint32_t i = 0; id >= 0 && i < shown; i++) {
        memcpy(bytes + i, kc_region_elem(&m->region[id], m->last_write.address + i - m->first[id]),
               1);
        snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    }
    say(t, "[0x%08" PRIx32 "] = %s%s", m->last_write.address, hex,
        shown < m->last_write.size ? " ..." : "");
}

void coral_describe(struct coral_machine *m, const struct coral_snapshot *old, char *text,
                    size_t size)
{
    struct text t = { text, size, 0 };

    text[0] = '\0';
    for (int i = 1; i < 32; i++)
        if (m->x[i] != old->x[i])
            say(&t, "%s = 0x%" PRIx32, x_names[i], m->x[i]);
    for (int i = 0; i < 32; i++)
        if (m->f[i] != old->f[i])
            say(&t, "%s = %g (0x%08" PRIx32 ")", f_names[i], (double)as_float(m->f[i]), m->f[i]);
    if (m->vl != old->vl || m->vtype != old->vtype)
        say(&t, "vl = %" PRIu32 ", vtype = 0x%" PRIx32, m->vl, m->vtype);
    for (int i = 0; i < CORAL_VREGS; i++)
        if (memcmp(m->v + i * CORAL_VLENB, old->v + i * CORAL_VLENB, CORAL_VLENB) != 0)
            say_vector(&t, m, i);
    if (m->last_write.size)
        say_write(&t, m);
    if (m->fflags != old->fflags)
        say(&t, "fflags = 0x%" PRIx32, m->fflags);
}
