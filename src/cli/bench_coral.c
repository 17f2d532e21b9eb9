/* The Coral rows of kc bench: scalar and vector code, with the cycle model and without it.
 *
 * Time is what the process spent on a processor: other load on the machine does not count. */
#include <stdio.h>
#include <time.h>

#include "cli/bench.h"

/* src/cli/bench/, embedded by the build */
extern const char bench_coral_scalar[], bench_coral_vector[];

enum { REPEATS = 5 };

double bench_seconds(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static struct kc_program assemble(struct kc_arena *arena, const struct kc_target *target,
                                  const char *name, const char *text)
{
    struct kc_diags dg;

    kc_diags_init(&dg, arena, (struct kc_source){ name, kc_str_from(text) });
    const struct kc_program program = kc_target_assemble(arena, target, &dg);

    if (dg.errors) {
        cli_show(&dg);
        abort(); /* the benchmark's own kernels are correct */
    }
    return program;
}

double bench_rate(const char *target_text, const char *name, const char *text, bool tracked)
{
    struct kc_arena     arena = { 0 };
    struct kc_target    target;
    struct kc_tracking  tracking = { 0 };
    const struct kc_run run = { .tracking = tracked ? &tracking : NULL };
    double              best = 0.0;

    if (!cli_target(&arena, target_text, NULL, &target))
        abort();
    const struct kc_program program = assemble(&arena, &target, name, text);
    struct kc_machine      *machine = target.platform->machine_new(target.config, target.isa);

    kc_machine_track(machine, tracked);
    for (int r = 0; r < REPEATS; r++) {
        target.platform->machine_reset(machine); /* some machines count on from run to run */
        target.platform->load(machine, &program);
        const double            begin = bench_seconds();
        const struct kc_outcome out = target.platform->run(machine, &run);
        const double            speed = (double)out.instructions / (bench_seconds() - begin);

        best = speed > best ? speed : best;
    }
    target.platform->machine_free(machine);
    kc_arena_free(&arena);
    return best;
}

void bench_coral(struct bench *b)
{
    static const struct {
        const char *name, *untimed, *text;
        double      goal;
    } rows[] = {
        { "coral_scalar", "coral_scalar_untimed", bench_coral_scalar, 25e6 },
        { "coral_vector", "coral_vector_untimed", bench_coral_vector, 8e6 },
    };

    for (size_t i = 0; i < KC_COUNT(rows); i++) {
        const double timed = bench_rate("coral", rows[i].name, rows[i].text, false);
        const double untimed = bench_rate("coral:timing=off", rows[i].name, rows[i].text, false);
        char         goal[16];

        snprintf(goal, sizeof goal, "%.0f M/s", rows[i].goal * 1e-6);
        bench_report(b, rows[i].name, timed * 1e-6, "M instructions/s", timed / rows[i].goal, goal);
        bench_report(b, rows[i].untimed, untimed * 1e-6, "M instructions/s", untimed / timed,
                     rows[i].name);
    }
}
