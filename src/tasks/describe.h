/* tasks/describe.h: a task as data, for listings and for programs. */
#ifndef KC_TASKS_DESCRIBE_H
#define KC_TASKS_DESCRIBE_H

#include "base/json.h"
#include "tasks/task.h"

/* {id, name, level, title, formula, units, units_on: {platform: units where they differ},
 * configs: {platform: [sizes of C1, ...]}}.  wanted says which platforms appear among the latter;
 * NULL: all of the table. */
kc_json *kc_task_json(const struct kc_task *task, bool (*wanted)(const char *platform));

#endif
