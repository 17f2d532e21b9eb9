/* Files: read to the end whatever they are (pipes too), never more than the limit. */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool read_all(struct kc_arena *arena, FILE *f, struct kc_str *text, const char **why)
{
    const size_t  limit = (size_t)KC_FILE_LIMIT_MIB << 20;
    struct kc_buf buf = { 0 };
    char          chunk[65536];
    size_t        n;

    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0 && buf.length + n <= limit)
        kc_buf_add(&buf, chunk, n);
    *why = ferror(f) ? strerror(errno) : n > 0 ? "larger than 1 GiB" : NULL;
    if (!*why)
        *text = (struct kc_str){ kc_arena_strndup(arena, buf.text, buf.length), buf.length };
    kc_buf_free(&buf);
    return !*why;
}

bool kc_file_read(struct kc_arena *arena, const char *path, struct kc_str *text, const char **why)
{
    if (strcmp(path, "-") == 0)
        return read_all(arena, stdin, text, why);

    FILE *f = fopen(path, "rb");

    if (!f) {
        *why = strerror(errno);
        return false;
    }
    const bool good = read_all(arena, f, text, why);

    fclose(f);
    return good;
}

bool kc_file_write(const char *path, struct kc_str text, const char **why)
{
    FILE *f = strcmp(path, "-") == 0 ? stdout : fopen(path, "wb");
    bool  good = f && fwrite(text.at, 1, text.length, f) == text.length;

    if (f && f != stdout)
        good = fclose(f) == 0 && good;
    else if (f)
        good = fflush(f) == 0 && good;
    if (!good)
        *why = strerror(errno);
    return good;
}
