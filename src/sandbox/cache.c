/* Results kept by content.
 *
 * An entry is a file named by the hash of the question and holding question, messages and result
 * with a checksum.  It is written beside its place and renamed, so that any number of processes may
 * read and write at once; a reader compares the whole question, so that neither damage nor a
 * collision of hashes can pass for an answer.  What cannot be read is made again.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "base/file.h"
#include "sandbox/compile.h"

enum { ENTRY_BYTES = 64 << 20 };

struct head {
    char     magic[8];
    uint64_t key, messages, result; /* lengths */
    uint64_t sum;                   /* of all that follows */
};

static const char magic[8] = "KCSAND1";

static void entry_path(const char *folder, struct kc_str key, char *path, size_t size)
{
    const XXH128_hash_t h = XXH3_128bits(key.at, key.length);

    snprintf(path, size, "%s/%016llx%016llx", folder, (unsigned long long)h.high64,
             (unsigned long long)h.low64);
}

static bool is_entry(struct kc_str file, struct head *head)
{
    if (file.length < sizeof *head || file.length > ENTRY_BYTES)
        return false;
    memcpy(head, file.at, sizeof *head);
    if (memcmp(head->magic, magic, sizeof magic) != 0 || head->key > file.length ||
        head->messages > file.length || head->result > file.length)
        return false;
    return sizeof *head + head->key + head->messages + head->result == file.length &&
           head->sum == XXH3_64bits(file.at + sizeof *head, file.length - sizeof *head);
}

bool kc_sandbox_cache_read(struct kc_arena *arena, const char *folder, struct kc_sandbox_entry *e)
{
    struct kc_str file;
    struct head   head;
    struct stat   about;
    const char   *why;
    char          path[4096];

    entry_path(folder, e->key, path, sizeof path);
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size > ENTRY_BYTES ||
        !kc_file_read(arena, path, &file, &why) || !is_entry(file, &head))
        return false;
    file.at += sizeof head;
    if (head.key != e->key.length || memcmp(file.at, e->key.at, e->key.length) != 0)
        return false;
    e->messages = (struct kc_str){ file.at + head.key, head.messages };
    e->result = (struct kc_str){ e->messages.at + head.messages, head.result };
    return true;
}

/* The folder and those above it. */
static void make_folders(const char *folder)
{
    char   path[4096];
    size_t n = strlen(folder);

    if (n >= sizeof path)
        return;
    memcpy(path, folder, n + 1);
    for (size_t i = 1; i < n; i++)
        if (path[i] == '/') {
            path[i] = '\0';
            mkdir(path, 0777);
            path[i] = '/';
        }
    mkdir(path, 0700);
}

static void fill_entry(struct kc_buf *file, const struct kc_sandbox_entry *e)
{
    struct head head = { .key = e->key.length,
                         .messages = e->messages.length,
                         .result = e->result.length };

    memcpy(head.magic, magic, sizeof magic);
    kc_buf_add(file, (const char *)&head, sizeof head);
    kc_buf_add(file, e->key.at, e->key.length);
    kc_buf_add(file, e->messages.at, e->messages.length);
    kc_buf_add(file, e->result.at, e->result.length);
    head.sum = XXH3_64bits(file->text + sizeof head, file->length - sizeof head);
    memcpy(file->text, &head, sizeof head);
}

/* A cache that cannot be written is no error: the next one compiles again. */
void kc_sandbox_cache_write(const char *folder, const struct kc_sandbox_entry *e)
{
    struct kc_buf file = { 0 };
    char          path[4096], beside[4120];
    int           fd;

    make_folders(folder);
    entry_path(folder, e->key, path, sizeof path);
    snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    if ((fd = mkstemp(beside)) < 0)
        return;
    fill_entry(&file, e);
    const bool good =
        file.length <= ENTRY_BYTES && write(fd, file.text, file.length) == (ssize_t)file.length;

    if ((close(fd) != 0) | !good || rename(beside, path) != 0)
        unlink(beside);
    kc_buf_free(&file);
}
