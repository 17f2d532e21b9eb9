/* The prompt: text that belongs to the benchmark (role, workflow, tools, rules of judgement),
 * around what tables, notes and the placement of the case say. */
#include "cells/prompt.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "baseline/baseline.h"
#include "isa/manual.h"
#include "tasks/int.h"

/* ---- system: role, workflow, tools -------------------------------------------------------- */

static const char role[] =
    "You write assembly kernels for the accelerator %s (%s). You know the machine only from this "
    "text and from your tools. Work by calling tools; a kernel printed as text is not "
    "evaluated.\n\n"
    "## Workflow\n\n"
    "Phase 1, correct: write the simplest kernel that can be right, check its syntax, evaluate it, "
    "and read the explanation of every difference before you change anything. Go on until "
    "match_rate is 100 %%.\n\n"
    "Phase 2, fast: lower the cycles without losing correctness. %s. Evaluate after each change, "
    "and go back to the fastest correct kernel when a "
    "change was no gain.\n\n";

static void add_opening(const struct kc_platform *platform, const char *tools, struct kc_buf *out)
{
    kc_buf_printf(out, role, platform->name, platform->summary, platform->faster);
    if (tools)
        kc_buf_printf(out, "## Tools\n\n%s", tools);
    kc_buf_printf(out, "\n%s `%s` starts a comment.\n\n", platform->language, platform->comment);
}

/* ---- system: the machine ------------------------------------------------------------------ */

/* Sections of the notes that advise (they follow the instruction set), and that the reader of one
 * configured machine does not need. */
static const char *const advice[] = { "Useful idioms", "Large constants", "Checklist",
                                      "Wrong and right" };
static const char *const unneeded[] = { "Revisions" };

static bool listed(const char *title, const char *const *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strncmp(title, list[i], strlen(list[i])) == 0)
            return true;
    return false;
}

static void add_notes(const char *notes, struct kc_buf *out)
{
    while (notes) {
        const char  *end = strstr(notes + 1, "\n## ");
        const size_t length = end ? (size_t)(end + 1 - notes) : strlen(notes);
        const bool   section = strncmp(notes, "## ", 3) == 0;

        if (!section || (!listed(notes + 3, advice, KC_COUNT(advice)) &&
                         !listed(notes + 3, unneeded, KC_COUNT(unneeded))))
            kc_buf_add(out, notes, length);
        notes = end ? end + 1 : NULL;
    }
}

/* Latencies stand with the instructions; the rest of these says nothing to an author. */
static bool matters(const struct kc_param *p)
{
    return p->kind != KC_PARAM_PAIR && !strstr(p->doc, "settings file") &&
           !strstr(p->doc, "host tools") && !strstr(p->doc, "latencies of column");
}

static void add_configuration(const struct kc_target *target, struct kc_buf *out)
{
    const struct kc_params *params = target->platform->params;

    kc_buf_puts(out, "## Configuration of this machine\n\n");
    for (size_t i = 0; i < params->count; i++)
        if (matters(&params->param[i])) {
            kc_buf_printf(out, "- %s = ", params->param[i].name);
            kc_param_print(&params->param[i], target->config, out);
            kc_buf_printf(out, ": %s\n", params->param[i].doc);
        }
    kc_buf_puts(out, "\n");
}

static void add_traps(const struct kc_target *target, struct kc_buf *out)
{
    struct kc_buf manual = { 0 };

    target->platform->manual(target->config, &manual);
    const struct kc_str traps = kc_manual_section(manual.text, "Traps");

    kc_buf_add(out, traps.at, traps.length);
    kc_buf_free(&manual);
}

static void add_guidance(const struct kc_target *target, struct kc_buf *out)
{
    kc_buf_puts(out, "# Guidance\n\nThe task states the address formulas with its numbers.\n\n");
    for (size_t i = 0; i < KC_COUNT(advice); i++) {
        const struct kc_str s = kc_manual_section(target->platform->notes, advice[i]);

        kc_buf_add(out, s.at, s.length);
    }
    kc_buf_puts(out, "## Common pitfalls\n\n");
    kc_manual_pitfalls(target->isa, out);
}

/* The ablation: what there is, not what it does. */
static void add_names(const struct kc_isa_desc *isa, struct kc_buf *out)
{
    for (size_t i = 0; i < isa->insn_count; i++)
        kc_buf_printf(out, "- `%s %s`\n", isa->insns[i]->mnemonic, isa->insns[i]->syntax);
    kc_buf_puts(out, "\n");
}

/* A correct kernel of the simplest other task, as one is given where papers say one-shot. */
static void add_example(const struct kc_cell *cell, struct kc_buf *out)
{
    const bool            relu = strcmp(cell->task->name, "relu") == 0;
    const struct kc_task *task = kc_task_find(kc_str_from(relu ? "silu" : "relu"));
    struct kc_arena       arena = { 0 };
    struct kc_buf         text = { 0 };
    struct kc_cell        other;
    uint32_t              p[KC_PARAMS];

    if (!kc_task_config(&arena, task, cell->target->platform->name, kc_str_from("C1"), p) &&
        !kc_cell_open(&arena, cell->target, task, p, 0, 1, &other) &&
        !kc_compile(cell->target, other.cases[0], &other.layout, KC_OPT_BASELINE, &text))
        kc_buf_printf(out, "## Example: a correct kernel for another task, %s (%s)\n\n```\n%s```\n",
                      task->name, task->formula, text.text);
    kc_buf_free(&text);
    kc_arena_free(&arena);
}

static void add_system(const struct kc_cell *cell, const struct kc_prompt_options *options,
                       struct kc_buf *out)
{
    const struct kc_target *target = cell->target;

    kc_buf_puts(out, "# Role\n\n");
    add_opening(target->platform, options->tools, out);
    add_notes(target->platform->notes, out);
    add_configuration(target, out);
    kc_buf_puts(out, "## Instruction set\n\n");
    if (options->short_manual)
        add_names(target->isa->desc, out);
    else
        kc_manual_brief(target->isa, target->config, out);
    add_traps(target, out);
    add_guidance(target, out);
    if (options->example)
        add_example(cell, out);
}

/* ---- user --------------------------------------------------------------------------------- */

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Whether text names the function: a whole word. */
static bool mentions(const char *text, const char *name)
{
    const size_t length = strlen(name);

    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name))
        if ((at == text || !word_char(at[-1])) && !word_char(at[length]))
            return true;
    return false;
}

/* The formulas of the tasks that a formula is built from, each once. */
static void add_parts(const struct kc_task *task, uint64_t *seen, struct kc_buf *out)
{
    const struct kc_task *part;

    *seen |= UINT64_C(1) << task->id;
    for (size_t i = 0; (part = kc_task_at(i)); i++) {
        if (*seen >> part->id & 1 || !mentions(task->formula, part->name))
            continue;
        kc_buf_printf(out, "where %s: %s\n", part->name, part->formula);
        add_parts(part, seen, out);
    }
}

/* Numbers of the integer form. */
static void add_integer_rules(const struct kc_case *c, struct kc_buf *out)
{
    if (c->requant_count)
        kc_buf_printf(out, "\nwhere\n\n%s", kc_int_rules);
    for (size_t i = 0; i < c->requant_count; i++)
        kc_buf_printf(out, "%sparams[%zu] = { m = %" PRId32 ", s = %" PRId32 " }", i ? ", " : "\n",
                      i, c->requant[i].m, c->requant[i].s);
    kc_buf_puts(out, c->requant_count ? ": the same for every seed of this configuration. Products "
                                        "and sums are exact in int32.\n"
                                      : "");
}

static void add_task(const struct kc_cell *cell, struct kc_buf *out)
{
    const struct kc_task *task = cell->task;
    uint64_t              seen = 0;

    kc_buf_printf(out, "# Task: %s (%s)\n\n%s\n", task->name, task->title,
                  kc_case_formula(cell->cases[0]));
    if (cell->cases[0]->integer)
        add_integer_rules(cell->cases[0], out);
    else
        add_parts(task, &seen, out);
    kc_buf_puts(out, "\n");
    kc_buf_puts(out, "Sizes:");
    for (size_t i = 0; i < KC_PARAMS && task->params[i]; i++)
        kc_buf_printf(out, "%s %s = %" PRIu32, i ? "," : "", task->params[i], cell->p[i]);
    kc_buf_puts(out, ". Rows come first, columns last; there is no mask and no dropout.\n\n");
}

static void add_stages(const struct kc_case *c, struct kc_buf *out)
{
    if (!c->stage_count)
        return;
    kc_buf_puts(out, "Stages, in order (names that explanations use; heads follow each other as "
                     "blocks of rows):");
    for (size_t i = 0; i < c->stage_count; i++)
        kc_buf_printf(out, "%s %s[%" PRIu32 ",%" PRIu32 "]", i ? "," : "", c->stage[i].name,
                      c->stage[i].rows, c->stage[i].cols);
    kc_buf_puts(out, "\n\n");
}

/* Whether the name is k or v, alone or as a part of something: "self.k". */
static bool is_cached(const char *name)
{
    const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name;

    return strcmp(last, "k") == 0 || strcmp(last, "v") == 0;
}

static void add_storage(const struct kc_case *c, struct kc_buf *out)
{
    size_t count = 0;

    for (size_t i = 0; c->storage && i < c->stage_count; i++)
        if (is_cached(c->stage[i].name))
            kc_buf_printf(out, "%s%s", count++ ? ", " : "Storage stages: ", c->stage[i].name);
    if (count)
        kc_buf_puts(out, " are a key/value cache: they pass through the machine's main memory in "
                         "its storage format before they are used as matrix operands. That "
                         "rounding is part of the task, and the expected result contains it.\n\n");
}

static void add_match(const struct kc_cell *cell, struct kc_buf *out)
{
    const double units = kc_task_units(cell->task, cell->cases[0]->platform);
    const char  *reason = kc_task_units_reason(cell->task, cell->cases[0]->platform);

    if (cell->cases[0]->integer) {
        kc_buf_printf(out, "- An element matches when %s.\n", cell->task->integer.match);
        return;
    }
    if (units == 0.0) {
        kc_buf_printf(out, "- An element matches when it is equal to the expected one (%s).\n",
                      reason);
        return;
    }
    kc_buf_printf(out,
                  "- An element matches when |y - expected| <= %g * 2^-8 * scale. 2^-8 is the unit "
                  "roundoff of bf16; scale is the natural magnitude of the element: for a sum the "
                  "root of the sum of its squared terms (or |expected| if larger), for softmax "
                  "the row's largest probability, for a function of one element the larger of "
                  "|x| and |y|. Reason for the factor: %s.\n",
                  units, reason);
    kc_buf_puts(out, "- The expected result is computed in double precision from the inputs as the "
                     "machine holds them: their storage format is not an error of yours.\n");
}

static void add_judgement(const struct kc_cell *cell, struct kc_buf *out)
{
    kc_buf_puts(out, "## How it is judged\n\n");
    add_match(cell, out);
    kc_buf_printf(out,
                  "- Correct means that every element matches on five seeds. run_evaluation shows "
                  "you one of them; the other four are hidden, two of them from another "
                  "distribution (%s). NaN and Inf never match.\n",
                  kc_uneven_inputs);
    kc_buf_puts(out, "- Each seed runs twice with different arbitrary values in all memory that "
                     "neither the harness nor the kernel wrote; both results must be equal to the "
                     "bit. Write or load what you read.\n"
                     "- Inputs stay unchanged, and nothing is stored outside outputs and "
                     "scratch.\n"
                     "- The score is the number of cycles of a correct kernel: fewer is better. A "
                     "run ends after 100 million instructions.\n");
}

static void add_user(const struct kc_cell *cell, enum kc_lang lang, struct kc_buf *out)
{
    const struct kc_case    *c = cell->cases[0];
    const struct kc_declared d = kc_case_declared(c);

    add_task(cell, out);
    add_stages(c, out);
    add_storage(c, out);
    kc_buf_puts(out, "## Where everything lies\n\n");
    cell->target->platform->guide(cell->target->config, &d, &cell->layout, out);
    kc_buf_puts(out, "\n");
    kc_lang_guide(lang, out);
    add_judgement(cell, out);
}

struct kc_prompt kc_prompt_new(const struct kc_cell *cell, const struct kc_prompt_options *options)
{
    struct kc_prompt prompt = { 0 };

    add_system(cell, options, &prompt.system);
    add_user(cell, options->lang, &prompt.user);
    return prompt;
}

void kc_prompt_free(struct kc_prompt *prompt)
{
    kc_buf_free(&prompt->system);
    kc_buf_free(&prompt->user);
}

size_t kc_prompt_tokens(const struct kc_prompt *prompt)
{
    return (prompt->system.length + prompt->user.length + 3) / 4;
}
