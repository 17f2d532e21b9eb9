/* Lines to functions, loops and calls. */
#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "baseline/aie2/linear_ir.h"

enum {
    DEPTH = 8,
    TRIPS_MOST = 1 << 24,
    GROUPS_MOST = 64,
    INLINE_ONCE = 400, /* lines of a function with one caller */
    INLINE_OFTEN = 240 /* lines of all copies */
};

/* A line without its comment. */
static struct kc_str code_of(struct kc_str line)
{
    for (size_t i = 0; i + 1 < line.length; i++)
        if (line.at[i] == '/' && line.at[i + 1] == '/')
            line.length = i;
    return kc_str_trim(line);
}

static bool is_note(struct kc_str line)
{
    return kc_str_starts(kc_str_trim(line), "//");
}

static struct kc_str first_word(struct kc_str line)
{
    size_t length = 0;

    while (length < line.length && !isspace((unsigned char)line.at[length]))
        length++;
    return (struct kc_str){ line.at, length };
}

static struct kc_str rest_of(struct kc_str line)
{
    const size_t length = first_word(line).length;

    return kc_str_trim((struct kc_str){ line.at + length, line.length - length });
}

/* ---- nodes -------------------------------------------------------------------------------- */

/* Where the next node goes. */
struct open_list {
    struct lin_node **first, **last;
};

static struct lin_node *add_node(struct aie2_linear *l, struct open_list *list, enum lin_kind kind,
                                 uint32_t line)
{
    struct lin_node *node = kc_arena_new(l->arena, struct lin_node);

    node->kind = kind;
    node->line = line;
    if (*list->last)
        (*list->last)->next = node;
    else
        *list->first = node;
    *list->last = node;
    return node;
}

static bool number_after(struct kc_str text, const char *key, uint32_t *value)
{
    const size_t length = strlen(key);
    uint64_t     number;

    if (!kc_str_starts(text, key) ||
        !kc_str_u64((struct kc_str){ text.at + length, text.length - length }, &number) ||
        number < 1 || number > TRIPS_MOST)
        return false;
    *value = (uint32_t)number;
    return true;
}

static bool loop_option(struct lin_node *loop, struct kc_str text)
{
    return number_after(text, "min=", &loop->least) ||
           number_after(text, "unroll=", &loop->unroll) ||
           number_after(text, "multiple=", &loop->multiple);
}

static void parse_loop(struct aie2_linear *l, struct lin_node *loop, struct kc_str text)
{
    const struct kc_str count = kc_str_trim(kc_str_cut(&text, ','));

    loop->least = loop->multiple = 1;
    loop->scope = l->scope;
    if (!number_after(count, "#", &loop->trips) && (count.length == 0 || count.at[0] != 'r'))
        lin_error(l, loop->line,
                  ".loop takes #N with N >= 1, or a register and min=M: .loop r%%n, min=4");
    loop->count = kc_arena_strndup(l->arena, count.at, count.length);
    while (text.length) {
        const struct kc_str option = kc_str_trim(kc_str_cut(&text, ','));

        if (!loop_option(loop, option))
            lin_error(l, loop->line, "'%.*s' is no option of .loop: min=M, multiple=K, unroll=U",
                      KC_STR(option));
    }
    if (loop->trips)
        loop->least = loop->multiple = loop->trips;
}

static struct lin_function *find_function(struct aie2_linear *l, struct kc_str name)
{
    for (struct lin_function *f = l->functions; f; f = f->next)
        if (kc_str_is(name, f->name))
            return f;
    return NULL;
}

static void reserve(struct aie2_linear *l, struct kc_str names, uint32_t line)
{
    while (names.length) {
        const struct kc_str name = kc_str_trim(kc_str_cut(&names, ','));
        const uint16_t      reg = aie2_names_reg(&l->as->names, name.at, name.length);

        if (reg == AIE2_NO_REG) {
            lin_error(l, line, "'%.*s' is no register", KC_STR(name));
            return;
        }
        for (size_t i = 0; i < aie2_registers[reg].part_count; i++)
            lin_put(l->reserved, aie2_registers[reg].part[i].part);
    }
}

/* ---- what must be known before ------------------------------------------------------------ */

static const char *find_text(struct kc_str line, const char *text)
{
    return line.length ? memmem(line.at, line.length, text, strlen(text)) : NULL;
}

/* The names of address groups: d%walk, d3%walk. */
static void find_groups(struct aie2_linear *l, struct kc_str line)
{
    for (size_t i = 0; i + 2 < line.length; i++) {
        const bool three = line.at[i + 1] == '3' && line.at[i + 2] == '%';
        size_t     end = i + (three ? 3 : 2);

        if (line.at[i] != 'd' || (!three && line.at[i + 1] != '%') ||
            (i > 0 && (isalnum((unsigned char)line.at[i - 1]))) || l->groups == GROUPS_MOST)
            continue;
        l->group[l->groups].at = line.at + end;
        while (end < line.length && (isalnum((unsigned char)line.at[end]) || line.at[end] == '_'))
            end++;
        l->group[l->groups].length = (size_t)(line.at + end - l->group[l->groups].at);
        l->group_base[l->groups++] = three ? AIE2_KIND_D3 : AIE2_KIND_D;
    }
}

static void find_status(struct aie2_linear *l, struct kc_str line)
{
    if (kc_str_starts(line, "adc") || kc_str_starts(line, "sbc"))
        lin_put(l->sr_read, AIE2_PART_srCarry);
    for (unsigned part = 0; part < AIE2_PART_COUNT; part++)
        if (aie2_registers[part].kind == AIE2_KIND_SR && find_text(line, aie2_registers[part].name))
            lin_put(l->sr_read, part);
}

/* The groups of one function: names are its own. */
static void look_for_groups(struct aie2_linear *l, const struct lin_function *f)
{
    l->groups = 0;
    l->group = kc_arena_array(l->arena, struct kc_str, GROUPS_MOST);
    l->group_base = kc_arena_alloc(l->arena, GROUPS_MOST);
    for (size_t i = f->from; i < f->to; i++)
        find_groups(l, code_of(l->line[i]));
}

/* Status registers that the function reads, or one that may be inlined. */
static void look_for_status(struct aie2_linear *l, const struct lin_function *f)
{
    memset(l->sr_read, 0, sizeof l->sr_read);
    for (size_t i = f->from; i < f->to; i++)
        find_status(l, code_of(l->line[i]));
    for (const struct lin_function *g = l->functions; g && l->tune.inlines; g = g->next)
        for (size_t i = g->from; i < g->to; i++)
            find_status(l, code_of(l->line[i]));
}

bool lin_is_own(struct kc_str line)
{
    static const char *const own[] = {
        ".func", ".endfunc", ".loop", ".endloop", ".call", ".reserve"
    };
    const struct kc_str word = first_word(code_of(line));

    for (size_t i = 0; i < KC_COUNT(own); i++)
        if (kc_str_is(word, own[i]))
            return true;
    return false;
}

/* ---- functions ---------------------------------------------------------------------------- */

static void parse_lines(struct aie2_linear *l, struct open_list *list, size_t depth, size_t from,
                        size_t to);

/* Calls of short functions with loops are worth a copy: then the loop around it can be turned.
 * Only the entry function takes them in; others should leave registers to their callers. */
static bool worth_inlining(const struct aie2_linear *l, const struct lin_function *f)
{
    const size_t lines = f->to - f->from;

    return l->tune.inlines && l->function->entry && f->loops &&
           (f->sites == 1 ? lines <= INLINE_ONCE : lines * f->sites <= INLINE_OFTEN);
}

static void inline_call(struct aie2_linear *l, struct open_list *list, size_t depth,
                        struct lin_function *f)
{
    struct kc_str *const group = l->group;
    uint8_t *const       group_base = l->group_base;
    const size_t         groups = l->groups;
    const uint16_t       scope = l->scope;

    l->scope = ++l->scopes;
    f->inlined = true;
    look_for_groups(l, f);
    parse_lines(l, list, depth, f->from, f->to);
    l->group = group;
    l->group_base = group_base;
    l->groups = groups;
    l->scope = scope;
}

static void parse_call(struct aie2_linear *l, struct open_list *list, size_t depth,
                       struct kc_str name, uint32_t line)
{
    struct lin_function *f = find_function(l, name);

    if (!f || f == l->function) {
        lin_error(l, line, "'%.*s' is no function defined before; .func %.*s must come first",
                  KC_STR(name), KC_STR(name));
    } else if (worth_inlining(l, f)) {
        inline_call(l, list, depth, f);
    } else {
        add_node(l, &list[depth], LIN_NODE_CALL, line)->callee = f;
        l->function->calls = true;
    }
}

static void parse_op(struct aie2_linear *l, struct open_list *list, struct kc_str text,
                     uint32_t line)
{
    struct lin_op *op = lin_op_parse(l, text, line);

    if (op)
        add_node(l, list, LIN_NODE_OP, line)->op = op;
    if (op && op->jump)
        lin_error(l, line, "jumps are made by .loop, .call and the end of a function");
}

static void parse_line(struct aie2_linear *l, struct open_list *list, size_t *depth, size_t i)
{
    const uint32_t      line = (uint32_t)i + 1;
    const struct kc_str text = code_of(l->line[i]), word = first_word(text);

    if (is_note(l->line[i])) {
        const struct kc_str note = kc_str_trim(l->line[i]);

        add_node(l, &list[*depth], LIN_NODE_NOTE, line)->text =
            kc_arena_strndup(l->arena, note.at, note.length);
    } else if (kc_str_is(word, ".loop") && *depth + 1 < DEPTH) {
        struct lin_node *loop = add_node(l, &list[*depth], LIN_NODE_LOOP, line);

        parse_loop(l, loop, rest_of(text));
        list[++*depth] = (struct open_list){ &loop->body, &loop->last };
    } else if (kc_str_is(word, ".loop")) {
        lin_error(l, line, "loops stand inside each other at most %d deep", DEPTH - 1);
    } else if (kc_str_is(word, ".endloop") && *depth > 0) {
        --*depth;
    } else if (kc_str_is(word, ".call")) {
        parse_call(l, list, *depth, rest_of(text), line);
    } else if (kc_str_is(word, ".reserve")) {
        reserve(l, rest_of(text), line);
    } else if (kc_str_is(word, ".endloop")) {
        lin_error(l, line, "there is no .loop that this could end");
    } else if (word.length && word.at[0] != '.') {
        parse_op(l, &list[*depth], text, line);
    }
}

static void parse_lines(struct aie2_linear *l, struct open_list *list, size_t depth, size_t from,
                        size_t to)
{
    const size_t base = depth;

    for (size_t i = from; i < to && !l->error; i++)
        parse_line(l, list, &depth, i);
    if (depth > base)
        lin_error(l, (uint32_t)from, "a .loop of this function has no .endloop");
}

void lin_survey(const struct aie2_linear *l, struct lin_function *f)
{
    bool calls = false;

    f->sites = 0;
    f->loops = false;
    for (size_t i = 0; i < l->count; i++) {
        const struct kc_str text = code_of(l->line[i]), word = first_word(text);
        const bool          inside = i >= f->from && i < f->to;

        f->sites += kc_str_is(word, ".call") && kc_str_is(rest_of(text), f->name);
        f->loops |= inside && kc_str_is(word, ".loop");
        calls |= inside && kc_str_is(word, ".call");
    }
    f->loops &= !calls;
}

static void relist(struct aie2_linear *l, struct lin_node *n)
{
    for (; n; n = n->next) {
        if (n->kind == LIN_NODE_OP)
            lin_op_relist(l, n->op);
        relist(l, n->body);
    }
}

bool lin_parse_function(struct aie2_linear *l, struct lin_function *f)
{
    struct open_list list[DEPTH] = { { &f->body, &f->last } };

    l->function = f;
    l->vregs = l->tags = 0;
    l->scope = l->scopes = 0;
    l->ops = 0;
    l->storages = AIE2_PART_COUNT;
    memset(l->reserved, 0, sizeof l->reserved);
    f->body = f->last = NULL;
    f->calls = false;
    look_for_groups(l, f);
    look_for_status(l, f);
    parse_lines(l, list, 0, f->from, f->to);
    lin_split(l, f->body);
    lin_vregs_fix(l);
    relist(l, f->body);
    lin_number(l, f->body);
    return !l->error;
}
