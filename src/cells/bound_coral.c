/* The speed of light on the Coral NPU (coral.md 9.2, 9.5, 9.6, 9b.2).
 *
 * Load/store unit and vector unit work at the same time: the longer of the two counts.  Every byte
 * of the inputs is read and every byte of the output written once, in whole vector registers, which
 * is the cheapest way; tables and params are the same for every seed and need not be read.  The
 * vector unit multiplies 16 pairs of int8 per cycle: two uops, each a register of 16-bit products.
 *
 * One assumption: products are computed one by one.  Packing several into one wide multiplication,
 * Winograd's and Strassen's schemes may do with fewer; the floor allows for a quarter.
 */
#include <inttypes.h>
#include <stdio.h>

#include "cells/bound.h"
#include "cells/work.h"

enum {
    REGISTER_BYTES = 16,
    GROUP_REGISTERS = 8, /* of one load or store */
    LOAD_PHASES = 3,     /* update, capture, write-back */
    STORE_PHASES = 2,    /* update, acknowledge */
    SCALAR_STORE = 3,    /* and the latency: at most four bytes */
    PRODUCTS = 16,       /* per cycle */
    FIRST_DISPATCH = 3,  /* cycle of the first instruction */
    HALT = 2,            /* from mpause to halted */
    STARTUP_OTHERS = 3,  /* words of the start-up beside one per argument */
    LINE_WORDS = 4,      /* instructions of one fetch */
    FEWER_PRODUCTS = 4,
};

static uint64_t ratio_up(uint64_t a, uint64_t b)
{
    return (a + b - 1) / b;
}

static uint64_t param(const struct kc_cell *cell, const char *name)
{
    return kc_params_uint(cell->target->platform->params, cell->target->config, name);
}

/* Bytes in whole registers, the last few by the cheapest access there is. */
static uint64_t transfer(uint64_t bytes, uint64_t of_register, uint64_t of_rest)
{
    const uint64_t registers = bytes / REGISTER_BYTES;

    return registers * of_register + ratio_up(registers, GROUP_REGISTERS) +
           (bytes % REGISTER_BYTES ? of_rest : 0);
}

static uint64_t bytes_of(const struct kc_tensor *t)
{
    return kc_tensor_count(t) * kc_number_bytes(t->number);
}

static uint64_t input_bytes(const struct kc_case *c)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < c->in_count; i++)
        if (c->draw[i] != KC_DRAW_GIVEN)
            bytes += bytes_of(&c->in[i]);
    return bytes;
}

static uint64_t products_of(const struct kc_case *c)
{
    struct kc_work work;
    uint64_t       products = 0;

    for (size_t i = 0; kc_work_of(c, &work) && i < work.product_count; i++) {
        const struct kc_work_product *p = &work.product[i];

        products += p->count * p->rows * p->depth * p->cols;
    }
    return products;
}

static uint64_t startup(const struct kc_cell *cell)
{
    const uint64_t words = cell->cases[0]->in_count + 1 + STARTUP_OTHERS;

    return FIRST_DISPATCH + param(cell, "fetch_period") * ratio_up(words, LINE_WORDS) + HALT;
}

void kc_bound_coral(const struct kc_cell *cell, struct kc_bound *b)
{
    const struct kc_case *c = cell->cases[0];
    const uint64_t        first = param(cell, "first_access");
    const uint64_t        read = LOAD_PHASES + 1 + param(cell, "read_latency");
    const uint64_t        write = STORE_PHASES + 2 + param(cell, "write_latency");
    const uint64_t        rest = SCALAR_STORE + param(cell, "write_latency");
    const uint64_t        in = input_bytes(c), out = bytes_of(&c->out), products = products_of(c);
    const uint64_t        loads = transfer(in, read, read) + first;
    const uint64_t        stores = transfer(out, write, rest) + first;
    const uint64_t        vector = ratio_up(products, PRODUCTS), start = startup(cell);
    const bool            moves = loads + stores >= vector;

    kc_bound_add(b, "control", start, "start-up of %zu arguments, halt", c->in_count + 1);
    kc_bound_add(b, "memory", moves ? loads : 0,
                 "inputs, %" PRIu64 " bytes: %" PRIu64 " cycles, %" PRIu64
                 " per register, 1 per eight",
                 in, loads, read);
    kc_bound_add(b, "memory", moves ? stores : 0,
                 "output, %" PRIu64 " bytes: %" PRIu64 " cycles, %" PRIu64
                 " per register, 1 per eight",
                 out, stores, write);
    if (products)
        kc_bound_add(b, "vector", moves ? 0 : vector,
                     "%" PRIu64 " products: %" PRIu64
                     " cycles, %d per cycle; at the same time as loads",
                     products, vector, PRODUCTS);
    b->cycles = start + (moves ? loads + stores : vector);
    b->floor = start + (loads + stores >= vector / FEWER_PRODUCTS ? loads + stores
                                                                  : vector / FEWER_PRODUCTS);
    b->floor_reason = "with products packed or by fast schemes";
}
