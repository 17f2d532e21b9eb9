/* view/snapshot.h: the parts of the report as they were at one moment; for view/ only. */
#ifndef KC_VIEW_SNAPSHOT_H
#define KC_VIEW_SNAPSHOT_H

#include <pthread.h>

#include "report/report.h"

enum view_part {
#define PART(name) VIEW_PART_##name,
#include "view/parts.def"
    VIEW_PARTS
};

extern const char *const view_part_names[VIEW_PARTS];

struct view_snapshot {
    struct kc_buf part[VIEW_PARTS];
    struct kc_buf json;
    uint64_t      generation;
    int           users;
};

/* Watches a store from a thread of its own. */
struct view_watch {
    kc_store             *store;
    pthread_mutex_t       lock;
    pthread_cond_t        changed; /* a newer snapshot, or the end */
    pthread_t             thread;
    struct view_snapshot *now;
    bool                  stop;
};

/* The first snapshot is there when it returns true. */
bool view_watch_begin(struct view_watch *watch, kc_store *store);

/* Ends the thread and wakes who waits; afterwards nobody may use it but to take and drop. */
void view_watch_stop(struct view_watch *watch);
void view_watch_free(struct view_watch *watch);

/* The newest snapshot; give it back with view_drop. */
struct view_snapshot *view_take(struct view_watch *watch);
void                  view_drop(struct view_watch *watch, struct view_snapshot *snapshot);

/* Waits for a snapshot newer than seen, the end, or a quarter of a minute; the newest generation,
 * 0 at the end. */
uint64_t view_wait(struct view_watch *watch, uint64_t seen);

#endif
