/* A task's row as JSON. */
#include "tasks/describe.h"

static kc_json *sizes_json(const struct kc_task *task, const uint32_t *config)
{
    kc_json *sizes = kc_json_object();

    for (int p = 0; p < KC_PARAMS && task->params[p]; p++)
        kc_json_set_uint(sizes, task->params[p], config[p]);
    return sizes;
}

static kc_json *configs_json(const struct kc_task *t, bool (*wanted)(const char *platform))
{
    kc_json *configs = kc_json_object();

    for (size_t i = 0; i < KC_COUNT(t->configs) && t->configs[i].platform; i++) {
        kc_json *list;

        if (wanted && !wanted(t->configs[i].platform))
            continue;
        list = kc_json_array();
        for (int c = 0; c < KC_CONFIGS; c++)
            kc_json_push(list, sizes_json(t, t->configs[i].config[c]));
        kc_json_set(configs, t->configs[i].platform, list);
    }
    return configs;
}

/* The constant of the tolerance where a machine has its own. */
static kc_json *units_json(const struct kc_task *t)
{
    kc_json *units = kc_json_object();

    if (t->units_on.platform)
        kc_json_set_double(units, t->units_on.platform, t->units_on.units);
    return units;
}

kc_json *kc_task_json(const struct kc_task *t, bool (*wanted)(const char *platform))
{
    kc_json *root = kc_json_object();

    kc_json_set_uint(root, "id", t->id);
    kc_json_set_str(root, "name", t->name);
    kc_json_set_uint(root, "level", t->level);
    kc_json_set_str(root, "title", t->title);
    kc_json_set_str(root, "formula", t->formula);
    kc_json_set_double(root, "units", t->units);
    kc_json_set(root, "units_on", units_json(t));
    kc_json_set(root, "configs", configs_json(t, wanted));
    return root;
}
