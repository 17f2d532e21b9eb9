/* Regions: a directory of pages that appear on first touch, with their background and writers. */
#include "sim/memory.h"

#include <string.h>

#include "base/arena.h"
#include "base/random.h"

static uint64_t page_count(const struct kc_region *r)
{
    return (r->rows + (UINT64_C(1) << r->page_shift) - 1) >> r->page_shift;
}

static size_t page_bytes(const struct kc_region *r)
{
    return (size_t)r->row_bytes << r->page_shift;
}

static size_t page_elems(const struct kc_region *r)
{
    return (size_t)r->row_elems << r->page_shift;
}

void kc_region_init(struct kc_region *r, const char *name, const char *doc,
                    const struct kc_elem_type *type, uint64_t elems, uint32_t row_elems)
{
    assert(elems % row_elems == 0);
    *r = (struct kc_region){ .name = name,
                             .doc = doc,
                             .type = type,
                             .elems = elems,
                             .rows = elems / row_elems,
                             .row_elems = row_elems,
                             .row_bytes = row_elems * type->bytes };
    while (page_bytes(r) < KC_REGION_PAGE_BYTES)
        r->page_shift++;
    r->pages = kc_alloc(page_count(r) * sizeof *r->pages);
    r->blank = kc_alloc(page_bytes(r));
}

void kc_region_clear(struct kc_region *r)
{
    for (size_t i = 0; i < r->touched_count; i++) {
        free(r->pages[r->touched[i]]);
        r->pages[r->touched[i]] = NULL;
        if (r->writers) {
            free(r->writers[r->touched[i]]);
            r->writers[r->touched[i]] = NULL;
        }
    }
    r->touched_count = 0;
    if (r->background != KC_BACKGROUND_ZERO)
        memset(r->blank, 0, page_bytes(r));
    r->background = KC_BACKGROUND_ZERO;
}

void kc_region_free(struct kc_region *r)
{
    kc_region_clear(r);
    free(r->touched);
    free(r->writers);
    free(r->pages);
    free(r->blank);
    *r = (struct kc_region){ 0 };
}

/* A value of the region's own, so that two regions with one seed differ. */
static uint64_t stream_of(const char *name)
{
    uint64_t h = UINT64_C(1469598103934665603);

    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * UINT64_C(1099511628211);
    return h;
}

static uint64_t background(uint64_t seed, uint64_t stream, uint64_t elem)
{
    return kc_mix64(kc_mix64(seed) + stream + (elem + 1) * UINT64_C(0x9e3779b97f4a7c15));
}

static void draw_page(const struct kc_region *r, uint64_t page, uint8_t *bytes)
{
    const uint64_t stream = stream_of(r->name);
    const size_t   elems = page_elems(r);

    for (size_t i = 0; i < elems; i++)
        r->type->from_random(background(r->seed, stream, page * elems + i),
                             bytes + i * r->type->bytes);
}

static uint32_t background_writer(const struct kc_region *r)
{
    return r->background == KC_BACKGROUND_VALUE ? KC_WRITER_HOST : KC_WRITER_NOBODY;
}

/* The last page may reach beyond the region. */
static uint64_t real_elems(const struct kc_region *r, uint64_t page)
{
    const uint64_t left = r->elems - page * page_elems(r);

    return left < page_elems(r) ? left : page_elems(r);
}

/* How many elements of a page nobody wrote: kept behind its writers. */
static uint32_t *unwritten_count(const struct kc_region *r, uint64_t page)
{
    return &r->writers[page][page_elems(r)];
}

static void add_writers(struct kc_region *r, uint64_t page)
{
    const size_t   elems = page_elems(r);
    const uint32_t writer = background_writer(r);

    r->writers[page] = kc_alloc((elems + 1) * sizeof **r->writers);
    for (size_t i = 0; writer && i < elems; i++)
        r->writers[page][i] = writer;
    *unwritten_count(r, page) = writer ? 0 : (uint32_t)real_elems(r, page);
}

/* A page with nothing in it yet. */
static uint8_t *add_page(struct kc_region *r, uint64_t page)
{
    uint8_t *bytes = kc_alloc(page_bytes(r));

    if (r->touched_count == r->touched_capacity) {
        r->touched_capacity = r->touched_capacity ? r->touched_capacity * 2 : 64;
        r->touched = kc_realloc(r->touched, r->touched_capacity * sizeof *r->touched);
    }
    r->touched[r->touched_count++] = page;
    r->pages[page] = bytes;
    if (r->writers)
        add_writers(r, page);
    return bytes;
}

uint8_t *kc_region_materialise(struct kc_region *r, uint64_t page)
{
    uint8_t *bytes = add_page(r, page);

    if (r->background == KC_BACKGROUND_SEED)
        draw_page(r, page, bytes);
    else if (r->background == KC_BACKGROUND_VALUE)
        memcpy(bytes, r->blank, page_bytes(r));
    return bytes;
}

const uint8_t *kc_region_untouched(struct kc_region *r, uint64_t page)
{
    return r->background == KC_BACKGROUND_SEED ? kc_region_materialise(r, page) : r->blank;
}

void kc_region_track(struct kc_region *r, bool on)
{
    if (on == (r->writers != NULL))
        return;
    if (on)
        r->writers = kc_alloc(page_count(r) * sizeof *r->writers);
    for (size_t i = 0; i < r->touched_count; i++)
        if (on)
            add_writers(r, r->touched[i]);
        else
            free(r->writers[r->touched[i]]);
    if (!on) {
        free(r->writers);
        r->writers = NULL;
    }
}

/* Makes the pages below offset real, drops the others, and sets what untouched pages show. */
static void set_background(struct kc_region *r, uint64_t offset, enum kc_background background)
{
    const uint64_t keep = (offset + page_elems(r) - 1) / page_elems(r);
    size_t         left = 0;

    for (uint64_t page = 0; page < keep && page < page_count(r); page++)
        if (!r->pages[page])
            kc_region_materialise(r, page);
    for (size_t i = 0; i < r->touched_count; i++) {
        const uint64_t page = r->touched[i];

        if (page < keep) {
            r->touched[left++] = page;
            continue;
        }
        free(r->pages[page]);
        r->pages[page] = NULL;
        if (r->writers) {
            free(r->writers[page]);
            r->writers[page] = NULL;
        }
    }
    r->touched_count = left;
    r->background = background;
}

/* The rest of the page in which offset lies, which became real above. */
static uint64_t partial_end(const struct kc_region *r, uint64_t offset)
{
    const uint64_t end = (offset + page_elems(r) - 1) / page_elems(r) * page_elems(r);

    return end < r->elems ? end : r->elems;
}

void kc_region_fill(struct kc_region *r, uint64_t offset, double value)
{
    set_background(r, offset, KC_BACKGROUND_VALUE);
    for (size_t i = 0; i < page_elems(r); i++)
        r->type->from_number(value, r->blank + i * r->type->bytes);
    for (uint64_t e = offset; e < partial_end(r, offset); e++)
        r->type->from_number(value, kc_region_elem_write(r, e, KC_WRITER_HOST));
}

void kc_region_fill_seed(struct kc_region *r, uint64_t offset, uint64_t seed)
{
    set_background(r, offset, KC_BACKGROUND_SEED);
    r->seed = seed;
    for (uint64_t e = offset; e < partial_end(r, offset); e++)
        r->type->from_random(background(seed, stream_of(r->name), e),
                             kc_region_elem_write(r, e, KC_WRITER_NOBODY));
}

static uint32_t *row_writers(const struct kc_region *r, uint64_t row)
{
    uint32_t *page = r->writers ? r->writers[row >> r->page_shift] : NULL;

    return page ? page + (row & ((UINT64_C(1) << r->page_shift) - 1)) * r->row_elems : NULL;
}

/* Sets count writers; returns how many of them were nobody. */
static KC_HOT_LOOP uint32_t set_writers(uint32_t *restrict w, uint32_t count, uint32_t writer)
{
    uint32_t fresh = 0;

    for (uint32_t i = 0; i < count; i++) {
        fresh += w[i] == KC_WRITER_NOBODY;
        w[i] = writer;
    }
    return fresh;
}

void kc_region_mark(struct kc_region *r, uint64_t row, uint32_t first, uint32_t count,
                    uint32_t writer)
{
    uint32_t *w = row_writers(r, row);

    if (!w)
        return;
    const uint32_t fresh = set_writers(w + first, count, writer);

    *unwritten_count(r, row >> r->page_shift) +=
        writer == KC_WRITER_NOBODY ? count - fresh : 0u - fresh;
}

int64_t kc_region_unwritten(const struct kc_region *r, uint64_t row, uint32_t first, uint32_t count)
{
    const uint32_t *w = row_writers(r, row);

    if (!w)
        return r->writers && background_writer(r) == KC_WRITER_NOBODY ? (int64_t)first : -1;
    if (KC_LIKELY(*unwritten_count(r, row >> r->page_shift) == 0))
        return -1;
    for (uint32_t i = first; i < first + count; i++)
        if (w[i] == KC_WRITER_NOBODY)
            return i;
    return -1;
}

bool kc_region_all_written(const struct kc_region *r, uint64_t row)
{
    if (row_writers(r, row))
        return *unwritten_count(r, row >> r->page_shift) == 0;
    return r->writers && background_writer(r) != KC_WRITER_NOBODY;
}

uint32_t kc_region_writer(const struct kc_region *r, uint64_t elem)
{
    const uint32_t *w = row_writers(r, elem / r->row_elems);

    if (w)
        return w[elem % r->row_elems];
    return r->writers ? background_writer(r) : KC_WRITER_NOBODY;
}

const void *kc_region_elem(struct kc_region *r, uint64_t elem)
{
    const uint8_t *row = kc_region_read(r, elem / r->row_elems);

    return row + elem % r->row_elems * r->type->bytes;
}

void *kc_region_elem_write(struct kc_region *r, uint64_t elem, uint32_t writer)
{
    uint8_t *row = kc_region_write(r, elem / r->row_elems);

    if (r->writers)
        kc_region_mark(r, elem / r->row_elems, (uint32_t)(elem % r->row_elems), 1, writer);
    return row + elem % r->row_elems * r->type->bytes;
}

void kc_region_put(struct kc_region *r, uint64_t elem, const void *elems, uint64_t count)
{
    const uint8_t *from = elems;

    while (count) {
        const uint64_t row = elem / r->row_elems;
        const uint32_t first = (uint32_t)(elem % r->row_elems), room = r->row_elems - first;
        const uint32_t n = count < room ? (uint32_t)count : room;
        const uint64_t page = row >> r->page_shift;

        if (!r->pages[page] && elem % page_elems(r) == 0 && count >= page_elems(r))
            add_page(r, page); /* all of it is about to be written: no need to draw it */
        uint8_t *to = kc_region_write(r, row);

        memcpy(to + (size_t)first * r->type->bytes, from, (size_t)n * r->type->bytes);
        if (r->writers)
            kc_region_mark(r, row, first, n, KC_WRITER_HOST);
        from += (size_t)n * r->type->bytes;
        elem += n;
        count -= n;
    }
}

uint64_t kc_region_resident_bytes(const struct kc_region *r)
{
    return r->touched_count * page_bytes(r);
}

static uint64_t hash_page(const struct kc_region *r, const uint8_t *bytes)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15), word;

    for (size_t i = 0; i + 8 <= page_bytes(r); i += 8) {
        memcpy(&word, bytes + i, sizeof word);
        h = (h ^ word) * UINT64_C(0xd6e8feb86659fd93);
        h ^= h >> 32;
    }
    for (size_t i = page_bytes(r) / 8 * 8; i < page_bytes(r); i++)
        h = (h ^ bytes[i]) * UINT64_C(1099511628211);
    return h;
}

struct kc_snapshot kc_region_snapshot(struct kc_arena *arena, const struct kc_region *r)
{
    struct kc_snapshot s = { kc_arena_array(arena, uint64_t, r->touched_count), r->touched_count };

    for (size_t i = 0; i < s.pages; i++)
        s.hash[i] = hash_page(r, r->pages[r->touched[i]]);
    return s;
}

/* What the page would hold had nobody written it. */
static uint64_t hash_background(const struct kc_region *r, uint64_t page)
{
    uint8_t *bytes = kc_alloc(page_bytes(r));

    if (r->background == KC_BACKGROUND_SEED)
        draw_page(r, page, bytes);
    else
        memcpy(bytes, r->blank, page_bytes(r));
    const uint64_t h = hash_page(r, bytes);

    free(bytes);
    return h;
}

int64_t kc_region_changed(const struct kc_region *r, const struct kc_snapshot *snapshot,
                          uint64_t from, uint64_t to)
{
    for (size_t i = 0; i < r->touched_count; i++) {
        const uint64_t page = r->touched[i], first = page * page_elems(r);

        if (first + page_elems(r) <= from || first >= to)
            continue;
        if (hash_page(r, r->pages[page]) !=
            (i < snapshot->pages ? snapshot->hash[i] : hash_background(r, page)))
            return (int64_t)(first > from ? first : from);
    }
    return -1;
}
