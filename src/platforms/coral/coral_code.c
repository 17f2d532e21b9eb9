/* Machine code from files: hexadecimal words, or ELF. */
#include <inttypes.h>
#include <string.h>

#include "isa/words.h"
#include "platforms/coral/coral_assemble.h"

struct coral_range coral_range(const struct coral_config *config, enum coral_range_id id)
{
    const bool high = config->memory == CORAL_MEMORY_HIGH;

    switch (id) {
    case CORAL_ITCM:
        return (struct coral_range){ "itcm", 0, high ? 0x100000 : 0x2000 };
    case CORAL_DTCM:
        return (struct coral_range){ "dtcm", high ? 0x100000 : 0x10000, high ? 0x100000 : 0x8000 };
    default:
        return (struct coral_range){ "ext", 0x20000000, config->ext_size };
    }
}

int coral_range_of(const struct coral_config *config, uint64_t address, uint64_t size)
{
    for (int i = 0; i < CORAL_RANGES; i++) {
        const struct coral_range r = coral_range(config, (enum coral_range_id)i);

        if (address >= r.base && address <= r.base + r.size && size <= r.base + r.size - address)
            return i;
    }
    return -1;
}

void coral_program_words(struct kc_arena *arena, struct kc_program *program, uint64_t address,
                         const uint8_t *bytes, size_t size, const uint32_t *lines)
{
    const size_t count = program->count + size / 4;
    uint32_t    *words = kc_arena_array(arena, uint32_t, count + 1);
    uint32_t    *all_lines = kc_arena_array(arena, uint32_t, count + 1);
    uint64_t    *addresses = kc_arena_array(arena, uint64_t, count + 1);

    if (program->count) {
        memcpy(words, program->words, program->count * sizeof *words);
        memcpy(all_lines, program->lines, program->count * sizeof *all_lines);
        memcpy(addresses, program->addresses, program->count * sizeof *addresses);
    }
    for (size_t i = 0; i < size / 4; i++) {
        const uint8_t *at = bytes + 4 * i;

        words[program->count + i] =
            (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
        all_lines[program->count + i] = lines ? lines[i] : (uint32_t)(program->count + i + 1);
        addresses[program->count + i] = address + 4 * i;
    }
    program->words = words;
    program->lines = all_lines;
    program->addresses = addresses;
    program->count = count;
}

static struct kc_program read_hex(struct kc_arena *arena, const struct coral_config *config,
                                  struct kc_diags *dg)
{
    const struct kc_program  words = kc_words_read(arena, dg);
    const struct coral_range itcm = coral_range(config, CORAL_ITCM);
    struct kc_segment       *segment = kc_arena_new(arena, struct kc_segment);
    uint8_t                 *bytes = kc_arena_alloc(arena, 4 * words.count + 1);
    struct kc_program        program = { 0 };

    for (size_t i = 0; i < words.count; i++)
        for (int b = 0; b < 4; b++)
            bytes[4 * i + (size_t)b] = (uint8_t)(words.words[i] >> 8 * b);
    if (4 * words.count > itcm.size)
        kc_error_plain(dg, "memory-size", NULL, "the code takes %zu bytes; itcm has %" PRIu64,
                       4 * words.count, itcm.size);
    coral_program_words(arena, &program, itcm.base, bytes, 4 * words.count, words.lines);
    *segment = (struct kc_segment){ itcm.region, itcm.base, bytes, 4 * words.count };
    program.segments = segment;
    program.segment_count = words.count ? 1 : 0;
    program.entry = itcm.base;
    return program;
}

bool coral_code_likely(struct kc_str bytes)
{
    return coral_elf_likely(bytes) || kc_words_likely(bytes);
}

struct kc_program coral_read_code(struct kc_arena *arena, const void *config,
                                  const struct kc_isa *isa, struct kc_diags *dg)
{
    (void)isa;
    return coral_elf_likely(dg->source.text) ? coral_elf_read(arena, config, dg)
                                             : read_hex(arena, config, dg);
}
