/* JSON: what we write is JSON, what we read is one value, and numbers survive. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "base/json.h"
#include "testing.h"

/* The value as one line of text, which the caller's arena keeps; the value is freed. */
static const char *printed(struct kc_arena *arena, kc_json *value)
{
    struct kc_buf buf = { 0 };

    kc_json_print(value, &buf, false);
    const char *text = kc_arena_strndup(arena, buf.text, buf.length);

    kc_buf_free(&buf);
    kc_json_free(value);
    return text;
}

static void expect_parse(const char *name, struct kc_str text, const char *expected)
{
    struct kc_arena arena = { 0 };
    kc_json        *value = kc_json_parse(text);

    if (value)
        cr_expect_str_eq(printed(&arena, value), text_or_empty(expected), "%s", name);
    else
        cr_expect_null(expected, "%s: refused", name);
    kc_arena_free(&arena);
}

/* ---- writing ------------------------------------------------------------------------------ */

Test(json, integers)
{
    struct kc_arena arena = { 0 };

    cr_expect_str_eq(printed(&arena, kc_json_int(0)), "0");
    cr_expect_str_eq(printed(&arena, kc_json_int(INT64_MAX)), "9223372036854775807");
    cr_expect_str_eq(printed(&arena, kc_json_int(INT64_MIN)), "-9223372036854775808");
    cr_expect_str_eq(printed(&arena, kc_json_uint(UINT64_MAX)), "18446744073709551615");
    kc_arena_free(&arena);
}

Test(json, strings)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        const char   *json;
    } cases[] = {
        { "plain", BYTES("abc"), "\"abc\"" },
        { "empty", BYTES(""), "\"\"" },
        { "quote and backslash", BYTES("a\"b\\c"), "\"a\\\"b\\\\c\"" },
        { "slashes stay", BYTES("a/b"), "\"a/b\"" },
        { "control characters", BYTES("\n\t\x01\x1f"), "\"\\n\\t\\u0001\\u001f\"" },
        { "NUL inside", BYTES("a\0b"), "\"a\\u0000b\"" },
        { "UTF-8 stays", BYTES("\xc3\xbc\xf0\x9f\x98\x80"), "\"\xc3\xbc\xf0\x9f\x98\x80\"" },
        { "malformed byte", BYTES("a\xff"), "\"a\xef\xbf\xbd\"" },
        { "each malformed byte", BYTES("\xfe\xff"), "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
        { "truncated", BYTES("\xe2\x82"), "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
        { "surrogate", BYTES("\xed\xa0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
        { "overlong", BYTES("\xc0\x80"), "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(cases); i++)
        cr_expect_str_eq(printed(&arena, kc_json_str(cases[i].text.at, cases[i].text.length)),
                         cases[i].json, "%s", cases[i].name);
    kc_arena_free(&arena);
}

Test(json, what_is_no_number_is_text)
{
    struct kc_arena arena = { 0 };

    cr_expect_str_eq(printed(&arena, kc_json_double((double)INFINITY)), "\"inf\"");
    cr_expect_str_eq(printed(&arena, kc_json_double((double)-INFINITY)), "\"-inf\"");
    cr_expect_str_eq(printed(&arena, kc_json_double((double)NAN)), "\"nan\"");
    cr_expect_str_eq(printed(&arena, kc_json_double(-(double)NAN)), "\"nan\"");
    kc_arena_free(&arena);
}

Test(json, an_object_printed)
{
    kc_json      *o = kc_json_object(), *list = kc_json_array();
    struct kc_buf line = { 0 }, pretty = { 0 };

    kc_json_set_int(o, "int", -5);
    kc_json_set_uint(o, "uint", UINT64_MAX);
    kc_json_set_str(o, "str", "a/b");
    kc_json_set_bool(o, "yes", true);
    kc_json_set_bool(o, "no", false);
    kc_json_set_double(o, "half", 0.5);
    kc_json_set_double(o, "inf", (double)INFINITY);
    kc_json_push(list, kc_json_int(1));
    kc_json_push(list, kc_json_str("x", 1));
    kc_json_set(o, "list", list);
    kc_json_print(o, &line, false);
    cr_expect_str_eq(line.text, "{\"int\":-5,\"uint\":18446744073709551615,\"str\":\"a/b\","
                                "\"yes\":true,\"no\":false,\"half\":0.5,\"inf\":\"inf\","
                                "\"list\":[1,\"x\"]}");
    kc_json_print(o, &pretty, true);
    cr_expect_not_null(strstr(pretty.text, "\n  \"int\": -5,\n"), "%s", pretty.text);
    cr_expect_not_null(strstr(pretty.text, "\n    1,\n"), "%s", pretty.text);
    cr_expect_eq(pretty.text[pretty.length - 1], '\n');
    cr_expect_neq(pretty.text[pretty.length - 2], '\n');
    kc_json_free(o);
    kc_buf_free(&line);
    kc_buf_free(&pretty);
}

Test(json, printing_appends)
{
    struct kc_buf buf = { 0 };
    kc_json      *value = kc_json_int(7);

    kc_buf_puts(&buf, "value: ");
    kc_json_print(value, &buf, false);
    kc_json_print(value, &buf, false);
    cr_expect_str_eq(buf.text, "value: 77");
    kc_json_free(value);
    kc_buf_free(&buf);
}

Test(json, setting_a_key_again_replaces_it)
{
    struct kc_arena arena = { 0 };
    kc_json        *o = kc_json_object();

    kc_json_set(o, "a", kc_json_array());
    kc_json_set_int(o, "a", 2);
    cr_expect_str_eq(printed(&arena, o), "{\"a\":2}");
    kc_arena_free(&arena);
}

/* ---- reading ------------------------------------------------------------------------------ */

Test(json, good_texts)
{
    expect_parse("empty object", BYTES("{}"), "{}");
    expect_parse("empty array", BYTES("[]"), "[]");
    expect_parse("string", BYTES("\"a\""), "\"a\"");
    expect_parse("blanks around", BYTES(" \t\r\n[ 1 , 2 ]\n "), "[1,2]");
    expect_parse("number and blank", BYTES(" 12 "), "12");
    expect_parse("nested", BYTES("{\"a\":{\"b\":[{}]}}"), "{\"a\":{\"b\":[{}]}}");
    expect_parse("words", BYTES("[true,false,null]"), "[true,false,null]");
    expect_parse("escapes", BYTES("[\"\\n\\u00fc\\\"\"]"), "[\"\\n\xc3\xbc\\\"\"]");
    expect_parse("surrogate pair", BYTES("[\"\\ud83d\\ude00\"]"), "[\"\xf0\x9f\x98\x80\"]");
    expect_parse("escaped NUL", BYTES("[\"a\\u0000b\"]"), "[\"a\\u0000b\"]");
    expect_parse("largest", BYTES("[18446744073709551615]"), "[18446744073709551615]");
    expect_parse("largest signed", BYTES("[9223372036854775807]"), "[9223372036854775807]");
    expect_parse("smallest", BYTES("[-9223372036854775808]"), "[-9223372036854775808]");
    expect_parse("the last of two equal keys", BYTES("{\"a\":1,\"a\":2}"), "{\"a\":2}");
}

Test(json, bad_texts)
{
    expect_parse("nothing", BYTES(""), NULL);
    expect_parse("only blanks", BYTES("  \n"), NULL);
    expect_parse("two arrays", BYTES("[1][2]"), NULL);
    expect_parse("two numbers", BYTES("12 13"), NULL);
    expect_parse("a word behind", BYTES("{}x"), NULL);
    expect_parse("a string behind", BYTES("\"a\" \"b\""), NULL);
    expect_parse("a bracket behind", BYTES("[1] ]"), NULL);
    expect_parse("NUL behind", BYTES("{}\0"), NULL);
    expect_parse("NUL and more behind", BYTES("{}\0{}"), NULL);
    expect_parse("raw NUL in a string", BYTES("[\"a\0b\"]"), NULL);
    expect_parse("comma at the end of an array", BYTES("[1,]"), NULL);
    expect_parse("comma at the end of an object", BYTES("{\"a\":1,}"), NULL);
    expect_parse("key without quotes", BYTES("{a:1}"), NULL);
    expect_parse("single quotes", BYTES("['a']"), NULL);
    expect_parse("comment", BYTES("[1 /* one */]"), NULL);
    expect_parse("line comment", BYTES("//\n[1]"), NULL);
    expect_parse("open array", BYTES("[1"), NULL);
    expect_parse("open object", BYTES("{\"a\":1"), NULL);
    expect_parse("open string", BYTES("\"a"), NULL);
    expect_parse("unknown escape", BYTES("[\"\\x41\"]"), NULL);
    expect_parse("plus sign", BYTES("[+1]"), NULL);
    expect_parse("leading zero", BYTES("[01]"), NULL);
    expect_parse("no digit before the point", BYTES("[.5]"), NULL);
    expect_parse("two points", BYTES("[1.5.5]"), NULL);
    expect_parse("empty exponent", BYTES("[12e]"), NULL);
    expect_parse("only a sign", BYTES("[-]"), NULL);
    expect_parse("upper-case word", BYTES("[TRUE]"), NULL);
    expect_parse("part of a word", BYTES("[tru]"), NULL);
    expect_parse("malformed UTF-8", BYTES("[\"\xff\"]"), NULL);
    expect_parse("truncated UTF-8", BYTES("[\"\xe2\x82\"]"), NULL);
    expect_parse("malformed UTF-8 in a key", BYTES("{\"\xff\":1}"), NULL);
    expect_parse("byte order mark", BYTES("\xef\xbb\xbf[1]"), NULL);
}

/* Every beginning of a good text is refused, and none of them hurts. */
Test(json, no_beginning_of_a_text_is_a_text)
{
    static const char text[] = "{\"a\":[1,-2.5e3,\"\\u00fc\xc3\xbc\",true,null],\"b\":{}}";

    for (size_t n = 0; n < sizeof text - 1; n++)
        cr_expect_null(kc_json_parse((struct kc_str){ text, n }), "%zu bytes", n);
    expect_parse("all of it", BYTES(text),
                 "{\"a\":[1,-2.5e3,\"\xc3\xbc\xc3\xbc\",true,null],\"b\":{}}");
}

Test(json, deep_nesting_is_read_or_refused)
{
    enum { DEEPEST = 1 << 20 };
    char *text = kc_alloc(2 * (size_t)DEEPEST);

    for (size_t depth = 1; depth <= DEEPEST; depth *= 2) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        kc_json *value = kc_json_parse((struct kc_str){ text, 2 * depth });

        if (depth <= 16)
            cr_expect_not_null(value, "depth %zu", depth);
        if (depth >= 65536)
            cr_expect_null(value, "depth %zu", depth);
        kc_json_free(value);
        cr_expect_null(kc_json_parse((struct kc_str){ text, depth }), "open, depth %zu", depth);
    }
    free(text);
}

Test(json, doubles_survive)
{
    static const double values[] = {
        0.0,      -0.0,  1.0,    0.1,      1.0 / 3.0,          1e21,
        1e300,    -1e-9, 5e-324, 2.5e-308, 0x1p-1022,          0x1.fffffffffffffp1023,
        123456.7, 1e15,  1e16,   1e17,     -4503599627370497.5
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(values); i++) {
        kc_json *o = kc_json_object();

        kc_json_set_double(o, "v", values[i]);
        const char *text = printed(&arena, o);
        kc_json    *back = kc_json_parse(kc_str_from(text));

        cr_assert_not_null(back, "%s", text);
        const double value = kc_json_get_double(back, "v", 77.0);

        cr_expect_eq(memcmp(&value, &values[i], sizeof value), 0, "%a came back as %a from %s",
                     values[i], value, text);
        kc_json_free(back);
    }
    kc_arena_free(&arena);
}

Test(json, integers_survive)
{
    static const int64_t values[] = {
        0,         1,        -1, INT32_MAX, INT32_MIN, INT64_C(1) << 53, (INT64_C(1) << 53) + 1,
        INT64_MAX, INT64_MIN
    };
    struct kc_arena arena = { 0 };

    for (size_t i = 0; i < KC_COUNT(values); i++) {
        kc_json *o = kc_json_object();

        kc_json_set_int(o, "v", values[i]);
        kc_json *back = kc_json_parse(kc_str_from(printed(&arena, o)));

        cr_expect_eq(kc_json_get_int(back, "v", 77), values[i], "%" PRId64, values[i]);
        kc_json_free(back);
    }
    kc_arena_free(&arena);
}

/* ---- looking inside ----------------------------------------------------------------------- */

Test(json, absent_or_of_another_type_gives_the_fallback)
{
    kc_json *o = kc_json_parse(BYTES("{\"i\":3,\"d\":2.5,\"s\":\"x\",\"a\":[7,8],\"n\":null}"));

    cr_assert_not_null(o);
    cr_expect_eq(kc_json_get_int(o, "i", 77), 3);
    cr_expect_eq(kc_json_get_int(o, "d", 77), 77, "a fraction is no integer");
    cr_expect_eq(kc_json_get_int(o, "s", 77), 77);
    cr_expect_eq(kc_json_get_int(o, "none", 77), 77);
    cr_expect_eq(kc_json_get_double(o, "d", 7.5), 2.5);
    cr_expect_eq(kc_json_get_double(o, "i", 7.5), 3.0, "an integer is a number");
    cr_expect_eq(kc_json_get_double(o, "s", 7.5), 7.5);
    cr_expect_str_eq(kc_json_get_str(o, "s", "fallback"), "x");
    cr_expect_str_eq(kc_json_get_str(o, "i", "fallback"), "fallback");
    cr_expect_null(kc_json_get_str(o, "none", NULL));
    cr_expect_eq(kc_json_length(kc_json_get(o, "a")), 2);
    cr_expect_eq(kc_json_length(o), 0, "an object is no array");
    cr_expect_not_null(kc_json_at(kc_json_get(o, "a"), 1));
    cr_expect_null(kc_json_at(kc_json_get(o, "a"), 2), "past the end");
    cr_expect_null(kc_json_at(o, 0));
    cr_expect_null(kc_json_get(o, "n"));
    cr_expect_null(kc_json_get(kc_json_get(o, "a"), "i"), "an array has no keys");
    cr_expect_null(kc_json_get(NULL, "i"));
    cr_expect_eq(kc_json_get_int(NULL, "i", 77), 77);
    kc_json_free(o);
    kc_json_free(NULL);
}

/* ---- where the library below is too generous or too strict -------------------------------- */

Test(json, a_bare_number_or_word_is_a_value)
{
    expect_parse("number", BYTES("123"), "123");
    expect_parse("one digit", BYTES("7"), "7");
    expect_parse("negative", BYTES("-1"), "-1");
    expect_parse("fraction", BYTES("1.5"), "1.5");
    expect_parse("largest", BYTES("18446744073709551615"), "18446744073709551615");
    expect_parse("word", BYTES("true"), "true");
}

Test(json, nan_and_infinity_are_refused_inside_too)
{
    expect_parse("NaN", BYTES("[NaN]"), NULL);
    expect_parse("Infinity", BYTES("[Infinity]"), NULL);
    expect_parse("-Infinity", BYTES("{\"a\":-Infinity}"), NULL);
}

/* The nearest integer of 64 bits would be a wrong one. */
Test(json, integers_beyond_64_bits_do_not_change_silently)
{
    struct kc_arena arena = { 0 };

    for (int negative = 0; negative < 2; negative++) {
        kc_json *value = kc_json_parse(negative ? BYTES("[-9223372036854775809]")
                                                : BYTES("[18446744073709551616]"));

        if (value) { /* refused is fine, exact is fine */
            const char *text = printed(&arena, value);

            cr_expect_str_neq(text, negative ? "[-9223372036854775808]" : "[18446744073709551615]",
                              "%s", text);
        }
    }
    kc_arena_free(&arena);
}

Test(json, every_kind_of_malformed_utf8_is_refused)
{
    expect_parse("overlong", BYTES("[\"\xc0\x80\"]"), NULL);
    expect_parse("overlong in three bytes", BYTES("[\"\xe0\x80\x80\"]"), NULL);
    expect_parse("surrogate", BYTES("[\"\xed\xa0\x80\"]"), NULL);
    expect_parse("beyond the last", BYTES("[\"\xf4\x90\x80\x80\"]"), NULL);
    expect_parse("overlong in a key", BYTES("{\"\xc0\x80\":1}"), NULL);
}

Test(json, keys_are_written_as_valid_utf8)
{
    struct kc_arena arena = { 0 };
    kc_json        *o = kc_json_object();

    kc_json_set_int(o, "a\xff", 1);
    cr_expect_str_eq(printed(&arena, o), "{\"a\xef\xbf\xbd\":1}");
    kc_arena_free(&arena);
}

/* ---- types, copies, raw text -------------------------------------------------------------- */

Test(json, types_and_texts)
{
    static const struct {
        const char       *json;
        enum kc_json_type type;
        const char       *name;
    } cases[] = {
        { "null", KC_JSON_NULL, "null" },     { "true", KC_JSON_BOOL, "boolean" },
        { "-7", KC_JSON_INT, "integer" },     { "0.5", KC_JSON_DOUBLE, "number" },
        { "\"\"", KC_JSON_STRING, "string" }, { "[]", KC_JSON_ARRAY, "array" },
        { "{}", KC_JSON_OBJECT, "object" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        kc_json *value = kc_json_parse(kc_str_from(cases[i].json));

        cr_expect_eq(kc_json_type(value), cases[i].type, "%s", cases[i].json);
        cr_expect_str_eq(kc_json_type_name(kc_json_type(value)), cases[i].name);
        cr_expect_eq(kc_json_text(value).length, 0, "%s", cases[i].json);
        kc_json_free(value);
    }
    kc_json *text = kc_json_parse(BYTES("\"a\\u0000b\""));

    cr_expect_eq(kc_json_text(text).length, 3, "NUL is a character like others");
    cr_expect_eq(memcmp(kc_json_text(text).at, "a\0b", 3), 0);
    cr_expect_eq(kc_json_text(NULL).length, 0);
    kc_json_free(text);
}

static void join_member(void *context, const char *key, kc_json *value)
{
    kc_buf_printf(context, "%s=%s;", key, kc_json_type_name(kc_json_type(value)));
}

Test(json, each_member_in_order)
{
    kc_json      *o = kc_json_parse(BYTES("{\"z\":1,\"a\":null,\"m\":[2]}"));
    struct kc_buf seen = { 0 };

    kc_json_each(o, join_member, &seen);
    cr_expect_str_eq(seen.text, "z=integer;a=null;m=array;");
    kc_json_each(kc_json_get(o, "m"), join_member, &seen);
    kc_json_each(NULL, join_member, &seen);
    cr_expect_str_eq(seen.text, "z=integer;a=null;m=array;", "only objects have members");
    kc_buf_free(&seen);
    kc_json_free(o);
}

Test(json, a_copy_has_a_life_of_its_own)
{
    struct kc_arena arena = { 0 };
    kc_json        *o = kc_json_parse(BYTES("{\"a\":[1,2.50,\"x\"]}"));
    kc_json        *copy = kc_json_copy(o);

    kc_json_set_int(o, "b", 1);
    kc_json_free(o);
    cr_expect_str_eq(printed(&arena, copy), "{\"a\":[1,2.50,\"x\"]}");
    cr_expect_null(kc_json_copy(NULL));
    kc_arena_free(&arena);
}

/* Blanks, escapes, order, number spelling: everything a signature may cover. */
Test(json, raw_text_prints_byte_for_byte)
{
    static const char raw[] =
        "{ \"b\" : 1.0e+2,\t\"a\":\"\\u00fc\\/\" ,\"a\":18446744073709551616}";
    struct kc_arena arena = { 0 };
    kc_json        *o = kc_json_object(), *list = kc_json_array();

    kc_json_push(list, kc_json_raw(BYTES(raw)));
    kc_json_push(list, kc_json_raw(BYTES("1, [2 ]")));
    kc_json_set(o, "list", list);
    kc_json *copy = kc_json_copy(o);
    char    *expected = kc_arena_printf(&arena, "{\"list\":[%s,1, [2 ]]}", raw);

    cr_expect_str_eq(printed(&arena, o), expected);
    cr_expect_str_eq(printed(&arena, copy), expected, "a copy too");
    kc_arena_free(&arena);
}

Test(json, spans_are_found_by_path)
{
    static const struct {
        const char *name, *json, *path, *span; /* NULL: not there */
    } cases[] = {
        { "everything", " [1, 2] ", "", "[1, 2]" },
        { "member", "{\"a\": { \"b\" : 1.50 } }", "a", "{ \"b\" : 1.50 }" },
        { "member of a member", "{\"a\":{\"b\" :\n\t1.50 }}", "a.b", "1.50" },
        { "place", "[10, -2.5e+3 ,true]", "1", "-2.5e+3" },
        { "last place", "[10,20,true]", "2", "true" },
        { "mixed", "{\"c\":[{\"x\":1},{\"m\":{\"t\":\"}]\"}}]}", "c.1.m", "{\"t\":\"}]\"}" },
        { "escaped quote", "{\"s\":\"a\\\"b\\\\\",\"t\":1}", "s", "\"a\\\"b\\\\\"" },
        { "after an escaped quote", "{\"s\":\"a\\\"b\\\\\",\"t\":1}", "t", "1" },
        { "key inside a string", "{\"s\":\"\\\"t\\\":2\",\"t\":1}", "t", "1" },
        { "key of a deeper object", "{\"o\":{\"t\":2},\"t\":1}", "t", "1" },
        { "the last of equal keys", "{\"a\":1,\"b\":0,\"a\":2}", "a", "2" },
        { "prefix of a key", "{\"ab\":1}", "a", NULL },
        { "null is a value", "{\"a\":null}", "a", "null" },
        { "empty text", "", "", NULL },
        { "empty array", "[]", "0", NULL },
        { "blank array", "[ ]", "0", NULL },
        { "past the end", "[1,2]", "2", NULL },
        { "empty object", "{}", "a", NULL },
        { "array has no members", "[1]", "a", NULL },
        { "object has no places", "{\"0\":1}", "0", NULL },
        { "unclosed value", "{\"a\":[1,2", "a", NULL },
        { "unclosed string", "{\"a\":\"x", "a", NULL },
        { "missing value", "{\"a\":}", "a", NULL },
        { "comma for a value", "[1,,2]", "1", NULL },
        { "missing colon", "{\"a\" 1}", "a", NULL },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_str span = { "", 0 };
        const bool    found = kc_json_span(kc_str_from(cases[i].json), cases[i].path, &span);

        cr_expect_eq(found, cases[i].span != NULL, "%s: %s", cases[i].name,
                     found ? "found" : "not found");
        if (found && cases[i].span)
            cr_expect(kc_str_is(span, cases[i].span), "%s: %.*s", cases[i].name, KC_STR(span));
    }
}

/* No beginning of a text makes the scan leave it. */
Test(json, spans_of_broken_texts)
{
    static const char text[] = "{\"a\":[1,-2.5e3,\"\\u00fc\\\"\",true,{\"b\":[]}],\"c\":\"x\"}";
    struct kc_str     span;

    for (size_t n = 0; n < sizeof text; n++) {
        char *exact = kc_alloc(n ? n : 1); /* so that a sanitizer sees the end */

        memcpy(exact, text, n);
        kc_json_span((struct kc_str){ exact, n }, "a.4.b", &span);
        kc_json_span((struct kc_str){ exact, n }, "c", &span);
        cr_expect(!kc_json_span((struct kc_str){ exact, n }, "", &span) || n >= sizeof text - 1);
        free(exact);
    }
}

Test(json, lenient_reading)
{
    struct kc_arena arena = { 0 };
    char            deep[400];

    cr_expect_str_eq(printed(&arena, kc_json_parse_lenient(BYTES("\xef\xbb\xbf[\"a\xff\"]"))),
                     "[\"a\xef\xbf\xbd\"]");
    kc_json *large = kc_json_parse_lenient(BYTES("{\"i\":18446744073709551616,\"k\":1}"));

    cr_expect_eq(kc_json_get_int(large, "k", 0), 1, "one odd number does not lose the rest");
    kc_json_free(large);
    memset(deep, '[', 200);
    memset(deep + 200, ']', 200);
    kc_json *nested = kc_json_parse_lenient((struct kc_str){ deep, 400 });

    cr_expect_not_null(nested);
    kc_json_free(nested);
    cr_expect_null(kc_json_parse_lenient(BYTES("[1,]")));
    cr_expect_null(kc_json_parse_lenient(BYTES("{} x")));
    cr_expect_null(kc_json_parse_lenient(BYTES("")));
    kc_arena_free(&arena);
}
