/* The explanation: one tracked run, one with another fill, and tests of all that might be wrong. */
#include "check/explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check/explain_parts.h"

/* Scores of what was seen in a run; what is predicted from values scores a little less. */
static const double NEVER_WRITTEN = 0.99, REPAIRED = 0.98, OVERWRITTEN = 0.97,
                    PARTLY_WRITTEN = 0.96, UNWRITTEN_READ = 0.95, ADDRESS = 0.94, NOT_READ = 0.70,
                    SUSPECTED = 0.50, NOTED = 0.95, UNWRITTEN_REGISTER = 0.965, CERTAIN = 0.97;

/* Steps of a run that a review watches, and of all runs that repair something. */
static const uint64_t REVIEW_STEPS = 4000000, REPAIR_STEPS = 3000000;

/* ---- hypotheses --------------------------------------------------------------------------- */

static uint64_t address_of(const struct kc_explainer *x, size_t element)
{
    return x->cell->target->platform->tensor_address(x->cell->target->config, &x->cell->layout.out,
                                                     (uint32_t)(element / x->grid.cols),
                                                     (uint32_t)(element % x->grid.cols));
}

static uint32_t writer_at(const struct kc_region *r, uint64_t address)
{
    return kc_region_writer(r, address - r->base);
}

static uint32_t writer_of(const struct kc_explainer *x, size_t element)
{
    const uint32_t line = writer_at(x->region, address_of(x, element));

    return line == KC_WRITER_HOST ? 0 : line;
}

/* Where a score belongs in the list, or KC_HYPOTHESES.  One entry per id: the best. */
static size_t place_for(struct kc_explanation *e, const char *id, double score)
{
    size_t at = 0;

    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->list[i].id, id) == 0) {
            if (e->list[i].score >= score)
                return KC_HYPOTHESES;
            memmove(e->list + i, e->list + i + 1, (e->count - i - 1) * sizeof *e->list);
            e->count--;
            break;
        }
    while (at < e->count && e->list[at].score >= score)
        at++;
    return at;
}

struct kc_hypothesis *kc_explain_add(struct kc_explainer *x, const char *id, double score,
                                     size_t element, const char *text, const char *hint)
{
    struct kc_explanation *e = x->out;
    const size_t           at = place_for(e, id, score);

    if (at == KC_HYPOTHESES)
        return &x->dropped;
    if (e->count == KC_HYPOTHESES)
        e->count--;
    memmove(e->list + at + 1, e->list + at, (e->count - at) * sizeof *e->list);
    e->count++;
    e->list[at] = (struct kc_hypothesis){ .id = id,
                                          .score = score,
                                          .text = text,
                                          .hint = hint,
                                          .line = writer_of(x, element),
                                          .row = (uint32_t)(element / x->grid.cols),
                                          .col = (uint32_t)(element % x->grid.cols),
                                          .address = address_of(x, element),
                                          .produced = x->grid.produced[element],
                                          .expected = x->grid.expected[element] };
    return &e->list[at];
}

double kc_explain_score(double prior, struct kc_fit fit)
{
    return prior * fit.wrong * (1.0 - fmin(fit.error, 0.2));
}

size_t kc_explain_count(const struct kc_explainer *x)
{
    return (size_t)x->grid.rows * x->grid.cols;
}

size_t kc_explain_first_of(const bool *set, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (set[i])
            return i;
    return 0;
}

size_t kc_explain_first_wrong(const struct kc_explainer *x)
{
    return kc_explain_first_of(x->wrong, kc_explain_count(x));
}

/* The share of the wrong elements that are in a set. */
double kc_explain_share(const struct kc_explainer *x, const bool *set)
{
    uint64_t hits = 0;

    for (size_t i = 0; i < kc_explain_count(x); i++)
        hits += x->wrong[i] && set[i];
    return x->wrong_count ? (double)hits / (double)x->wrong_count : 0.0;
}

/* ---- runs --------------------------------------------------------------------------------- */

static void review_step(void *context, const struct kc_step *step)
{
    struct kc_explainer *x = context;

    x->cell->target->platform->review(x->machine, step, &x->review);
}

/* Runs the kernel with a fill; the trace feeds the review, when there is one. */
static struct kc_outcome run(struct kc_explainer *x, uint64_t fill, bool review, double *produced)
{
    const struct kc_platform *platform = x->cell->target->platform;
    const struct kc_declared  d = kc_case_declared(x->c);
    struct kc_run options = { .tracking = &x->tracking, .profile = &x->profile, .pace = x->pace };

    if (x->review.repair) /* what is put right may go astray elsewhere */
        options.fuel = 4 * x->instructions + 10000;
    if (review && platform->review) {
        options.trace = review_step;
        options.trace_context = x;
    }
    x->tracking = (struct kc_tracking){ 0 };
    kc_profile_init(&x->scratch, &x->profile, x->program);
    platform->machine_reset(x->machine);
    for (size_t i = 0; i < x->machine->region_count; i++)
        kc_region_fill_seed(&x->machine->regions[i], 0, fill);
    platform->prepare(x->machine, &d, &x->cell->layout);
    platform->load(x->machine, x->program);
    x->review.declared = &d;
    x->review.layout = &x->cell->layout;
    const struct kc_outcome outcome = platform->run(x->machine, &options);

    platform->tensor_read(x->machine, &x->cell->layout.out, &x->c->out, produced);
    return outcome;
}

/* ---- memory ------------------------------------------------------------------------------- */

/* As people write addresses of that memory. */
static const char *address_text(struct kc_explainer *x, const struct kc_region *r, uint64_t address)
{
    return kc_arena_printf(x->arena, r->mapped ? "0x%08" PRIx64 : "%" PRIu64, address);
}

/* How often the instructions of a line ran. */
static uint64_t times_of(const struct kc_explainer *x, uint32_t line)
{
    uint64_t times = 0;

    for (size_t pc = 0; pc < x->program->count; pc++)
        if (x->program->lines[pc] == line && x->profile.count[pc] > times)
            times = x->profile.count[pc];
    return times;
}

/* The line that wrote most of what was written. */
static uint32_t main_writer(const struct kc_explainer *x)
{
    for (size_t i = kc_explain_count(x); i-- > 0;)
        if (!x->unwritten[i] && writer_of(x, i))
            return writer_of(x, i);
    return 0;
}

static const char *unwritten_hint(struct kc_explainer *x)
{
    const uint32_t line = main_writer(x), segments = x->grid.rows * (x->grid.cols / x->grid.block);

    if (!line)
        return kc_arena_printf(x->arena, "the result belongs to %s %s and up", x->region->name,
                               address_text(x, x->region, x->cell->layout.out.address));
    return kc_arena_printf(x->arena,
                           "line %" PRIu32 " wrote the rest and ran %" PRIu64
                           " times; the output has %" PRIu32 " rows of %" PRIu32 " elements",
                           line, times_of(x, line), segments, x->grid.block);
}

static void explain_unwritten(struct kc_explainer *x)
{
    const struct kc_where w = kc_where_of(x->unwritten, x->grid.rows, x->grid.cols, x->grid.block);
    const size_t          first = kc_explain_first_of(x->unwritten, kc_explain_count(x));

    if (x->unwritten_count == 0)
        return;
    if (x->unwritten_count == kc_explain_count(x)) {
        kc_explain_add(x, "never-written", NEVER_WRITTEN, first,
                       kc_arena_printf(x->arena, "no instruction wrote %s", x->out->output),
                       unwritten_hint(x));
        return;
    }
    const double share = kc_explain_share(x, x->unwritten);

    kc_explain_add(x, "partly-written", PARTLY_WRITTEN * (share > 0.3 ? 1.0 : share), first,
                   kc_arena_printf(x->arena, "never written: %s of %s",
                                   kc_where_text(x->arena, &w, x->grid.rows, x->grid.cols),
                                   x->out->output),
                   unwritten_hint(x));
}

/* ": line 23 reads vram 6144, line 60 ..." for the first three lines. */
static const char *unwritten_lines(struct kc_explainer *x)
{
    const char *text = "";

    for (size_t i = 0; i < x->tracking.kept && i < 3; i++) {
        const struct kc_unwritten_read *r = &x->tracking.first[i];

        text = kc_arena_printf(x->arena, "%s%s line %" PRIu32 " reads %s %s", text, i ? "," : ":",
                               r->line, r->region->name,
                               address_text(x, r->region, r->region->base + r->elem));
    }
    return text;
}

/* Elements that another fill changes, though somebody wrote them. */
static void explain_unwritten_reads(struct kc_explainer *x)
{
    const size_t count = kc_explain_count(x);
    bool        *depends = kc_arena_array(&x->scratch, bool, count);
    uint64_t     any = 0;

    for (size_t i = 0; i < count; i++) {
        depends[i] = memcmp(&x->grid.produced[i], &x->other_fill[i], sizeof *x->other_fill) != 0;
        any += depends[i] = depends[i] && !x->unwritten[i];
    }
    if (any == 0)
        return;
    const double          share = x->wrong_count ? kc_explain_share(x, depends) : 1.0;
    struct kc_hypothesis *h =
        kc_explain_add(x, "unwritten-read", UNWRITTEN_READ * (0.5 + 0.5 * share),
                       kc_explain_first_of(depends, count),
                       kc_arena_printf(x->arena, "the result depends on memory that nobody wrote%s",
                                       unwritten_lines(x)),
                       "write that memory first, or read from where the data is");

    if (x->tracking.kept)
        h->line = x->tracking.first[0].line;
}

static void explain_overwritten_inputs(struct kc_explainer *x)
{
    const struct kc_declared d = kc_case_declared(x->c);

    for (size_t i = 0; i < d.in_count; i++) {
        const struct kc_placed *p = &x->cell->layout.in[i];
        struct kc_region       *r = kc_machine_region(x->machine, kc_str_from(p->region));

        for (uint64_t a = p->address; r && a < p->address + p->size; a++) {
            const uint32_t line = writer_at(r, a);

            if (line == KC_WRITER_HOST || line == KC_WRITER_NOBODY)
                continue;
            kc_explain_add(x, "input-overwritten", OVERWRITTEN, 0,
                           kc_arena_printf(x->arena,
                                           "line %" PRIu32 " stores over the input %s (%s %s)",
                                           line, d.in[i].name, p->region, address_text(x, r, a)),
                           "store only into the scratch area; compare the address register and the "
                           "offset of the store")
                ->line = line;
            return;
        }
    }
}

/* A register that nobody wrote matters when the result changes with what it happens to hold. */
static double note_score(const struct kc_explainer *x, const struct kc_note *note)
{
    const size_t bytes = kc_explain_count(x) * sizeof *x->other_fill;

    if (strcmp(note->id, "unwritten-register") != 0)
        return NOTED;
    return memcmp(x->grid.produced, x->other_fill, bytes) != 0 ? UNWRITTEN_REGISTER : 0.0;
}

static const char *note_hint(const struct kc_note *note)
{
    if (strcmp(note->id, "unwritten-register") == 0)
        return "registers hold anything at the start: set it first";
    if (strcmp(note->id, "dma-owned") == 0)
        return "acq before the first access, rel after the last";
    if (strcmp(note->id, "input-left") == 0)
        return "take as many tiles as the transfers bring, or declare fewer: part=, repeat=";
    return "the machine does this, whatever the instruction set says";
}

/* What the machine warned of in a run that went on. */
static void explain_notes(struct kc_explainer *x, const struct kc_outcome *outcome)
{
    for (size_t i = 0; i < outcome->note_count && x->wrong_count; i++) {
        const struct kc_note *note = &outcome->notes[i];
        const double          score = note_score(x, note);

        if (score > 0.0)
            kc_explain_add(x, note->id, score, kc_explain_first_wrong(x),
                           kc_arena_printf(x->arena, "%s", note->text), note_hint(note))
                ->line = note->line;
    }
}

/* ---- suspicions --------------------------------------------------------------------------- */

/* The share of all elements that is right when the mistake is undone. */
static double rate_repaired(struct kc_explainer *x, const struct kc_suspicion *s)
{
    const size_t           count = kc_explain_count(x);
    double                *produced = kc_arena_array(&x->scratch, double, count);
    const struct kc_review kept = x->review;
    struct kc_grid         g = x->grid;

    x->review = (struct kc_review){ .repair = s->id, .repair_key = s->key };
    x->repaired += run(x, 1, true, produced).instructions;
    x->review = kept;
    g.produced = produced;
    return 1.0 - (double)kc_grid_wrong(&g) / (double)count;
}

static bool has(const struct kc_explanation *e, const char *id)
{
    for (size_t i = 0; i < e->count; i++)
        if (strcmp(e->list[i].id, id) == 0)
            return true;
    return false;
}

static void explain_suspicion(struct kc_explainer *x, const struct kc_suspicion *s)
{
    const size_t          count = kc_explain_count(x), first = kc_explain_first_wrong(x);
    const double          before = 1.0 - (double)x->wrong_count / (double)count;
    const bool            tested = s->repairable && x->repaired < REPAIR_STEPS;
    const double          after = tested ? rate_repaired(x, s) : before;
    const double          mended = (after - before) / (1.0 - before); /* of the wrong ones */
    double                score = SUSPECTED;
    struct kc_hypothesis *h;

    if (s->usual && mended <= 0.05)
        return;
    if (s->repairable && mended > 0.05)
        score = mended > 0.99 ? REPAIRED : SUSPECTED + (REPAIRED - SUSPECTED) * mended;
    else if (s->repairable)
        score = SUSPECTED * 0.8;
    else
        score = s->certain ? CERTAIN : ADDRESS;
    if (strcmp(s->id, "products-not-written") == 0 && has(x->out, "doubled"))
        score = SUSPECTED; /* the same product twice: said better already */
    h = kc_explain_add(x, s->id, score, first,
                       kc_arena_printf(x->arena, "%s%s", s->text,
                                       score == REPAIRED
                                           ? "; with that put right, the result is right"
                                           : ""),
                       s->hint);
    h->line = s->line;
}

static void explain_suspicions(struct kc_explainer *x, bool remote)
{
    for (size_t i = 0; x->wrong_count && i < x->review.count; i++)
        if (x->review.list[i].remote == remote && strcmp(x->review.list[i].id, "non-finite") != 0)
            explain_suspicion(x, &x->review.list[i]);
}

static const struct kc_suspicion *suspicion(const struct kc_review *r, const char *id)
{
    for (size_t i = 0; i < r->count; i++)
        if (strcmp(r->list[i].id, id) == 0)
            return &r->list[i];
    return NULL;
}

static void explain_unread_inputs(struct kc_explainer *x)
{
    const char *name = NULL;

    for (size_t i = 0; i < x->c->in_count && !name; i++)
        if (!(x->review.inputs_read >> i & 1))
            name = x->c->in[i].name;
    if (name && x->cell->target->platform->review)
        kc_explain_add(x, "input-not-read", NOT_READ, kc_explain_first_wrong(x),
                       kc_arena_printf(x->arena, "the kernel never reads the input %s", name),
                       "load it from where the task says it lies");
}

/* ---- all of it ---------------------------------------------------------------------------- */

static void mark_elements(struct kc_explainer *x)
{
    const size_t count = kc_explain_count(x);

    x->wrong = kc_arena_array(&x->scratch, bool, count);
    x->unwritten = kc_arena_array(&x->scratch, bool, count);
    for (size_t i = 0; i < count; i++) {
        x->wrong_count += x->wrong[i] = !kc_grid_right(&x->grid, i);
        x->unwritten_count += x->unwritten[i] =
            writer_at(x->region, address_of(x, i)) == KC_WRITER_NOBODY;
    }
    x->where = kc_where_of(x->wrong, x->grid.rows, x->grid.cols, x->grid.block);
    x->where_text = kc_where_text(x->arena, &x->where, x->grid.rows, x->grid.cols);
}

static void fill_grid(struct kc_explainer *x)
{
    const struct kc_tensor *out = &x->c->out;
    const size_t            count = kc_tensor_count(out);
    double                 *allowed = kc_arena_array(&x->scratch, double, count);

    for (size_t i = 0; i < count; i++)
        allowed[i] = kc_case_allowed(x->c, out->scale[i]);
    x->grid = (struct kc_grid){ .expected = out->value,
                                .allowed = allowed,
                                .rows = out->batch * out->rows,
                                .cols = out->cols,
                                .block = out->cols % x->region->row_elems ? out->cols
                                                                          : x->region->row_elems };
}

/* What the first run left: memory, places, values. */
static void test_output(struct kc_explainer *x)
{
    explain_unwritten(x);
    explain_unwritten_reads(x);
    explain_overwritten_inputs(x);
    kc_explain_non_finite(x, suspicion(&x->review, "non-finite"));
    kc_explain_integers(x);
    if (x->wrong_count == 0 || x->unwritten_count == kc_explain_count(x))
        return;
    kc_explain_constant(x);
    kc_explain_scale(x);
    kc_explain_rows(x);
    kc_explain_rounding(x);
    kc_explain_moves(x);
    kc_explain_shift(x);
    kc_explain_transpose(x);
    kc_explain_sums(x);
    kc_explain_region(x);
    kc_explain_stages(x);
    explain_unread_inputs(x);
    kc_explain_functions(x);
    kc_explain_elementwise(x);
    kc_explain_terms(x);
    kc_explain_products(x);
    kc_explain_operands(x);
}

static void fill_differences(const struct kc_explainer *x, struct kc_verdict *v)
{
    for (size_t i = 0; i < v->first_count; i++) {
        struct kc_difference *d = &v->first[i];
        const size_t          element = (size_t)d->row * x->grid.cols + d->col;

        d->address = address_of(x, element);
        d->writer = writer_at(x->region, d->address);
    }
}

static void explain(struct kc_explainer *x, struct kc_verdict *v)
{
    const bool review = v->outcome.instructions <= REVIEW_STEPS;
    double    *produced = kc_arena_array(&x->scratch, double, kc_tensor_count(&x->c->out));

    x->other_fill = kc_arena_array(&x->scratch, double, kc_tensor_count(&x->c->out));
    fill_grid(x);
    x->grid.produced = produced;
    run(x, 2, false, x->other_fill);
    const struct kc_outcome outcome = run(x, 1, review, produced);

    x->instructions = outcome.instructions;
    mark_elements(x);
    fill_differences(x, v);
    x->out->pattern = x->wrong_count ? x->where_text : NULL;
    x->out->map = kc_explain_map(x);
    test_output(x);
    explain_notes(x, &outcome);
    explain_suspicions(x, false);
    if (!x->out->count || x->out->list[0].score < REPAIRED)
        explain_suspicions(x, true);
    if (x->out->count == 0 && x->wrong_count)
        kc_explain_add(x, "unexplained", 0.1, kc_explain_first_wrong(x),
                       "no known mistake predicts these values",
                       "follow one element backwards from the line that wrote it");
}

struct kc_explanation kc_explain(struct kc_arena *arena, const struct kc_cell *cell,
                                 const struct kc_program *program, struct kc_verdict *verdict)
{
    const struct kc_platform *platform = cell->target->platform;
    struct kc_explanation     e = { .region = cell->layout.out.region };
    struct kc_explainer       x = {
              .arena = arena, .cell = cell, .program = program, .out = &e, .pace = verdict->pace
    };

    if (verdict->kind != KC_VERDICT_WRONG_RESULT && verdict->kind != KC_VERDICT_RULE_VIOLATION)
        return e;
    x.c = cell->cases[verdict->seed_index];
    const struct kc_declared d = kc_case_declared(x.c);

    if (platform->unfit && platform->unfit(program, &d, &cell->layout))
        return e; /* it was never started */
    e.output = x.c->out.name;
    x.machine = platform->machine_new(cell->target->config, cell->target->isa);
    kc_machine_track(x.machine, true);
    x.region = kc_machine_region(x.machine, kc_str_from(cell->layout.out.region));
    e.mapped = x.region->mapped;
    explain(&x, verdict);
    platform->machine_free(x.machine);
    kc_arena_free(&x.scratch);
    return e;
}
