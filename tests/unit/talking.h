/* tests/unit/talking.h: talks, answers and JSON for the tests of providers. */
#ifndef KC_TESTS_UNIT_TALKING_H
#define KC_TESTS_UNIT_TALKING_H

#include "provider/wire.h"
#include "testing.h"

static bool same_json(const kc_json *a, const kc_json *b);

struct comparison {
    const kc_json *other;
    bool           same;
    size_t         members;
};

KC_INLINE void compare_member(void *context, const char *key, kc_json *value)
{
    struct comparison *c = context;

    c->members++;
    c->same = c->same && same_json(value, kc_json_get(c->other, key));
}

KC_INLINE bool same_object(const kc_json *a, const kc_json *b)
{
    struct comparison forth = { b, true, 0 }, back = { a, true, 0 };

    kc_json_each(a, compare_member, &forth);
    kc_json_each(b, compare_member, &back);
    return forth.same && forth.members == back.members;
}

/* Equal values, members in any order. */
static bool same_json(const kc_json *a, const kc_json *b)
{
    struct kc_buf x = { 0 }, y = { 0 };

    if (kc_json_type(a) != kc_json_type(b))
        return false;
    if (kc_json_type(a) == KC_JSON_OBJECT)
        return same_object(a, b);
    if (kc_json_type(a) == KC_JSON_ARRAY) {
        bool same = kc_json_length(a) == kc_json_length(b);

        for (size_t i = 0; same && i < kc_json_length(a); i++)
            same = same_json(kc_json_at(a, i), kc_json_at(b, i));
        return same;
    }
    kc_json_print(a, &x, false);
    kc_json_print(b, &y, false);
    const bool same = strcmp(x.text, y.text) == 0;

    kc_buf_free(&x);
    kc_buf_free(&y);
    return same;
}

/* Parses ours, for what we print must be JSON, and compares it with what was written by hand. */
KC_INLINE void expect_json(const char *name, struct kc_str ours, const char *expected)
{
    kc_json *a = kc_json_parse(ours), *b = kc_json_parse(kc_str_from(expected));

    cr_assert_not_null(b, "%s: the expectation is no JSON: %s", name, expected);
    cr_expect(a && same_json(a, b), "%s:\n  is       %.*s\n  expected %s", name, (int)ours.length,
              ours.at, expected);
    kc_json_free(a);
    kc_json_free(b);
}

#define RUN_KERNEL_SCHEMA                                                     \
    "{\"type\":\"object\",\"properties\":{\"source\":{\"type\":\"string\"}}," \
    "\"required\":[\"source\"],\"additionalProperties\":false}"

static const struct kc_model_options plain_options = { .temperature = -1 };

/* The body of a request for this talk, with the tool run_kernel if tools; freed by the arena. */
KC_INLINE const char *request_text(struct kc_arena *arena, const struct kc_dialect *dialect,
                                   const struct kc_talk          *talk,
                                   const struct kc_model_options *options, unsigned quirks,
                                   bool tools)
{
    kc_json                  *schema = kc_json_parse(BYTES(RUN_KERNEL_SCHEMA));
    const struct kc_wire_tool tool = { "run_kernel", "simulate and compare", schema };
    const struct kc_wire      wire = { .model = "m",
                                       .options = options,
                                       .quirks = quirks,
                                       .talk = talk,
                                       .tools = &tool,
                                       .tool_count = tools };
    kc_json                  *request = dialect->request(&wire);
    const char               *text = kc_wire_print(arena, request).at;

    kc_json_free(request);
    kc_json_free(schema);
    return text;
}

/* Reads a body as the whole client would, without the network. */
KC_INLINE bool read_body(struct kc_arena *arena, const struct kc_dialect *dialect,
                         struct kc_str text, struct kc_answer *answer)
{
    kc_json                  *json = kc_json_parse_lenient(text);
    const struct kc_wire_body body = { arena, text, json, 4 };

    *answer = (struct kc_answer){ .usage = kc_wire_no_usage() };
    const bool read = json && dialect->read(&body, answer);

    kc_json_free(json);
    return read;
}

#endif
