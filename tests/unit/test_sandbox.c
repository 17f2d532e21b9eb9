/* The sandbox: what a program in the jail cannot do, what source text may not ask for, and what
 * hostile sources come to.  Every refusal has a twin that is allowed, so that none can pass by
 * refusing everything. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "sandbox/compile.h"

/* ---- the jail -------------------------------------------------------------------------------- */

static const char *const readable[] = { KC_PROBE, "/usr/lib",         "/lib",
                                        "/lib64", "/etc/ld.so.cache", NULL };

static struct kc_jail_result probe(const char *way, unsigned layers)
{
    const char *const        argv[] = { KC_PROBE, way, NULL };
    const struct kc_jail_job job = {
        .argv = argv,
        .readable = readable,
        .layers = layers,
        .limits = { .cpu_seconds = 1,
                    .wall_seconds = strcmp(way, "sleep") == 0 ? 1 : 30,
                    .memory_bytes = 256 << 20,
                    .output_bytes = 1 << 20,
                    .message_bytes = 1 << 16 },
    };
    struct kc_jail_result r;

    kc_jail_run(&job, &r);
    kc_buf_free(&r.output);
    kc_buf_free(&r.messages);
    return r;
}

Test(jail, refuses_with_seccomp)
{
    static const char *const ways[] = { "create",      "append",      "unlink", "mkdir",  "socket",
                                        "unix-socket", "ptrace",      "mount",  "keyctl", "bpf",
                                        "io_uring",    "kill",        "fork",   "thread", "exec",
                                        "descriptors", "environment", "limits", "memory" };

    if (!(kc_jail_layers() & KC_JAIL_SECCOMP))
        cr_skip_test("no seccomp here");
    cr_assert_eq(probe("nothing", KC_JAIL_SECCOMP).status, 0);
    for (size_t i = 0; i < KC_COUNT(ways); i++) {
        const struct kc_jail_result r = probe(ways[i], KC_JAIL_SECCOMP);

        cr_expect(r.end == KC_JAIL_EXITED && r.status == 7, "%s: end %d, status %d", ways[i],
                  (int)r.end, r.status);
    }
}

Test(jail, hides_files_with_landlock)
{
    static const char *const ways[] = { "passwd", "proc", "parent", "create", "append" };

    if (!(kc_jail_layers() & KC_JAIL_LANDLOCK))
        cr_skip_test("no Landlock here");
    for (size_t i = 0; i < KC_COUNT(ways); i++) {
        const struct kc_jail_result r = probe(ways[i], KC_JAIL_LANDLOCK);

        cr_expect(r.end == KC_JAIL_EXITED && r.status == 7, "%s: end %d, status %d", ways[i],
                  (int)r.end, r.status);
    }
}

/* The probe can tell: without a layer the same ways are open. */
Test(jail, probe_succeeds_without_layers)
{
    static const char *const ways[] = { "passwd", "socket", "parent", "proc" };

    for (size_t i = 0; i < KC_COUNT(ways); i++)
        cr_expect_eq(probe(ways[i], 0).status, 42, "%s", ways[i]);
}

Test(jail, ends_what_does_not_end)
{
    const unsigned layers = kc_jail_layers();

    cr_expect_eq(probe("spin", layers).end, KC_JAIL_OUT_OF_CPU);
    cr_expect_eq(probe("hide", layers).end, KC_JAIL_OUT_OF_CPU);
    cr_expect_eq(probe("sleep", 0).end, KC_JAIL_OUT_OF_TIME);
    cr_expect_eq(probe("flood", layers).end, KC_JAIL_OUT_OF_OUTPUT);
}

Test(jail, leaves_nothing_behind)
{
    DIR           *tmp = opendir("/tmp");
    struct dirent *e;

    probe("create", kc_jail_layers());
    cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1, "a child is left");
    while ((e = readdir(tmp)))
        if (strncmp(e->d_name, "kernelcraft-", 12) == 0) {
            char        path[512];
            struct stat s;

            snprintf(path, sizeof path, "/tmp/%s", e->d_name);
            cr_expect(stat(path, &s) != 0 || s.st_nlink <= 2, "%s is not empty", path);
        }
    closedir(tmp);
}

/* ---- source text ----------------------------------------------------------------------------- */

/* The id of the first error, "" when there is none. */
static const char *first_error(const struct kc_diags *dg)
{
    for (const struct kc_diag *d = dg->first; d; d = d->next)
        if (d->severity == KC_SEVERITY_ERROR)
            return d->id;
    return "";
}

static struct kc_arena arena;

static struct kc_diags checked_c(const char *text)
{
    struct kc_diags dg;

    kc_diags_init(&dg, &arena, (struct kc_source){ "k.c", kc_str_from(text) });
    kc_sandbox_check_c(&dg, false);
    return dg;
}

static const struct {
    const char *name, *text, *id;
    unsigned    line;
} c_cases[] = {
    { "five headers",
      "#include <stdint.h>\n#include <stddef.h>\n # include <stdbool.h>\n"
      "#include <limits.h> // x\n#include <riscv_vector.h>\n",
      "", 0 },
    { "macros and conditions", "#define A 1\n#if A\n#elif 2\n#else\n#endif\n#undef A\n#\n", "", 0 },
    { "include in a comment", "/* #include \"/etc/passwd\" */ // #include \"x\"\nint a;", "", 0 },
    { "include in a string", "const char *s = \"\\n#include \\\"/etc/passwd\\\"\";", "", 0 },
    { "umlaut in a comment", "/* \xc3\xa4 */ int a; // \xc3\xa4\n", "", 0 },
    { "loop pragma", "#pragma clang loop unroll_count(4)\n#pragma GCC unroll 4\n", "", 0 },
    { "absolute path", "int a;\n#include \"/etc/passwd\"\n", "include-refused", 2 },
    { "absolute path in brackets", "#include </etc/passwd>\n", "include-refused", 1 },
    { "parent", "#include \"../secret.h\"\n", "include-refused", 1 },
    { "parent in brackets", "#include <../secret.h>\n", "include-refused", 1 },
    { "other header", "#include <stdio.h>\n", "include-refused", 1 },
    { "known header in quotes", "#include \"stdint.h\"\n", "include-refused", 1 },
    { "through a macro", "#define F \"/etc/passwd\"\n#include F\n", "include-refused", 2 },
    { "include_next", "#include_next <stdint.h>\n", "include-refused", 1 },
    { "import", "#import \"/etc/passwd\"\n", "include-refused", 1 },
    { "embed", "char a[] = {\n#embed \"/etc/passwd\"\n};\n", "include-refused", 2 },
    { "splice", "#inc\\\nlude \"/etc/passwd\"\n", "include-refused", 1 },
    { "splice with blanks", "#inc\\  \nlude \"/etc/passwd\"\n", "include-refused", 1 },
    { "splice of two characters", "#inc\\\r\nlude \"/etc/passwd\"\n", "include-refused", 1 },
    { "comment inside", "/* */ # /* */ include /* */ \"/etc/passwd\"\n", "include-refused", 1 },
    { "comment behind a splice", "int a; /\\\n/ x\n#include \"/etc/passwd\"\n", "include-refused",
      3 },
    { "digraph", "%:include \"/etc/passwd\"\n", "include-refused", 1 },
    { "carriage return ends a line", "// x\r#include \"/etc/passwd\"\r", "include-refused", 1 },
    { "quote before a comment", "int a = 1'/*'; \n#include \"/etc/passwd\"\n/* */",
      "include-refused", 2 },
    { "open quote in skipped text", "#if 0\n' /*\n#endif\n#include \"/etc/passwd\"\n/* */",
      "include-refused", 4 },
    { "space beyond ASCII", "\xc2\xa0#include \"/etc/passwd\"\n", "non-ascii", 1 },
    { "byte order mark", "\xef\xbb\xbf#include \"/etc/passwd\"\n", "non-ascii", 1 },
    { "probe", "#if __has_include(\"/etc/passwd\")\n#endif\n", "probe-refused", 1 },
    { "probe in a macro", "#define H __has_embed(\"/x\")\n", "probe-refused", 1 },
    { "spliced probe", "#if __has_\\\ninclude(\"/x\")\n#endif", "probe-refused", 1 },
    { "pragma operator", "_Pragma(\"GCC dependency \\\"/etc/passwd\\\"\")\n", "probe-refused", 1 },
    { "dependency", "#pragma GCC dependency \"/etc/passwd\"\n", "pragma-refused", 1 },
    { "crash pragma", "#pragma clang __debug crash\n", "pragma-refused", 1 },
    { "module pragma", "#pragma clang module import x\n", "pragma-refused", 1 },
    { "plug-in pragma", "#pragma my_plugin load\n", "pragma-refused", 1 },
    { "almost an allowed pragma", "#pragma unrolled\n", "pragma-refused", 1 },
    { "line", "#line 4 \"x\"\n", "directive-refused", 1 },
    { "line marker", "# 4 \"/etc/passwd\"\n", "directive-refused", 1 },
    { "inline incbin", "void k(void) { __asm__(\".incbin \\\"/etc/passwd\\\"\"); }\n",
      "directive-refused", 1 },
    { "inline include", "__asm__(\".include \\\"/etc/passwd\\\"\");\n", "directive-refused", 1 },
};

Test(source, c_text)
{
    for (size_t i = 0; i < KC_COUNT(c_cases); i++) {
        const struct kc_diags dg = checked_c(c_cases[i].text);

        cr_expect_str_eq(first_error(&dg), c_cases[i].id, "%s: %s", c_cases[i].name,
                         first_error(&dg));
        if (dg.first)
            cr_expect_eq(dg.first->line, c_cases[i].line, "%s: line %u", c_cases[i].name,
                         dg.first->line);
    }
    kc_arena_free(&arena);
}

/* Where nothing else keeps files away, text that can be put together from pieces is refused. */
Test(source, inline_assembly_needs_landlock)
{
    struct kc_diags dg;

    kc_diags_init(&dg, &arena,
                  (struct kc_source){ "k.c", kc_str_from("void k(void) { __asm__(\"nop\"); }") });
    kc_sandbox_check_c(&dg, false);
    cr_expect_eq(dg.errors, 0);
    kc_sandbox_check_c(&dg, true);
    cr_expect_str_eq(first_error(&dg), "asm-refused");
    kc_arena_free(&arena);
}

static const struct {
    const char *text, *id;
    bool        strict;
} asm_cases[] = {
    { "kernel:\n  ret\n.data\n.word 1\n", "", true },
    { "kernel: .incbin \"/etc/passwd\"\n", "directive-refused", false },
    { "  .INCBIN \"/etc/passwd\"\n", "directive-refused", false },
    { "a: nop; .include \"/etc/passwd\"\n", "directive-refused", false },
    { ".macro m\n.inc\\()bin \"/etc/passwd\"\n.endm\n", "", false },
    { ".macro m\n.inc\\()bin \"/etc/passwd\"\n.endm\n", "directive-refused", true },
};

Test(source, assembly_text)
{
    for (size_t i = 0; i < KC_COUNT(asm_cases); i++) {
        struct kc_diags dg;

        kc_diags_init(&dg, &arena, (struct kc_source){ "k.s", kc_str_from(asm_cases[i].text) });
        kc_sandbox_check_asm(&dg, asm_cases[i].strict);
        cr_expect_str_eq(first_error(&dg), asm_cases[i].id, "%s", asm_cases[i].text);
    }
    kc_arena_free(&arena);
}

Test(source, flags)
{
    static const char *const bad[] = { "@/etc/passwd",
                                       "@x",
                                       "-fplugin=/tmp/x.so",
                                       "-Xclang",
                                       "-load",
                                       "-include",
                                       "-I/etc",
                                       "-DX=1",
                                       "-O9",
                                       "-fpass-plugin=x",
                                       "-o/tmp/leak",
                                       "-B/tmp",
                                       "-save-temps",
                                       "-fuse-ld=lld",
                                       "-Wl,-x",
                                       "",
                                       "-O2 -O3" };

    for (size_t i = 0; i < KC_COUNT(bad); i++) {
        const char *const flags[] = { "-O2", bad[i], NULL };
        struct kc_diags   dg;

        kc_diags_init(&dg, &arena, (struct kc_source){ "k.c", kc_str_from("") });
        cr_expect_not(kc_sandbox_check_flags(&dg, flags), "%s", bad[i]);
        cr_expect_str_eq(first_error(&dg), "flag-refused");
    }
    kc_arena_free(&arena);
}

/* ---- compilation ----------------------------------------------------------------------------- */

static bool compile(const struct kc_sandbox_job *job, const char *text, struct kc_diags *dg,
                    struct kc_str *result)
{
    kc_diags_init(dg, &arena, (struct kc_source){ "k.c", kc_str_from(text) });
    return kc_sandbox_compile(&arena, job, dg, result);
}

#define NEEDS_COMPILER()                                  \
    do {                                                  \
        if (kc_sandbox_unavailable())                     \
            cr_skip_test("%s", kc_sandbox_unavailable()); \
    } while (0)

static bool holds(struct kc_str text, const char *word)
{
    return memmem(text.at, text.length, word, strlen(word)) != NULL;
}

Test(compile, kernel_becomes_assembly)
{
    const struct kc_sandbox_job job = { .cache = "", .prelude = kc_str_from("#define N 48\n") };
    struct kc_diags             dg;
    struct kc_str               result;

    NEEDS_COMPILER();
    cr_assert(compile(&job,
                      "#include <stdint.h>\n#include <riscv_vector.h>\n#include <limits.h>\n"
                      "void kernel(const int8_t *x, int8_t *y)\n{\n"
                      "    for (int i = 0; i < N; i++)\n        y[i] = x[i] > 0 ? x[i] : 0;\n}\n",
                      &dg, &result));
    cr_expect(holds(result, "kernel:"));
    cr_expect(holds(result, "vmax.vx"));
    cr_expect_eq(dg.errors + dg.warnings, 0);
    kc_arena_free(&arena);
}

/* Places and words are clang's, lines those of the source whatever stands before it. */
Test(compile, errors_have_places)
{
    const struct kc_sandbox_job job = { .cache = "", .prelude = kc_str_from("#define N 48\n\n\n") };
    struct kc_diags             dg;
    struct kc_str               result;

    NEEDS_COMPILER();
    cr_assert_not(compile(
        &job, "int f(int a)\n{\n    int unused;\n    return a + beta;\n}\nint g;;;\nint g(void);\n",
        &dg, &result));
    cr_assert_eq(dg.errors, 2);
    cr_expect_eq(dg.first->line, 4);
    cr_expect_eq(dg.first->column, 16);
    cr_expect(strstr(dg.first->message, "undeclared identifier 'beta'"));

    kc_arena_free(&arena);
}

Test(compile, warnings_are_reported)
{
    const struct kc_sandbox_job job = { .cache = "" };
    struct kc_diags             dg;
    struct kc_str               result;

    NEEDS_COMPILER();
    cr_assert(compile(&job, "int f(int a)\n{\n    int b;\n    return a;\n}\n", &dg, &result));
    cr_assert_eq(dg.warnings, 1);
    cr_expect_eq(dg.first->line, 3);
    cr_expect_eq(dg.errors, 0);
    kc_arena_free(&arena);
}

/* ---- hostile sources: refused or contained, in words ------------------------------------------
 */

/* text, n times */
static void repeat(struct kc_buf *b, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        kc_buf_puts(b, text);
}

/* Macros that double at every level: 2^levels terms. */
static void doubling(struct kc_buf *b, unsigned levels)
{
    kc_buf_puts(b, "#define M0 1+1+1+1\n");
    for (unsigned i = 1; i <= levels; i++)
        kc_buf_printf(b, "#define M%u M%u+M%u\n", i, i - 1, i - 1);
    kc_buf_printf(b, "int kernel(void) { return M%u; }\n", levels);
}

static void nested(struct kc_buf *b, size_t depth)
{
    kc_buf_puts(b, "int kernel(int a) { return ");
    repeat(b, "(", depth);
    kc_buf_puts(b, "a");
    repeat(b, ")", depth);
    kc_buf_puts(b, "; }\n");
}

/* Brackets are counted by the compiler, the depth of operators is not. */
static void chain(struct kc_buf *b, size_t depth)
{
    kc_buf_puts(b, "int kernel(int a) { return ");
    repeat(b, "-~", depth);
    kc_buf_puts(b, "a; }\n");
}

static const char *end_of(const struct kc_sandbox_job *job, const struct kc_buf *text)
{
    static struct kc_diags dg;
    struct kc_str          result;

    kc_diags_init(&dg, &arena, (struct kc_source){ "k", { text->text, text->length } });
    if (kc_sandbox_compile(&arena, job, &dg, &result))
        return "compiled";
    cr_expect(dg.first && dg.first->message[0], "no diagnostic");
    return first_error(&dg);
}

static void ends_in(const struct kc_sandbox_job *job, const struct kc_buf *text, const char *list)
{
    const char *id = end_of(job, text);

    cr_expect(strstr(list, id), "%s, not %s: %.60s", id, list, text->text);
}

static const struct kc_jail_limits tight = { .cpu_seconds = 2,
                                             .wall_seconds = 60,
                                             .memory_bytes = 512 << 20,
                                             .output_bytes = 1 << 20,
                                             .message_bytes = 1 << 16 };

Test(hostile, growing_sources, .timeout = 100)
{
    const struct kc_sandbox_job job = { .cache = "", .limits = tight };
    struct kc_buf               text[6] = { 0 };

    NEEDS_COMPILER();
    doubling(&text[0], 60);
    ends_in(&job, &text[0], "compile-time compile-memory compile-crash");
    nested(&text[1], 100000);
    ends_in(&job, &text[1], "compiler compile-crash compile-memory");
    chain(&text[2], 200000);
    ends_in(&job, &text[2], "compile-crash compile-memory compile-time");
    repeat(&text[3], "int a;\n", 1 << 18);
    cr_expect_str_eq(end_of(&job, &text[3]), "source-size");
    kc_buf_puts(&text[4],
                "#define A(x) B(x x)\n#define B(x) A(x)\n#define E(x) A(A(A(A(A(A(A(A("
                "A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(A(x))))))))))))))))))))))))))))"
                "))\nint k = E(E(E(1)));\n");
    ends_in(&job, &text[4], "compiler compile-time compile-memory compile-crash");
    kc_buf_puts(&text[5], "int k(int n) { int s = 0;\n#pragma clang loop unroll(full)\n"
                          "for (int i = 0; i < 100000000; i++) s += i * n ^ s; return s; }\n");
    ends_in(&job, &text[5], "compiled compile-time compile-memory");
    for (size_t i = 0; i < KC_COUNT(text); i++)
        kc_buf_free(&text[i]);
    kc_arena_free(&arena);
}

/* A gigabyte of zeros: short as text, refused as an object. */
Test(hostile, gigabyte_objects, .timeout = 100)
{
    const struct kc_sandbox_job object = { .language = KC_SANDBOX_ASSEMBLY,
                                           .cache = "",
                                           .limits = tight };
    const struct kc_sandbox_job job = { .cache = "", .limits = tight };
    struct kc_buf               zero = { 0 }, rept = { 0 }, array = { 0 }, fine = { 0 };

    NEEDS_COMPILER();
    kc_buf_puts(&fine, ".data\n.zero 1000\n");
    cr_expect_str_eq(end_of(&object, &fine), "compiled");
    kc_buf_puts(&zero, ".data\n.byte 1\n.zero 1000000000\n");
    ends_in(&object, &zero, "compile-output compile-memory");
    kc_buf_puts(&rept, ".data\n.rept 1000000000\n.word 1\n.endr\n");
    ends_in(&object, &rept, "compile-time compile-memory compile-crash");
    kc_buf_puts(&array, "int a[250000000] = { [0 ... 249999999] = 7 };\n");
    ends_in(&job, &array, "compile-output compile-memory compile-time");
    kc_buf_free(&zero);
    kc_buf_free(&rept);
    kc_buf_free(&array);
    kc_buf_free(&fine);
    kc_arena_free(&arena);
}

/* What slips past the reading of the text meets the next fence. */
Test(hostile, assembled_names)
{
    const struct kc_sandbox_job object = { .language = KC_SANDBOX_ASSEMBLY, .cache = "" };
    const struct kc_sandbox_job job = { .cache = "" };
    struct kc_buf               asm_text = { 0 }, c_text = { 0 };
    struct kc_diags             dg;
    struct kc_str               result = { 0 };

    NEEDS_COMPILER();
    if (!(kc_jail_layers() & KC_JAIL_LANDLOCK))
        cr_skip_test("no Landlock here");
    kc_buf_puts(&asm_text, ".macro m a\n.\\a\\()bin \"/etc/passwd\"\n.endm\n.data\nm inc\n");
    cr_expect_str_eq(end_of(&object, &asm_text), "compiler");
    kc_buf_puts(&c_text, "__asm__(\".inc\" \"bin \\\"/etc/passwd\\\"\");\n");
    kc_diags_init(&dg, &arena, (struct kc_source){ "k", { c_text.text, c_text.length } });
    if (kc_sandbox_compile(&arena, &job, &dg, &result)) {
        cr_expect_not(holds(result, "root"), "the file's text is in the result");
        cr_expect(holds(result, "incbin"), "left for our assembler, which knows no such directive");
    }
    kc_buf_free(&asm_text);
    kc_buf_free(&c_text);
    kc_arena_free(&arena);
}

/* ---- without layers ---------------------------------------------------------------------------
 */

Test(sandbox, refuses_without_seccomp_unless_forced)
{
    const struct kc_sandbox_job job = { .cache = "", .without = KC_JAIL_SECCOMP };
    struct kc_buf               text = { 0 };

    NEEDS_COMPILER();
    kc_buf_puts(&text, "int a;\n");
    unsetenv("KC_SANDBOX");
    cr_expect_str_eq(end_of(&job, &text), "sandbox");
    setenv("KC_SANDBOX", "weak", 1);
    cr_expect_str_eq(end_of(&job, &text), "compiled");
    kc_buf_free(&text);
    kc_arena_free(&arena);
}

/* ---- the cache --------------------------------------------------------------------------------
 */

static char folder[64];

static void new_folder(void)
{
    strcpy(folder, "/tmp/kc-cache-XXXXXX");
    cr_assert(mkdtemp(folder));
}

static size_t files_in(const char *path, char *last, size_t size)
{
    DIR           *d = opendir(path);
    struct dirent *e;
    size_t         n = 0;

    while (d && (e = readdir(d)))
        if (e->d_name[0] != '.') {
            n++;
            snprintf(last, size, "%s/%s", path, e->d_name);
        }
    if (d)
        closedir(d);
    return n;
}

static void remove_folder(void)
{
    char path[400];

    while (files_in(folder, path, sizeof path) > 0)
        unlink(path);
    rmdir(folder);
}

Test(cache, damage_is_a_miss, .init = new_folder, .fini = remove_folder)
{
    struct kc_sandbox_entry e = { kc_str_from("question"), kc_str_from("m"),
                                  kc_str_from("answer") };
    struct kc_str           bytes;
    const char             *why;
    char                    path[400];

    kc_sandbox_cache_write(folder, &e);
    cr_assert_eq(files_in(folder, path, sizeof path), 1);
    e.result = e.messages = (struct kc_str){ 0 };
    cr_assert(kc_sandbox_cache_read(&arena, folder, &e));
    cr_assert(kc_str_is(e.result, "answer") && kc_str_is(e.messages, "m"));
    cr_assert(kc_file_read(&arena, path, &bytes, &why));
    for (size_t i = 0; i <= bytes.length; i++) {
        char  *copy = kc_arena_strndup(&arena, bytes.at, bytes.length);
        size_t length = i;

        if (i < bytes.length && i % 2) {
            copy[i] ^= 4;
            length = bytes.length;
        }
        if (length == bytes.length && memcmp(copy, bytes.at, length) == 0)
            continue;
        cr_assert(kc_file_write(path, (struct kc_str){ copy, length }, &why));
        cr_expect_not(kc_sandbox_cache_read(&arena, folder, &e), "damage at %zu", i);
    }
    kc_arena_free(&arena);
}

/* Two questions under one hash: the stored question decides. */
Test(cache, another_question_is_a_miss, .init = new_folder, .fini = remove_folder)
{
    struct kc_sandbox_entry a = { kc_str_from("one"), kc_str_from(""), kc_str_from("1") };
    struct kc_sandbox_entry b = { kc_str_from("two"), kc_str_from(""), kc_str_from("2") };
    char                    path_a[400], path_b[400];

    kc_sandbox_cache_write(folder, &a);
    files_in(folder, path_a, sizeof path_a);
    rename(path_a, "/tmp/kc-cache-entry");
    kc_sandbox_cache_write(folder, &b);
    files_in(folder, path_b, sizeof path_b);
    rename("/tmp/kc-cache-entry", path_b);
    cr_expect_not(kc_sandbox_cache_read(&arena, folder, &b));
    kc_arena_free(&arena);
}

Test(cache, many_writers, .init = new_folder, .fini = remove_folder)
{
    struct kc_sandbox_entry e = { kc_str_from("q"), kc_str_from(""), kc_str_from("a") };
    pid_t                   child[4];
    char                    path[400];
    int                     status;

    for (size_t i = 0; i < KC_COUNT(child); i++)
        if ((child[i] = fork()) == 0) {
            for (int k = 0; k < 200; k++) {
                kc_sandbox_cache_write(folder, &e);
                if (!kc_sandbox_cache_read(&arena, folder, &e))
                    _exit(1);
            }
            _exit(0);
        }
    for (size_t i = 0; i < KC_COUNT(child); i++) {
        cr_assert_eq(waitpid(child[i], &status, 0), child[i]);
        cr_expect_eq(status, 0);
    }
    cr_expect_eq(files_in(folder, path, sizeof path), 1, "files are left beside the entry");
}

Test(cache, the_same_source_is_compiled_once, .init = new_folder, .fini = remove_folder)
{
    const struct kc_sandbox_job job = { .cache = folder };
    struct kc_diags             dg;
    struct kc_str               first, second;
    char                        path[400];

    NEEDS_COMPILER();
    cr_assert(compile(&job, "int f(int a)\n{\n    int b;\n    return a;\n}\n", &dg, &first));
    cr_assert_eq(files_in(folder, path, sizeof path), 1);
    cr_assert(compile(&job, "int f(int a)\n{\n    int b;\n    return a;\n}\n", &dg, &second));
    cr_expect_eq(dg.warnings, 1, "warnings are kept");
    cr_expect(first.length == second.length && memcmp(first.at, second.at, first.length) == 0);
    cr_expect_eq(files_in(folder, path, sizeof path), 1);
    cr_assert(compile(&job, "int f(int a) { return a + 1; }\n", &dg, &second));
    cr_expect_eq(files_in(folder, path, sizeof path), 2);
    kc_arena_free(&arena);
}

/* ---- what clang does not know about the machine ---------------------------------------------- */

static const struct {
    const char *name, *text, *expected;
} errata[] = {
    { "width from the line above",
      "k:\n\tvsetivli\tzero, 4, e8, m1, ta, ma\n\tvmv.x.s\ta0, v8\n\tret\n",
      "k:\n\tvsetivli\tzero, 4, e8, m1, ta, ma\n\tvmv.x.s\ta0, v8\n\tsext.b\ta0, a0\n\tret\n" },
    { "16 bits", "\tvsetvli\ta1, zero, e16, m1, ta, ma\n\tvmv.x.s\ts11, v8\n",
      "\tvsetvli\ta1, zero, e16, m1, ta, ma\n\tvmv.x.s\ts11, v8\n\tsext.h\ts11, s11\n" },
    { "32 bits need nothing", "\tvsetvli\ta1, zero, e32, m1, ta, ma\n\tvmv.x.s\ta0, v8\n",
      "\tvsetvli\ta1, zero, e32, m1, ta, ma\n\tvmv.x.s\ta0, v8\n" },
    { "the text above does not lead here, the branch does",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n\tbeqz\ta0, .L2\n"
      "\tvsetvli\ta1, zero, e16, m1, ta, ma\n\tj\t.L3\n.L2:\n\tvmv.x.s\ta0, v8\n.L3:\n",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n\tbeqz\ta0, .L2\n"
      "\tvsetvli\ta1, zero, e16, m1, ta, ma\n\tj\t.L3\n.L2:\n\tvmv.x.s\ta0, v8\n"
      "\tsext.b\ta0, a0\n.L3:\n" },
    { "a loop keeps its width",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n.L1:\n\tvmv.x.s\ta0, v8\n\tbnez\ta0, .L1\n",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n.L1:\n\tvmv.x.s\ta0, v8\n\tsext.b\ta0, a0\n"
      "\tbnez\ta0, .L1\n" },
    { "two widths meet: left alone",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n.L1:\n\tvmv.x.s\ta0, v8\n"
      "\tvsetvli\ta1, zero, e16, m1, ta, ma\n\tbnez\ta0, .L1\n",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n.L1:\n\tvmv.x.s\ta0, v8\n"
      "\tvsetvli\ta1, zero, e16, m1, ta, ma\n\tbnez\ta0, .L1\n" },
    { "nothing is known behind a call",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n\tcall\tf\n\tvmv.x.s\ta0, v8\n",
      "\tvsetvli\ta1, zero, e8, m1, ta, ma\n\tcall\tf\n\tvmv.x.s\ta0, v8\n" },
};

Test(errata, sign_of_element_0)
{
    for (size_t i = 0; i < KC_COUNT(errata); i++) {
        const struct kc_str out = kc_sandbox_errata(&arena, kc_str_from(errata[i].text));

        cr_expect(kc_str_is(out, errata[i].expected), "%s:\n%.*s", errata[i].name, KC_STR(out));
    }
    kc_arena_free(&arena);
}

/* ---- messages that no compiler would write --------------------------------------------------- */

Test(messages, odd_places)
{
    static const char text[] = "kernel.c:99999999999:5: error: far\n"
                               "kernel.c:2:18446744073709551615: error: wide\n"
                               "kernel.c:0:0: error: nowhere\n"
                               "kernel.c:x:1: error: no number\n"
                               "kernel.c:2:3: warning: fine\n"
                               "2 errors generated.\n";
    struct kc_diags   dg;

    kc_diags_init(&dg, &arena, (struct kc_source){ "k.c", kc_str_from("one\ntwo\n") });
    kc_sandbox_messages(&dg, kc_str_from(text));
    cr_expect_eq(dg.errors, 4);
    cr_expect_eq(dg.warnings, 1);
    cr_expect_eq(dg.last->line, 2);
    cr_expect_eq(dg.last->column, 3);
    kc_arena_free(&arena);
}
