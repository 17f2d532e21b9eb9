/* Coral's programs as the rest sees them: segments, entry, symbols, lines; and ELF files, good and
 * bad.
 *
 * The ELF image is made here byte by byte after the System V ABI, not by the reader's own idea. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "kernelcraft/platform.h"
#include "platforms/coral/coral_assemble.h"

static struct kc_arena  arena;
static struct kc_target coral;

static void open_target(void)
{
    struct kc_diags dg;

    arena = (struct kc_arena){ 0 };
    cr_assert(kc_target_open(&arena, "coral", NULL, &coral, &dg));
}

static void close_target(void)
{
    kc_arena_free(&arena);
}

TestSuite(coral_code, .init = open_target, .fini = close_target, .timeout = 30);

/* ---- an executable of two segments ---------------------------------------------------------- */

enum { EHDR = 52, PHDR = 32, SHDR = 40, TEXT_AT = 0x100, DATA_AT = 0x110, SYM_AT = 0x120 };
enum { STR_AT = 0x150, SH_AT = 0x160, ELF_BYTES = 0x1d8 };

static void put16(uint8_t *at, uint32_t v)
{
    at[0] = (uint8_t)v;
    at[1] = (uint8_t)(v >> 8);
}

static void put32(uint8_t *at, uint32_t v)
{
    put16(at, v);
    put16(at + 2, v >> 16);
}

static void put_segment(uint8_t *ph, uint32_t offset, uint32_t address, uint32_t file,
                        uint32_t memory, uint32_t flags)
{
    put32(ph, 1);
    put32(ph + 4, offset);
    put32(ph + 8, address);
    put32(ph + 12, address);
    put32(ph + 16, file);
    put32(ph + 20, memory);
    put32(ph + 24, flags);
}

static void put_symbols(uint8_t *elf)
{
    uint8_t *sym = elf + SYM_AT + 16;

    put32(sym, 1);
    put32(sym + 4, 0x10000);
    put16(sym + 14, 1);
    memcpy(elf + STR_AT, "\0table", 7);
    put32(elf + SH_AT + SHDR + 4, 2);
    put32(elf + SH_AT + SHDR + 16, SYM_AT);
    put32(elf + SH_AT + SHDR + 20, 32);
    put32(elf + SH_AT + SHDR + 24, 2);
    put32(elf + SH_AT + 2 * SHDR + 4, 3);
    put32(elf + SH_AT + 2 * SHDR + 16, STR_AT);
    put32(elf + SH_AT + 2 * SHDR + 20, 7);
}

static void make_elf(uint8_t *elf)
{
    memset(elf, 0, ELF_BYTES);
    memcpy(elf,
           "\x7f"
           "ELF\1\1\1",
           7);
    put16(elf + 16, 2);
    put16(elf + 18, 243);
    put32(elf + 20, 1);
    put32(elf + 24, 0);
    put32(elf + 28, EHDR);
    put32(elf + 32, SH_AT);
    put16(elf + 40, EHDR);
    put16(elf + 42, PHDR);
    put16(elf + 44, 2);
    put16(elf + 46, SHDR);
    put16(elf + 48, 3);
    put_segment(elf + EHDR, TEXT_AT, 0, 8, 8, 5);
    put_segment(elf + EHDR + PHDR, DATA_AT, 0x10000, 4, 64, 6);
    put32(elf + TEXT_AT, 0x00150513);
    put32(elf + TEXT_AT + 4, 0x08000073);
    put32(elf + DATA_AT, 0x12345678);
    put_symbols(elf);
}

static struct kc_program read_elf(const uint8_t *elf, size_t size, struct kc_diags *dg)
{
    kc_diags_init(dg, &arena, (struct kc_source){ "a.elf", { (const char *)elf, size } });
    return kc_target_read_code(&arena, &coral, dg);
}

Test(coral_code, an_executable_is_loaded_segment_by_segment)
{
    uint8_t         elf[ELF_BYTES];
    struct kc_diags dg;

    make_elf(elf);
    const struct kc_program p = read_elf(elf, sizeof elf, &dg);

    cr_assert_eq(dg.errors, 0, "%s", dg.first ? dg.first->message : "");
    cr_assert_eq(p.segment_count, 2);
    cr_expect_str_eq(p.segments[0].region, "itcm");
    cr_expect_str_eq(p.segments[1].region, "dtcm");
    cr_expect_eq(p.segments[1].address, 0x10000);
    cr_expect_eq(p.segments[1].size, 4, "zeros of the segment are not loaded");
    cr_assert_eq(p.count, 2);
    cr_expect_eq(p.words[1], 0x08000073);
    cr_expect_eq(p.addresses[1], 4);
    cr_assert_eq(p.symbol_count, 1);
    cr_expect_str_eq(p.symbols[0].name, "table");
    cr_expect_eq(p.symbols[0].address, 0x10000);
}

Test(coral_code, a_damaged_executable_is_refused_with_the_reason)
{
    static const struct {
        const char *name;
        size_t      at, width;
        uint32_t    value;
        const char *said; /* part of the message */
    } cases[] = {
        { "ELF64", 4, 1, 2, "64-bit" },
        { "big endian", 5, 1, 2, "big-endian" },
        { "x86", 18, 2, 62, "another machine" },
        { "object", 16, 2, 1, "not an executable" },
        { "compressed", 36, 4, 1, "compressed" },
        { "no program headers", 44, 2, 0, "no program headers" },
        { "too many headers", 44, 2, 65535, "malformed" },
        { "odd header size", 42, 2, 31, "malformed" },
        { "headers outside", 28, 4, 0xfffffff0, "beyond the end" },
        { "segment outside", EHDR + 4, 4, 0xfffffffc, "beyond the end" },
        { "segment longer than file", EHDR + 16, 4, 0xffffffff, "larger in the file" },
        { "segment in no memory", EHDR + 12, 4, 0x40000000, "in no memory" },
        { "segment over the end of itcm", EHDR + 20, 4, 0x2001, "in no memory" },
        { "segments overlap", EHDR + PHDR + 12, 4, 4, "overlap" },
        { "entry in data", 24, 4, 0x10000, "entry point" },
        { "entry misaligned", 24, 4, 2, "entry point" },
        { "nothing executable", EHDR + 24, 4, 4, "no executable" },
    };

    for (size_t i = 0; i < KC_COUNT(cases); i++) {
        uint8_t         elf[ELF_BYTES];
        struct kc_diags dg;

        make_elf(elf);
        for (size_t b = 0; b < cases[i].width; b++)
            elf[cases[i].at + b] = (uint8_t)(cases[i].value >> 8 * b);
        read_elf(elf, sizeof elf, &dg);
        cr_assert_geq(dg.errors, 1, "%s", cases[i].name);
        cr_expect(strstr(dg.first->message, cases[i].said), "%s: %s", cases[i].name,
                  dg.first->message);
    }
}

Test(coral_code, every_shorter_file_is_read_or_refused)
{
    uint8_t elf[ELF_BYTES];

    make_elf(elf);
    for (size_t size = 4; size < sizeof elf; size++) {
        uint8_t        *copy = malloc(size); /* so that sanitizers see the end */
        struct kc_diags dg;

        memcpy(copy, elf, size);
        const struct kc_program p = read_elf(copy, size, &dg);

        cr_expect(dg.errors || size >= DATA_AT + 4, "%zu bytes", size);
        cr_expect(p.symbol_count <= 1);
        free(copy);
    }
}

/* ---- assembled programs -----------------------------------------------------------------------
 */

static struct kc_program assemble(const char *text, struct kc_diags *dg)
{
    kc_diags_init(dg, &arena, (struct kc_source){ "a.s", kc_str_from(text) });
    return kc_target_assemble(&arena, &coral, dg);
}

static uint64_t symbol(const struct kc_program *p, const char *name)
{
    for (size_t i = 0; i < p->symbol_count; i++)
        if (strcmp(p->symbols[i].name, name) == 0)
            return p->symbols[i].address;
    return UINT64_MAX;
}

Test(coral_code, sections_go_where_the_link_script_puts_them)
{
    struct kc_diags         dg;
    const struct kc_program p = assemble("    .data\nd: .byte 1\n    .bss\nb: .space 4\n"
                                         "    .section .rodata\nr: .byte 2\n"
                                         "    .section .ext\ne: .word 3\n"
                                         "    .text\nf: nop\n"
                                         "    .section .text._start\n_start: mpause\n",
                                         &dg);

    cr_assert_eq(dg.errors, 0);
    cr_expect_eq(symbol(&p, "_start"), 0, ".text._start comes first");
    cr_expect_eq(symbol(&p, "f"), 4);
    cr_expect_eq(symbol(&p, "r"), 16, "read-only data at the next multiple of 16");
    cr_expect_eq(symbol(&p, "d"), 0x10000);
    cr_expect_eq(symbol(&p, "b"), 0x10010);
    cr_expect_eq(symbol(&p, "e"), 0x20000000);
    cr_expect_eq(p.entry, 0);
    cr_assert_eq(p.segment_count, 3);
    cr_expect_str_eq(p.segments[2].region, "ext");
    cr_assert_eq(p.count, 2);
    cr_expect_eq(p.lines[0], 12);
    cr_expect_eq(p.lines[1], 10);
}

Test(coral_code, the_entry_is_start_or_the_first_instruction)
{
    struct kc_diags dg;

    cr_expect_eq(assemble("nop\n_start: mpause\n", &dg).entry, 4);
    cr_expect_eq(assemble("nop\nmain: mpause\n", &dg).entry, 0);
}

Test(coral_code, hostile_text_meets_a_limit)
{
    static const char *const texts[] = {
        ".macro m\nm\nm\n.endm\nm\n",
        ".rept 100000000\n.endr\n",
        ".rept 8000000\n.rept 8000000\nnop\n.endr\n.endr\n",
        ".space 0x7fffffff\n",
        ".data\n.fill 16777216, 8, 1\n",
        ".balign 0x40000000\n",
        "a = b\nb = a\n.word a\n",
        "li a0, ((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))\n",
        "li a0, - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - 1\n",
    };

    for (size_t i = 0; i < KC_COUNT(texts); i++) {
        struct kc_diags dg;

        assemble(texts[i], &dg);
        cr_expect_geq(dg.errors, 1, "%s", texts[i]);
    }
}

/* a1 = a0 + a0, a2 = a1 + a1, ...: every symbol is evaluated once, not twice per use. */
Test(coral_code, late_symbols_cost_once)
{
    struct kc_buf   text = { 0 };
    struct kc_diags dg;

    kc_buf_puts(&text, "mpause\n.data\n.word a30\n");
    for (int i = 30; i > 0; i--)
        kc_buf_printf(&text, "a%d = a%d + a%d\n", i, i - 1, i - 1);
    kc_buf_puts(&text, "a0 = 1\n");
    const struct kc_program p = assemble(text.text, &dg);

    cr_assert_eq(dg.errors, 0);
    cr_expect_eq(p.segments[1].bytes[3], 0x40); /* 2^30 */
    kc_buf_free(&text);
}
