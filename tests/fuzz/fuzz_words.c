/* Any machine-code file: it is refused, or written and read again it is the same. */
#include "fuzz.h"

static struct kc_program read_words(struct kc_arena *arena, struct kc_str text, struct kc_diags *dg)
{
    kc_diags_init(dg, arena, (struct kc_source){ "fuzz.hex", text });
    return kc_words_read(arena, dg);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena   arena = { 0 };
    struct kc_diags   dg;
    struct kc_str     text = { (const char *)data, size };
    struct kc_program program = read_words(&arena, text, &dg), again;
    struct kc_buf     out = { 0 };

    fuzz_render(&dg);
    kc_words_likely(text);
    if (dg.errors == 0 && program.count) {
        kc_words_write(&program, &out);
        again = read_words(&arena, (struct kc_str){ out.text, out.length }, &dg);
        PROMISE(dg.errors == 0 && again.count == program.count);
        for (size_t i = 0; i < program.count; i++)
            PROMISE(again.words[i] == program.words[i]);
    }
    kc_buf_free(&out);
    kc_arena_free(&arena);
    return 0;
}
