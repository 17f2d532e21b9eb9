/* Memory regions: lazy pages, backgrounds, seeds, writers. */
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "sim/memory.h"
#include "testing.h"

/* ---- elements for these tests ------------------------------------------------------------- */

static bool u32_from_number(double number, void *elem)
{
    const uint32_t value = (uint32_t)number;

    memcpy(elem, &value, sizeof value);
    return true;
}

static double u32_to_number(const void *elem)
{
    uint32_t value;

    memcpy(&value, elem, sizeof value);
    return value;
}

static void u32_from_random(uint64_t random, void *elem)
{
    const uint32_t value = (uint32_t)random;

    memcpy(elem, &value, sizeof value);
}

static bool byte_from_number(double number, void *elem)
{
    *(uint8_t *)elem = (uint8_t)number;
    return true;
}

static double byte_to_number(const void *elem)
{
    return *(const uint8_t *)elem;
}

static void byte_from_random(uint64_t random, void *elem)
{
    *(uint8_t *)elem = (uint8_t)random;
}

static const struct kc_elem_type u32_type = { .name = "u32",
                                              .bytes = 4,
                                              .from_number = u32_from_number,
                                              .to_number = u32_to_number,
                                              .from_random = u32_from_random };

static const struct kc_elem_type byte_type = { .name = "u8",
                                               .bytes = 1,
                                               .from_number = byte_from_number,
                                               .to_number = byte_to_number,
                                               .from_random = byte_from_random };

enum { ROW = 8, ROWS = 100000, ELEMS = ROW * ROWS };

static struct kc_region region_of(const char *name, uint64_t elems, uint32_t row_elems)
{
    struct kc_region r;

    kc_region_init(&r, name, "for tests", &u32_type, elems, row_elems);
    return r;
}

static uint32_t get(struct kc_region *r, uint64_t elem)
{
    return (uint32_t)r->type->to_number(kc_region_elem(r, elem));
}

static void put(struct kc_region *r, uint64_t elem, uint32_t value, uint32_t writer)
{
    memcpy(kc_region_elem_write(r, elem, writer), &value, sizeof value);
}

/* ---- pages -------------------------------------------------------------------------------- */

Test(memory, shape)
{
    struct kc_region r = region_of("vram", ELEMS, ROW);

    cr_expect_eq(r.elems, ELEMS);
    cr_expect_eq(r.rows, ROWS);
    cr_expect_eq(r.row_elems, ROW);
    cr_expect_eq(r.row_bytes, ROW * 4);
    cr_expect_str_eq(r.name, "vram");
    kc_region_free(&r);
}

Test(memory, pages_appear_when_written)
{
    struct kc_region r = region_of("r", ELEMS, ROW);
    uint64_t         page;

    cr_expect_eq(kc_region_resident_bytes(&r), 0);
    for (uint64_t row = 0; row < ROWS; row += 999)
        cr_expect_eq(*(const uint32_t *)kc_region_read(&r, row), 0, "row %" PRIu64, row);
    cr_expect_eq(kc_region_resident_bytes(&r), 0, "reading costs nothing");
    kc_region_write(&r, 0);
    page = kc_region_resident_bytes(&r);
    cr_expect_gt(page, 0);
    cr_expect_leq(page, 65536);
    kc_region_write(&r, 1);
    put(&r, 3, 5, 1);
    cr_expect_eq(kc_region_resident_bytes(&r), page, "the same page");
    kc_region_write(&r, ROWS - 1);
    cr_expect_eq(kc_region_resident_bytes(&r), 2 * page, "a second page, none in between");
    kc_region_clear(&r);
    cr_expect_eq(kc_region_resident_bytes(&r), 0);
    kc_region_free(&r);
}

Test(memory, every_element_has_its_place)
{
    static const struct {
        uint64_t elems;
        uint32_t row_elems;
    } shapes[] = { { 1, 1 },   { 7, 7 },      { 30000, 1 },    { 30000, 3 },
                   { 30, 10 }, { 40960, 64 }, { 12288, 4096 }, { 30000, 15000 } };

    for (size_t i = 0; i < KC_COUNT(shapes); i++) {
        struct kc_region r = region_of("r", shapes[i].elems, shapes[i].row_elems);
        const uint64_t   odd = r.elems % 7 ? 7 : 11; /* a step that reaches every element */

        for (uint64_t k = 0, e = 0; k < r.elems; k++, e = (e + odd) % r.elems)
            put(&r, e, (uint32_t)e * 3 + 1, 1);
        for (uint64_t e = 0; e < r.elems; e++) {
            const uint32_t *row = kc_region_read(&r, e / r.row_elems);

            cr_assert_eq(get(&r, e), e * 3 + 1, "shape %zu, element %" PRIu64, i, e);
            cr_assert_eq(row[e % r.row_elems], e * 3 + 1, "shape %zu, element %" PRIu64, i, e);
        }
        kc_region_free(&r);
    }
}

Test(memory, rows_stay_where_they_are)
{
    struct kc_region r = region_of("r", ELEMS, ROW);
    uint32_t        *first = kc_region_write(&r, 5);

    first[2] = 77;
    for (uint64_t row = 0; row < ROWS; row += 100)
        *(uint32_t *)kc_region_write(&r, row) = 1;
    cr_expect_eq(kc_region_write(&r, 5), first);
    cr_expect_eq(kc_region_read(&r, 5), first);
    cr_expect_eq(first[2], 77);
    kc_region_free(&r);
}

static uint64_t process_bytes(void)
{
    unsigned long long size = 0, resident = 0;
    FILE              *f = fopen("/proc/self/statm", "r");

    if (!f)
        return 0;
    if (fscanf(f, "%llu %llu", &size, &resident) != 2)
        resident = 0;
    fclose(f);
    return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

static void expect_little(const char *what, uint64_t before)
{
    const uint64_t now = process_bytes();

    cr_expect_lt(now, before + (48u << 20), "%s: %" PRIu64 " MiB", what, (now - before) >> 20);
}

Test(memory, sixteen_gib_cost_what_is_used, .timeout = 20)
{
    const uint64_t   size = UINT64_C(16) << 30, before = process_bytes();
    struct kc_region r;

    kc_region_init(&r, "hbm", "for tests", &byte_type, size, 64);
    expect_little("new", before);
    kc_region_track(&r, true);
    for (uint64_t at = 0; at < size; at += size / 64)
        *(uint8_t *)kc_region_elem_write(&r, at, 1) = 9;
    *(uint8_t *)kc_region_elem_write(&r, size - 1, 1) = 8;
    for (uint64_t at = 1; at < size; at += size / 999983)
        cr_assert_leq(*(const uint8_t *)kc_region_elem(&r, at), 9);
    cr_expect_eq(*(const uint8_t *)kc_region_elem(&r, size / 2), 9);
    cr_expect_eq(*(const uint8_t *)kc_region_elem(&r, size - 1), 8);
    cr_expect_leq(kc_region_resident_bytes(&r), 65 * 65536);
    expect_little("65 pages written", before);
    kc_region_fill(&r, 0, 5);
    cr_expect_eq(kc_region_resident_bytes(&r), 0);
    cr_expect_eq(*(const uint8_t *)kc_region_elem(&r, size - 1), 5);
    kc_region_fill_seed(&r, 0, 1);
    for (uint64_t at = 0; at < size; at += size / 64)
        kc_region_elem(&r, at);
    expect_little("64 pages drawn", before);
    kc_region_clear(&r);
    cr_expect_eq(*(const uint8_t *)kc_region_elem(&r, size - 1), 0);
    kc_region_free(&r);
}

/* ---- backgrounds -------------------------------------------------------------------------- */

/* Offsets inside the first page, at its end, in the middle of the region, at its end. */
static const uint64_t offsets[] = { 0,    1,    5,     ROW,   4095,      4096,
                                    4097, 8192, 12345, 40000, ELEMS - 1, ELEMS };

Test(memory, fill_with_a_value)
{
    for (size_t i = 0; i < KC_COUNT(offsets); i++) {
        struct kc_region r = region_of("r", ELEMS, ROW);

        put(&r, 2, 22, 1);
        put(&r, 39999, 33, 1);
        put(&r, ELEMS - 2, 44, 1);
        kc_region_fill(&r, offsets[i], 7);
        for (uint64_t e = 0; e < ELEMS; e++) {
            const uint32_t old = e == 2 ? 22 : e == 39999 ? 33 : e == ELEMS - 2 ? 44 : 0;

            cr_assert_eq(get(&r, e), e < offsets[i] ? old : 7,
                         "offset %" PRIu64 ", element %" PRIu64, offsets[i], e);
        }
        put(&r, ELEMS - 1, 8, 1);
        cr_expect_eq(get(&r, ELEMS - 1), 8);
        cr_expect_eq(get(&r, ELEMS - 3), offsets[i] <= ELEMS - 3 ? 7 : 0, "its neighbours stay");
        kc_region_free(&r);
    }
}

Test(memory, fill_upon_fill)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    kc_region_fill(&r, 0, 1);
    kc_region_fill(&r, 10000, 2);
    kc_region_fill(&r, 20001, 3);
    cr_expect_eq(get(&r, 0), 1);
    cr_expect_eq(get(&r, 9999), 1);
    cr_expect_eq(get(&r, 10000), 2);
    cr_expect_eq(get(&r, 20000), 2);
    cr_expect_eq(get(&r, 20001), 3);
    cr_expect_eq(get(&r, ELEMS - 1), 3);
    kc_region_fill(&r, 0, 4);
    for (uint64_t e = 0; e < ELEMS; e += 99)
        cr_assert_eq(get(&r, e), 4, "element %" PRIu64, e);
    kc_region_free(&r);
}

Test(memory, clear_brings_zero_back)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    for (int round = 0; round < 3; round++) {
        if (round == 1)
            kc_region_fill(&r, 100, 7);
        if (round == 2)
            kc_region_fill_seed(&r, 100, 7);
        put(&r, 5, 1, 1);
        kc_region_clear(&r);
        for (uint64_t e = 0; e < ELEMS; e += 7)
            cr_assert_eq(get(&r, e), 0, "round %d, element %" PRIu64, round, e);
        put(&r, 40000, 1, 1);
        cr_expect_eq(get(&r, 40001), 0, "a new page is zero as well, round %d", round);
        kc_region_clear(&r);
    }
    kc_region_free(&r);
}

Test(memory, seeded_values_do_not_depend_on_the_order_of_touch)
{
    struct kc_region up = region_of("r", ELEMS, ROW), down = region_of("r", ELEMS, ROW);
    struct kc_region wide = region_of("r", ELEMS, 1000), written = region_of("r", ELEMS, ROW);
    uint32_t         different = 0;

    kc_region_fill_seed(&up, 0, 42);
    kc_region_fill_seed(&down, 0, 42);
    kc_region_fill_seed(&wide, 0, 42);
    kc_region_fill_seed(&written, 0, 42);
    for (uint64_t e = ELEMS; e-- > 0;)
        get(&down, e);
    for (uint64_t row = 0; row < ROWS; row += 3)
        kc_region_write(&written, row);
    for (uint64_t e = 0; e < ELEMS; e++) {
        const uint32_t value = get(&up, e);

        cr_assert_eq(get(&down, e), value, "downwards, element %" PRIu64, e);
        cr_assert_eq(get(&wide, e), value, "other rows, element %" PRIu64, e);
        cr_assert_eq(get(&written, e), value, "written first, element %" PRIu64, e);
        different += value != get(&up, 0);
    }
    cr_expect_gt(different, ELEMS - 10, "the values are drawn, not repeated");
    kc_region_free(&up);
    kc_region_free(&down);
    kc_region_free(&wide);
    kc_region_free(&written);
}

static uint32_t common_values(struct kc_region *a, struct kc_region *b)
{
    uint32_t common = 0;

    for (uint64_t e = 0; e < 10000; e++)
        common += get(a, e) == get(b, e);
    return common;
}

Test(memory, seed_and_region_name_both_count)
{
    struct kc_region a = region_of("vram", ELEMS, ROW), b = region_of("vram", ELEMS, ROW);
    struct kc_region c = region_of("mram", ELEMS, ROW);

    kc_region_fill_seed(&a, 0, 1);
    kc_region_fill_seed(&b, 0, 1);
    kc_region_fill_seed(&c, 0, 1);
    cr_expect_eq(common_values(&a, &b), 10000, "the same seed and name");
    cr_expect_lt(common_values(&a, &c), 5, "another name");
    kc_region_fill_seed(&b, 0, 2);
    cr_expect_lt(common_values(&a, &b), 5, "another seed");
    kc_region_fill_seed(&b, 0, 1);
    cr_expect_eq(common_values(&a, &b), 10000, "the same seed again");
    kc_region_free(&a);
    kc_region_free(&b);
    kc_region_free(&c);
}

Test(memory, seed_from_an_offset_on)
{
    for (size_t i = 0; i < KC_COUNT(offsets); i++) {
        struct kc_region all = region_of("r", ELEMS, ROW), part = region_of("r", ELEMS, ROW);

        kc_region_fill_seed(&all, 0, 5);
        kc_region_fill(&part, 0, 9);
        put(&part, 3, 33, 1);
        kc_region_fill_seed(&part, offsets[i], 5);
        for (uint64_t e = 0; e < ELEMS; e++)
            cr_assert_eq(get(&part, e),
                         e >= offsets[i] ? get(&all, e)
                         : e == 3        ? 33
                                         : 9,
                         "offset %" PRIu64 ", element %" PRIu64, offsets[i], e);
        kc_region_free(&all);
        kc_region_free(&part);
    }
}

Test(memory, value_upon_seed_keeps_what_lies_below)
{
    struct kc_region all = region_of("r", ELEMS, ROW), part = region_of("r", ELEMS, ROW);

    kc_region_fill_seed(&all, 0, 5);
    kc_region_fill_seed(&part, 0, 5);
    kc_region_fill(&part, 20001, 9);
    for (uint64_t e = 0; e < ELEMS; e++)
        cr_assert_eq(get(&part, e), e < 20001 ? get(&all, e) : 9, "element %" PRIu64, e);
    kc_region_free(&all);
    kc_region_free(&part);
}

/* ---- tracking ----------------------------------------------------------------------------- */

Test(memory, writers_are_remembered)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    cr_expect_eq(kc_region_writer(&r, 0), KC_WRITER_NOBODY, "tracking is off");
    put(&r, 0, 1, 5);
    cr_expect_eq(kc_region_writer(&r, 0), KC_WRITER_NOBODY, "tracking is off");
    kc_region_track(&r, true);
    cr_expect_eq(kc_region_writer(&r, 40000), KC_WRITER_NOBODY);
    put(&r, 40000, 1, 12);
    put(&r, 40001, 1, 13);
    put(&r, 40001, 1, 14);
    put(&r, 40002, 1, KC_WRITER_HOST);
    cr_expect_eq(kc_region_writer(&r, 39999), KC_WRITER_NOBODY);
    cr_expect_eq(kc_region_writer(&r, 40000), 12);
    cr_expect_eq(kc_region_writer(&r, 40001), 14, "the last one");
    cr_expect_eq(kc_region_writer(&r, 40002), KC_WRITER_HOST);
    cr_expect_eq(kc_region_writer(&r, 40003), KC_WRITER_NOBODY);
    kc_region_write(&r, 7);
    kc_region_mark(&r, 7, 2, 3, 20);
    for (uint32_t i = 0; i < ROW; i++)
        cr_expect_eq(kc_region_writer(&r, 7 * ROW + i), i >= 2 && i < 5 ? 20 : KC_WRITER_NOBODY,
                     "lane %u", i);
    kc_region_track(&r, false);
    cr_expect_eq(kc_region_writer(&r, 40000), KC_WRITER_NOBODY, "forgotten");
    kc_region_track(&r, true);
    cr_expect_eq(kc_region_writer(&r, 40000), KC_WRITER_NOBODY, "still forgotten");
    kc_region_free(&r);
}

Test(memory, unwritten_elements_are_found)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    cr_expect_eq(kc_region_unwritten(&r, 3, 0, ROW), -1, "tracking is off");
    kc_region_track(&r, true);
    cr_expect_eq(kc_region_unwritten(&r, 3, 0, ROW), 0, "an untouched page");
    cr_expect_eq(kc_region_unwritten(&r, 3, 5, 2), 5, "an untouched page, from lane 5");
    kc_region_write(&r, 3);
    cr_expect_eq(kc_region_unwritten(&r, 3, 0, ROW), 0, "a page without writers");
    kc_region_mark(&r, 3, 0, 4, 9);
    cr_expect_eq(kc_region_unwritten(&r, 3, 0, ROW), 4);
    cr_expect_eq(kc_region_unwritten(&r, 3, 0, 4), -1);
    cr_expect_eq(kc_region_unwritten(&r, 3, 2, 2), -1);
    cr_expect_eq(kc_region_unwritten(&r, 3, 2, 3), 4);
    cr_expect_eq(kc_region_unwritten(&r, 3, 6, 2), 6);
    kc_region_mark(&r, 3, 5, 3, 9);
    cr_expect_eq(kc_region_unwritten(&r, 3, 0, ROW), 4, "the hole");
    kc_region_mark(&r, 3, 4, 1, 9);
    cr_expect_eq(kc_region_unwritten(&r, 3, 0, ROW), -1);
    cr_expect_eq(kc_region_unwritten(&r, 4, 0, ROW), 0, "the next row");
    kc_region_clear(&r);
    cr_expect_eq(kc_region_unwritten(&r, 3, 0, ROW), 0, "after clear");
    cr_expect_eq(kc_region_writer(&r, 3 * ROW), KC_WRITER_NOBODY, "after clear");
    put(&r, 3 * ROW, 1, 6);
    cr_expect_eq(kc_region_writer(&r, 3 * ROW), 6, "clear leaves tracking on");
    kc_region_free(&r);
}

Test(memory, marking_again_counts_once)
{
    struct kc_region r = region_of("r", 64 * 1024, 64);
    const uint64_t   rows_in_page = UINT64_C(1) << r.page_shift;

    kc_region_track(&r, true);
    kc_region_write(&r, 0);
    for (uint64_t row = 0; row < rows_in_page; row++) {
        cr_expect_not(kc_region_all_written(&r, 0), "row %" PRIu64, row);
        for (uint32_t again = 0; again < 3; again++)
            kc_region_mark(&r, row, 0, 64, 4 + again);
        cr_expect_eq(kc_region_unwritten(&r, row, 0, 64), -1, "row %" PRIu64, row);
    }
    cr_expect(kc_region_all_written(&r, 0));
    cr_expect(kc_region_all_written(&r, rows_in_page - 1));
    cr_expect_not(kc_region_all_written(&r, rows_in_page), "the next page");
    cr_expect_eq(kc_region_writer(&r, 0), 6);
    kc_region_free(&r);
}

Test(memory, fills_and_the_tracker)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    kc_region_track(&r, true);
    kc_region_fill(&r, 100, 1);
    cr_expect_eq(kc_region_writer(&r, 99), KC_WRITER_NOBODY, "below the offset");
    cr_expect_eq(kc_region_writer(&r, 100), KC_WRITER_HOST);
    cr_expect_eq(kc_region_writer(&r, ELEMS - 1), KC_WRITER_HOST);
    cr_expect_eq(kc_region_unwritten(&r, ROWS - 1, 0, ROW), -1, "a value is written by the host");
    cr_expect_eq(kc_region_unwritten(&r, 100 / ROW, 0, ROW), 0);
    kc_region_write(&r, ROWS - 1);
    cr_expect_eq(kc_region_writer(&r, ELEMS - 1), KC_WRITER_HOST, "a page made of the background");
    kc_region_fill_seed(&r, 0, 1);
    cr_expect_eq(kc_region_writer(&r, ELEMS - 1), KC_WRITER_NOBODY, "a seed is nobody");
    cr_expect_eq(kc_region_unwritten(&r, ROWS - 1, 0, ROW), 0);
    get(&r, ELEMS - 1);
    cr_expect_eq(kc_region_unwritten(&r, ROWS - 1, 0, ROW), 0, "reading writes nothing");
    put(&r, ELEMS - 1, 1, 3);
    cr_expect_eq(kc_region_unwritten(&r, ROWS - 1, ROW - 1, 1), -1);
    kc_region_free(&r);
}

Test(memory, tracking_changes_no_contents)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    put(&r, 5, 55, 1);
    kc_region_track(&r, true);
    kc_region_track(&r, true);
    put(&r, 6, 66, 1);
    put(&r, 40000, 77, 1);
    kc_region_track(&r, false);
    put(&r, 7, 88, 1);
    cr_expect_eq(get(&r, 5), 55);
    cr_expect_eq(get(&r, 6), 66);
    cr_expect_eq(get(&r, 7), 88);
    cr_expect_eq(get(&r, 40000), 77);
    kc_region_free(&r);
}

/* ---- was once broken --------------------------------------------------------------------------
 */

/* Once broken: in the page of the offset, elements keep the writer of the value that the seed
 * replaced; in all later pages they do not. */
Test(memory, a_seed_from_an_offset_on_forgets_writers)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    kc_region_track(&r, true);
    put(&r, 4, 1, 12);
    put(&r, 5, 1, 12);
    kc_region_fill_seed(&r, 5, 1);
    cr_expect_eq(kc_region_writer(&r, 4), 12);
    cr_expect_eq(kc_region_writer(&r, 5), KC_WRITER_NOBODY);
    cr_expect_eq(kc_region_unwritten(&r, 0, 5, 1), 5);
    kc_region_free(&r);
}

/* Once broken: places behind the region's end count as never written, so the last page is never
 * full. */
Test(memory, a_last_page_that_is_not_full_can_be_all_written)
{
    struct kc_region r = region_of("r", 10 * ROW, ROW);

    kc_region_track(&r, true);
    kc_region_write(&r, 0);
    for (uint64_t row = 0; row < 10; row++)
        kc_region_mark(&r, row, 0, ROW, 3);
    cr_expect(kc_region_all_written(&r, 0));
    kc_region_free(&r);
}

/* Once broken: every element has the host as its writer, but untouched pages do not say so. */
Test(memory, a_value_background_is_all_written)
{
    struct kc_region r = region_of("r", ELEMS, ROW);

    kc_region_track(&r, true);
    kc_region_fill(&r, 0, 1);
    cr_expect_eq(kc_region_unwritten(&r, 0, 0, ROW), -1);
    cr_expect(kc_region_all_written(&r, 0));
    kc_region_free(&r);
}
