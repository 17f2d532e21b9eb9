/* Tests of plena_dram: the latency rows of the specification, and agreement with an oracle.
 *
 * The oracle is the tick pseudo-code of the specification written down as literally as C permits.
 * It ticks every channel at every nanosecond, recomputes every next command, and keeps a not-before
 * time at each of the four levels.  Where the specification leaves an order open, it does both.
 *
 *   test_dram          every row, then random histories
 *   test_dram speed    host time per prefetch
 */
#include "platforms/plena/plena_dram.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- the oracle ---- */

enum { ACT, PRE, RD, WR, COMMANDS };

enum { ACCEPTS_UP_TO = 32, MAX_QUEUE = 64, MAX_P = 4096 };

struct oracle_request {
    uint64_t address, row, arrival;
    unsigned pc, bg, ba;
    bool     is_write;
    int      next;
};

struct oracle_queue {
    int                   size;
    struct oracle_request q[MAX_QUEUE];
};

struct oracle_channel {
    uint64_t            clk;
    struct oracle_queue r, w, a;
    uint64_t            due[MAX_P]; /* P */
    size_t              p_size;
    bool                write_mode;
    uint64_t            channel_at[COMMANDS];
    uint64_t            pc_at[2][COMMANDS];
    uint64_t            bg_at[2][4][COMMANDS];
    uint64_t            bank_at[2][4][4][COMMANDS];
    bool                open[2][4][4];
    uint64_t            open_row[2][4][4];
    uint64_t            last_act[2][4]; /* most recent first */
    int                 acts[2];
};

struct oracle {
    uint64_t              next;
    uint64_t              outstanding; /* transfers of reads */
    bool                  retry_first; /* at one instant: retry, then tick; or tick, then retry */
    struct oracle_channel channels[8];
};

static unsigned oracle_map(uint64_t address, struct oracle_request *req)
{
    uint64_t a = address >> 4;
    uint64_t col, ch, pc, bg, ba;

    col = a & 3;
    a >>= 2;
    ch = a & 7;
    a >>= 3;
    pc = a & 1;
    a >>= 1;
    bg = a & 3;
    a >>= 2;
    ba = a & 3;
    a >>= 2;
    col |= (a & 7) << 2;
    a >>= 3;
    req->row = a;
    ch ^= col & 7;
    pc ^= (col >> 3) & 1;
    bg ^= (col >> 4) & 3;
    req->pc = (unsigned)pc;
    req->bg = (unsigned)bg;
    req->ba = (unsigned)ba;
    req->address = address;
    return (unsigned)ch;
}

static int next_command(const struct oracle_channel *c, const struct oracle_request *r)
{
    if (!c->open[r->pc][r->bg][r->ba])
        return ACT;
    if (c->open_row[r->pc][r->bg][r->ba] == r->row)
        return r->is_write ? WR : RD;
    return PRE;
}

static bool is_ready(const struct oracle_channel *c, const struct oracle_request *r)
{
    return c->clk >= c->channel_at[r->next] && c->clk >= c->pc_at[r->pc][r->next] &&
           c->clk >= c->bg_at[r->pc][r->bg][r->next] &&
           c->clk >= c->bank_at[r->pc][r->bg][r->ba][r->next];
}

/* -1 if there is none */
static int best(const struct oracle_channel *c, struct oracle_queue *q)
{
    int cand = -1;

    for (int i = 0; i < q->size; i++)
        q->q[i].next = next_command(c, &q->q[i]);
    for (int i = 0; i < q->size; i++) {
        if (cand < 0) {
            cand = i;
            continue;
        }
        const bool cand_ready = is_ready(c, &q->q[cand]);
        const bool next_ready = is_ready(c, &q->q[i]);
        if (cand_ready != next_ready) {
            if (next_ready)
                cand = i;
        } else if (q->q[i].arrival < q->q[cand].arrival) {
            cand = i;
        }
    }
    return cand;
}

static void at_least(uint64_t *at, uint64_t time)
{
    if (*at < time)
        *at = time;
}

static void not_before_updates(struct oracle_channel *c, const struct oracle_request *r)
{
    const uint64_t t = c->clk;
    uint64_t      *channel = c->channel_at, *pc = c->pc_at[r->pc];
    uint64_t      *bg = c->bg_at[r->pc][r->bg], *bank = c->bank_at[r->pc][r->bg][r->ba];
    uint64_t      *last = c->last_act[r->pc];

    switch (r->next) {
    case ACT:
        at_least(&channel[ACT], t + 2);
        at_least(&channel[PRE], t + 2);
        at_least(&pc[ACT], t + 2);
        for (int i = 3; i > 0; i--)
            last[i] = last[i - 1];
        last[0] = t;
        if (++c->acts[r->pc] >= 4)
            at_least(&pc[ACT], last[3] + 15);
        at_least(&bg[ACT], t + 3);
        at_least(&bank[ACT], t + 19);
        at_least(&bank[RD], t + 7);
        at_least(&bank[WR], t + 7);
        at_least(&bank[PRE], t + 17);
        break;
    case PRE:
        at_least(&bank[ACT], t + 7);
        break;
    case RD:
        at_least(&pc[RD], t + 2);
        at_least(&pc[WR], t + 11);
        at_least(&bg[RD], t + 2);
        at_least(&bank[PRE], t + 3);
        break;
    case WR:
        at_least(&pc[WR], t + 2);
        at_least(&pc[RD], t + 9);
        at_least(&bg[WR], t + 2);
        at_least(&bg[RD], t + 10);
        at_least(&bank[PRE], t + 14);
        break;
    }
}

static void oracle_append(struct oracle_queue *q, const struct oracle_request *r)
{
    if (q->size >= MAX_QUEUE)
        abort();
    q->q[q->size++] = *r;
}

static void oracle_remove(struct oracle_queue *q, int i)
{
    q->size--;
    memmove(&q->q[i], &q->q[i + 1], (size_t)(q->size - i) * sizeof q->q[0]);
}

static void oracle_append_p(struct oracle_channel *c, uint64_t due)
{
    if (c->p_size >= MAX_P)
        abort();
    c->due[c->p_size++] = due;
}

static bool same_bank_in_a(const struct oracle_channel *c, const struct oracle_request *r)
{
    for (int i = 0; i < c->a.size; i++)
        if (c->a.q[i].pc == r->pc && c->a.q[i].bg == r->bg && c->a.q[i].ba == r->ba)
            return true;
    return false;
}

static void oracle_issue(struct oracle_channel *c, struct oracle_queue *q, int i)
{
    const struct oracle_request r = q->q[i];

    not_before_updates(c, &r);
    switch (r.next) {
    case RD:
        oracle_append_p(c, c->clk + 11);
        oracle_remove(q, i);
        break;
    case WR:
        oracle_remove(q, i);
        break;
    case ACT:
        c->open[r.pc][r.bg][r.ba] = true;
        c->open_row[r.pc][r.bg][r.ba] = r.row;
        if (c->a.size <= ACCEPTS_UP_TO) {
            oracle_append(&c->a, &r);
            oracle_remove(q, i);
        }
        break;
    case PRE:
        c->open[r.pc][r.bg][r.ba] = false;
        break;
    }
}

/* How many reads completed: 0 or 1. */
static uint64_t oracle_tick(struct oracle_channel *c)
{
    uint64_t             completed = 0;
    struct oracle_queue *q = &c->a;
    int                  cand;

    c->clk += 1;
    if (c->p_size > 0 && c->due[0] <= c->clk) {
        c->p_size--;
        memmove(&c->due[0], &c->due[1], c->p_size * sizeof c->due[0]);
        completed = 1;
    }
    cand = best(c, &c->a);
    if (cand < 0 || !is_ready(c, &c->a.q[cand])) {
        if (!c->write_mode) {
            if (c->w.size >= 26 || c->r.size == 0)
                c->write_mode = true;
        } else {
            if (c->w.size <= 6 && c->r.size != 0)
                c->write_mode = false;
        }
        q = c->write_mode ? &c->w : &c->r;
        cand = best(c, q);
        if (cand < 0 || !is_ready(c, &q->q[cand]))
            return completed;
    }
    if (q->q[cand].next == PRE && same_bank_in_a(c, &q->q[cand]))
        return completed;
    oracle_issue(c, q, cand);
    return completed;
}

static void oracle_tick_all(struct oracle *o)
{
    for (int ch = 0; ch < 8; ch++)
        o->outstanding -= oracle_tick(&o->channels[ch]);
    o->next += 1;
}

/* False if refused. */
static bool oracle_accept(struct oracle *o, uint64_t address, bool is_write)
{
    struct oracle_request  r = { .is_write = is_write };
    struct oracle_channel *c = &o->channels[oracle_map(address, &r)];
    struct oracle_queue   *q = is_write ? &c->w : &c->r;

    for (int i = 0; i < c->w.size && !is_write; i++) {
        if (c->w.q[i].address == address) {
            oracle_append_p(c, c->clk + 1);
            o->outstanding++;
            return true;
        }
    }
    if (q->size > ACCEPTS_UP_TO)
        return false;
    r.arrival = c->clk;
    oracle_append(q, &r);
    if (!is_write)
        o->outstanding++;
    return true;
}

static uint64_t oracle_read(struct oracle *o, uint64_t now, const uint64_t *blocks, size_t n)
{
    size_t offered = 0; /* transfers */
    bool   first = true;

    if (n == 0)
        return now;
    while (o->next < now)
        oracle_tick_all(o);
    for (;; now++, first = false) {
        if (first || o->retry_first)
            while (offered < 4 * n &&
                   oracle_accept(o, blocks[offered / 4] + offered % 4 * 16, false))
                offered++;
        if (o->next == now)
            oracle_tick_all(o);
        if (!first && !o->retry_first)
            while (offered < 4 * n &&
                   oracle_accept(o, blocks[offered / 4] + offered % 4 * 16, false))
                offered++;
        if (offered == 4 * n && o->outstanding == 0)
            return now;
    }
}

static uint64_t oracle_write(struct oracle *o, uint64_t now, uint64_t block)
{
    for (unsigned k = 0; k < 4; k++) {
        while (o->next < now)
            oracle_tick_all(o);
        while (!oracle_accept(o, block + k * 16, true)) {
            now++;
            while (o->next < now)
                oracle_tick_all(o);
        }
    }
    return now;
}

static struct oracle *oracle_new(bool retry_first)
{
    struct oracle *o = calloc(1, sizeof *o);

    if (o == NULL)
        abort();
    o->retry_first = retry_first;
    return o;
}

/* ---- both models side by side ---- */

struct pair {
    plena_dram    *fast;
    struct oracle *slow[2]; /* retry before tick, tick before retry */
    uint64_t       now;
    bool           differ;
};

static struct pair pair_new(void)
{
    struct pair p = { plena_dram_new(), { oracle_new(true), oracle_new(false) }, 0, false };

    if (p.fast == NULL)
        abort();
    return p;
}

static void pair_free(struct pair *p)
{
    plena_dram_free(p->fast);
    free(p->slow[0]);
    free(p->slow[1]);
}

/* How long the access took; p->differ becomes true when the models disagree. */
static uint64_t pair_read(struct pair *p, const uint64_t *blocks, size_t n)
{
    const uint64_t start = p->now;

    p->now = plena_dram_read(p->fast, start, blocks, n);
    for (int i = 0; i < 2; i++)
        p->differ |= oracle_read(p->slow[i], start, blocks, n) != p->now;
    return p->now - start;
}

static uint64_t pair_write(struct pair *p, uint64_t block)
{
    const uint64_t start = p->now;

    p->now = plena_dram_write(p->fast, start, block);
    for (int i = 0; i < 2; i++)
        p->differ |= oracle_write(p->slow[i], start, block) != p->now;
    return p->now - start;
}

/* ---- access patterns of the DMA instructions ---- */

enum { MAX_BLOCKS = 2048 };

struct blocks {
    size_t   n;
    uint64_t at[MAX_BLOCKS];
};

static void add_block(struct blocks *b, uint64_t address)
{
    if (b->n >= MAX_BLOCKS)
        abort();
    b->at[b->n++] = address / 64 * 64;
}

static void contiguous(struct blocks *b, uint64_t n)
{
    b->n = 0;
    for (uint64_t i = 0; i < n; i++)
        add_block(b, i * 64);
}

/* `rows` rows of `dim` one-byte elements `step` bytes apart, one scale byte for eight elements. */
static void prefetch(struct blocks *b, uint64_t elements, uint64_t scales, uint64_t rows,
                     uint64_t dim, uint64_t step)
{
    b->n = 0;
    for (uint64_t i = 0; i < rows; i++) {
        const uint64_t row = elements + i * step;
        for (uint64_t at = row / 64 * 64; at < row + dim; at += 64)
            add_block(b, at);
        add_block(b, scales + i * step / 8);
    }
}

/* H_STORE_V of four contiguous rows of 64 at 0 */
static uint64_t store(struct pair *p, uint64_t scales)
{
    const uint64_t start = p->now;

    for (uint64_t i = 0; i < 4; i++) {
        const uint64_t touched[2] = { i * 64, scales + i * 8 / 64 * 64 };
        for (int k = 0; k < 2; k++) {
            pair_read(p, &touched[k], 1);
            pair_write(p, touched[k]);
        }
    }
    return p->now - start;
}

/* ---- rows ---- */

static int passed, failed;

static void row(const char *name, uint64_t arg, const char *when, uint64_t got, uint64_t want,
                bool differ)
{
    const bool ok = got == want && !differ;

    printf("%s  %-38s %6" PRIu64 "  %-6s want %4" PRIu64 "  got %4" PRIu64 "%s\n",
           ok ? "ok  " : "FAIL", name, arg, when, want, got, differ ? "  oracle differs" : "");
    ok ? passed++ : failed++;
}

static void check(const char *name, bool ok)
{
    printf("%s  %s\n", ok ? "ok  " : "FAIL", name);
    ok ? passed++ : failed++;
}

static void twice(const char *name, uint64_t arg, const struct blocks *b, uint64_t first,
                  uint64_t again)
{
    struct pair p = pair_new();
    uint64_t    took = pair_read(&p, b->at, b->n);

    row(name, arg, "first", took, first, p.differ);
    took = pair_read(&p, b->at, b->n);
    row(name, arg, "again", took, again, p.differ);
    pair_free(&p);
}

static void test_one_block(void)
{
    const uint64_t zero = 0, other_row = 0x20000;
    struct pair    p = pair_new();

    row("one block", zero, "first", pair_read(&p, &zero, 1), 18, p.differ);
    row("one block", zero, "again", pair_read(&p, &zero, 1), 12, p.differ);
    p.now += 100;
    row("one block", zero, "idle", pair_read(&p, &zero, 1), 11, p.differ);
    pair_free(&p);

    p = pair_new();
    pair_read(&p, &zero, 1);
    row("another row of the same bank", other_row, "then", pair_read(&p, &other_row, 1), 26,
        p.differ);
    pair_free(&p);

    p = pair_new();
    pair_read(&p, &zero, 1);
    pair_read(&p, &zero, 1);
    row("another row of the same bank, late", other_row, "then", pair_read(&p, &other_row, 1), 26,
        p.differ);
    pair_free(&p);
}

static void test_contiguous(void)
{
    static const struct {
        uint64_t n, first, again;
    } rows[] = {
        { 2, 20, 14 },  { 4, 24, 18 },   { 8, 24, 18 },     { 16, 26, 19 },    { 32, 34, 27 },
        { 64, 58, 43 }, { 128, 99, 75 }, { 256, 176, 139 }, { 512, 302, 267 }, { 1024, 558, 523 },
    };
    struct blocks b;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        contiguous(&b, rows[i].n);
        twice("contiguous blocks, n =", rows[i].n, &b, rows[i].first, rows[i].again);
    }
}

static void test_prefetch(void)
{
    static const struct {
        uint64_t stride, first, again;
    } v[] = { { 64, 24, 18 }, { 128, 26, 19 }, { 256, 27, 20 }, { 4096, 27, 18 } },
      m[] = { { 64, 122, 106 },  { 128, 103, 75 },   { 256, 114, 75 },  { 512, 121, 79 },
              { 1024, 124, 77 }, { 2048, 220, 196 }, { 4096, 216, 191 } },
      mlen[] = { { 16, 48, 42 }, { 32, 97, 90 }, { 128, 248, 203 }, { 256, 689, 651 } };
    static struct blocks b;

    for (size_t i = 0; i < sizeof v / sizeof v[0]; i++) {
        prefetch(&b, 0, 4 * v[i].stride, 4, 64, v[i].stride);
        twice("H_PREFETCH_V 4 x 64, stride", v[i].stride, &b, v[i].first, v[i].again);
    }
    for (size_t i = 0; i < sizeof m / sizeof m[0]; i++) {
        prefetch(&b, 0, 64 * m[i].stride, 64, 64, m[i].stride);
        twice("H_PREFETCH_M 64 x 64, stride", m[i].stride, &b, m[i].first, m[i].again);
    }
    for (size_t i = 0; i < sizeof mlen / sizeof mlen[0]; i++) {
        const uint64_t n = mlen[i].stride;
        prefetch(&b, 0, n * n, n, n, n);
        twice("H_PREFETCH_M contiguous, MLEN =", n, &b, mlen[i].first, mlen[i].again);
    }
}

static void test_store(void)
{
    struct pair p = pair_new();

    row("H_STORE_V 4 x 64, scales at", 256, "first", store(&p, 256), 109, p.differ);
    row("H_STORE_V 4 x 64, scales at", 256, "again", store(&p, 256), 96, p.differ);
    pair_free(&p);
}

/* SiLU on 4 x 128: elements 0..511, scales 512..575, two prefetches of half a row each. */
static void test_worked_example(void)
{
    struct pair   p = pair_new();
    struct blocks b;

    p.now = 11;
    prefetch(&b, 0, 512, 4, 64, 128);
    row("worked example, issued at", 11, "first", pair_read(&p, b.at, b.n), 26, p.differ);
    p.now = 41;
    prefetch(&b, 64, 512 + 64 / 8, 4, 64, 128);
    row("worked example, issued at", 41, "second", pair_read(&p, b.at, b.n), 18, p.differ);
    row("worked example, bytes read", 0, "", plena_dram_bytes_read(p.fast), 1024, false);
    row("worked example, bytes written", 0, "", plena_dram_bytes_written(p.fast), 0, false);
    pair_free(&p);
}

/* ---- random histories ---- */

static uint64_t draw(uint64_t *state, uint64_t below)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (z ^ z >> 31) % below;
}

/* Any distance from none to across rows; most are such that banks and rows collide. */
static uint64_t draw_stride(uint64_t *state)
{
    static const uint64_t strides[] = {
        0,    64,   128,   256,    512,    1024,   2048,    4096,
        8192, 9216, 16384, 131072, 262144, 131136, 1 << 20, 147456,
    };

    if (draw(state, 4) == 0)
        return 64 * draw(state, 8192);
    return strides[draw(state, sizeof strides / sizeof strides[0])];
}

static void random_read(struct pair *p, uint64_t *state, uint64_t span)
{
    struct blocks  b;
    const size_t   n = 1 + draw(state, draw(state, 3) == 0 ? 200 : 24);
    const uint64_t base = 64 * draw(state, span), stride = draw_stride(state);
    const bool     scattered = draw(state, 4) == 0, scales = draw(state, 3) == 0;

    b.n = 0;
    for (uint64_t i = 0; b.n < n; i++) {
        add_block(&b, scattered ? 64 * draw(state, span) : base + i * stride);
        if (scales && b.n < n)
            add_block(&b, base + n * stride + i * stride / 8);
    }
    pair_read(p, b.at, b.n);
}

static void random_writes(struct pair *p, uint64_t *state, uint64_t span)
{
    const uint64_t n = 1 + draw(state, draw(state, 4) == 0 ? 120 : 12);
    const uint64_t base = 64 * draw(state, span), stride = draw_stride(state);
    const bool     modify = draw(state, 3) == 0, scattered = draw(state, 3) == 0;

    for (uint64_t i = 0; i < n; i++) {
        const uint64_t block = scattered ? 64 * draw(state, span) : base + i * stride;
        if (modify)
            pair_read(p, &block, 1);
        pair_write(p, block);
        if (draw(state, 8) == 0)
            p->now += draw(state, 20);
    }
}

/* The number of the first access on which the models differ, 0 if they agree. */
static int random_history(uint64_t seed)
{
    static const uint64_t spans[] = { 16, 256, 4096, 65536, 1 << 20, UINT64_C(1) << 40 };
    uint64_t              state = seed;
    struct pair           p = pair_new();
    const uint64_t        span = spans[draw(&state, sizeof spans / sizeof spans[0])];
    const int             accesses = 4 + (int)draw(&state, 24);
    int                   at = 0;

    for (int i = 1; i <= accesses && !p.differ; i++) {
        at = i;
        switch (draw(&state, 8)) {
        case 0:
        case 1:
        case 2:
            random_writes(&p, &state, span);
            break;
        case 3:
            p.now += draw(&state, draw(&state, 6) == 0 ? 3000 : 60);
            break;
        default:
            random_read(&p, &state, span);
            break;
        }
    }
    if (!p.differ)
        at = 0;
    pair_free(&p);
    return at;
}

static void test_random(uint64_t histories)
{
    uint64_t differ = 0;

    for (uint64_t seed = 0; seed < histories; seed++) {
        const int at = random_history(seed);
        if (at != 0 && ++differ <= 10)
            printf("FAIL  random history %" PRIu64 " differs at access %d\n", seed, at);
    }
    printf("      %" PRIu64 " random histories, %" PRIu64 " differ\n", histories, differ);
    check("same instants as the oracle on random histories", differ == 0);
}

/* ---- idle, reset, edges ---- */

static void test_idle(void)
{
    const uint64_t blocks[2] = { 0, 0x20000 };
    struct pair    p = pair_new();

    for (uint64_t i = 0; i < 60; i++)
        pair_write(&p, i * 4096);
    p.now += 2000000;
    pair_read(&p, blocks, 2);
    p.now += 3000000;
    pair_write(&p, 0x20040);
    pair_read(&p, blocks, 2);
    pair_read(&p, &blocks[1], 1);
    check("idle gaps of millions of ns", !p.differ);

    p.now += UINT64_C(1) << 60; /* fast model only */
    check("an idle gap of 2^60 ns", plena_dram_read(p.fast, p.now, &blocks[1], 1) == p.now + 11);
    pair_free(&p);
}

/* Writes to the same four channels, then reads there.  Once a model has been idle it is in write
 * mode, so the number of writes that starts write mode shows only before the first tick. */
static void test_write_mode(void)
{
    static const uint64_t blocks[] = { 0x40000, 0x40200, 0x60000, 0x40400, 0x200 };
    bool                  differ = false;

    for (uint64_t writes = 1; writes <= 60; writes++) {
        for (uint64_t idle = 0; idle <= 40; idle += 20) {
            struct pair p = pair_new();

            for (uint64_t i = 0; i < writes; i++)
                pair_write(&p, i * 512);
            p.now += idle;
            pair_read(&p, blocks, sizeof blocks / sizeof blocks[0]);
            pair_read(&p, blocks, sizeof blocks / sizeof blocks[0]);
            differ |= p.differ;
            pair_free(&p);
        }
    }
    check("1 to 60 writes, then reads", !differ);
}

static void test_edges(void)
{
    struct blocks  b;
    plena_dram    *dram = plena_dram_new();
    const uint64_t top = UINT64_MAX / 64 * 64;

    if (dram == NULL)
        abort();
    check("n == 0 returns now", plena_dram_read(dram, 77, NULL, 0) == 77);
    check("the last block of the address space", plena_dram_read(dram, 100, &top, 1) == 118);
    check("a write is accepted at once", plena_dram_write(dram, 118, 0) == 118);
    check("and forwarded to a read", plena_dram_read(dram, 118, &(uint64_t){ 0 }, 1) == 119);
    check("bytes", plena_dram_bytes_read(dram) == 128 && plena_dram_bytes_written(dram) == 64);
    plena_dram_reset(dram);
    check("reset: bytes", plena_dram_bytes_read(dram) == 0 && plena_dram_bytes_written(dram) == 0);
    contiguous(&b, 128);
    check("reset: rows closed, clock 0", plena_dram_read(dram, 0, b.at, b.n) == 99);
    plena_dram_free(dram);
    plena_dram_free(NULL);
}

/* Two models in one process are two models. */
static void test_two_models(void)
{
    struct pair    a = pair_new(), b = pair_new();
    const uint64_t block = 0;

    pair_read(&a, &block, 1);
    check("the rows of another model stay closed", pair_read(&b, &block, 1) == 18 && !b.differ);
    pair_free(&a);
    pair_free(&b);
}

/* ---- speed ---- */

static double seconds(void)
{
    struct timespec ts;

    timespec_get(&ts, TIME_UTC);
    return (double)ts.tv_sec + (double)ts.tv_nsec * 1e-9;
}

/* The best of many batches: what the code costs when nobody else uses the host. */
static void speed(uint64_t stride, uint64_t idle)
{
    static struct blocks b[2];
    const int            batches = 100, runs = 400;
    plena_dram          *dram = plena_dram_new();
    uint64_t             now = 0;
    double               fastest = 1e9;

    if (dram == NULL)
        abort();
    prefetch(&b[0], 0, 64 * stride, 64, 64, stride);
    prefetch(&b[1], 0x100000, 0x100000 + 64 * stride, 64, 64, stride);
    for (int batch = 0; batch < batches; batch++) {
        const double start = seconds();
        double       took;

        for (int i = 0; i < runs; i++)
            now = plena_dram_read(dram, now + idle, b[i % 2].at, b[i % 2].n);
        took = seconds() - start;
        fastest = took < fastest ? took : fastest;
    }
    printf("H_PREFETCH_M 64 x 64, stride %4" PRIu64 ", %7" PRIu64
           " ns idle before: %6.0f ns on the host, %3" PRIu64 " ns simulated\n",
           stride, idle, fastest * 1e9 / runs, now / (uint64_t)(batches * runs) - idle);
    plena_dram_free(dram);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "speed") == 0) {
        speed(64, 0);
        speed(64, 5000000);
        speed(128, 1000);
        speed(512, 1000);
        speed(4096, 1000);
        return 0;
    }
    test_one_block();
    test_contiguous();
    test_prefetch();
    test_store();
    test_worked_example();
    test_idle();
    test_write_mode();
    test_edges();
    test_two_models();
    test_random(2400);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
