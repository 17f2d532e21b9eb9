/* Review of a run: what is sometimes a mistake, with the repair that would tell (aie2_mend.h). */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "platforms/aie2/aie2_exec.h"
#include "platforms/aie2/aie2_mend.h"
#include "platforms/aie2/aie2_observe.h"
#include "platforms/aie2/aie2_place.h"

/* Of one kind: none takes the room of the others. */
enum { OF_A_KIND = KC_SUSPICIONS / 3 };

/* A new suspicion, or NULL: known, or no room. */
static struct kc_suspicion *suspect(struct kc_review *review, const char *id, struct aie2_mend mend,
                                    uint32_t line, const char *hint)
{
    const uint64_t       key = aie2_mend_key(mend);
    struct kc_suspicion *s = &review->list[review->count];

    size_t alike = 0;

    for (size_t i = 0; i < review->count; i++) {
        if (review->list[i].key == key)
            return NULL;
        alike += review->list[i].id == id;
    }
    if (review->count == KC_SUSPICIONS || alike == OF_A_KIND)
        return NULL;
    review->count++;
    *s = (struct kc_suspicion){
        .id = id, .hint = hint, .line = line, .key = key, .repairable = true, .usual = true
    };
    return s;
}

static struct kc_suspicion *remote(struct kc_suspicion *s)
{
    if (s)
        s->remote = true;
    return s;
}

static KC_PRINTF(2, 3) void say(struct kc_suspicion *s, const char *format, ...)
{
    va_list args;

    if (!s)
        return;
    va_start(args, format);
    vsnprintf(s->text, sizeof s->text, format, args);
    va_end(args);
}

/* ---- early reads ------------------------------------------------------------------------------
 */

static bool has_early(const struct kc_review *review, uint32_t reader, uint32_t writer)
{
    for (size_t i = 0; i < review->count; i++) {
        const struct aie2_mend mend = aie2_mend_of(review->list[i].key);

        if (mend.kind == AIE2_MEND_EARLY && mend.line && mend.other &&
            (mend.line == reader || !reader) && (mend.other == writer || !writer))
            return true;
    }
    return false;
}

static void add_early(struct kc_review *review, const struct aie2_insn *reader, const char *name,
                      const struct aie2_insn *writer, uint64_t early, bool any_reader,
                      bool any_writer)
{
    const struct aie2_mend mend = { .kind = AIE2_MEND_EARLY,
                                    .line = any_reader ? 0 : reader->line,
                                    .other = any_writer ? 0 : writer->line };

    say(suspect(review, "premature-read", mend, reader->line,
                "issue the reader that many bundles later, or the producer earlier; nothing waits "
                "for a result"),
        "%s at line %" PRIu32 " reads %s %" PRIu64 " cycle%s before the result of %s (line %" PRIu32
        ") is there%s",
        reader->form->mnemonic, reader->line, name, early, early == 1 ? "" : "s",
        writer->form->mnemonic, writer->line,
        any_reader   ? ", and others read it early as well"
        : any_writer ? ", and other results of the same kind"
                     : "");
}

/* One reader may lack several results, and one result be missed by several readers. */
void aie2_review_early(struct kc_review *review, const struct aie2_insn *reader, const char *name,
                       const struct aie2_insn *writer, uint64_t early)
{
    if (review->repair || has_early(review, reader->line, writer->line))
        return;
    const bool again_reader = has_early(review, reader->line, 0);
    const bool again_writer = has_early(review, 0, writer->line);

    add_early(review, reader, name, writer, early, false, false);
    if (again_reader)
        add_early(review, reader, name, writer, early, false, true);
    if (again_writer)
        add_early(review, reader, name, writer, early, true, false);
}

/* ---- memory ------------------------------------------------------------------------------------
 */

static void note_input(struct kc_review *review, uint64_t address)
{
    for (size_t i = 0; i < review->declared->in_count; i++) {
        const struct kc_placed *p = &review->layout->in[i];

        if (address >= p->address && address < p->address + p->size)
            review->inputs_read |= UINT32_C(1) << i;
    }
}

/* Buffers of a fifo that the core has acquired and given back, in the review's counters. */
static uint64_t *acquired(struct kc_review *review, size_t chain)
{
    return &review->counters[2 * chain % KC_REVIEW_COUNTERS];
}

static uint64_t *given_back(struct kc_review *review, size_t chain)
{
    return &review->counters[(2 * chain + 1) % KC_REVIEW_COUNTERS];
}

static void suspect_buffer(struct aie2_machine *m, size_t chain, const struct aie2_descriptor *d,
                           const struct aie2_insn *insn, bool store)
{
    const struct aie2_chain *c = &m->own->tile->chain[chain];
    const struct aie2_mend   none = { .line = insn->line, .other = c->line };
    struct kc_suspicion     *s =
        suspect(m->review, "buffer-order", none, insn->line,
                "buffers of a fifo come in turn: buf0, buf1, ..., as many as its depth; acq before "
                "the first access, rel after the last");
    const uint64_t from = *given_back(m->review, chain), to = *acquired(m->review, chain);

    if (!s)
        return;
    s->repairable = s->usual = false;
    s->certain = true;
    if (from == to)
        say(s,
            "%s at line %" PRIu32 " %s %s when the core holds no buffer of that fifo (line "
            "%" PRIu32 ")",
            insn->form->mnemonic, insn->line, store ? "writes to" : "reads", d->name, c->line);
    else
        say(s,
            "%s at line %" PRIu32 " %s %s, but tile %" PRIu64 " of that fifo (line %" PRIu32
            "), which the core holds then, is in %s.buf%" PRIu64,
            insn->form->mnemonic, insn->line, store ? "writes to" : "reads", d->name, from, c->line,
            c->name, from % c->depth);
}

/* Whether the core holds the buffer with that number in its ring. */
static bool holds(struct kc_review *review, size_t chain, uint64_t buffer, uint64_t depth)
{
    const uint64_t from = *given_back(review, chain), to = *acquired(review, chain);

    for (uint64_t tile = from; tile < to && tile < from + depth; tile++)
        if (tile % depth == buffer)
            return true;
    return false;
}

static void check_buffers(struct aie2_machine *m, const struct aie2_insn *insn, uint64_t address,
                          bool store)
{
    const struct aie2_tile *tile = m->own->tile;

    for (size_t c = 0; tile && c < tile->chain_count; c++) {
        const struct aie2_chain *chain = &tile->chain[c];
        int32_t                  at = chain->first;

        for (uint64_t i = 0; chain->fifo && i < chain->depth && at != AIE2_NONE; i++) {
            const struct aie2_descriptor *d = &tile->descriptor[at];

            if (address >= d->address && address < d->address + d->bytes &&
                !holds(m->review, c, i, chain->depth))
                suspect_buffer(m, c, d, insn, store);
            at = d->next;
        }
    }
}

void aie2_review_access(struct aie2_machine *m, const struct aie2_insn *insn, uint32_t offset,
                        bool store)
{
    const uint64_t address = (uint64_t)AIE2_DM_BASE + offset;

    if (m->review->repair)
        return;
    if (!store)
        note_input(m->review, address);
    check_buffers(m, insn, address, store);
}

/* After the bundle that took or gave. */
static void review_lock(struct aie2_machine *m, struct kc_review *review, const struct aie2_op *op)
{
    const struct aie2_tile *tile = m->own->tile;
    const char             *mnemonic = op->insn->form->mnemonic;
    const bool              take = strncmp(mnemonic, "acq", 3) == 0;
    const int32_t           change = op->b.bytes ? (int32_t)aie2_get(m, op->b.offset) : 0;

    if (!tile || (!take && strncmp(mnemonic, "rel", 3) != 0))
        return;
    const int64_t lock = op->a.bytes ? (int64_t)aie2_get(m, op->a.offset) : op->imm;

    for (size_t c = 0; c < tile->chain_count; c++) {
        const struct aie2_chain *chain = &tile->chain[c];
        const bool               out = chain->channel >= AIE2_FIRST_OUT;

        if (take && chain->fifo && lock == (out ? chain->empty : chain->full))
            *acquired(review, c) += (uint64_t)(change < 0 ? -(int64_t)change : change);
        if (!take && chain->fifo && lock == (out ? chain->full : chain->empty))
            *given_back(review, c) += (uint64_t)(int64_t)change;
    }
}

/* Tensors that a transfer in names; tables may be part of the program. */
static void note_transfers(const struct aie2_machine *m, struct kc_review *review)
{
    const struct aie2_tile *tile = m->own->tile;

    for (size_t i = 0; i < review->declared->in_count; i++) {
        const struct kc_tensor *t = &review->declared->in[i];

        if (t->role == KC_ROLE_TABLE)
            review->inputs_read |= UINT32_C(1) << i;
        for (size_t w = 0; tile && w < tile->walk_count; w++)
            if (strcmp(tile->walk[w].tensor, t->name) == 0)
                review->inputs_read |= UINT32_C(1) << i;
    }
}

/* ---- words and modes ----------------------------------------------------------------------------
 */

static void suspect_word(struct kc_review *review, uint32_t line, bool everywhere, uint32_t word,
                         uint32_t better)
{
    const struct aie2_mend mend = { .kind = AIE2_MEND_WORD,
                                    .line = everywhere ? 0 : line,
                                    .other = word,
                                    .value = (int32_t)better };

    if (word == better || word > 0xffff)
        return;
    say(suspect(review, "config-word", mend, line,
                "28: tiles of 4x8 times 8x4; 60: lane by lane, two terms; bit 0 takes the "
                "accumulator as zero, bits 11 to 13 change signs"),
        "line %" PRIu32 " multiplies with configuration word %" PRIu32 "%s; %" PRIu32
        " is what fits",
        line, word, everywhere ? ", as all do that use it" : "", better);
}

/* Whether a line multiplied with that word before: every word is suspected there of something. */
static bool seen_word(const struct kc_review *review, uint32_t line, uint32_t word)
{
    for (size_t i = 0; i < review->count; i++) {
        const struct aie2_mend mend = aie2_mend_of(review->list[i].key);

        if (mend.kind == AIE2_MEND_WORD && mend.line == line && mend.other == word)
            return true;
    }
    return false;
}

/* Words that differ in whether the accumulator counts, in each other's places. */
static void suspect_words(struct kc_review *review, uint32_t line, uint32_t word)
{
    const struct aie2_mend mend = { .kind = AIE2_MEND_WORDS,
                                    .line = line,
                                    .other = word | 1,
                                    .value = (int32_t)(word & ~UINT32_C(1)) };

    if (word > 0xffff || !seen_word(review, line, word ^ 1))
        return;
    say(suspect(
            review, "config-word", mend, line,
            "bit 0 takes the accumulator as zero: the first product of a sum has it, the others "
            "do not"),
        "line %" PRIu32 " multiplies with configuration words %" PRIu32 " and %" PRIu32
        " in each other's places",
        line, word | 1, word & ~UINT32_C(1));
}

static void review_word(struct aie2_machine *m, struct kc_review *review, const struct aie2_op *op)
{
    static const uint32_t    words[] = { 28, 60 };
    const struct aie2_place *p = aie2_word_place(op);

    for (size_t i = 0; p && i < KC_COUNT(words); i++) {
        const uint32_t word = aie2_get(m, p->offset);

        suspect_word(review, op->insn->line, true, word, words[i]);
        suspect_word(review, op->insn->line, false, word, words[i]);
        suspect_words(review, op->insn->line, word);
    }
}

/* The other half of a result, pieces of another width, and the transposition back. */
static uint32_t modes_like(uint32_t mode, uint32_t *like)
{
    static const uint8_t back[][2] = { { 0, 20 },  { 2, 18 },  { 4, 16 },  { 6, 14 },  { 8, 12 },
                                       { 24, 26 }, { 28, 29 }, { 30, 32 }, { 36, 37 }, { 40, 41 },
                                       { 42, 43 }, { 44, 45 }, { 46, 47 } };
    const bool           halves = mode < 28 || (mode >= 30 && mode < 34);
    uint32_t             count = 0;

    if (halves)
        like[count++] = mode ^ 1;
    if (mode >= 2 && mode < 28)
        like[count++] = mode - 2; /* half or twice the width */
    if (mode < 26)
        like[count++] = mode + 2;
    for (size_t i = 0; i < KC_COUNT(back); i++)
        for (int side = 0; side < 2; side++) {
            const uint32_t from = back[i][side], to = back[i][!side];

            if (mode == from || (halves && mode == from + 1)) {
                like[count++] = to + (mode - from);
                if (halves)
                    like[count++] = to + !(mode - from);
            }
        }
    return count;
}

static void review_mode(struct aie2_machine *m, struct kc_review *review, const struct aie2_op *op)
{
    const struct aie2_place *p = aie2_mode_place(op);
    const uint32_t           mode = p ? aie2_get(m, p->offset) : UINT32_MAX;
    uint32_t                 like[8];
    const uint32_t           count = mode < 48 ? modes_like(mode, like) : 0;

    for (uint32_t i = 0; i < count; i++) {
        const struct aie2_mend mend = {
            .kind = AIE2_MEND_MODE, .line = op->insn->line, .other = mode, .value = (int32_t)like[i]
        };

        struct kc_suspicion *s =
            suspect(review, "shuffle-mode", mend, op->insn->line,
                    "compare the table of shuffle modes: lo or hi, and RxC or CxR");

        say(like[i] == mode + 2 || like[i] + 2 == mode ? remote(s) : s,
            "vshuffle at line %" PRIu32 " has mode %" PRIu32 "; %" PRIu32 " is what fits",
            op->insn->line, mode, like[i]);
    }
}

/* The two halves of a mode in each other's places, everywhere. */
static void review_halves(struct aie2_machine *m, struct kc_review *review,
                          const struct aie2_op *op)
{
    const struct aie2_place *p = aie2_mode_place(op);
    const uint32_t           mode = p ? aie2_get(m, p->offset) : 1;
    const struct aie2_mend   mend = { .kind = AIE2_MEND_MODE,
                                      .other = mode,
                                      .value = (int32_t)mode + 1 };

    if (mode & 1 || mode >= 48)
        return;
    say(suspect(review, "shuffle-mode", mend, op->insn->line,
                "compare the table of shuffle modes: lo or hi, and RxC or CxR"),
        "vshuffle at line %" PRIu32 " has mode %" PRIu32 "; %" PRIu32 " is what fits, and %" PRIu32
        " wherever it has that",
        op->insn->line, mode, mode + 1, mode);
}

static void review_operands(struct aie2_machine *m, struct kc_review *review,
                            const struct aie2_op *op)
{
    const struct aie2_place *p = aie2_mode_place(op);
    const uint32_t           mode = p ? aie2_get(m, p->offset) : 0;

    for (int everywhere = 0; p && everywhere < 2; everywhere++) {
        const struct aie2_mend mend = { .kind = AIE2_MEND_OPERANDS,
                                        .line = everywhere ? 0 : op->insn->line,
                                        .other = everywhere ? mode : 0 };

        say(remote(suspect(review, "shuffle-operands", mend, op->insn->line,
                           "the first operand gives the low lanes, or the even pieces")),
            "vshuffle at line %" PRIu32 "%s has its two operands in each other's places",
            op->insn->line, everywhere ? ", like others of its mode," : "");
    }
}

/* Only what rounds is asked. */
static void review_rounding(struct aie2_machine *m, struct kc_review *review,
                            const struct aie2_op *op)
{
    const struct aie2_mend mend = { .kind = AIE2_MEND_ROUNDING, .value = AIE2_ROUND_EVEN };
    const uint32_t         mode = aie2_get(m, AIE2_AT(crRnd));

    if (mode == AIE2_ROUND_EVEN || !strstr(op->insn->form->mnemonic, "conv.bf16.fp32"))
        return;
    say(suspect(review, "rounding-mode", mend, op->insn->line,
                "the run starts with crRnd = 12, nearest even; leave it, or write 12 back"),
        "%s at line %" PRIu32 " rounds with crRnd = %" PRIu32, op->insn->form->mnemonic,
        op->insn->line, mode);
}

/* ---- control flow
 * -------------------------------------------------------------------------------- */

static void review_slots(struct aie2_machine *m, struct kc_review *review, uint32_t line)
{
    const struct aie2_mend mend = { .kind = AIE2_MEND_SLOTS,
                                    .line = m->jump_line,
                                    .value = (int32_t)m->delay };

    if (m->delay == 0 || m->delay > AIE2_DELAY_SLOTS)
        return;
    say(suspect(review, "delay-slot", mend, line,
                "five bundles behind a jump always run: put nops there, or what may run"),
        "line %" PRIu32 " runs although the jump of line %" PRIu32
        " leads elsewhere: it stands in one of its five delay slots%s",
        line, m->jump_line, m->delay > 1 ? ", with what may follow it there" : "");
}

/* Loops that count in a register.  Looked at in the last delay slot of their jump, for what stands
 * in the slots is the better explanation. */
static void suspect_turn(struct kc_review *review, uint32_t line, int32_t more)
{
    const struct aie2_mend mend = { .kind = AIE2_MEND_TURN, .line = line, .value = more };

    say(suspect(review, "loop-count", mend, line,
                "jnz tests the register as it is when it issues; what its delay slots write counts "
                "for the next trip"),
        "the loop that jnz at line %" PRIu32 " closes makes one trip too %s", line,
        more < 0 ? "many" : "few");
}

static void review_turn(struct kc_review *review, const struct aie2_code *jump)
{
    for (uint32_t i = 0; i < jump->op_count; i++)
        if (aie2_tests(&jump->op[i])) {
            suspect_turn(review, jump->op[i].insn->line, -1);
            suspect_turn(review, jump->op[i].insn->line, 1);
        }
}

static void suspect_loop(struct kc_review *review, enum aie2_mending kind, uint32_t line,
                         int32_t value, const char *id, const char *what)
{
    const struct aie2_mend mend = { .kind = (uint8_t)kind, .line = line, .value = value };

    say(suspect(review, id, mend, line,
                "lc is the number of trips, le the address of the last bundle of the body (the "
                "label stands in front of it), ls that of its first"),
        "the loop that begins at line %" PRIu32 " %s", line, what);
}

static void review_loop(struct kc_review *review, uint32_t line)
{
    suspect_loop(review, AIE2_MEND_TRIPS, line, 1, "loop-count", "makes one trip too few");
    suspect_loop(review, AIE2_MEND_TRIPS, line, -1, "loop-count", "makes one trip too many");
    suspect_loop(review, AIE2_MEND_LAST, line, -1, "loop-end", "ends one bundle too late");
    suspect_loop(review, AIE2_MEND_LAST, line, 1, "loop-end", "ends one bundle too early");
    suspect_loop(review, AIE2_MEND_FIRST, line, -1, "loop-end", "goes back one bundle too far on");
    suspect_loop(review, AIE2_MEND_FIRST, line, 1, "loop-end", "goes back one bundle too far back");
}

/* ---- transfers --------------------------------------------------------------------------------
 */

static void suspect_layout(struct kc_review *review, const struct aie2_walk *walk, size_t index,
                           uint32_t rows, uint32_t cols)
{
    const struct aie2_mend mend = {
        .kind = AIE2_MEND_LAYOUT, .line = (uint32_t)index, .other = cols, .value = (int32_t)rows
    };
    const bool whole = rows == walk->rows && cols == walk->cols;
    char       shape[32] = "row";

    if (rows > INT16_MAX || cols > UINT16_MAX)
        return;
    if (!whole)
        snprintf(shape, sizeof shape, "%" PRIu32 "x%" PRIu32, rows, cols);
    say(remote(suspect(review, "layout", mend, walk->line,
                       "layout=RxC makes a transfer take or leave a tile as blocks of R rows and C "
                       "columns; without it, row by row")),
        "the tiles of %s (line %" PRIu32 ") have another layout in the kernel: %s is what fits",
        walk->tensor, walk->line, shape);
}

/* A tile may lie in memory in blocks of another shape than the kernel takes it for. */
static void review_layouts(struct aie2_machine *m, struct kc_review *review)
{
    static const uint8_t shape[][2] = { { 0, 0 }, { 4, 4 }, { 4, 8 }, { 8, 4 }, { 8, 8 } };

    for (size_t w = 0; m->dma && w < m->dma->tile->walk_count; w++)
        for (size_t i = 0; i < KC_COUNT(shape); i++) {
            const struct aie2_walk *walk = &m->dma->tile->walk[w];
            const uint32_t          r = i ? shape[i][0] : walk->rows;
            const uint32_t          c = i ? shape[i][1] : walk->cols;

            if (walk->rows % r == 0 && walk->cols % c == 0 &&
                (r != walk->block_r || c != walk->block_c))
                suspect_layout(review, walk, w, r, c);
        }
}

/* ---- all of it
 * ------------------------------------------------------------------------------------ */

/* From the first step on the machine tells what it sees, and mends what is to be mended. */
static void begin(struct aie2_machine *m, struct kc_review *review)
{
    m->review = review;
    if (!m->watch)
        m->watch = aie2_watch_new();
    if (!review->repair) {
        review_layouts(m, review);
        note_transfers(m, review);
        return;
    }
    m->mend = aie2_mend_of(review->repair_key);
    if (m->mend.kind == AIE2_MEND_LAYOUT)
        aie2_mend_layout(m);
}

void aie2_review(struct kc_machine *machine, const struct kc_step *step, struct kc_review *review)
{
    struct aie2_machine    *m = (struct aie2_machine *)machine;
    const struct aie2_code *code = &m->code[step->index];

    if (!m->review)
        begin(m, review);
    if (review->repair)
        return;
    if (code->op_count)
        review_slots(m, review, step->line);
    if (m->delay == 1 && step->index >= AIE2_DELAY_SLOTS)
        review_turn(review, code - AIE2_DELAY_SLOTS);
    if (aie2_enters_loop(m, code))
        review_loop(review, step->line);
    for (uint32_t i = 0; i < code->op_count; i++) {
        review_word(m, review, &code->op[i]);
        review_mode(m, review, &code->op[i]);
        review_halves(m, review, &code->op[i]);
        review_operands(m, review, &code->op[i]);
        review_rounding(m, review, &code->op[i]);
        review_lock(m, review, &code->op[i]);
    }
}
