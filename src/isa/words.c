/* Reading and writing machine-code files. */
#include "isa/words.h"

#include <inttypes.h>
#include <string.h>

static bool is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool parse_word(struct kc_str token, uint32_t *word)
{
    uint64_t value = 0;

    if (kc_str_starts(token, "0x")) {
        token.at += 2;
        token.length -= 2;
    }
    if (token.length == 0)
        return false;
    for (size_t i = 0; i < token.length; i++) {
        const int digit = kc_hex_digit(token.at[i]);

        if (digit < 0)
            return false;
        value = value << 4 | (uint64_t)digit;
        if (value > UINT32_MAX)
            return false;
    }
    *word = (uint32_t)value;
    return true;
}

/* The next word at *at, or an empty string at the end; newlines passed over are counted. */
static struct kc_str next_token(const char **at, const char *end, uint32_t *line)
{
    struct kc_str token;

    while (*at < end && is_space(**at))
        *line += *(*at)++ == '\n';
    token.at = *at;
    while (*at < end && !is_space(**at))
        (*at)++;
    token.length = (size_t)(*at - token.at);
    return token;
}

struct kc_program kc_words_read(struct kc_arena *arena, struct kc_diags *dg)
{
    const struct kc_str text = dg->source.text;
    const size_t        most = text.length / 2 + 1;
    struct kc_program   program = { .words = kc_arena_array(arena, uint32_t, most),
                                    .lines = kc_arena_array(arena, uint32_t, most) };
    const char         *at = text.at, *end = text.at + text.length;
    uint32_t            line = 1;

    for (;;) {
        const struct kc_str token = next_token(&at, end, &line);
        const size_t        begin = (size_t)(token.at - text.at);
        uint32_t            word = 0;

        if (token.length == 0)
            return program;
        if (!parse_word(token, &word))
            kc_error(dg, (struct kc_span){ begin, begin + token.length }, "machine-word",
                     "one word is up to eight hexadecimal digits, for example 0x00200062; "
                     "comments are not allowed in machine code",
                     "'%.*s' is not a 32-bit hexadecimal number", KC_STR(token));
        program.words[program.count] = word;
        program.lines[program.count++] = line;
    }
}

void kc_words_print(uint32_t word, struct kc_buf *out)
{
    kc_buf_printf(out, "0x%08" PRIX32, word);
}

void kc_words_write(const struct kc_program *program, struct kc_buf *out)
{
    for (size_t i = 0; i < program->count; i++) {
        kc_words_print(program->words[i], out);
        kc_buf_puts(out, "\n");
    }
}

bool kc_words_likely(struct kc_str text)
{
    const char         *at = text.at;
    uint32_t            line = 1, word;
    const struct kc_str token = next_token(&at, text.at + text.length, &line);

    return token.length >= 8 && parse_word(token, &word);
}
