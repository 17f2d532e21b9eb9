/* Reading a script: every key is checked, so that a slip of the pen is not a passing test. */
#include "script.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "script_keys.h"

const struct mock_fault_info mock_fault_info[MOCK_FAULT_COUNT] = {
#define FAULT(id, name, answers, doc) [MOCK_FAULT_##id] = { name, answers, doc },
#include "faults.def"
};

enum { MOST_TIMES = 100000, MOST_BYTES = 64 << 20 };

struct loader {
    struct mock_script *script;
    struct kc_diags    *dg;
    const char         *folder;
};

static const char *fault_names[MOCK_FAULT_COUNT + 1] = {
#define FAULT(id, name, ...) name,
#include "faults.def"
};

static struct kc_arena *arena(const struct loader *l)
{
    return &l->script->arena;
}

static struct kc_str copy(const struct loader *l, struct kc_str text)
{
    return (struct kc_str){ kc_arena_strndup(arena(l), text.at, text.length), text.length };
}

static struct kc_str read_beside(const struct loader *l, const char *place, const char *name)
{
    const char   *path = kc_arena_printf(arena(l), "%s/%s", l->folder, name), *why;
    struct kc_str text = { "", 0 };

    if (!kc_file_read(arena(l), path, &text, &why))
        kc_error_plain(l->dg, "script-file", "paths are relative to the script's folder",
                       "%s: cannot read '%s': %s", place, path, why);
    return text;
}

static struct kc_str from_hex(const struct loader *l, const char *place, struct kc_str hex)
{
    char  *bytes = kc_arena_alloc(arena(l), hex.length / 2 + 1);
    size_t n = 0;

    for (; 2 * n + 1 < hex.length; n++) {
        const int high = kc_hex_digit(hex.at[2 * n]), low = kc_hex_digit(hex.at[2 * n + 1]);

        if (high < 0 || low < 0) {
            kc_error_plain(l->dg, "script-hex", NULL, "%s: not hexadecimal digits in pairs", place);
            break;
        }
        bytes[n] = (char)(16 * high + low);
    }
    return (struct kc_str){ bytes, n };
}

static struct kc_str repeat(const struct loader *l, const char *place, struct kc_str text,
                            int64_t times)
{
    if (times < 0 || (text.length && (uint64_t)times > MOST_BYTES / text.length)) {
        kc_error_plain(l->dg, "script-size", NULL, "%s: text_repeat makes more than %d bytes",
                       place, MOST_BYTES);
        return text;
    }
    char *all = kc_arena_alloc(arena(l), text.length * (size_t)times + 1);

    for (size_t i = 0; i < (size_t)times; i++)
        memcpy(all + i * text.length, text.at, text.length);
    return (struct kc_str){ all, text.length * (size_t)times };
}

static struct kc_str text_of(const struct loader *l, const char *place, const kc_json *o)
{
    struct kc_str text = copy(l, kc_json_text(kc_json_get(o, "text")));

    if (kc_json_get(o, "text_hex"))
        text = from_hex(l, place, kc_json_text(kc_json_get(o, "text_hex")));
    if (kc_json_get(o, "text_file"))
        text = read_beside(l, place, kc_json_get_str(o, "text_file", ""));
    if (kc_json_get(o, "text_repeat"))
        text = repeat(l, place, text, kc_json_get_int(o, "text_repeat", 0));
    return text;
}

struct filling {
    const struct loader *loader;
    const char          *place;
    kc_json             *object;
};

static void fill_from_file(void *context, const char *key, kc_json *value)
{
    struct filling     *f = context;
    const struct kc_str name = kc_json_text(value);
    const struct kc_str text =
        read_beside(f->loader, f->place, kc_arena_strndup(arena(f->loader), name.at, name.length));

    kc_json_set(f->object, key, kc_json_str(text.at, text.length));
}

/* The arguments as JSON text: an object with members from files, or a string as it is. */
static void arguments_of(const struct loader *l, const char *place, const kc_json *call,
                         struct mock_block *block)
{
    const kc_json *given = kc_json_get(call, "arguments");
    struct kc_buf  text = { 0 };
    kc_json       *object = given ? kc_json_copy(given) : kc_json_object();
    struct filling f = { l, place, object };

    if (kc_json_type(given) == KC_JSON_STRING) {
        block->text = copy(l, kc_json_text(given));
        block->raw = true;
    } else {
        kc_json_each(kc_json_get(call, "arguments_file"), fill_from_file, &f);
        kc_json_print(object, &text, false);
        block->text = copy(l, (struct kc_str){ text.text, text.length });
        kc_buf_free(&text);
    }
    kc_json_free(object);
}

struct blocks {
    struct mock_block *at;
    size_t             count, capacity;
};

static struct mock_block *push(const struct loader *l, struct blocks *b, enum mock_part part)
{
    if (b->count == b->capacity) {
        struct mock_block *grown = kc_arena_array(arena(l), struct mock_block, 2 * b->capacity + 4);

        if (b->count)
            memcpy(grown, b->at, b->count * sizeof(grown[0]));
        b->at = grown;
        b->capacity = 2 * b->capacity + 4;
    }
    b->at[b->count] = (struct mock_block){ .part = part, .name = { "", 0 } };
    return &b->at[b->count++];
}

static void load_call(const struct loader *l, const char *place, const kc_json *call,
                      struct blocks *b)
{
    const int64_t     times = kc_json_get_int(call, "times", 1);
    struct mock_block one = { .part = MOCK_PART_CALL };

    mock_keys(l->dg, place, call, "name arguments arguments_file times");
    one.name = copy(l, kc_json_text(kc_json_get(call, "name")));
    if (!one.name.length || times < 1 || times > MOST_TIMES)
        kc_error_plain(l->dg, "script-call", NULL,
                       "%s: a call needs a name, and times from 1 to %d", place, MOST_TIMES);
    arguments_of(l, place, call, &one);
    for (int64_t i = 0; i < times && i < MOST_TIMES; i++)
        *push(l, b, MOCK_PART_CALL) = one;
}

static void load_reasoning(const struct loader *l, const kc_json *o, struct blocks *b)
{
    struct mock_block *block;

    if (!kc_json_get(o, "reasoning"))
        return;
    block = push(l, b, MOCK_PART_REASONING);
    block->text = copy(l, kc_json_text(kc_json_get(o, "reasoning")));
    block->redacted = kc_json_get_bool(o, "redacted", false);
}

static void load_text(const struct loader *l, const char *place, const kc_json *o, struct blocks *b)
{
    const struct kc_str text = text_of(l, place, o);

    if (text.length || kc_json_get(o, "text"))
        push(l, b, MOCK_PART_TEXT)->text = text;
}

static void load_blocks(const struct loader *l, const char *place, const kc_json *o,
                        struct blocks *b)
{
    const kc_json *list = kc_json_get(o, "blocks"), *calls = kc_json_get(o, "calls");

    load_reasoning(l, o, b);
    load_text(l, place, o, b);
    for (size_t i = 0; i < kc_json_length(calls); i++)
        load_call(l, kc_arena_printf(arena(l), "%s.calls[%zu]", place, i), kc_json_at(calls, i), b);
    for (size_t i = 0; i < kc_json_length(list); i++) {
        const kc_json *one = kc_json_at(list, i);
        const char    *where = kc_arena_printf(arena(l), "%s.blocks[%zu]", place, i);

        mock_keys(l->dg, where, one, "reasoning redacted text text_hex text_file text_repeat call");
        load_reasoning(l, one, b);
        load_text(l, where, one, b);
        if (kc_json_get(one, "call"))
            load_call(l, where, kc_json_get(one, "call"), b);
    }
}

static int64_t quarter_of(const struct blocks *b, bool reasoning)
{
    size_t bytes = 0;

    for (size_t i = 0; i < b->count; i++)
        if (!reasoning || b->at[i].part == MOCK_PART_REASONING)
            bytes += b->at[i].text.length;
    return (int64_t)((bytes + 3) / 4);
}

static struct mock_usage load_usage(const struct loader *l, const char *place, const kc_json *o,
                                    const struct blocks *b)
{
    const kc_json *u = kc_json_get(o, "usage");

    if (kc_json_type(u) == KC_JSON_BOOL)
        return (struct mock_usage){ .absent = true };
    mock_keys(l->dg, kc_arena_printf(arena(l), "%s.usage", place), u,
              "input cache_read cache_write output reasoning cost");
    return (struct mock_usage){
        .input = kc_json_get_int(u, "input", 100),
        .cache_read = kc_json_get_int(u, "cache_read", 0),
        .cache_write = kc_json_get_int(u, "cache_write", 0),
        .output = kc_json_get_int(u, "output", quarter_of(b, false)),
        .reasoning = kc_json_get_int(u, "reasoning", quarter_of(b, true)),
        .cost = kc_json_get_double(u, "cost", -1.0),
    };
}

static void load_fault(const struct loader *l, const char *place, const kc_json *spec,
                       struct mock_fault *f)
{
    const char *name = kc_json_get_str(spec, "fault", "");

    mock_keys(l->dg, place, spec,
              "fault request turn every times each status code message retry_after retry_after_ms "
              "retry_after_date should_retry ms bytes count after body hex type");
    *f = (struct mock_fault){ .id = l->script->fault_count++,
                              .request = kc_json_get_int(spec, "request", 0),
                              .turn = kc_json_get_int(spec, "turn", -1),
                              .every = kc_json_get_int(spec, "every", 1),
                              .times = kc_json_get_int(spec, "times", 1),
                              .each = kc_json_get_bool(spec, "each", false),
                              .spec = spec };
    for (size_t i = 0; i < MOCK_FAULT_COUNT; i++)
        if (strcmp(name, fault_names[i]) == 0) {
            f->kind = (enum mock_fault_kind)i;
            return;
        }
    kc_error_plain(l->dg, "script-fault",
                   kc_str_nearest(kc_str_from(name), fault_names, MOCK_FAULT_COUNT),
                   "%s: '%s' is no fault; faults.def lists them", place, name);
}

static struct mock_faults load_faults(const struct loader *l, const char *place, const kc_json *o)
{
    const kc_json     *list = kc_json_get(o, "faults");
    struct mock_faults faults = { .count = kc_json_length(list) };

    faults.at = kc_arena_array(arena(l), struct mock_fault, faults.count + 1);
    for (size_t i = 0; i < faults.count; i++)
        load_fault(l, kc_arena_printf(arena(l), "%s.faults[%zu]", place, i), kc_json_at(list, i),
                   &faults.at[i]);
    return faults;
}

static void load_answer(const struct loader *l, const char *place, const kc_json *o,
                        struct mock_answer *answer)
{
    struct blocks blocks = { 0 };

    mock_keys(l->dg, place, o,
              "text text_hex text_file text_repeat reasoning redacted calls blocks usage stop "
              "faults comment");
    load_blocks(l, place, o, &blocks);
    answer->blocks = blocks.at;
    answer->count = blocks.count;
    answer->usage = load_usage(l, place, o, &blocks);
    answer->faults = load_faults(l, place, o);
    answer->stop = "end";
    for (size_t i = 0; i < blocks.count; i++)
        if (blocks.at[i].part == MOCK_PART_CALL)
            answer->stop = "calls";
    answer->stop = kc_json_get_str(o, "stop", answer->stop);
}

static void load_match(const struct loader *l, const char *place, const kc_json *o,
                       struct mock_match *match)
{
    const kc_json *m = kc_json_get(o, "match");

    mock_keys(l->dg, kc_arena_printf(arena(l), "%s.match", place), m,
              "user system model format tools");
    match->user = kc_json_get_str(m, "user", NULL);
    match->system = kc_json_get_str(m, "system", NULL);
    match->model = kc_json_get_str(m, "model", NULL);
    match->format = kc_json_get_str(m, "format", NULL);
    match->tools = kc_json_get(m, "tools");
}

static enum mock_then load_then(const struct loader *l, const char *place, const kc_json *o)
{
    static const char *const names[] = { "refuse", "last", "loop" };
    const char              *name = kc_json_get_str(o, "then", names[0]);

    for (size_t i = 0; i < KC_COUNT(names); i++)
        if (strcmp(name, names[i]) == 0)
            return (enum mock_then)i;
    kc_error_plain(l->dg, "script-then", NULL, "%s: then is refuse, last or loop, not '%s'", place,
                   name);
    return MOCK_THEN_REFUSE;
}

static void load_rule(const struct loader *l, const char *place, const kc_json *o,
                      struct mock_rule *rule)
{
    const kc_json      *list = kc_json_get(o, "answers");
    struct mock_answer *answers =
        kc_arena_array(arena(l), struct mock_answer, kc_json_length(list) + 1);

    mock_keys(l->dg, place, o,
              "name match answers then lenient reasoning_always omit_ids reasoning_field faults "
              "comment");
    for (size_t i = 0; i < kc_json_length(list); i++)
        load_answer(l, kc_arena_printf(arena(l), "%s.answers[%zu]", place, i), kc_json_at(list, i),
                    &answers[i]);
    *rule = (struct mock_rule){ .name = kc_json_get_str(o, "name", place),
                                .answers = answers,
                                .count = kc_json_length(list),
                                .then = load_then(l, place, o),
                                .lenient = kc_json_get_bool(o, "lenient", false),
                                .reasoning_always = kc_json_get_bool(o, "reasoning_always", false),
                                .omit_ids = kc_json_get_bool(o, "omit_ids", false),
                                .reasoning_field = kc_json_get_str(o, "reasoning_field", NULL),
                                .faults = load_faults(l, place, o) };
    load_match(l, place, o, &rule->match);
    if (!rule->count)
        kc_error_plain(l->dg, "script-rule", NULL, "%s: a rule needs answers", place);
}

static void load_rules(const struct loader *l, const kc_json *root)
{
    const kc_json    *list = kc_json_get(root, "rules");
    struct mock_rule *rules = kc_arena_array(arena(l), struct mock_rule, kc_json_length(list) + 1);

    for (size_t i = 0; i < kc_json_length(list); i++)
        load_rule(l, kc_arena_printf(arena(l), "rules[%zu]", i), kc_json_at(list, i), &rules[i]);
    l->script->rules = rules;
    l->script->rule_count = kc_json_length(list);
    if (!l->script->rule_count)
        kc_error_plain(l->dg, "script-rules", NULL, "a script needs \"rules\": [ ... ]");
}

static const char *folder_of(struct kc_arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash ? kc_arena_strndup(a, path, (size_t)(slash - path)) : ".";
}

bool mock_script_load(struct mock_script *script, const char *path, struct kc_diags *dg)
{
    const char   *why;
    struct kc_str text;
    struct loader l = { script, dg, folder_of(&script->arena, path) };

    if (!kc_file_read(&script->arena, path, &text, &why)) {
        kc_error_plain(dg, "script-file", NULL, "cannot read '%s': %s", path, why);
        return false;
    }
    script->root = kc_json_parse(text);
    if (kc_json_type(script->root) != KC_JSON_OBJECT) {
        kc_error_plain(dg, "script-json", NULL, "'%s' is not a JSON object", path);
        return false;
    }
    mock_keys(dg, "script", script->root, "rules faults keys models piece_bytes comment");
    load_rules(&l, script->root);
    script->faults = load_faults(&l, "script", script->root);
    script->piece_bytes = (size_t)kc_json_get_int(script->root, "piece_bytes", 0);
    script->keys = kc_json_get(script->root, "keys");
    script->models = kc_json_get(script->root, "models");
    return dg->errors == 0;
}

void mock_script_free(struct mock_script *script)
{
    kc_json_free(script->root);
    kc_arena_free(&script->arena);
}
