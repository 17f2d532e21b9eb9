/* What assembly text may not ask for: files.  Directives stand first on a line or behind a label or
 * a semicolon; a macro can put a name together from pieces, so macros are refused where no other
 * fence stands behind this one. */
#include <ctype.h>
#include <strings.h>

#include "sandbox/compile.h"

static const struct {
    const char *name, *hint;
    bool        strict; /* only where nothing else keeps files away */
} refused[] = {
    { ".incbin", "write the bytes with .byte or .word", false },
    { ".include", "write the text into the kernel itself", false },
    { ".file", "leave it out: it names a file for debuggers", true },
    { ".macro", "write the instructions out", true },
    { ".irp", "write the instructions out", true },
    { ".irpc", "write the instructions out", true },
    { ".altmacro", "write the instructions out", true },
};

static size_t word_end(struct kc_str t, size_t i)
{
    while (i < t.length && (isalnum((unsigned char)t.at[i]) || t.at[i] == '_' || t.at[i] == '.'))
        i++;
    return i;
}

static void check_word(struct kc_diags *dg, size_t from, size_t to, bool strict)
{
    const struct kc_str t = dg->source.text;

    for (size_t i = 0; i < KC_COUNT(refused); i++) {
        const size_t n = kc_str_from(refused[i].name).length;

        if ((strict || !refused[i].strict) && to - from == n &&
            strncasecmp(t.at + from, refused[i].name, n) == 0)
            kc_error(dg, (struct kc_span){ from, to }, "directive-refused", refused[i].hint,
                     "'%s' is not allowed here: a kernel reads no files", refused[i].name);
    }
}

void kc_sandbox_check_asm(struct kc_diags *dg, bool strict)
{
    const struct kc_str t = dg->source.text;

    for (size_t i = 0; i < t.length; i++) {
        const bool inside = i > 0 && (isalnum((unsigned char)t.at[i - 1]) || t.at[i - 1] == '_');

        if (t.at[i] == '.' && !inside)
            check_word(dg, i, word_end(t, i), strict);
    }
}
