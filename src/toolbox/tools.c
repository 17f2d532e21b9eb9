/* The table of tools, and what is printed from it. */
#include <inttypes.h>
#include <string.h>

#include "toolbox/workbench.h"

#define NONE                                    { 0 }
#define ARGS(...)                               { __VA_ARGS__ }
#define FIELDS(...)                             { __VA_ARGS__ }
#define ARG(name, kind, need, least, most, doc) { #name, KC_ARG_##kind, need, least, most, doc }
#define FIELD(name, type, doc)                  { #name, type, doc }
#define REQUIRED                                true
#define OPTIONAL                                false
#define PUBLISHED                               true
#define OURS                                    false
#define READS                                   true
#define WRITES                                  false

static const struct kc_tool table[] = {
#define TOOL(name, title, published, access, doc, args, fields) \
    { #name, title, doc, published, access, args, fields },
#include "toolbox/tools.def"
};

enum { TOOLS = KC_COUNT(table) };

const struct kc_tool *kc_tool_at(size_t index)
{
    return index < TOOLS ? &table[index] : NULL;
}

const struct kc_tool *kc_tool_find(struct kc_str name)
{
    for (size_t i = 0; i < TOOLS; i++)
        if (kc_str_is(name, table[i].name))
            return &table[i];
    return NULL;
}

size_t kc_tool_args(const struct kc_tool *tool)
{
    size_t n = 0;

    while (n < KC_TOOL_ARGS && tool->arg[n].name)
        n++;
    return n;
}

size_t kc_tool_fields(const struct kc_tool *tool)
{
    size_t n = 0;

    while (n < KC_TOOL_FIELDS && tool->field[n].name)
        n++;
    return n;
}

/* ---- sets --------------------------------------------------------------------------------- */

static uint32_t mask_of(bool published_only)
{
    uint32_t mask = 0;

    for (size_t i = 0; i < TOOLS; i++)
        if (table[i].published || !published_only)
            mask |= UINT32_C(1) << i;
    return mask;
}

static const char *unknown_tool(struct kc_arena *arena, struct kc_str name)
{
    const char *names[TOOLS];

    for (size_t i = 0; i < TOOLS; i++)
        names[i] = table[i].name;
    const char *nearest = kc_str_nearest(name, names, TOOLS);

    return kc_arena_printf(arena, "there is no tool '%.*s'%s%s%s", KC_STR(name),
                           nearest ? "; did you mean " : "", nearest ? nearest : "",
                           nearest ? "?" : "");
}

const char *kc_tool_set_parse(struct kc_arena *arena, const char *text, struct kc_tool_set *set)
{
    struct kc_str rest = kc_str_from(text);

    set->mask = 0;
    while (rest.length) {
        struct kc_str         word = kc_str_trim(kc_str_cut(&rest, ','));
        const bool            minus = word.length && word.at[0] == '-';
        const struct kc_tool *tool;

        if (kc_str_is(word, "paper") || kc_str_is(word, "full")) {
            set->mask |= mask_of(kc_str_is(word, "paper"));
            continue;
        }
        word = minus ? (struct kc_str){ word.at + 1, word.length - 1 } : word;
        if (!(tool = kc_tool_find(word)))
            return unknown_tool(arena, word);
        if (minus)
            set->mask &= ~(UINT32_C(1) << (tool - table));
        else
            set->mask |= UINT32_C(1) << (tool - table);
    }
    return set->mask ? NULL : "the set of tools is empty: paper, full, or names with commas";
}

bool kc_tool_in(const struct kc_tool_set *set, size_t index)
{
    return index < TOOLS && (set->mask >> index & 1);
}

/* ---- schemas ------------------------------------------------------------------------------ */

static kc_json *arg_schema(const struct kc_arg *arg)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "type", arg->kind == KC_ARG_STRING ? "string" : "integer");
    kc_json_set_str(o, "description", arg->doc);
    if (arg->kind == KC_ARG_INTEGER) {
        kc_json_set_int(o, "minimum", arg->least);
        kc_json_set_int(o, "maximum", arg->most);
    } else {
        kc_json_set_int(o, "maxLength", arg->most);
    }
    return o;
}

static kc_json *object_schema(kc_json *properties, kc_json *required, bool closed)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "type", "object");
    kc_json_set(o, "properties", properties);
    kc_json_set(o, "required", required);
    if (closed)
        kc_json_set_bool(o, "additionalProperties", false);
    return o;
}

kc_json *kc_tool_input_schema(const struct kc_tool *tool)
{
    kc_json *properties = kc_json_object(), *required = kc_json_array();

    for (size_t i = 0; i < kc_tool_args(tool); i++) {
        const struct kc_arg *arg = &tool->arg[i];

        kc_json_set(properties, arg->name, arg_schema(arg));
        if (arg->required)
            kc_json_push(required, kc_json_str(arg->name, strlen(arg->name)));
    }
    return object_schema(properties, required, true);
}

kc_json *kc_tool_output_schema(const struct kc_tool *tool)
{
    kc_json *properties = kc_json_object(), *required = kc_json_array();

    for (size_t i = 0; i < kc_tool_fields(tool); i++) {
        kc_json *o = kc_json_object();

        kc_json_set_str(o, "type", tool->field[i].type);
        kc_json_set_str(o, "description", tool->field[i].doc);
        kc_json_set(properties, tool->field[i].name, o);
        kc_json_push(required, kc_json_str(tool->field[i].name, strlen(tool->field[i].name)));
    }
    return object_schema(properties, required, false);
}

/* ---- text --------------------------------------------------------------------------------- */

void kc_tools_text(const struct kc_tool_set *set, struct kc_buf *out)
{
    for (size_t i = 0; i < TOOLS; i++) {
        if (!kc_tool_in(set, i))
            continue;
        kc_buf_printf(out, "- `%s(", table[i].name);
        for (size_t k = 0; k < kc_tool_args(&table[i]); k++)
            kc_buf_printf(out, "%s%s%s", k ? ", " : "", table[i].arg[k].name,
                          table[i].arg[k].required ? "" : "?");
        kc_buf_printf(out, ")`: %s\n", table[i].doc);
    }
}
