/* Helpers of the AIE2 tests: rows of golden tables, and one assembly at a time. */
#ifndef KC_TESTS_AIE2_TESTING_H
#define KC_TESTS_AIE2_TESTING_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "platforms/aie2/aie2.h"
#include "platforms/aie2/aie2_asm.h"
#include "platforms/aie2/aie2_flow.h"

enum { CSV_FIELDS = 8 };

struct csv {
    struct kc_arena arena;
    struct kc_str   rest;
    char           *field[CSV_FIELDS];
    size_t          count;
};

static inline struct kc_str data_file(struct kc_arena *arena, const char *name)
{
    struct kc_str text = { 0 };
    char         *path = kc_arena_printf(arena, "%s/aie2/%s", KC_TEST_DATA, name);
    FILE         *f = fopen(path, "rb");
    long          size;
    char         *bytes;

    cr_assert(f, "%s is missing", path);
    fseek(f, 0, SEEK_END);
    size = ftell(f);
    rewind(f);
    bytes = kc_arena_alloc(arena, (size_t)size + 1);
    text = (struct kc_str){ bytes, fread(bytes, 1, (size_t)size, f) };
    fclose(f);
    return text;
}

/* One row, quotes removed; false at the end.  Rows of the golden tables have no quotes inside. */
static inline bool csv_next(struct csv *csv)
{
    csv->count = 0;
    if (csv->rest.length == 0)
        return false;

    struct kc_str line = kc_str_cut(&csv->rest, '\n');

    if (line.length && line.at[line.length - 1] == '\r')
        line.length--;
    for (size_t i = 0; i <= line.length && csv->count < CSV_FIELDS;) {
        const bool   quoted = i < line.length && line.at[i] == '"';
        const size_t begin = i + quoted;
        size_t       end = begin;

        while (end < line.length && line.at[end] != (quoted ? '"' : ','))
            end++;
        csv->field[csv->count++] = kc_arena_strndup(&csv->arena, line.at + begin, end - begin);
        i = end + quoted + 1;
    }
    return true;
}

static inline struct csv csv_open(const char *name)
{
    struct csv csv = { 0 };

    csv.rest = data_file(&csv.arena, name);
    csv_next(&csv); /* the heading */
    return csv;
}

struct assembly {
    struct kc_arena   arena;
    struct kc_diags   dg;
    struct kc_program program;
};

static inline void assemble_text(struct assembly *a, struct kc_str text, bool checked)
{
    *a = (struct assembly){ 0 };
    kc_diags_init(&a->dg, &a->arena, (struct kc_source){ "test.s", text });
    a->program = checked ? aie2_assemble(&a->arena, NULL, NULL, &a->dg)
                         : aie2_assemble_unchecked(&a->arena, &a->dg);
}

static inline const char *rendered(struct assembly *a)
{
    struct kc_buf out = { 0 };

    kc_diags_render(&a->dg, &out, false);
    return kc_arena_printf(&a->arena, "%s", out.text ? out.text : "");
}

/* All bytes of the program in hexadecimal. */
static inline const char *code_hex(struct assembly *a)
{
    struct kc_buf out = { 0 };

    for (size_t i = 0; a->dg.errors == 0 && i < a->program.count; i++)
        aie2_print_code(&a->program, i, &out);
    return kc_arena_printf(&a->arena, "%s", out.text ? out.text : "");
}

static inline bool has_diag(const struct assembly *a, const char *id)
{
    for (const struct kc_diag *d = a->dg.first; d; d = d->next)
        if (strcmp(d->id, id) == 0)
            return true;
    return false;
}

#endif
