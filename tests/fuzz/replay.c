/* Runs a harness over the files of a folder: every crash that was ever found stays found. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "fuzz.h"

static bool replay(const char *path)
{
    struct kc_arena arena = { 0 };
    struct kc_str   text;
    const char     *why;
    const bool      good = kc_file_read(&arena, path, &text, &why);

    if (good)
        LLVMFuzzerTestOneInput((const uint8_t *)text.at, text.length);
    else
        printf("%s: %s\n", path, why);
    kc_arena_free(&arena);
    return good;
}

int main(int argc, char **argv)
{
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    int  passed = 0, failed = 0;

    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char path[4096];

        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", argv[1], entry->d_name);
        *(replay(path) ? &passed : &failed) += 1;
    }
    if (folder)
        closedir(folder);
    printf("%d passed, %d failed\n", passed, failed);
    return failed || passed == 0;
}
