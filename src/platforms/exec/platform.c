/* An external simulator as a platform: its processes, its configuration, its tasks. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "platforms/exec/parts.h"
#include "platforms/plugin.h"

/* ---- asking ------------------------------------------------------------------------------- */

/* An idle process, or a new one. */
static bool borrow(struct exec_platform *x, struct exec_process *p, struct exec_why *why)
{
    bool idle;

    pthread_mutex_lock(&x->lock);
    idle = x->idle_count > 0;
    if (idle)
        *p = x->idle[--x->idle_count];
    pthread_mutex_unlock(&x->lock);
    return idle || exec_start(x->command, p, why);
}

static void give_back(struct exec_platform *x, struct exec_process *p)
{
    pthread_mutex_lock(&x->lock);
    const bool room = x->idle_count < EXEC_IDLE;

    if (room)
        x->idle[x->idle_count++] = *p;
    pthread_mutex_unlock(&x->lock);
    if (!room)
        exec_end(p);
}

/* "error" is an answer: the process is well. */
static kc_json *understood(struct kc_str text, struct exec_why *why, bool *well)
{
    kc_json    *answer = kc_json_parse(text);
    const char *error = answer ? kc_json_get_str(answer, "error", NULL) : NULL;

    *well = answer && kc_json_type(answer) == KC_JSON_OBJECT;
    if (!*well)
        snprintf(why->text, sizeof why->text, "the simulator's answer is no JSON object");
    else if (error)
        snprintf(why->text, sizeof why->text, "%.180s", error);
    if (*well && !error)
        return answer;
    kc_json_free(answer);
    return NULL;
}

static kc_json *ask_once(struct exec_platform *x, struct kc_str line, struct exec_why *why,
                         bool *well)
{
    struct exec_process p;
    struct kc_buf       text = { 0 };
    kc_json            *answer = NULL;

    *well = false;
    if (!borrow(x, &p, why))
        return NULL;
    if (exec_talk(&p, line, (size_t)EXEC_REPLY_MIB << 20, &text, why))
        answer = understood((struct kc_str){ text.text, text.length }, why, well);
    if (*well)
        give_back(x, &p);
    else
        exec_end(&p);
    kc_buf_free(&text);
    return answer;
}

kc_json *exec_ask(const struct exec_platform *x, struct kc_str line, struct exec_why *why)
{
    struct exec_platform *mine = (struct exec_platform *)(uintptr_t)x; /* only its processes */
    bool                  well;
    kc_json              *answer = ask_once(mine, line, why, &well);

    return answer || well ? answer : ask_once(mine, line, why, &well);
}

/* ---- configuration ------------------------------------------------------------------------ */

uint64_t exec_size_of(const struct exec_config *c, struct exec_size size)
{
    return size.param < 0 ? size.number : c->value[size.param];
}

void exec_add_parameters(const struct exec_config *c, struct kc_buf *out)
{
    kc_buf_puts(out, "\"parameters\":{");
    for (size_t i = 0; i < c->x->params.count; i++)
        kc_buf_printf(out, "%s\"%s\":%" PRIu64, i ? "," : "", c->x->param[i].name, c->value[i]);
    kc_buf_puts(out, "}");
}

static void *config_new(const struct kc_platform *self, struct kc_arena *arena)
{
    const struct exec_platform *x = (const struct exec_platform *)self;
    struct exec_config         *c = kc_arena_new(arena, struct exec_config);

    c->x = x;
    memcpy(c->value, x->param_value, sizeof c->value);
    return c;
}

static void check_region(const struct exec_config *c, const struct exec_region *r,
                         struct kc_diags *dg)
{
    const uint64_t elems = exec_size_of(c, r->elems), row = exec_size_of(c, r->row);
    const uint64_t row_bytes = row * r->type->bytes;

    if (row == 0 || row_bytes > KC_REGION_PAGE_BYTES || (row_bytes & (row_bytes - 1)))
        kc_error_plain(dg, "geometry", NULL,
                       "rows of the memory %s must have a power of two of bytes, at most %d",
                       r->name, KC_REGION_PAGE_BYTES);
    else if (elems == 0 || elems % row)
        kc_error_plain(dg, "geometry", NULL, "the memory %s must be made of whole rows of %" PRIu64,
                       r->name, row);
}

static void config_check(const void *config, struct kc_diags *dg)
{
    const struct exec_config   *c = config;
    const struct exec_platform *x = c->x;
    uint64_t                    left = (uint64_t)EXEC_MEMORY_MIB << 20;

    for (size_t i = 0; i < x->region_count; i++) {
        const uint64_t elems = exec_size_of(c, x->region[i].elems);

        check_region(c, &x->region[i], dg);
        if (elems > left / x->region[i].type->bytes) {
            kc_error_plain(dg, "geometry", NULL,
                           "the memories of an external simulator have at most %d MiB",
                           EXEC_MEMORY_MIB);
            return;
        }
        left -= elems * x->region[i].type->bytes;
    }
    if (exec_size_of(c, x->align) == 0 || exec_size_of(c, x->align) > 1 << 16)
        kc_error_plain(dg, "geometry", NULL, "tensors are aligned to 1 to 65536 elements");
    if (exec_size_of(c, x->columns) == 0)
        kc_error_plain(dg, "geometry", NULL, "columns cannot be a multiple of 0");
}

static const struct kc_isa *isa(struct kc_arena *arena, const void *config)
{
    return kc_isa_build(arena, &((const struct exec_config *)config)->x->desc);
}

static void manual(const void *config, struct kc_buf *out)
{
    const struct exec_platform *x = ((const struct exec_config *)config)->x;

    kc_buf_puts(out, "## Configuration\n\n| parameter | value | meaning |\n|---|---|---|\n");
    for (size_t i = 0; i < x->params.count; i++) {
        kc_buf_printf(out, "| %s | ", x->param[i].name);
        kc_param_print(&x->param[i], config, out);
        kc_buf_printf(out, " | %s |\n", x->param[i].doc);
    }
    kc_buf_puts(out, "\n## Traps\n\n| cause | rule |\n|---|---|\n");
    for (size_t i = 0; i < x->trap_count; i++)
        kc_buf_printf(out, "| `%s` | %s |\n", x->trap[i].cause, x->trap[i].rule);
    kc_buf_puts(out, "\n");
}

/* ---- tasks -------------------------------------------------------------------------------- */

static struct kc_flat flat_of(const struct exec_config *c)
{
    const struct exec_region *main = &c->x->region[c->x->main];

    return (struct kc_flat){ main->name, main->type, exec_size_of(c, main->elems),
                             (uint32_t)exec_size_of(c, c->x->align) };
}

static const char *place(const void *config, const struct kc_declared *d, struct kc_layout *layout)
{
    const struct exec_config *c = config;
    const struct kc_flat      f = flat_of(c);

    if (d->out->cols % exec_size_of(c, c->x->columns))
        return "the columns of the output are not a multiple of what this machine wants";
    return kc_flat_place(&f, d, layout);
}

static void guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                  struct kc_buf *out)
{
    const struct kc_flat f = flat_of(config);

    kc_flat_guide(&f, d, layout, out);
}

static void tensor_quantise(const void *config, struct kc_tensor *t)
{
    (void)config;
    kc_flat_quantise(t);
}

static struct kc_image image(struct kc_arena *arena, const void *config,
                             const struct kc_declared *d, const struct kc_layout *layout)
{
    (void)arena, (void)config, (void)d, (void)layout;
    return (struct kc_image){ 0 };
}

static void prepare(struct kc_machine *machine, const struct kc_declared *d,
                    const struct kc_layout *layout)
{
    const struct kc_flat f = flat_of(exec_config_of(machine));

    kc_flat_prepare(&f, machine, d, layout);
}

static void tensor_read(struct kc_machine *machine, const struct kc_placed *p,
                        const struct kc_tensor *t, double *values)
{
    const struct kc_flat f = flat_of(exec_config_of(machine));

    kc_flat_read(&f, machine, p, t, values);
}

static uint64_t tensor_address(const void *config, const struct kc_placed *p, uint32_t row,
                               uint32_t col)
{
    (void)config;
    return kc_flat_address(p, row, col);
}

/* ---- compiler and bound ------------------------------------------------------------------- */

static void add_tensor(const struct kc_tensor *t, const struct kc_placed *p, struct kc_buf *out)
{
    kc_buf_printf(out,
                  "{\"name\":\"%s\",\"batch\":%" PRIu32 ",\"rows\":%" PRIu32 ",\"cols\":%" PRIu32
                  ",\"number\":\"%s\",\"address\":%" PRIu64 ",\"width\":%" PRIu32 "}",
                  t->name, t->batch, t->rows, t->cols, kc_number_name(t->number), p->address,
                  p->width);
}

static void add_job(const struct exec_config *c, const struct kc_job *job, const char *what,
                    struct kc_buf *out)
{
    const struct kc_declared *d = job->declared;

    kc_buf_printf(out, "{\"do\":\"%s\",\"task\":\"%s\",\"best\":%s,\"sizes\":[", what, job->task,
                  job->best ? "true" : "false");
    for (size_t i = 0; i < KC_OFFER_SIZES; i++)
        kc_buf_printf(out, "%s%" PRIu32, i ? "," : "", job->sizes[i]);
    kc_buf_puts(out, "],");
    exec_add_parameters(c, out);
    kc_buf_puts(out, ",\"inputs\":[");
    for (size_t i = 0; i < d->in_count; i++) {
        kc_buf_puts(out, i ? "," : "");
        add_tensor(&d->in[i], &job->layout->in[i], out);
    }
    kc_buf_puts(out, "],\"output\":");
    add_tensor(d->out, &job->layout->out, out);
    kc_buf_puts(out, ",\"constants\":[");
    for (size_t i = 0; i < d->constant_count; i++)
        kc_buf_printf(out, "%s{\"name\":\"%s\",\"value\":%.17g,\"address\":%" PRIu64 "}",
                      i ? "," : "", d->constant[i].name, d->constant[i].value,
                      job->layout->constant[i]);
    kc_buf_puts(out, "]}");
}

static kc_json *ask_job(const void *config, const struct kc_job *job, const char *what,
                        struct exec_why *why)
{
    struct kc_buf line = { 0 };

    add_job(config, job, what, &line);
    kc_json *answer = exec_ask(((const struct exec_config *)config)->x,
                               (struct kc_str){ line.text, line.length }, why);

    kc_buf_free(&line);
    return answer;
}

static const char *compile(const void *config, const struct kc_isa *set, const struct kc_job *job,
                           struct kc_buf *out)
{
    struct exec_why why;
    kc_json        *answer = ask_job(config, job, "compile", &why);
    struct kc_str   text = kc_json_text(answer ? kc_json_get(answer, "text") : NULL);

    (void)set;
    if (text.length)
        kc_buf_add_utf8(out, text.at, text.length);
    const bool found = text.length > 0;

    kc_json_free(answer);
    return found ? NULL : "the simulator has no kernel for this";
}

static uint64_t bound(const void *config, const struct kc_job *job, struct kc_buf *why)
{
    struct exec_why ignored;
    kc_json        *answer = ask_job(config, job, "bound", &ignored);
    const int64_t   cycles = answer ? kc_json_get_int(answer, "cycles", 0) : 0;
    const char     *text = answer ? kc_json_get_str(answer, "why", "") : "";

    kc_buf_add_visible(why, text, strlen(text));
    kc_json_free(answer);
    return cycles > 0 ? (uint64_t)cycles : 0;
}

/* ---- the platform ------------------------------------------------------------------------- */

static const struct kc_platform hooks = {
    .api = KC_PLATFORM_API,
    .config_new = config_new,
    .config_check = config_check,
    .isa = isa,
    .manual = manual,
    .machine_new = exec_machine_new,
    .machine_free = exec_machine_free,
    .machine_reset = exec_machine_reset,
    .load = exec_load,
    .run = exec_run,
    .registers = exec_registers,
    .set_register = exec_set_register,
    .place = place,
    .guide = guide,
    .tensor_quantise = tensor_quantise,
    .image = image,
    .prepare = prepare,
    .tensor_read = tensor_read,
    .tensor_address = tensor_address,
};

/* Its defaults must be a machine: sizes are checked like those of a user. */
static const char *unusable(struct kc_arena *arena, const struct exec_platform *x)
{
    struct kc_diags dg;

    kc_diags_init(&dg, arena, (struct kc_source){ x->platform.name, { "", 0 } });
    config_check(config_new(&x->platform, arena), &dg);
    return dg.first ? dg.first->message : kc_plugin_incomplete(&x->platform);
}

const struct kc_platform *kc_exec_from_hello(struct kc_arena *arena, const char *command,
                                             struct kc_str hello, struct kc_buf *why)
{
    struct exec_platform *x = kc_arena_new(arena, struct exec_platform);
    kc_json              *answer = kc_json_parse(hello);
    const char           *wrong;

    x->platform = hooks;
    x->command = kc_arena_strndup(arena, command, strlen(command));
    pthread_mutex_init(&x->lock, NULL);
    wrong = exec_read_hello(arena, answer, x);
    x->platform.params = &x->params;
    x->platform.offers = x->offer;
    x->platform.address_region = wrong ? "" : x->region[x->main].name;
    x->platform.compile = answer && kc_json_get_bool(answer, "compiles", false) ? compile : NULL;
    x->platform.bound = answer && kc_json_get_bool(answer, "bounds", false) ? bound : NULL;
    if (!wrong)
        wrong = unusable(arena, x);
    kc_json_free(answer);
    if (wrong)
        kc_buf_puts(why, wrong);
    return wrong ? NULL : &x->platform;
}

const struct kc_platform *kc_exec_platform(const char *command, struct kc_buf *why)
{
    static struct kc_arena    forever;
    static const char         question[] = "{\"do\":\"hello\",\"version\":1}";
    struct exec_process       p;
    struct exec_why           reason = { "" };
    struct kc_buf             hello = { 0 };
    const struct kc_platform *platform = NULL;

    if (!exec_start(command, &p, &reason) ||
        !exec_talk(&p, kc_str_from(question), (size_t)EXEC_HELLO_MIB << 20, &hello, &reason))
        kc_buf_puts(why, reason.text);
    else
        platform =
            kc_exec_from_hello(&forever, command, (struct kc_str){ hello.text, hello.length }, why);
    if (platform)
        give_back((struct exec_platform *)(uintptr_t)platform, &p);
    else
        exec_end(&p);
    kc_buf_free(&hello);
    return platform;
}
