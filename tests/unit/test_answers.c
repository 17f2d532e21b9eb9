/* Answers of the four formats: ordinary ones, with the numbers of the formats' own examples, and
 * the ones that no honest server would send. */
#include <inttypes.h>
#include <stdio.h>

#include "talking.h"

static const struct kc_dialect *const dialects[] = { &kc_dialect_chat, &kc_dialect_responses,
                                                     &kc_dialect_messages, &kc_dialect_gemini };

/* ---- "done", 100 tokens in of which 64 cached, 7 out of which 3 reasoning ------------------ */

#define CHAT_DONE                                                                               \
    "{\"id\":\"x\",\"object\":\"chat.completion\",\"created\":1,\"model\":\"m\",\"choices\":[{" \
    "\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"done\"},"                    \
    "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":7,"    \
    "\"total_tokens\":107,\"prompt_tokens_details\":{\"cached_tokens\":64},"                    \
    "\"completion_tokens_details\":{\"reasoning_tokens\":3}}}"
#define RESPONSES_DONE                                                                             \
    "{\"id\":\"resp_1\",\"object\":\"response\",\"status\":\"completed\",\"model\":\"m\","         \
    "\"output\":["                                                                                 \
    "{\"type\":\"reasoning\",\"id\":\"r\",\"summary\":[{\"text\":\"hm\"}]},{\"type\":\"message\"," \
    "\"role\":\"assistant\",\"content\":[{\"type\":\"output_text\",\"text\":\"done\","             \
    "\"annotations\":[]}]}],\"error\":null,\"usage\":{\"input_tokens\":100,"                       \
    "\"input_tokens_details\":{\"cached_tokens\":64},\"output_tokens\":7,"                         \
    "\"output_tokens_details\":{\"reasoning_tokens\":3},\"total_tokens\":107}}"
#define MESSAGES_DONE                                                                              \
    "{\"id\":\"msg_1\",\"type\":\"message\",\"role\":\"assistant\",\"model\":\"m\",\"content\":[{" \
    "\"type\":\"text\",\"text\":\"done\"}],\"stop_reason\":\"end_turn\",\"stop_sequence\":null,"   \
    "\"usage\":{\"input_tokens\":36,\"cache_creation_input_tokens\":0,"                            \
    "\"cache_read_input_tokens\":64,\"output_tokens\":7}}"
#define GEMINI_DONE                                                                                \
    "{\"candidates\":[{\"index\":0,\"content\":{\"role\":\"model\",\"parts\":[{\"text\":\"done\"}" \
    "]},"                                                                                          \
    "\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":100,"                     \
    "\"cachedContentTokenCount\":64,\"candidatesTokenCount\":4,\"thoughtsTokenCount\":3,"          \
    "\"totalTokenCount\":107},\"modelVersion\":\"m\"}"

static const struct kc_str done[] = { BYTES(CHAT_DONE), BYTES(RESPONSES_DONE), BYTES(MESSAGES_DONE),
                                      BYTES(GEMINI_DONE) };

Test(answers, the_same_answer_in_four_formats)
{
    for (size_t i = 0; i < KC_COUNT(dialects); i++) {
        struct kc_arena  arena = { 0 };
        struct kc_answer a;
        const char      *name = dialects[i]->name;

        cr_assert(read_body(&arena, dialects[i], done[i], &a), "%s", name);
        cr_expect_str_eq(a.format, name);
        cr_expect(kc_str_is(a.text, "done"), "%s: %.*s", name, KC_STR(a.text));
        cr_expect_eq(a.call_count, 0);
        cr_expect_eq(a.stop, KC_STOP_END, "%s", name);
        cr_expect_str_eq(a.model, "m");
        cr_expect_eq(a.usage.input, 36, "%s: input is what no cache served: %" PRId64, name,
                     a.usage.input);
        cr_expect_eq(a.usage.cache_read, 64, "%s", name);
        cr_expect_eq(a.usage.output, 7, "%s: %" PRId64, name, a.usage.output);
        cr_expect_eq(a.usage.reasoning, strcmp(name, "messages") == 0 ? -1 : 3, "%s", name);
        cr_expect_eq(a.usage.cache_write, strcmp(name, "messages") == 0 ? 0 : -1, "%s", name);
        cr_expect_lt(a.usage.cost, 0, "%s", name);
        kc_arena_free(&arena);
    }
}

Test(answers, raw_is_the_bytes_that_came)
{
    static const struct {
        const struct kc_dialect *dialect;
        const char              *body, *raw;
    } cases[] = {
        { &kc_dialect_chat,
          "{\"choices\":[{\"message\":{\"role\":\"assistant\" "
          ",\"content\":\"\\u0041\",\"reasoning\":\"r\"}}]}",
          "{\"role\":\"assistant\" ,\"content\":\"\\u0041\",\"reasoning\":\"r\"}" },
        { &kc_dialect_responses,
          "{\"output\":[ {\"type\":\"reasoning\",\"encrypted_content\":\"a\\/b\"} ]}",
          "[ {\"type\":\"reasoning\",\"encrypted_content\":\"a\\/b\"} ]" },
        { &kc_dialect_messages,
          "{\"content\":[{\"type\":\"thinking\",\"signature\":\"\\u0041\"}, 1]}",
          "[{\"type\":\"thinking\",\"signature\":\"\\u0041\"}, 1]" },
        { &kc_dialect_gemini,
          "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"\", "
          "\"thoughtSignature\":\"x\\/\"}]}}]}",
          "[{\"text\":\"\", \"thoughtSignature\":\"x\\/\"}]" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_arena  arena = { 0 };
        struct kc_answer a;

        cr_assert(read_body(&arena, cases[i].dialect, kc_str_from(cases[i].body), &a));
        cr_expect(kc_str_is(a.raw, cases[i].raw), "%s: %.*s", cases[i].dialect->name,
                  KC_STR(a.raw));
        kc_arena_free(&arena);
    }
}

/* ---- calls -------------------------------------------------------------------------------- */

struct call_case {
    const char *name;
    int         dialect;                              /* place in dialects */
    const char *body, *id, *called, *arguments, *raw; /* raw NULL: not looked at */
};

#define CHAT_CALLS(list)                                                                        \
    "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[" list \
    "]}}]}"
#define ITEMS(list)  "{\"output\":[" list "]}"
#define BLOCKS(list) "{\"content\":[" list "]}"
#define PARTS(list) \
    "{\"candidates\":[{\"content\":{\"parts\":[" list "]},\"finishReason\":\"STOP\"}]}"

static const struct call_case call_cases[] = {
    { "chat", 0,
      CHAT_CALLS("{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":"
                 "\"{\\\"a\\\":1}\"}}"),
      "c1", "f", "{\"a\":1}", NULL },
    { "chat, arguments as object", 0,
      CHAT_CALLS("{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":{"
                 "\"a\":1}}}"),
      "c1", "f", "{\"a\":1}",
      "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":"
      "\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":1}\"}}]}" },
    { "chat, no id, no type", 0,
      CHAT_CALLS("{\"function\":{\"name\":\"f\",\"arguments\":\"{}\"},\"extra\":7}"), "kc_call_4_0",
      "f", "{}",
      "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"kc_call_4_0\",\"type\":"
      "\"function\",\"extra\":7,\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]}" },
    { "chat, no name", 0, CHAT_CALLS("{\"id\":\"c\",\"function\":{\"arguments\":\"{}\"}}"), "c",
      "unnamed", "{}", NULL },
    { "chat, no function", 0, CHAT_CALLS("{\"id\":\"c\"}"), "c", "unnamed", "{}", NULL },
    { "chat, null", 0, CHAT_CALLS("null"), "kc_call_4_0", "unnamed", "{}", NULL },
    { "chat, empty arguments", 0,
      CHAT_CALLS("{\"id\":\"c\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}}"), "c", "f", "{}",
      NULL },
    { "chat, half a JSON", 0,
      CHAT_CALLS("{\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":"
                 "\"{\\\"a\\\":\"}}"),
      "c", "f", "{\"a\":",
      "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\",\"type\":"
      "\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"malformed_arguments\\\":\\\"{"
      "\\\\\\\"a\\\\\\\":\\\"}\"}}]}" },
    { "responses", 1,
      ITEMS("{\"type\":\"function_call\",\"id\":\"fc\",\"call_id\":\"c1\",\"name\":\"f\","
            "\"arguments\":\"{}\"}"),
      "c1", "f", "{}",
      "[{\"type\":\"function_call\",\"id\":\"fc\",\"call_id\":\"c1\",\"name\":\"f\",\"arguments\":"
      "\"{}\"}]" },
    { "responses, no call id", 1,
      ITEMS("{\"type\":\"function_call\",\"id\":\"fc\",\"name\":\"f\",\"arguments\":{\"a\":1}}"),
      "kc_call_4_0", "f", "{\"a\":1}",
      "[{\"type\":\"function_call\",\"id\":\"fc\",\"call_id\":\"kc_call_4_0\",\"name\":\"f\","
      "\"arguments\":\"{\\\"a\\\":1}\"}]" },
    { "messages", 2,
      BLOCKS("{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{\"a\":1}}"), "t1", "f",
      "{\"a\":1}", NULL },
    { "messages, input as text", 2,
      BLOCKS("{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":\"nop\"}"), "t1", "f",
      "nop",
      "[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{\"malformed_arguments\":"
      "\"nop\"}}]" },
    { "messages, nothing but the type", 2, BLOCKS("{\"type\":\"tool_use\"}"), "kc_call_4_0",
      "unnamed", "{}",
      "[{\"type\":\"tool_use\",\"id\":\"kc_call_4_0\",\"name\":\"unnamed\",\"input\":{}}]" },
    { "gemini", 3,
      PARTS("{\"functionCall\":{\"id\":\"f1\",\"name\":\"f\",\"args\":{\"a\":1}},"
            "\"thoughtSignature\":\"s\"}"),
      "f1", "f", "{\"a\":1}",
      "[{\"functionCall\":{\"id\":\"f1\",\"name\":\"f\",\"args\":{\"a\":1}},\"thoughtSignature\":"
      "\"s\"}]" },
    { "gemini, no id stays without", 3, PARTS("{\"functionCall\":{\"name\":\"f\"}}"), "kc_call_4_0",
      "f", "{}", "[{\"functionCall\":{\"name\":\"f\"}}]" },
    { "gemini, args as list", 3, PARTS("{\"functionCall\":{\"name\":\"f\",\"args\":[1]}}"),
      "kc_call_4_0", "f", "[1]",
      "[{\"functionCall\":{\"name\":\"f\",\"args\":{\"malformed_arguments\":\"[1]\"}}}]" },
};

Test(answers, calls)
{
    for (size_t i = 0; i < KC_COUNT(call_cases); i++) {
        const struct call_case *c = &call_cases[i];
        struct kc_arena         arena = { 0 };
        struct kc_answer        a;

        cr_assert(read_body(&arena, dialects[c->dialect], kc_str_from(c->body), &a), "%s", c->name);
        cr_assert_eq(a.call_count, 1, "%s: %zu calls", c->name, a.call_count);
        cr_expect_str_eq(a.calls[0].id, c->id, "%s: %s", c->name, a.calls[0].id);
        cr_expect(kc_str_is(a.calls[0].name, c->called), "%s", c->name);
        cr_expect(kc_str_is(a.calls[0].arguments, c->arguments), "%s: %.*s", c->name,
                  KC_STR(a.calls[0].arguments));
        cr_expect_eq(a.stop, KC_STOP_CALLS, "%s: whatever the reason given", c->name);
        if (c->raw)
            expect_json(c->name, a.raw, c->raw);
        kc_arena_free(&arena);
    }
}

/* Without ids the responses have none either. */
Test(answers, gemini_calls_without_ids_are_matched_by_order)
{
    struct kc_arena       arena = { 0 };
    struct kc_answer      a;
    const struct kc_reply replies[] = { { BYTES("{\"n\":1}"), false },
                                        { BYTES("{\"n\":2}"), false } };
    const char parts[] = "{\"functionCall\":{\"name\":\"f\",\"args\":{}}},{\"functionCall\":{"
                         "\"name\":\"f\",\"args\":{}}}";

    cr_assert(read_body(&arena, &kc_dialect_gemini,
                        kc_str_from(kc_arena_printf(
                            &arena, "{\"candidates\":[{\"content\":{\"parts\":[%s]}}]}", parts)),
                        &a));
    cr_expect_str_neq(a.calls[0].id, a.calls[1].id);
    const struct kc_turn turns[] = {
        { .kind = KC_TURN_ANSWER, .answer = &a },
        { .kind = KC_TURN_REPLIES, .replies = replies, .reply_count = 2 }
    };
    const struct kc_talk talk = { .turns = turns, .count = 2 };

    expect_json(
        "gemini",
        kc_str_from(request_text(&arena, &kc_dialect_gemini, &talk, &plain_options, 0, false)),
        kc_arena_printf(
            &arena,
            "{\"contents\":[{\"role\":\"model\",\"parts\":[%s]},{\"role\":\"user\",\"parts\":["
            "{\"functionResponse\":{\"name\":\"f\",\"response\":{\"n\":1}}},"
            "{\"functionResponse\":{\"name\":\"f\",\"response\":{\"n\":2}}}]}]}",
            parts));
    kc_arena_free(&arena);
}

/* ---- ends, usage, reasoning --------------------------------------------------------------- */

Test(answers, why_it_ended)
{
    static const struct {
        int          dialect;
        const char  *reason;
        enum kc_stop stop;
    } cases[] = {
        { 0, "stop", KC_STOP_END },
        { 0, "length", KC_STOP_LENGTH },
        { 0, "content_filter", KC_STOP_REFUSAL },
        { 0, "tool_calls", KC_STOP_OTHER },
        { 0, "eos_reached", KC_STOP_OTHER },
        { 0, "", KC_STOP_OTHER },
        { 2, "end_turn", KC_STOP_END },
        { 2, "stop_sequence", KC_STOP_END },
        { 2, "max_tokens", KC_STOP_LENGTH },
        { 2, "model_context_window_exceeded", KC_STOP_LENGTH },
        { 2, "refusal", KC_STOP_REFUSAL },
        { 2, "pause_turn", KC_STOP_OTHER },
        { 3, "STOP", KC_STOP_END },
        { 3, "MAX_TOKENS", KC_STOP_LENGTH },
        { 3, "SAFETY", KC_STOP_REFUSAL },
        { 3, "MALFORMED_FUNCTION_CALL", KC_STOP_OTHER },
    };
    static const char *const bodies[] = {
        "{\"choices\":[{\"message\":{\"content\":\"a\"},\"finish_reason\":\"%s\"}]}", "",
        "{\"content\":[],\"stop_reason\":\"%s\"}", "{\"candidates\":[{\"finishReason\":\"%s\"}]}"
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_arena  arena = { 0 };
        struct kc_answer a;
        char             body[200];

        snprintf(body, sizeof body, bodies[cases[i].dialect], cases[i].reason);
        cr_assert(read_body(&arena, dialects[cases[i].dialect], kc_str_from(body), &a), "%s", body);
        cr_expect_eq(a.stop, cases[i].stop, "%s: %d", body, (int)a.stop);
        kc_arena_free(&arena);
    }
}

static struct kc_answer answer_of(struct kc_arena *arena, int dialect, const char *body)
{
    struct kc_answer a;

    cr_assert(read_body(arena, dialects[dialect], kc_str_from(body), &a), "%s", body);
    return a;
}

Test(answers, responses_that_are_incomplete)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a = answer_of(&arena, 1,
                                   "{\"status\":\"incomplete\",\"output\":[],"
                                   "\"incomplete_details\":{\"reason\":\"max_output_tokens\"}}");

    cr_expect_eq(a.stop, KC_STOP_LENGTH);
    a = answer_of(&arena, 1,
                  "{\"status\":\"incomplete\",\"output\":[],"
                  "\"incomplete_details\":{\"reason\":\"content_filter\"}}");
    cr_expect_eq(a.stop, KC_STOP_REFUSAL);
    a = answer_of(&arena, 1,
                  "{\"status\":\"completed\",\"output\":[{\"type\":\"message\",\"content\":["
                  "{\"type\":\"refusal\",\"refusal\":\"no\"}]}]}");
    cr_expect_eq(a.stop, KC_STOP_REFUSAL);
    cr_expect(kc_str_is(a.text, "no"));
    a = answer_of(&arena, 3, "{\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}");
    cr_expect_eq(a.stop, KC_STOP_REFUSAL, "a blocked prompt");
    kc_arena_free(&arena);
}

#define CHAT_USAGE(usage) "{\"choices\":[{\"message\":{\"content\":\"a\"}}],\"usage\":" usage "}"

Test(answers, usage_of_compatible_servers)
{
    static const struct {
        const char     *name, *body;
        struct kc_usage usage;
    } cases[] = {
        { "none", CHAT_USAGE("null"), { -1, -1, -1, -1, -1, -1 } },
        { "llama.cpp",
          CHAT_USAGE("{\"prompt_tokens\":10,\"completion_tokens\":2}"),
          { 10, -1, -1, 2, -1, -1 } },
        { "deepseek",
          CHAT_USAGE(
              "{\"prompt_tokens\":100,\"completion_tokens\":7,\"prompt_cache_hit_tokens\":64,"
              "\"prompt_cache_miss_tokens\":36}"),
          { 36, 64, -1, 7, -1, -1 } },
        { "openrouter",
          CHAT_USAGE("{\"prompt_tokens\":100,\"completion_tokens\":7,\"cost\":0.0125,"
                     "\"prompt_tokens_details\":{\"cached_tokens\":50,\"cache_write_tokens\":20}}"),
          { 30, 50, 20, 7, -1, 0.0125 } },
        { "free",
          CHAT_USAGE("{\"prompt_tokens\":1,\"completion_tokens\":1,\"cost\":0}"),
          { 1, -1, -1, 1, -1, 0 } },
        { "more cached than sent",
          CHAT_USAGE("{\"prompt_tokens\":10,\"completion_tokens\":2,\"prompt_tokens_details\":{"
                     "\"cached_tokens\":11}}"),
          { 0, 11, -1, 2, -1, -1 } },
        { "negative, text, fractions, too large",
          CHAT_USAGE("{\"prompt_tokens\":-5,\"completion_tokens\":\"7\",\"cost\":-3,"
                     "\"completion_tokens_details\":{\"reasoning_tokens\":3.0},"
                     "\"prompt_tokens_details\":{\"cached_tokens\":1e300}}"),
          { -1, -1, -1, -1, 3, -1 } },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_arena       arena = { 0 };
        const struct kc_usage u = answer_of(&arena, 0, cases[i].body).usage, *e = &cases[i].usage;

        cr_expect(u.input == e->input && u.cache_read == e->cache_read &&
                      u.cache_write == e->cache_write && u.output == e->output &&
                      u.reasoning == e->reasoning && u.cost == e->cost,
                  "%s: %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %" PRId64 " %g",
                  cases[i].name, u.input, u.cache_read, u.cache_write, u.output, u.reasoning,
                  u.cost);
        kc_arena_free(&arena);
    }
}

Test(answers, gemini_counts_thoughts_apart)
{
    struct kc_arena arena = { 0 };

    cr_expect_eq(answer_of(&arena, 3,
                           "{\"candidates\":[{}],\"usageMetadata\":{\"thoughtsTokenCount\":5}}")
                     .usage.output,
                 5);
    cr_expect_eq(answer_of(&arena, 3,
                           "{\"candidates\":[{}],\"usageMetadata\":{\"candidatesTokenCount\":5}}")
                     .usage.output,
                 5);
    cr_expect_eq(answer_of(&arena, 3, "{\"candidates\":[{}]}").usage.output, -1);
    kc_arena_free(&arena);
}

#define CHAT_MESSAGE(members) "{\"choices\":[{\"message\":{\"content\":\"t\"," members "}}]}"

Test(answers, reasoning_for_people)
{
    struct kc_arena arena = { 0 };
    static const struct {
        int         dialect;
        const char *body, *reasoning;
    } cases[] = {
        { 0, CHAT_MESSAGE("\"reasoning_content\":\"a\",\"reasoning\":\"b\""), "a" },
        { 0, CHAT_MESSAGE("\"reasoning\":\"b\""), "b" },
        { 0,
          CHAT_MESSAGE("\"reasoning\":\"b\",\"reasoning_details\":[{\"type\":\"reasoning.text\","
                       "\"text\":\"c\"},"
                       "{\"type\":\"reasoning.summary\",\"summary\":\"d\"},{\"type\":\"reasoning."
                       "encrypted\",\"data\":\"x\"}]"),
          "cd" },
        { 1,
          "{\"output\":[{\"type\":\"reasoning\",\"summary\":[{\"text\":\"a\"},{\"text\":\"b\"}]}]}",
          "ab" },
        { 2,
          "{\"content\":[{\"type\":\"thinking\",\"thinking\":\"a\",\"signature\":\"s\"},"
          "{\"type\":\"redacted_thinking\",\"data\":\"x\"}]}",
          "a" },
        { 3,
          "{\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"a\",\"thought\":true},{\"text\":"
          "\"t\"}]}}]}",
          "a" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        const struct kc_answer a = answer_of(&arena, cases[i].dialect, cases[i].body);

        cr_expect(kc_str_is(a.reasoning, cases[i].reasoning), "%s: %.*s", cases[i].body,
                  KC_STR(a.reasoning));
    }
    kc_arena_free(&arena);
}

/* ---- hostile ------------------------------------------------------------------------------ */

Test(answers, content_in_odd_shapes)
{
    struct kc_arena arena = { 0 };

    cr_expect(kc_str_is(
        answer_of(&arena, 0,
                  "{\"choices\":[{\"message\":{\"content\":[{\"type\":\"text\",\"text\":\"a\"},"
                  "{\"type\":\"thinking\"},{\"text\":\"b\"}]}}]}")
            .text,
        "ab"));
    cr_expect(kc_str_is(answer_of(&arena, 0, "{\"choices\":[{\"message\":{}}]}").text, ""));
    expect_json("silence becomes empty text",
                answer_of(&arena, 0,
                          "{\"choices\":[{\"message\":{\"content\":null,\"reasoning\":\"r\"}}]}")
                    .raw,
                "{\"role\":\"assistant\",\"content\":\"\",\"reasoning\":\"r\"}");
    cr_expect(
        kc_str_is(answer_of(&arena, 0,
                            "{\"choices\":[{\"message\":{\"content\":null,\"refusal\":\"no\"}}]}")
                      .text,
                  "no"));
    cr_expect(kc_str_is(answer_of(&arena, 2, "{\"content\":\"plain\"}").text, "plain"));
    expect_json("text becomes a block", answer_of(&arena, 2, "{\"content\":\"plain\"}").raw,
                "[{\"type\":\"text\",\"text\":\"plain\"}]");
    kc_arena_free(&arena);
}

Test(answers, bodies_that_are_none)
{
    static const char *const bodies[] = { "null",
                                          "1",
                                          "\"text\"",
                                          "[]",
                                          "{}",
                                          "{\"choices\":[]}",
                                          "{\"choices\":[null]}",
                                          "{\"choices\":[{\"message\":\"a\"}]}",
                                          "{\"output\":\"a\"}",
                                          "{\"content\":7}",
                                          "{\"candidates\":[]}",
                                          "{\"candidates\":7}",
                                          "{\"choices\":{\"0\":{}}}" };

    for (size_t d = 0; d < KC_COUNT(dialects); d++)
        for (size_t i = 0; i < KC_COUNT(bodies); i++) {
            struct kc_arena  arena = { 0 };
            struct kc_answer a;

            cr_expect_not(read_body(&arena, dialects[d], kc_str_from(bodies[i]), &a), "%s: %s",
                          dialects[d]->name, bodies[i]);
            kc_arena_free(&arena);
        }
}

static void repeat(struct kc_buf *out, const char *text, size_t times)
{
    for (size_t i = 0; i < times; i++)
        kc_buf_printf(out, "%s%s", i ? "," : "", text);
}

Test(answers, five_hundred_calls)
{
    static const char *const begin[] = { "{\"choices\":[{\"message\":{\"tool_calls\":[",
                                         "{\"output\":[", "{\"content\":[",
                                         "{\"candidates\":[{\"content\":{\"parts\":[" };
    static const char *const item[] = { "{\"function\":{\"name\":\"f\"}}",
                                        "{\"type\":\"function_call\"}", "{\"type\":\"tool_use\"}",
                                        "{\"functionCall\":{}}" };
    static const char *const end[] = { "]}}]}", "]}", "]}", "]}}]}" };

    for (size_t d = 0; d < KC_COUNT(dialects); d++) {
        struct kc_arena  arena = { 0 };
        struct kc_buf    body = { 0 };
        struct kc_answer a;

        kc_buf_puts(&body, begin[d]);
        repeat(&body, item[d], 500);
        kc_buf_puts(&body, end[d]);
        cr_assert(read_body(&arena, dialects[d], kc_buf_str(&body), &a), "%s", dialects[d]->name);
        cr_expect_eq(a.call_count, 500);
        cr_expect_str_eq(a.calls[499].id, "kc_call_4_499");
        kc_buf_free(&body);
        kc_arena_free(&arena);
    }
}

Test(answers, ten_megabytes_of_text)
{
    struct kc_arena  arena = { 0 };
    struct kc_buf    body = { 0 };
    struct kc_answer a;

    kc_buf_puts(&body, "{\"content\":[{\"type\":\"text\",\"text\":\"");
    for (size_t i = 0; i < 10 << 20; i += 64)
        kc_buf_puts(&body, "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
    kc_buf_puts(&body, "\"}]}");
    cr_assert(read_body(&arena, &kc_dialect_messages, kc_buf_str(&body), &a));
    cr_expect_eq(a.text.length, 10 << 20);
    kc_buf_free(&body);
    kc_arena_free(&arena);
}

/* A number that 64 bits cannot hold is in the arguments, not in our way. */
Test(answers, large_numbers_do_not_lose_the_answer)
{
    struct kc_arena        arena = { 0 };
    const struct kc_answer a =
        answer_of(&arena, 2,
                  BLOCKS("{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\","
                         "\"input\":{\"n\":18446744073709551616}}"));

    cr_expect_eq(a.call_count, 1);
    cr_expect(kc_str_is(a.raw, "[{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{"
                               "\"n\":18446744073709551616}}]"));
    kc_arena_free(&arena);
}
