/* Prints what the assembler would load, for comparison with other tools:
 *
 *   coral_image FILE...     for each: "file NAME", "entry ADDRESS", "segment ADDRESS HEX",
 *                           or "error TEXT"
 *   coral_image --words     reads lines of assembly, prints one word (or "-") for each; every
 *                           line is a program of its own
 *   coral_image --text      reads hexadecimal words, prints their disassembly
 *   coral_image --rows      prints mnemonic, bits and syntax of every row, separated by tabs
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "kernelcraft/platform.h"
#include "platforms/coral/coral_assemble.h"
#include "platforms/coral/coral_insn.h"

static struct kc_target target;

static struct kc_program assemble(struct kc_arena *arena, const char *name, struct kc_str text,
                                  struct kc_diags *dg)
{
    kc_diags_init(dg, arena, (struct kc_source){ name, text });
    return coral_assemble(arena, target.config, target.isa, dg);
}

static void image(const char *path)
{
    struct kc_arena   arena = { 0 };
    struct kc_str     text;
    struct kc_diags   dg;
    const char       *why;
    struct kc_program p;

    printf("file %s\n", path);
    if (!kc_file_read(&arena, path, &text, &why)) {
        printf("error %s\n", why);
        return;
    }
    p = assemble(&arena, path, text, &dg);
    if (dg.errors)
        printf("error %s (line %" PRIu32 ")\n", dg.first->message, dg.first->line);
    else
        printf("entry %" PRIx64 "\n", p.entry);
    for (size_t i = 0; dg.errors == 0 && i < p.segment_count; i++) {
        printf("segment %" PRIx64 " ", p.segments[i].address);
        for (size_t b = 0; b < p.segments[i].size; b++)
            printf("%02x", p.segments[i].bytes[b]);
        printf("\n");
    }
    kc_arena_free(&arena);
}

static void words_of_lines(void)
{
    char line[4096];

    while (fgets(line, sizeof line, stdin)) {
        struct kc_arena         arena = { 0 };
        struct kc_diags         dg;
        const struct kc_program p = assemble(&arena, "line", kc_str_from(line), &dg);

        if (dg.errors)
            printf("-");
        for (size_t i = 0; dg.errors == 0 && i < p.count; i++)
            printf("%s%08" PRIx32, i ? " " : "", p.words[i]);
        printf("\n");
        kc_arena_free(&arena);
    }
}

static void text_of_words(void)
{
    uint32_t word;

    while (scanf("%" SCNx32, &word) == 1) {
        struct kc_buf out = { 0 };

        coral_print_word(word, &out);
        printf("%s\n", out.text);
        kc_buf_free(&out);
    }
}

int main(int argc, char **argv)
{
    static struct kc_arena forever;
    struct kc_diags        dg;

    if (!kc_target_open(&forever, "coral", NULL, &target, &dg) || argc < 2)
        return 2;
    if (strcmp(argv[1], "--words") == 0)
        words_of_lines();
    else if (strcmp(argv[1], "--text") == 0)
        text_of_words();
    else if (strcmp(argv[1], "--rows") == 0)
        for (int i = 0; i < CORAL_OP_COUNT; i++)
            printf("%s\t%s\t%s\n", coral_rows[i].insn.mnemonic, coral_rows[i].insn.bits,
                   coral_rows[i].insn.syntax);
    else
        for (int i = 1; i < argc; i++)
            image(argv[i]);
    kc_arena_free(&forever);
    return 0;
}
