/* ELF32 little-endian RISC-V executables: what a loader would put into memory, and the symbols.
 *
 * The file comes from strangers: every offset is checked against its size before it is used, and
 * whatever is not an executable for this machine is refused with the reason. */
#include <inttypes.h>
#include <string.h>

#include "platforms/coral/coral_assemble.h"

enum {
    EHDR_BYTES = 52,
    PHDR_BYTES = 32,
    SHDR_BYTES = 40,
    SYM_BYTES = 16,
    PT_LOAD = 1,
    PF_X = 1,
    SHT_SYMTAB = 2,
    EM_RISCV = 243,
    ET_EXEC = 2,
    FLAG_RVC = 1,
    SEGMENTS_MOST = 64,
    SYMBOLS_MOST = 1 << 16,
    FILE_MOST = 64 << 20
};

struct elf {
    struct kc_arena           *arena;
    const struct coral_config *config;
    struct kc_diags           *dg;
    const uint8_t             *at;
    size_t                     size;
};

static uint32_t get16(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t get32(const uint8_t *at)
{
    return get16(at) | get16(at + 2) << 16;
}

static bool inside(const struct elf *e, uint64_t offset, uint64_t size)
{
    return offset <= e->size && size <= e->size - offset;
}

static KC_COLD bool refuse(const struct elf *e, const char *hint, const char *why)
{
    kc_error_plain(e->dg, "elf", hint, "%s", why);
    return false;
}

static const char link_hint[] =
    "build with clang-19 --target=riscv32-unknown-elf -march=rv32imf_zve32x_zicsr_zifencei_zbb "
    "-mabi=ilp32 and link with a script for ITCM 0x0 and DTCM 0x10000";

static bool check_header(const struct elf *e)
{
    if (e->size > FILE_MOST)
        return refuse(e, "strip debug information", "the file is larger than 64 MiB");
    if (e->size < EHDR_BYTES)
        return refuse(e, NULL, "the file ends inside the ELF header");
    if (e->at[4] != 1)
        return refuse(e, link_hint, "this is a 64-bit ELF file; the machine has 32 bits");
    if (e->at[5] != 1)
        return refuse(e, link_hint, "this is a big-endian ELF file; the machine is little-endian");
    if (get16(e->at + 18) != EM_RISCV)
        return refuse(e, link_hint, "this ELF file is for another machine than RISC-V");
    if (get16(e->at + 16) != ET_EXEC)
        return refuse(e, "link it: ld.lld-19 -T link.ld file.o -o file.elf",
                      "this ELF file is not an executable");
    if (get32(e->at + 36) & FLAG_RVC)
        return refuse(e, "build with an -march without c",
                      "this program uses compressed instructions, which the machine does not have");
    if (get16(e->at + 44) == 0)
        return refuse(e, "link it as an executable", "the file has no program headers");
    if (get16(e->at + 42) != PHDR_BYTES || get16(e->at + 44) > SEGMENTS_MOST)
        return refuse(e, NULL, "the program headers are malformed");
    if (!inside(e, get32(e->at + 28), (uint64_t)PHDR_BYTES * get16(e->at + 44)))
        return refuse(e, NULL, "the program headers lie beyond the end of the file");
    return true;
}

/* One PT_LOAD: what lies in the file; the rest of the segment is zero as memory is. */
static bool add_segment(const struct elf *e, const uint8_t *ph, struct kc_segment *list,
                        size_t *count)
{
    const uint32_t offset = get32(ph + 4), address = get32(ph + 12);
    const uint32_t in_file = get32(ph + 16), in_memory = get32(ph + 20);
    const int      range = coral_range_of(e->config, address, in_memory);

    if (in_memory < in_file)
        return refuse(e, NULL, "a segment is larger in the file than in memory");
    if (!inside(e, offset, in_file))
        return refuse(e, NULL, "a segment lies beyond the end of the file");
    if (in_memory == 0)
        return true;
    if (range < 0) {
        kc_error_plain(e->dg, "elf-address", link_hint,
                       "the segment at 0x%08" PRIx32 " (%" PRIu32
                       " bytes) lies in no memory of this machine",
                       address, in_memory);
        return false;
    }
    for (size_t i = 0; i < *count; i++)
        if (address < list[i].address + list[i].size &&
            list[i].address < (uint64_t)address + in_file)
            return refuse(e, NULL, "two segments overlap");
    if (in_file)
        list[(*count)++] =
            (struct kc_segment){ coral_range(e->config, (enum coral_range_id)range).region, address,
                                 e->at + offset, in_file };
    return true;
}

static void add_symbols_of(const struct elf *e, const uint8_t *sh, const uint8_t *strings_sh,
                           struct kc_program *program, struct kc_symbol *list)
{
    const uint32_t table = get32(sh + 16), strings = get32(strings_sh + 16);
    const uint32_t string_bytes = get32(strings_sh + 20);
    const size_t   count = get32(sh + 20) / SYM_BYTES;

    if (!inside(e, table, get32(sh + 20)) || !inside(e, strings, string_bytes))
        return;
    for (size_t i = 0; i < count && program->symbol_count < SYMBOLS_MOST; i++) {
        const uint8_t *sym = e->at + table + i * SYM_BYTES;
        const uint32_t name = get32(sym), section = get16(sym + 14);
        const uint8_t *text = e->at + strings + name;

        if (name == 0 || name >= string_bytes || section == 0 || (sym[12] & 15) > 2 ||
            !memchr(text, 0, string_bytes - name) || !*text)
            continue;
        list[program->symbol_count++] = (struct kc_symbol){ (const char *)text, get32(sym + 4) };
    }
}

static void add_symbols(const struct elf *e, struct kc_program *program)
{
    const uint32_t    table = get32(e->at + 32), count = get16(e->at + 48);
    struct kc_symbol *list =
        kc_arena_array(e->arena, struct kc_symbol,
                       e->size / SYM_BYTES < SYMBOLS_MOST ? e->size / SYM_BYTES + 1 : SYMBOLS_MOST);

    program->symbols = list;
    if (table == 0 || get16(e->at + 46) != SHDR_BYTES ||
        !inside(e, table, (uint64_t)count * SHDR_BYTES))
        return;
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t *sh = e->at + table + i * SHDR_BYTES;

        if (get32(sh + 4) == SHT_SYMTAB && get32(sh + 24) < count) {
            add_symbols_of(e, sh, e->at + table + get32(sh + 24) * SHDR_BYTES, program, list);
            return;
        }
    }
}

bool coral_elf_likely(struct kc_str bytes)
{
    return bytes.length >= 4 && memcmp(bytes.at,
                                       "\x7f"
                                       "ELF",
                                       4) == 0;
}

struct kc_program coral_elf_read(struct kc_arena *arena, const struct coral_config *config,
                                 struct kc_diags *dg)
{
    const struct elf   e = { arena, config, dg, (const uint8_t *)dg->source.text.at,
                             dg->source.text.length };
    struct kc_program  program = { 0 };
    struct kc_segment *list = kc_arena_array(arena, struct kc_segment, SEGMENTS_MOST);

    program.segments = list;
    if (!check_header(&e))
        return program;
    for (uint32_t i = 0; i < get16(e.at + 44); i++) {
        const uint8_t *ph = e.at + get32(e.at + 28) + i * PHDR_BYTES;
        const size_t   before = program.segment_count;

        if (get32(ph) != PT_LOAD)
            continue;
        if (!add_segment(&e, ph, list, &program.segment_count))
            return program;
        if (get32(ph + 24) & PF_X && program.segment_count > before)
            coral_program_words(arena, &program, list[before].address, list[before].bytes,
                                list[before].size, NULL);
    }
    program.entry = get32(e.at + 24);
    if (program.count == 0)
        refuse(&e, link_hint, "the file has no executable segment");
    else if (coral_range_of(config, program.entry, 4) != CORAL_ITCM || program.entry % 4)
        refuse(&e, link_hint, "the entry point is not an instruction in ITCM");
    add_symbols(&e, &program);
    return program;
}
