/* --load and --dump: parts of regions as people write them.
 *
 *   REGION[@OFFSET]=FILE | hex:BYTES | fill:V | seed:N | val:V,V,...      ADDRESS=...
 *   REGION[a:b]     ADDRESS+LENGTH
 *
 * Offsets and ranges count in the region's own unit.  A bare address means the platform's main
 * memory. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"

enum { DUMP_LIMIT = 1 << 26, WHOLE_LIMIT = 4096, FILL_LIMIT = 1 << 28, VALUES_PER_LINE = 16 };

static const char *region_names(struct kc_arena *arena, const struct kc_machine *machine)
{
    struct kc_buf text = { 0 };

    for (size_t i = 0; i < machine->region_count; i++)
        kc_buf_printf(&text, "%s%s", i ? ", " : "", machine->regions[i].name);
    const char *names = kc_arena_strndup(arena, text.text, text.length);

    kc_buf_free(&text);
    return names;
}

/* The region that a bare address means and the element there: the mapped region that holds it, or
 * the platform's main memory when none is mapped; NULL: no memory. */
static struct kc_region *region_at(struct kc_machine *machine, uint64_t address, uint64_t *elem)
{
    bool mapped = false;

    for (size_t i = 0; i < machine->region_count; i++) {
        struct kc_region *r = &machine->regions[i];

        mapped |= r->mapped;
        *elem = address - r->base;
        if (r->mapped && address >= r->base && *elem < r->elems)
            return r;
    }
    *elem = address;
    return mapped ? NULL
                  : kc_machine_region(machine, kc_str_from(machine->platform->address_region));
}

/* "vram", "vram@64" or "4096". */
static const char *parse_place(struct kc_arena *arena, struct kc_machine *machine,
                               struct kc_str text, struct kc_region **region, uint64_t *offset)
{
    struct kc_str name = kc_str_cut(&text, '@');

    *offset = 0;
    *region = kc_machine_region(machine, name);
    if (!*region && kc_str_u64(name, offset) && text.length == 0)
        *region = region_at(machine, *offset, offset);
    else if (text.length && !kc_str_u64(text, offset))
        return kc_arena_printf(arena, "'%.*s' is not an offset", KC_STR(text));
    if (!*region)
        return kc_arena_printf(arena, "there is no region '%.*s'; regions are %s", KC_STR(name),
                               region_names(arena, machine));
    if (*offset >= (*region)->elems)
        return kc_arena_printf(arena, "offset %" PRIu64 " is outside %s (%" PRIu64 " %s)", *offset,
                               (*region)->name, (*region)->elems, "elements");
    return NULL;
}

static const char *load_bytes(struct kc_arena *arena, struct kc_region *r, uint64_t offset,
                              const uint8_t *bytes, size_t count)
{
    const uint32_t step = r->type->image_bytes;

    if (count % step)
        return kc_arena_printf(arena,
                               "%zu bytes are not a whole number of %s elements (%" PRIu32
                               " bytes each)",
                               count, r->type->image_name, step);
    if (count / step > r->elems - offset)
        return kc_arena_printf(arena,
                               "%zu elements from %" PRIu64 " do not fit in %s (%" PRIu64
                               " elements)",
                               count / step, offset, r->name, r->elems);
    for (size_t i = 0; i < count / step; i++)
        r->type->from_image(bytes + i * step, kc_region_elem_write(r, offset + i, KC_WRITER_HOST));
    return NULL;
}

static const char *load_hex(struct kc_arena *arena, struct kc_region *r, uint64_t offset,
                            struct kc_str text)
{
    uint8_t *bytes = kc_arena_alloc(arena, text.length / 2 + 1);
    size_t   digits = 0;

    for (size_t i = 0; i < text.length; i++) {
        const int digit = kc_hex_digit(text.at[i]);

        if (text.at[i] == ' ' || text.at[i] == '_')
            continue;
        if (digit < 0)
            return kc_arena_printf(arena, "'%c' is not a hexadecimal digit", text.at[i]);
        bytes[digits / 2] = (uint8_t)(bytes[digits / 2] << 4 | digit);
        digits++;
    }
    if (digits % 2)
        return "an odd number of hexadecimal digits";
    return load_bytes(arena, r, offset, bytes, digits / 2);
}

static bool parse_double(struct kc_str text, double *value)
{
    char copy[64], *end;

    if (text.length == 0 || text.length >= sizeof copy)
        return false;
    memcpy(copy, text.at, text.length);
    copy[text.length] = '\0';
    *value = strtod(copy, &end);
    return *end == '\0';
}

static const char *cannot_hold(struct kc_arena *arena, const struct kc_region *r,
                               struct kc_str value)
{
    return kc_arena_printf(arena, "%s holds %s, and %.*s is none", r->name, r->type->name,
                           KC_STR(value));
}

static const char *load_values(struct kc_arena *arena, struct kc_region *r, uint64_t offset,
                               struct kc_str text)
{
    for (; text.length; offset++) {
        const struct kc_str item = kc_str_trim(kc_str_cut(&text, ','));
        double              value;

        if (!parse_double(item, &value))
            return kc_arena_printf(arena, "'%.*s' is not a number", KC_STR(item));
        if (offset >= r->elems)
            return kc_arena_printf(arena, "more values than %s holds", r->name);
        if (!r->type->from_number(value, kc_region_elem_write(r, offset, KC_WRITER_HOST)))
            return cannot_hold(arena, r, item);
    }
    return NULL;
}

static const char *load_fill(struct kc_arena *arena, struct kc_region *r, uint64_t offset,
                             struct kc_str text, bool seed)
{
    double   value = 0.0;
    uint64_t number = 0;

    if (offset > FILL_LIMIT)
        return kc_arena_printf(arena, "fill and seed start at most %d elements into a region",
                               FILL_LIMIT);
    if (seed ? !kc_str_u64(text, &number) : !parse_double(text, &value))
        return kc_arena_printf(arena, "'%.*s' is not a number", KC_STR(text));
    uint8_t probe[8];

    if (!seed && !r->type->from_number(value, probe))
        return cannot_hold(arena, r, text);
    if (seed)
        kc_region_fill_seed(r, offset, number);
    else
        kc_region_fill(r, offset, value);
    return NULL;
}

static const char *load_file(struct kc_arena *arena, struct kc_region *r, uint64_t offset,
                             struct kc_str path)
{
    struct kc_str text;
    const char   *why = NULL, *name = kc_arena_strndup(arena, path.at, path.length);

    if (!kc_file_read(arena, name, &text, &why))
        return kc_arena_printf(arena, "cannot read '%s': %s", name, why);
    return load_bytes(arena, r, offset, (const uint8_t *)text.at, text.length);
}

const char *cli_preload(struct kc_arena *arena, struct kc_machine *machine, const char *text)
{
    struct kc_str     rest = kc_str_from(text);
    struct kc_str     place = kc_str_cut(&rest, '=');
    struct kc_region *region;
    uint64_t          offset;
    const char       *why = parse_place(arena, machine, place, &region, &offset);
    struct kc_str     value = rest;
    struct kc_str     kind = kc_str_cut(&value, ':');

    if (why)
        return why;
    if (rest.length == 0)
        return "write REGION[@OFFSET]=FILE, =hex:BYTES, =fill:VALUE, =seed:NUMBER or =val:V,V,...";
    if (kc_str_is(kind, "hex"))
        return load_hex(arena, region, offset, value);
    if (kc_str_is(kind, "fill") || kc_str_is(kind, "seed"))
        return load_fill(arena, region, offset, value, kc_str_is(kind, "seed"));
    if (kc_str_is(kind, "val"))
        return load_values(arena, region, offset, value);
    return load_file(arena, region, offset, rest);
}

/* "vram[0:64]", "fpram", "4096+64". */
static bool parse_range(struct kc_machine *machine, struct kc_str text, struct cli_dump *d)
{
    struct kc_str name = kc_str_cut(&text, '['), length = name, address;

    if (text.length == 0) {
        address = kc_str_cut(&length, '+');
        if (length.length && kc_str_u64(address, &d->from) && kc_str_u64(length, &d->to)) {
            d->region = region_at(machine, d->from, &d->from);
            d->to += d->from;
            return d->to >= d->from;
        }
        d->region = kc_machine_region(machine, name);
        d->from = 0;
        d->to = d->region ? d->region->elems : 0;
        return true;
    }
    d->region = kc_machine_region(machine, name);
    if (text.at[text.length - 1] != ']')
        return false;
    text.length--;
    const bool has_end = memchr(text.at, ':', text.length) != NULL;

    if (!kc_str_u64(kc_str_cut(&text, ':'), &d->from))
        return false;
    if (!has_end) {
        d->to = d->from + 1;
        return true;
    }
    return kc_str_u64(text, &d->to);
}

const char *cli_parse_dump(struct kc_arena *arena, struct kc_machine *machine, const char *text,
                           struct cli_dump *dump)
{
    if (!parse_range(machine, kc_str_from(text), dump))
        return "write REGION[from:to] or ADDRESS+LENGTH";
    if (!dump->region)
        return kc_arena_printf(arena, "there is no such region; regions are %s",
                               region_names(arena, machine));
    if (dump->from > dump->to || dump->to > dump->region->elems)
        return kc_arena_printf(arena,
                               "%" PRIu64 " to %" PRIu64 " is outside %s (%" PRIu64 " elements)",
                               dump->from, dump->to, dump->region->name, dump->region->elems);
    if (!strchr(text, '[') && !strchr(text, '+') && dump->to > WHOLE_LIMIT)
        return kc_arena_printf(arena, "%s has %" PRIu64 " elements; write %s[from:to]",
                               dump->region->name, dump->region->elems, dump->region->name);
    if (dump->to - dump->from > DUMP_LIMIT)
        return kc_arena_printf(arena, "a dump holds at most %d elements", DUMP_LIMIT);
    return NULL;
}

static void print_value(const struct cli_dump *d, uint64_t elem, struct kc_buf *out)
{
    const double value = d->region->type->to_number(kc_region_elem(d->region, elem));

    if (isnan(value))
        kc_buf_puts(out, " nan");
    else if (d->region->type->dump_bytes == 1)
        kc_buf_printf(out, " %02x", (unsigned)value);
    else
        kc_buf_printf(out, " %.*g", d->region->type->dump_bytes == 4 ? 10 : 6, value);
}

void cli_dump_text(const struct cli_dump *d, struct kc_buf *out)
{
    const bool long_dump = d->to - d->from > VALUES_PER_LINE;

    kc_buf_printf(out, "%s[%" PRIu64 ":%" PRIu64 "] =", d->region->name, d->from, d->to);
    for (uint64_t e = d->from; e < d->to; e++) {
        if (long_dump && (e - d->from) % VALUES_PER_LINE == 0)
            kc_buf_printf(out, "\n%10" PRIu64 ":", e);
        print_value(d, e, out);
    }
    kc_buf_puts(out, "\n");
}

kc_json *cli_dump_json(const struct cli_dump *d)
{
    const uint32_t step = d->region->type->dump_bytes;
    struct kc_buf  hex = { 0 };
    kc_json       *root = kc_json_object();

    kc_json_set_str(root, "region", d->region->name);
    kc_json_set_uint(root, "address", d->region->base + d->from);
    kc_json_set_uint(root, "count", d->to - d->from);
    kc_json_set_str(root, "type", d->region->type->name);
    kc_buf_add(&hex, "", 0);
    for (uint64_t e = d->from; e < d->to; e++) {
        static const char digits[] = "0123456789abcdef";
        uint8_t           bytes[8];

        d->region->type->to_dump(kc_region_elem(d->region, e), bytes);
        for (uint32_t i = 0; i < step; i++)
            kc_buf_add(&hex, (char[]){ digits[bytes[i] >> 4], digits[bytes[i] & 15] }, 2);
    }
    kc_json_set_str(root, "hex", hex.text);
    kc_buf_free(&hex);
    return root;
}
