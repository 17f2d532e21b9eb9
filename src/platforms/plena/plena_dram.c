/* HBM2 behind PLENA: eight channels, each with its own FR-FCFS controller, rows left open.
 *
 * The specification describes a controller that does something small at every tick.  This file
 * computes the same instants without ticking.  Five facts make that exact:
 *
 * 1. There is one tick per instant, done at the latest when the next access catches up, and each
 *    adds one to clk.  So clk and "instant of the next tick" are one number, and what a tick sets
 *    clk to is its own instant plus one.
 *
 * 2. Channels share nothing.  Each may lag behind and be advanced on its own, when somebody offers
 *    it a transfer.
 *
 * 3. Until a command issues, nothing a tick looks at changes except clk, so after a tick which
 *    issued nothing we may jump to the first not-before time still ahead.  write_mode settles in
 * the first of these ticks: it turns true on |W| >= 26 or |R| == 0, and would only turn back on |W|
 * <= 6 and |R| != 0, which excludes both; and vice versa.  With all queues empty nothing is ahead
 * and the jump goes all the way: an idle second costs nothing.  clk is then where ticking would
 * have left it, and write_mode is true, for |R| == 0 at the first idle tick.
 *
 * 4. The completion FIFO lets one read go per tick.  A read therefore completes at
 *    max(due, completion of the one before it + 1), known as soon as it enters the FIFO.
 *
 * 5. Requests stand in R and W in order of arrival, and A is kept so too (equal arrivals in order
 * of activation); best(Q), if ready, is then the first ready request of Q.  A bank which a request
 *    in A addresses is never closed, so the next command of a request in A is always its RD or WR,
 *    and A holds at most one request per bank: it cannot overflow.
 */
#include "platforms/plena/plena_dram.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
enum {
    BLOCK_BYTES   = 64,
    TRANSFERS     = 4,              /* 16-byte transfers of a block, each in another channel */
    CHANNELS      = 8,
    PSEUDOS       = 2,              /* pseudo-channels of a channel */
    PSEUDO_GROUPS = 4,              /* bank groups of a pseudo-channel */
    GROUPS        = PSEUDOS * PSEUDO_GROUPS,
    GROUP_BANKS   = 4,              /* banks of a bank group */
    BANKS         = GROUPS * GROUP_BANKS,
    QUEUE_ENTRIES = 33,             /* a queue accepts an entry while its size is <= 32 */
    REQUESTS      = 2 * QUEUE_ENTRIES + BANKS,
    READ_LATENCY  = 11,             /* from RD to due */
    WRITES_MANY   = 26,             /* so many waiting writes start write mode ... */
    WRITES_FEW    = 6,              /* ... and no more than so many end it, if a read waits */
};

#define NEVER  UINT64_MAX
#define CLOSED UINT64_MAX           /* an open_row which no request has */

enum command { ACT, PRE, RD, WR, COMMANDS };

/* A command that issues keeps another from issuing before `since` + distance, everywhere in its
 * channel, pseudo-channel, bank group or bank.  THIS is the command itself, ACT4 the 4th most recent
 * ACT of the pseudo-channel including this one. */
#define TIMING(RULE)                                              \
    /*   issued  level           constrained  since  distance */  \
    RULE(ACT,    CHANNEL,        ACT,         THIS,   2)          \
    RULE(ACT,    CHANNEL,        PRE,         THIS,   2)          \
    RULE(ACT,    PSEUDO_CHANNEL, ACT,         THIS,   2)          \
    RULE(ACT,    PSEUDO_CHANNEL, ACT,         ACT4,  15)          \
    RULE(ACT,    BANK_GROUP,     ACT,         THIS,   3)          \
    RULE(ACT,    BANK,           ACT,         THIS,  19)          \
    RULE(ACT,    BANK,           RD,          THIS,   7)          \
    RULE(ACT,    BANK,           WR,          THIS,   7)          \
    RULE(ACT,    BANK,           PRE,         THIS,  17)          \
    RULE(PRE,    BANK,           ACT,         THIS,   7)          \
    RULE(RD,     PSEUDO_CHANNEL, RD,          THIS,   2)          \
    RULE(RD,     PSEUDO_CHANNEL, WR,          THIS,  11)          \
    RULE(RD,     BANK_GROUP,     RD,          THIS,   2)          \
    RULE(RD,     BANK,           PRE,         THIS,   3)          \
    RULE(WR,     PSEUDO_CHANNEL, WR,          THIS,   2)          \
    RULE(WR,     PSEUDO_CHANNEL, RD,          THIS,   9)          \
    RULE(WR,     BANK_GROUP,     WR,          THIS,   2)          \
    RULE(WR,     BANK_GROUP,     RD,          THIS,  10)          \
    RULE(WR,     BANK,           PRE,         THIS,  14)
/* clang-format on */

/* Where a transfer goes.  Banks of a channel are numbered pseudo-channel, bank group, bank. */
struct place {
    uint32_t channel;
    uint32_t bank;
    uint64_t row;
};

struct request {
    uint64_t block; /* its 16 bytes are those of the block that lie in this channel */
    uint64_t row;
    uint64_t arrival; /* clk when it was accepted */
};

/* A queue is scanned at every scheduling step, so its scanned part is one byte per request: the
 * step of a request is its next command and its bank, and indexes the not-before times directly. */
struct queue {
    enum command column; /* RD or WR: what its requests want in the end */
    uint32_t     size;
    uint8_t      step[QUEUE_ENTRIES];
    uint8_t      slot[QUEUE_ENTRIES]; /* index into requests */
};

struct channel {
    uint64_t     clk;       /* of the last tick; may lag behind that of the model */
    uint64_t     completed; /* clk of the tick which completes the last read that was due so far */
    uint32_t     reads;     /* accepted, but RD not issued yet */
    uint32_t     held;      /* bit b: a request in A addresses bank b */
    bool         write_mode;
    struct queue r, w, a;

    /* Not-before times.  Only the largest on a path counts, hence those of channel and
     * pseudo-channel are kept in each of their bank groups. */
    uint64_t group_at[COMMANDS * GROUPS]; /* [step / GROUP_BANKS] */
    uint64_t bank_at[COMMANDS * BANKS];   /* [step] */
    uint64_t open_row[BANKS];
    uint64_t last_acts[PSEUDOS]
                      [4]; /* oldest at `oldest`; 0: none, for clk is 1 in the first tick */
    uint8_t oldest[PSEUDOS];

    struct request requests[REQUESTS];
    uint8_t        unused[REQUESTS]; /* stack of free slots */
    uint32_t       unused_size;
};

struct plena_dram {
    uint64_t       clk;
    uint64_t       blocks_read;
    uint64_t       blocks_written;
    struct channel channels[CHANNELS];
};

/* ---- addresses ---- */

/* The address map for the first transfer of a block, whose low two column bits are 0.  For transfer
 * k they are k, and all that changes is the channel: channel ^ k. */
static struct place place_of(uint64_t block)
{
    const uint64_t a = block / BLOCK_BYTES;
    const uint32_t ch = a & 7, pc = (a >> 3) & 1, bg = (a >> 4) & 3, ba = (a >> 6) & 3;
    const uint32_t col = (uint32_t)((a >> 8) & 7) << 2;
    const uint32_t channel = ch ^ (col & 7);
    const uint32_t pseudo = pc ^ ((col >> 3) & 1);
    const uint32_t group = pseudo * PSEUDO_GROUPS + (bg ^ ((col >> 4) & 3));

    return (struct place){ channel, group * GROUP_BANKS + ba, a >> 11 };
}

/* ---- not-before times ---- */

static inline void delay(uint64_t *at, uint32_t count, uint64_t time)
{
    for (uint32_t i = 0; i < count; i++)
        at[i] = at[i] < time ? time : at[i];
}

#define CHANNEL(command) &c->group_at[command * GROUPS], GROUPS
#define PSEUDO_CHANNEL(command) \
    &c->group_at[command * GROUPS + pseudo * PSEUDO_GROUPS], PSEUDO_GROUPS
#define BANK_GROUP(command) &c->group_at[command * GROUPS + group], 1
#define BANK(command)       &c->bank_at[command * BANKS + bank], 1

/* Remembers an ACT and returns the time of the 4th most recent one, 0 if there is none. */
static uint64_t fourth_act(struct channel *c, uint32_t pseudo, uint64_t t)
{
    c->last_acts[pseudo][c->oldest[pseudo]] = t;
    c->oldest[pseudo] = (c->oldest[pseudo] + 1u) % 4u;
    return c->last_acts[pseudo][c->oldest[pseudo]];
}

static void apply_timing(struct channel *c, enum command command, uint32_t bank, uint64_t t)
{
    const uint32_t group = bank / GROUP_BANKS, pseudo = group / PSEUDO_GROUPS;
    const uint64_t THIS = t, ACT4 = command == ACT ? fourth_act(c, pseudo, t) : 0;

#define RULE(issued, level, constrained, since, distance) \
    if (command == issued && since != 0)                  \
        delay(level(constrained), since + distance);
    TIMING(RULE)
#undef RULE
}

/* ---- queues ---- */

static uint8_t next_step(const struct channel *c, uint32_t bank, uint64_t row, enum command column)
{
    const uint64_t     open = c->open_row[bank];
    const enum command next = open == CLOSED ? ACT : open == row ? column : PRE;

    return (uint8_t)(next * BANKS + bank);
}

/* The bank was opened or closed: its requests want something else now. */
static void update_steps(const struct channel *c, struct queue *q, uint32_t bank)
{
    for (uint32_t i = 0; i < q->size; i++)
        if (q->step[i] % BANKS == bank)
            q->step[i] = next_step(c, bank, c->requests[q->slot[i]].row, q->column);
}

static void insert(struct queue *q, uint32_t i, uint8_t step, uint8_t slot)
{
    memmove(&q->step[i + 1], &q->step[i], q->size - i);
    memmove(&q->slot[i + 1], &q->slot[i], q->size - i);
    q->step[i] = step;
    q->slot[i] = slot;
    q->size++;
}

static uint8_t remove_at(struct queue *q, uint32_t i)
{
    const uint8_t slot = q->slot[i];

    q->size--;
    memmove(&q->step[i], &q->step[i + 1], q->size - i);
    memmove(&q->slot[i], &q->slot[i + 1], q->size - i);
    return slot;
}

/* Moves an activated request to A, behind those which arrived no later. */
static void activate(struct channel *c, struct queue *q, uint32_t i, uint32_t bank)
{
    const uint8_t slot = remove_at(q, i);
    uint32_t      at = c->a.size;

    while (at > 0 && c->requests[c->a.slot[at - 1]].arrival > c->requests[slot].arrival)
        at--;
    insert(&c->a, at, (uint8_t)(q->column * BANKS + bank), slot);
    c->held |= UINT32_C(1) << bank;
}

static void retire(struct channel *c, struct queue *q, uint32_t i, uint32_t bank)
{
    if (q == &c->a)
        c->held &= ~(UINT32_C(1) << bank);
    c->unused[c->unused_size++] = remove_at(q, i);
}

/* ---- one channel in time ---- */

static void complete(struct channel *c, uint64_t due)
{
    c->completed = due > c->completed ? due : c->completed + 1;
}

static void issue(struct channel *c, struct queue *q, uint32_t i, uint64_t t)
{
    const enum command command = (enum command)(q->step[i] / BANKS);
    const uint32_t     bank = q->step[i] % BANKS;

    apply_timing(c, command, bank, t);
    switch (command) {
    case ACT:
        c->open_row[bank] = c->requests[q->slot[i]].row;
        activate(c, q, i, bank);
        break;
    case PRE:
        c->open_row[bank] = CLOSED;
        break;
    case RD:
        complete(c, t + READ_LATENCY);
        c->reads--;
        retire(c, q, i, bank);
        return;
    default:
        retire(c, q, i, bank);
        return;
    }
    update_steps(c, &c->r, bank);
    update_steps(c, &c->w, bank);
}

/* The index of the first request ready at t, or the size of the queue.  Lowers *wake to the time at
 * which the first of the requests passed over becomes ready. */
static uint32_t first_ready(const struct channel *c, const struct queue *q, uint64_t t,
                            uint64_t *wake)
{
    for (uint32_t i = 0; i < q->size; i++) {
        const uint64_t group_at = c->group_at[q->step[i] / GROUP_BANKS];
        const uint64_t bank_at = c->bank_at[q->step[i]];
        const uint64_t at = group_at > bank_at ? group_at : bank_at;

        if (at <= t)
            return i;
        if (at < *wake)
            *wake = at;
    }
    return q->size;
}

static void update_write_mode(struct channel *c)
{
    if (!c->write_mode)
        c->write_mode = c->w.size >= WRITES_MANY || c->r.size == 0;
    else
        c->write_mode = c->w.size > WRITES_FEW || c->r.size == 0;
}

static bool closes_held_bank(const struct channel *c, uint8_t step)
{
    return step / BANKS == PRE && (c->held >> step % BANKS & 1) != 0;
}

/* Ticks until a command has issued, but not beyond clk == limit.  Ticks that cannot issue anything
 * are skipped.  A PRE of a held bank stays ready and first in its queue, and hence in the way,
 * until a request before it or one in A becomes ready: just those that first_ready passed over. */
static void advance(struct channel *c, uint64_t limit)
{
    while (c->clk < limit) {
        const uint64_t t = c->clk + 1;
        uint64_t       wake = NEVER;
        struct queue  *q = &c->a;
        uint32_t       i = first_ready(c, q, t, &wake);

        if (i == q->size) {
            update_write_mode(c);
            q = c->write_mode ? &c->w : &c->r;
            i = first_ready(c, q, t, &wake);
        }
        if (i < q->size && !closes_held_bank(c, q->step[i])) {
            issue(c, q, i, t);
            c->clk = t;
            return;
        }
        c->clk = wake <= limit ? wake - 1 : limit;
    }
}

static void catch_up(struct channel *c, uint64_t clk)
{
    while (c->clk < clk)
        advance(c, clk);
}

/* ---- offering transfers ---- */

static void enqueue(struct channel *c, struct queue *q, const struct place *p, uint64_t block)
{
    const uint8_t slot = c->unused[--c->unused_size];

    c->requests[slot] = (struct request){ block, p->row, c->clk };
    insert(q, q->size, next_step(c, p->bank, p->row, q->column), slot);
}

static bool waits_in_w(const struct channel *c, uint64_t block)
{
    for (uint32_t i = 0; i < c->w.size; i++)
        if (c->requests[c->w.slot[i]].block == block)
            return true;
    return false;
}

/* A refused transfer is offered again every ns, and later ones wait behind it, so it is accepted at
 * the first clk at which its queue has room.  Whether the retry comes before or after the tick of
 * the same instant cannot be seen: the clk at which it succeeds is the same. */
static void wait_for_room(plena_dram *dram, struct channel *c, const struct queue *q)
{
    while (q->size == QUEUE_ENTRIES)
        advance(c, NEVER);
    if (dram->clk < c->clk)
        dram->clk = c->clk;
}

static void offer_read(plena_dram *dram, struct channel *c, const struct place *p, uint64_t block)
{
    catch_up(c, dram->clk);
    if (waits_in_w(c, block)) {
        complete(c, c->clk + 1);
        return;
    }
    wait_for_room(dram, c, &c->r);
    enqueue(c, &c->r, p, block);
    c->reads++;
}

static void offer_write(plena_dram *dram, struct channel *c, const struct place *p, uint64_t block)
{
    catch_up(c, dram->clk);
    wait_for_room(dram, c, &c->w);
    enqueue(c, &c->w, p, block);
}

/* ---- the model ---- */

/* Issues the RD of every accepted read; returns the clk of the tick that completes the last. */
static uint64_t finish_reads(plena_dram *dram)
{
    uint64_t last = 0;

    for (uint32_t i = 0; i < CHANNELS; i++) {
        struct channel *c = &dram->channels[i];

        while (c->reads > 0)
            advance(c, NEVER);
        if (last < c->completed)
            last = c->completed;
    }
    return last;
}

uint64_t plena_dram_read(plena_dram *dram, uint64_t now, const uint64_t *blocks, size_t n)
{
    if (n == 0)
        return now;
    if (dram->clk < now)
        dram->clk = now;
    for (size_t i = 0; i < n; i++) {
        const struct place p = place_of(blocks[i]);

        assert(blocks[i] % BLOCK_BYTES == 0);
        for (uint32_t k = 0; k < TRANSFERS; k++)
            offer_read(dram, &dram->channels[p.channel ^ k], &p, blocks[i]);
    }
    dram->blocks_read += n;
    dram->clk = finish_reads(dram);
    return dram->clk - 1; /* the instant of that tick */
}

uint64_t plena_dram_write(plena_dram *dram, uint64_t now, uint64_t block)
{
    const struct place p = place_of(block);
    uint64_t           offered;

    assert(block % BLOCK_BYTES == 0);
    if (dram->clk < now)
        dram->clk = now;
    offered = dram->clk;
    for (uint32_t k = 0; k < TRANSFERS; k++)
        offer_write(dram, &dram->channels[p.channel ^ k], &p, block);
    dram->blocks_written++;

    /* No read is outstanding, so a retry at instant i sees clk == i.  The first offer may see
     * clk == now + 1, left by the read that returned at `now`. */
    return dram->clk == offered ? now : dram->clk;
}

plena_dram *plena_dram_new(void)
{
    plena_dram *dram = malloc(sizeof *dram);

    if (dram != NULL)
        plena_dram_reset(dram);
    return dram;
}

void plena_dram_free(plena_dram *dram)
{
    free(dram);
}

static void channel_reset(struct channel *c)
{
    c->r.column = RD;
    c->w.column = WR;
    for (uint32_t bank = 0; bank < BANKS; bank++)
        c->open_row[bank] = CLOSED;
    for (uint32_t slot = 0; slot < REQUESTS; slot++)
        c->unused[c->unused_size++] = (uint8_t)slot;
}

void plena_dram_reset(plena_dram *dram)
{
    memset(dram, 0, sizeof *dram);
    for (uint32_t i = 0; i < CHANNELS; i++)
        channel_reset(&dram->channels[i]);
}

uint64_t plena_dram_bytes_read(const plena_dram *dram)
{
    return dram->blocks_read * BLOCK_BYTES;
}

uint64_t plena_dram_bytes_written(const plena_dram *dram)
{
    return dram->blocks_written * BLOCK_BYTES;
}
