/* Any text as a C kernel, as assembly, as a compiler's messages and as compiled text: it is
 * reported on or passed, and what the pass over compiled text adds are sign extensions only. */
#include <string.h>

#include "fuzz.h"
#include "sandbox/compile.h"

static size_t lines_of(struct kc_str text)
{
    size_t n = text.length > 0 && text.at[text.length - 1] != '\n';

    for (size_t i = 0; i < text.length; i++)
        n += text.at[i] == '\n';
    return n;
}

static bool same(struct kc_str a, struct kc_str b)
{
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

static void check_errata(struct kc_arena *arena, struct kc_str text)
{
    struct kc_str out = kc_sandbox_errata(arena, text);

    PROMISE(lines_of(out) >= lines_of(text));
    while (text.length) {
        const struct kc_str want = kc_str_cut(&text, '\n');
        struct kc_str       got = kc_str_cut(&out, '\n');

        while (kc_str_starts(got, "\tsext.") && !same(got, want))
            got = kc_str_cut(&out, '\n');
        PROMISE(same(got, want));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena     arena = { 0 };
    const struct kc_str text = { (const char *)data, size };
    struct kc_diags     dg;

    kc_diags_init(&dg, &arena, (struct kc_source){ "fuzz.c", text });
    kc_sandbox_check_c(&dg, size && (data[0] & 2));
    kc_sandbox_check_asm(&dg, size && (data[0] & 1));
    kc_sandbox_messages(&dg, text);
    fuzz_render(&dg);
    check_errata(&arena, text);
    kc_arena_free(&arena);
    return 0;
}
