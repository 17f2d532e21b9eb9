/* Streams of the four formats: what they amount to, in whatever pieces they come. */
#include "provider/retry.h"
#include "provider/sse.h"
#include "talking.h"

struct fed {
    const struct kc_dialect *dialect;
    kc_stream               *stream;
};

static void feed(void *context, struct kc_str name, struct kc_str data)
{
    struct fed *f = context;

    f->dialect->take(f->stream, name, data);
}

/* The body that the events amount to; *ended: whether they are complete. */
static struct kc_buf body_of(const struct kc_dialect *dialect, const char *events, bool *ended)
{
    struct fed    f = { dialect, dialect->stream_new() };
    struct kc_sse sse = { .event = feed, .context = &f };

    kc_sse_feed(&sse, events, strlen(events));
    kc_sse_end(&sse);
    dialect->finish(f.stream);
    const struct kc_buf body = f.stream->body;

    *ended = f.stream->ended;
    free(f.stream);
    return body;
}

static bool read_stream(struct kc_arena *arena, const struct kc_dialect *dialect,
                        const char *events, struct kc_answer *answer)
{
    bool          ended;
    struct kc_buf body = body_of(dialect, events, &ended);
    const bool    read = ended && read_body(arena, dialect, kc_buf_str(&body), answer);

    kc_buf_free(&body);
    return read;
}

/* ---- chat --------------------------------------------------------------------------------- */

#define DELTA(delta) "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":" delta "}]}\n\n"
#define FINISH(reason)                                                                          \
    "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" reason \
    "\"}]}\n\n"
#define CHAT_USAGE                                                                    \
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":100,\"completion_tokens\":7," \
    "\"prompt_tokens_details\":{\"cached_tokens\":64}}}\n\n"

Test(streams, chat_text_and_calls)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a;

    cr_assert(read_stream(
        &arena, &kc_dialect_chat,
        ": keep-alive\n\n" DELTA("{\"role\":\"assistant\",\"content\":\"\"}") DELTA(
            "{\"reasoning_content\":\"th\"}") DELTA("{\"reasoning_content\":\"ink\"}")
            DELTA("{\"content\":\"I \"}") DELTA("{\"content\":\"try.\"}") DELTA(
                "{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":"
                "{\"name\":\"f\",\"arguments\":\"\"}}]}")
                DELTA("{\"tool_calls\":[{\"index\":1,\"id\":\"c2\",\"type\":\"function\","
                      "\"function\":"
                      "{\"name\":\"g\",\"arguments\":\"{}\"}}]}")
                    DELTA("{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{"
                          "\\\"a\\\"\"}}]}")
                        DELTA(
                            "{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\":1}\"}}]}")
                            FINISH("tool_calls") CHAT_USAGE "data: [DONE]\n\n",
        &a));
    expect_json("raw", a.raw,
                "{\"role\":\"assistant\",\"content\":\"I "
                "try.\",\"reasoning_content\":\"think\",\"tool_calls\":["
                "{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":"
                "\"{\\\"a\\\":1}\"}},"
                "{\"id\":\"c2\",\"type\":\"function\",\"function\":{\"name\":\"g\",\"arguments\":"
                "\"{}\"}}]}");
    cr_expect(kc_str_is(a.reasoning, "think"));
    cr_expect_eq(a.stop, KC_STOP_CALLS);
    cr_expect_eq(a.usage.input, 36);
    cr_expect_eq(a.usage.output, 7);
    cr_expect_str_eq(a.model, "m");
    kc_arena_free(&arena);
}

Test(streams, chat_reasoning_details_are_joined_by_index)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a;

    cr_assert(
        read_stream(
            &arena, &kc_dialect_chat,
            DELTA("{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"index\":0,\"text\":\"a\"}"
                  "]}") DELTA("{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"index\":0,"
                              "\"text\":\"b\"}]}")
                DELTA(
                    "{\"reasoning_details\":[{\"type\":\"reasoning.text\",\"index\":0,"
                    "\"signature\":"
                    "\"s\"},"
                    "{\"type\":\"reasoning.encrypted\",\"index\":1,\"data\":\"x\",\"id\":\"i\"}]}")
                    DELTA("{\"content\":\"t\"}") FINISH("stop"),
            &a),
        "a finish reason is an end");
    expect_json("raw", a.raw,
                "{\"role\":\"assistant\",\"content\":\"t\",\"reasoning_details\":["
                "{\"type\":\"reasoning.text\",\"index\":0,\"text\":\"ab\",\"signature\":\"s\"},"
                "{\"type\":\"reasoning.encrypted\",\"index\":1,\"data\":\"x\",\"id\":\"i\"}]}");
    kc_arena_free(&arena);
}

/* llama.cpp and others: whole calls, without indices or ids. */
Test(streams, chat_calls_of_simple_servers)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a;

    cr_assert(read_stream(
        &arena, &kc_dialect_chat,
        DELTA("{\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":{\"x\":1}}"
              "}]}") DELTA("{\"tool_calls\":[{\"id\":\"b\",\"function\":{\"name\":\"g\","
                           "\"arguments\":\"{}\"}}]}")
            DELTA("{\"tool_calls\":[null,7]}") "data: [DONE]\n\n",
        &a));
    cr_assert_eq(a.call_count, 2);
    cr_expect_str_eq(a.calls[1].id, "b");
    cr_expect(kc_str_is(a.calls[0].arguments, "{\"x\":1}"));
    kc_arena_free(&arena);
}

/* ---- responses ---------------------------------------------------------------------------- */

#define ITEM                                                                                     \
    "{\"type\":\"function_call\",\"id\":\"fc\",\"call_id\":\"c1\",\"name\":\"f\",\"arguments\":" \
    "\"{}\" , \"x\":1.0}"
#define ITEM_DONE                                                                      \
    "event: response.output_item.done\ndata: {\"type\":\"response.output_item.done\"," \
    "\"sequence_number\":2,\"output_index\":0,\"item\":" ITEM "}\n\n"

Test(streams, responses)
{
    static const char *const ends[] = {
        /* the last event with the items again, and without */
        "data: "
        "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"model\":\"m\","
        "\"output\":[" ITEM "],\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n",
        "data: "
        "{\"type\":\"response.completed\",\"response\":{\"status\":\"completed\",\"model\":\"m\","
        "\"output\":[],"
        "\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n",
        "event: response.completed\ndata: {\"response\":{\"model\":\"m\","
        "\"usage\":{\"input_tokens\":5,\"output_tokens\":1}}}\n\n",
    };

    for (size_t i = 0; i < KC_COUNT(ends); i++) {
        struct kc_arena  arena = { 0 };
        struct kc_answer a;
        const char      *events =
            kc_arena_printf(&arena,
                            "data: {\"type\":\"response.created\",\"response\":{}}\n\n"
                            "data: {\"type\":\"response.unheard_of\"}\n\n%s%s",
                            ITEM_DONE, ends[i]);

        cr_assert(read_stream(&arena, &kc_dialect_responses, events, &a), "%zu", i);
        cr_expect(kc_str_is(a.raw, "[" ITEM "]"), "%.*s", KC_STR(a.raw));
        cr_expect_eq(a.call_count, 1);
        cr_expect_eq(a.usage.input, 5);
        kc_arena_free(&arena);
    }
}

/* ---- messages ----------------------------------------------------------------------------- */

#define EVENT(type, rest) "event: " type "\ndata: {\"type\":\"" type "\"" rest "}\n\n"
#define START                                                                       \
    EVENT("message_start",                                                          \
          ",\"message\":{\"id\":\"x\",\"type\":\"message\",\"role\":\"assistant\"," \
          "\"model\":\"m\",\"content\":[],\"stop_reason\":null,\"usage\":{"         \
          "\"input_tokens\":36,\"cache_read_input_tokens\":64,\"output_tokens\":1}}")
#define BLOCK(index, block) \
    EVENT("content_block_start", ",\"index\":" index ",\"content_block\":" block)
#define GROW(index, delta) EVENT("content_block_delta", ",\"index\":" index ",\"delta\":" delta)
#define STOP(reason)       \
    EVENT("message_delta", \
          ",\"delta\":{\"stop_reason\":\"" reason "\"},\"usage\":{\"output_tokens\":7}")

Test(streams, messages)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a;

    cr_assert(read_stream(
        &arena, &kc_dialect_messages,
        START EVENT("ping",
                    "") BLOCK("0", "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")
            GROW("0", "{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}") GROW(
                "0", "{\"type\":\"signature_delta\",\"signature\":\"op\"}")
                GROW("0", "{\"type\":\"signature_delta\",\"signature\":\"aque\"}") EVENT(
                    "content_block_stop",
                    ",\"index\":0") BLOCK("1", "{\"type\":\"redacted_thinking\",\"data\":\"d\"}")
                    BLOCK("2", "{\"type\":\"text\",\"text\":\"\"}") GROW(
                        "2", "{\"type\":\"text_delta\",\"text\":\"I \"}")
                        GROW("2", "{\"type\":\"text_delta\",\"text\":\"try\"}") BLOCK(
                            "3",
                            "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}")
                            GROW("3",
                                 "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"a\\\"\"}")
                                GROW("3",
                                     "{\"type\":\"input_json_delta\",\"partial_json\":\": 1}\"}")
                                    BLOCK("4", "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":"
                                               "\"g\",\"input\":{}}")
                                        EVENT("news_of_tomorrow", ",\"index\":9") STOP("tool_use")
                                            EVENT("message_stop", ""),
        &a));
    expect_json(
        "raw", a.raw,
        "[{\"type\":\"thinking\",\"thinking\":\"hm\",\"signature\":\"opaque\"},"
        "{\"type\":\"redacted_thinking\",\"data\":\"d\"},{\"type\":\"text\",\"text\":\"I try\"},"
        "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{\"a\":1}},"
        "{\"type\":\"tool_use\",\"id\":\"t2\",\"name\":\"g\",\"input\":{}}]");
    cr_expect_eq(a.usage.input, 36);
    cr_expect_eq(a.usage.cache_read, 64);
    cr_expect_eq(a.usage.output, 7, "totals of message_delta replace those of message_start");
    cr_expect_eq(a.stop, KC_STOP_CALLS);
    kc_arena_free(&arena);
}

Test(streams, messages_call_cut_by_the_token_limit)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a;

    cr_assert(read_stream(
        &arena, &kc_dialect_messages,
        START BLOCK("0", "{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\",\"input\":{}}")
            GROW("0", "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"source\\\":\\\"no\"}")
                STOP("max_tokens") EVENT("message_stop", ""),
        &a));
    cr_expect(kc_str_is(a.calls[0].arguments, "{\"source\":\"no"));
    cr_expect_eq(a.stop, KC_STOP_LENGTH);
    expect_json("raw", a.raw,
                "[{\"type\":\"tool_use\",\"id\":\"t1\",\"name\":\"f\","
                "\"input\":{\"malformed_arguments\":\"{\\\"source\\\":\\\"no\"}}]");
    kc_arena_free(&arena);
}

/* ---- gemini ------------------------------------------------------------------------------- */

#define CHUNK(parts) \
    "data: {\"candidates\":[{\"content\":{\"role\":\"model\",\"parts\":[" parts "]}}]}\r\n\r\n"
#define LAST                                                                                     \
    "data: "                                                                                     \
    "{\"candidates\":[{\"finishReason\":\"STOP\"}],\"usageMetadata\":{\"promptTokenCount\":100," \
    "\"cachedContentTokenCount\":64,\"candidatesTokenCount\":4,\"thoughtsTokenCount\":3},"       \
    "\"modelVersion\":\"m\"}\r\n\r\n"

Test(streams, gemini_joins_only_plain_text)
{
    struct kc_arena  arena = { 0 };
    struct kc_answer a;

    cr_assert(read_stream(
        &arena, &kc_dialect_gemini,
        CHUNK("{\"text\":\"h\",\"thought\":true}") CHUNK("{\"text\":\"m\",\"thought\":true}")
            CHUNK("{\"text\":\"I \"}") CHUNK("{\"text\":\"try\"}")
                CHUNK("{\"text\":\".\",\"thoughtSignature\":\"s1\"}") CHUNK("{\"text\":\"!\"}")
                    CHUNK("{\"functionCall\":{\"name\":\"f\",\"args\":{ \"a\" : 1.0 "
                          "}},\"thoughtSignature\":\"s2\"}") LAST,
        &a));
    cr_expect(kc_str_is(a.raw, "[{\"text\":\"hm\",\"thought\":true},{\"text\":\"I try\"},"
                               "{\"text\":\".\",\"thoughtSignature\":\"s1\"},{\"text\":\"!\"},"
                               "{\"functionCall\":{\"name\":\"f\",\"args\":{ \"a\" : 1.0 "
                               "}},\"thoughtSignature\":\"s2\"}]"),
              "%.*s", KC_STR(a.raw));
    cr_expect(kc_str_is(a.text, "I try.!"));
    cr_expect(kc_str_is(a.reasoning, "hm"));
    cr_expect_eq(a.usage.input, 36);
    cr_expect_eq(a.usage.output, 7);
    cr_expect_str_eq(a.model, "m");
    kc_arena_free(&arena);
}

/* ---- errors and ends ---------------------------------------------------------------------- */

Test(streams, errors_inside)
{
    static const struct {
        const struct kc_dialect *dialect;
        const char              *events, *type;
    } cases[] = {
        { &kc_dialect_chat,
          DELTA(
              "{\"content\":\"a\"}") "data: "
                                     "{\"error\":{\"code\":\"server_error\",\"message\":\"m\"}}\n\n"
                                     "data: [DONE]\n\n",
          "server_error" },
        { &kc_dialect_responses,
          "data: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":"
          "{\"code\":\"rate_limit_exceeded\",\"message\":\"m\"}}}\n\n",
          "rate_limit_exceeded" },
        { &kc_dialect_responses,
          "event: error\ndata: "
          "{\"type\":\"error\",\"code\":\"server_error\",\"message\":\"m\"}\n\n",
          "server_error" },
        { &kc_dialect_responses, "data: {\"type\":\"response.failed\",\"response\":{}}\n\n",
          "server_error" },
        { &kc_dialect_messages,
          START "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\","
                "\"message\":\"m\"}}\n\n",
          "overloaded_error" },
        { &kc_dialect_gemini,
          CHUNK("{\"text\":\"a\"}") "data: "
                                    "{\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\","
                                    "\"message\":\"m\"}}\n\n",
          "UNAVAILABLE" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        bool                 ended;
        struct kc_buf        body = body_of(cases[i].dialect, cases[i].events, &ended);
        kc_json             *json = kc_json_parse(kc_buf_str(&body));
        struct kc_wire_error error;

        cr_expect(kc_wire_error_read(json, &error), "%zu: %s", i, body.text ? body.text : "");
        cr_expect_str_eq(error.type, cases[i].type, "%zu: %s", i, error.type);
        kc_json_free(json);
        kc_buf_free(&body);
    }
}

Test(streams, cut_ones_are_no_answers)
{
    static const struct {
        const struct kc_dialect *dialect;
        const char              *events;
    } cases[] = {
        { &kc_dialect_chat, "" },
        { &kc_dialect_chat, DELTA("{\"content\":\"a\"}") },
        { &kc_dialect_chat, "data: [DONE]\n\n" },
        { &kc_dialect_responses, ITEM_DONE },
        { &kc_dialect_messages, START BLOCK("0", "{\"type\":\"text\",\"text\":\"a\"}") },
        { &kc_dialect_gemini, CHUNK("{\"text\":\"a\"}") },
        { &kc_dialect_gemini, "data: nonsense\n\n" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        bool          ended;
        struct kc_buf body = body_of(cases[i].dialect, cases[i].events, &ended);

        cr_expect_not(ended, "%zu", i);
        kc_buf_free(&body);
    }
}

/* Cut anywhere, a stream is an answer only once its end was seen; nothing is lost or made up. */
Test(streams, every_beginning_is_whole_or_no_answer)
{
    static const char text[] = START BLOCK("0", "{\"type\":\"text\",\"text\":\"\"}")
        GROW("0", "{\"type\":\"text_delta\",\"text\":\"done\"}") STOP("end_turn")
            EVENT("message_stop", "");
    char copy[sizeof text];

    for (size_t n = 0; n < sizeof text; n++) {
        struct kc_arena  arena = { 0 };
        struct kc_answer a;

        memcpy(copy, text, n);
        copy[n] = '\0';
        if (read_stream(&arena, &kc_dialect_messages, copy, &a))
            cr_expect(kc_str_is(a.text, "done") && a.stop == KC_STOP_END, "%zu bytes", n);
        else
            cr_expect_lt(n, sizeof text - 1);
        kc_arena_free(&arena);
    }
}
