/* How a case is addressed on an AIE2 tile: the rules of the notes with the numbers of one case. */
#include <inttypes.h>

#include "platforms/aie2/aie2_place.h"

static void print_shape(const struct kc_tensor *t, struct kc_buf *out)
{
    kc_buf_printf(out, "%s[", t->name);
    if (t->batch > 1)
        kc_buf_printf(out, "%" PRIu32 ",", t->batch);
    kc_buf_printf(out, "%" PRIu32 ",%" PRIu32 "]", t->rows, t->cols);
}

static void print_tensor(const struct kc_tensor *t, const struct kc_placed *p, struct kc_buf *out)
{
    kc_buf_puts(out, "| ");
    print_shape(t, out);
    kc_buf_printf(out, " | %s | %" PRIu32 " |\n", p->where, t->cols * AIE2_BF16_BYTES);
}

void aie2_guide(const void *config, const struct kc_declared *d, const struct kc_layout *layout,
                struct kc_buf *out)
{
    (void)config;
    kc_buf_puts(out, "| tensor | where | bytes per row |\n|---|---|---|\n");
    for (size_t i = 0; i < d->in_count; i++)
        print_tensor(&d->in[i], &layout->in[i], out);
    print_tensor(d->out, &layout->out, out);
}
