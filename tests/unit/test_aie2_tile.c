/* The AIE2 tile beyond plain fifos: order on a channel, scratch tensors, descriptors by hand, locks
 * that never come, directives that do not fit a case, memory and who wrote it. */
#include "aie2_dma_testing.h"

static const uint32_t shapes[4][2] = { { 8, 16 }, { 8, 16 }, { 8, 16 }, { 8, 16 } };

static struct rig ran(const char *target, const char *text)
{
    struct rig rig;

    rig_load(&rig, target, text, shapes);
    for (uint32_t t = 0; t < 3; t++)
        for (uint32_t e = 0; e < 128; e++)
            set_element(&rig, AIE2_HOST, rig.layout.in[t].address + 2 * e,
                        (uint16_t)(1000 * (t + 1) + e));
    rig_run(&rig);
    return rig;
}

static uint16_t in_buffer(struct rig *rig, const char *name, uint32_t e)
{
    return element(rig, AIE2_DM, buffer_offset(rig, name) + 2 * e);
}

static uint16_t in_output(struct rig *rig, uint32_t e)
{
    return element(rig, AIE2_HOST, rig->layout.out.address + 2 * e);
}

/* ---- order on a channel -----------------------------------------------------------------------
 */

/* When the second tile of B is there, the channel has moved this many words of 16-word tiles. */
static uint64_t cycles_until_second_b(const char *sequence)
{
    char       text[400];
    struct rig rig;

    snprintf(text, sizeof text,
             ".fifo A, in, x, tile=2x16, depth=4\n.fifo B, in, w, tile=2x16, depth=4\n%s"
             "mova r0, #-2\nacq #B.full, r0\ndone\n",
             sequence);
    rig = ran("aie2:check=off", text);
    cr_expect_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    rig_free(&rig);
    return rig.out.cycles - 2;
}

Test(aie2_tile, fifos_take_turns)
{
    cr_expect_eq(cycles_until_second_b(""), 4 * 16); /* A B A B */
    cr_expect_eq(cycles_until_second_b(".sequence in0, A, B\n"), 4 * 16);
    cr_expect_eq(cycles_until_second_b(".sequence in0, B*2, A\n"), 2 * 16); /* B B */
    cr_expect_eq(cycles_until_second_b(".sequence in0, A*3, B\n"),
                 6 * 16); /* A A A B A B: A ends */
    cr_expect_eq(cycles_until_second_b(".sequence in0, A*2, B*2\n"), 4 * 16);
}

/* A fifo that is full holds up the channel: B's tile comes only after A's first was given back. */
Test(aie2_tile, a_channel_does_not_overtake)
{
    struct rig rig = ran("aie2:check=off",
                         ".fifo A, in, x, tile=2x16, depth=1\n.fifo B, in, w, tile=2x16, depth=4\n"
                         "mova r0, #-2\nacq #B.full, r0\ndone\n");

    cr_expect_eq(rig.out.kind, KC_OUTCOME_TRAP);
    cr_expect_str_eq(rig.out.cause, "lock-deadlock");
    cr_expect_str_eq(rig.out.message,
                     "acq waits until lock 50 (B.full) is at least 2; it is 1 and B (line 2) would "
                     "release it and has done 1 of 4 tiles; in0 waits for lock 49 (A.empty) to go "
                     "on with A (line 1, 1 of 4 tiles done)");
    cr_expect_eq(rig.out.line, 4);
    rig_free(&rig);
}

Test(aie2_tile, walks_follow_each_other)
{
    struct rig rig = ran("aie2:check=off", ".fifo A, in, x, tile=4x16, depth=4\n"
                                           ".transfer A, w, tile=2x8, part=6:8,8:16, layout=2x4\n"
                                           ".transfer A, b, tile=1x2, part=7:8,14:16\n"
                                           "mova r0, #-4\nacq #A.full, r0\ndone\n");

    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect_eq(in_buffer(&rig, "A.buf1", 0), 1000 + 64);
    cr_expect_eq(in_buffer(&rig, "A.buf2", 0), 2000 + 6 * 16 + 8);
    cr_expect_eq(in_buffer(&rig, "A.buf2", 4), 2000 + 7 * 16 + 8);
    cr_expect_eq(in_buffer(&rig, "A.buf2", 8), 2000 + 6 * 16 + 12);
    cr_expect_eq(in_buffer(&rig, "A.buf3", 1), 3000 + 127);
    /* 32 + 32 + 8 + 1 words */
    cr_expect_eq(rig.out.cycles, 73 + 2);
    rig_free(&rig);
}

/* ---- scratch tensors --------------------------------------------------------------------------
 */

/* x goes out to t and comes back: the in walk on t waits until all of t is written, although its
 * channel is idle from the beginning.  Out starts in cycle 2 and 3 (rel acts one cycle after its
 * issue), 2 tiles of 32 words: t is complete in cycle 2 + 64, comes back in 64 cycles more. */
Test(aie2_tile, scratch_waits_for_its_writers)
{
    struct rig rig;

    rig_load(&rig, "aie2:check=off",
             ".scratch t, 8x16\n.fifo O, out, t, tile=4x16, depth=2\n"
             ".fifo I, in, t, tile=8x16, depth=1\n"
             "mova r1, #2\nrel #O.full, r1\nmova r0, #-1\nacq #I.full, r0\ndone\n",
             shapes);
    for (uint32_t e = 0; e < 64; e++) {
        set_element(&rig, AIE2_DM, buffer_offset(&rig, "O.buf0") + 2 * e, (uint16_t)(e + 1));
        set_element(&rig, AIE2_DM, buffer_offset(&rig, "O.buf1") + 2 * e, (uint16_t)(e + 65));
    }
    rig_run(&rig);
    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    for (uint32_t e = 0; e < 128; e++)
        cr_expect_eq(in_buffer(&rig, "I.buf0", e), e + 1);
    cr_expect_eq(rig.out.cycles, 2 + 64 + 64 + 2);
    rig_free(&rig);
}

Test(aie2_tile, scratch_that_is_never_complete)
{
    struct rig rig = ran("aie2:check=off", ".scratch t, 8x16\n.fifo O, out, t, tile=4x16\n"
                                           ".fifo I, in, t, tile=8x16\n"
                                           "mova r1, #1\nrel #O.full, r1\nmova r0, #-1\n"
                                           "acq #I.full, r0\ndone\n");

    cr_expect_str_eq(rig.out.message,
                     "acq waits until lock 50 (I.full) is at least 1; it is 0 and I (line 3) would "
                     "release it and has done 0 of 1 tiles; in0 waits with I until line 2 has "
                     "written all of t");
    rig_free(&rig);
}

/* ---- what never comes -------------------------------------------------------------------------
 */

Test(aie2_tile, one_tile_too_many)
{
    struct rig rig = ran("aie2:check=off", ".fifo A, in, x, tile=8x16\nmova r0, #-1\n"
                                           "acq #A.full, r0\nacq #A.full, r0\ndone\n");

    cr_expect_str_eq(rig.out.cause, "lock-deadlock");
    cr_expect_str_eq(rig.out.message,
                     "acq waits until lock 48 (A.full) is at least 1; it is 0 and A (line 1) would "
                     "release it and has done 1 of 1 tiles");
    cr_expect_eq(rig.out.line, 4);
    rig_free(&rig);
}

Test(aie2_tile, a_lock_that_no_transfer_releases)
{
    struct rig rig = ran("aie2:check=off", ".lock mine\n.fifo A, in, x, tile=8x16\nmova r0, #-1\n"
                                           "acq #mine, r0\ndone\n");

    cr_expect_str_eq(rig.out.message, "acq waits until lock 48 (mine) is at least 1; it is 0 and "
                                      "no transfer releases it");
    rig_free(&rig);
}

Test(aie2_tile, an_output_that_is_not_complete)
{
    struct rig rig = ran("aie2:check=off", ".fifo C, out, y, tile=4x16\nmova r1, #1\n"
                                           "rel #C.full, r1\ndone\n");

    cr_expect_eq(rig.out.kind, KC_OUTCOME_TRAP);
    cr_expect_str_eq(rig.out.cause, "output-incomplete");
    cr_expect_str_eq(rig.out.message,
                     "the core has ended, but C (line 1) has written 1 of 2 tiles; out0 waits for "
                     "lock 48 (C.full) to go on with C (line 1, 1 of 2 tiles done)");
    cr_expect_eq(rig.out.line, 1);
    rig_free(&rig);
}

/* ---- descriptors by hand ----------------------------------------------------------------------
 */

/* dims=2x8,8x1: of each 16-word row first words 0 and 8, then 1 and 9, ... */
Test(aie2_tile, dimensions)
{
    struct rig rig =
        ran("aie2:check=off", ".lock full\n.buffer B, 128\n"
                              ".bd one, in0, B+64, size=64, dims=2x8,8x1, release=full:1\n"
                              ".transfer in0, x, tile=2x16, part=0:2\n"
                              "mova r0, #-1\nacq #full, r0\ndone\n");

    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    for (uint32_t word = 0; word < 16; word++)
        for (uint32_t half = 0; half < 2; half++)
            cr_expect_eq(in_buffer(&rig, "B", 32 + 2 * (word % 2 * 8 + word / 2) + half),
                         1000 + 2 * word + half);
    rig_free(&rig);
}

/* A fifo written by hand, and a channel that goes on in the file's order. */
Test(aie2_tile, chains)
{
    struct rig rig = ran("aie2:check=off",
                         ".lock full\n.lock empty, init=2\n.buffer P, 64\n.buffer Q, 64\n"
                         ".bd p, in1, P, size=64, acquire=empty:-1, release=full:1\n"
                         ".bd q, in1, Q, size=64, acquire=empty:-1, release=full:1, next=p\n"
                         ".transfer in1, x, tile=8x16\n"
                         "mova r0, #-2\nacq #full, r0\nmova r1, #1\nrel #empty, r1\nmova r0, #-1\n"
                         "acq #full, r0\ndone\n");

    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect_eq(in_buffer(&rig, "P", 0), 1000 + 64); /* the third quarter of x */
    cr_expect_eq(in_buffer(&rig, "Q", 0), 1000 + 32);
    rig_free(&rig);
}

/* In and out without the core: the output follows the input through one buffer. */
Test(aie2_tile, a_passage)
{
    struct rig rig =
        ran("aie2:check=off", ".lock full\n.lock empty, init=1\n.buffer P, 64\n"
                              ".bd i, in0, P, size=64, acquire=empty:-1, release=full:1, next=i\n"
                              ".bd o, out0, P, size=64, acquire=full:-1, release=empty:1, next=o\n"
                              ".transfer in0, x, tile=8x16\n.transfer out0, y, tile=8x16\ndone\n");

    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    for (uint32_t e = 0; e < 128; e++)
        cr_expect_eq(in_output(&rig, e), 1000 + e);
    cr_expect_eq(rig.out.cycles, 4 * (16 + 16)); /* one after the other */
    rig_free(&rig);
}

Test(aie2_tile, a_descriptor_larger_than_its_walk)
{
    struct rig rig = ran("aie2:check=off", ".lock full\n.buffer B, 512\n"
                                           ".bd one, in0, B, size=512, release=full:1\n"
                                           ".transfer in0, x, tile=8x16\n"
                                           "mova r0, #-1\nacq #full, r0\ndone\n");

    cr_expect_str_eq(rig.out.cause, "lock-deadlock");
    rig_free(&rig);
}

/* A ring without locks runs as long as its walk is, however long the core waits. */
Test(aie2_tile, waiting_is_bounded)
{
    struct rig rig = ran("aie2:check=off", ".lock never\n.buffer B, 512\n"
                                           ".bd one, in0, B, size=4, next=one\n"
                                           ".transfer in0, x, tile=8x16, repeat=16000000\n"
                                           "mova r0, #-1\nacq #never, r0\ndone\n");

    cr_expect_eq(rig.out.kind, KC_OUTCOME_OUT_OF_FUEL);
    rig_free(&rig);
}

/* ---- memory -----------------------------------------------------------------------------------
 */

/* Who wrote a word goes with it: through the buffer to host memory, and back. */
Test(aie2_tile, last_writer_travels)
{
    struct kc_tracking tracking = { 0 };
    struct rig         rig;

    rig_load(&rig, "aie2:check=off",
             ".fifo C, out, y, tile=8x16, depth=1\n"
             "movxm p0, #C.buf0\nmova r1, #1\nst r1, [p0, #0]\nst r1, [p0, #8]\n"
             "rel #C.full, r1\ndone\n",
             shapes);
    kc_machine_track(rig.machine, true);
    rig.out = rig.target.platform->run(rig.machine, &(struct kc_run){ .tracking = &tracking });
    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    struct kc_region *host = &rig.machine->regions[AIE2_HOST];
    const uint64_t    y = rig.layout.out.address;

    cr_expect_eq(kc_region_writer(host, y), 4);
    cr_expect_eq(kc_region_writer(host, y + 3), 4);
    cr_expect_eq(kc_region_writer(host, y + 4), KC_WRITER_NOBODY);
    cr_expect_eq(kc_region_writer(host, y + 8), 5);
    cr_expect_eq(tracking.kept, 1); /* the transfer read what nobody wrote */
    cr_expect_eq(tracking.first[0].line, 1);
    rig_free(&rig);
}

/* A store into a buffer that the core has given away is noted, and the DMA sees it or not by the
 * cycle: rel acts in cycle 4, word 0 leaves in it, word 31 in cycle 35. */
Test(aie2_tile, store_after_release)
{
    struct rig rig =
        ran("aie2:check=off", ".fifo C, out, y, tile=4x16, part=0:4\n"
                              "movxm p0, #C.buf0\nmova r1, #1\nmova r2, #7\n"
                              "rel #C.full, r1\nst r2, [p0, #0]\nst r2, [p0, #124]\ndone\n");

    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect_eq(in_output(&rig, 0), 0);
    cr_expect_eq(in_output(&rig, 62), 7);
    cr_expect_eq(rig.out.note_count, 2);
    cr_expect_str_eq(rig.out.notes[0].id, "dma-owned");
    cr_expect_str_eq(rig.out.notes[0].text,
                     "st writes to C.buf0 while it belongs to the DMA (fifo of line 1)");
    rig_free(&rig);
}

/* A load sees exactly what has arrived: word k arrives in cycle k, the load in cycle 5 finds words
 * 0 to 4. */
Test(aie2_tile, load_during_a_transfer)
{
    struct rig rig =
        ran("aie2:check=off", ".fifo A, in, x, tile=8x16\nmovxm p0, #A.buf0\nnop\nnop\nnop\n"
                              "lda r0, [p0, #16]\nlda r1, [p0, #24]\nnop\nnop\nnop\nnop\nnop\nnop\n"
                              "movxm p1, #0x7f000\nst r0, [p1, #0]\nst r1, [p1, #4]\ndone\n");

    cr_expect_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect_eq(element(&rig, AIE2_DM, 0xf000),
                 0); /* word 4 arrives in cycle 4, lda issues in it */
    cr_expect_eq(element(&rig, AIE2_DM, 0xf004), 0);
    rig_free(&rig);
    rig =
        ran("aie2:check=off", ".fifo A, in, x, tile=8x16\nmovxm p0, #A.buf0\nnop\nnop\nnop\nnop\n"
                              "lda r0, [p0, #16]\nlda r1, [p0, #24]\nnop\nnop\nnop\nnop\nnop\nnop\n"
                              "movxm p1, #0x7f000\nst r0, [p1, #0]\nst r1, [p1, #4]\ndone\n");
    cr_expect_eq(element(&rig, AIE2_DM, 0xf000), 1008); /* in cycle 5 it is there */
    cr_expect_eq(element(&rig, AIE2_DM, 0xf004), 0);
    rig_free(&rig);
}

/* The core loads from the bank that the channel fills, in the cycles in which it asks for it.
 * Words arrive in cycles 0, 1, 2, ...; a channel asks in every fourth, for even lines bank 0, for
 * odd ones bank 1.  A 256-bit load wants both.  Loads issue in cycles 1 to 8: those in cycle 4 and
 * 8 collide; the stall after cycle 4 moves the later ones by one, so the load that would have
 * issued in cycle 7 meets the request of cycle 8. */
Test(aie2_tile, bank_conflicts_by_option)
{
    static const char text[] = ".fifo A, in, x, tile=8x16, bank=A\nmovxm p0, #0x71000\n"
                               ".rept 8\nvlda wl0, [p0, #0]\n.endr\ndone\n";
    struct rig        rig = ran("aie2:check=off", text);

    cr_expect_eq(rig.out.cycles, 10);
    rig_free(&rig);
    rig = ran("aie2:check=off,dma=banks", text);
    cr_expect_eq(rig.out.cycles, 12);
    rig_free(&rig);
}

/* Fifos begin in different banks, their buffers share one; data lies below the stack. */
Test(aie2_tile, placement)
{
    struct rig rig;

    rig_load(&rig, "aie2",
             ".fifo A, in, x, tile=8x16\n.fifo B, in, w, tile=8x16, chan=1\n"
             ".fifo C, out, y, tile=8x16, bank=D,A\n.buffer S, 100\n.buffer T, 32, at=0x79000\n"
             ".data\n.word 1, 2\nhere: .short 3\n.text\nmovxm p0, #here\ndone\n",
             shapes);
    cr_expect_eq(buffer_offset(&rig, "A.buf0") / 0x4000, 0);
    cr_expect_eq(buffer_offset(&rig, "A.buf1") / 0x4000, 0);
    cr_expect_eq(buffer_offset(&rig, "B.buf0") / 0x4000, 1);
    cr_expect_eq(buffer_offset(&rig, "C.buf0") / 0x4000, 3);
    cr_expect_eq(buffer_offset(&rig, "C.buf1") / 0x4000, 0);
    cr_expect_eq(buffer_offset(&rig, "S") / 0x4000, 3);
    cr_expect_eq(buffer_offset(&rig, "T"), 0x9000);
    cr_expect_eq(buffer_offset(&rig, ".data"), 0xfc00 - 64);
    cr_expect_eq(element(&rig, AIE2_DM, 0xfc00 - 64 + 8), 3);
    rig_run(&rig);
    cr_expect_eq(aie2_get((struct aie2_machine *)rig.machine, AIE2_AT(p0)), 0x7fc00 - 64 + 8);
    rig_free(&rig);
}

/* ---- directives that do not fit a case --------------------------------------------------------
 */

static const struct {
    const char *text, *why;
} unfit[] = {
    { ".fifo A, in, q, tile=8x16\n", "line 1: there is no tensor 'q'; there are x, w, b, y, t" },
    { ".fifo A, in, x, tile=8x6\n",
      "line 1: tiles of 6 columns do not divide the 16 columns of x: 2, 4, 8, 16 do" },
    { "\n.fifo A, in, x, tile=3x16\n",
      "line 2: tiles of 3 rows do not divide the 8 rows of x: 1, 2, 4, 8 do" },
    { ".fifo A, in, x, tile=16x16\n", "line 1: a tile of 16 rows is larger than x, which has 8" },
    { ".fifo A, in, x, tile=4x16, part=6:8\n",
      "line 1: a tile of 4 rows is larger than the part of x, which has 2" },
    { ".fifo A, in, x, tile=1x2, part=0:9\n",
      "line 1: rows 0:9 of part= lie outside x, which has 8" },
    { ".fifo A, in, x, tile=1x2, part=:,16:18\n",
      "line 1: columns 16:18 of part= lie outside x, which has 16" },
    { ".fifo A, in, x, tile=1x2, part=:,1:15\n",
      "line 1: tiles begin in odd columns; the DMA moves 4 bytes, two elements" },
    { ".fifo A, out, x, tile=8x16\n",
      "line 1: x is an input and read-only; transfers out go to the "
      "output or to a scratch tensor" },
    { ".fifo A, in, x, tile=8x16, view=4x16\n",
      "line 1: x has 8x16 elements, which is not view=4x16" },
    { ".fifo A, in, t, tile=2x2\n", "line 1: t is read here, but no transfer above writes to it" },
    { ".fifo A, in, y, tile=2x2\n", "line 1: y is read here, but no transfer above writes to it" },
    { ".fifo A, in, x, tile=8x6, view=1x128\n",
      "line 1: a tile of 8 rows is larger than x, which has 1" },
    { ".scratch u, 3x5\n.fifo A, out, u, tile=1x2\n",
      "line 2: tiles of 2 columns do not divide the 5 columns of u: none do" },
    { ".scratch u, 4x5\n.fifo A, out, u, tile=1x4, part=:,0:4\n",
      "line 2: the rows of u have 5 elements, so every other one begins inside a word of 4 bytes; "
      "view=RxC can see the tensor in another shape" },
    { ".scratch w, 4x4\n",
      "line 1: w is a tensor of the task; a scratch tensor needs another name" },
    { ".scratch u, 8192x8192\n.fifo A, out, u, tile=2x2\n",
      "line 2: u does not fit into host memory, which has 64 MiB" },
};

Test(aie2_tile, reasons_why_a_kernel_does_not_fit)
{
    for (size_t i = 0; i < sizeof unfit / sizeof unfit[0]; i++) {
        char        text[400];
        struct rig  rig;
        const char *why;

        snprintf(text, sizeof text, "%s.scratch t, 8x16\ndone\n", unfit[i].text);
        rig_load(&rig, "aie2", text, shapes);
        why = aie2_tile_unfit(&rig.program, &rig.declared, &rig.layout);
        cr_assert(why, "%s", text);
        cr_expect_str_eq(why, unfit[i].why, "%s", text);
        rig_free(&rig);
    }
}

Test(aie2_tile, resident_tensors)
{
    struct rig  rig;
    const char *why;

    rig_load(&rig, "aie2", ".fifo A, in, x, tile=8x16, bank=A\ndone\n", shapes);
    rig.layout.in[0] = (struct kc_placed){ .region = "dm", .address = 0x78000 };
    why = aie2_tile_unfit(&rig.program, &rig.declared, &rig.layout);
    cr_expect_str_eq(why, "line 1: x is in data memory at 0x78000 already; it needs no transfer");
    rig.layout.in[0] = (struct kc_placed){ .region = "host" };
    rig.layout.in[1] = (struct kc_placed){ .region = "dm", .address = 0x70040 };
    why = aie2_tile_unfit(&rig.program, &rig.declared, &rig.layout);
    cr_expect_str_eq(why,
                     "line 1: A.buf0 at 0x70000 lies over the tensor w, which occupies 0x70040 "
                     "to 0x7013f; bank= or at= moves a buffer");
    rig_free(&rig);
}

/* What unfit would have said, the run says as a trap. */
Test(aie2_tile, unknown_tensor_at_run_time)
{
    struct rig rig = ran("aie2", ".fifo A, in, q, tile=8x16\ndone\n");

    cr_expect_str_eq(rig.out.cause, "transfer");
    cr_expect_str_eq(rig.out.message, "line 1: there is no tensor 'q'; there are x, w, b, y");
    rig_free(&rig);
}

/* ---- again ------------------------------------------------------------------------------------
 */

/* A machine that is reset and bound again repeats itself. */
Test(aie2_tile, reset)
{
    struct rig rig = ran("aie2:check=off", ".fifo A, in, x, tile=8x16\nmova r0, #-1\n"
                                           "acq #A.full, r0\ndone\n");

    for (int i = 0; i < 2; i++) {
        cr_expect_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
        cr_expect_eq(rig.out.cycles, 66);
        rig.target.platform->machine_reset(rig.machine);
        aie2_tile_bind(rig.machine, &rig.declared, &rig.layout);
        if (i == 0)
            rig.target.platform->load(rig.machine, &rig.program);
        rig_run(&rig);
    }
    rig_free(&rig);
}

/* ---- late transfers ---------------------------------------------------------------------------
 */

/* How many of four tiles of 16 words are there after so many cycles of doing nothing. */
static uint32_t tiles_without_locks(enum kc_pace pace, int cycles)
{
    static const char *const buffers[] = { "A.buf0", "A.buf1", "A.buf2", "A.buf3" };
    uint32_t                 there = 0;
    char                     text[80];
    struct rig               rig;

    snprintf(text, sizeof text, ".fifo A, in, x, tile=2x16, depth=4\n.rept %d\nnop\n.endr\ndone\n",
             cycles);
    rig_load(&rig, "aie2:check=off", text, shapes);
    for (uint32_t e = 0; e < 128; e++)
        set_element(&rig, AIE2_HOST, rig.layout.in[0].address + 2 * e, (uint16_t)(e + 1));
    rig.out = rig.target.platform->run(rig.machine, &(struct kc_run){ .pace = pace });
    for (uint32_t k = 0; k < 4; k++)
        there += in_buffer(&rig, buffers[k], 31) == 32 * (k + 1);
    cr_expect_eq(rig.out.note_count, 1);
    cr_expect_str_eq(rig.out.notes[0].text, "the core ended before it had taken all tiles of A");
    rig_free(&rig);
    return there;
}

/* A kernel may know in which cycle a tile arrives; where only results matter that does not help. */
Test(aie2_tile, counting_cycles_is_no_substitute_for_locks)
{
    cr_expect_eq(tiles_without_locks(KC_PACE_TIMED, 70), 4);
    cr_expect_eq(tiles_without_locks(KC_PACE_LATE, 70), 0);
    cr_expect_eq(tiles_without_locks(KC_PACE_TIMED, 1), 0);
    cr_expect_eq(tiles_without_locks(KC_PACE_EARLY, 1), 4);
}

/* Descriptors without locks may go round for ever: transfers that take no time end with the fuel.
 * These would move 4 tiles of 16 words 1000 times. */
Test(aie2_tile, endless_transfers_end)
{
    for (enum kc_pace pace = KC_PACE_TIMED; pace <= KC_PACE_LATE; pace++) {
        struct kc_arena   arena = { 0 };
        struct kc_profile profile;
        struct rig        rig;

        rig_load(&rig, "aie2:check=off",
                 ".buffer B, 64\n.bd one, in0, B, size=64, next=one\n"
                 ".transfer in0, x, tile=2x16, repeat=1000\nnop\nnop\ndone\n",
                 shapes);
        kc_profile_init(&arena, &profile, &rig.program);
        rig.out = rig.target.platform->run(rig.machine, &(struct kc_run){ .pace = pace,
                                                                          .fuel = 500,
                                                                          .profile = &profile });
        cr_expect_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
        cr_expect_lt(profile.channel_cycles[0], 600);
        cr_expect((profile.channel_cycles[0] >= 500) == (pace == KC_PACE_EARLY));
        rig_free(&rig);
        kc_arena_free(&arena);
    }
}

/* With locks lateness changes nothing but time: a copy through two fifos, one tile each. */
Test(aie2_tile, locks_make_lateness_harmless)
{
    for (enum kc_pace pace = KC_PACE_TIMED; pace <= KC_PACE_LATE; pace++) {
        struct kc_buf text = { 0 };
        struct rig    rig;

        kc_buf_puts(&text, ".fifo A, in, x, tile=1x16\n.fifo C, out, y, tile=1x16\nmova r0, #-1\n"
                           "mova r1, #1\nmovxm p0, #A.buf0\nmovxm p1, #C.buf0\n");
        for (int k = 0; k < 8; k++)
            kc_buf_printf(
                &text,
                "acq #A.full, r0\nvlda wl0, [p0, #%d]\n.rept 7\nnop\n.endr\n"
                "acq #C.empty, r0\nvst wl0, [p1, #%d]\nrel #A.empty, r1\nrel #C.full, r1\n",
                k % 2 * 64, k % 2 * 64);
        kc_buf_puts(&text, "done\n");
        rig_load(&rig, "aie2:check=off", text.text, shapes);
        for (uint32_t e = 0; e < 128; e++)
            set_element(&rig, AIE2_HOST, rig.layout.in[0].address + 2 * e, (uint16_t)(e + 1));
        rig.out = rig.target.platform->run(rig.machine, &(struct kc_run){ .pace = pace });
        cr_expect_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
        cr_expect_eq(rig.out.note_count, 0);
        for (uint32_t e = 0; e < 128; e++)
            cr_expect_eq(in_output(&rig, e), e + 1);
        rig_free(&rig);
        kc_buf_free(&text);
    }
}
