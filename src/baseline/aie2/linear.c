/* Collecting the lines of a program in linear assembly. */
#include "baseline/aie2/linear.h"

#include <stdarg.h>

struct aie2_linear {
    struct kc_arena        *arena;
    const struct kc_target *target;
    enum kc_opt             opt;
    struct kc_str          *line;
    size_t                  count, room;
};

struct aie2_linear *aie2_linear_new(struct kc_arena *arena, const struct kc_target *target,
                                    enum kc_opt opt)
{
    struct aie2_linear *linear = kc_arena_new(arena, struct aie2_linear);

    *linear = (struct aie2_linear){ .arena = arena, .target = target, .opt = opt };
    return linear;
}

enum kc_opt aie2_linear_opt(const struct aie2_linear *linear)
{
    return linear->opt;
}

struct kc_arena *aie2_linear_arena(const struct aie2_linear *linear)
{
    return linear->arena;
}

static void add(struct aie2_linear *linear, struct kc_str text)
{
    (void)linear, (void)text;
}

void aie2_line(struct aie2_linear *linear, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add(linear, kc_str_from(kc_arena_vprintf(linear->arena, format, args)));
    va_end(args);
}

void aie2_lines(struct aie2_linear *linear, struct kc_str text)
{
    while (text.length)
        add(linear, kc_str_cut(&text, '\n'));
}

const char *aie2_linear_finish(struct aie2_linear *linear, struct kc_buf *out)
{
    (void)linear, (void)out;
    return "the back end does not schedule yet";
}
