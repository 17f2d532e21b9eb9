/* The groups in order, and those about the struct and its configuration. */
#include "conform/conform.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *rule;
    void (*run)(struct kc_conform_case *c);
} groups[] = {
#define GROUP(name, rule) { #name, rule, kc_conform_##name },
#include "conform/groups.def"
};

static_assert(KC_COUNT(groups) <= KC_CONFORM_GROUPS, "all groups have room");

bool kc_conform_expect(struct kc_conform_case *c, bool good, const char *format, ...)
{
    va_list args;

    c->group->checks++;
    if (good)
        return true;
    if (c->group->failed++ == 0) {
        va_start(args, format);
        vsnprintf(c->group->first, sizeof c->group->first, format, args);
        va_end(args);
    }
    return false;
}

static bool run_group(const char *text, size_t index, struct kc_conform *result,
                      struct kc_diags *dg)
{
    struct kc_arena         arena = { 0 };
    struct kc_conform_group group = { groups[index].name, groups[index].rule, 0, 0, "" };
    struct kc_conform_case  c = { &arena, text, { 0 }, &group };
    const bool              opened = kc_target_open(dg->arena, text, NULL, &c.target, dg);

    if (opened)
        groups[index].run(&c);
    result->group[result->count++] = group;
    result->checks += group.checks;
    result->failed += group.failed;
    kc_arena_free(&arena);
    return opened;
}

/* What comes behind the memories relies on them. */
static bool unsound(const struct kc_conform *result)
{
    const struct kc_conform_group *last = result->count ? &result->group[result->count - 1] : NULL;

    return last && last->failed && strcmp(last->name, "memory") == 0;
}

bool kc_conform_run(const char *target, struct kc_conform *result, struct kc_diags *dg)
{
    *result = (struct kc_conform){ 0 };
    for (size_t i = 0; i < KC_COUNT(groups) && !unsound(result); i++)
        if (!run_group(target, i, result, dg))
            return false;
    return true;
}

/* ---- interface ---------------------------------------------------------------------------- */

static bool filled(const char *text)
{
    return text && *text;
}

void kc_conform_interface(struct kc_conform_case *c)
{
    const struct kc_platform *p = c->target.platform;

    kc_conform_expect(c, p->api == KC_PLATFORM_API, "api is %u, not %u", (unsigned)p->api,
                      (unsigned)KC_PLATFORM_API);
    kc_conform_expect(c, kc_platform_find(kc_str_from(p->name)) == p, "%s is not found by its name",
                      p->name);
    kc_conform_expect(c, filled(p->summary) && !strchr(p->summary, '\n'),
                      "the summary is one line of text");
    kc_conform_expect(c, filled(p->notes), "there are notes");
    kc_conform_expect(c, filled(p->comment), "the comment character is known");
    kc_conform_expect(c, filled(p->language), "the language is described");
    kc_conform_expect(c, filled(p->faster) && p->faster[strlen(p->faster) - 1] != '.',
                      "'faster' is a sentence without its stop");
    kc_conform_expect(c, p->place || p->offer_count == 0, "offers without place");
    for (size_t i = 0; i < p->offer_count; i++)
        kc_conform_expect(c, filled(p->offers[i].task) && p->offers[i].config[0][0] > 0,
                          "offer %zu names a task and its sizes", i);
}

/* ---- configuration ------------------------------------------------------------------------ */

/* "name:parameter=value" opens, with the value as it is printed. */
static void accepts_its_own(struct kc_conform_case *c, const struct kc_param *param)
{
    const struct kc_platform *p = c->target.platform;
    struct kc_buf             value = { 0 }, again = { 0 };
    struct kc_target          target;
    struct kc_diags           dg;

    kc_param_print(param, p->config_new(p, c->arena), &value);
    const char *text =
        kc_arena_printf(c->arena, "%s:%s=%s", p->name, param->name, value.text ? value.text : "");

    if (kc_conform_expect(c, kc_target_open(c->arena, text, NULL, &target, &dg), "%s is refused",
                          text)) {
        kc_param_print(param, target.config, &again);
        kc_conform_expect(c, strcmp(value.text, again.text) == 0, "%s becomes %s", text,
                          again.text);
    }
    kc_buf_free(&value);
    kc_buf_free(&again);
}

static bool refuses(struct kc_conform_case *c, const char *options)
{
    struct kc_target target;
    struct kc_diags  dg;
    const char      *text = kc_arena_printf(c->arena, "%s:%s", c->target.platform->name, options);

    return !kc_target_open(c->arena, text, NULL, &target, &dg) && dg.errors > 0;
}

void kc_conform_configuration(struct kc_conform_case *c)
{
    const struct kc_params *params = c->target.platform->params;

    for (size_t i = 0; i < params->count; i++) {
        const struct kc_param *param = &params->param[i];

        kc_conform_expect(c, filled(param->name) && filled(param->doc),
                          "parameter %zu has a name and a meaning", i);
        accepts_its_own(c, param);
        if (param->kind == KC_PARAM_UINT && param->max < UINT64_MAX)
            kc_conform_expect(c,
                              refuses(c, kc_arena_printf(c->arena, "%s=%llu", param->name,
                                                         (unsigned long long)param->max + 1)),
                              "%s beyond its maximum is refused", param->name);
    }
    kc_conform_expect(c, refuses(c, "no_such_parameter=1"), "an unknown parameter is refused");
}
