/* Any text for AIE2: reported or assembled and checked, and what assembles survives the way to text
 * and back. */
#include <string.h>

#include "fuzz.h"
#include "platforms/aie2/aie2.h"
#include "platforms/aie2/aie2_asm.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct kc_arena            arena = { 0 };
    struct kc_diags            dg, again;
    struct kc_program          program, back;
    struct kc_buf              text = { 0 };
    const struct aie2_program *own;

    kc_diags_init(&dg, &arena, (struct kc_source){ "fuzz.s", { (const char *)data, size } });
    program = aie2_assemble_unchecked(&arena, &dg);
    fuzz_render(&dg);
    if (dg.errors == 0) {
        own = program.own;
        for (size_t i = 0; i < program.count; i++) {
            aie2_print_text(NULL, &program, i, &text);
            kc_buf_puts(&text, "\n");
        }
        kc_diags_init(&again, &arena,
                      (struct kc_source){ "again", { text.text ? text.text : "", text.length } });
        back = aie2_assemble_unchecked(&arena, &again);
        PROMISE(again.errors == 0);
        PROMISE(((const struct aie2_program *)back.own)->bytes == own->bytes);
        PROMISE(memcmp(((const struct aie2_program *)back.own)->code, own->code, own->bytes) == 0);
        aie2_check(&arena, &program, false, &dg);
        fuzz_render(&dg);
    }
    kc_buf_free(&text);
    kc_arena_free(&arena);
    return 0;
}
