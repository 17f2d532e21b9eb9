/* Names: hash tables over mnemonics and registers, symbols, and classes in words. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "platforms/aie2/aie2_asm.h"

static uint32_t hash(const char *at, size_t length)
{
    uint32_t h = 2166136261u;

    for (size_t i = 0; i < length; i++)
        h = (h ^ (uint8_t)at[i]) * 16777619u;
    return h ^ (h >> 15);
}

static void add(uint16_t *table, uint32_t mask, const char *name, size_t id)
{
    uint32_t at = hash(name, strlen(name)) & mask;

    while (table[at])
        at = (at + 1) & mask;
    table[at] = (uint16_t)(id + 1);
}

static void build_codes(struct aie2_names *names)
{
    memset(names->code, 0xff, sizeof names->code);
    for (size_t c = 0; c < AIE2_CLASS_REGS; c++)
        for (size_t i = 0; i < aie2_reg_classes[c].count; i++) {
            const struct aie2_member *m = &aie2_reg_classes[c].member[i];

            names->code[c][m->reg] = (int16_t)m->code;
        }
}

void aie2_names_build(struct aie2_names *names)
{
    memset(names->mnemonic, 0, sizeof names->mnemonic);
    memset(names->reg, 0, sizeof names->reg);
    for (size_t i = 0; i < AIE2_MN_COUNT; i++)
        add(names->mnemonic, AIE2_NAME_SLOTS - 1, aie2_mnemonics[i].name, i);
    for (size_t i = 0; i < AIE2_REG_COUNT; i++)
        if (aie2_registers[i].kind != AIE2_KIND_D3)
            add(names->reg, AIE2_REG_SLOTS - 1, aie2_registers[i].name, i);
    build_codes(names);
}

static bool same(const char *name, const char *at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (name[i] != at[i] || name[i] == '\0')
            return false;
    return name[length] == '\0';
}

enum aie2_mnemonic aie2_names_mnemonic(const struct aie2_names *names, const char *at,
                                       size_t length)
{
    uint32_t i = hash(at, length) & (AIE2_NAME_SLOTS - 1);

    for (; names->mnemonic[i]; i = (i + 1) & (AIE2_NAME_SLOTS - 1))
        if (same(aie2_mnemonics[names->mnemonic[i] - 1].name, at, length))
            return (enum aie2_mnemonic)(names->mnemonic[i] - 1);
    return AIE2_MN_COUNT;
}

uint16_t aie2_names_reg(const struct aie2_names *names, const char *at, size_t length)
{
    uint32_t i = hash(at, length) & (AIE2_REG_SLOTS - 1);

    for (; names->reg[i]; i = (i + 1) & (AIE2_REG_SLOTS - 1))
        if (same(aie2_registers[names->reg[i] - 1].name, at, length))
            return (uint16_t)(names->reg[i] - 1);
    return AIE2_NO_REG;
}

uint16_t aie2_class_reg(const struct aie2_names *names, uint8_t class, uint16_t reg)
{
    if (reg == AIE2_NO_REG)
        return AIE2_NO_REG;
    /* The table lists d0 of a .3d form right after the d0 of a .2d form. */
    if (class == AIE2_CLASS_D3 && aie2_registers[reg].kind == AIE2_KIND_D &&
        aie2_registers[reg + 1].kind == AIE2_KIND_D3)
        reg++;
    return names->code[class][reg] < 0 ? AIE2_NO_REG : reg;
}

const char *aie2_reg_other_case(const char *at, size_t length)
{
    for (size_t i = 0; i < AIE2_REG_COUNT; i++)
        if (strlen(aie2_registers[i].name) == length &&
            strncasecmp(aie2_registers[i].name, at, length) == 0)
            return aie2_registers[i].name;
    return NULL;
}

/* ---- classes in words --------------------------------------------------------------------- */

/* Where the number of a register name begins. */
static size_t stem_length(const char *name)
{
    size_t length = strlen(name);

    if (strchr(name, ':'))
        return 0;
    while (length > 0 && isdigit((unsigned char)name[length - 1]))
        length--;
    return length;
}

static bool same_stem(const char *a, const char *b)
{
    const size_t length = stem_length(a);

    return length > 0 && length == stem_length(b) && a[length] && b[length] &&
           memcmp(a, b, length) == 0;
}

/* Registers with one stem follow each other in a class: "r16..r23".  Returns how many there are. */
static size_t describe_stem(const struct aie2_member *member, size_t count, struct kc_buf *out)
{
    const char  *name = aie2_registers[member->reg].name;
    const size_t stem = stem_length(name);
    int          low = 1000, high = -1;
    size_t       same = 0;

    for (; same < count; same++) {
        const char *other = aie2_registers[member[same].reg].name;

        if (same > 0 && !same_stem(name, other))
            break;

        const int number = atoi(other + stem);

        low = number < low ? number : low;
        high = number > high ? number : high;
    }
    if (same > 1)
        kc_buf_printf(out, "%.*s%d..%.*s%d", (int)stem, name, low, (int)stem, name, high);
    else
        kc_buf_puts(out, name);
    return same;
}

static void describe_registers(const struct aie2_reg_class *class, struct kc_buf *out)
{
    for (size_t i = 0; i < class->count;) {
        kc_buf_puts(out, i ? ", " : "");
        i += describe_stem(&class->member[i], class->count - i, out);
    }
}

void aie2_class_describe(uint8_t class, struct kc_buf *out)
{
    if (class < AIE2_CLASS_REGS) {
        describe_registers(&aie2_reg_classes[class], out);
        return;
    }

    const struct aie2_immediate *imm = &aie2_immediates[class - AIE2_CLASS_REGS];

    kc_buf_printf(out, "#%d..#%d", imm->min, imm->max);
    if (imm->step > 1)
        kc_buf_printf(out, " in steps of %d", imm->step);
}

/* ---- symbols ------------------------------------------------------------------------------ */

static void place(struct aie2_symbols *symbols, struct aie2_symbol *symbol)
{
    size_t i = hash(symbol->name.at, symbol->name.length) & (symbols->capacity - 1);

    while (symbols->slot[i])
        i = (i + 1) & (symbols->capacity - 1);
    symbols->slot[i] = symbol;
}

static void enlarge(struct kc_arena *arena, struct aie2_symbols *symbols)
{
    struct aie2_symbol **old = symbols->slot;
    const size_t         count = symbols->capacity;

    symbols->capacity = count ? count * 2 : 64;
    symbols->slot = kc_arena_array(arena, struct aie2_symbol *, symbols->capacity);
    for (size_t i = 0; i < count; i++)
        if (old[i])
            place(symbols, old[i]);
}

struct aie2_symbol *aie2_symbol_get(struct kc_arena *arena, struct aie2_symbols *symbols,
                                    struct kc_str name)
{
    if (symbols->count * 2 >= symbols->capacity)
        enlarge(arena, symbols);

    size_t i = hash(name.at, name.length) & (symbols->capacity - 1);

    for (; symbols->slot[i]; i = (i + 1) & (symbols->capacity - 1))
        if (symbols->slot[i]->name.length == name.length &&
            memcmp(symbols->slot[i]->name.at, name.at, name.length) == 0)
            return symbols->slot[i];

    struct aie2_symbol *symbol = kc_arena_new(arena, struct aie2_symbol);

    symbol->name = name;
    symbols->slot[i] = symbol;
    symbols->count++;
    return symbol;
}

void *aie2_grow(struct kc_arena *arena, void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;

    const size_t more = *room ? *room * 2 : 64;
    void        *grown = kc_arena_alloc(arena, more * size);

    if (count)
        memcpy(grown, array, count * size);
    *room = more;
    return grown;
}
