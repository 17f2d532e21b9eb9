/* Server-sent events: the grammar, and that no way of cutting the bytes changes what they say. */
#include "base/random.h"
#include "provider/sse.h"
#include "testing.h"

static void note(void *context, struct kc_str name, struct kc_str data)
{
    struct kc_buf *out = context;

    kc_buf_add(out, "<", 1);
    kc_buf_add(out, name.at, name.length);
    kc_buf_add(out, "|", 1);
    kc_buf_add(out, data.at, data.length);
    kc_buf_add(out, ">", 1);
}

/* The events of text in pieces of the sizes that next gives. */
static struct kc_buf events_of(struct kc_str text, size_t (*next)(uint64_t seed, size_t i),
                               uint64_t      seed)
{
    struct kc_buf out = { 0 };
    struct kc_sse sse = { .event = note, .context = &out };

    kc_buf_puts(&out, "");
    for (size_t at = 0, i = 0; at < text.length; i++) {
        const size_t left = text.length - at, n = next(seed, i) < left ? next(seed, i) : left;

        kc_sse_feed(&sse, text.at + at, n);
        at += n;
    }
    kc_sse_end(&sse);
    return out;
}

static size_t all_at_once(uint64_t seed, size_t i)
{
    (void)i;
    return (size_t)seed;
}

static size_t by_chance(uint64_t seed, size_t i)
{
    return (size_t)(kc_random_u64(seed, 0, i) % 5); /* empty pieces too */
}

Test(sse, grammar)
{
    static const struct {
        const char   *name;
        struct kc_str text;
        const char   *events;
    } cases[] = {
        { "one", BYTES("data: a\n\n"), "<|a>" },
        { "named", BYTES("event: n\ndata: a\n\ndata: b\n\n"), "<n|a><|b>" },
        { "two data lines", BYTES("data: a\ndata: b\n\n"), "<|a\nb>" },
        { "no blank after the colon", BYTES("data:a\n\n"), "<|a>" },
        { "only one blank goes", BYTES("data:  a\n\n"), "<| a>" },
        { "comments", BYTES(": keep-alive\n\n:\ndata: a\n: x\n\n: keep-alive\n\n"), "<|a>" },
        { "CR LF", BYTES("event: n\r\ndata: a\r\n\r\ndata: b\r\n\r\n"), "<n|a><|b>" },
        { "CR", BYTES("data: a\r\rdata: b\r\r"), "<|a><|b>" },
        { "mixed", BYTES("data: a\n\r\ndata: b\r\n\n"), "<|a><|b>" },
        { "unknown fields", BYTES("id: 7\nretry: 9\nfoo: bar\nfoo\ndata: a\n\n"), "<|a>" },
        { "field without a colon", BYTES("data\n\n"), "<|>" },
        { "empty data", BYTES("data:\n\n"), "<|>" },
        { "name without data is forgotten", BYTES("event: n\n\ndata: a\n\n"), "<|a>" },
        { "colons in data", BYTES("data: a: b:c\n\n"), "<|a: b:c>" },
        { "byte order mark",
          BYTES("\xef\xbb\xbf"
                "data: a\n\n"),
          "<|a>" },
        { "no blank line at the end", BYTES("data: a\n\ndata: b\n"), "<|a><|b>" },
        { "no line end at the end", BYTES("data: a\n\ndata: [DONE]"), "<|a><|[DONE]>" },
        { "blank lines first", BYTES("\n\n\r\n\ndata: a\n\n"), "<|a>" },
        { "nothing", BYTES(""), "" },
        { "the last name counts", BYTES("event: a\nevent: b\ndata: x\n\n"), "<b|x>" },
        { "case matters", BYTES("Data: x\n\n"), "" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        struct kc_buf whole = events_of(cases[i].text, all_at_once, cases[i].text.length);

        cr_expect_str_eq(whole.text, cases[i].events, "%s: %s", cases[i].name, whole.text);
        for (uint64_t seed = 1; seed <= 200; seed++) {
            struct kc_buf cut = events_of(cases[i].text, by_chance, seed);

            cr_assert_str_eq(cut.text, cases[i].events, "%s, seed %u: %s", cases[i].name,
                             (unsigned)seed, cut.text);
            kc_buf_free(&cut);
        }
        for (size_t n = 1; n <= cases[i].text.length; n++) {
            struct kc_buf cut = events_of(cases[i].text, all_at_once, n);

            cr_assert_str_eq(cut.text, cases[i].events, "%s, pieces of %zu", cases[i].name, n);
            kc_buf_free(&cut);
        }
        kc_buf_free(&whole);
    }
}

/* Random bytes of the letters that matter. */
Test(sse, any_cutting_of_any_bytes_gives_the_same_events)
{
    static const char        letters[] = "\r\n\n: daevnt\0\xef\xbb\xbf";
    static const char *const words[] = { "data:", "data: ", "event: ", "\n\n", "\r\n", ":" };

    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct kc_buf text = { 0 };

        for (uint64_t i = 0; i < 1 + kc_random_u64(seed, 1, 0) % 40; i++) {
            const uint64_t r = kc_random_u64(seed, 2, i);

            if (r & 1)
                kc_buf_add(&text, &letters[(r >> 8) % (sizeof letters - 1)], 1);
            else
                kc_buf_puts(&text, words[(r >> 8) % KC_COUNT(words)]);
        }
        const struct kc_str bytes = { text.text, text.length };
        struct kc_buf       whole = events_of(bytes, all_at_once, bytes.length);
        struct kc_buf       single = events_of(bytes, all_at_once, 1);
        struct kc_buf       cut = events_of(bytes, by_chance, seed);

        cr_assert(whole.length == single.length &&
                      memcmp(whole.text, single.text, whole.length) == 0,
                  "seed %u", (unsigned)seed);
        cr_assert(whole.length == cut.length && memcmp(whole.text, cut.text, whole.length) == 0,
                  "seed %u", (unsigned)seed);
        kc_buf_free(&whole);
        kc_buf_free(&single);
        kc_buf_free(&cut);
        kc_buf_free(&text);
    }
}
