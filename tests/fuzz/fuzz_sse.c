/* Any bytes as a stream of events, cut as their first byte says: the same events as in one piece.
 */
#include <string.h>

#include "fuzz.h"
#include "provider/sse.h"

static void note(void *context, struct kc_str name, struct kc_str data)
{
    kc_buf_add(context, name.at, name.length);
    kc_buf_add(context, "|", 1);
    kc_buf_add(context, data.at, data.length);
    kc_buf_add(context, "\n", 1);
}

static void feed(const char *bytes, size_t size, size_t piece, struct kc_buf *out)
{
    struct kc_sse sse = { .event = note, .context = out };

    kc_buf_add(out, "", 0);
    for (size_t at = 0; at < size; at += piece)
        kc_sse_feed(&sse, bytes + at, size - at < piece ? size - at : piece);
    kc_sse_end(&sse);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_buf whole = { 0 }, cut = { 0 };

    if (size == 0)
        return 0;
    feed((const char *)data + 1, size - 1, size, &whole);
    feed((const char *)data + 1, size - 1, 1 + data[0] % 16, &cut);
    PROMISE(whole.length == cut.length && memcmp(whole.text, cut.text, whole.length) == 0);
    kc_buf_free(&whole);
    kc_buf_free(&cut);
    return 0;
}
