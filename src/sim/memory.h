/* sim/memory.h: named memory regions of a simulated machine.
 *
 * A region is an array of elements, addressed in the machine's own unit and handed out by rows (a
 * VRAM row, a matrix tile, a 64-byte block).  Pages appear when they are first touched: 16 GiB of
 * HBM cost what a program uses of them.  What nobody wrote shows the background: zero, one value,
 * or values drawn from a seed.
 *
 * With tracking on, every element remembers which source line wrote it last.  Off, the cost is one
 * predictable branch per row.
 */
#ifndef KC_SIM_MEMORY_H
#define KC_SIM_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/compiler.h"

/* How elements of a region come in, go out and read as numbers. */
struct kc_elem_type {
    const char *name;        /* "bf16" */
    uint32_t    bytes;       /* in the region */
    uint32_t    image_bytes; /* in a preload image */
    uint32_t    dump_bytes;  /* in a dump */
    const char *image_name;  /* format of preload images, for messages */
    void (*from_image)(const uint8_t *image, void *elem);
    void (*to_dump)(const void *elem, uint8_t *dump);
    bool (*from_number)(double number, void *elem); /* false: it cannot be held */
    double (*to_number)(const void *elem);
    void (*from_random)(uint64_t random, void *elem); /* always finite */
};

/* A page has at least so many bytes, exactly so many when rows are a power of two not larger. */
enum { KC_REGION_PAGE_BYTES = 16384 };

enum kc_background { KC_BACKGROUND_ZERO, KC_BACKGROUND_VALUE, KC_BACKGROUND_SEED };

/* Who wrote an element last: a source line (from 1), or one of these. */
#define KC_WRITER_NOBODY UINT32_C(0)
#define KC_WRITER_HOST   UINT32_MAX

struct kc_region {
    const char                *name, *doc;
    bool                       mapped; /* its elements have addresses: base and up */
    uint64_t                   base;
    const struct kc_elem_type *type;
    uint64_t                   elems, rows;
    uint32_t                   row_elems, row_bytes;
    uint32_t                   page_shift; /* rows per page, as a power of two */
    uint8_t                  **pages;      /* NULL: untouched */
    uint32_t                 **writers;    /* NULL while tracking is off */
    uint8_t                   *blank;      /* what an untouched page reads as */
    enum kc_background         background;
    uint64_t                   seed;
    uint64_t                  *touched; /* numbers of the pages that exist */
    size_t                     touched_count, touched_capacity;
};

/* elems must be a multiple of row_elems. */
void kc_region_init(struct kc_region *r, const char *name, const char *doc,
                    const struct kc_elem_type *type, uint64_t elems, uint32_t row_elems);
void kc_region_free(struct kc_region *r);

/* Forgets all contents and writers; the background becomes zero. */
void kc_region_clear(struct kc_region *r);

/* Remembers writers from now on.  Turning it off forgets them. */
void kc_region_track(struct kc_region *r, bool on);

/* Every element from offset on becomes value, or a finite draw of seed (a function of seed, region
 * name and element number, whatever is touched first).  Host writes for the tracker: a value counts
 * as written by the host, a seed as written by nobody.  Everything below offset becomes real: the
 * cost grows with offset. */
void kc_region_fill(struct kc_region *r, uint64_t offset, double value);
void kc_region_fill_seed(struct kc_region *r, uint64_t offset, uint64_t seed);

/* Slow paths of the accessors below. */
uint8_t       *kc_region_materialise(struct kc_region *r, uint64_t page);
const uint8_t *kc_region_untouched(struct kc_region *r, uint64_t page);

/* The bytes of a row, which must be below r->rows.  A pointer stays valid until _clear/_fill. */
KC_INLINE const void *kc_region_read(struct kc_region *r, uint64_t row)
{
    const uint64_t page = row >> r->page_shift;
    const uint8_t *bytes = r->pages[page];

    if (KC_UNLIKELY(!bytes))
        bytes = kc_region_untouched(r, page);
    return bytes + (row & ((UINT64_C(1) << r->page_shift) - 1)) * r->row_bytes;
}

KC_INLINE void *kc_region_write(struct kc_region *r, uint64_t row)
{
    const uint64_t page = row >> r->page_shift;
    uint8_t       *bytes = r->pages[page];

    if (KC_UNLIKELY(!bytes))
        bytes = kc_region_materialise(r, page);
    return bytes + (row & ((UINT64_C(1) << r->page_shift) - 1)) * r->row_bytes;
}

/* Tracking only: elements [first, first + count) of the row were written by writer. */
void kc_region_mark(struct kc_region *r, uint64_t row, uint32_t first, uint32_t count,
                    uint32_t writer);

/* Tracking only: the first element of [first, first + count) of the row that nobody wrote, or -1.
 */
int64_t kc_region_unwritten(const struct kc_region *r, uint64_t row, uint32_t first,
                            uint32_t count);

/* Tracking only: whether every element of the row's page has a writer; cheap. */
bool kc_region_all_written(const struct kc_region *r, uint64_t row);

/* KC_WRITER_NOBODY when tracking is off. */
uint32_t kc_region_writer(const struct kc_region *r, uint64_t elem);

/* One element for hosts: preloads, dumps, tests.  elem must be below r->elems. */
const void *kc_region_elem(struct kc_region *r, uint64_t elem);
void       *kc_region_elem_write(struct kc_region *r, uint64_t elem, uint32_t writer);

/* count elements in the region's own representation, written by the host. */
void kc_region_put(struct kc_region *r, uint64_t elem, const void *elems, uint64_t count);

/* What a region holds now, page by page, to see later what changed. */
struct kc_snapshot {
    uint64_t *hash;
    size_t    pages;
};

struct kc_arena;
struct kc_snapshot kc_region_snapshot(struct kc_arena *arena, const struct kc_region *r);

/* The first element of a page in [from, to) that changed since the snapshot, or -1.  Pages that
 * have only been read, and so made, count as unchanged. */
int64_t kc_region_changed(const struct kc_region *r, const struct kc_snapshot *snapshot,
                          uint64_t from, uint64_t to);

/* How many bytes of contents exist. */
uint64_t kc_region_resident_bytes(const struct kc_region *r);

#endif
