/* Copying an image between its zeros. */
#include "baseline/coral/image.h"

enum { BLOCK = 128 };

struct image image_of(uint32_t size, uint32_t channels, uint32_t kernel)
{
    const uint32_t pad = (kernel - 1) / 2;

    return (struct image){ size, channels, pad, size + 2 * pad };
}

uint64_t image_bytes(const struct image *m)
{
    return m->pad ? (uint64_t)m->width * m->width * m->channels : 0;
}

/* Writes count zeros from t1 on; v8 to v15 are zero. */
static void zeros(struct rv *e, uint32_t count)
{
    if (count >= BLOCK) {
        rv_vset(e, BLOCK, "e8, m8", "t0");
        const uint32_t label = rv_loop(e, "t3", count / BLOCK);
        rv_op(e, "vse8.v  v8, (t1)");
        rv_op(e, "addi    t1, t1, %d", BLOCK);
        rv_again(e, "t3", count / BLOCK, label);
    }
    if (count % BLOCK) {
        rv_vset(e, count % BLOCK, "e8, m8", "t0");
        rv_op(e, "vse8.v  v8, (t1)");
        rv_add(e, "t1", "t1", count % BLOCK, "t0");
    }
}

/* Left border of the first row to right border of the last: between two rows of pixels lie the
 * right border of one and the left border of the next. */
void image_stage(struct rv *e, const struct image *m)
{
    const uint32_t edge = (m->pad * m->width + m->pad) * m->channels;
    const uint32_t row = m->size * m->channels;

    if (!m->pad)
        return;
    rv_note(e, "x with a border of zeros, %u x %u pixels", m->width, m->width);
    rv_op(e, "la      t1, image");
    rv_op(e, "mv      t2, a0");
    rv_op(e, "mv      a0, t1");
    rv_vset(e, BLOCK, "e8, m8", "t0");
    rv_op(e, "vmv.v.i v8, 0");
    zeros(e, edge);
    if (m->size > 1) {
        const uint32_t label = rv_loop(e, "t4", m->size - 1);
        rv_copy(e, "t1", "t2", row, "t0");
        zeros(e, 2 * m->pad * m->channels);
        rv_again(e, "t4", m->size - 1, label);
    }
    rv_copy(e, "t1", "t2", row, "t0");
    zeros(e, edge);
}

void image_reserve(struct rv *e, const struct image *m)
{
    if (m->pad)
        kc_buf_printf(e->out, "\n    .bss\n    .balign 16\nimage:\n    .space  %u\n",
                      (unsigned)image_bytes(m));
}
