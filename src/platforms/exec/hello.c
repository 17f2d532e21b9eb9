/* The first answer of a simulator: its tables, every field checked. */
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "platforms/exec/parts.h"
#include "sim/elems.h"

enum { TEXT_MOST = 1 << 18, LIST_MOST = 1024, UNITS_MOST = KC_UNITS };

/* What is being read, and the first thing that is wrong with it. */
struct reader {
    struct kc_arena      *arena;
    struct exec_platform *x;
    const char           *wrong;
};

static void wrong(struct reader *r, const char *format, ...) KC_PRINTF(2, 3);

static void wrong(struct reader *r, const char *format, ...)
{
    va_list args;

    if (r->wrong)
        return;
    va_start(args, format);
    r->wrong = kc_arena_vprintf(r->arena, format, args);
    va_end(args);
}

/* ---- values ------------------------------------------------------------------------------- */

static bool printable(struct kc_str text)
{
    for (size_t i = 0; i < text.length; i++)
        if ((unsigned char)text.at[i] < ' ' && text.at[i] != '\n' && text.at[i] != '\t')
            return false;
    return true;
}

/* A text in the arena; NULL when it is absent. */
static const char *optional(struct reader *r, const kc_json *object, const char *key)
{
    const kc_json      *value = kc_json_get(object, key);
    const struct kc_str text = kc_json_text(value);

    if (kc_json_type(value) == KC_JSON_NULL)
        return NULL;
    if (kc_json_type(value) != KC_JSON_STRING || text.length > TEXT_MOST || !printable(text)) {
        wrong(r, "'%s' must be a text without control characters", key);
        return NULL;
    }
    return kc_arena_strndup(r->arena, text.at, text.length);
}

static const char *text(struct reader *r, const kc_json *object, const char *key)
{
    const char *found = optional(r, object, key);

    if (!found || (!*found && strcmp(key, "syntax") != 0)) {
        wrong(r, "'%s' is missing", key);
        return found ? found : "";
    }
    return found;
}

/* A name that stands in targets, options and JSON as it is. */
static const char *word(struct reader *r, const kc_json *object, const char *key)
{
    const char  *found = text(r, object, key);
    const size_t good = strspn(found, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_-");

    if (found[good] || good > 32)
        wrong(r, "'%s' must be letters, digits, '-' and '_', at most 32", key);
    return found;
}

static uint64_t number(struct reader *r, const kc_json *object, const char *key, uint64_t least,
                       uint64_t most)
{
    const kc_json *value = kc_json_get(object, key);
    const int64_t  n = kc_json_to_int(value, -1);

    if (kc_json_type(value) != KC_JSON_INT || n < 0 || (uint64_t)n < least || (uint64_t)n > most) {
        wrong(r, "'%s' must be a number from %" PRIu64 " to %" PRIu64, key, least, most);
        return least;
    }
    return (uint64_t)n;
}

/* How many entries a list has, which must not be longer than most. */
static size_t length(struct reader *r, const kc_json *object, const char *key, size_t most)
{
    const kc_json *list = kc_json_get(object, key);

    if (kc_json_type(list) == KC_JSON_NULL)
        return 0;
    if (kc_json_type(list) != KC_JSON_ARRAY || kc_json_length(list) > most) {
        wrong(r, "'%s' must be a list of at most %zu", key, most);
        return 0;
    }
    return kc_json_length(list);
}

static const kc_json *entry(const kc_json *object, const char *key, size_t index)
{
    return kc_json_at(kc_json_get(object, key), index);
}

/* ---- parameters and sizes ----------------------------------------------------------------- */

static void read_params(struct reader *r, const kc_json *hello)
{
    static const char *const none[] = { NULL };
    struct exec_platform    *x = r->x;

    x->params.count = length(r, hello, "parameters", EXEC_PARAMS);
    for (size_t i = 0; i < x->params.count; i++) {
        const kc_json *o = entry(hello, "parameters", i);

        x->param[i] = (struct kc_param){
            .name = word(r, o, "name"),
            .kind = KC_PARAM_UINT,
            .offset = offsetof(struct exec_config, value) + i * sizeof(uint64_t),
            .min = number(r, o, "min", 0, INT64_MAX),
            .max = number(r, o, "max", 0, INT64_MAX),
            .doc = text(r, o, "doc"),
        };
        x->param_value[i] = number(r, o, "default", x->param[i].min, x->param[i].max);
    }
    x->params.param = x->param;
    x->params.sections = x->params.skipped = none;
}

static struct exec_size size_of(struct reader *r, const kc_json *object, const char *key,
                                uint64_t fallback)
{
    const kc_json *value = kc_json_get(object, key);

    if (kc_json_type(value) == KC_JSON_NULL && fallback)
        return (struct exec_size){ fallback, -1 };
    for (size_t i = 0; i < r->x->params.count; i++)
        if (kc_str_is(kc_json_text(value), r->x->param[i].name))
            return (struct exec_size){ 0, (int)i };
    if (kc_json_type(value) == KC_JSON_STRING)
        wrong(r, "'%s' names a parameter that does not exist", key);
    return (struct exec_size){ number(r, object, key, 1, UINT32_MAX), -1 };
}

/* ---- instructions ------------------------------------------------------------------------- */

static void read_units(struct reader *r, const kc_json *hello, struct kc_isa_desc *d)
{
    const char **names, **categories;

    d->unit_count = length(r, hello, "units", UNITS_MOST);
    names = kc_arena_array(r->arena, const char *, d->unit_count + 1);
    categories = kc_arena_array(r->arena, const char *, d->unit_count + 1);
    for (size_t i = 0; i < d->unit_count; i++) {
        names[i] = text(r, entry(hello, "units", i), "name");
        categories[i] = text(r, entry(hello, "units", i), "category");
    }
    d->units = names;
    d->categories = categories;
}

static void read_classes(struct reader *r, const kc_json *hello, struct kc_isa_desc *d)
{
    struct kc_reg_class *classes;
    uint64_t             sum = 0;

    d->reg_class_count = length(r, hello, "registers", EXEC_CLASSES);
    classes = kc_arena_array(r->arena, struct kc_reg_class, d->reg_class_count + 1);
    for (size_t i = 0; i < d->reg_class_count; i++) {
        const kc_json *o = entry(hello, "registers", i);

        classes[i] = (struct kc_reg_class){ word(r, o, "prefix"),
                                            (uint32_t)number(r, o, "count", 1, EXEC_REGISTERS),
                                            text(r, o, "name"), text(r, o, "doc") };
        sum += classes[i].count;
        if (strlen(classes[i].prefix) > 8)
            wrong(r, "the prefix '%.16s' is longer than 8", classes[i].prefix);
    }
    if (sum > EXEC_REGISTERS)
        wrong(r, "there are more than %d registers", EXEC_REGISTERS);
    d->reg_classes = classes;
}

static uint8_t class_of(struct reader *r, const char *prefix)
{
    for (size_t i = 0; i < r->x->desc.reg_class_count; i++)
        if (strcmp(r->x->desc.reg_classes[i].prefix, prefix) == 0)
            return (uint8_t)i;
    wrong(r, "an operand is of the registers '%.16s', which do not exist", prefix);
    return 0;
}

static void read_operands(struct reader *r, const kc_json *hello, struct kc_isa_desc *d)
{
    struct kc_operand *operands;

    d->operand_count = length(r, hello, "operands", KC_ISA_OPERANDS);
    operands = kc_arena_array(r->arena, struct kc_operand, d->operand_count + 1);
    for (size_t i = 0; i < d->operand_count; i++) {
        const kc_json *o = entry(hello, "operands", i);
        const char    *prefix = optional(r, o, "register");

        operands[i] = (struct kc_operand){ .letter = text(r, o, "letter")[0],
                                           .name = text(r, o, "name"),
                                           .kind = prefix ? KC_OPERAND_REG : KC_OPERAND_UIMM,
                                           .reg_class = prefix ? class_of(r, prefix) : 0,
                                           .doc = text(r, o, "doc") };
    }
    d->operands = operands;
}

static uint8_t unit_of(struct reader *r, const char *name)
{
    for (size_t i = 0; i < r->x->desc.unit_count; i++)
        if (strcmp(r->x->desc.units[i], name) == 0)
            return (uint8_t)i;
    wrong(r, "an instruction is of the unit '%.32s', which does not exist", name);
    return 0;
}

static void read_insn(struct reader *r, const kc_json *o, struct kc_insn *insn)
{
    *insn = (struct kc_insn){ .mnemonic = text(r, o, "mnemonic"),
                              .bits = text(r, o, "bits"),
                              .syntax = text(r, o, "syntax"),
                              .unit = unit_of(r, text(r, o, "unit")),
                              .cycles_text = text(r, o, "cycles"),
                              .effect = text(r, o, "effect"),
                              .doc = text(r, o, "doc"),
                              .pitfalls = optional(r, o, "pitfalls"),
                              .example = text(r, o, "example") };
    if (strpbrk(insn->mnemonic, " \t\n,;") || strlen(insn->mnemonic) > 32)
        wrong(r, "'%.40s' is no mnemonic", insn->mnemonic);
}

static void read_insns(struct reader *r, const kc_json *hello, struct kc_isa_desc *d)
{
    const struct kc_insn **rows, *row = NULL;
    struct kc_insn        *insns;
    const char            *why;

    d->insn_count = length(r, hello, "instructions", LIST_MOST);
    insns = kc_arena_array(r->arena, struct kc_insn, d->insn_count + 1);
    rows = kc_arena_array(r->arena, const struct kc_insn *, d->insn_count + 1);
    for (size_t i = 0; i < d->insn_count; i++) {
        read_insn(r, entry(hello, "instructions", i), &insns[i]);
        rows[i] = &insns[i];
        for (size_t k = 0; k < i; k++)
            if (strcmp(insns[k].mnemonic, insns[i].mnemonic) == 0)
                wrong(r, "the instruction %s is there twice", insns[i].mnemonic);
    }
    d->insns = rows;
    if (d->insn_count == 0)
        wrong(r, "there are no 'instructions'");
    else if (!r->wrong && (why = kc_isa_malformed(d, &row)))
        wrong(r, "instruction %s: %s", row ? row->mnemonic : "", why);
}

/* ---- memory, traps, tasks ----------------------------------------------------------------- */

static void read_memory(struct reader *r, const kc_json *hello)
{
    struct exec_platform *x = r->x;
    const char           *main = text(r, hello, "main");

    x->region_count = length(r, hello, "memory", EXEC_REGIONS);
    x->main = x->region_count;
    for (size_t i = 0; i < x->region_count; i++) {
        const kc_json *o = entry(hello, "memory", i);

        x->region[i] =
            (struct exec_region){ word(r, o, "name"), text(r, o, "doc"),
                                  kc_elem_find(text(r, o, "type")), size_of(r, o, "elements", 0),
                                  size_of(r, o, "row", 1) };
        if (!x->region[i].type)
            wrong(r, "the memory '%s' must be of type float32, int32 or byte", x->region[i].name);
        for (size_t k = 0; k < i; k++)
            if (strcmp(x->region[k].name, x->region[i].name) == 0)
                wrong(r, "the memory '%s' is there twice", x->region[i].name);
        if (strcmp(x->region[i].name, main) == 0)
            x->main = i;
    }
    if (x->main == x->region_count)
        wrong(r, "'main' must name one of the memories");
    x->align = size_of(r, hello, "align", 1);
    x->columns = size_of(r, hello, "columns", 1);
}

static void read_traps(struct reader *r, const kc_json *hello)
{
    r->x->trap_count = length(r, hello, "traps", EXEC_TRAPS);
    for (size_t i = 0; i < r->x->trap_count; i++) {
        const kc_json *o = entry(hello, "traps", i);

        r->x->trap[i] =
            (struct exec_trap){ text(r, o, "cause"), text(r, o, "rule"), optional(r, o, "hint") };
    }
}

static void read_sizes(struct reader *r, const kc_json *list, uint32_t *sizes)
{
    if (kc_json_type(list) != KC_JSON_ARRAY || kc_json_length(list) > KC_OFFER_SIZES)
        wrong(r, "sizes are lists of at most %d numbers", KC_OFFER_SIZES);
    for (size_t i = 0; i < KC_OFFER_SIZES && i < kc_json_length(list); i++) {
        const int64_t n = kc_json_to_int(kc_json_at(list, i), 0);

        if (n < 1 || n > 1 << 20)
            wrong(r, "a size is a number from 1 to 1048576");
        sizes[i] = (uint32_t)n;
    }
}

static void read_offer(struct reader *r, const kc_json *o, struct kc_offer *offer)
{
    offer->task = text(r, o, "task");
    if (kc_json_length(kc_json_get(o, "configs")) != KC_OFFER_CONFIGS)
        wrong(r, "the task '%.32s' needs %d 'configs'", offer->task, KC_OFFER_CONFIGS);
    for (size_t i = 0; i < KC_OFFER_CONFIGS; i++)
        read_sizes(r, entry(o, "configs", i), offer->config[i]);
    read_sizes(r, kc_json_get(o, "multiple"), offer->multiple);
    read_sizes(r, kc_json_get(o, "most"), offer->most);
}

const char *exec_read_hello(struct kc_arena *arena, const kc_json *hello, struct exec_platform *x)
{
    struct reader       r = { arena, x, NULL };
    struct kc_platform *p = &x->platform;

    if (kc_json_type(hello) != KC_JSON_OBJECT)
        return "its first answer is no JSON object";
    if (kc_json_get_int(hello, "version", 0) != EXEC_VERSION)
        wrong(&r, "it speaks version %" PRId64 " of the protocol, this kc speaks version %d",
              kc_json_get_int(hello, "version", 0), EXEC_VERSION);
    p->name = text(&r, hello, "name");
    p->summary = text(&r, hello, "summary");
    p->notes = text(&r, hello, "notes");
    p->language = text(&r, hello, "language");
    p->faster = text(&r, hello, "faster");
    p->comment = ";";
    p->integers = kc_json_get_bool(hello, "integers", false);
    if (kc_json_get(hello, "fuel"))
        x->fuel = number(&r, hello, "fuel", 1, INT64_MAX);
    read_params(&r, hello);
    x->desc.name = p->name;
    read_units(&r, hello, &x->desc);
    read_classes(&r, hello, &x->desc);
    read_operands(&r, hello, &x->desc);
    read_insns(&r, hello, &x->desc);
    read_memory(&r, hello);
    read_traps(&r, hello);
    p->offer_count = length(&r, hello, "tasks", EXEC_OFFERS);
    for (size_t i = 0; i < p->offer_count; i++)
        read_offer(&r, entry(hello, "tasks", i), &x->offer[i]);
    return r.wrong;
}
