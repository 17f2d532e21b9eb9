/* base/arena.h: memory that belongs to a lifetime, not to a pointer.
 *
 * An arena starts as { 0 }, grows by blocks and is freed as a whole.  A function that allocates
 * takes the arena as its first parameter; what it returns lives as long as that arena.
 * Allocation never returns NULL: exhaustion ends the process in one place.  Sizes that come from
 * outside must meet a named limit before they reach this header.
 */
#ifndef KC_BASE_ARENA_H
#define KC_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

#include "base/compiler.h"

struct kc_arena_block;

struct kc_arena {
    struct kc_arena_block *last;
    size_t                 used; /* bytes used of the last block */
};

/* Zeroed memory, aligned for any type. */
void *kc_arena_alloc(struct kc_arena *arena, size_t size);

/* A NUL-terminated copy of the first length bytes of text. */
char *kc_arena_strndup(struct kc_arena *arena, const char *text, size_t length);

/* printf into the arena. */
char *kc_arena_printf(struct kc_arena *arena, const char *format, ...) KC_PRINTF(2, 3);
char *kc_arena_vprintf(struct kc_arena *arena, const char *format, va_list args) KC_PRINTF(2, 0);

/* Everything is gone; the arena may be used again. */
void kc_arena_free(struct kc_arena *arena);

#define kc_arena_new(arena, type)          ((type *)kc_arena_alloc((arena), sizeof(type)))
#define kc_arena_array(arena, type, count) ((type *)kc_arena_alloc((arena), sizeof(type) * (count)))

/* Process-lifetime allocation for handles (_new/_free); never returns NULL. */
void *kc_alloc(size_t size);
void *kc_realloc(void *old, size_t size);

#endif
