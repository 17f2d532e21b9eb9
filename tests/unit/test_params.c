/* Configuration: options and YAML, through a small table and through PLENA's. */
#include <stddef.h>
#include <stdio.h>

#include "kernelcraft/platform.h"
#include "sim/params.h"
#include "testing.h"

/* ---- a small table ------------------------------------------------------------------------ */

struct config {
    uint64_t         size, lanes, colour;
    uint32_t         add[2];
    struct kc_format format;
};

static const char *const colours[] = { "red", "green", "2026-07", NULL };

static const struct kc_param table[] = {
    { "SIZE", KC_PARAM_UINT, offsetof(struct config, size), 0, UINT64_MAX, NULL, "bytes" },
    { "LANES", KC_PARAM_UINT, offsetof(struct config, lanes), 2, 4096, NULL, "lanes in all" },
    { "colour", KC_PARAM_CHOICE, offsetof(struct config, colour), 0, 0, colours, "of the box" },
    { "ADD_CYCLES", KC_PARAM_PAIR, offsetof(struct config, add), 0, 1000, NULL, "of an addition" },
    { "WEIGHT_TYPE", KC_PARAM_FORMAT, offsetof(struct config, format), 0, 0, NULL, "of weights" },
};

static const char *const sections[] = { "CONFIG", "LATENCY", NULL };
static const char *const skipped[] = { "MODE", "NOTES", NULL };

static const struct kc_params params = { table, KC_COUNT(table), sections, skipped };

static struct config defaults(void)
{
    return (struct config){ .size = 1024,
                            .lanes = 64,
                            .add = { 1, 2 },
                            .format = { .sign = 1, .exponent = 8, .mantissa = 7 } };
}

#define DEFAULTS "1024 64 red 1/2 fp:1-8-7"

static const char *values_of(struct kc_arena *arena, const struct config *c)
{
    struct kc_buf buf = { 0 };

    for (size_t i = 0; i < KC_COUNT(table); i++) {
        kc_buf_puts(&buf, i ? " " : "");
        kc_param_print(&table[i], c, &buf);
    }
    const char *text = kc_arena_strndup(arena, buf.text, buf.length);

    kc_buf_free(&buf);
    return text;
}

struct good_case {
    const char   *name;
    struct kc_str text;
    const char   *values;
};

struct bad_case {
    const char   *name;
    struct kc_str text;
    const char   *id;
    uint32_t      line, column;
    const char   *message; /* NULL: any */
    const char   *hint;    /* NULL: any */
};

typedef void set_fn(const struct kc_params *params, void *config, struct kc_diags *dg);

static void set_options(const struct kc_params *p, void *config, struct kc_diags *dg)
{
    kc_params_set_options(p, config, 0, dg);
}

static void expect_good(set_fn *set, const struct good_case *cases, size_t count)
{
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < count; i++) {
        struct config   c = defaults();
        struct kc_diags dg = diags_about(&arena, "t", cases[i].text);

        set(&params, &c, &dg);
        cr_expect_eq(dg.errors, 0, "%s: %s", cases[i].name, first_message(&dg));
        cr_expect_str_eq(values_of(&arena, &c), cases[i].values, "%s: %s", cases[i].name,
                         values_of(&arena, &c));
    }
    kc_arena_free(&arena);
}

static void expect_bad(set_fn *set, const struct bad_case *cases, size_t count)
{
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < count; i++) {
        const struct bad_case *k = &cases[i];
        struct config          c = defaults();
        struct kc_diags        dg = diags_about(&arena, "t", k->text);

        set(&params, &c, &dg);
        cr_expect_eq(dg.errors, 1, "%s: %zu errors", k->name, dg.errors);
        cr_expect_str_eq(first_id(&dg), k->id, "%s: %s", k->name, first_message(&dg));
        if (!dg.first)
            continue;
        if (k->line) {
            cr_expect_eq(dg.first->line, k->line, "%s: line %u", k->name, dg.first->line);
            cr_expect_eq(dg.first->column, k->column, "%s: column %u", k->name, dg.first->column);
        }
        if (k->message)
            cr_expect_str_eq(dg.first->message, k->message, "%s: %s", k->name, dg.first->message);
        if (k->hint)
            cr_expect_str_eq(text_or_empty(dg.first->hint), k->hint, "%s: %s", k->name,
                             text_or_empty(dg.first->hint));
        cr_expect_str_eq(values_of(&arena, &c), DEFAULTS, "%s: nothing is set", k->name);
    }
    kc_arena_free(&arena);
}

/* ---- options ------------------------------------------------------------------------------ */

Test(params, good_options)
{
    static const struct good_case cases[] = {
        { "nothing", BYTES(""), DEFAULTS },
        { "a number", BYTES("size=7"), "7 64 red 1/2 fp:1-8-7" },
        { "letter case of names", BYTES("Size=7,lanes=8"), "7 8 red 1/2 fp:1-8-7" },
        { "blanks around", BYTES(" size = 7 , lanes = 8 "), "7 8 red 1/2 fp:1-8-7" },
        { "hexadecimal", BYTES("size=0xff"), "255 64 red 1/2 fp:1-8-7" },
        { "K", BYTES("size=3K"), "3072 64 red 1/2 fp:1-8-7" },
        { "k", BYTES("size=3k"), "3072 64 red 1/2 fp:1-8-7" },
        { "KB", BYTES("size=3KB"), "3072 64 red 1/2 fp:1-8-7" },
        { "KiB", BYTES("size=3KiB"), "3072 64 red 1/2 fp:1-8-7" },
        { "M", BYTES("size=5M"), "5242880 64 red 1/2 fp:1-8-7" },
        { "G", BYTES("size=16G"), "17179869184 64 red 1/2 fp:1-8-7" },
        { "T", BYTES("size=1TiB"), "1099511627776 64 red 1/2 fp:1-8-7" },
        { "largest", BYTES("size=18446744073709551615"),
          "18446744073709551615 64 red 1/2 fp:1-8-7" },
        { "largest with T", BYTES("size=16777215T"), "18446742974197923840 64 red 1/2 fp:1-8-7" },
        { "smallest of the range", BYTES("lanes=2"), "1024 2 red 1/2 fp:1-8-7" },
        { "largest of the range", BYTES("lanes=4K"), "1024 4096 red 1/2 fp:1-8-7" },
        { "a choice", BYTES("colour=green"), "1024 64 green 1/2 fp:1-8-7" },
        { "a choice, letter case", BYTES("colour=GREEN"), "1024 64 green 1/2 fp:1-8-7" },
        { "a choice that looks like a date", BYTES("colour=2026-07"),
          "1024 64 2026-07 1/2 fp:1-8-7" },
        { "one number sets both of a pair", BYTES("add_cycles=9"), "1024 64 red 9/9 fp:1-8-7" },
        { "two numbers for a pair", BYTES("add_cycles=9/0"), "1024 64 red 9/0 fp:1-8-7" },
        { "_CYCLES may be left out", BYTES("add=9"), "1024 64 red 9/9 fp:1-8-7" },
        { "plain format", BYTES("weight_type=fp:1-5-10"), "1024 64 red 1/2 fp:1-5-10" },
        { "integer format", BYTES("weight_type=int:8"), "1024 64 red 1/2 int:8" },
        { "MX format", BYTES("weight_type=mx:32:1-5-2:0-8-0"),
          "1024 64 red 1/2 mx:32:1-5-2:0-8-0" },
        { "comma at the end", BYTES("lanes=8,"), "1024 8 red 1/2 fp:1-8-7" },
    };

    expect_good(set_options, cases, KC_COUNT(cases));
}

Test(params, bad_options)
{
    static const struct bad_case cases[] = {
        { "unknown, a near name", BYTES("lanez=8"), "unknown-key", 1, 1,
          "unknown parameter 'lanez'", "did you mean LANES?" },
        { "unknown, no near name", BYTES("quantum=8"), "unknown-key", 1, 1,
          "unknown parameter 'quantum'", "'kc platforms NAME' lists the parameters" },
        { "_CYCLES is for pairs only", BYTES("lanes_cycles=8"), "unknown-key", 1, 1, NULL, NULL },
        { "no value", BYTES("lanes"), "param-value", 1, 1, "LANES needs a value: LANES=...", NULL },
        { "empty value", BYTES("lanes="), "param-value", 1, 1,
          "LANES must be a whole number from 2 to 4096, not ''", NULL },
        { "no name", BYTES("=8"), "unknown-key", 1, 1, NULL, NULL },
        { "a section is no option", BYTES("config=8"), "unknown-key", 1, 1, NULL, NULL },
        { "too small", BYTES("lanes=1"), "param-range", 1, 1,
          "LANES = 1 is out of range (2 to 4096)", "lanes in all" },
        { "too large", BYTES("lanes=5K"), "param-range", 1, 1,
          "LANES = 5120 is out of range (2 to 4096)", NULL },
        { "a word", BYTES("lanes=many"), "param-value", 1, 1,
          "LANES must be a whole number from 2 to 4096, not 'many'", NULL },
        { "a fraction", BYTES("lanes=6.5"), "param-value", 1, 1, NULL, NULL },
        { "negative", BYTES("lanes=-4"), "param-value", 1, 1, NULL, NULL },
        { "an unknown unit", BYTES("size=3X"), "param-value", 1, 1, NULL, NULL },
        { "more behind the unit", BYTES("size=3Kb2"), "param-value", 1, 1, NULL, NULL },
        { "only a unit", BYTES("size=K"), "param-value", 1, 1, NULL, NULL },
        { "hexadecimal with a unit", BYTES("size=0x1K"), "param-value", 1, 1, NULL, NULL },
        { "more than 64 bits", BYTES("size=18446744073709551616"), "param-value", 1, 1, NULL,
          NULL },
        { "more than 64 bits by its unit", BYTES("size=16777216T"), "param-value", 1, 1, NULL,
          NULL },
        { "two equal signs", BYTES("size=3=4"), "param-value", 1, 1, NULL, NULL },
        { "half a pair", BYTES("add=/2"), "param-value", 1, 1, NULL, NULL },
        { "three of a pair", BYTES("add=1/2/3"), "param-value", 1, 1, NULL, NULL },
        { "the second of a pair too large", BYTES("add=1/1001"), "param-range", 1, 1, NULL, NULL },
        { "a pair too large", BYTES("add=1001"), "param-range", 1, 1, NULL, NULL },
        { "a choice that is none", BYTES("colour=blue"), "param-value", 1, 1,
          "colour must be one of red, green, 2026-07, not 'blue'", NULL },
        { "an empty choice", BYTES("colour="), "param-value", 1, 1, NULL, NULL },
        { "not a format", BYTES("weight_type=float"), "param-value", 1, 1,
          "WEIGHT_TYPE: 'float' is not a number format",
          "write fp:1-8-7, int:32 or mx:8:1-4-3:0-8-0 (block : element : scale)" },
        { "two fields of a format", BYTES("weight_type=fp:1-8"), "param-value", 1, 1, NULL, NULL },
        { "four fields of a format", BYTES("weight_type=fp:1-8-7-2"), "param-value", 1, 1, NULL,
          NULL },
        { "two sign bits", BYTES("weight_type=fp:2-8-7"), "param-value", 1, 1, NULL, NULL },
        { "a format too wide", BYTES("weight_type=fp:1-8-33"), "param-value", 1, 1, NULL, NULL },
        { "an integer of no bits", BYTES("weight_type=int:0"), "param-value", 1, 1, NULL, NULL },
        { "an integer of 65 bits", BYTES("weight_type=int:65"), "param-value", 1, 1, NULL, NULL },
        { "MX without a scale", BYTES("weight_type=mx:8:1-4-3"), "param-value", 1, 1, NULL, NULL },
        { "MX in blocks of 0", BYTES("weight_type=mx:0:1-4-3:0-8-0"), "param-value", 1, 1, NULL,
          NULL },
        { "MX with more behind", BYTES("weight_type=mx:8:1-4-3:0-8-0:1"), "param-value", 1, 1, NULL,
          NULL },
    };

    expect_bad(set_options, cases, KC_COUNT(cases));
}

Test(params, options_start_at_an_offset_and_all_are_reported)
{
    struct kc_arena arena = { 0 };
    struct config   c = defaults();
    struct kc_diags dg = diags_about(&arena, "t", BYTES("toy:lanez=8,size=5, lanes=1,colour=blue"));

    kc_params_set_options(&params, &c, 4, &dg);
    cr_expect_eq(dg.errors, 3);
    cr_assert_eq(dg.kept, 3);
    cr_expect_eq(dg.first->column, 5);
    cr_expect_eq(dg.first->span.end, 11);
    cr_expect_eq(dg.first->next->column, 21, "column %u", dg.first->next->column);
    cr_expect_str_eq(dg.last->id, "param-value");
    cr_expect_eq(c.size, 5, "the good one among them is set");
    kc_arena_free(&arena);
}

/* What is printed, the command line takes. */
Test(params, printed_values_are_taken_again)
{
    static const char *const texts[] = { "size=12345,lanes=4096,colour=2026-07,add=7/8",
                                         "weight_type=mx:8:1-4-3:0-8-0", "weight_type=int:32",
                                         "weight_type=fp:0-8-0", "size=18446744073709551615" };
    struct kc_arena          arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(texts); i++) {
        struct config   c = defaults(), again = defaults();
        struct kc_diags dg = diags_about(&arena, "t", kc_str_from(texts[i]));
        struct kc_buf   buf = { 0 };

        kc_params_set_options(&params, &c, 0, &dg);
        for (size_t p = 0; p < KC_COUNT(table); p++) {
            kc_buf_printf(&buf, "%s=", table[p].name);
            kc_param_print(&table[p], &c, &buf);
            kc_buf_puts(&buf, ",");
        }
        dg = diags_about(&arena, "t", (struct kc_str){ buf.text, buf.length });
        kc_params_set_options(&params, &again, 0, &dg);
        cr_expect_eq(dg.errors, 0, "%s: %s", texts[i], first_message(&dg));
        cr_expect_str_eq(values_of(&arena, &again), values_of(&arena, &c), "%s", texts[i]);
        kc_buf_free(&buf);
    }
    kc_arena_free(&arena);
}

/* ---- YAML --------------------------------------------------------------------------------- */

Test(params, good_yaml)
{
    static const struct good_case cases[] = {
        { "nothing", BYTES(""), DEFAULTS },
        { "only comments", BYTES("# nothing\n\n# here\n"), DEFAULTS },
        { "a number", BYTES("SIZE: 7\n"), "7 64 red 1/2 fp:1-8-7" },
        { "a size", BYTES("size: 16G\n"), "17179869184 64 red 1/2 fp:1-8-7" },
        { "quoted", BYTES("SIZE: \"7\"\n"), "7 64 red 1/2 fp:1-8-7" },
        { "inside a value", BYTES("SIZE:\n  value: 7\n"), "7 64 red 1/2 fp:1-8-7" },
        { "in braces", BYTES("{SIZE: {value: 7}, LANES: 8}"), "7 8 red 1/2 fp:1-8-7" },
        { "in a section", BYTES("CONFIG:\n  SIZE: 7\n"), "7 64 red 1/2 fp:1-8-7" },
        { "sections in sections", BYTES("CONFIG:\n  LATENCY:\n    CONFIG:\n      SIZE: 7\n"),
          "7 64 red 1/2 fp:1-8-7" },
        { "the same section twice", BYTES("CONFIG:\n  SIZE: 7\nCONFIG:\n  LANES: 8\n"),
          "7 8 red 1/2 fp:1-8-7" },
        { "an empty section in braces", BYTES("CONFIG: {}\nSIZE: 7\n"), "7 64 red 1/2 fp:1-8-7" },
        { "a skipped key with all sorts inside",
          BYTES("MODE:\n  lanez: [1, {a: b}, [c]]\n  x: {y: {z: 1}}\nSIZE: 7\n"),
          "7 64 red 1/2 fp:1-8-7" },
        { "a skipped word", BYTES("mode: fast\nSIZE: 7\n"), "7 64 red 1/2 fp:1-8-7" },
        { "a pair, both", BYTES("ADD_CYCLES:\n  dc_lib_en: 3\n  dc_lib_dis: 4\n"),
          "1024 64 red 3/4 fp:1-8-7" },
        { "a pair, the first", BYTES("ADD_CYCLES: {dc_lib_en: 3}\n"), "1024 64 red 3/2 fp:1-8-7" },
        { "a pair, the second", BYTES("ADD: {dc_lib_dis: 4}\n"), "1024 64 red 1/4 fp:1-8-7" },
        { "a pair from one number", BYTES("ADD: 5\n"), "1024 64 red 5/5 fp:1-8-7" },
        { "a pair as text", BYTES("ADD: 5/6\n"), "1024 64 red 5/6 fp:1-8-7" },
        { "a choice", BYTES("colour: Green\n"), "1024 64 green 1/2 fp:1-8-7" },
        { "a format as text", BYTES("WEIGHT_TYPE: mx:8:1-4-3:0-8-0\n"),
          "1024 64 red 1/2 mx:8:1-4-3:0-8-0" },
        { "a plain format as a table",
          BYTES("WEIGHT_TYPE:\n  format: Plain\n  DATA_TYPE:\n    type: Fp\n    sign: true\n"
                "    exponent: 5\n    mantissa: 10\n"),
          "1024 64 red 1/2 fp:1-5-10" },
        { "an integer format as a table",
          BYTES("WEIGHT_TYPE:\n  DATA_TYPE: {type: Int, width: 32}\n"), "1024 64 red 1/2 int:32" },
        { "an MX format as a table",
          BYTES("WEIGHT_TYPE:\n  format: Mx\n  block: 16\n"
                "  ELEM: {type: Fp, sign: true, exponent: 4, mantissa: 3}\n"
                "  SCALE: {type: Fp, sign: false, exponent: 8, mantissa: 0}\n"),
          "1024 64 red 1/2 mx:16:1-4-3:0-8-0" },
        { "one document, marked", BYTES("---\nSIZE: 7\n...\n"), "7 64 red 1/2 fp:1-8-7" },
        { "byte order mark", BYTES("\xef\xbb\xbfSIZE: 7\n"), "7 64 red 1/2 fp:1-8-7" },
        { "CRLF", BYTES("SIZE: 7\r\nLANES: 8\r\n"), "7 8 red 1/2 fp:1-8-7" },
        { "an anchor that nobody uses", BYTES("SIZE: &a 7\n"), "7 64 red 1/2 fp:1-8-7" },
    };

    expect_good(kc_params_set_yaml, cases, KC_COUNT(cases));
}

Test(params, bad_yaml)
{
    static const struct bad_case cases[] = {
        { "unknown key", BYTES("CONFIG:\n  lanez: 8\n"), "unknown-key", 2, 3,
          "unknown parameter 'lanez'", "did you mean LANES?" },
        { "unknown key with a table", BYTES("lanez: {value: {a: [1]}}\n"), "unknown-key", 1, 1,
          NULL, NULL },
        { "a very long key",
          BYTES("a_key_of_many_more_than_forty_eight_characters_which_nobody_has: [1]\n"),
          "unknown-key", 1, 1, NULL, NULL },
        { "a section that is a number", BYTES("CONFIG: 7\n"), "unknown-key", 1, 1, NULL, NULL },
        { "out of range", BYTES("LANES: 1\n"), "param-range", 1, 8, NULL, "lanes in all" },
        { "out of range inside", BYTES("LANES:\n  value: 5000\n"), "param-range", 2, 10, NULL,
          NULL },
        { "not a number", BYTES("LANES: many\n"), "param-value", 1, 8, NULL, NULL },
        { "no value", BYTES("LANES:\n"), "param-value", 1, 7, NULL, NULL },
        { "a list", BYTES("LANES: [8]\n"), "yaml", 1, 8, "a value or a table was expected here",
          NULL },
        { "a list inside", BYTES("LANES: {value: [8]}\n"), "yaml", 1, 16,
          "a number was expected here", NULL },
        { "an unknown inner key", BYTES("LANES: {val: 8}\n"), "unknown-key", 1, 9,
          "unknown key 'val' in LANES", "the only key is value" },
        { "value of a pair", BYTES("ADD: {value: 8}\n"), "unknown-key", 1, 7,
          "unknown key 'value' in ADD_CYCLES", "the keys are dc_lib_en and dc_lib_dis" },
        { "dc_lib_en of a number", BYTES("LANES: {dc_lib_en: 8}\n"), "unknown-key", 1, 9, NULL,
          "the only key is value" },
        { "a pair out of range", BYTES("ADD: {dc_lib_en: 1001}\n"), "param-range", 1, 18, NULL,
          NULL },
        { "not a format", BYTES("WEIGHT_TYPE: float\n"), "param-value", 1, 14, NULL, NULL },
        { "not a choice", BYTES("colour: blue\n"), "param-value", 1, 9, NULL, NULL },
        { "an alias", BYTES("SIZE: &a 1024\nLANES: *a\n"), "yaml", 2, 8,
          "aliases are not allowed in settings", "write the value out" },
        { "an alias in what is skipped", BYTES("MODE: [&a x, *a]\n"), "yaml", 1, 14, NULL, NULL },
        { "an alias as a key", BYTES("MODE: &a x\n*a : 7\n"), "yaml", 2, 1, NULL, NULL },
        { "a merge key", BYTES("MODE: &a {b: 1}\n<<: *a\n"), "yaml", 2, 5, NULL, NULL },
        { "a list for a document", BYTES("- 1\n- 2\n"), "yaml", 1, 1,
          "settings are a table of names and values", NULL },
        { "a word for a document", BYTES("hello\n"), "yaml", 1, 1, NULL, NULL },
        { "two documents", BYTES("--- {}\n--- {}\n"), "yaml", 2, 1, "settings are one document",
          NULL },
        { "a table as a key", BYTES("{a: 1}: 2\n"), "yaml", 1, 1, "a key must be a plain word",
          NULL },
        { "an open brace", BYTES("{SIZE: 1024"), "yaml", 0, 0, NULL, NULL },
        { "an open quote", BYTES("\"SIZE"), "yaml", 0, 0, NULL, NULL },
        { "a tab for indentation", BYTES("CONFIG:\n\tSIZE: 1024\n"), "yaml", 2, 1, NULL, NULL },
        { "only brackets", BYTES("]]]]"), "yaml", 0, 0, NULL, NULL },
        { "a percent sign", BYTES("%\n"), "yaml", 0, 0, NULL, NULL },
        { "NUL", BYTES("SIZE: 1024\n\0"), "yaml", 0, 0, NULL, NULL },
        { "malformed UTF-8", BYTES("MODE: \xff\xfe\n"), "yaml", 0, 0, NULL, NULL },
        { "UTF-16", BYTES("\xff\xfeS\0I\0Z\0E\0"), "yaml", 0, 0, NULL, NULL },
    };

    expect_bad(kc_params_set_yaml, cases, KC_COUNT(cases));
}

Test(params, bad_yaml_formats)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        const char   *id;
    } cases[] = {
        { "unknown key", BYTES("WEIGHT_TYPE: {colour: 1}\n"), "unknown-key" },
        { "unknown key of an element", BYTES("WEIGHT_TYPE: {ELEM: {bits: 8}}\n"), "unknown-key" },
        { "an element that is a word", BYTES("WEIGHT_TYPE: {ELEM: fp8}\n"), "unknown-key" },
        { "two sign bits", BYTES("WEIGHT_TYPE: {ELEM: {sign: 2}}\n"), "param-value" },
        { "a wide exponent", BYTES("WEIGHT_TYPE: {ELEM: {exponent: 99}}\n"), "param-value" },
        { "a block in words", BYTES("WEIGHT_TYPE: {block: eight}\n"), "param-value" },
        { "a list in an element", BYTES("WEIGHT_TYPE: {ELEM: {sign: [1]}}\n"), "yaml" },
        { "a list", BYTES("WEIGHT_TYPE: [1]\n"), "yaml" },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct config   c = defaults();
        struct kc_diags dg = diags_about(&arena, "t", cases[i].text);

        kc_params_set_yaml(&params, &c, &dg);
        cr_expect_eq(dg.errors, 1, "%s: %zu errors", cases[i].name, dg.errors);
        cr_expect_str_eq(first_id(&dg), cases[i].id, "%s", cases[i].name);
    }
    kc_arena_free(&arena);
}

Test(params, a_parameter_given_twice_is_a_mistake)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        set_fn       *set;
        uint32_t      line, column;
    } cases[] = {
        { "options", BYTES("lanes=8,size=7,lanes=16"), set_options, 1, 16 },
        { "options, the same value", BYTES("lanes=8,lanes=8"), set_options, 1, 9 },
        { "options, two spellings", BYTES("add=8,ADD_CYCLES=8"), set_options, 1, 7 },
        { "YAML", BYTES("LANES: 8\nSIZE: 7\nLANES: 16\n"), kc_params_set_yaml, 3, 1 },
        { "YAML, in two sections", BYTES("CONFIG: {SIZE: 7}\nLATENCY: {SIZE: 7}\n"),
          kc_params_set_yaml, 2, 11 },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct config   c = defaults();
        struct kc_diags dg = diags_about(&arena, "t", cases[i].text);

        cases[i].set(&params, &c, &dg);
        cr_expect_eq(dg.errors, 1, "%s: %zu errors", cases[i].name, dg.errors);
        cr_expect_str_eq(first_id(&dg), "duplicate-key", "%s", cases[i].name);
        if (!dg.first)
            continue;
        cr_expect_eq(dg.first->line, cases[i].line, "%s: line %u", cases[i].name, dg.first->line);
        cr_expect_eq(dg.first->column, cases[i].column, "%s: column %u", cases[i].name,
                     dg.first->column);
    }
    kc_arena_free(&arena);
}

Test(params, yaml_reports_every_bad_key)
{
    struct kc_arena arena = { 0 };
    struct config   c = defaults();
    struct kc_diags dg =
        diags_about(&arena, "t",
                    BYTES("lanez: 1\nCONFIG:\n  LANES: 1\n  SIZE: 5\ncolour: blue\nadd: {x: 1}\n"));

    kc_params_set_yaml(&params, &c, &dg);
    cr_expect_eq(dg.errors, 4);
    cr_expect_str_eq(first_id(&dg), "unknown-key");
    cr_expect_eq(dg.last->line, 6);
    cr_expect_eq(c.size, 5, "the good one among them is set");
    kc_arena_free(&arena);
}

/* A section or something skipped, nested depth times, with SIZE: 7 innermost. */
static size_t errors_of_nested(const char *open, const char *close, size_t depth, uint64_t *size)
{
    struct kc_arena arena = { 0 };
    struct config   c = defaults();
    struct kc_buf   buf = { 0 };
    struct kc_diags dg;

    kc_buf_puts(&buf, open[0] == '[' ? "MODE: " : "");
    for (size_t i = 0; i < depth; i++)
        kc_buf_puts(&buf, open);
    kc_buf_puts(&buf, "{SIZE: 7}");
    for (size_t i = 0; i < depth; i++)
        kc_buf_puts(&buf, close);
    dg = diags_about(&arena, "t", (struct kc_str){ buf.text, buf.length });
    kc_params_set_yaml(&params, &c, &dg);
    *size = c.size;
    kc_buf_free(&buf);
    kc_arena_free(&arena);
    return dg.errors;
}

Test(params, yaml_nesting)
{
    uint64_t size = 0;

    cr_expect_eq(errors_of_nested("{CONFIG: ", "}", 3, &size), 0, "three sections deep");
    cr_expect_eq(size, 7, "three sections deep");
    cr_expect_eq(errors_of_nested("[", "]", 10, &size), 0, "skipped, ten lists deep");
    cr_expect_eq(size, 1024, "skipped, ten lists deep");
    cr_expect_geq(errors_of_nested("{CONFIG: ", "}", 1000, &size), 1, "a thousand sections deep");
    cr_expect_eq(size, 1024, "a thousand sections deep");
    errors_of_nested("[", "]", 1000, &size); /* read or refused, but no crash */
    cr_expect_eq(size, 1024, "skipped, a thousand lists deep");
}

Test(params, large_yaml_is_refused)
{
    struct kc_arena arena = { 0 };
    const size_t    length = (1 << 20) + 1;
    char           *text = kc_arena_alloc(&arena, length);
    struct config   c = defaults();
    struct kc_diags dg;

    memset(text, '\n', length);
    dg = diags_about(&arena, "t", (struct kc_str){ text, length });
    kc_params_set_yaml(&params, &c, &dg);
    cr_expect_str_eq(first_id(&dg), "file-size");
    dg = diags_about(&arena, "t", (struct kc_str){ text, length - 1 });
    kc_params_set_yaml(&params, &c, &dg);
    cr_expect_eq(dg.errors, 0, "one byte less is read");
    kc_arena_free(&arena);
}

/* Any byte anywhere: a diagnostic or a value, never a crash. */
Test(params, yaml_with_one_byte_changed)
{
    static const char good[] = "CONFIG:\n  SIZE: {value: 7}\n  ADD: {dc_lib_en: 3}\n"
                               "WEIGHT_TYPE:\n  block: 8\n  ELEM: {sign: true, mantissa: 3}\n";
    char              text[sizeof good];

    for (size_t at = 0; at < sizeof good - 1; at++)
        for (int byte = 0; byte < 256; byte += byte < 128 ? 1 : 13) {
            struct kc_arena arena = { 0 };
            struct config   c = defaults();
            struct kc_diags dg = diags_about(&arena, "t", (struct kc_str){ text, sizeof good - 1 });

            memcpy(text, good, sizeof good);
            text[at] = (char)byte;
            kc_params_set_yaml(&params, &c, &dg);
            for (const struct kc_diag *d = dg.first; d; d = d->next)
                cr_assert_leq(d->span.end, sizeof good - 1, "byte %zu is %d", at, byte);
            kc_arena_free(&arena);
        }
}

/* ---- PLENA -------------------------------------------------------------------------------- */

/* The value of one parameter of a PLENA configuration. */
static const char *plena_value(struct kc_arena *arena, const void *config, const char *name)
{
    const struct kc_platform *plena = kc_platform_find(BYTES("plena"));
    struct kc_buf             buf = { 0 };

    kc_buf_puts(&buf, "");
    for (size_t i = 0; i < plena->params->count; i++)
        if (strcmp(plena->params->param[i].name, name) == 0)
            kc_param_print(&plena->params->param[i], config, &buf);
    const char *text = kc_arena_strndup(arena, buf.text, buf.length);

    kc_buf_free(&buf);
    return text;
}

Test(params, plena_options)
{
    static const struct {
        const char *options, *name, *value;
    } cases[] = {
        { "", "MLEN", "64" },
        { "", "HBM_SIZE", "17179869184" },
        { "", "HBM_M_WEIGHT_TYPE", "mx:8:1-4-3:0-8-0" },
        { "", "HBM_V_INT_TYPE", "int:32" },
        { "", "VECTOR_SUM_CYCLES", "8/20" },
        { "", "rev", "published" },
        { "rev=2026-07", "rev", "2026-07" },
        { "mlen=32", "MLEN", "32" },
        { "hbm_size=1M", "HBM_SIZE", "1048576" },
        { "hbm_m_prefetch_amount=16", "HBM_M_Prefetch_Amount", "16" },
        { "vector_exp=9", "VECTOR_EXP_CYCLES", "9/9" },
        { "dc_en=0", "DC_EN", "0" },
        { "hbm_v_kv_type=fp:1-8-7", "HBM_V_KV_TYPE", "fp:1-8-7" },
    };
    const struct kc_platform *plena = kc_platform_find(BYTES("plena"));
    struct kc_arena           arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        void           *config = plena->config_new(plena, &arena);
        struct kc_diags dg = diags_about(&arena, "t", kc_str_from(cases[i].options));

        kc_params_set_options(plena->params, config, 0, &dg);
        cr_expect_eq(dg.errors, 0, "'%s': %s", cases[i].options, first_message(&dg));
        cr_expect_str_eq(plena_value(&arena, config, cases[i].name), cases[i].value, "'%s'",
                         cases[i].options);
    }
    kc_arena_free(&arena);
}

/* A settings file as the machine's own tools write it. */
Test(params, plena_yaml)
{
    static const char         text[] = "MODE:\n"
                                       "  active: \"transactional\"\n"
                                       "ANALYTIC:\n"
                                       "  CONFIG:\n"
                                       "    MLEN: {value: 1024}\n"
                                       "TRANSACTIONAL:\n"
                                       "  CONFIG:\n"
                                       "    MLEN:\n"
                                       "      value: 32\n"
                                       "    VLEN:\n"
                                       "      value: 32\n"
                                       "    HBM_SIZE: {value: 4194304}\n"
                                       "    DC_EN:\n"
                                       "      value: 0\n"
                                       "  PRECISION:\n"
                                       "    HBM_M_WEIGHT_TYPE:\n"
                                       "      format: Mx\n"
                                       "      block: 16\n"
                                       "      ELEM:\n"
                                       "        type: Fp\n"
                                       "        sign: true\n"
                                       "        exponent: 5\n"
                                       "        mantissa: 2\n"
                                       "      SCALE:\n"
                                       "        type: Fp\n"
                                       "        sign: false\n"
                                       "        exponent: 8\n"
                                       "        mantissa: 0\n"
                                       "    HBM_V_INT_TYPE:\n"
                                       "      format: Plain\n"
                                       "      DATA_TYPE:\n"
                                       "        type: Int\n"
                                       "        width: 16\n"
                                       "  LATENCY:\n"
                                       "    VECTOR_ADD_CYCLES:\n"
                                       "      dc_lib_en: 3\n"
                                       "      dc_lib_dis: 4\n";
    static const char *const  expected[][2] = { { "MLEN", "32" },
                                                { "VLEN", "32" },
                                                { "BLEN", "4" },
                                                { "HBM_SIZE", "4194304" },
                                                { "DC_EN", "0" },
                                                { "HBM_M_WEIGHT_TYPE", "mx:16:1-5-2:0-8-0" },
                                                { "HBM_M_KV_TYPE", "mx:8:1-4-3:0-8-0" },
                                                { "HBM_V_INT_TYPE", "int:16" },
                                                { "VECTOR_ADD_CYCLES", "3/4" },
                                                { "VECTOR_MUL_CYCLES", "1/5" } };
    const struct kc_platform *plena = kc_platform_find(BYTES("plena"));
    struct kc_arena           arena = { 0 };
    void                     *config = plena->config_new(plena, &arena);
    struct kc_diags           dg = diags_about(&arena, "t.yaml", BYTES(text));

    kc_params_set_yaml(plena->params, config, &dg);
    cr_expect_eq(dg.errors, 0, "%s", first_message(&dg));
    for (size_t i = 0; i < KC_COUNT(expected); i++)
        cr_expect_str_eq(plena_value(&arena, config, expected[i][0]), expected[i][1], "%s",
                         expected[i][0]);
    plena->config_check(config, &dg);
    cr_expect_eq(dg.errors, 0, "%s", first_message(&dg));
    kc_arena_free(&arena);
}

Test(params, plena_rules_between_parameters)
{
    static const struct {
        const char *options, *id;
    } cases[] = {
        { "mlen=64,blen=4", "" },
        { "mlen=64,blen=5", "geometry" },
        { "hbm_size=65", "geometry" },
        { "hbm_size=128", "" },
        { "vector_sram_type=fp:1-5-10", "format" },
        { "matrix_sram_type=fp:1-5-2", "format" },
        { "hbm_m_weight_type=int:8", "format" },
        { "hbm_m_weight_type=mx:8:1-4-4:0-8-0", "format" },
        { "hbm_m_weight_type=mx:8:1-4-3:1-8-0", "format" },
        { "hbm_m_weight_type=mx:24:1-4-3:0-8-0", "format" },
        { "hbm_m_weight_type=mx:32:1-4-3:0-8-0", "" },
        { "hbm_v_act_type=fp:1-8-7", "" },
        { "hbm_v_act_type=fp:1-8-23", "format" },
        { "hbm_v_act_type=fp:0-8-8", "format" },
    };
    const struct kc_platform *plena = kc_platform_find(BYTES("plena"));
    struct kc_arena           arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        void           *config = plena->config_new(plena, &arena);
        struct kc_diags dg = diags_about(&arena, "t", kc_str_from(cases[i].options));

        kc_params_set_options(plena->params, config, 0, &dg);
        cr_assert_eq(dg.errors, 0, "%s: %s", cases[i].options, first_message(&dg));
        plena->config_check(config, &dg);
        cr_expect_str_eq(first_id(&dg), cases[i].id, "%s", cases[i].options);
    }
    kc_arena_free(&arena);
}

/* ---- was once broken --------------------------------------------------------------------------
 */

/* Once broken: the YAML reader counts characters, spans count bytes; each character before the
 * mistake that is not ASCII moves the caret to the left, or onto another line. */
Test(params, yaml_places_behind_other_characters)
{
    static const struct bad_case cases[] = {
        { "in a comment above",
          BYTES("# gr\xc3\xb6\xc3\x9f"
                "er\nlanez: 8\n"),
          "unknown-key", 2, 1, NULL, NULL },
        { "many of them", BYTES("# \xe2\x82\xac\xe2\x82\xac\xe2\x82\xac\nSIZE: 1024\nLANES: 1\n"),
          "param-range", 3, 8, NULL, NULL },
        { "byte order mark", BYTES("\xef\xbb\xbflanez: 8\n"), "unknown-key", 1, 2, NULL, NULL },
        { "a syntax error", BYTES("# \xc3\xb6\xc3\xb6\xc3\xb6\xc3\xb6\nMODE: ]\n"), "yaml", 2, 7,
          NULL, NULL },
    };

    expect_bad(kc_params_set_yaml, cases, KC_COUNT(cases));
}

/* FAILS: "_CYCLES" is put behind what stands before the NUL. */
Test(params, a_nul_does_not_end_a_key)
{
    static const struct bad_case cases[] = {
        { "option", BYTES("add\0itive=7"), "unknown-key", 1, 1, NULL, NULL },
    };

    expect_bad(set_options, cases, KC_COUNT(cases));
}

/* Once broken: what is skipped may be nested without limit, and the YAML library needs the square
 * of the depth: a file of 1 MiB keeps the process busy for many minutes. */
Test(params, yaml_nested_very_deeply_is_refused)
{
    uint64_t size = 0;

    cr_expect_eq(errors_of_nested("[", "]", 5000, &size), 1);
}

/* Once broken: nothing behind the slash counts as the first number. */
Test(params, a_pair_has_two_numbers)
{
    static const struct bad_case cases[] = {
        { "nothing behind the slash", BYTES("add=1/"), "param-value", 1, 1, NULL, NULL },
    };

    expect_bad(set_options, cases, KC_COUNT(cases));
}
