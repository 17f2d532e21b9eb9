/* Configuration: one table, two ways in.
 *
 * The YAML side reads events, not documents: aliases are refused, so a small file cannot grow, and
 * every complaint has a line and a column. */
#include "sim/params.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>
#include <yaml.h>

enum {
    YAML_LIMIT_BYTES = 1 << 20,
    DEEPEST = 8,
    NAME_LONGEST = 48,
    PARAMS_MOST = 128,
    SKIPPED_DEEPEST = 64
};

struct setter {
    const struct kc_params *params;
    void                   *config;
    struct kc_diags        *dg;
    bool                    seen[PARAMS_MOST];
};

/* ---- names -------------------------------------------------------------------------------- */

static bool same_name(struct kc_str text, const char *name)
{
    if (text.length != strlen(name))
        return false;
    for (size_t i = 0; i < text.length; i++)
        if (toupper((unsigned char)text.at[i]) != toupper((unsigned char)name[i]))
            return false;
    return true;
}

static bool listed(const char *const *list, struct kc_str name)
{
    for (; list && *list; list++)
        if (same_name(name, *list))
            return true;
    return false;
}

/* "_CYCLES" may be written or left out: the settings files of the machine do both. */
static const struct kc_param *find_param(const struct kc_params *params, struct kc_str name)
{
    static const char suffix[] = "_CYCLES";
    char              longer[NAME_LONGEST + sizeof suffix];

    for (size_t i = 0; i < params->count; i++)
        if (same_name(name, params->param[i].name))
            return &params->param[i];
    if (name.length <= NAME_LONGEST && !memchr(name.at, '\0', name.length)) {
        snprintf(longer, sizeof longer, "%.*s%s", (int)name.length, name.at, suffix);
        for (size_t i = 0; i < params->count; i++)
            if (params->param[i].kind == KC_PARAM_PAIR &&
                same_name(kc_str_from(longer), params->param[i].name))
                return &params->param[i];
    }
    return NULL;
}

static void unknown_key(struct setter *s, struct kc_span span, struct kc_str name)
{
    const char *names[128];
    size_t      count = 0;

    for (size_t i = 0; i < s->params->count && count < KC_COUNT(names); i++)
        names[count++] = s->params->param[i].name;
    const char *nearest = kc_str_nearest(name, names, count);

    kc_error(s->dg, span, "unknown-key",
             nearest ? kc_arena_printf(s->dg->arena, "did you mean %s?", nearest)
                     : "'kc platforms NAME' lists the parameters",
             "unknown parameter '%.*s'", KC_STR(name));
}

/* A parameter given twice is a mistake, not a choice. */
static void note_seen(struct setter *s, const struct kc_param *p, struct kc_span span)
{
    bool *seen = &s->seen[p - s->params->param];

    if (*seen)
        kc_error(s->dg, span, "duplicate-key", "write it once", "%s is given twice", p->name);
    *seen = true;
}

/* ---- values ------------------------------------------------------------------------------- */

/* A number, with K, M, G or T (also KiB, KB) for powers of 1024. */
static bool parse_size(struct kc_str text, uint64_t *value)
{
    static const char units[] = "KMGT";
    size_t            digits = 0;
    uint64_t          shift = 0;

    while (digits < text.length && isalnum((unsigned char)text.at[digits]) &&
           (isdigit((unsigned char)text.at[digits]) || kc_str_starts(text, "0x")))
        digits++;
    if (digits < text.length) {
        const char   *unit = strchr(units, toupper((unsigned char)text.at[digits]));
        struct kc_str rest = { text.at + digits + 1, text.length - digits - 1 };

        if (!unit || !*unit || (rest.length && !same_name(rest, "B") && !same_name(rest, "iB")))
            return false;
        shift = 10 * (uint64_t)(unit - units + 1);
    }
    if (!kc_str_u64((struct kc_str){ text.at, digits }, value) || *value > UINT64_MAX >> shift)
        return false;
    *value <<= shift;
    return true;
}

static bool set_uint(struct setter *s, const struct kc_param *p, struct kc_span span,
                     struct kc_str text, uint64_t *out)
{
    uint64_t value;

    if (!parse_size(text, &value)) {
        kc_error(s->dg, span, "param-value", p->doc,
                 "%s must be a whole number from %" PRIu64 " to %" PRIu64 ", not '%.*s'", p->name,
                 p->min, p->max, KC_STR(text));
        return false;
    }
    if (value < p->min || value > p->max) {
        kc_error(s->dg, span, "param-range", p->doc,
                 "%s = %" PRIu64 " is out of range (%" PRIu64 " to %" PRIu64 ")", p->name, value,
                 p->min, p->max);
        return false;
    }
    *out = value;
    return true;
}

static bool parse_fields(struct kc_str text, uint8_t *sign, uint8_t *exponent, uint8_t *mantissa)
{
    uint64_t v[3];

    for (int i = 0; i < 3; i++)
        if (!kc_str_u64(kc_str_cut(&text, '-'), &v[i]) || v[i] > 32)
            return false;
    *sign = (uint8_t)v[0], *exponent = (uint8_t)v[1], *mantissa = (uint8_t)v[2];
    return text.length == 0 && v[0] <= 1;
}

/* fp:1-8-7, int:32, mx:8:1-4-3:0-8-0 */
static bool parse_format(struct kc_str text, struct kc_format *f)
{
    const struct kc_str kind = kc_str_cut(&text, ':');
    uint64_t            number;

    *f = (struct kc_format){ 0 };
    if (same_name(kind, "fp"))
        return parse_fields(text, &f->sign, &f->exponent, &f->mantissa);
    if (same_name(kind, "int")) {
        f->is_int = true;
        if (!kc_str_u64(text, &number) || number < 1 || number > 64)
            return false;
        f->width = (uint8_t)number;
        return true;
    }
    if (!same_name(kind, "mx") || !kc_str_u64(kc_str_cut(&text, ':'), &number) || number < 1 ||
        number > 4096)
        return false;
    f->is_mx = true;
    f->block = (uint32_t)number;
    return parse_fields(kc_str_cut(&text, ':'), &f->sign, &f->exponent, &f->mantissa) &&
           parse_fields(text, &f->scale_sign, &f->scale_exponent, &f->scale_mantissa);
}

static void set_choice(struct setter *s, const struct kc_param *p, struct kc_span span,
                       struct kc_str text, uint64_t *out)
{
    struct kc_buf all = { 0 };

    for (uint64_t i = 0; p->choices[i]; i++) {
        if (same_name(text, p->choices[i])) {
            *out = i;
            kc_buf_free(&all);
            return;
        }
        kc_buf_printf(&all, "%s%s", i ? ", " : "", p->choices[i]);
    }
    kc_error(s->dg, span, "param-value", NULL, "%s must be one of %s, not '%.*s'", p->name,
             all.text, KC_STR(text));
    kc_buf_free(&all);
}

/* "1/2" sets both columns, "1" sets them alike. */
static void set_pair(struct setter *s, const struct kc_param *p, struct kc_span span,
                     struct kc_str text, uint32_t *pair)
{
    struct kc_str second = text, first = kc_str_cut(&second, '/');
    const bool    both = first.length < text.length;
    uint64_t      en = 0, dis = 0;

    if (set_uint(s, p, span, first, &en) && set_uint(s, p, span, both ? second : first, &dis)) {
        pair[0] = (uint32_t)en;
        pair[1] = (uint32_t)dis;
    }
}

static void set_text(struct setter *s, const struct kc_param *p, struct kc_span span,
                     struct kc_str text)
{
    uint8_t *at = (uint8_t *)s->config + p->offset;

    switch (p->kind) {
    case KC_PARAM_UINT:
        set_uint(s, p, span, text, (uint64_t *)(void *)at);
        break;
    case KC_PARAM_PAIR:
        set_pair(s, p, span, text, (uint32_t *)(void *)at);
        break;
    case KC_PARAM_FORMAT: {
        struct kc_format format;

        if (parse_format(text, &format))
            memcpy(at, &format, sizeof format);
        else
            kc_error(s->dg, span, "param-value",
                     "write fp:1-8-7, int:32 or mx:8:1-4-3:0-8-0 (block : element : scale)",
                     "%s: '%.*s' is not a number format", p->name, KC_STR(text));
        break;
    }
    case KC_PARAM_CHOICE:
        set_choice(s, p, span, text, (uint64_t *)(void *)at);
        break;
    }
}

void kc_params_set_options(const struct kc_params *params, void *config, size_t offset,
                           struct kc_diags *dg)
{
    struct setter s = { .params = params, .config = config, .dg = dg };
    struct kc_str rest = { dg->source.text.at + offset, dg->source.text.length - offset };

    while (rest.length) {
        struct kc_str          option = kc_str_trim(kc_str_cut(&rest, ','));
        const size_t           begin = (size_t)(option.at - dg->source.text.at);
        const struct kc_span   span = { begin, begin + option.length };
        const bool             has_value = memchr(option.at, '=', option.length) != NULL;
        const struct kc_str    name = kc_str_trim(kc_str_cut(&option, '='));
        const struct kc_param *p = find_param(params, name);

        if (!p)
            unknown_key(&s, span, name);
        else if (!has_value)
            kc_error(dg, span, "param-value", NULL, "%s needs a value: %s=...", p->name, p->name);
        else {
            note_seen(&s, p, span);
            set_text(&s, p, span, kc_str_trim(option));
        }
    }
}

/* ---- YAML --------------------------------------------------------------------------------- */

struct reader {
    struct setter *s;
    yaml_parser_t  parser;
    yaml_event_t   event;
    bool           failed;
};

/* libyaml counts characters, spans count bytes. */
static size_t byte_offset(const struct reader *r, size_t characters)
{
    const struct kc_str text = r->s->dg->source.text;
    size_t              at = 0;

    for (; characters > 0 && at < text.length; characters--) {
        const size_t n = kc_utf8_length(text.at + at, text.length - at);

        at += n ? n : 1;
    }
    return at;
}

static struct kc_span event_span(const struct reader *r)
{
    const size_t begin = byte_offset(r, r->event.start_mark.index);
    const size_t end = byte_offset(r, r->event.end_mark.index);

    return (struct kc_span){ begin, end > begin ? end : begin };
}

static void fail(struct reader *r, const char *hint, const char *what)
{
    if (!r->failed)
        kc_error(r->s->dg, event_span(r), "yaml", hint, "%s", what);
    r->failed = true;
}

static yaml_event_type_t advance(struct reader *r)
{
    yaml_event_delete(&r->event);
    if (!yaml_parser_parse(&r->parser, &r->event)) {
        const size_t at = byte_offset(r, r->parser.problem_mark.index);

        if (!r->failed)
            kc_error(r->s->dg, (struct kc_span){ at, at }, "yaml", NULL, "not YAML: %s",
                     r->parser.problem ? r->parser.problem : "malformed");
        r->failed = true;
        return YAML_NO_EVENT;
    }
    if (r->event.type == YAML_ALIAS_EVENT)
        fail(r, "write the value out", "aliases are not allowed in settings");
    return r->failed ? YAML_NO_EVENT : r->event.type;
}

static struct kc_str scalar(const struct reader *r)
{
    return (struct kc_str){ (const char *)r->event.data.scalar.value, r->event.data.scalar.length };
}

/* Passes over the value whose first event is current. */
static void skip_value(struct reader *r)
{
    int depth = 0;

    do {
        const yaml_event_type_t t = r->event.type;

        if (t == YAML_MAPPING_START_EVENT || t == YAML_SEQUENCE_START_EVENT)
            depth++;
        else if (t == YAML_MAPPING_END_EVENT || t == YAML_SEQUENCE_END_EVENT)
            depth--;
        if (depth > SKIPPED_DEEPEST)
            fail(r, NULL, "nested too deeply");
    } while (!r->failed && depth > 0 && advance(r) != YAML_NO_EVENT);
}

typedef void entry_fn(struct reader *r, struct kc_str key, struct kc_span span, void *context);

/* Calls entry for each key of the mapping that just started, with the value's event current. */
static void each_entry(struct reader *r, entry_fn *entry, void *context)
{
    for (;;) {
        const yaml_event_type_t t = advance(r);
        char                    key[NAME_LONGEST + 1] = "";

        if (t == YAML_NO_EVENT || t == YAML_MAPPING_END_EVENT)
            return;
        if (t != YAML_SCALAR_EVENT) {
            fail(r, NULL, "a key must be a plain word");
            return;
        }
        const struct kc_span span = event_span(r);
        const struct kc_str  name = scalar(r);

        if (name.length > NAME_LONGEST) {
            unknown_key(r->s, span, name);
            advance(r);
            skip_value(r);
            continue;
        }
        memcpy(key, name.at, name.length);
        if (advance(r) == YAML_NO_EVENT)
            return;
        entry(r, (struct kc_str){ key, name.length }, span, context);
    }
}

static uint64_t small_number(struct reader *r, struct kc_str text, uint64_t max)
{
    uint64_t value = 0;

    if (same_name(text, "true"))
        return 1;
    if (same_name(text, "false"))
        return 0;
    if (!kc_str_u64(text, &value) || value > max) {
        kc_error(r->s->dg, event_span(r), "param-value", NULL,
                 "'%.*s' is not a number from 0 to %" PRIu64, KC_STR(text), max);
        return 0;
    }
    return value;
}

struct type_fields {
    bool    is_int;
    uint8_t sign, exponent, mantissa, width;
};

/* A DATA_TYPE, ELEM or SCALE table: type, sign, exponent, mantissa or width. */
static void type_entry(struct reader *r, struct kc_str key, struct kc_span span, void *context)
{
    struct type_fields *t = context;

    if (r->event.type != YAML_SCALAR_EVENT) {
        fail(r, NULL, "a number or a word was expected here");
        return;
    }
    if (same_name(key, "type"))
        t->is_int = same_name(scalar(r), "Int");
    else if (same_name(key, "sign"))
        t->sign = (uint8_t)small_number(r, scalar(r), 1);
    else if (same_name(key, "exponent"))
        t->exponent = (uint8_t)small_number(r, scalar(r), 16);
    else if (same_name(key, "mantissa"))
        t->mantissa = (uint8_t)small_number(r, scalar(r), 32);
    else if (same_name(key, "width"))
        t->width = (uint8_t)small_number(r, scalar(r), 64);
    else
        kc_error(r->s->dg, span, "unknown-key", "type, sign, exponent, mantissa, width",
                 "unknown key '%.*s' in a data type", KC_STR(key));
}

/* A type: format (any text), and DATA_TYPE, or block, ELEM and SCALE. */
static void format_entry(struct reader *r, struct kc_str key, struct kc_span span, void *context)
{
    struct kc_format  *f = context;
    struct type_fields t = { .sign = 1 };

    if (same_name(key, "format") && r->event.type == YAML_SCALAR_EVENT)
        return;
    if (same_name(key, "block") && r->event.type == YAML_SCALAR_EVENT) {
        f->block = (uint32_t)small_number(r, scalar(r), 4096);
        return;
    }
    if (r->event.type != YAML_MAPPING_START_EVENT ||
        !(same_name(key, "DATA_TYPE") || same_name(key, "ELEM") || same_name(key, "SCALE"))) {
        kc_error(r->s->dg, span, "unknown-key", "format, DATA_TYPE; or format, block, ELEM, SCALE",
                 "unexpected key '%.*s' in a number format", KC_STR(key));
        skip_value(r);
        return;
    }
    each_entry(r, type_entry, &t);
    if (same_name(key, "SCALE")) {
        f->scale_sign = t.sign, f->scale_exponent = t.exponent, f->scale_mantissa = t.mantissa;
        return;
    }
    f->is_mx = same_name(key, "ELEM");
    f->is_int = t.is_int;
    f->sign = t.sign, f->exponent = t.exponent, f->mantissa = t.mantissa, f->width = t.width;
}

/* The inside of "MLEN: {value: 64}" or "VECTOR_ADD_CYCLES: {dc_lib_en: 1, dc_lib_dis: 2}". */
static void value_entry(struct reader *r, struct kc_str key, struct kc_span span, void *context)
{
    const struct kc_param *p = context;
    const bool             en = same_name(key, "dc_lib_en");
    uint64_t               value = 0;

    if (r->event.type != YAML_SCALAR_EVENT) {
        fail(r, NULL, "a number was expected here");
    } else if (same_name(key, "value") && p->kind != KC_PARAM_PAIR) {
        set_text(r->s, p, event_span(r), scalar(r));
    } else if (p->kind == KC_PARAM_PAIR && (en || same_name(key, "dc_lib_dis"))) {
        if (set_uint(r->s, p, event_span(r), scalar(r), &value))
            ((uint32_t *)(void *)((uint8_t *)r->s->config + p->offset))[en ? 0 : 1] =
                (uint32_t)value;
    } else {
        kc_error(r->s->dg, span, "unknown-key",
                 p->kind == KC_PARAM_PAIR ? "the keys are dc_lib_en and dc_lib_dis"
                                          : "the only key is value",
                 "unknown key '%.*s' in %s", KC_STR(key), p->name);
    }
}

static void set_from_yaml(struct reader *r, const struct kc_param *p)
{
    if (r->event.type == YAML_SCALAR_EVENT) {
        set_text(r->s, p, event_span(r), scalar(r));
    } else if (r->event.type != YAML_MAPPING_START_EVENT) {
        fail(r, NULL, "a value or a table was expected here");
    } else if (p->kind == KC_PARAM_FORMAT) {
        struct kc_format f = { .scale_exponent = 8 };

        each_entry(r, format_entry, &f);
        if (!r->failed)
            memcpy((uint8_t *)r->s->config + p->offset, &f, sizeof f);
    } else {
        each_entry(r, value_entry, (void *)(uintptr_t)p);
    }
}

/* A section, something skipped, or a parameter. */
static void top_entry(struct reader *r, struct kc_str key, struct kc_span span, void *context)
{
    const int              depth = *(int *)context;
    const struct kc_param *p = find_param(r->s->params, key);

    if (p) {
        note_seen(r->s, p, span);
        set_from_yaml(r, p);
    } else if (listed(r->s->params->skipped, key)) {
        skip_value(r);
    } else if (listed(r->s->params->sections, key) && depth < DEEPEST &&
               r->event.type == YAML_MAPPING_START_EVENT) {
        int deeper = depth + 1;

        each_entry(r, top_entry, &deeper);
    } else {
        unknown_key(r->s, span, key);
        skip_value(r);
    }
}

static void read_document(struct reader *r)
{
    int depth = 0;

    while (advance(r) == YAML_STREAM_START_EVENT || r->event.type == YAML_DOCUMENT_START_EVENT)
        ;
    if (r->event.type == YAML_STREAM_END_EVENT || r->failed)
        return;
    if (r->event.type != YAML_MAPPING_START_EVENT) {
        fail(r, "write for example  MLEN: 32", "settings are a table of names and values");
        return;
    }
    each_entry(r, top_entry, &depth);
    while (!r->failed && advance(r) == YAML_DOCUMENT_END_EVENT)
        ;
    if (!r->failed && r->event.type != YAML_STREAM_END_EVENT)
        fail(r, NULL, "settings are one document");
}

void kc_params_set_yaml(const struct kc_params *params, void *config, struct kc_diags *dg)
{
    struct setter       s = { .params = params, .config = config, .dg = dg };
    struct reader       r = { .s = &s };
    const struct kc_str text = dg->source.text;

    if (text.length > YAML_LIMIT_BYTES) {
        kc_error_plain(dg, "file-size", NULL, "settings of more than 1 MiB are refused");
        return;
    }
    if (!yaml_parser_initialize(&r.parser)) {
        kc_error_plain(dg, "yaml", NULL, "the YAML reader could not start");
        return;
    }
    yaml_parser_set_encoding(&r.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text.at, text.length);
    read_document(&r);
    yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
}

uint64_t kc_params_uint(const struct kc_params *params, const void *config, const char *name)
{
    const struct kc_param *p = find_param(params, kc_str_from(name));
    uint64_t               value;

    assert(p && (p->kind == KC_PARAM_UINT || p->kind == KC_PARAM_CHOICE));
    memcpy(&value, (const uint8_t *)config + p->offset, sizeof value);
    return value;
}

/* ---- printing ----------------------------------------------------------------------------- */

static void print_format(const struct kc_format *f, struct kc_buf *out)
{
    if (f->is_mx)
        kc_buf_printf(out, "mx:%" PRIu32 ":%d-%d-%d:%d-%d-%d", f->block, f->sign, f->exponent,
                      f->mantissa, f->scale_sign, f->scale_exponent, f->scale_mantissa);
    else if (f->is_int)
        kc_buf_printf(out, "int:%d", f->width);
    else
        kc_buf_printf(out, "fp:%d-%d-%d", f->sign, f->exponent, f->mantissa);
}

void kc_param_print(const struct kc_param *param, const void *config, struct kc_buf *out)
{
    const uint8_t *at = (const uint8_t *)config + param->offset;
    uint64_t       number;
    uint32_t       pair[2];

    memcpy(&number, at, sizeof number);
    memcpy(pair, at, sizeof pair);
    switch (param->kind) {
    case KC_PARAM_UINT:
        kc_buf_printf(out, "%" PRIu64, number);
        break;
    case KC_PARAM_PAIR:
        kc_buf_printf(out, "%" PRIu32 "/%" PRIu32, pair[0], pair[1]);
        break;
    case KC_PARAM_FORMAT:
        print_format((const struct kc_format *)(const void *)at, out);
        break;
    case KC_PARAM_CHOICE:
        kc_buf_puts(out, param->choices[number]);
        break;
    }
}
