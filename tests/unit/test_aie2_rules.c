/* The AIE2 checker's rules, one small program each: the report it must give, or none. */
#include "aie2_testing.h"

#define FULL    "nopb ; nopa ; nops ; nopxm ; nopv\n"
#define FULL_6  FULL FULL FULL FULL FULL FULL
#define SLOTS   "nop\nnop\nnop\nnop\nnop\n"
#define RET     "ret lr\n" SLOTS
#define LOOP(n) "movxm ls, #first\nmovxm le, #last\nadd.nc lc, r0, #0\n.p2align 4\n" n

static const struct rule {
    const char *name, *text, *id; /* NULL: nothing to report */
} rules[] = {
    { "a kernel that does nothing", RET, NULL },

    /* delay slots */
    { "jump in a delay slot", "j #0\nnop\nj #0\nnop\nnop\nnop\nnop\nnop\n", "delay-slot-jump" },
    { "jump behind the delay slots", "top: jz r0, #top\n" SLOTS RET, NULL },
    { "too few delay slots", "ret lr\nnop\nnop\nnop\nnop\n", "delay-slots-missing" },
    { "data in delay slots", "ret lr\nnop\nnop\n.word 0\nnop\nnop\nnop\n", "delay-slots-missing" },
    { "lock in a delay slot", "ret lr\nnop\nrel #48, r1\nnop\nnop\nnop\n", "delay-slot-lock" },
    { "loop end in a delay slot",
      LOOP(FULL_6 FULL) "first:\n" FULL
                        "jz r1, #first\n.p2align 4\nlast:\n" FULL FULL FULL FULL FULL RET,
      "delay-slot-loop-end" },

    /* targets */
    { "jump into nowhere", "j #4096\n" SLOTS, "jump-target" },
    { "jump into a bundle", "a: movxm r0, #1\nj #2\n" SLOTS, "jump-target" },
    { "target not aligned", "nop\na: nop\nj #a\n" SLOTS, "target-alignment" },
    { "return address not aligned", "f: nopa ; jl #f\n" SLOTS RET, "target-alignment" },
    { "padding does not align the return address",
      "nopa ; jl #g\n" SLOTS ".p2align 4\n" RET ".p2align 4\ng:\n" RET, "target-alignment" },
    { "return address aligned", "jl #g\n" SLOTS RET ".p2align 4\ng:\n" RET, NULL },

    /* loops */
    { "112 bytes of set-up", LOOP(FULL_6 FULL) "first:\nlast:\n" FULL RET, NULL },
    { "96 bytes of set-up", LOOP(FULL_6) "first:\nlast:\n" FULL RET, "loop-setup" },
    { "body counts as set-up", LOOP(FULL_6) "first:\n" FULL "last:\n" FULL RET, NULL },
    { "count written too late",
      "movxm ls, #first\nmovxm le, #last\n.p2align 4\n" FULL                           FULL FULL
      "nopb ; nopa ; nops ; movx lc, #3 ; nopm ; nopv\n" FULL_6 "first:\nlast:\n" FULL RET,
      "loop-setup" },
    { "loop end not aligned", LOOP(FULL_6 FULL) "first:\nnopa ; nopb\nlast:\n" FULL RET,
      "loop-alignment" },
    { "loop end behind the program", LOOP(FULL_6 FULL) "first:\n" FULL "last:\n", "loop-target" },
    { "loop end before its start", LOOP(FULL_6 FULL) "last:\n" FULL "first:\n" FULL RET,
      "loop-order" },
    { "jump in the last bundle",
      LOOP(FULL_6 FULL) "first:\n" FULL "last:\nnopb ; nopa ; nops ; j #first ; nopv\n" SLOTS,
      "loop-end-jump" },
    { "no trips",
      "movx lc, #0\nmovxm ls, #first\nmovxm le, #last\n.p2align 4\n" FULL_6 FULL
      "first:\nlast:\n" FULL RET,
      "loop-count" },
    { "no count",
      "movxm ls, #first\nmovxm le, #last\n.p2align 4\n" FULL_6 FULL "first:\nlast:\n" FULL RET,
      "loop-count" },
    { "short last bundle", LOOP(FULL_6 FULL) "first:\n" FULL "last:\nnopa ; nopx\n" RET,
      "loop-end-size" },
    { "part-word store ends a loop of 96 bytes",
      LOOP(FULL_6 FULL) "first:\n" FULL FULL FULL                                         FULL FULL
                        "last:\nnopb ; st.s8 r1, [p0], #1 ; nops ; nopxm ; nopv\n" FULL_6 RET,
      "loop-end-store" },
    { "part-word store ends a loop of 112 bytes",
      LOOP(FULL_6 FULL) "first:\n" FULL_6
                        "last:\nnopb ; st.s8 r1, [p0], #1 ; nops ; nopxm ; nopv\n" FULL_6 RET,
      NULL },

    { "alignment between pipeline fill and loop",
      "movxm ls, #first\nmovxm le, #last\nadd.nc lc, r0, #0\n.p2align 4\n" FULL_6 FULL
      "vlda wl0, [p0], #32\n.p2align 4\n"
      "first:\nvlda wl0, [p0], #32 ; nopb ; nops ; nopxm ; nopv\n" FULL_6
      "last:\nnopb ; nopa ; vst wl0, [p1], #32 ; nopxm ; nopv\n" RET,
      "loop-padding" },

    /* locks and memory */
    { "load three cycles before a lock", "lda r1, [p0, #0]\nnop\nnop\nacq #48, r2\n" FULL_6 RET,
      "lock-distance" },
    { "load four cycles before a lock", "lda r1, [p0, #0]\nnop\nnop\nnop\nacq #48, r2\n" FULL_6 RET,
      NULL },
    { "load three cycles after a lock", "acq #48, r2\nnop\nnop\nlda r1, [p0, #0]\n" FULL_6 RET,
      "lock-distance" },
    { "load four cycles after a lock", "acq #48, r2\nnop\nnop\nnop\nlda r1, [p0, #0]\n" FULL_6 RET,
      NULL },
    { "converting store five cycles before a lock",
      "vst.conv.bf16.fp32 bml0, [p0, #0]\n" SLOTS "rel #48, r2\n" FULL_6 RET, NULL },
    { "part-word store nine cycles before a lock",
      "st.s8 r1, [p0, #0]\n" SLOTS "nop\nnop\nnop\nrel #48, r2\n" FULL_6 RET, "lock-distance" },
    { "two locks within three cycles", "acq #48, r1\nnop\nnop\nrel #49, r1\n" FULL_6 RET,
      "port-conflict" },

    /* results that meet */
    { "two writes land together and are read",
      "lda r1, [p0, #0]\n" SLOTS "movx r1, #5\nadd r2, r1, r3\n" RET, "write-collision" },
    { "two writes land together and nobody reads",
      "lda r1, [p0, #0]\n" SLOTS "movx r1, #5\nmovx r1, #6\nadd r2, r1, r3\n" RET, NULL },
    { "one bundle writes a register twice", "mova r1, #1 ; movx r1, #2\nadd r2, r1, r3\n" RET,
      "write-collision" },

    /* early reads */
    { "a load used at once in a loop",
      ".p2align 4\ntop: lda r1, [p0], #4\nadd r2, r2, r1\nadd r0, r0, #-1\njnz r0, #top\n" SLOTS
          RET,
      "premature-read" },
    { "a load used at once in a loop, vectors",
      LOOP(FULL_6 FULL) "first:\nvlda wl0, [p0], #32 ; nopb ; nops ; nopxm ; nopv\n"
                        "nopb ; nopa ; nops ; nopx ; vadd.16 x1, x0, x2 ; nopv\n" FULL FULL FULL
                        "last:\nnopb ; nopa ; vst wl1, [p1], #32 ; nopxm ; nopv\n" RET,
      "premature-read" },
    { "a loop that works on the load of the round before",
      "vlda wl0, [p0], #32\n" LOOP(
          FULL_6 FULL) "first:\nvlda wl0, [p0], #32 ; nopb ; nops ; nopxm ; nopv\n"
                       "nopb ; nopa ; nops ; nopx ; vadd.16 x1, x0, x2 ; nopv\n" FULL FULL FULL
                       "last:\nnopb ; nopa ; vst wl1, [p1], #32 ; nopxm ; nopv\n" RET,
      NULL },
    { "a constant used in its own bundle", "mova r9, #1 ; vbcst.16 x0, r9\n" SLOTS RET,
      "premature-read" },
    { "an argument read while its register is being replaced",
      "lda r0, [p0, #0]\nadd r1, r0, #1\n" SLOTS "add r2, r0, r1\nst r2, [p1, #0]\n" RET, NULL },

    /* conflicts along the control flow */
    { "port conflict over the back edge of a loop",
      LOOP(FULL_6 FULL) "first:\nnopb ; mova r1, #1 ; nops ; nopxm ; nopv\n" FULL FULL FULL
          FULL FULL "last:\nnopb ; lda r2, [p0], #4 ; nops ; nopxm ; nopv\n" FULL_6 FULL RET,
      NULL },
    { "port conflict over the back edge of a loop of six",
      LOOP(FULL_6 FULL) "first:\n" FULL FULL FULL FULL FULL
                        "nopb ; mova r1, #1 ; nops ; nopxm ; nopv\n"
                        "last:\nnopb ; lda r2, [p0], #4 ; nops ; nopxm ; nopv\n" FULL_6 FULL RET,
      "port-conflict" },
    { "port conflict through a jump",
      "lda r2, [p0], #4 ; j #there\n" SLOTS ".p2align 4\nthere: mova r1, #1\n" RET,
      "port-conflict" },
    { "no conflict behind a jump",
      "lda r2, [p0], #4 ; j #there\n" SLOTS "mova r1, #1\n.p2align 4\nthere:\n" RET, NULL },
};

Test(aie2_rules, one_report_each)
{
    for (size_t i = 0; i < KC_COUNT(rules); i++) {
        const struct rule *rule = &rules[i];
        struct assembly    a;

        assemble_text(&a, kc_str_from(rule->text), true);
        if (rule->id)
            cr_expect(has_diag(&a, rule->id), "%s: %s wanted\n%s", rule->name, rule->id,
                      rendered(&a));
        else
            cr_expect(a.dg.errors + a.dg.warnings == 0, "%s\n%s", rule->name, rendered(&a));
        kc_arena_free(&a.arena);
    }
}

Test(aie2_rules, program_memory_is_16_kib)
{
    struct assembly a;

    assemble_text(&a, kc_str_from(".rept 1018\n" FULL ".endr\n" RET), true);
    cr_expect(a.dg.errors == 0, "%s", rendered(&a));
    kc_arena_free(&a.arena);
    assemble_text(&a, kc_str_from(".rept 1024\n" FULL ".endr\n" RET), true);
    cr_expect(has_diag(&a, "program-size"), "%s", rendered(&a));
    kc_arena_free(&a.arena);
    assemble_text(&a, kc_str_from(".rept 2000000000\n" FULL ".endr\n" RET), true);
    cr_expect(has_diag(&a, "program-size"), "%s", rendered(&a));
    kc_arena_free(&a.arena);
}
