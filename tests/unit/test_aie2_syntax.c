/* The text that the AIE2 assembler accepts: different spellings of one program, bytes that the
 * reference assembler is known to produce, and texts that must be refused. */
#include "aie2_testing.h"

/* Both texts stand for the same bytes. */
static const struct spelling {
    const char *name, *text, *plain;
} spellings[] = {
    { "order inside a bundle is free", "vmac cm0, cm0, x0, x1, r0 ; vlda wl0, [p0, #32]",
      "vlda wl0, [p0, #32] ; vmac cm0, cm0, x0, x1, r0" },
    { "mnemonics in capitals", "ADD r1, r2, r3 ; Vlda wl0, [p0], #32",
      "add r1, r2, r3 ; vlda wl0, [p0], #32" },
    { "a bundle over several lines", "nopa ;\n\n // comment\n nopb ; \n nops",
      "nopa ; nopb ; nops" },
    { "empty pieces", "nopa ;; nopb ; ", "nopa ; nopb" },
    { "line comment", "add r1, r2, r3 // ; nopa", "add r1, r2, r3" },
    { "block comments", "add /* a */ r1, r2, /* b\nc */ r3\n/* nop */nop", NULL },
    { "block comment over lines", "/* nop\nnop\n*/nop", "nop" },
    { "carriage returns and tabs", "add\tr1,r2,\tr3\r\nnop\r\n", "add r1, r2, r3\nnop" },
    { "labels in front of an instruction", "a: b$.@1: nop\n jl #b$.@1", "nop\njl #0" },
    { "hexadecimal", "mova r1, #0x1f", "mova r1, #31" },
    { "octal", "mova r1, #010", "mova r1, #8" },
    { "binary", "mova r1, #0b101", "mova r1, #5" },
    { "sums", "mova r1, #1+2", "mova r1, #3" },
    { "signs", "mova r1, #-(-3)", NULL },
    { "double sign", "mova r1, #- -3", "mova r1, #3" },
    { "blanks behind the hash", "mova r1, # 7", "mova r1, #7" },
    { "label and number", "nop\nf: movxm p0, #(f+8)\nmovxm p1, #f-2",
      "nop\nmovxm p0, #10\nmovxm p1, #0" },
    { "later label", "movxm p0, #f\nf: nop", "movxm p0, #6\nnop" },
    { "constants", ".set a, 3\n.equ b, a+1\nc = b + 1\nmova r1, #a\nmova r2, #b\nmova r3, #(c)",
      "mova r1, #3\nmova r2, #4\nmova r3, #5" },
    { "a constant may change", ".set a, 1\nmova r1, #a\n.set a, 2\nmova r1, #a",
      "mova r1, #1\nmova r1, #2" },
    { "repetition", ".rept 2\nnopa\n.rept 2\nnop\n.endr\n.endr", "nopa\nnop\nnop\nnopa\nnop\nnop" },
    { "no repetition", ".rept 0\nnopa\n.endr\nnop", "nop" },
    { "repetition by a constant", "n = 3\n.rept n-1\nnop\n.endr", "nop\nnop" },
    { "an open bundle inside a repetition", ".rept 2\nnopa ;\n.endr", NULL },
    { "macro without parameters", ".macro two\nnop\nnopa\n.endm\ntwo\ntwo",
      "nop\nnopa\nnop\nnopa" },
    { "macro with parameters", ".macro inc r, by=1\nadd \\r, \\r, #\\by\n.endm\ninc r1\ninc r2, 5",
      "add r1, r1, #1\nadd r2, r2, #5" },
    { "macro that joins names", ".macro ld n\nvlda wl\\n\\(), [p\\n], #32\n.endm\nld 1",
      "vlda wl1, [p1], #32" },
    { "macro inside a macro",
      ".macro a x\nmova r1, #\\x\n.endm\n.macro b x\na \\x\na 7\n.endm\nb 2",
      "mova r1, #2\nmova r1, #7" },
    { "ignored directives",
      ".text\n.file \"a.c\"\n.type f,@function\nf: nop\n.size f, .-f\n"
      ".section .text.f,\"ax\",@progbits\nnop",
      "nop\nnop" },
    { "data", ".byte 1, 2\n.short 0x403\n.word 0x8070605\n.space 2, 9\nnop",
      ".byte 1,2,3,4,5,6,7,8,9,9\nnop" },
    { "alignment by bytes and by power", "nopa\n.align 16\nnop", "nopa\n.p2align 4\nnop" },
};

Test(aie2_syntax, spellings)
{
    for (size_t i = 0; i < KC_COUNT(spellings); i++) {
        const struct spelling *s = &spellings[i];
        struct assembly        a, b;

        assemble_text(&a, kc_str_from(s->text), false);
        if (!s->plain) {
            kc_arena_free(&a.arena);
            continue; /* only has to be survived */
        }
        assemble_text(&b, kc_str_from(s->plain), false);
        cr_expect(a.dg.errors == 0, "%s\n%s", s->name, rendered(&a));
        cr_assert(b.dg.errors == 0 && b.program.count > 0, "%s\n%s", s->name, rendered(&b));
        cr_expect_str_eq(code_hex(&a), code_hex(&b), "%s", s->name);
        kc_arena_free(&a.arena);
        kc_arena_free(&b.arena);
    }
}

/* What the reference assembler makes: the manual's examples, and its nops of every size. */
static const struct {
    const char *text, *hex;
} known[] = {
    { "nop", "0100" },
    { "add r8, r4, r16", "99001111" },
    { "vmac.f bmh3, bml6, x3, x3, r24", "49ce0cc3" },
    { "mova r1, #0 ; nopb ; nopxm", "b70000000000000000480000" },
    { "vlda wl0, [p0, #32]; vldb wl1, [p1], #32; vmac cm0, cm0, x0, x1, r0",
      "0b4000001d481439d000" },
    { "ret lr", "19180010" },
    { "nopb ; nopa ; nops ; nopxm ; nopv", "c0030000000000000000000000000000" },
    /* alignment: 14, 12, 10, 8, 6, 4, 2 bytes are missing */
    { "nop\n.p2align 4", "0100"
                         "2f78000038004000000000000000" },
    { "nopx\n.p2align 4", "19000010"
                          "378803000000000000000000" },
    { "nopxm\n.p2align 4", "150000000000"
                           "bb8e0300000000000000" },
    { "nops ; nopm\n.p2align 4", "0380030000000000"
                                 "0380030000000000" },
    { "nopxm\nnopx\n.p2align 4", "150000000000"
                                 "19000010"
                                 "150000000000" },
    { "nopxm\nnopxm\n.p2align 4", "150000000000"
                                  "150000000000"
                                  "19000010" },
    { "nopxm\nnopxm\nnop\n.p2align 4", "150000000000"
                                       "150000000000"
                                       "0100"
                                       "0100" },
    { "and r1, r2, r3\n.align 64\nor r1, r2, r3", "99348210"
                                                  "c0030000000000000000000000000000"
                                                  "c0030000000000000000000000000000"
                                                  "c0030000000000000000000000000000"
                                                  "378803000000000000000000"
                                                  "99358210" },
};

Test(aie2_syntax, known_bytes)
{
    for (size_t i = 0; i < KC_COUNT(known); i++) {
        struct assembly a;

        assemble_text(&a, kc_str_from(known[i].text), false);
        cr_expect(a.dg.errors == 0, "%s\n%s", known[i].text, rendered(&a));
        cr_expect_str_eq(code_hex(&a), known[i].hex, "%s: %s", known[i].text, code_hex(&a));
        kc_arena_free(&a.arena);
    }
}

static const struct {
    const char *text, *id;
} refused[] = {
    { "mova r1, #(1+2)", "imm-parentheses" },
    { "mova r1, #-f\nf: nop", "imm-syntax" },
    { "movxm r1, #f+g\nf: nop\ng: nop", "imm-syntax" },
    { "mova r1, #", "imm-syntax" },
    { "mova r1, #08", "number-syntax" },
    { "mova r1, #99999999999999999999", "imm-range" },
    { "movxm r1, #2147483648", "imm-range" },
    { "add r1, r2 r3", "missing-comma" },
    { "lda r1, p0, #4", "operand-syntax" },
    { "vlda wl0, [p0", "operand-count" },
    { "add r1, r2, %r3", "bad-character" },
    { "j #nowhere", "label-unknown" },
    { "a: nop\na: nop", "label-duplicate" },
    { "nopa ;\na: nopb", "bundle-open" },
    { "nopa ;\n.p2align 4\nnopb", "bundle-open" },
    { ".rept 2\nnop", "block-open" },
    { ".macro a\nnop", "block-open" },
    { ".endr", "block-close" },
    { ".macro a\na\n.endm\na", "text-limit" },
    { ".rept 100000\n.rept 100000\n.endr\n.endr", "text-limit" },
    { ".pallign 4", "unknown-directive" },
    { ".p2align 40", "directive-operand" },
    { ".align 3", "directive-operand" },
    { ".space -1", "directive-operand" },
    { ".rept f\nnop\n.endr\nf: nop", "directive-operand" },
    { ".section .comment\n.word 1", "data-section" },
    { ".byte 1\nnop", "bundle-odd" },
    { "/* nop", "comment-open" },
    { "vaddmac cm0, cm1, cm2, x0, x1, r0", "tied-operand" },
    { "vlda wl0, [p0], d0", "register-class" },
    { "lda.2d r0, [p0], m0", "register-class" },
    { "mov r16:r17, cntr", "unknown-register" },
    { "vmul cm0, y1, qx0, r0", "unknown-register" },
    { "movxm r1, #1 ; j #0", "slot-twice" },
    { "nop ; nop", "slot-twice" },
    { "nopa ; nop", "slot-nop" },
};

Test(aie2_syntax, refused)
{
    for (size_t i = 0; i < KC_COUNT(refused); i++) {
        struct assembly a;

        assemble_text(&a, kc_str_from(refused[i].text), false);
        cr_expect(a.dg.errors > 0 && has_diag(&a, refused[i].id), "%s: %s wanted\n%s",
                  refused[i].text, refused[i].id, rendered(&a));
        kc_arena_free(&a.arena);
    }
}

Test(aie2_syntax, every_bad_line_is_reported)
{
    struct assembly a;

    assemble_text(&a, kc_str_from("frob\nadd r1, r2, 5\nnop\nvst x0, [p0, #0]\n"), true);
    cr_expect(a.dg.errors == 3, "%s", rendered(&a));
    cr_expect(a.dg.first->line == 1 && a.dg.last->line == 4);
    kc_arena_free(&a.arena);
}

Test(aie2_syntax, spans_of_repeated_text_and_macros)
{
    struct assembly a;

    assemble_text(&a,
                  kc_str_from(".rept 2\nadd r1, r2, #64\n.endr\n.macro m x\nadd r1, r2, #\\x\n"
                              ".endm\nm 99\n"),
                  true);
    cr_assert(a.dg.errors == 3, "%s", rendered(&a));
    cr_expect(a.dg.first->line == 2 && a.dg.first->next->line == 2 && a.dg.last->line == 7);
    kc_arena_free(&a.arena);
}
