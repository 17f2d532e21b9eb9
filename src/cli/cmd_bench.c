/* kc bench: how fast we are on this machine, as ratios taken in one run.
 *
 * Each figure is the best of several short runs: other load on the machine only ever makes a run
 * slower.  The product M_MM is set against what the host could do at best, one thread of 256-bit
 * fused multiply-adds, measured in the same process. */
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/arena.h"
#include "base/random.h"
#include "cli/bench.h"
#include "isa/assemble.h"
#include "isa/disassemble.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { REPEATS = 7, PRELOADED = 16384 };

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- the host ----------------------------------------------------------------------------- */

#if defined(__x86_64__)
enum { CHAINS = 12 };

__attribute__((target("avx2,fma"))) static float fma_loop(long n)
{
    const __m256 a = _mm256_set1_ps(0.999f), b = _mm256_set1_ps(0.001f);
    __m256       x[CHAINS], sum = b;
    float        out[8];

    for (int c = 0; c < CHAINS; c++)
        x[c] = _mm256_set1_ps((float)c);
    for (long i = 0; i < n; i++) {
#pragma GCC unroll 12
        for (int c = 0; c < CHAINS; c++)
            x[c] = _mm256_fmadd_ps(x[c], a, b);
    }
    for (int c = 0; c < CHAINS; c++)
        sum = _mm256_add_ps(sum, x[c]);
    _mm256_storeu_ps(out, sum);
    return out[0];
}

/* Multiply-adds per second of one thread, 0 when the host has no 256-bit fma. */
static double host_fma_peak(void)
{
    const long     n = 2000000;
    double         best = 0.0;
    volatile float sink;

    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        return 0.0;
    for (int r = 0; r < REPEATS; r++) {
        const double begin = now();

        sink = fma_loop(n);
        (void)sink;
        const double rate = (double)(n * CHAINS * 8) / (now() - begin);

        best = rate > best ? rate : best;
    }
    return best;
}
#else
static double host_fma_peak(void)
{
    return 0.0;
}
#endif

/* ---- kernels ------------------------------------------------------------------------------ */

void bench_report(struct bench *b, const char *name, double value, const char *unit, double ratio,
                  const char *relative_to)
{
    if (b->json) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "name", name);
        kc_json_set_double(o, "value", value);
        kc_json_set_str(o, "unit", unit);
        kc_json_set_double(o, "ratio", ratio);
        kc_json_set_str(o, "relative_to", relative_to);
        kc_json_push(b->results, o);
    } else if (*relative_to) {
        printf("%-24s %10.4g %-22s %8.3f x %s\n", name, value, unit, ratio, relative_to);
    } else {
        printf("%-24s %10.4g %s\n", name, value, unit);
    }
    fflush(stdout);
}

static struct kc_program assemble(struct bench *b, const char *name, const char *text)
{
    struct kc_diags   dg;
    struct kc_program program;

    kc_diags_init(&dg, &b->arena, (struct kc_source){ name, kc_str_from(text) });
    program = kc_target_assemble(&b->arena, &b->target, &dg);
    if (dg.errors) {
        cli_show(&dg);
        abort(); /* the benchmark's own kernels are correct */
    }
    return program;
}

/* A loop of count passes over a body. */
static const char *looped(struct bench *b, const char *setup, const char *body, int copies,
                          int count)
{
    struct kc_buf text = { 0 };

    kc_buf_printf(&text, "%sC_LOOP_START gp15, %d\n", setup, count);
    for (int i = 0; i < copies; i++)
        kc_buf_puts(&text, body);
    kc_buf_puts(&text, "C_LOOP_END gp15\n");
    const char *copy = kc_arena_strndup(&b->arena, text.text, text.length);

    kc_buf_free(&text);
    return copy;
}

/* The beginning of a region, as a host would load it. */
static void preload(struct kc_region *r)
{
    for (uint64_t e = 0; e < PRELOADED && e < r->elems; e++)
        r->type->from_random(kc_random_u64(1, 2, e), kc_region_elem_write(r, e, KC_WRITER_HOST));
}

/* Instructions per second of a kernel, best of several runs. */
static double rate(struct bench *b, const char *text, bool tracked, const char *name)
{
    const struct kc_platform *p = b->target.platform;
    const struct kc_program   program = assemble(b, name, text);
    struct kc_machine        *machine = p->machine_new(b->target.config, b->target.isa);
    struct kc_tracking        tracking = { 0 };
    const struct kc_run       run = { .tracking = tracked ? &tracking : NULL };
    double                    best = 0.0;
    uint64_t                  done = 0;

    kc_machine_track(machine, tracked);
    for (size_t i = 0; i < machine->region_count; i++)
        preload(&machine->regions[i]);
    for (int r = 0; r < REPEATS; r++) {
        p->load(machine, &program);
        const double            begin = now();
        const struct kc_outcome out = p->run(machine, &run);
        const double            speed = (double)(out.instructions - done) / (now() - begin);

        done = out.instructions; /* counts go on from run to run */
        if (out.kind != KC_OUTCOME_HALTED) {
            fprintf(stderr, "kc bench: %s: %s\n", name, out.message);
            abort();
        }
        best = speed > best ? speed : best;
    }
    p->machine_free(machine);
    return best;
}

static const char vector_setup[] = "S_ADDI_INT gp1, gp0, 0\nS_ADDI_INT gp2, gp0, 64\n"
                                   "S_ADDI_INT gp3, gp0, 128\nS_ADDI_INT gp4, gp0, 192\n"
                                   "S_LD_FP f1, gp0, 1\n";
static const char vector_mix[] = "V_ADD_VV gp3, gp1, gp2, 0\nV_MUL_VF gp4, gp3, f1, 0\n"
                                 "V_EXP_V gp3, gp2, 0\nV_RECI_V gp4, gp3, 0\n";
static const char scalar_mix[] = "S_ADDI_INT gp1, gp1, 64\nS_ADD_INT gp2, gp1, gp3\n"
                                 "S_MUL_INT gp3, gp1, gp2\nS_ADD_FP f2, f1, f3\n"
                                 "S_SUB_INT gp4, gp3, gp1\nS_LD_INT gp5, gp0, 7\n"
                                 "C_LOOP_START gp6, 2\nC_LOOP_END gp6\n";

static void bench_matrix(struct bench *b, double peak)
{
    static const char setup[] = "S_ADDI_INT gp1, gp0, 4\nS_ADDI_INT gp2, gp0, 256\n";
    const char       *text = looped(b, setup, "M_MM 0, gp1, gp2\n", 64, 200);
    const double      macs = rate(b, text, false, "m_mm") * 4 * 4 * 64;

    bench_report(b, "m_mm", macs * 1e-9, "G multiply-adds/s", peak > 0 ? macs / peak : 0.0,
                 peak > 0 ? "host_fma_peak" : "");
}

static void bench_vector(struct bench *b)
{
    const char  *text = looped(b, vector_setup, vector_mix, 16, 1000);
    const double plain = rate(b, text, false, "vector_mix");
    const double tracked = rate(b, text, true, "vector_mix");

    bench_report(b, "vector_mix", plain * 1e-6, "M instructions/s", plain / 10e6, "10 M/s");
    bench_report(b, "vector_mix_tracked", tracked * 1e-6, "M instructions/s", plain / tracked,
                 "cost of tracking, vector_mix");
}

static void bench_scalar(struct bench *b)
{
    const char  *text = looped(b, "", scalar_mix, 32, 4000);
    const double plain = rate(b, text, false, "scalar_mix");
    const double tracked = rate(b, text, true, "scalar_mix");

    bench_report(b, "scalar_mix", plain * 1e-6, "M instructions/s", plain / 40e6, "40 M/s");
    bench_report(b, "scalar_mix_tracked", tracked * 1e-6, "M instructions/s", plain / tracked,
                 "cost of tracking, scalar_mix");
}

static void bench_tracked_matrix(struct bench *b)
{
    static const char setup[] = "S_ADDI_INT gp1, gp0, 4\nS_ADDI_INT gp2, gp0, 256\n";
    const char       *text = looped(b, setup, "M_MM 0, gp1, gp2\n", 64, 200);
    const double      plain = rate(b, text, false, "m_mm"), tracked = rate(b, text, true, "m_mm");

    bench_report(b, "m_mm_tracked", tracked * 1e-6, "M instructions/s", plain / tracked,
                 "cost of tracking, m_mm");
}

static void bench_prefetch(struct bench *b)
{
    static const char setup[] = "S_ADDI_INT gp1, gp0, 4096\nC_SET_SCALE_REG gp1\n";
    const char       *text = looped(b, setup, "H_PREFETCH_M gp0, gp0, a0, 0, 0\n", 4, 250);
    const double      speed = rate(b, text, false, "h_prefetch_m");

    bench_report(b, "h_prefetch_m", 1e6 / speed, "us per 64x64 tile", 0.0, "");
}

static void bench_assembler(struct bench *b)
{
    const char       *text = looped(b, vector_setup, vector_mix, 50000, 10);
    struct kc_program program = { 0 };
    double            best = 0.0, best_back = 0.0;

    for (int r = 0; r < REPEATS; r++) {
        struct kc_arena arena = { 0 };
        struct kc_diags dg;
        struct kc_buf   out = { 0 };

        kc_diags_init(&dg, &arena, (struct kc_source){ "bench", kc_str_from(text) });
        const double begin = now();

        program = kc_assemble(&arena, b->target.isa, &dg);
        const double middle = now();

        kc_disassemble(b->target.isa, &program, &out);
        const double end = now(), lines = (double)program.count;

        best = lines / (middle - begin) > best ? lines / (middle - begin) : best;
        best_back = lines / (end - middle) > best_back ? lines / (end - middle) : best_back;
        kc_buf_free(&out);
        kc_arena_free(&arena);
    }
    bench_report(b, "assembler", best * 1e-6, "M lines/s", best / 1e6, "1 M/s");
    bench_report(b, "disassembler", best_back * 1e-6, "M lines/s", best_back / 1e6, "1 M/s");
}

/* Peak memory of everything above, 16 GiB of HBM included. */
static void report_memory(struct bench *b)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    bench_report(b, "peak_memory", (double)usage.ru_maxrss / 1024.0, "MiB resident", 0.0, "");
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct bench *b = state->input;

    switch (key) {
    case 'j':
        b->json = true;
        return 0;
    case ARGP_KEY_ARG:
        argp_error(state, "unexpected argument '%s'", arg);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int cmd_bench(int argc, char **argv)
{
    static const struct argp_option options[] = { { "json", 'j', NULL, 0, "as JSON", 0 }, { 0 } };
    static const struct argp        argp = {
        options, parse, "", "Measures simulators and assembler on this machine, one thread.",
        0,       0,     0
    };
    struct bench b = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &b);
    if (!cli_target(&b.arena, "plena", NULL, &b.target))
        return CLI_CANNOT;
    b.results = b.json ? kc_json_array() : NULL;

    const double peak = host_fma_peak();

    bench_report(&b, "host_fma_peak", peak * 1e-9, "G multiply-adds/s", 1.0, "");
    bench_matrix(&b, peak);
    bench_tracked_matrix(&b);
    bench_vector(&b);
    bench_scalar(&b);
    bench_prefetch(&b);
    bench_assembler(&b);
    bench_coral(&b);
    bench_aie2(&b);
    report_memory(&b);
    if (b.json) {
        kc_json *root = kc_json_object();

        kc_json_set(root, "results", b.results);
        cli_json(root);
    }
    kc_arena_free(&b.arena);
    return CLI_GOOD;
}
