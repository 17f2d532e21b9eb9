/* Files: whole contents in and out, pipes and standard streams, reasons for failures. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "testing.h"

/* A folder of the test's own; removed with the files in it by leave(). */
static char folder[64], path[96];

static void enter(void)
{
    snprintf(folder, sizeof folder, "%s/kc-file-XXXXXX", P_tmpdir);
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/file", folder);
}

static void leave(void)
{
    unlink(path);
    rmdir(folder);
}

TestSuite(file, .init = enter, .fini = leave);

/* A few sizes around the chunk in which files are read. */
Test(file, what_is_written_is_read)
{
    static const size_t sizes[] = { 0, 1, 2, 4095, 4096, 65535, 65536, 65537, 131072, 1000000 };
    struct kc_arena     arena = { 0 };
    unsigned char      *bytes = kc_alloc(1000000);

    for (size_t i = 0; i < 1000000; i++)
        bytes[i] = (unsigned char)(i * i >> 3); /* all values, NUL and CR among them */
    for (size_t i = 0; i < KC_COUNT(sizes); i++) {
        const struct kc_str in = { (const char *)bytes, sizes[i] };
        struct kc_str       out = { 0 };
        const char         *why = NULL;

        cr_assert(kc_file_write(path, in, &why), "%zu bytes: %s", sizes[i], text_or_empty(why));
        cr_assert(kc_file_read(&arena, path, &out, &why), "%zu bytes", sizes[i]);
        cr_assert_eq(out.length, sizes[i], "%zu bytes: %zu read", sizes[i], out.length);
        cr_expect_eq(memcmp(out.at, bytes, sizes[i]), 0, "%zu bytes", sizes[i]);
        cr_expect_eq(out.at[out.length], '\0', "%zu bytes: the copy ends with NUL", sizes[i]);
    }
    free(bytes);
    kc_arena_free(&arena);
}

Test(file, writing_replaces_a_longer_file)
{
    struct kc_arena arena = { 0 };
    struct kc_str   out = { 0 };
    const char     *why = NULL;

    cr_assert(kc_file_write(path, BYTES("a long first version"), &why));
    cr_assert(kc_file_write(path, BYTES("short"), &why));
    cr_assert(kc_file_read(&arena, path, &out, &why));
    cr_expect(kc_str_is(out, "short"));
    kc_arena_free(&arena);
}

Test(file, failures_say_why)
{
    struct kc_arena arena = { 0 };
    struct kc_str   out = { 0 };
    const char     *why = NULL;

    cr_expect_not(kc_file_read(&arena, path, &out, &why), "no such file");
    cr_expect_str_eq(text_or_empty(why), strerror(ENOENT));
    why = NULL;
    cr_expect_not(kc_file_read(&arena, folder, &out, &why), "a folder");
    cr_expect_str_eq(text_or_empty(why), strerror(EISDIR));
    why = NULL;
    cr_expect_not(kc_file_read(&arena, "", &out, &why), "no name");
    cr_expect_str_eq(text_or_empty(why), strerror(ENOENT));
    why = NULL;
    cr_expect_not(kc_file_write(folder, BYTES("x"), &why), "write to a folder");
    cr_expect_str_eq(text_or_empty(why), strerror(EISDIR));
    why = NULL;
    cr_expect_not(kc_file_write("", BYTES("x"), &why), "write to no name");
    cr_expect_str_eq(text_or_empty(why), strerror(ENOENT));
    kc_arena_free(&arena);
}

Test(file, a_full_disk_is_noticed)
{
    const char *why = NULL;

    if (access("/dev/full", W_OK) != 0)
        cr_skip_test("no /dev/full here");
    cr_expect_not(kc_file_write("/dev/full", BYTES("small enough for any buffer"), &why));
    cr_expect_str_eq(text_or_empty(why), strerror(ENOSPC));
}

/* A pipe has no size and gives its bytes in pieces. */
Test(file, pipes_are_read_to_the_end, .timeout = 20)
{
    enum { BYTES_IN_ALL = 300000 };
    struct kc_arena arena = { 0 };
    struct kc_str   out = { 0 };
    const char     *why = NULL;

    cr_assert_eq(mkfifo(path, 0600), 0);
    const pid_t child = fork();

    cr_assert_geq(child, 0);
    if (child == 0) {
        FILE *f = fopen(path, "wb");

        for (int i = 0; f && i < BYTES_IN_ALL; i++)
            fputc(i % 251, f);
        _exit(f && fclose(f) == 0 ? 0 : 1);
    }
    cr_assert(kc_file_read(&arena, path, &out, &why));
    waitpid(child, NULL, 0);
    cr_assert_eq(out.length, BYTES_IN_ALL);
    for (size_t i = 0; i < BYTES_IN_ALL; i++)
        cr_assert_eq((unsigned char)out.at[i], i % 251, "byte %zu", i);
    kc_arena_free(&arena);
}

/* Lets descriptor be path, opened with flags, until restore. */
static int redirect(int descriptor, int flags)
{
    const int old = dup(descriptor), file = open(path, flags, 0600);

    cr_assert_geq(file, 0);
    cr_assert_geq(dup2(file, descriptor), 0);
    close(file);
    return old;
}

static void restore(int descriptor, int old)
{
    dup2(old, descriptor);
    close(old);
}

Test(file, a_dash_is_standard_input)
{
    struct kc_arena arena = { 0 };
    struct kc_str   out = { 0 };
    const char     *why = NULL;

    cr_assert(kc_file_write(path, BYTES("from\0standard input"), &why));
    const int  old = redirect(STDIN_FILENO, O_RDONLY);
    const bool good = kc_file_read(&arena, "-", &out, &why);

    restore(STDIN_FILENO, old);
    cr_assert(good);
    cr_expect_eq(out.length, sizeof "from\0standard input" - 1);
    cr_expect_eq(memcmp(out.at, "from\0standard input", out.length), 0);
    kc_arena_free(&arena);
}

Test(file, a_dash_is_standard_output)
{
    struct kc_arena arena = { 0 };
    struct kc_str   out = { 0 };
    const char     *why = NULL;

    fflush(stdout);
    const int  old = redirect(STDOUT_FILENO, O_WRONLY | O_CREAT | O_TRUNC);
    const bool first = kc_file_write("-", BYTES("one\n"), &why);
    const bool second = kc_file_write("-", BYTES("two\n"), &why); /* it was not closed */

    restore(STDOUT_FILENO, old);
    cr_expect(first);
    cr_expect(second);
    cr_assert(kc_file_read(&arena, path, &out, &why));
    cr_expect(kc_str_is(out, "one\ntwo\n"), "%.*s", KC_STR(out));
    kc_arena_free(&arena);
}
