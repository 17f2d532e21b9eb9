/* The AIE2 assembler against the golden tables: text to bytes, bytes to text to bytes, and lines
 * that must be rejected. */
#include "aie2_testing.h"

static void check_row(const char *text, const char *hex, size_t size)
{
    struct assembly a, b;
    struct kc_buf   back = { 0 };

    assemble_text(&a, kc_str_from(text), false);
    cr_expect(a.dg.errors == 0, "%s\n%s", text, rendered(&a));
    cr_expect_str_eq(code_hex(&a), hex, "%s: %s instead of %s", text, code_hex(&a), hex);
    cr_expect(strlen(hex) == 2 * size);

    /* From the expected bytes, not from ours. */
    kc_diags_init(&b.dg, &a.arena, (struct kc_source){ "test.hex", kc_str_from(hex) });
    b.program = aie2_read_code(&a.arena, NULL, NULL, &b.dg);
    cr_assert(b.dg.errors == 0 && b.program.count == 1, "%s", hex);
    aie2_print_text(NULL, &b.program, 0, &back);
    assemble_text(&b, (struct kc_str){ back.text, back.length }, false);
    cr_expect_str_eq(code_hex(&b), hex, "%s -> %s -> %s", hex, back.text, code_hex(&b));
    cr_expect(!strstr(back.text, ".byte"), "%s (%s) does not decode", text, hex);
    kc_buf_free(&back);
    kc_arena_free(&a.arena);
    kc_arena_free(&b.arena);
}

static size_t check_table(const char *name)
{
    struct csv csv = csv_open(name);
    size_t     rows = 0;

    while (csv_next(&csv))
        if (csv.count >= 3) {
            check_row(csv.field[0], csv.field[1], (size_t)atoi(csv.field[2]));
            rows++;
        }
    kc_arena_free(&csv.arena);
    return rows;
}

Test(aie2_asm, single_golden)
{
    cr_expect(check_table("single.csv") == 1199);
}

Test(aie2_asm, bundles_golden)
{
    cr_expect(check_table("bundles.csv") == 365);
}

/* ---- lines that must be rejected ---------------------------------------------------------- */

/* The reasons of the table, by what they begin with, and the report each deserves. */
static const struct {
    const char *reason, *id;
} reasons[] = {
    { "slot ", "slot-twice" },
    { "lng with", "slot-lng" },
    { "nop only", "slot-nop" },
    { "register names are case", "register-case" },
    { "immediate without", "missing-hash" },
    { "missing offset", "missing-offset" },
    { "operand lr missing", "operand-count" },
    { "label without", "missing-hash" },
    { "unknown register", "register-case" },
    { "SS must", "register-case" },
    { "MCD must", "register-case" },
    { "x12 does not", "unknown-register" },
    { "p8 does not", "unknown-register" },
    { "condition must be r27", "fixed-register" },
    { "unknown mnemonic", "unknown-mnemonic" },
    { "too many operands", "operand-count" },
    { "offset not a multiple", "imm-step" },
    { "immediate out of range", "imm-range" },
    { "offset out of range", "imm-range" },
    { "stack offset", "imm-range" },
    { "range ", "imm-range" },
    { "lock id", "imm-range" },
    { "structural", "port-conflict" },
    { "", "register-class" }, /* every other reason names the registers that are allowed */
};

static const char *wanted_id(const char *reason)
{
    size_t i = 0;

    while (strncmp(reason, reasons[i].reason, strlen(reasons[i].reason)) != 0)
        i++;
    return reasons[i].id;
}

Test(aie2_asm, invalid_golden)
{
    struct csv csv = csv_open("invalid.csv");
    size_t     rows = 0;

    for (; csv_next(&csv); rows++) {
        struct assembly a;
        const char     *id = wanted_id(csv.field[1]);

        assemble_text(&a, kc_str_from(csv.field[0]), true);
        cr_expect(a.dg.errors > 0, "%s must be rejected: %s", csv.field[0], csv.field[1]);
        cr_expect(has_diag(&a, id), "%s: %s wanted\n%s", csv.field[0], id, rendered(&a));
        kc_arena_free(&a.arena);
    }
    cr_expect(rows == 44);
    kc_arena_free(&csv.arena);
}

/* ---- whole programs ----------------------------------------------------------------------- */

static void check_listing(const char *name)
{
    struct assembly a;
    struct csv  csv = csv_open(kc_arena_printf(&(struct kc_arena){ 0 }, "programs/%s.csv", name));
    const char *source = kc_arena_printf(&csv.arena, "programs/%s.s", name);
    size_t      i = 0;

    assemble_text(&a, data_file(&csv.arena, source), true);
    cr_assert(a.dg.errors == 0, "%s", rendered(&a));
    cr_expect(a.dg.warnings == 0, "%s", rendered(&a));
    for (; csv_next(&csv); i++) {
        struct kc_buf hex = { 0 };

        cr_assert(i < a.program.count, "%s ends early", name);
        aie2_print_code(&a.program, i, &hex);
        cr_expect(a.program.addresses[i] == (uint64_t)atoi(csv.field[0]), "%s: address %s", name,
                  csv.field[0]);
        cr_expect_str_eq(hex.text, csv.field[2], "%s at %s: %s", name, csv.field[0], csv.field[1]);
        kc_buf_free(&hex);
    }
    cr_expect(i == a.program.count);
    kc_arena_free(&a.arena);
    kc_arena_free(&csv.arena);
}

Test(aie2_asm, programs_golden)
{
    static const char *const names[] = { "exp", "gemm", "igemm", "mul", "redsum", "relu" };

    for (size_t i = 0; i < KC_COUNT(names); i++)
        check_listing(names[i]);
}

Test(aie2_asm, compiled_code_sizes)
{
    struct csv csv = csv_open("compiled/cycles.csv");
    size_t     rows = 0;

    for (; csv_next(&csv); rows++) {
        struct assembly a;
        const char     *source = kc_arena_printf(&csv.arena, "compiled/%s.s", csv.field[0]);

        assemble_text(&a, data_file(&csv.arena, source), true);
        cr_expect(a.dg.errors == 0 && a.dg.warnings == 0, "%s\n%s", csv.field[0], rendered(&a));
        if (a.dg.errors == 0)
            cr_expect(a.program.segments->size == (size_t)atoi(csv.field[4]),
                      "%s: %zu bytes, not %s", csv.field[0], a.program.segments->size,
                      csv.field[4]);
        kc_arena_free(&a.arena);
    }
    cr_expect(rows > 40);
    kc_arena_free(&csv.arena);
}

Test(aie2_asm, smallest_format_of_every_slot_set)
{
    struct csv csv = csv_open("bundle_sizes.csv");
    size_t     rows = 0;

    for (; csv_next(&csv); rows++) {
        struct kc_str rest = kc_str_from(csv.field[0]);
        unsigned      slots = 0;
        size_t        format;

        while (rest.length) {
            const struct kc_str word = kc_str_cut(&rest, ' ');

            for (unsigned i = 0; i < AIE2_SLOT_COUNT; i++)
                slots |= kc_str_is(word, aie2_slot_names[i]) ? 1u << i : 0;
        }
        format = aie2_format_for(slots);
        cr_assert(format < AIE2_FORMAT_COUNT, "%s", csv.field[0]);
        cr_expect(aie2_formats[format].bytes == atoi(csv.field[1]), "%s", csv.field[0]);
    }
    cr_expect(rows == 81);
    kc_arena_free(&csv.arena);
}
