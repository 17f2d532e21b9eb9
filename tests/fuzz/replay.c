/* Runs a harness over files: every crash that was ever found stays found. */
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "fuzz.h"

int main(int argc, char **argv)
{
    int failed = 0;

    for (int i = 1; i < argc; i++) {
        struct kc_arena arena = { 0 };
        struct kc_str   text;
        const char     *why;

        if (kc_file_read(&arena, argv[i], &text, &why)) {
            LLVMFuzzerTestOneInput((const uint8_t *)text.at, text.length);
        } else {
            printf("%s: %s\n", argv[i], why);
            failed++;
        }
        kc_arena_free(&arena);
    }
    printf("%d passed, %d failed\n", argc - 1 - failed, failed);
    return failed || argc < 2;
}
