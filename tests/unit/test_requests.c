/* Requests of the four formats.  Expected bodies are written by hand from the formats' own rules.
 */
#include "talking.h"

/* ---- the second turn of a tool loop ------------------------------------------------------- */

static const struct kc_call one_call[] = {
    { "c1", { "run_kernel", 10 }, { "{\"source\":\"nop\"}", 16 } }
};
static const struct kc_reply one_reply[] = { { { "{\"pass\":false}", 14 }, false } };

struct loop {
    struct kc_answer answer;
    struct kc_turn   turns[4];
    struct kc_talk   talk;
};

/* User, answer with one call, its reply; raw in the given format, or none. */
static void make_loop(struct loop *l, const char *format, const char *raw)
{
    *l = (struct loop){
        .answer = { .format = format,
                    .raw = kc_str_from(raw),
                    .text = kc_str_from(""),
                    .calls = one_call,
                    .call_count = 1 },
        .turns = { { .kind = KC_TURN_USER, .text = BYTES("Write relu.") },
                   { .kind = KC_TURN_ANSWER },
                   { .kind = KC_TURN_REPLIES, .replies = one_reply, .reply_count = 1 } },
        .talk = { .system = BYTES("You write kernels."), .count = 3 },
    };
    l->turns[1].answer = &l->answer;
    l->talk.turns = l->turns;
}

static void expect_request(const char *name, const struct kc_dialect *dialect, const char *format,
                           const char *raw, const char *expected)
{
    struct kc_arena arena = { 0 };
    struct loop     l;

    make_loop(&l, format, raw);
    expect_json(name, kc_str_from(request_text(&arena, dialect, &l.talk, &plain_options, 0, true)),
                expected);
    kc_arena_free(&arena);
}

static const char chat_message[] =
    "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\","
    "\"function\":{\"name\":\"run_kernel\",\"arguments\":\"{\\\"source\\\":\\\"nop\\\"}\"}}]}";

#define CHAT_REQUEST(message)                                                                  \
    "{\"model\":\"m\",\"messages\":[{\"role\":\"system\",\"content\":\"You write kernels.\"}," \
    "{\"role\":\"user\",\"content\":\"Write relu.\"}," message ","                             \
    "{\"role\":\"tool\",\"tool_call_id\":\"c1\",\"content\":\"{\\\"pass\\\":false}\"}],"       \
    "\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"run_kernel\","                 \
    "\"description\":\"simulate and compare\",\"parameters\":" RUN_KERNEL_SCHEMA "}}]}"

#define CHAT_CALLS                                                                                \
    "\"tool_calls\":[{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"run_kernel\"," \
    "\"arguments\":\"{\\\"source\\\":\\\"nop\\\"}\"}}]}"

Test(requests, chat)
{
    expect_request("own", &kc_dialect_chat, "chat", chat_message,
                   CHAT_REQUEST("{\"role\":\"assistant\",\"content\":null," CHAT_CALLS));
    expect_request("of another format", &kc_dialect_chat, "messages", "[]",
                   CHAT_REQUEST("{\"role\":\"assistant\",\"content\":\"\"," CHAT_CALLS));
}

#define RESPONSES_REQUEST(items)                                                                 \
    "{\"model\":\"m\",\"store\":false,\"include\":[\"reasoning.encrypted_content\"],"            \
    "\"instructions\":\"You write kernels.\",\"input\":[{\"role\":\"user\",\"content\":\"Write " \
    "relu.\"}," items ",{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"{"    \
    "\\\"pass\\\":false}\"}],"                                                                   \
    "\"tools\":[{\"type\":\"function\",\"name\":\"run_kernel\",\"strict\":true,"                 \
    "\"description\":\"simulate and compare\",\"parameters\":" RUN_KERNEL_SCHEMA "}]}"

#define RESPONSES_REASONING \
    "{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[],\"encrypted_content\":\"opaque\"}"
#define RESPONSES_CALL                                                        \
    "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"run_kernel\"," \
    "\"arguments\":\"{\\\"source\\\":\\\"nop\\\"}\"}"

Test(requests, responses)
{
    expect_request("own", &kc_dialect_responses, "responses",
                   "[" RESPONSES_REASONING "," RESPONSES_CALL "]",
                   RESPONSES_REQUEST(RESPONSES_REASONING "," RESPONSES_CALL));
    expect_request("of another format", &kc_dialect_responses, "chat", chat_message,
                   RESPONSES_REQUEST(RESPONSES_CALL));
}

#define CACHE "\"cache_control\":{\"type\":\"ephemeral\"}"
#define MESSAGES_REQUEST(blocks)                                                         \
    "{\"model\":\"m\",\"max_tokens\":16000,"                                             \
    "\"system\":[{\"type\":\"text\",\"text\":\"You write kernels.\"," CACHE "}],"        \
    "\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Write " \
    "relu.\"}]},"                                                                        \
    "{\"role\":\"assistant\",\"content\":[" blocks "]},"                                 \
    "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\","  \
    "\"content\":\"{\\\"pass\\\":false}\",\"is_error\":false," CACHE "}]}],"             \
    "\"tools\":[{\"name\":\"run_kernel\",\"description\":\"simulate and compare\","      \
    "\"input_schema\":" RUN_KERNEL_SCHEMA "," CACHE "}]}"

#define MESSAGES_THINKING "{\"type\":\"thinking\",\"thinking\":\"x\",\"signature\":\"opaque\"}"
#define MESSAGES_CALL                                               \
    "{\"type\":\"tool_use\",\"id\":\"c1\",\"name\":\"run_kernel\"," \
    "\"input\":{\"source\":\"nop\"}}"

Test(requests, messages)
{
    expect_request("own", &kc_dialect_messages, "messages",
                   "[" MESSAGES_THINKING "," MESSAGES_CALL "]",
                   MESSAGES_REQUEST(MESSAGES_THINKING "," MESSAGES_CALL));
    expect_request("of another format", &kc_dialect_messages, "chat", chat_message,
                   MESSAGES_REQUEST(MESSAGES_CALL));
}

#define GEMINI_REQUEST(parts)                                                                     \
    "{\"systemInstruction\":{\"parts\":[{\"text\":\"You write kernels.\"}]},"                     \
    "\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Write relu.\"}]},"                   \
    "{\"role\":\"model\",\"parts\":[" parts "]},"                                                 \
    "{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"id\":\"c1\",\"name\":\"run_kernel\"," \
    "\"response\":{\"pass\":false}}}]}],"                                                         \
    "\"tools\":[{\"functionDeclarations\":[{\"name\":\"run_kernel\","                             \
    "\"description\":\"simulate and compare\",\"parametersJsonSchema\":" RUN_KERNEL_SCHEMA "}]}]}"

#define GEMINI_CALL(signature)                                                                 \
    "{\"functionCall\":{\"id\":\"c1\",\"name\":\"run_kernel\",\"args\":{\"source\":\"nop\"}}," \
    "\"thoughtSignature\":\"" signature "\"}"

Test(requests, gemini)
{
    expect_request("own", &kc_dialect_gemini, "gemini", "[" GEMINI_CALL("b64") "]",
                   GEMINI_REQUEST(GEMINI_CALL("b64")));
    expect_request("of another format", &kc_dialect_gemini, "messages", "[]",
                   GEMINI_REQUEST(GEMINI_CALL("skip_thought_signature_validator")));
}

/* ---- what came goes back byte for byte ---------------------------------------------------- */

Test(requests, raw_bytes_are_spliced_verbatim)
{
    static const struct {
        const struct kc_dialect *dialect;
        const char              *raw, *inside; /* what must be found in the request */
    } cases[] = {
        { &kc_dialect_chat,
          "{ \"role\" : \"assistant\", \"reasoning_content\":\"\\u00fc\\/\", "
          "\"content\":\"1.0e+2\"  }",
          "{ \"role\" : \"assistant\", \"reasoning_content\":\"\\u00fc\\/\", "
          "\"content\":\"1.0e+2\"  }" },
        { &kc_dialect_responses,
          "[ {\"type\":\"reasoning\", \"encrypted_content\":\"a\\/b\"},\n {\"x\":1.50}]",
          "{\"type\":\"reasoning\", \"encrypted_content\":\"a\\/b\"},\n {\"x\":1.50}" },
        { &kc_dialect_messages,
          "[{\"type\":\"thinking\" ,\"signature\":\"\\u0041==\"} , {\"n\":1e0}]",
          "{\"type\":\"thinking\" ,\"signature\":\"\\u0041==\"} , {\"n\":1e0}" },
        { &kc_dialect_gemini, "[{\"text\":\"a\" ,\"thoughtSignature\":\"\\u0041\\/\"}]",
          "{\"text\":\"a\" ,\"thoughtSignature\":\"\\u0041\\/\"}" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_arena arena = { 0 };
        struct loop     l;

        make_loop(&l, cases[i].dialect->name, cases[i].raw);
        const char *text = request_text(&arena, cases[i].dialect, &l.talk, &plain_options, 0, true);

        cr_expect(strstr(text, cases[i].inside), "%s: %s", cases[i].dialect->name, text);
        kc_arena_free(&arena);
    }
}

/* ---- talks that are not in order ---------------------------------------------------------- */

static const char *request_of(struct kc_arena *arena, const struct kc_dialect *dialect,
                              const struct kc_turn *turns, size_t count)
{
    const struct kc_talk talk = { .turns = turns, .count = count };

    return request_text(arena, dialect, &talk, &plain_options, 0, false);
}

Test(requests, a_user_after_replies_shares_their_message)
{
    struct kc_arena arena = { 0 };
    struct loop     l;

    make_loop(&l, "chat", chat_message);
    l.turns[3] = (struct kc_turn){ .kind = KC_TURN_USER, .text = BYTES("Go on.") };
    expect_json("messages", kc_str_from(request_of(&arena, &kc_dialect_messages, l.turns, 4)),
                "{\"model\":\"m\",\"max_tokens\":16000,\"messages\":["
                "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"Write relu.\"}]},"
                "{\"role\":\"assistant\",\"content\":[" MESSAGES_CALL "]},"
                "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\",\"tool_use_id\":\"c1\","
                "\"content\":\"{\\\"pass\\\":false}\",\"is_error\":false},"
                "{\"type\":\"text\",\"text\":\"Go on.\"," CACHE "}]}]}");
    expect_json(
        "gemini", kc_str_from(request_of(&arena, &kc_dialect_gemini, l.turns, 4)),
        "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"Write relu.\"}]},"
        "{\"role\":\"model\",\"parts\":[" GEMINI_CALL(
            "skip_thought_signature_validator") "]},"
                                                "{\"role\":\"user\",\"parts\":[{"
                                                "\"functionResponse\":{\"id\":\"c1\","
                                                "\"name\":\"run_kernel\",\"response\":{\"pass\":"
                                                "false}}},{\"text\":\"Go on.\"}]}]}");
    kc_arena_free(&arena);
}

/* Every provider refuses a call without its result. */
Test(requests, calls_without_replies_get_a_stand_in)
{
    const struct kc_dialect *const dialects[] = { &kc_dialect_chat, &kc_dialect_responses,
                                                  &kc_dialect_messages, &kc_dialect_gemini };

    for (size_t i = 0; i < KC_COUNT(dialects); i++) {
        struct kc_arena arena = { 0 };
        struct loop     l;

        make_loop(&l, "none", "");
        l.turns[2] = (struct kc_turn){ .kind = KC_TURN_USER, .text = BYTES("Go on.") };
        const char *text = request_of(&arena, dialects[i], l.turns, 3);

        cr_expect(strstr(text, "this call was not executed"), "%s: %s", dialects[i]->name, text);
        make_loop(&l, "none", "");
        l.turns[2].reply_count = 0;
        text = request_of(&arena, dialects[i], l.turns, 3);
        cr_expect(strstr(text, "this call was not executed"), "%s: %s", dialects[i]->name, text);
        kc_arena_free(&arena);
    }
}

Test(requests, answers_that_say_nothing_are_left_out)
{
    struct kc_arena        arena = { 0 };
    const struct kc_answer silent = { .format = "messages", .raw = BYTES("[ ]") };
    const struct kc_turn   turns[] = { { .kind = KC_TURN_USER, .text = BYTES("a") },
                                       { .kind = KC_TURN_ANSWER, .answer = &silent },
                                       { .kind = KC_TURN_USER, .text = BYTES("b") } };

    expect_json(
        "messages", kc_str_from(request_of(&arena, &kc_dialect_messages, turns, 3)),
        "{\"model\":\"m\",\"max_tokens\":16000,\"messages\":[{\"role\":\"user\",\"content\":["
        "{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"," CACHE "}]}]}");
    expect_json(
        "gemini", kc_str_from(request_of(&arena, &kc_dialect_gemini, turns, 3)),
        "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"a\"},{\"text\":\"b\"}]}]}");
    kc_arena_free(&arena);
}

/* Ids and names in letters that every provider takes, the same in call and result. */
Test(requests, foreign_calls_are_renamed_and_their_arguments_wrapped)
{
    const struct kc_call   calls[] = { { "functions.run:0", BYTES("a b"), BYTES("[1") } };
    const struct kc_reply  replies[] = { { BYTES("not json"), true } };
    const struct kc_answer answer = {
        .format = "x", .text = BYTES("t"), .calls = calls, .call_count = 1
    };
    const struct kc_turn turns[] = {
        { .kind = KC_TURN_ANSWER, .answer = &answer },
        { .kind = KC_TURN_REPLIES, .replies = replies, .reply_count = 1 },
    };
    struct kc_arena arena = { 0 };

    expect_json(
        "messages", kc_str_from(request_of(&arena, &kc_dialect_messages, turns, 2)),
        "{\"model\":\"m\",\"max_tokens\":16000,\"messages\":[{\"role\":\"assistant\",\"content\":["
        "{\"type\":\"text\",\"text\":\"t\"},{\"type\":\"tool_use\",\"id\":\"functions_run_0\","
        "\"name\":\"a_b\",\"input\":{\"malformed_arguments\":\"[1\"}}]},"
        "{\"role\":\"user\",\"content\":[{\"type\":\"tool_result\","
        "\"tool_use_id\":\"functions_run_0\",\"content\":\"not json\",\"is_error\":true," CACHE
        "}]}]}");
    expect_json("gemini", kc_str_from(request_of(&arena, &kc_dialect_gemini, turns, 2)),
                "{\"contents\":[{\"role\":\"model\",\"parts\":[{\"text\":\"t\"},{\"functionCall\":"
                "{\"id\":\"functions_run_0\",\"name\":\"a_b\","
                "\"args\":{\"malformed_arguments\":\"[1\"}},"
                "\"thoughtSignature\":\"skip_thought_signature_validator\"}]},"
                "{\"role\":\"user\",\"parts\":[{\"functionResponse\":{\"id\":\"functions_run_0\","
                "\"name\":\"a_b\",\"response\":{\"result\":\"not json\"}}}]}]}");
    kc_arena_free(&arena);
}

/* ---- options ------------------------------------------------------------------------------ */

static void expect_options(const char *name, const struct kc_dialect *dialect, unsigned quirks,
                           const struct kc_model_options *options, const char *expected)
{
    struct kc_arena      arena = { 0 };
    const struct kc_turn turn = { .kind = KC_TURN_USER, .text = BYTES("a") };
    const struct kc_talk talk = { .turns = &turn, .count = 1 };
    const char          *text = request_text(&arena, dialect, &talk, options, quirks, false);
    kc_json             *o = kc_json_parse(kc_str_from(text));
    kc_json             *rest = kc_json_parse(kc_str_from(expected));
    struct comparison    c = { o, true, 0 };

    kc_json_each(rest, compare_member, &c);
    cr_expect(c.same, "%s: %s", name, text);
    kc_json_free(o);
    kc_json_free(rest);
    kc_arena_free(&arena);
}

/* null: not there. */
Test(requests, options)
{
    const struct kc_model_options all = {
        .temperature = 0.5, .max_tokens = 100, .reasoning_effort = "high", .stream = true
    };
    const struct kc_model_options none = { .temperature = -1, .reasoning_effort = "none" };
    const struct kc_model_options budget = { .temperature = -1, .reasoning_effort = "2048" };

    expect_options(
        "chat", &kc_dialect_chat, 0, &all,
        "{\"temperature\":0.5,\"max_completion_tokens\":100,\"reasoning_effort\":\"high\","
        "\"max_tokens\":null,\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
    expect_options("chat, old servers", &kc_dialect_chat, KC_QUIRK_MAX_TOKENS, &all,
                   "{\"max_tokens\":100,\"max_completion_tokens\":null}");
    expect_options("openrouter", &kc_dialect_chat, KC_QUIRK_REASONING_OBJECT, &all,
                   "{\"reasoning\":{\"effort\":\"high\"},\"reasoning_effort\":null}");
    expect_options("deepseek", &kc_dialect_chat, KC_QUIRK_THINKING, &all,
                   "{\"thinking\":{\"type\":\"enabled\"},\"reasoning_effort\":\"high\"}");
    expect_options("deepseek, off", &kc_dialect_chat, KC_QUIRK_THINKING, &none,
                   "{\"thinking\":{\"type\":\"disabled\"},\"reasoning_effort\":null}");
    expect_options(
        "responses", &kc_dialect_responses, 0, &all,
        "{\"temperature\":0.5,\"max_output_tokens\":100,\"reasoning\":{\"effort\":\"high\"},"
        "\"stream\":true}");
    expect_options("messages", &kc_dialect_messages, 0, &all,
                   "{\"temperature\":0.5,\"max_tokens\":100,\"thinking\":{\"type\":\"adaptive\"},"
                   "\"output_config\":{\"effort\":\"high\"},\"stream\":true}");
    expect_options(
        "messages, off", &kc_dialect_messages, 0, &none,
        "{\"thinking\":{\"type\":\"disabled\"},\"output_config\":null,\"temperature\":null}");
    expect_options("gemini", &kc_dialect_gemini, 0, &all,
                   "{\"generationConfig\":{\"temperature\":0.5,\"maxOutputTokens\":100,"
                   "\"thinkingConfig\":{\"thinkingLevel\":\"high\"}},\"stream\":null}");
    expect_options("gemini, budget", &kc_dialect_gemini, 0, &budget,
                   "{\"generationConfig\":{\"thinkingConfig\":{\"thinkingBudget\":2048}}}");
    expect_options("nothing asked", &kc_dialect_gemini, 0, &plain_options,
                   "{\"generationConfig\":null}");
}

Test(requests, strict_only_when_the_schema_allows)
{
    static const struct {
        const char *name, *schema;
        bool        strict;
    } cases[] = {
        { "all required", RUN_KERNEL_SCHEMA, true },
        { "no properties", "{\"type\":\"object\",\"properties\":{},\"additionalProperties\":false}",
          true },
        { "one optional",
          "{\"properties\":{\"a\":{},\"b\":{}},\"required\":[\"a\"],\"additionalProperties\":"
          "false}",
          false },
        { "open", "{\"properties\":{\"a\":{}},\"required\":[\"a\"]}", false },
        { "length limit",
          "{\"properties\":{\"a\":{\"maxLength\":9}},\"required\":[\"a\"],\"additionalProperties\":"
          "false}",
          false },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        kc_json *schema = kc_json_parse(kc_str_from(cases[i].schema));

        cr_assert_not_null(schema, "%s", cases[i].name);
        cr_expect_eq(kc_wire_may_be_strict(schema), cases[i].strict, "%s", cases[i].name);
        kc_json_free(schema);
    }
}

Test(requests, urls)
{
    const struct kc_model_options streaming = { .stream = true };
    static const struct {
        const struct kc_dialect *dialect;
        const char              *base, *model, *url;
        bool                     stream;
    } cases[] = {
        { &kc_dialect_chat, "https://api.openai.com/v1", "m",
          "https://api.openai.com/v1/chat/completions", false },
        { &kc_dialect_chat, "http://h:8080/v1//", "m", "http://h:8080/v1/chat/completions", true },
        { &kc_dialect_responses, "http://h/v1", "m", "http://h/v1/responses", false },
        { &kc_dialect_messages, "https://api.anthropic.com", "m",
          "https://api.anthropic.com/v1/messages", false },
        { &kc_dialect_messages, "http://h/v1/", "m", "http://h/v1/messages", true },
        { &kc_dialect_gemini, "http://h", "gemini-3.8-flash",
          "http://h/v1beta/models/gemini-3.8-flash:generateContent", false },
        { &kc_dialect_gemini, "http://h/v1beta", "m",
          "http://h/v1beta/models/m:streamGenerateContent?alt=sse", true },
        { &kc_dialect_gemini, "http://h", "a/../b?c",
          "http://h/v1beta/models/a%2F..%2Fb%3Fc:generateContent", false },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        const struct kc_wire wire = { .model = cases[i].model,
                                      .options = cases[i].stream ? &streaming : &plain_options };
        struct kc_buf        url = { 0 };

        cases[i].dialect->url(&wire, cases[i].base, &url);
        cr_expect_str_eq(url.text, cases[i].url);
        kc_buf_free(&url);
    }
}

/* The old thinking DeepSeek must not see its reasoning again, except where tools need it. */
Test(requests, deepseek_reasoning_goes_back_with_calls_only)
{
    struct kc_arena arena = { 0 };
    const char raw[] = "{\"role\":\"assistant\",\"content\":\"t\",\"reasoning_content\":\"r\"}";
    struct kc_answer     answer = { .format = "chat", .raw = BYTES(raw), .text = BYTES("t") };
    const struct kc_turn turn = { .kind = KC_TURN_ANSWER, .answer = &answer };
    const struct kc_talk talk = { .turns = &turn, .count = 1 };
    const struct kc_wire wire = { .model = "deepseek-reasoner",
                                  .options = &plain_options,
                                  .quirks = KC_QUIRK_THINKING,
                                  .talk = &talk };
    for (size_t calls = 0; calls < 2; calls++) {
        answer.calls = one_call;
        answer.call_count = calls;
        kc_json    *request = kc_dialect_chat.request(&wire);
        const char *text = kc_wire_print(&arena, request).at;

        cr_expect_eq(strstr(text, "reasoning_content") != NULL, calls == 1, "%s", text);
        kc_json_free(request);
    }
    kc_arena_free(&arena);
}
