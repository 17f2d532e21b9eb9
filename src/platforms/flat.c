/* Flat placement: addresses, their description, and numbers in and out. */
#include "kernelcraft/flat.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool of_bytes(const struct kc_flat *f)
{
    return f->type->bytes == 1;
}

static enum kc_number format_of(const struct kc_tensor *t)
{
    return t->number == KC_NUMBER_REAL ? KC_NUMBER_FLOAT32 : t->number;
}

static uint32_t width_of(const struct kc_flat *f, const struct kc_tensor *t)
{
    return of_bytes(f) ? kc_number_bytes(format_of(t)) : 1;
}

static uint64_t round_up(uint64_t address, uint64_t unit)
{
    return (address + unit - 1) / unit * unit;
}

static uint64_t aligned(const struct kc_flat *f, uint64_t address)
{
    return round_up(address, f->align);
}

/* The address behind the tensor. */
static uint64_t place_one(const struct kc_flat *f, const struct kc_tensor *t, uint64_t address,
                          struct kc_placed *p)
{
    const uint64_t rows = (uint64_t)t->batch * t->rows;

    *p = (struct kc_placed){ .region = f->region,
                             .address = address,
                             .size = rows * t->cols * width_of(f, t),
                             .rows = (uint32_t)rows,
                             .cols = t->cols,
                             .width = width_of(f, t) };
    snprintf(p->where, sizeof p->where, "%s %" PRIu64 "..%" PRIu64, f->region, address,
             address + p->size - 1);
    return aligned(f, address + p->size);
}

const char *kc_flat_place(const struct kc_flat *f, const struct kc_declared *d,
                          struct kc_layout *layout)
{
    uint64_t at = 0;

    *layout = (struct kc_layout){ 0 };
    for (size_t i = 0; i < d->in_count; i++)
        at = place_one(f, &d->in[i], at, &layout->in[i]);
    for (size_t i = 0; i < d->constant_count; i++)
        layout->constant[i] = at + i * (of_bytes(f) ? 4 : 1);
    at = round_up(at + d->constant_count * (of_bytes(f) ? 4 : 1),
                  KC_REGION_PAGE_BYTES / f->type->bytes);
    layout->scratch_from = at;
    layout->scratch_to = f->elems;
    at = place_one(f, d->out, at, &layout->out);
    return at > f->elems ? "the tensors do not fit in this machine's memory" : NULL;
}

static void guide_one(const struct kc_tensor *t, const struct kc_placed *p, const char *role,
                      struct kc_buf *out)
{
    kc_buf_printf(out, "| %s | %s[", role, t->name);
    if (t->batch > 1)
        kc_buf_printf(out, "%" PRIu32 ",", t->batch);
    kc_buf_printf(out, "%" PRIu32 ",%" PRIu32 "] | %" PRIu64 " | %" PRIu64 " |\n", t->rows, t->cols,
                  p->address, (uint64_t)p->cols * p->width);
}

void kc_flat_guide(const struct kc_flat *f, const struct kc_declared *d,
                   const struct kc_layout *layout, struct kc_buf *out)
{
    kc_buf_printf(out,
                  "All tensors lie row-major in the memory `%s`, whose elements are of type %s; "
                  "element [r, c] of a tensor is at base + r * pitch + c%s.\n\n"
                  "| | tensor | base | pitch |\n|---|---|---|---|\n",
                  f->region, f->type->name, of_bytes(f) ? " * its size in bytes" : "");
    for (size_t i = 0; i < d->in_count; i++)
        guide_one(&d->in[i], &layout->in[i], "input", out);
    guide_one(d->out, &layout->out, "output", out);
    kc_buf_puts(out, "\n");
    for (size_t i = 0; i < d->constant_count; i++)
        kc_buf_printf(out, "Constant %s = %g is at %" PRIu64 ".\n", d->constant[i].name,
                      d->constant[i].value, layout->constant[i]);
    kc_buf_printf(out,
                  "\nInputs and constants are read-only. Everything from %" PRIu64 " to %" PRIu64
                  " outside the output is yours as scratch.\n\n",
                  layout->scratch_from, layout->scratch_to - 1);
}

void kc_flat_quantise(struct kc_tensor *t)
{
    for (size_t i = 0; t->number == KC_NUMBER_REAL && i < kc_tensor_count(t); i++)
        t->value[i] = (double)(float)t->value[i];
}

/* ---- numbers ------------------------------------------------------------------------------ */

static void encode(enum kc_number number, double value, uint8_t *bytes)
{
    const float    real = (float)value;
    const uint32_t bits = number == KC_NUMBER_FLOAT32 ? 0 : (uint32_t)(int64_t)value;

    memcpy(bytes, number == KC_NUMBER_FLOAT32 ? (const void *)&real : &bits,
           kc_number_bytes(number));
}

static double decode(enum kc_number number, const uint8_t *bytes)
{
    float   real;
    int16_t half;
    int32_t word;

    switch (number) {
    case KC_NUMBER_INT8:
        return (int8_t)bytes[0];
    case KC_NUMBER_INT16:
        memcpy(&half, bytes, sizeof half);
        return half;
    case KC_NUMBER_INT32:
        memcpy(&word, bytes, sizeof word);
        return word;
    default:
        memcpy(&real, bytes, sizeof real);
        return (double)real;
    }
}

static void put(const struct kc_flat *f, struct kc_region *r, uint64_t at, enum kc_number number,
                double value)
{
    uint8_t bytes[8] = { 0 };

    if (of_bytes(f)) {
        encode(number, value, bytes);
        kc_region_put(r, at, bytes, kc_number_bytes(number));
    } else {
        f->type->from_number(value, kc_region_elem_write(r, at, KC_WRITER_HOST));
    }
}

static double get(const struct kc_flat *f, struct kc_region *r, uint64_t at, enum kc_number number)
{
    uint8_t bytes[8] = { 0 };

    if (!of_bytes(f))
        return f->type->to_number(kc_region_elem(r, at));
    for (uint32_t i = 0; i < kc_number_bytes(number); i++)
        bytes[i] = *(const uint8_t *)kc_region_elem(r, at + i);
    return decode(number, bytes);
}

void kc_flat_prepare(const struct kc_flat *f, struct kc_machine *machine,
                     const struct kc_declared *d, const struct kc_layout *layout)
{
    struct kc_region *r = kc_machine_region(machine, kc_str_from(f->region));

    for (size_t i = 0; i < d->in_count; i++) {
        const struct kc_placed *p = &layout->in[i];

        for (size_t e = 0; e < kc_tensor_count(&d->in[i]); e++)
            put(f, r, p->address + e * p->width, format_of(&d->in[i]), d->in[i].value[e]);
    }
    for (size_t i = 0; i < d->constant_count; i++)
        put(f, r, layout->constant[i], KC_NUMBER_FLOAT32, d->constant[i].value);
}

void kc_flat_read(const struct kc_flat *f, struct kc_machine *machine,
                  const struct kc_placed *place, const struct kc_tensor *t, double *values)
{
    struct kc_region *r = kc_machine_region(machine, kc_str_from(place->region));

    for (size_t e = 0; e < kc_tensor_count(t); e++)
        values[e] = get(f, r, place->address + e * place->width, format_of(t));
}

uint64_t kc_flat_address(const struct kc_placed *place, uint32_t row, uint32_t col)
{
    return place->address + ((uint64_t)row * place->cols + col) * place->width;
}
