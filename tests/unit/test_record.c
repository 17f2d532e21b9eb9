/* Records of answers and replies: what is written is what is read. */
#include "agent/record.h"
#include "testing.h"

Test(record, an_answer_survives)
{
    const struct kc_call calls[] = {
        { "c1", BYTES("write_code"), BYTES("{\"assembly_code\":\"a\\u0000b\"}") },
        { "c2", BYTES(""), BYTES("not json \"quoted\"") },
    };
    const struct kc_answer a = { .format = "messages",
                                 .raw = BYTES("[{\"type\":\"thinking\",\"signature\":\"s\\/=\"}]"),
                                 .text = BYTES("two\nlines\0and a NUL"),
                                 .reasoning = BYTES("because"),
                                 .calls = calls,
                                 .call_count = 2,
                                 .stop = KC_STOP_LENGTH,
                                 .usage = { 1, 2, 3, 4, 5, 0.25 },
                                 .model = "m",
                                 .request_id = "r",
                                 .attempts = 3,
                                 .seconds = 1.5,
                                 .waited = 0.5 };
    struct kc_arena        arena = { 0 };
    struct kc_buf          body = { 0 };
    struct kc_answer       b;

    kc_record_answer(&a, &body);
    cr_assert(kc_record_read_answer(&arena, (struct kc_str){ body.text, body.length }, &b));
    cr_expect_str_eq(b.format, a.format);
    cr_expect_eq(b.raw.length, a.raw.length);
    cr_expect_arr_eq(b.raw.at, a.raw.at, a.raw.length);
    cr_expect_eq(b.text.length, a.text.length);
    cr_expect_arr_eq(b.text.at, a.text.at, a.text.length);
    cr_expect_eq(b.call_count, 2);
    for (size_t i = 0; i < 2; i++) {
        cr_expect_str_eq(b.calls[i].id, calls[i].id);
        cr_expect_arr_eq(b.calls[i].arguments.at, calls[i].arguments.at, calls[i].arguments.length);
    }
    cr_expect_eq(b.stop, KC_STOP_LENGTH);
    cr_expect_eq(b.usage.reasoning, 5);
    cr_expect_eq(b.usage.cost, 0.25);
    cr_expect_eq(b.attempts, 3);
    cr_expect_eq(b.seconds, 1.5);
    kc_buf_free(&body);
    kc_arena_free(&arena);
}

Test(record, what_is_no_record)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a;
    struct kc_reply *replies;
    size_t           count;
    double           seconds;

    cr_expect_not(kc_record_read_answer(&arena, BYTES("[]"), &a));
    cr_expect_not(kc_record_read_answer(&arena, BYTES("{"), &a));
    cr_expect(kc_record_read_answer(&arena, BYTES("{\"calls\": [7, {\"name\": 1}]}"), &a));
    cr_expect_eq(a.call_count, 2, "odd calls are calls without a name");
    cr_expect_eq(a.calls[0].name.length, 0);
    cr_expect_not(kc_record_read_replies(&arena, BYTES("{}"), &replies, &count, &seconds));
    kc_arena_free(&arena);
}
