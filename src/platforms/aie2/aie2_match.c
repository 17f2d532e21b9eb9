/* Tokens to an instruction form, or to a report that says what would be right.
 *
 * Every form of the mnemonic is tried; the one that gets furthest decides what the report says, and
 * forms that got equally far add what they would have accepted.
 */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "platforms/aie2/aie2_asm.h"

enum want { WANT_CLASS, WANT_TEXT, WANT_END, WANT_MORE };

/* Where a form stopped to fit. */
struct miss {
    size_t    matched; /* tokens that fitted */
    enum want want;
    uint8_t class;
    const char *text; /* of the form's shape, when that was wanted */
    size_t      length;
};

static size_t literal_length(const char *shape)
{
    size_t n = 0;

    while (isalnum((unsigned char)shape[n]) || shape[n] == '_')
        n++;
    return n ? n : 1;
}

static bool fits_text(const struct aie2_token *t, const char *text, size_t length)
{
    return t->length == length && memcmp(t->at, text, length) == 0 &&
           t->kind != AIE2_TOKEN_IMMEDIATE;
}

static bool fits_class(const struct aie2_asm *as, const struct aie2_token *t, uint8_t class,
                       int32_t *value)
{
    if (class >= AIE2_CLASS_REGS) {
        *value = (int32_t)t->value;
        return t->kind == AIE2_TOKEN_IMMEDIATE;
    }
    if (t->kind != AIE2_TOKEN_WORD)
        return false;

    const uint16_t reg = aie2_class_reg(&as->names, class, t->reg);

    *value = reg;
    return reg != AIE2_NO_REG;
}

/* Whether the tokens have the form's shape; operand values and their tokens are left in value and
 * from.  Immediates are not checked for range yet. */
static bool fits(const struct aie2_asm *as, const struct aie2_form *form, int32_t *value,
                 uint8_t *from, struct miss *miss)
{
    const char *shape = form->shape;
    size_t      i = 0;

    for (; *shape; i++) {
        if (*shape == ' ') {
            shape++;
            i--;
            continue;
        }
        *miss = (struct miss){ .matched = i, .want = WANT_MORE };
        if (i == as->token_count)
            return false;
        if (*shape == '%') {
            const size_t operand = (size_t)(shape[1] - '0');

            miss->want = WANT_CLASS;
            miss->class = form->operand[operand].class;
            if (!fits_class(as, &as->token[i], miss->class, &value[operand]))
                return false;
            from[operand] = (uint8_t)i;
            shape += 2;
        } else {
            miss->want = WANT_TEXT;
            miss->text = shape;
            miss->length = literal_length(shape);
            if (!fits_text(&as->token[i], shape, miss->length))
                return false;
            shape += miss->length;
        }
    }
    *miss = (struct miss){ .matched = i, .want = WANT_END };
    return i == as->token_count;
}

/* ---- reports ------------------------------------------------------------------------------ */

struct misses {
    const struct aie2_mnemonic_info *info;
    struct miss                      miss[64];
    size_t                           count, furthest;
};

/* Whether an earlier miss of the list wanted the same. */
static bool told_before(const struct misses *m, size_t i)
{
    const struct miss *miss = &m->miss[i];

    for (size_t k = 0; k < i; k++) {
        const struct miss *other = &m->miss[k];

        if (other->matched != m->furthest || other->want != miss->want)
            continue;
        if (miss->want == WANT_CLASS ? other->class == miss->class
                                     : other->length == miss->length &&
                                           strncmp(other->text, miss->text, miss->length) == 0)
            return true;
    }
    return false;
}

static void describe_choices(const struct misses *m, struct kc_buf *out)
{
    const char *separator = "";

    for (size_t i = 0; i < m->count; i++) {
        const struct miss *miss = &m->miss[i];

        if (miss->matched != m->furthest || miss->want == WANT_END || miss->want == WANT_MORE ||
            told_before(m, i))
            continue;
        kc_buf_puts(out, separator);
        if (miss->want == WANT_TEXT)
            kc_buf_printf(out, "'%.*s'", (int)miss->length, miss->text);
        else
            aie2_class_describe(miss->class, out);
        separator = " or ";
    }
}

/* A form's text without its classes: "lda d, [ptr, dj]". */
static void add_way(const struct aie2_form *form, struct kc_buf *out)
{
    for (const char *syntax = form->syntax; *syntax; syntax++)
        if (*syntax == ':')
            while (syntax[1] && syntax[1] != '>')
                syntax++;
        else if (*syntax != '<' && *syntax != '>')
            kc_buf_add(out, syntax, 1);
}

/* The ways to write a mnemonic, for hints. */
static const char *ways(struct aie2_asm *as, const struct aie2_mnemonic_info *info)
{
    struct kc_buf out = { 0 };
    int           shown = 0, more = 0;

    for (size_t i = 0; i < info->form_count; i++) {
        struct kc_buf way = { 0 };

        add_way(&aie2_forms[info->form[i]], &way);
        if (!out.text || !strstr(out.text, way.text)) {
            if (shown < 5)
                kc_buf_printf(&out, "%s%s", shown++ ? "; " : "", way.text);
            else
                more++;
        }
        kc_buf_free(&way);
    }
    if (more)
        kc_buf_printf(&out, "; and %d more", more);

    const char *text = kc_arena_printf(as->arena, "written as: %s", out.text);

    kc_buf_free(&out);
    return text;
}

/* Whether one register is made of parts of the other. */
static bool inside(const struct aie2_register *small, const struct aie2_register *large)
{
    size_t found = 0;

    for (size_t i = 0; i < small->part_count; i++)
        for (size_t k = 0; k < large->part_count; k++)
            found += small->part[i].part == large->part[k].part;
    return found == small->part_count;
}

/* "x0 is made of wl0, wh0": registers of a wanted class that overlap the one written; NULL when
 * there are none. */
static const char *related(struct aie2_asm *as, const struct misses *m, uint16_t reg)
{
    const struct aie2_register *mine = &aie2_registers[reg];
    struct kc_buf               out = { 0 };
    const char                 *text = NULL;
    bool                        parts = false;
    size_t                      count = 0;

    for (size_t i = 0; i < m->count; i++) {
        const struct miss *miss = &m->miss[i];

        if (miss->matched != m->furthest || miss->want != WANT_CLASS ||
            miss->class >= AIE2_CLASS_REGS || told_before(m, i))
            continue;
        for (size_t k = 0; k < aie2_reg_classes[miss->class].count; k++) {
            const struct aie2_register *other =
                &aie2_registers[aie2_reg_classes[miss->class].member[k].reg];

            if (inside(other, mine) || inside(mine, other)) {
                kc_buf_printf(&out, "%s%s", count++ ? ", " : "", other->name);
                parts = inside(other, mine);
            }
        }
    }
    if (count)
        text = kc_arena_printf(as->arena, "%s %s %s", mine->name,
                               parts ? "is made of" : "is part of", out.text);
    kc_buf_free(&out);
    return text;
}

static bool wants_immediate(const struct misses *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->miss[i].matched == m->furthest && m->miss[i].want == WANT_CLASS &&
            m->miss[i].class >= AIE2_CLASS_REGS)
            return true;
    return false;
}

static bool wants_text(const struct misses *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->miss[i].matched == m->furthest && m->miss[i].want == WANT_TEXT &&
            isalnum((unsigned char)*m->miss[i].text))
            return true;
    return false;
}

/* A word that only differs in case from something that would fit. */
static const char *other_case(const struct misses *m, const struct aie2_token *t)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->miss[i].matched == m->furthest && m->miss[i].want == WANT_TEXT &&
            m->miss[i].length == t->length && strncasecmp(m->miss[i].text, t->at, t->length) == 0)
            return m->miss[i].text;
    return t->reg == AIE2_NO_REG ? aie2_reg_other_case(t->at, t->length) : NULL;
}

static KC_COLD void report_word(struct aie2_asm *as, const struct misses *m,
                                const struct aie2_token *t, const char *choices)
{
    const struct kc_span span = aie2_span(as, t->at, t->length);
    const struct kc_str  word = { t->at, t->length };
    const char          *right = other_case(m, t);

    if (right)
        kc_error(as->dg, span, "register-case",
                 "register names and SS, MCD, SCD, CORE_ID, cntr, ms are case sensitive",
                 "'%.*s' must be written '%.*s'", KC_STR(word), (int)t->length, right);
    else if (t->reg == AIE2_NO_REG && wants_immediate(m))
        kc_error(as->dg, span, "missing-hash",
                 kc_arena_printf(as->arena, "write #%.*s", KC_STR(word)),
                 "'%.*s' is no register; an immediate or an address needs '#'", KC_STR(word));
    else if (t->reg == AIE2_NO_REG)
        kc_error(as->dg, span, "unknown-register", ways(as, m->info),
                 "'%.*s' does not exist; %s takes %s here", KC_STR(word), m->info->name, choices);
    else if (wants_text(m))
        kc_error(as->dg, span, "fixed-register", ways(as, m->info),
                 "%s cannot use %.*s here; it takes %s", m->info->name, KC_STR(word), choices);
    else
        kc_error(as->dg, span, "register-class",
                 related(as, m, t->reg) ? related(as, m, t->reg) : ways(as, m->info),
                 "%s cannot use %.*s here; it takes %s", m->info->name, KC_STR(word), choices);
}

static KC_COLD void report_short(struct aie2_asm *as, const struct misses *m, struct kc_str piece)
{
    const struct aie2_token *last = as->token_count ? &as->token[as->token_count - 1] : NULL;
    const struct kc_span     span = aie2_span(as, piece.at, piece.length);

    if (last && last->kind == AIE2_TOKEN_CLOSE)
        kc_error(as->dg, aie2_span(as, last->at, 1), "missing-offset", ways(as, m->info),
                 "%s needs an offset: [p0, #0] to access at the pointer, [p0], #4 to move it "
                 "afterwards",
                 m->info->name);
    else if (kc_str_is(kc_str_from(m->info->name), "ret"))
        kc_error(as->dg, span, "operand-count", "write: ret lr", "ret needs the operand lr");
    else
        kc_error(as->dg, span, "operand-count", ways(as, m->info), "%s needs more operands",
                 m->info->name);
}

static bool stops_at_end(const struct misses *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->miss[i].matched == m->furthest && m->miss[i].want == WANT_MORE)
            return true;
    return false;
}

/* Whether only a comma or a bracket would fit. */
static bool wants_mark(const struct misses *m)
{
    for (size_t i = 0; i < m->count; i++)
        if (m->miss[i].matched == m->furthest &&
            (m->miss[i].want != WANT_TEXT || isalnum((unsigned char)*m->miss[i].text)))
            return false;
    return true;
}

static KC_COLD void report_token(struct aie2_asm *as, const struct misses *m)
{
    const struct aie2_token *t = &as->token[m->furthest];
    const struct kc_span     span = aie2_span(as, t->at, t->length);
    struct kc_buf            choices = { 0 };

    describe_choices(m, &choices);
    if (choices.length == 0)
        kc_error(as->dg,
                 aie2_span(as, t->at,
                           (size_t)(as->token[as->token_count - 1].at - t->at) +
                               as->token[as->token_count - 1].length),
                 "operand-count", ways(as, m->info), "%s has too many operands", m->info->name);
    else if (wants_mark(m) && t->kind != AIE2_TOKEN_CLOSE)
        kc_error(as->dg, span,
                 strcmp(choices.text, "','") == 0 ? "missing-comma" : "operand-syntax",
                 ways(as, m->info), "%s is missing before '%.*s'", choices.text, (int)t->length,
                 t->at);
    else if (t->kind == AIE2_TOKEN_NUMBER)
        kc_error(as->dg, span, "missing-hash",
                 kc_arena_printf(as->arena, "write #%.*s",
                                 KC_STR(((struct kc_str){ t->at, t->length }))),
                 "an immediate needs '#'");
    else if (t->kind == AIE2_TOKEN_WORD)
        report_word(as, m, t, choices.text);
    else if (t->kind == AIE2_TOKEN_CLOSE)
        kc_error(as->dg, span, "missing-offset", ways(as, m->info),
                 "%s needs an offset inside the brackets: [p0, #0]", m->info->name);
    else
        kc_error(as->dg, span, "operand-syntax", ways(as, m->info), "%s takes %s here",
                 m->info->name, choices.text);
    kc_buf_free(&choices);
}

static KC_COLD void report(struct aie2_asm *as, const struct misses *m, struct kc_str piece)
{
    if (m->furthest < as->token_count)
        report_token(as, m);
    else if (stops_at_end(m))
        report_short(as, m, piece);
    else
        kc_error(as->dg, aie2_span(as, piece.at, piece.length), "operand-syntax", ways(as, m->info),
                 "these operands do not fit %s", m->info->name);
}

/* ---- immediates --------------------------------------------------------------------------- */

/* 32-bit constants written as bit patterns have a negative twin that the class accepts. */
static const char *immediate_hint(struct aie2_asm *as, const struct aie2_immediate *imm,
                                  const struct aie2_form *form, int64_t value)
{
    if (imm->min == INT32_MIN && value > imm->max && value <= UINT32_MAX)
        return kc_arena_printf(as->arena, "#%d has the same 32 bits", (int32_t)(uint32_t)value);
    if (form->memory_stage[0])
        return "move the pointer first (padda, paddb, padds), or use a register: [p0, dj0], "
               "[p0], m0";
    if (imm->max < INT32_MAX && form->operand_count == 2)
        return "movxm takes any 32-bit number";
    return NULL;
}

bool aie2_immediate_check(struct aie2_asm *as, struct kc_span span, const struct aie2_form *form,
                          uint8_t class, int64_t value)
{
    const struct aie2_immediate *imm = &aie2_immediates[class - AIE2_CLASS_REGS];

    if (value < imm->min || value > imm->max)
        kc_error(as->dg, span, "imm-range", immediate_hint(as, imm, form, value),
                 "%" PRId64 " is outside %d..%d, which %s takes here", value, imm->min, imm->max,
                 form->mnemonic);
    else if (value % imm->step != 0)
        kc_error(as->dg, span, "imm-step", immediate_hint(as, imm, form, value),
                 "%" PRId64 " is not a multiple of %d, as %s needs here", value, imm->step,
                 form->mnemonic);
    else
        return true;
    return false;
}

static bool immediates_fit(struct aie2_asm *as, const struct aie2_form *form, const uint8_t *from)
{
    bool good = true;

    for (size_t i = 0; i < form->operand_count; i++) {
        const struct aie2_token *t = &as->token[from[i]];

        if (form->operand[i].class >= AIE2_CLASS_REGS && !t->symbol)
            good &= aie2_immediate_check(as, aie2_span(as, t->at, t->length), form,
                                         form->operand[i].class, t->value);
    }
    return good;
}

static bool tied_fits(struct aie2_asm *as, const struct aie2_form *form, const int32_t *value,
                      const uint8_t *from)
{
    if (form->tied_output == AIE2_UNTIED || value[form->tied_output] == value[form->tied_input])
        return true;

    const struct aie2_token *t = &as->token[from[form->tied_output]];

    kc_error(as->dg, aie2_span(as, t->at, t->length), "tied-operand",
             "use the same register twice, or vmac/vmsc with one accumulator and vadd/vsub",
             "%s writes the register it reads as %s: '%.*s' must be %s", form->mnemonic,
             form->operand[form->tied_input].name, (int)t->length, t->at,
             aie2_registers[value[form->tied_input]].name);
    return false;
}

const struct aie2_form *aie2_match(struct aie2_asm *as, enum aie2_mnemonic mnemonic,
                                   struct kc_str piece, int32_t *value, uint8_t *from)
{
    const struct aie2_mnemonic_info *info = &aie2_mnemonics[mnemonic];
    struct misses                    m;

    m.info = info;
    m.count = m.furthest = 0;
    for (size_t i = 0; i < info->form_count; i++) {
        const struct aie2_form *form = &aie2_forms[info->form[i]];
        struct miss             miss;

        if (fits(as, form, value, from, &miss))
            return immediates_fit(as, form, from) && tied_fits(as, form, value, from) ? form : NULL;
        m.furthest = miss.matched > m.furthest ? miss.matched : m.furthest;
        if (m.count < KC_COUNT(m.miss))
            m.miss[m.count++] = miss;
    }
    report(as, &m, piece);
    return NULL;
}
