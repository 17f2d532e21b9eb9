/* Any bytes as what a provider sent, whole or as a stream (first byte: format and which): an answer
 * or none, and whatever was taken for an answer goes back in all formats as valid JSON. */
#include <string.h>

#include "fuzz.h"
#include "provider/retry.h"
#include "provider/sse.h"
#include "provider/wire.h"

static const struct kc_dialect *const dialects[] = { &kc_dialect_chat, &kc_dialect_responses,
                                                     &kc_dialect_messages, &kc_dialect_gemini };

struct feeding {
    const struct kc_dialect *dialect;
    kc_stream               *stream;
};

static void feed(void *context, struct kc_str name, struct kc_str data)
{
    struct feeding *f = context;

    f->dialect->take(f->stream, name, data);
}

/* The body that a stream amounts to. */
static struct kc_buf assemble(const struct kc_dialect *dialect, struct kc_str bytes)
{
    struct feeding f = { dialect, dialect->stream_new() };
    struct kc_sse  sse = { .event = feed, .context = &f };

    kc_sse_feed(&sse, bytes.at, bytes.length);
    kc_sse_end(&sse);
    dialect->finish(f.stream);
    const struct kc_buf body = f.stream->body;

    free(f.stream);
    return body;
}

static void send_back(const struct kc_answer *answer)
{
    const struct kc_model_options options = { .temperature = -1 };
    const struct kc_turn          turns[] = { { .kind = KC_TURN_USER, .text = { "a", 1 } },
                                              { .kind = KC_TURN_ANSWER, .answer = answer },
                                              { .kind = KC_TURN_USER, .text = { "b", 1 } } };
    const struct kc_talk          talk = { .turns = turns, .count = 3 };
    const struct kc_wire          wire = { .model = "m", .options = &options, .talk = &talk };

    for (size_t i = 0; i < KC_COUNT(dialects); i++) {
        kc_json      *request = dialects[i]->request(&wire);
        struct kc_buf text = { 0 };

        kc_json_print(request, &text, false);
        kc_json *back = kc_json_parse_lenient(kc_buf_str(&text));

        PROMISE(back);
        kc_json_free(back);
        kc_json_free(request);
        kc_buf_free(&text);
    }
}

static void read_body(const struct kc_dialect *dialect, struct kc_str bytes)
{
    struct kc_arena      arena = { 0 };
    struct kc_buf        clean = { 0 };
    struct kc_answer     answer = { 0 };
    struct kc_wire_error error;

    kc_buf_add_utf8(&clean, bytes.at, bytes.length);
    kc_json                  *json = kc_json_parse_lenient(kc_str_trim(kc_buf_str(&clean)));
    const struct kc_wire_body body = { &arena, kc_buf_str(&clean), json, 3 };

    kc_wire_error_read(json, &error);
    if (json && dialect->read(&body, &answer))
        send_back(&answer);
    kc_json_free(json);
    kc_buf_free(&clean);
    kc_arena_free(&arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const struct kc_dialect *dialect = dialects[data[0] & 3];
    struct kc_str            bytes = { (const char *)data + 1, size - 1 };
    struct kc_buf            body = { 0 };

    if (data[0] & 4) {
        body = assemble(dialect, bytes);
        bytes = kc_buf_str(&body);
    }
    read_body(dialect, bytes);
    kc_buf_free(&body);
    return 0;
}
