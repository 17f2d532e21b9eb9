/* Binding: the tile's walks meet the tensors of a case, by name. */
#include "platforms/aie2/aie2_tile.h"

#include "platforms/aie2/aie2_machine.h"

const char *const aie2_channel_names[AIE2_CHANNELS] = { "in0", "in1", "out0", "out1" };

/* ---- the case ------------------------------------------------------------------------------- */

static struct aie2_tensor tensor_of(const struct kc_tensor *t, const struct kc_placed *p, bool out)
{
    return (struct aie2_tensor){ .name = t->name,
                                 .rows = t->batch * t->rows,
                                 .cols = t->cols,
                                 .address = p->address,
                                 .resident = strcmp(p->region, "host") != 0,
                                 .out = out };
}

static void describe_case(const struct kc_declared *d, const struct kc_layout *layout,
                          struct aie2_case *c)
{
    c->count = 0;
    for (size_t i = 0; i < d->in_count && i < KC_PLACED_TENSORS; i++)
        c->tensor[c->count++] = tensor_of(&d->in[i], &layout->in[i], false);
    c->tensor[c->count++] = tensor_of(d->out, &layout->out, true);
}

void aie2_tile_bind(struct kc_machine *machine, const struct kc_declared *d,
                    const struct kc_layout *layout)
{
    struct aie2_machine *m = (struct aie2_machine *)machine;

    describe_case(d, layout, &m->task);
}

const char *aie2_tile_unfit(const struct kc_program *program, const struct kc_declared *d,
                            const struct kc_layout *layout)
{
    (void)program, (void)d, (void)layout;
    return NULL;
}
