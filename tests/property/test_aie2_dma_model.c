/* The DMA against a second one that is too simple to be wrong: it goes cycle by cycle and word by
 * word, as NOTES.md says, and knows no events.  Random fifos, random order on the channels, random
 * use of the locks, deadlocks included: outcome, cycles and every word must agree. */
#include "../unit/aie2_dma_testing.h"

#include "base/random.h"

TestSuite(aie2_dma_model, .timeout = 60);

enum {
    INPUTS = 3,
    FIFOS = 5, /* x, w, b; two halves of y */
    ROWS = 8,
    COLS = 16,
    ROW_WORDS = COLS / 2,
    DEEPEST = 3,
    OPS = 4096, /* more than 120 times 29 nops and what follows */
    TURNS = 8,
    PROGRAMS = 1000
};

enum op_kind { OP_NOP, OP_ACQUIRE, OP_RELEASE, OP_DONE };

struct op {
    enum op_kind kind;
    int          fifo;
};

struct fifo {
    bool     out;
    int      channel, depth, rows, tiles, first_row;
    int      full, empty; /* locks */
    int      started;     /* tiles begun */
    uint32_t buffer[DEEPEST][ROW_WORDS * ROWS];
};

struct channel {
    int turn[TURNS], times[TURNS], turns; /* fifos in order, with their counts */
    int at, used;
    int moving, left; /* fifo or -1; words */
};

struct model {
    uint64_t       seed, draws;
    struct fifo    fifo[FIFOS];
    struct channel channel[4];
    struct op      op[OPS];
    int            ops;
    uint32_t       host[INPUTS + 1][ROWS * ROW_WORDS];
    uint64_t       cycles;
    const char    *cause; /* NULL: halted */
};

static uint32_t draw(struct model *m, uint32_t below)
{
    return (uint32_t)(kc_random_u64(m->seed, 7, m->draws++) % below);
}

/* ---- a random kernel ------------------------------------------------------------------------ */

static void draw_fifos(struct model *m)
{
    for (int i = 0; i < FIFOS; i++) {
        struct fifo *f = &m->fifo[i];

        *f = (struct fifo){ .out = i >= INPUTS,
                            .depth = 1 + (int)draw(m, DEEPEST),
                            .rows = 1 << draw(m, 3),
                            .first_row = i > INPUTS ? ROWS / 2 : 0 };
        f->channel = (int)draw(m, 2) + (f->out ? 2 : 0);
        f->tiles = (f->out ? ROWS / 2 : ROWS) / f->rows;
        f->empty = f->depth;
    }
}

/* Half of the channels get a sequence, the others take turns. */
static void draw_order(struct model *m, struct kc_buf *text)
{
    static const char names[] = "ABCDE";

    for (int c = 0; c < 4; c++) {
        struct channel *ch = &m->channel[c];
        const bool      given = draw(m, 2);

        *ch = (struct channel){ .moving = -1 };
        for (int i = 0; i < FIFOS; i++)
            if (m->fifo[i].channel == c) {
                ch->turn[ch->turns] = i;
                ch->times[ch->turns++] = given ? 1 + (int)draw(m, 3) : 1;
            }
        if (given && ch->turns) {
            kc_buf_printf(text, ".sequence %s", aie2_channel_names[c]);
            for (int i = 0; i < ch->turns; i++)
                kc_buf_printf(text, ", %c*%d", names[ch->turn[i]], ch->times[i]);
            kc_buf_puts(text, "\n");
        }
    }
}

static void add_op(struct model *m, enum op_kind kind, int fifo)
{
    if (m->ops < OPS)
        m->op[m->ops++] = (struct op){ kind, fifo };
}

/* Mostly sensible: acquires what is still to come, releases what it holds; sometimes too much. */
static void draw_ops(struct model *m)
{
    int taken[FIFOS] = { 0 }, held[FIFOS] = { 0 };

    add_op(m, OP_NOP, 0);
    add_op(m, OP_NOP, 0);
    for (uint32_t i = draw(m, 120); i > 0; i--) {
        const int  f = (int)draw(m, FIFOS);
        const bool may_take = taken[f] < m->fifo[f].tiles && held[f] < m->fifo[f].depth;

        if (held[f] && draw(m, 2)) {
            add_op(m, OP_RELEASE, f);
            held[f]--;
        } else if (may_take || draw(m, 300) == 0) {
            add_op(m, OP_ACQUIRE, f);
            taken[f]++;
            held[f]++;
        } else {
            for (uint32_t k = draw(m, 30); k > 0; k--)
                add_op(m, OP_NOP, 0);
        }
    }
    for (int f = 0; f < FIFOS; f++)
        for (; held[f] > 0; held[f]--)
            add_op(m, OP_RELEASE, f);
    for (int f = INPUTS; f < FIFOS; f++) /* what is missing of the output */
        for (; taken[f] < m->fifo[f].tiles && draw(m, 10); taken[f]++) {
            add_op(m, OP_ACQUIRE, f);
            add_op(m, OP_RELEASE, f);
        }
    add_op(m, OP_DONE, 0);
}

static void write_text(const struct model *m, struct kc_buf *text)
{
    static const char *const tensors[FIFOS] = { "x", "w", "b", "y", "y" };

    for (int i = 0; i < FIFOS; i++) {
        const struct fifo *f = &m->fifo[i];

        kc_buf_printf(text, ".fifo %c, %s, %s, tile=%dx%d, chan=%d, depth=%d, part=%d:%d\n",
                      'A' + i, f->out ? "out" : "in", tensors[i], f->rows, COLS, f->channel % 2,
                      f->depth, f->first_row, f->first_row + f->rows * f->tiles);
    }
}

static void write_ops(const struct model *m, struct kc_buf *text)
{
    kc_buf_puts(text, "mova r0, #-1\nmova r1, #1\n");
    for (int i = 2; i < m->ops; i++) {
        const struct op *op = &m->op[i];
        const bool       out = m->fifo[op->fifo].out;

        if (op->kind == OP_ACQUIRE)
            kc_buf_printf(text, "acq #%c.%s, r0\n", 'A' + op->fifo, out ? "empty" : "full");
        else if (op->kind == OP_RELEASE)
            kc_buf_printf(text, "rel #%c.%s, r1\n", 'A' + op->fifo, out ? "full" : "empty");
        else
            kc_buf_puts(text, op->kind == OP_NOP ? "nop\n" : "done\n");
    }
}

/* ---- the simple DMA ------------------------------------------------------------------------- */

static int whose_turn(struct model *m, struct channel *ch)
{
    for (int tried = 0; tried <= ch->turns && ch->turns; tried++) {
        const int f = ch->turn[ch->at];

        if (ch->used < ch->times[ch->at] && m->fifo[f].started < m->fifo[f].tiles)
            return f;
        ch->at = (ch->at + 1) % ch->turns;
        ch->used = 0;
    }
    return -1;
}

static void start(struct model *m, struct channel *ch)
{
    const int f = ch->moving < 0 ? whose_turn(m, ch) : -1;

    if (f < 0)
        return;
    int *lock = m->fifo[f].out ? &m->fifo[f].full : &m->fifo[f].empty;

    if (*lock == 0)
        return;
    --*lock;
    ch->moving = f;
    ch->left = m->fifo[f].rows * ROW_WORDS;
    m->fifo[f].started++;
}

static void move_word(struct model *m, struct channel *ch)
{
    struct fifo *f = &m->fifo[ch->moving];
    const int    tile = f->started - 1, word = f->rows * ROW_WORDS - ch->left--;
    uint32_t    *local = &f->buffer[tile % f->depth][word];
    uint32_t    *host = &m->host[ch->moving < INPUTS ? ch->moving : INPUTS]
                             [(f->first_row + tile * f->rows) * ROW_WORDS + word];

    *(f->out ? host : local) = *(f->out ? local : host);
}

static bool finish_transfers(struct model *m, uint64_t cycle, uint64_t *last_out)
{
    bool any = false;

    for (int c = 0; c < 4; c++) {
        struct channel *ch = &m->channel[c];

        if (ch->moving < 0 || ch->left > 0)
            continue;
        struct fifo *f = &m->fifo[ch->moving];

        ++*(f->out ? &f->empty : &f->full);
        if (f->out)
            *last_out = cycle;
        ch->moving = -1;
        ch->used++;
        any = true;
    }
    return any;
}

static bool try_lock(struct model *m, const struct op *op)
{
    struct fifo *f = &m->fifo[op->fifo];
    int         *taken = f->out ? &f->empty : &f->full, *given = f->out ? &f->full : &f->empty;

    if (op->kind == OP_RELEASE)
        ++*given;
    else if (*taken == 0)
        return false;
    else
        --*taken;
    return true;
}

static bool all_out(const struct model *m)
{
    for (int c = 2; c < 4; c++)
        if (m->channel[c].moving >= 0)
            return false;
    for (int f = INPUTS; f < FIFOS; f++)
        if (m->fifo[f].started < m->fifo[f].tiles)
            return false;
    return true;
}

static void simulate(struct model *m)
{
    uint64_t last_out = 0;
    bool     waiting = false, ended = false;
    int      next = 0;

    for (uint64_t cycle = 0;; cycle++) {
        bool active = finish_transfers(m, cycle, &last_out);

        if (ended && all_out(m)) {
            m->cycles = cycle;
            return;
        }
        if (waiting) {
            waiting = !try_lock(m, &m->op[next]);
            next += !waiting;
            active |= !waiting;
        } else if (!ended) {
            ended = m->op[next].kind == OP_DONE;
            waiting = m->op[next].kind == OP_ACQUIRE || m->op[next].kind == OP_RELEASE;
            next += !waiting;
            active = true;
        }
        for (int c = 0; c < 4; c++) {
            start(m, &m->channel[c]);
            if (m->channel[c].moving >= 0) {
                move_word(m, &m->channel[c]);
                active = true;
            }
        }
        if (!active) {
            m->cause = ended ? "output-incomplete" : "lock-deadlock";
            return;
        }
    }
}

/* ---- side by side ---------------------------------------------------------------------------- */

static uint32_t word_at(struct rig *rig, enum aie2_region region, uint64_t offset)
{
    return element(rig, region, offset) | (uint32_t)element(rig, region, offset + 2) << 16;
}

static void set_word(struct rig *rig, enum aie2_region region, uint64_t offset, uint32_t v)
{
    set_element(rig, region, offset, (uint16_t)v);
    set_element(rig, region, offset + 2, (uint16_t)(v >> 16));
}

static uint64_t place_of(const struct rig *rig, int fifo, int buffer)
{
    char name[16];

    snprintf(name, sizeof name, "%c.buf%d", 'A' + fifo, buffer);
    return buffer_offset(rig, name);
}

static uint64_t tensor_of(const struct rig *rig, int t)
{
    return t < INPUTS ? rig->layout.in[t].address : rig->layout.out.address;
}

/* The same random words in both. */
static void fill(struct model *m, struct rig *rig)
{
    for (int t = 0; t <= INPUTS; t++)
        for (uint32_t i = 0; i < ROWS * ROW_WORDS; i++) {
            m->host[t][i] = draw(m, UINT32_MAX);
            set_word(rig, AIE2_HOST, tensor_of(rig, t) + 4 * i, m->host[t][i]);
        }
    for (int f = 0; f < FIFOS; f++)
        for (int b = 0; b < m->fifo[f].depth; b++)
            for (int i = 0; i < m->fifo[f].rows * ROW_WORDS; i++) {
                m->fifo[f].buffer[b][i] = draw(m, UINT32_MAX);
                set_word(rig, AIE2_DM, place_of(rig, f, b) + 4 * (uint64_t)i,
                         m->fifo[f].buffer[b][i]);
            }
}

static bool same_words(const struct model *m, struct rig *rig)
{
    bool same = true;

    for (int t = 0; t <= INPUTS; t++)
        for (uint32_t i = 0; i < ROWS * ROW_WORDS; i++)
            same &= word_at(rig, AIE2_HOST, tensor_of(rig, t) + 4 * i) == m->host[t][i];
    for (int f = 0; f < FIFOS; f++)
        for (int b = 0; b < m->fifo[f].depth; b++)
            for (int i = 0; i < m->fifo[f].rows * ROW_WORDS; i++)
                same &= word_at(rig, AIE2_DM, place_of(rig, f, b) + 4 * (uint64_t)i) ==
                        m->fifo[f].buffer[b][i];
    return same;
}

Test(aie2_dma_model, agrees)
{
    static const uint32_t shape[4][2] = {
        { ROWS, COLS }, { ROWS, COLS }, { ROWS, COLS }, { ROWS, COLS }
    };
    static struct model m;
    int                 halted = 0, deadlocked = 0, incomplete = 0;

    for (uint64_t seed = 0; seed < PROGRAMS; seed++) {
        struct kc_buf text = { 0 };
        struct rig    rig;

        m = (struct model){ .seed = seed };
        draw_fifos(&m);
        write_text(&m, &text);
        draw_order(&m, &text);
        draw_ops(&m);
        write_ops(&m, &text);
        rig_load(&rig, "aie2:check=off", text.text, shape);
        fill(&m, &rig);
        simulate(&m);
        rig_run(&rig);
        if (m.cause)
            cr_assert(rig.out.cause && strcmp(rig.out.cause, m.cause) == 0,
                      "seed %" PRIu64 ": %s\n%s", seed, m.cause, text.text);
        else
            cr_assert(rig.out.kind == KC_OUTCOME_HALTED && rig.out.cycles == m.cycles,
                      "seed %" PRIu64 ": %" PRIu64 " cycles, not %" PRIu64 "\n%s", seed,
                      rig.out.cycles, m.cycles, text.text);
        cr_assert(same_words(&m, &rig), "seed %" PRIu64 "\n%s", seed, text.text);
        halted += !m.cause;
        deadlocked += m.cause && m.cause[0] == 'l';
        incomplete += m.cause && m.cause[0] == 'o';
        rig_free(&rig);
        kc_buf_free(&text);
    }
    cr_expect(halted > PROGRAMS / 4 && deadlocked > PROGRAMS / 20 && incomplete > PROGRAMS / 50,
              "%d halted, %d deadlocked, %d incomplete", halted, deadlocked, incomplete);
}
