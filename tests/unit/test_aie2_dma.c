/* The DMA of the AIE2 tile: which element goes where, and in which cycle. */
#include "aie2_dma_testing.h"

/* ---- which element goes where --------------------------------------------------------------- */

/* One walk over a tensor of rows x cols, with the options as written and as numbers. */
struct walk {
    const char *options;
    uint32_t    rows, cols;       /* of the tensor as the walk sees it */
    uint32_t    tile_r, tile_c;   /* the tile */
    uint32_t    r0, r1, c0, c1;   /* the part */
    uint32_t    step_r, step_c;   /* from tile to tile */
    uint32_t    block_r, block_c; /* the layout */
    uint32_t    repeat;
    bool        by_columns;
};

static const struct walk walks[] = {
    { "tile=2x8", 4, 16, 2, 8, 0, 4, 0, 16, 2, 8, 2, 8, 1, false },
    { "tile=2x8, order=rc, layout=row", 4, 16, 2, 8, 0, 4, 0, 16, 2, 8, 2, 8, 1, false },
    { "tile=2x8, order=cr", 4, 16, 2, 8, 0, 4, 0, 16, 2, 8, 2, 8, 1, true },
    { "tile=2x8, order=cr, repeat=2", 4, 16, 2, 8, 0, 4, 0, 16, 2, 8, 2, 8, 2, true },
    { "tile=8x16, layout=4x8", 8, 32, 8, 16, 0, 8, 0, 32, 8, 16, 4, 8, 1, false },
    { "tile=16x8, layout=8x4", 32, 8, 16, 8, 0, 32, 0, 8, 16, 8, 8, 4, 1, false },
    { "tile=8x8, layout=4x4, order=cr", 16, 16, 8, 8, 0, 16, 0, 16, 8, 8, 4, 4, 1, true },
    { "tile=8x8, layout=2x2", 8, 16, 8, 8, 0, 8, 0, 16, 8, 8, 2, 2, 1, false },
    { "tile=2x4, part=2:6,4:12", 8, 16, 2, 4, 2, 6, 4, 12, 2, 4, 2, 4, 1, false },
    { "tile=4x8, part=4:8,8:24, layout=4x8", 8, 32, 4, 8, 4, 8, 8, 24, 4, 8, 4, 8, 1, false },
    { "tile=2x4, part=:,12:", 4, 16, 2, 4, 0, 4, 12, 16, 2, 4, 2, 4, 1, false },
    { "tile=2x4, part=2:4", 4, 16, 2, 4, 2, 4, 0, 16, 2, 4, 2, 4, 1, false },
    { "tile=3x8, step=1x8", 5, 8, 3, 8, 0, 5, 0, 8, 1, 8, 3, 8, 1, false },
    { "tile=2x4, step=4x12", 6, 16, 2, 4, 0, 6, 0, 16, 4, 12, 2, 4, 1, false },
    { "tile=2x4, view=4x8", 4, 8, 2, 4, 0, 4, 0, 8, 2, 4, 2, 4, 1, false },
    { "tile=1x2", 2, 4, 1, 2, 0, 2, 0, 4, 1, 2, 1, 2, 1, false },
};

static uint32_t count_along(uint32_t from, uint32_t to, uint32_t tile, uint32_t step)
{
    return (to - from - tile) / step + 1;
}

static uint32_t tiles_of(const struct walk *w)
{
    return count_along(w->r0, w->r1, w->tile_r, w->step_r) *
           count_along(w->c0, w->c1, w->tile_c, w->step_c) * w->repeat;
}

/* The number, in the tensor, of element i of tile k: straight from the words of the directive.
 * Blocks lie row-major in the tile, elements row-major in the block. */
static uint32_t source_of(const struct walk *w, uint32_t k, uint32_t i)
{
    const uint32_t down = count_along(w->r0, w->r1, w->tile_r, w->step_r);
    const uint32_t across = count_along(w->c0, w->c1, w->tile_c, w->step_c);
    const uint32_t one = k % (down * across); /* of one round */
    const uint32_t tile_row = w->by_columns ? one % down : one / across;
    const uint32_t tile_col = w->by_columns ? one / down : one % across;
    const uint32_t block = i / (w->block_r * w->block_c), inside = i % (w->block_r * w->block_c);
    const uint32_t blocks_across = w->tile_c / w->block_c;
    const uint32_t row = block / blocks_across * w->block_r + inside / w->block_c;
    const uint32_t col = block % blocks_across * w->block_c + inside % w->block_c;

    return (w->r0 + tile_row * w->step_r + row) * w->cols + w->c0 + tile_col * w->step_c + col;
}

/* A core that lets as many tiles in as there are, or out. */
static void load_walk(struct rig *rig, const struct walk *w, bool out)
{
    const bool     seen = strstr(w->options, "view=");
    const uint32_t flat = w->rows * w->cols;
    const uint32_t shape[4][2] = { { out    ? 1
                                     : seen ? 1
                                            : w->rows,
                                     seen || out ? flat : w->cols },
                                   { 1, 2 },
                                   { 1, 2 },
                                   { seen ? 1 : w->rows, seen ? flat : w->cols } };
    char           text[400];

    snprintf(text, sizeof text,
             out ? ".fifo A, out, y, %s, depth=%u\nmova r0, #%u\nrel #A.full, r0\ndone\n"
                 : ".fifo A, in, x, %s, depth=%u\nmova r0, #-%u\nacq #A.full, r0\ndone\n",
             w->options, tiles_of(w), tiles_of(w));
    rig_load(rig, "aie2:check=off", text, shape);
}

static uint32_t tile_element(const struct rig *rig, const struct walk *w, uint32_t k, uint32_t i)
{
    char name[16];

    (void)w;
    snprintf(name, sizeof name, "A.buf%u", k);
    return buffer_offset(rig, name) + 2 * i;
}

Test(aie2_dma, in_places_every_element)
{
    for (size_t n = 0; n < sizeof walks / sizeof walks[0]; n++) {
        const struct walk *w = &walks[n];
        struct rig         rig;

        load_walk(&rig, w, false);
        for (uint32_t e = 0; e < w->rows * w->cols; e++)
            set_element(&rig, AIE2_HOST, rig.layout.in[0].address + 2 * e, (uint16_t)(e + 1));
        rig_run(&rig);
        cr_assert(rig.out.kind == KC_OUTCOME_HALTED, "%s: %s", w->options, rig.out.message);
        for (uint32_t k = 0; k < tiles_of(w); k++)
            for (uint32_t i = 0; i < w->tile_r * w->tile_c; i++)
                cr_expect_eq(element(&rig, AIE2_DM, tile_element(&rig, w, k, i)),
                             source_of(w, k, i) + 1, "%s: element %u of tile %u", w->options, i, k);
        rig_free(&rig);
    }
}

Test(aie2_dma, out_places_every_element)
{
    for (size_t n = 0; n < sizeof walks / sizeof walks[0]; n++) {
        const struct walk *w = &walks[n];
        uint16_t           expected[1024] = { 0 };
        struct rig         rig;

        load_walk(&rig, w, true);
        for (uint32_t k = 0; k < tiles_of(w); k++)
            for (uint32_t i = 0; i < w->tile_r * w->tile_c; i++) {
                const uint16_t value = (uint16_t)(1000 * (k + 1) + i);

                set_element(&rig, AIE2_DM, tile_element(&rig, w, k, i), value);
                expected[source_of(w, k, i)] = value; /* where tiles overlap the last one stays */
            }
        rig_run(&rig);
        cr_assert(rig.out.kind == KC_OUTCOME_HALTED, "%s: %s", w->options, rig.out.message);
        for (uint32_t e = 0; e < w->rows * w->cols; e++)
            cr_expect_eq(element(&rig, AIE2_HOST, rig.layout.out.address + 2 * e), expected[e],
                         "%s: element %u", w->options, e);
        rig_free(&rig);
    }
}

/* ---- in which cycle -------------------------------------------------------------------------- */

static const uint32_t square[4][2] = { { 16, 16 }, { 16, 16 }, { 16, 16 }, { 16, 16 } };

static uint64_t cycles_of(const char *text)
{
    struct rig rig;
    uint64_t   cycles;

    rig_load(&rig, "aie2:check=off", text, square);
    rig_run(&rig);
    cr_expect_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s: %s", text, rig.out.message);
    cycles = rig.out.cycles;
    rig_free(&rig);
    return cycles;
}

/* A tile of W words moves in cycles 0..W-1, its lock is free from cycle W on.  mova issues in cycle
 * 0, acq in cycle 1 and asks from cycle 2 on, gets the lock in cycle max(2, W); done issues one
 * cycle later and is the last. */
Test(aie2_dma, first_tile)
{
    cr_expect_eq(cycles_of(".fifo A, in, x, tile=1x2\nmova r0, #-1\nacq #A.full, r0\ndone\n"), 4);
    cr_expect_eq(cycles_of(".fifo A, in, x, tile=1x4\nmova r0, #-1\nacq #A.full, r0\ndone\n"), 4);
    cr_expect_eq(cycles_of(".fifo A, in, x, tile=1x6, part=:,0:12\n"
                           "mova r0, #-1\nacq #A.full, r0\ndone\n"),
                 5);
    cr_expect_eq(cycles_of(".fifo A, in, x, tile=16x16\nmova r0, #-1\nacq #A.full, r0\ndone\n"),
                 128 + 2);
}

/* Tiles follow each other without a gap while there is room: tile k is there in cycle (k+1)*W. */
Test(aie2_dma, tiles_follow_each_other)
{
    cr_expect_eq(cycles_of(
                     ".fifo A, in, x, tile=2x16, depth=4\nmova r0, #-4\nacq #A.full, r0\ndone\n"),
                 4 * 16 + 2);
}

/* Two channels move at the same time, two fifos on one channel in turn. */
Test(aie2_dma, channels_are_concurrent)
{
    static const char wait[] = "mova r0, #-1\nacq #A.full, r0\nacq #B.full, r0\ndone\n";
    char              text[300];

    /* Both tiles are there in cycle 128; the second acq asks one cycle after the first one's end.
     */
    snprintf(text, sizeof text,
             ".fifo A, in, x, tile=16x16\n.fifo B, in, w, tile=16x16, chan=1\n%s", wait);
    cr_expect_eq(cycles_of(text), 128 + 1 + 2 + 1);
    snprintf(text, sizeof text, ".fifo A, in, x, tile=16x16\n.fifo B, in, w, tile=16x16\n%s", wait);
    cr_expect_eq(cycles_of(text), 256 + 2);
}

/* rel issues in cycle 1 and acts in cycle 2, in which the first of W words leaves; the run ends
 * with the last one, long after the core, which ended in cycle 4. */
Test(aie2_dma, output_leaves)
{
    cr_expect_eq(cycles_of(".fifo C, out, y, tile=16x16\nmova r0, #1\nrel #C.full, r0\ndone\n"),
                 2 + 128);
    cr_expect_eq(cycles_of(".fifo C, out, y, tile=1x2, part=0:1,0:2\nmova r0, #1\n"
                           "rel #C.full, r0\ndone\n"),
                 4);
}

/* A copy of N tiles of W words, core work per tile shorter than W: tile N-1 is there in cycle N*W,
 * then b cycles pass until the core's rel acts, then the tile leaves in W cycles.  Counted from the
 * cycle in which acq A.full gets its lock: acq C.empty issues 1 later and takes 2 cycles, the two
 * loads take 2, six nops, two stores, rel A.empty takes 2, rel C.full issues and acts one later:
 * b = 1 + 2 + 2 + 6 + 2 + 2 + 1. */
Test(aie2_dma, copy)
{
    static const char tile[] = "acq #A.full, r0\nacq #C.empty, r0\nvlda wl0, [p0, #%d]\n"
                               "vlda wh0, [p0, #%d]\nnop\nnop\nnop\nnop\nnop\nnop\n"
                               "vst wl0, [p1, #%d]\nvst wh0, [p1, #%d]\n"
                               "rel #A.empty, r1\nrel #C.full, r1\n";
    const int         tiles = 16, words = 16 * 2;
    struct kc_buf     text = { 0 };
    struct rig        rig;

    kc_buf_puts(&text, ".fifo A, in, x, tile=4x16, repeat=4\n"
                       ".fifo C, out, y, tile=4x16, repeat=4\n"
                       "mova r0, #-1\nmova r1, #1\nmovxm p0, #A.buf0\nmovxm p1, #C.buf0\n");
    for (int k = 0; k < tiles; k++)
        kc_buf_printf(&text, tile, k % 2 * 128, k % 2 * 128 + 32, k % 2 * 128, k % 2 * 128 + 32);
    kc_buf_puts(&text, "done\n");
    rig_load(&rig, "aie2:check=off", text.text, square);
    for (uint32_t e = 0; e < 256; e++)
        set_element(&rig, AIE2_HOST, rig.layout.in[0].address + 2 * e, (uint16_t)(e + 1));
    rig_run(&rig);
    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect_eq(rig.out.cycles, (uint64_t)(tiles * words + (1 + 2 + 2 + 6 + 2 + 2 + 1) + words));
    /* The first 64 bytes of each tile were copied. */
    for (uint32_t e = 0; e < 256; e++)
        if (e % 64 < 32)
            cr_expect_eq(element(&rig, AIE2_HOST, rig.layout.out.address + 2 * e), e + 1);
    rig_free(&rig);
    kc_buf_free(&text);
}

/* The profile tells waiting for input from waiting for space, and how busy channels were. */
Test(aie2_dma, profile)
{
    struct kc_profile p;
    struct rig        rig;

    /* Input: cycle 2 to 128.  The first rel acts in 131, C leaves until 259; the second acq of
     * C.empty asks from cycle 133 on. */
    rig_load(&rig, "aie2:check=off",
             ".fifo A, in, x, tile=16x16, depth=1\n.fifo C, out, y, tile=16x16, depth=1, repeat=2\n"
             "mova r0, #-1\nacq #A.full, r0\nmova r1, #1\nrel #C.full, r1\nacq #C.empty, r0\n"
             "rel #C.full, r1\ndone\n",
             square);
    kc_profile_init(&rig.arena, &p, &rig.program);
    ((struct aie2_machine *)rig.machine)->lock[AIE2_OWN_LOCK + 3] = 0;
    rig.out = rig.target.platform->run(rig.machine, &(struct kc_run){ .profile = &p });
    cr_assert_eq(rig.out.kind, KC_OUTCOME_HALTED, "%s", rig.out.message);
    cr_expect_eq(p.stall_cycles[AIE2_STALL_INPUT], 126);
    cr_expect_eq(p.stall_cycles[AIE2_STALL_SPACE], 259 - 133);
    cr_expect_eq(p.stalls[1 * KC_STALLS + AIE2_STALL_INPUT], 126);
    cr_expect_eq(p.stalls[4 * KC_STALLS + AIE2_STALL_SPACE], 259 - 133);
    cr_expect_eq(p.stall_cycles[AIE2_STALL_LOCK], 4);
    cr_expect_str_eq(p.channel_name[2], "out0");
    cr_expect_eq(p.channel_cycles[0], 128);
    cr_expect_eq(p.channel_cycles[1], 0);
    cr_expect_eq(p.channel_cycles[2], 256);
    cr_expect_eq(p.dma_bytes_read, 512);
    cr_expect_eq(p.dma_bytes_written, 1024);
    rig_free(&rig);
}
