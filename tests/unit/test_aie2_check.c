/* The AIE2 checker against the golden tables: port conflicts at exactly the listed distances,
 * latencies at and below the minimum, and kernels that must stay clean. */
#include "aie2_testing.h"

enum { FARTHEST = 14 };

/* Two instructions, the second issued distance cycles after the first; before it when negative. */
static const char *pair_text(struct kc_arena *arena, const char *first, const char *second,
                             int distance)
{
    struct kc_buf out = { 0 };
    const char   *text;

    kc_buf_puts(&out, distance < 0 ? second : first);
    if (distance == 0)
        kc_buf_printf(&out, " ; %s", second);
    kc_buf_puts(&out, "\n");
    for (int i = 1; i < abs(distance); i++)
        kc_buf_puts(&out, "nop\n");
    if (distance != 0)
        kc_buf_printf(&out, "%s\n", distance < 0 ? first : second);
    for (int i = 0; i < 12; i++)
        kc_buf_puts(&out, "nop\n");
    text = kc_arena_printf(arena, "%s", out.text);
    kc_buf_free(&out);
    return text;
}

/* The units listed for a distance ("6:Cwm+UPSU"), or NULL. */
static const char *listed(struct kc_arena *arena, const char *list, int distance)
{
    struct kc_str rest = kc_str_from(list);

    while (rest.length) {
        struct kc_str entry = kc_str_cut(&rest, ' ');
        char          number[8];

        snprintf(number, sizeof number, "%d", distance);
        if (kc_str_is(kc_str_cut(&entry, ':'), number))
            return kc_arena_strndup(arena, entry.at, entry.length);
    }
    return NULL;
}

static const struct kc_diag *find_diag(const struct assembly *a, const char *id)
{
    for (const struct kc_diag *d = a->dg.first; d; d = d->next)
        if (strcmp(d->id, id) == 0)
            return d;
    return NULL;
}

static void check_structural(struct csv *csv, int distance)
{
    struct assembly a;
    const char     *text = pair_text(&csv->arena, csv->field[0], csv->field[1], distance);
    const char     *units = listed(&csv->arena, csv->field[2], distance);

    assemble_text(&a, kc_str_from(text), true);

    const struct kc_diag *d = find_diag(&a, "port-conflict");

    if (has_diag(&a, "slot-twice"))
        cr_expect(distance == 0 && !units);
    else if (units) {
        struct kc_str rest = kc_str_from(units);
        bool          named = false;

        while (rest.length) {
            const struct kc_str unit = kc_str_cut(&rest, '+');

            named |= d && strstr(d->message, kc_arena_printf(&a.arena, " %.*s (", KC_STR(unit)));
        }
        cr_expect(named, "%s at %d wants %s\n%s", csv->field[0], distance, units, rendered(&a));
    } else {
        cr_expect(!d, "%s at %d\n%s", csv->field[0], distance, rendered(&a));
    }
    kc_arena_free(&a.arena);
}

Test(aie2_check, structural_golden)
{
    struct csv csv = csv_open("structural.csv");
    size_t     rows = 0;

    for (; csv_next(&csv); rows++)
        for (int distance = 0; distance < FARTHEST; distance++)
            check_structural(&csv, distance);
    cr_expect(rows == 28);
    kc_arena_free(&csv.arena);
}

/* ---- defective kernels -------------------------------------------------------------------- */

Test(aie2_check, defective_kernels_are_flagged)
{
    static const char *const names[] = { "dot_bf16_post", "gemm_i8_1x1", "sum_bf16" };

    for (size_t i = 0; i < KC_COUNT(names); i++) {
        struct kc_arena arena = { 0 };
        struct assembly a;

        assemble_text(&a, data_file(&arena, kc_arena_printf(&arena, "compiled/defective/%s.s", names[i])),
                      true);
        cr_expect(has_diag(&a, "premature-read"), "%s\n%s", names[i], rendered(&a));
        printf("%s", rendered(&a));
        kc_arena_free(&a.arena);
        kc_arena_free(&arena);
    }
}
