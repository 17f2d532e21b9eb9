/* kc isa: the manual of a platform, one page, or a search. */
#include <ctype.h>
#include <string.h>

#include "cli/cli.h"
#include "isa/manual.h"

enum { GREP_MOST = 10, GREP_DEFAULT = 3, KEY_MOST = 0x100 };

struct options {
    const char *platform, *mnemonic, *query, *settings, *output;
    uint64_t    most;
    bool        json;
};

static const struct argp_option option_table[] = {
    { "grep", 'g', "WORDS", 0, "the passages that answer WORDS best", 0 },
    { "most", KEY_MOST, "N", 0, "how many passages (3)", 0 },
    { "settings", 's', "FILE", 0, "YAML file with the machine's configuration", 0 },
    { "output", 'o', "FILE", 0, "write to FILE instead of standard output", 0 },
    { "json", 'j', NULL, 0, "rows as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'g':
        o->query = arg;
        return 0;
    case KEY_MOST:
        if (!kc_str_u64(kc_str_from(arg), &o->most) || o->most < 1 || o->most > GREP_MOST)
            argp_error(state, "--most takes 1 to %d", GREP_MOST);
        return 0;
    case 's':
        o->settings = arg;
        return 0;
    case 'o':
        o->output = arg;
        return 0;
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (state->arg_num > 1)
            argp_error(state, "too many arguments: '%s'", arg);
        *(state->arg_num == 0 ? &o->platform : &o->mnemonic) = arg;
        return 0;
    case ARGP_KEY_END:
        if (state->arg_num < 1)
            argp_error(state, "a platform is needed, for example: plena");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void whole_manual(const struct kc_target *t, struct kc_buf *out)
{
    kc_buf_printf(out, "<!-- Made by 'make docs' from src/platforms/%s: do not edit. -->\n\n",
                  t->platform->name);
    kc_buf_puts(out, t->platform->notes);
    kc_buf_puts(out, "\n");
    kc_manual_isa(t->isa, t->config, out);
    t->platform->manual(t->config, out);
}

static kc_json *insn_json(const struct kc_target *t, const struct kc_insn *insn)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "mnemonic", insn->mnemonic);
    kc_json_set_str(o, "syntax", insn->syntax);
    kc_json_set_str(o, "bits", insn->bits);
    kc_json_set_str(o, "unit", t->isa->desc->units[insn->unit]);
    kc_json_set_str(o, "cycles", insn->cycles_text);
    kc_json_set_str(o, "effect", insn->effect);
    kc_json_set_str(o, "doc", insn->doc);
    if (insn->pitfalls)
        kc_json_set_str(o, "pitfalls", insn->pitfalls);
    kc_json_set_str(o, "example", insn->example);
    return o;
}

static void print_json(const struct kc_target *t, const struct kc_form *form)
{
    kc_json *root = form ? insn_json(t, form->insn) : kc_json_array();

    for (size_t i = 0; !form && i < t->isa->desc->insn_count; i++)
        kc_json_push(root, insn_json(t, t->isa->desc->insns[i]));
    cli_json(root);
}

static int grep(struct kc_arena *arena, const struct kc_target *t, const struct options *o,
                struct kc_buf *out)
{
    struct kc_passage found[GREP_MOST];
    const size_t      most = o->most ? o->most : GREP_DEFAULT;
    const size_t      n = kc_manual_grep(arena, t->isa, t->config, t->platform->notes,
                                         kc_str_from(o->query), found, most);

    for (size_t i = 0; i < n; i++)
        kc_buf_printf(out, "%s%s", i ? "---\n" : "", found[i].text);
    if (n == 0)
        kc_buf_puts(out, "nothing in the manual matches\n");
    return n ? CLI_GOOD : CLI_NOT_GOOD;
}

/* The form of that name, as written or in the letter case of the table. */
static const struct kc_form *find(const struct kc_isa *isa, const char *name)
{
    const struct kc_form *form = kc_isa_find(isa, kc_str_from(name));
    char                  other[64];
    size_t                i = 0;
    const bool            lower = islower((unsigned char)isa->desc->insns[0]->mnemonic[0]);

    for (; name[i] && i + 1 < sizeof other; i++)
        other[i] =
            (char)(lower ? tolower((unsigned char)name[i]) : toupper((unsigned char)name[i]));
    other[i] = '\0';
    return form ? form : kc_isa_find(isa, kc_str_from(other));
}

static int unknown_mnemonic(const struct kc_target *t, const char *name)
{
    for (size_t i = 0; i < t->isa->desc->absent_count; i++)
        if (strcmp(t->isa->desc->absent[i].mnemonic, name) == 0)
            return cli_cannot("%s has no instruction '%s': %s", t->platform->name, name,
                              t->isa->desc->absent[i].why);

    const char *names[512];
    size_t      count = 0;

    for (; count < t->isa->desc->insn_count && count < KC_COUNT(names); count++)
        names[count] = t->isa->desc->insns[count]->mnemonic;
    const char *nearest = kc_str_nearest(kc_str_from(name), names, count);

    return cli_cannot("%s has no instruction '%s'%s%s%s", t->platform->name, name,
                      nearest ? "; did you mean " : "", nearest ? nearest : "", nearest ? "?" : "");
}

static int show(struct kc_arena *arena, const struct options *o)
{
    struct kc_target      t;
    const struct kc_form *form = NULL;
    struct kc_buf         out = { 0 };
    int                   status = CLI_GOOD, written;

    if (!cli_target(arena, o->platform, o->settings, &t))
        return CLI_CANNOT;
    if (o->mnemonic && !(form = find(t.isa, o->mnemonic)))
        return unknown_mnemonic(&t, o->mnemonic);
    if (o->json) {
        print_json(&t, form);
        return CLI_GOOD;
    }
    if (o->query)
        status = grep(arena, &t, o, &out);
    else if (form)
        kc_manual_page(t.isa, form->insn, t.config, &out);
    else
        whole_manual(&t, &out);
    written = cli_write(o->output, (struct kc_str){ out.text, out.length });
    kc_buf_free(&out);
    return written != CLI_GOOD ? written : status;
}

int cmd_isa(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "PLATFORM [MNEMONIC]",
        "Prints the manual of a machine, made from its instruction table.\v"
        "Examples: kc isa plena V_ADD_VV    kc isa plena --grep 'load constant'",
        0,
        0,
        0
    };
    struct options  o = { 0 };
    struct kc_arena arena = { 0 };

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    const int status = show(&arena, &o);

    kc_arena_free(&arena);
    return status;
}
