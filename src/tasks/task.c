/* Cases: declared tensors, configurations from text, and the list of tasks. */
#include "tasks/task.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/float.h"
#include "tasks/int.h"
#include "tasks/offer.h"

#define TASK(name) extern const struct kc_task kc_task_##name;
#include "tasks_list.def"
#undef TASK

static const struct kc_task *const tasks[] = {
#define TASK(name) &kc_task_##name,
#include "tasks_list.def"
#undef TASK
};

/* ---- the list ----------------------------------------------------------------------------- */

/* The build collects files by name; people think in ids. */
const struct kc_task *kc_task_at(size_t index)
{
    for (size_t i = 0; i < KC_COUNT(tasks); i++)
        if (tasks[i]->id == index + 1)
            return tasks[i];
    return NULL;
}

const struct kc_task *kc_task_find(struct kc_str name)
{
    uint64_t id;

    for (size_t i = 0; i < KC_COUNT(tasks); i++)
        if (kc_str_is(name, tasks[i]->name))
            return tasks[i];
    return kc_str_u64(name, &id) && id > 0 ? kc_task_at((size_t)id - 1) : NULL;
}

static const uint32_t (*published(const struct kc_task *task, const char *platform))[KC_PARAMS]
{
    for (size_t i = 0; i < KC_COUNT(task->configs) && task->configs[i].platform; i++)
        if (strcmp(task->configs[i].platform, platform) == 0)
            return task->configs[i].config;
    const struct kc_offer *offer = kc_offer_of(task, platform);

    return offer ? offer->config : NULL;
}

const char *kc_task_nearest(struct kc_str name)
{
    const struct kc_task *each;
    const char           *names[64];
    size_t                count = 0;

    for (; count < KC_COUNT(names) && (each = kc_task_at(count)); count++)
        names[count] = each->name;
    return kc_str_nearest(name, names, count);
}

bool kc_task_supported(const struct kc_task *task, const char *platform)
{
    return published(task, platform) != NULL;
}

static bool units_differ(const struct kc_task *task, const char *platform)
{
    return task->units_on.platform && strcmp(task->units_on.platform, platform) == 0;
}

double kc_task_units(const struct kc_task *task, const char *platform)
{
    return units_differ(task, platform) ? task->units_on.units : task->units;
}

const char *kc_task_units_reason(const struct kc_task *task, const char *platform)
{
    return units_differ(task, platform) ? task->units_on.reason : task->units_reason;
}

static size_t param_count(const struct kc_task *task)
{
    size_t n = 0;

    while (n < KC_PARAMS && task->params[n])
        n++;
    return n;
}

static const char *custom_config(struct kc_arena *arena, const struct kc_task *task,
                                 struct kc_str text, uint32_t *p)
{
    const size_t wanted = param_count(task);
    size_t       n = 0;

    for (; text.length && n < KC_PARAMS; n++) {
        const struct kc_str item = kc_str_trim(kc_str_cut(&text, ','));
        uint64_t            value;

        if (!kc_str_u64(item, &value) || value == 0 || value > 1 << 20)
            return kc_arena_printf(arena, "'%.*s' is not C1 to C5, gen:SEED or sizes like 8,128",
                                   KC_STR(item));
        p[n] = (uint32_t)value;
    }
    if (n != wanted || text.length)
        return kc_arena_printf(arena, "%s has %zu parameters", task->name, wanted);
    return NULL;
}

const char *kc_task_config(struct kc_arena *arena, const struct kc_task *task, const char *platform,
                           struct kc_str text, uint32_t *p)
{
    const uint32_t(*five)[KC_PARAMS] = published(task, platform);
    struct kc_str rest = text;
    uint64_t      number;
    const char   *why = NULL;

    memset(p, 0, KC_PARAMS * sizeof *p);
    if (!five)
        return kc_arena_printf(arena, "%s is not defined on %s", task->name, platform);
    if (text.length == 2 && (text.at[0] == 'C' || text.at[0] == 'c') && text.at[1] >= '1' &&
        text.at[1] <= '5') {
        memcpy(p, five[text.at[1] - '1'], KC_PARAMS * sizeof *p);
        return NULL;
    }
    if (kc_str_is(kc_str_cut(&rest, ':'), "gen")) {
        if (!kc_str_u64(rest, &number))
            return "gen: needs a number, for example gen:7";
        kc_task_generate(task, platform, number, p);
        return NULL;
    }
    why = custom_config(arena, task, text, p);
    return why ? why : kc_task_illegal(arena, task, platform, p);
}

/* ---- declaring ---------------------------------------------------------------------------- */

static void allocate(struct kc_case *c, struct kc_tensor *t, bool scaled)
{
    const size_t count = kc_tensor_count(t);

    t->value = kc_arena_array(c->arena, double, count);
    t->scale = scaled ? kc_arena_array(c->arena, double, count) : NULL;
}

struct kc_tensor *kc_input(struct kc_case *c, const char *name, enum kc_role role,
                           enum kc_draw draw, uint32_t rows, uint32_t cols)
{
    const size_t i = c->in_count++;

    assert(i < KC_INPUTS);
    c->draw[i] = draw;
    c->fan_in[i] = rows;
    c->in[i] =
        (struct kc_tensor){ .name = name, .role = role, .batch = 1, .rows = rows, .cols = cols };
    if (c->integer)
        c->in[i].number = KC_NUMBER_INT8;
    return &c->in[i];
}

struct kc_tensor *kc_output(struct kc_case *c, const char *name, uint32_t rows, uint32_t cols)
{
    c->out = (struct kc_tensor){ .name = name, .batch = 1, .rows = rows, .cols = cols };
    if (c->integer)
        c->out.number = c->task->integer.out;
    return &c->out;
}

struct kc_tensor *kc_stage(struct kc_case *c, const char *name, uint32_t rows, uint32_t cols)
{
    struct kc_tensor *t = &c->stage[c->stage_count++];

    assert(c->stage_count <= KC_STAGES);
    *t = (struct kc_tensor){ .name = name, .batch = 1, .rows = rows, .cols = cols };
    return t;
}

void kc_constant(struct kc_case *c, const char *name, double value)
{
    assert(c->constant_count < KC_CONSTANTS);
    if (c->integer)
        return;
    c->constant[c->constant_count++] = (struct kc_constant){ name, value };
}

struct kc_case *kc_case_new(struct kc_arena *arena, const struct kc_task *task,
                            const char *platform, const uint32_t *p)
{
    struct kc_case *c = kc_arena_new(arena, struct kc_case);

    c->arena = arena;
    c->task = task;
    c->platform = platform;
    c->integer = kc_integers_on(platform);
    memcpy(c->p, p, sizeof c->p);
    task->declare(c);
    for (size_t i = 0; i < c->in_count; i++)
        allocate(c, &c->in[i], false);
    allocate(c, &c->out, true);
    for (size_t i = 0; i < c->stage_count; i++)
        allocate(c, &c->stage[i], true);
    return c;
}

/* ---- a case --------------------------------------------------------------------------------- */

struct kc_declared kc_case_declared(const struct kc_case *c)
{
    return (struct kc_declared){ .in = c->in,
                                 .out = &c->out,
                                 .constant = c->constant,
                                 .in_count = c->in_count,
                                 .constant_count = c->constant_count };
}

const char *kc_case_formula(const struct kc_case *c)
{
    return c->integer ? c->task->integer.formula : c->task->formula;
}

/* Unit roundoff of bf16, the output format of the floating-point machines. */
static const double UNIT_ROUNDOFF = 1.0 / 256.0;

double kc_case_allowed(const struct kc_case *c, double scale)
{
    return c->integer ? scale : kc_task_units(c->task, c->platform) * UNIT_ROUNDOFF * scale;
}

/* What a reference allocates on its way is gone when it returns; tensors are the case's own. */
void kc_case_reference(struct kc_case *c)
{
    struct kc_arena  scratch = { 0 };
    struct kc_arena *keep = c->arena;

    c->arena = &scratch;
    if (c->integer)
        c->task->integer.reference(c);
    else
        c->task->reference(c);
    c->arena = keep;
    kc_arena_free(&scratch);
}

void kc_case_rounded(const struct kc_case *c, double *answer)
{
    struct kc_case copy = *c;
    const size_t   count = kc_tensor_count(&c->out);

    assert(!c->integer);
    copy.out.value = answer;
    copy.out.scale = kc_alloc(count * sizeof *answer);
    copy.stage_count = 0;
    copy.rounded = true;
    kc_case_reference(&copy);
    for (size_t i = 0; i < count; i++)
        answer[i] = kc_bf16_widen(kc_bf16_round((float)answer[i]));
    free(copy.out.scale);
}
