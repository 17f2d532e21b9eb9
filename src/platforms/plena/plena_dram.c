/* HBM2 behind PLENA: eight channels, each with its own FR-FCFS controller, rows left open.
 *
 * The tick of the specification walks queues and compares times.  The tick here does the same with
 * sets: the banks of a channel are bits of a 32-bit word; the requests of a queue are bits of a
 * 64-bit word, the oldest lowest; and in place of not-before times there is, for each of the coming
 * ticks, the set of banks to which a command may not go yet.  Why the instants are the same:
 *
 * 1. There is one tick per instant, done at the latest when the next access catches up, and each
 *    adds one to clk.  So clk and "instant of the next tick" are one number, and what a tick sets
 *    clk to is its own instant plus one.
 *
 * 2. A tick without requests in R, W and A only turns write_mode on, because |R| == 0, and nothing
 *    changes after that, because write_mode ends only when |R| != 0.  One step of a million ns then
 *    leaves the same clk and the same write_mode as a million ticks.
 *
 * 3. The completion FIFO P lets one read go per tick.  A read therefore completes at
 *    max(due, completion of the one before it + 1), known as soon as it enters P.
 *
 * 4. R and W are in order of arrival, so best(Q), if ready, is the first request that is ready.
 *
 * 5. A bank which a request in A addresses is never closed, so what that request wants next is
 *    always its RD or WR, and A holds at most one request per bank: it cannot overflow.
 */
#include "platforms/plena/plena_dram.h"

#include "base/compiler.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
enum {
    BLOCK_BYTES   = 64,
    TRANSFERS     = 4,   /* 16-byte transfers of a block, each in another channel */
    CHANNELS      = 8,
    PSEUDOS       = 2,   /* pseudo-channels of a channel: 4 bank groups of 4 banks */
    PSEUDO_BANKS  = 16,
    BANKS         = 32,  /* of a channel, numbered pseudo-channel, bank group, bank */
    QUEUE_ENTRIES = 33,  /* a queue accepts an entry while its size is <= 32 */
    READ_LATENCY  = 11,  /* from RD to due */
    WRITES_MANY   = 26,  /* so many waiting writes start write mode ... */
    WRITES_FEW    = 6,   /* ... and no more than so many end it, if a read waits */
};

enum command { ACT, PRE, RD, WR, COMMANDS };
enum level   { CHANNEL, PSEUDO_CHANNEL, BANK_GROUP, BANK };

/* A command issued at t keeps another from issuing before t + distance, everywhere in its channel,
 * pseudo-channel, bank group or bank. */
struct rule {
    enum command issued;
    enum level   level;
    enum command constrained;
    uint32_t     distance;
};

static const struct rule timing[] = {
    /* issued  level           constrained  distance */
    {  ACT,    CHANNEL,        ACT,          2 },
    {  ACT,    CHANNEL,        PRE,          2 },
    {  ACT,    PSEUDO_CHANNEL, ACT,          2 },
    {  ACT,    BANK_GROUP,     ACT,          3 },
    {  ACT,    BANK,           ACT,         19 },
    {  ACT,    BANK,           RD,           7 },
    {  ACT,    BANK,           WR,           7 },
    {  ACT,    BANK,           PRE,         17 },
    {  PRE,    BANK,           ACT,          7 },
    {  RD,     PSEUDO_CHANNEL, RD,           2 },
    {  RD,     PSEUDO_CHANNEL, WR,          11 },
    {  RD,     BANK_GROUP,     RD,           2 },
    {  RD,     BANK,           PRE,          3 },
    {  WR,     PSEUDO_CHANNEL, WR,           2 },
    {  WR,     PSEUDO_CHANNEL, RD,           9 },
    {  WR,     BANK_GROUP,     WR,           2 },
    {  WR,     BANK_GROUP,     RD,          10 },
    {  WR,     BANK,           PRE,         14 },
};

/* One rule looks back: in a pseudo-channel, no ACT before the 4th most recent one, including the
 * one just issued, + ACT_WINDOW. */
enum { ACT_WINDOW = 15 };
/* clang-format on */

enum {
    RULES = sizeof timing / sizeof timing[0],
    REACH = 18,     /* ticks that a command can constrain: the longest distance - 1 */
    HORIZON = 32,   /* ticks we look ahead: a power of two above REACH */
    POSITIONS = 64, /* of a queue; requests that were served leave gaps */
};

#define CLOSED UINT64_MAX /* an open_row that no request has */

/* For each command a set of banks. */
struct banks {
    uint32_t of[COMMANDS];
};

/* The timing table spelled out for a command to one bank: what it forbids in the ticks after. */
struct shadow {
    uint32_t     ticks;
    uint32_t     ticks_without_wr; /* if rules that constrain WR do not count */
    struct banks forbidden[REACH];
};

struct request {
    uint64_t block; /* its 16 bytes are those of the block that lie in this channel */
    uint64_t row;
    uint64_t arrival; /* clk when it was accepted */
    uint32_t bank;
};

/* R or W */
struct queue {
    enum command   column; /* RD or WR: what its requests want in the end */
    uint32_t       size;
    uint32_t       end;                    /* no position from here on is in use */
    struct request requests[POSITIONS];    /* in order of arrival */
    uint64_t       wants[COMMANDS][BANKS]; /* positions by next command and bank */
    struct banks   wanted;                 /* where wants is not empty */
};

struct channel {
    struct queue r, w;
    bool         write_mode;
    uint32_t     reads;     /* accepted, but RD not issued yet */
    uint64_t     completed; /* clk of the tick that completes the last of P */
    uint64_t     open_row[BANKS];

    /* A, by bank */
    struct banks active;           /* banks with a request that wants RD, WR */
    uint64_t     arrival[BANKS];   /* of that request */
    uint64_t     activated[BANKS]; /* clk of its ACT, which is its place in A */

    struct banks forbidden[HORIZON]; /* [clk % HORIZON]: banks that are not ready in that tick */
    uint64_t     acts[PSEUDOS][4];   /* clk of the last ACTs; 0: none, for the first tick is 1 */
    uint32_t     act_count[PSEUDOS];
};

struct plena_dram {
    uint64_t       clk;
    uint64_t       blocks_read;
    uint64_t       blocks_written;
    struct shadow  shadows[COMMANDS][BANKS];
    struct channel channels[CHANNELS];
};

/* ---- sets ---- */

static inline uint32_t lowest(uint64_t set)
{
    return KC_LOWEST_BIT(set);
}

static inline uint64_t position_set(uint32_t position)
{
    return UINT64_C(1) << position;
}

static inline uint32_t bank_set(uint32_t bank)
{
    return UINT32_C(1) << bank;
}

/* All banks that share this level with the bank. */
static uint32_t level_set(enum level level, uint32_t bank)
{
    switch (level) {
    case CHANNEL:
        return UINT32_MAX;
    case PSEUDO_CHANNEL:
        return UINT32_C(0xffff) << (bank & 16);
    case BANK_GROUP:
        return UINT32_C(0xf) << (bank & 28);
    default:
        return bank_set(bank);
    }
}

static inline void unite(struct banks *restrict set, const struct banks *restrict more)
{
    for (uint32_t command = 0; command < COMMANDS; command++)
        set->of[command] |= more->of[command];
}

/* ---- addresses ---- */

struct place {
    uint32_t channel;
    uint32_t bank;
    uint64_t row;
};

/* The address map for the first transfer of a block, whose low two column bits are 0.  For transfer
 * k they are k, and all that changes is the channel: channel ^ k. */
static struct place place_of(uint64_t block)
{
    const uint64_t a = block / BLOCK_BYTES;
    const uint32_t ch = a & 7, pc = (a >> 3) & 1, bg = (a >> 4) & 3, ba = (a >> 6) & 3;
    const uint32_t col = (uint32_t)((a >> 8) & 7) << 2;
    const uint32_t channel = ch ^ (col & 7);
    const uint32_t pseudo = pc ^ ((col >> 3) & 1), group = bg ^ ((col >> 4) & 3);

    return (struct place){ channel, pseudo << 4 | group << 2 | ba, a >> 11 };
}

/* ---- timing constraints ---- */

static void cast_shadow(struct shadow *s, const struct rule *rule, uint32_t bank)
{
    const uint32_t ticks = rule->distance - 1;

    assert(ticks <= REACH);
    for (uint32_t k = 0; k < ticks; k++)
        s->forbidden[k].of[rule->constrained] |= level_set(rule->level, bank);
    if (s->ticks < ticks)
        s->ticks = ticks;
    if (s->ticks_without_wr < ticks && rule->constrained != WR)
        s->ticks_without_wr = ticks;
}

static void cast_shadows(plena_dram *dram)
{
    for (uint32_t i = 0; i < RULES; i++)
        for (uint32_t bank = 0; bank < BANKS; bank++)
            cast_shadow(&dram->shadows[timing[i].issued][bank], &timing[i], bank);
}

static void constrain_act_window(struct channel *c, uint32_t bank, uint64_t t)
{
    uint64_t *acts = c->acts[bank / PSEUDO_BANKS];
    uint32_t *count = &c->act_count[bank / PSEUDO_BANKS];
    uint64_t  fourth;

    acts[*count % 4] = t;
    *count += 1;
    fourth = acts[*count % 4];
    if (fourth == 0)
        return;
    for (uint64_t at = t + 1; at < fourth + ACT_WINDOW; at++)
        c->forbidden[at % HORIZON].of[ACT] |= level_set(PSEUDO_CHANNEL, bank);
}

/* A write that is not here yet will be offered when the reads have completed: for an RD at t, not
 * before clk is t + 11, and RD delays WR no longer than that.  So if no write is here, what the RD
 * forbids to WR need not be recorded, which is most of its shadow. */
static void constrain(const plena_dram *dram, struct channel *c, enum command issued, uint32_t bank)
{
    const struct shadow *s = &dram->shadows[issued][bank];
    const bool           without_wr = issued == RD && (c->w.size | c->active.of[WR]) == 0;
    const uint32_t       ticks = without_wr ? s->ticks_without_wr : s->ticks;

    for (uint32_t k = 0; k < ticks; k++)
        unite(&c->forbidden[(dram->clk + 1 + k) % HORIZON], &s->forbidden[k]);
    if (issued == ACT)
        constrain_act_window(c, bank, dram->clk);
}

/* ---- queues ---- */

static inline enum command next_command(const struct channel *c, const struct queue *q,
                                        const struct request *r)
{
    const uint64_t open = c->open_row[r->bank];

    return open == r->row ? q->column : open == CLOSED ? ACT : PRE;
}

static inline void set_wants(struct queue *q, enum command command, uint32_t bank,
                             uint64_t positions)
{
    q->wants[command][bank] = positions;
    if (positions != 0)
        q->wanted.of[command] |= bank_set(bank);
    else
        q->wanted.of[command] &= ~bank_set(bank);
}

/* There must be a position left. */
static inline void append(const struct channel *c, struct queue *q, const struct request *r)
{
    const enum command command = next_command(c, q, r);

    q->requests[q->end] = *r;
    q->wants[command][r->bank] |= position_set(q->end);
    q->wanted.of[command] |= bank_set(r->bank);
    q->end++;
    q->size++;
}

/* `command` is the next command of the request. */
static inline void remove_at(struct queue *q, uint32_t position, enum command command)
{
    const uint32_t bank = q->requests[position].bank;

    set_wants(q, command, bank, q->wants[command][bank] & ~position_set(position));
    q->size--;
    if (q->size == 0)
        q->end = 0;
}

/* The positions whose next command is this one, to one of these banks. */
static inline uint64_t wanting(const struct queue *q, enum command command, uint32_t banks)
{
    uint64_t positions = 0;

    for (banks &= q->wanted.of[command]; banks != 0; banks &= banks - 1)
        positions |= q->wants[command][lowest(banks)];
    return positions;
}

static uint64_t positions_of(const struct queue *q, uint32_t banks)
{
    return wanting(q, ACT, banks) | wanting(q, PRE, banks) | wanting(q, q->column, banks);
}

/* Closes the gaps. */
static void compact(const struct channel *c, struct queue *q)
{
    uint64_t positions = positions_of(q, UINT32_MAX);

    memset(&q->wanted, 0, sizeof q->wanted);
    memset(q->wants, 0, sizeof q->wants);
    q->size = q->end = 0;
    for (; positions != 0; positions &= positions - 1)
        append(c, q, &q->requests[lowest(positions)]);
}

/* The bank was opened or closed, so its requests want something else now. */
static void regroup(const struct channel *c, struct queue *q, uint32_t bank)
{
    const uint64_t all = positions_of(q, bank_set(bank));
    const bool     closed = c->open_row[bank] == CLOSED;
    uint64_t       hits = 0;

    if (all == 0)
        return;
    for (uint64_t rest = closed ? 0 : all; rest != 0; rest &= rest - 1)
        if (q->requests[lowest(rest)].row == c->open_row[bank])
            hits |= position_set(lowest(rest));
    set_wants(q, ACT, bank, closed ? all : 0);
    set_wants(q, PRE, bank, closed ? 0 : all & ~hits);
    set_wants(q, q->column, bank, hits);
}

static void set_open_row(struct channel *c, uint32_t bank, uint64_t row)
{
    c->open_row[bank] = row;
    regroup(c, &c->r, bank);
    regroup(c, &c->w, bank);
}

/* ---- the tick ---- */

/* Appends to P. */
static inline void complete(struct channel *c, uint64_t due)
{
    c->completed = due > c->completed ? due : c->completed + 1;
}

static inline void issue_column(const plena_dram *dram, struct channel *c, enum command command,
                                uint32_t bank)
{
    constrain(dram, c, command, bank);
    if (command == RD) {
        complete(c, dram->clk + READ_LATENCY);
        c->reads--;
    }
}

static void issue_active(const plena_dram *dram, struct channel *c, uint32_t bank)
{
    const enum command command = (c->active.of[RD] & bank_set(bank)) != 0 ? RD : WR;

    c->active.of[command] &= ~bank_set(bank);
    issue_column(dram, c, command, bank);
}

static void issue_act(const plena_dram *dram, struct channel *c, struct queue *q, uint32_t position)
{
    const struct request *r = &q->requests[position];

    constrain(dram, c, ACT, r->bank);
    remove_at(q, position, ACT);
    c->active.of[q->column] |= bank_set(r->bank);
    c->arrival[r->bank] = r->arrival;
    c->activated[r->bank] = dram->clk;
    set_open_row(c, r->bank, r->row);
}

static void issue_pre(const plena_dram *dram, struct channel *c, uint32_t bank)
{
    if (((c->active.of[RD] | c->active.of[WR]) & bank_set(bank)) != 0)
        return; /* a request in A still needs the open row */
    constrain(dram, c, PRE, bank);
    set_open_row(c, bank, CLOSED);
}

static inline void issue_queued(const plena_dram *dram, struct channel *c, struct queue *q,
                                uint32_t position)
{
    const uint32_t     bank = q->requests[position].bank;
    const enum command command = next_command(c, q, &q->requests[position]);

    if (command == ACT) {
        issue_act(dram, c, q, position);
    } else if (command == PRE) {
        issue_pre(dram, c, bank);
    } else {
        remove_at(q, position, command);
        issue_column(dram, c, command, bank);
    }
}

/* best(A), given the banks of those that are ready */
static uint32_t oldest_active(const struct channel *c, uint32_t banks)
{
    uint32_t best = lowest(banks);

    for (banks &= banks - 1; banks != 0; banks &= banks - 1) {
        const uint32_t bank = lowest(banks);

        if (c->arrival[bank] < c->arrival[best] ||
            (c->arrival[bank] == c->arrival[best] && c->activated[bank] < c->activated[best]))
            best = bank;
    }
    return best;
}

static inline void update_write_mode(struct channel *c)
{
    const uint32_t few = c->write_mode ? WRITES_FEW : WRITES_MANY - 1;

    c->write_mode = c->w.size > few || c->r.size == 0;
}

/* Issues at most one command.  `no` is what is forbidden in this tick. */
static inline void schedule(const plena_dram *dram, struct channel *c, const struct banks *no)
{
    const uint32_t active = (c->active.of[RD] & ~no->of[RD]) | (c->active.of[WR] & ~no->of[WR]);
    struct queue  *q;
    uint64_t       ready;

    if (active != 0) {
        issue_active(dram, c, oldest_active(c, active));
        return;
    }
    update_write_mode(c);
    q = c->write_mode ? &c->w : &c->r;
    ready = wanting(q, ACT, ~no->of[ACT]) | wanting(q, PRE, ~no->of[PRE]) |
            wanting(q, q->column, ~no->of[q->column]);
    if (ready != 0)
        issue_queued(dram, c, q, lowest(ready));
}

static void tick(plena_dram *dram)
{
    dram->clk++;
    for (uint32_t i = 0; i < CHANNELS; i++) {
        struct channel *c = &dram->channels[i];
        struct banks   *no = &c->forbidden[dram->clk % HORIZON];

        schedule(dram, c, no);
        *no = (struct banks){ { 0 } }; /* now it stands for clk + HORIZON */
    }
}

/* ---- simulated time ---- */

static bool is_idle(const plena_dram *dram)
{
    uint32_t requests = 0;

    for (uint32_t i = 0; i < CHANNELS; i++) {
        const struct channel *c = &dram->channels[i];

        requests |= c->r.size | c->w.size | c->active.of[RD] | c->active.of[WR];
    }
    return requests == 0;
}

/* What the ticks from an idle clk to a later one leave behind. */
static void skip_idle(plena_dram *dram, uint64_t clk)
{
    for (uint32_t i = 0; i < CHANNELS; i++) {
        struct channel *c = &dram->channels[i];

        c->write_mode = true;
        for (uint64_t k = 1; k <= HORIZON && k <= clk - dram->clk; k++)
            c->forbidden[(dram->clk + k) % HORIZON] = (struct banks){ { 0 } };
    }
    dram->clk = clk;
}

static void catch_up(plena_dram *dram, uint64_t clk)
{
    while (dram->clk < clk) {
        if (is_idle(dram))
            skip_idle(dram, clk);
        else
            tick(dram);
    }
}

/* A refused transfer is offered again every ns, and later ones wait behind it, so it is accepted at
 * the first clk at which its queue has room.  Whether the retry comes before or after the tick of
 * the same instant cannot be seen: the clk at which it succeeds is the same. */
static inline void enqueue(plena_dram *dram, struct channel *c, struct queue *q,
                           const struct place *p, uint64_t block)
{
    while (q->size == QUEUE_ENTRIES)
        tick(dram);
    if (q->end == POSITIONS)
        compact(c, q);
    append(c, q, &(struct request){ block, p->row, dram->clk, p->bank });
}

static bool waits_in_w(const struct channel *c, uint64_t block)
{
    for (uint64_t rest = positions_of(&c->w, UINT32_MAX); rest != 0; rest &= rest - 1)
        if (c->w.requests[lowest(rest)].block == block)
            return true;
    return false;
}

static inline void offer_read(plena_dram *dram, struct channel *c, const struct place *p,
                              uint64_t block)
{
    if (c->w.size != 0 && waits_in_w(c, block)) {
        complete(c, dram->clk + 1);
    } else {
        enqueue(dram, c, &c->r, p, block);
        c->reads++;
    }
}

static bool reads_remain(const plena_dram *dram)
{
    uint32_t reads = 0;

    for (uint32_t i = 0; i < CHANNELS; i++)
        reads |= dram->channels[i].reads;
    return reads != 0;
}

static uint64_t last_completion(const plena_dram *dram)
{
    uint64_t last = 0;

    for (uint32_t i = 0; i < CHANNELS; i++)
        if (last < dram->channels[i].completed)
            last = dram->channels[i].completed;
    return last;
}

/* ---- what others see ---- */

uint64_t plena_dram_read(plena_dram *dram, uint64_t now, const uint64_t *blocks, size_t n)
{
    if (n == 0)
        return now;
    catch_up(dram, now);
    for (size_t i = 0; i < n; i++) {
        const struct place p = place_of(blocks[i]);

        assert(blocks[i] % BLOCK_BYTES == 0);
        for (uint32_t k = 0; k < TRANSFERS; k++)
            offer_read(dram, &dram->channels[p.channel ^ k], &p, blocks[i]);
    }
    while (reads_remain(dram))
        tick(dram);
    catch_up(dram, last_completion(dram));
    dram->blocks_read += n;
    return dram->clk - 1; /* the instant of the tick just done */
}

uint64_t plena_dram_write(plena_dram *dram, uint64_t now, uint64_t block)
{
    const struct place p = place_of(block);
    uint64_t           offered;

    assert(block % BLOCK_BYTES == 0);
    catch_up(dram, now);
    offered = dram->clk;
    for (uint32_t k = 0; k < TRANSFERS; k++) {
        struct channel *c = &dram->channels[p.channel ^ k];

        enqueue(dram, c, &c->w, &p, block);
    }
    dram->blocks_written++;

    /* A retry at instant i sees clk == i, for no read is outstanding.  The first offer may see
     * clk == now + 1, left by the read that returned at `now`. */
    return dram->clk == offered ? now : dram->clk;
}

uint64_t plena_dram_bytes_read(const plena_dram *dram)
{
    return dram->blocks_read * BLOCK_BYTES;
}

uint64_t plena_dram_bytes_written(const plena_dram *dram)
{
    return dram->blocks_written * BLOCK_BYTES;
}

void plena_dram_reset(plena_dram *dram)
{
    memset(dram, 0, sizeof *dram);
    cast_shadows(dram);
    for (uint32_t i = 0; i < CHANNELS; i++) {
        struct channel *c = &dram->channels[i];

        c->r.column = RD;
        c->w.column = WR;
        for (uint32_t bank = 0; bank < BANKS; bank++)
            c->open_row[bank] = CLOSED;
    }
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
