/* The AIE2 rows of kc bench: the assembler with its checker, and the core on a bf16 product. */
#include <stdio.h>

#include "cli/bench.h"

enum { REPEATS = 5, BLOCKS = 2000 };

/* A full program memory of pipelined bundles through the assembler and the checker of aie2. */
static void bench_assembler(struct bench *b)
{
    static const char body[] =
        "vlda wl0, [p0], #32 ; vldb wl4, [p2], #32 ; nops ; nopxm ; vmac.f bml0, bml0, x0, x4, r1\n"
        "vlda wh0, [p0], #32 ; vldb wh4, [p2], #32 ; nops ; nopxm ; vmac.f bml1, bml1, x0, x6, r1\n"
        "vlda wh6, [p6], #64 ; vldb wl6, [p3], #64 ; nops ; nopxm ; vmac.f bml2, bml2, x2, x4, r1\n"
        "vlda wh2, [p5], #64 ; vldb wl2, [p1], #64 ; nops ; nopxm ; vmac.f bml3, bml3, x2, x6, "
        "r1\n";
    struct kc_target target;
    struct kc_buf    text = { 0 };
    double           best = 1e9;

    if (!cli_target(&b->arena, "aie2", NULL, &target))
        return;
    for (int i = 0; i < 255; i++)
        kc_buf_puts(&text, body);
    kc_buf_puts(&text, "ret lr\nnop\nnop\nnop\nnop\nnop\n");
    for (int r = 0; r < REPEATS; r++) {
        struct kc_arena arena = { 0 };
        struct kc_diags dg;
        const double    begin = bench_seconds();

        kc_diags_init(&dg, &arena, (struct kc_source){ "bench", { text.text, text.length } });
        kc_target_assemble(&arena, &target, &dg);
        best = bench_seconds() - begin < best ? bench_seconds() - begin : best;
        kc_arena_free(&arena);
    }
    kc_buf_free(&text);
    bench_report(b, "aie2_assembler", best * 1e3, "ms per 16 KiB program", 2e-3 / best, "2 ms");
}

/* 8x8 blocks of a bf16 product, K = 512: one multiply and two loads per bundle. */
static const char aie2_gemm[] =
    "movxm r10, #%d\nmova r0, #64\n.p2align 4\nouter:\n"
    "movxm p0, #0x70000\nmovxm p1, #0x72000\nmovxm p2, #0x74000\nmovxm p3, #0x76000\n"
    "movxm p4, #0x78000\nmova r3, #32 ; movx r1, #28 ; add.nc lc, r0, #-2\nmov m0, r3\n"
    "mov p5, p1 ; vclr bml0\npadda [p5], m0 ; mov p6, p3 ; vclr bml1\n"
    "padda [p6], m0 ; movxm ls, #.Lk ; vclr bml2\nmovxm le, #.Lke ; vclr bml3\n.p2align 4\n"
    ".rept 2\n"
    "vlda wl0, [p0], #32 ; vldb wl4, [p2], #32 ; nops ; nopxm ; nopv\n"
    "vlda wh0, [p0], #32 ; vldb wh4, [p2], #32 ; nops ; nopxm ; nopv\n"
    "vlda wh6, [p6], #64 ; vldb wl6, [p3], #64 ; nops ; nopxm ; nopv\n"
    "vlda wh2, [p5], #64 ; vldb wl2, [p1], #64 ; nops ; nopxm ; nopv\n.endr\n.Lk:\n"
    "vlda wl0, [p0], #32 ; vldb wl4, [p2], #32 ; nops ; nopxm ; vmac.f bml0, bml0, x0, x4, r1\n"
    "vlda wh0, [p0], #32 ; vldb wh4, [p2], #32 ; nops ; nopxm ; vmac.f bml1, bml1, x0, x6, r1\n"
    "vlda wh6, [p6], #64 ; vldb wl6, [p3], #64 ; nops ; nopxm ; vmac.f bml2, bml2, x2, x4, r1\n"
    ".Lke:\n"
    "vlda wh2, [p5], #64 ; vldb wl2, [p1], #64 ; nops ; nopxm ; vmac.f bml3, bml3, x2, x6, r1\n"
    ".rept 2\nvmac.f bml0, bml0, x0, x4, r1\nvmac.f bml1, bml1, x0, x6, r1\n"
    "vmac.f bml2, bml2, x2, x4, r1\nvmac.f bml3, bml3, x2, x6, r1\n.endr\n"
    "add r10, r10, #-1\nnop\njnz r10, #outer\n"
    "vst.conv.bf16.fp32 bml0, [p4], #32\nvst.conv.bf16.fp32 bml1, [p4], #32\n"
    "vst.conv.bf16.fp32 bml2, [p4], #32\nvst.conv.bf16.fp32 bml3, [p4], #32\nnop\ndone\n";

/* The core with memory tracking and without it. */
void bench_aie2(struct bench *b)
{
    const char  *text = kc_arena_printf(&b->arena, aie2_gemm, BLOCKS);
    const double plain = bench_rate("aie2", "aie2_gemm", text, false);
    const double tracked = bench_rate("aie2", "aie2_gemm", text, true);

    bench_assembler(b);
    bench_report(b, "aie2_gemm", plain * 1e-6, "M bundles/s", plain / 15e6, "15 M/s");
    bench_report(b, "aie2_gemm_tracked", tracked * 1e-6, "M bundles/s", plain / tracked,
                 "cost of tracking, aie2_gemm");
}
