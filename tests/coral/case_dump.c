/* The cases of a cell as JSON lines, one per seed: case_dump TASK CONFIG.
 *
 * Inputs as the machine's memory holds them (hexadecimal, from the first byte of external memory),
 * the places of all tensors, and the reference: expected values and allowed errors. */
#include <inttypes.h>
#include <stdio.h>

#include "check/check.h"

static void print_place(const struct kc_tensor *t, const struct kc_placed *p, const char *end)
{
    printf("{\"name\":\"%s\",\"format\":\"%s\",\"batch\":%" PRIu32 ",\"rows\":%" PRIu32
           ",\"cols\":%" PRIu32 ",\"address\":%" PRIu64 "}%s",
           t->name, kc_number_name(t->number), t->batch, t->rows, t->cols, p->address, end);
}

static void print_numbers(const char *name, const double *values, size_t count)
{
    printf(",\"%s\":[", name);
    for (size_t i = 0; i < count; i++)
        printf("%s%.17g", i ? "," : "", values[i]);
    printf("]");
}

static void print_case(const struct kc_cell *cell, uint32_t seed)
{
    const struct kc_case *c = cell->cases[seed];

    printf("{\"sizes\":[%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%" PRIu32 "],\"inputs\":[", c->p[0],
           c->p[1], c->p[2], c->p[3]);
    for (size_t i = 0; i < c->in_count; i++)
        print_place(&c->in[i], &cell->layout.in[i], i + 1 < c->in_count ? "," : "],\"output\":");
    print_place(&c->out, &cell->layout.out, ",\"image\":\"");
    for (uint64_t i = 0; i < cell->image[seed].size; i++)
        printf("%02x", cell->image[seed].bytes[i]);
    printf("\"");
    print_numbers("expected", c->out.value, kc_tensor_count(&c->out));
    print_numbers("allowed", c->out.scale, kc_tensor_count(&c->out));
    for (size_t i = 0; i < c->stage_count; i++)
        print_numbers(c->stage[i].name, c->stage[i].value, kc_tensor_count(&c->stage[i]));
    printf("}\n");
}

int main(int argc, char **argv)
{
    struct kc_arena       arena = { 0 };
    struct kc_target      target;
    struct kc_diags       dg;
    struct kc_cell        cell;
    uint32_t              p[KC_PARAMS];
    const struct kc_task *task = argc == 3 ? kc_task_find(kc_str_from(argv[1])) : NULL;
    const char           *why = task ? NULL : "usage: case_dump TASK CONFIG";

    kc_diags_init(&dg, &arena, (struct kc_source){ "", { "", 0 } });
    if (!why && !kc_target_open(&arena, "coral", NULL, &target, &dg))
        why = "no platform";
    if (!why)
        why = kc_task_config(&arena, task, "coral", kc_str_from(argv[2]), p);
    if (!why)
        why = kc_cell_open(&arena, &target, task, p, 1, KC_SEEDS, &cell);
    for (uint32_t seed = 0; !why && seed < KC_SEEDS; seed++)
        print_case(&cell, seed);
    if (why)
        fprintf(stderr, "%s\n", why);
    kc_arena_free(&arena);
    return why ? 2 : 0;
}
