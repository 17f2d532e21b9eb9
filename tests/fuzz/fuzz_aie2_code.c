/* Any bytes as AIE2 machine code: their text assembles to them again, and the checker survives
 * what they say. */
#include <string.h>

#include "fuzz.h"
#include "platforms/aie2/aie2.h"
#include "platforms/aie2/aie2_asm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena   arena = { 0 };
    struct kc_diags   dg;
    struct kc_program program, back;
    struct kc_buf     hex = { 0 }, text = { 0 };

    size = size < AIE2_PROGRAM_BYTES ? size : AIE2_PROGRAM_BYTES;
    for (size_t i = 0; i < size; i++)
        kc_buf_printf(&hex, "%02x", data[i]);
    kc_diags_init(&dg, &arena,
                  (struct kc_source){ "fuzz.hex", { hex.text ? hex.text : "", hex.length } });
    program = aie2_read_code(&arena, NULL, NULL, &dg);
    PROMISE(dg.errors == 0);
    for (size_t i = 0; i < program.count; i++) {
        aie2_print_text(NULL, &program, i, &text);
        kc_buf_puts(&text, "\n");
    }
    aie2_check(&arena, &program, false, &dg);
    fuzz_render(&dg);
    kc_diags_init(&dg, &arena,
                  (struct kc_source){ "again", { text.text ? text.text : "", text.length } });
    back = aie2_assemble_unchecked(&arena, &dg);
    fuzz_render(&dg);
    PROMISE(dg.errors == 0);
    PROMISE(((const struct aie2_program *)back.own)->bytes == size);
    PROMISE(size == 0 || memcmp(((const struct aie2_program *)back.own)->code, data, size) == 0);
    kc_buf_free(&hex);
    kc_buf_free(&text);
    kc_arena_free(&arena);
    return 0;
}
