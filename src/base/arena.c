/* Arenas: a list of blocks, each twice as large as the one before, freed together. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { FIRST_BLOCK_BYTES = 4096, LARGEST_STEP_BYTES = 4 << 20 };

struct kc_arena_block {
    struct kc_arena_block *previous;
    size_t                 size;
    alignas(max_align_t) unsigned char bytes[];
};

static KC_NORETURN KC_COLD void out_of_memory(size_t size)
{
    fprintf(stderr, "kc: out of memory (%zu bytes)\n", size);
    abort();
}

void *kc_alloc(size_t size)
{
    void *p = calloc(1, size ? size : 1);

    if (!p)
        out_of_memory(size);
    return p;
}

void *kc_realloc(void *old, size_t size)
{
    void *p = realloc(old, size ? size : 1);

    if (!p)
        out_of_memory(size);
    return p;
}

static void add_block(struct kc_arena *arena, size_t need)
{
    size_t size = FIRST_BLOCK_BYTES;

    if (arena->last)
        size = arena->last->size < LARGEST_STEP_BYTES ? arena->last->size * 2 : LARGEST_STEP_BYTES;
    if (size < need)
        size = need;
    if (size > SIZE_MAX - sizeof(struct kc_arena_block))
        out_of_memory(size);

    struct kc_arena_block *block = kc_alloc(sizeof *block + size);

    block->size = size;
    block->previous = arena->last;
    arena->last = block;
    arena->used = 0;
}

void *kc_arena_alloc(struct kc_arena *arena, size_t size)
{
    const size_t align = alignof(max_align_t);

    if (size > SIZE_MAX - align)
        out_of_memory(size);
    size = (size + align - 1) & ~(align - 1);
    if (!arena->last || arena->last->size - arena->used < size)
        add_block(arena, size);

    void *p = arena->last->bytes + arena->used;

    arena->used += size;
    return p;
}

char *kc_arena_strndup(struct kc_arena *arena, const char *text, size_t length)
{
    char *copy = kc_arena_alloc(arena, length + 1);

    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *kc_arena_vprintf(struct kc_arena *arena, const char *format, va_list args)
{
    char    most[256]; /* nearly every text: formatted once */
    va_list again;

    va_copy(again, args);
    int length = vsnprintf(most, sizeof most, format, args);
    assert(length >= 0);
    char *text = kc_arena_alloc(arena, (size_t)length + 1);
    if ((size_t)length < sizeof most)
        memcpy(text, most, (size_t)length + 1);
    else
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}

char *kc_arena_printf(struct kc_arena *arena, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    char *text = kc_arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

void kc_arena_free(struct kc_arena *arena)
{
    struct kc_arena_block *block = arena->last;

    while (block) {
        struct kc_arena_block *previous = block->previous;

        free(block);
        block = previous;
    }
    arena->last = NULL;
    arena->used = 0;
}
