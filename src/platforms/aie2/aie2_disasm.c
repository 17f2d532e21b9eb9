/* Machine code as text: reading bytes, and printing bundles as bytes and as assembly. */
#include <ctype.h>
#include <string.h>

#include "platforms/aie2/aie2.h"
#include "platforms/aie2/aie2_asm.h"

enum { LARGEST_CODE_BYTES = 4 * AIE2_PROGRAM_BYTES };

struct bytes {
    uint8_t  *at;
    uint32_t *line;
    size_t    count;
};

bool aie2_code_likely(struct kc_str text)
{
    size_t digits = 0, i = 0;

    while (i < text.length && isspace((unsigned char)text.at[i]))
        i++;
    for (; i < text.length && kc_hex_digit(text.at[i]) >= 0; i++)
        digits++;
    return digits >= 4 && digits % 4 == 0 && digits <= 32 &&
           (i == text.length || isspace((unsigned char)text.at[i]));
}

static bool bad_digit(struct kc_diags *dg, size_t at)
{
    kc_error(dg, (struct kc_span){ at, at + 1 }, "code-syntax",
             "machine code is pairs of hexadecimal digits in memory order, one bundle per line",
             "not a pair of hexadecimal digits");
    return false;
}

static bool read_bytes(struct kc_diags *dg, struct bytes *out)
{
    const struct kc_str text = dg->source.text;
    uint32_t            line = 1;

    for (size_t i = 0; i < text.length; i++) {
        if (isspace((unsigned char)text.at[i])) {
            line += text.at[i] == '\n';
            continue;
        }
        const int high = kc_hex_digit(text.at[i]);
        const int low = i + 1 < text.length ? kc_hex_digit(text.at[i + 1]) : -1;

        if (high < 0 || low < 0)
            return bad_digit(dg, i);
        if (out->count == LARGEST_CODE_BYTES) {
            kc_error_plain(dg, "program-size", NULL, "more than %d bytes of machine code",
                           LARGEST_CODE_BYTES);
            return false;
        }
        out->at[out->count] = (uint8_t)(high << 4 | low);
        out->line[out->count++] = line;
        i++;
    }
    return true;
}

static void set_lines(struct aie2_bundle *bundle, uint32_t line)
{
    bundle->line = line;
    for (size_t i = 0; i < AIE2_SLOT_COUNT; i++)
        if (bundle->slot[i])
            ((struct aie2_insn *)(uintptr_t)bundle->slot[i])->line = line;
}

struct kc_program aie2_read_code(struct kc_arena *arena, const void *config,
                                 const struct kc_isa *isa, struct kc_diags *dg)
{
    const size_t       most = dg->source.text.length / 2 + 1;
    const size_t       room = most < LARGEST_CODE_BYTES ? most : LARGEST_CODE_BYTES;
    struct aie2_names *names = kc_arena_new(arena, struct aie2_names);
    struct bytes bytes = { kc_arena_alloc(arena, room), kc_arena_array(arena, uint32_t, room), 0 };
    struct aie2_bundle *bundle = NULL;
    size_t              count = 0, bundle_room = 0;

    (void)config, (void)isa;
    if (!read_bytes(dg, &bytes))
        return (struct kc_program){ 0 };
    aie2_names_build(names);
    for (size_t i = 0; i < bytes.count; i += bundle[count - 1].size) {
        const size_t size = aie2_bundle_bytes(bytes.at[i]);
        const size_t left = bytes.count - i;

        bundle = aie2_grow(arena, bundle, count, &bundle_room, sizeof *bundle);
        bundle[count] = (struct aie2_bundle){ .address = (uint32_t)i };
        if (size > left || !aie2_decode_bundle(arena, names, bytes.at + i, size, &bundle[count]))
            bundle[count] = (struct aie2_bundle){ .address = (uint32_t)i,
                                                  .data = true,
                                                  .size = (uint8_t)(size < left ? size : left) };
        set_lines(&bundle[count++], bytes.line[i]);
    }
    return aie2_finish(arena, names, bundle, count, bytes.at);
}

void aie2_print_code(const struct kc_program *program, size_t index, struct kc_buf *out)
{
    const struct aie2_program *own = program->own;
    const struct aie2_bundle  *bundle = &own->bundle[index];

    for (size_t i = 0; i < bundle->size; i++)
        kc_buf_printf(out, "%02x", own->code[bundle->address + i]);
}

static void print_data(const struct aie2_program *own, const struct aie2_bundle *bundle,
                       struct kc_buf *out)
{
    kc_buf_puts(out, ".byte ");
    for (size_t i = 0; i < bundle->size; i++)
        kc_buf_printf(out, "%s0x%02x", i ? ", " : "", own->code[bundle->address + i]);
}

void aie2_print_text(const struct kc_isa *isa, const struct kc_program *program, size_t index,
                     struct kc_buf *out)
{
    const struct aie2_program *own = program->own;

    (void)isa;
    if (own->bundle[index].data)
        print_data(own, &own->bundle[index], out);
    else
        aie2_print_bundle(&own->bundle[index], out);
}
