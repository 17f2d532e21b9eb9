/* coral_vector.h: what the executors of vector instructions share.
 *
 * An executor computes whole registers into a scratch group and commits the elements that count:
 * those from vstart to vl that the mask lets through.  All others stay as they are, under both tail
 * and both mask policies.
 */
#ifndef KC_PLATFORMS_CORAL_CORAL_VECTOR_H
#define KC_PLATFORMS_CORAL_CORAL_VECTOR_H

#include <string.h>

#include "platforms/coral/coral_machine.h"

/* Elements in registers, whatever was written there before. */
typedef uint8_t KC_MAY_ALIAS  u8;
typedef int8_t KC_MAY_ALIAS   i8;
typedef uint16_t KC_MAY_ALIAS u16;
typedef int16_t KC_MAY_ALIAS  i16;
typedef uint32_t KC_MAY_ALIAS u32;
typedef int32_t KC_MAY_ALIAS  i32;
typedef int64_t               i64;
typedef uint64_t              u64;

/* Room for the largest group; executors write into it, coral_commit takes from it. */
struct coral_group {
    _Alignas(32) uint8_t bytes[CORAL_GROUP * CORAL_VLENB];
};

KC_INLINE void *coral_v(struct coral_machine *m, uint32_t reg)
{
    return m->v + reg * CORAL_VLENB;
}

KC_INLINE bool coral_mask_bit(const struct coral_machine *m, uint32_t reg, uint32_t i)
{
    return m->v[reg * CORAL_VLENB + i / 8] >> (i % 8) & 1;
}

/* Element i takes part. */
KC_INLINE bool coral_active(const struct coral_machine *m, const struct coral_code *o, uint32_t i)
{
    return o->vm || coral_mask_bit(m, 0, i);
}

/* Registers that vl elements of so many bytes fill. */
KC_INLINE uint32_t coral_filled(const struct coral_machine *m, uint32_t bytes)
{
    return (m->vl * bytes + CORAL_VLENB - 1) / CORAL_VLENB;
}

/* An element as a signed or unsigned number. */
KC_INLINE uint32_t coral_get(const struct coral_machine *m, uint32_t reg, uint32_t bytes,
                             uint32_t i)
{
    uint32_t value = 0;

    memcpy(&value, m->v + reg * CORAL_VLENB + i * bytes, bytes);
    return value;
}

KC_INLINE int32_t coral_get_signed(const struct coral_machine *m, uint32_t reg, uint32_t bytes,
                                   uint32_t i)
{
    const uint32_t shift = 32 - bytes * 8;

    return (int32_t)(coral_get(m, reg, bytes, i) << shift) >> shift;
}

KC_INLINE void coral_put(struct coral_machine *m, uint32_t reg, uint32_t bytes, uint32_t i,
                         uint32_t value)
{
    memcpy(m->v + reg * CORAL_VLENB + i * bytes, &value, bytes);
}

/* Takes elements of so many bytes from the group into vd: those that count. */
void coral_commit_some(struct coral_machine *m, const struct coral_code *o, uint32_t bytes,
                       const struct coral_group *g);

KC_INLINE void coral_commit(struct coral_machine *m, const struct coral_code *o, uint32_t bytes,
                            const struct coral_group *g)
{
    const uint32_t size = m->vl * bytes;

    if (KC_UNLIKELY(!o->vm || m->vstart || size % CORAL_VLENB)) {
        coral_commit_some(m, o, bytes, g);
        return;
    }
    for (uint32_t at = 0; at < size; at += CORAL_VLENB)
        memcpy(m->v + o->rd * CORAL_VLENB + at, g->bytes + at, CORAL_VLENB);
}

#endif
