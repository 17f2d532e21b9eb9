/* Tensors are stacked from the beginning of each bank: what is behind the last one is free. */
#include "baseline/aie2/gaps.h"

enum { BASE = 0x70000, BANK = 0x4000, ALIGN = 64 };

static uint32_t end_of(const struct kc_placed *p)
{
    return (uint32_t)((p->address + p->size + ALIGN - 1) / ALIGN * ALIGN);
}

/* Where the tensors end that reach into a bank. */
static uint32_t top_of(const struct kc_layout *layout, size_t inputs, uint32_t bank)
{
    uint32_t top = bank;

    for (size_t i = 0; i <= inputs; i++) {
        const struct kc_placed *p = i < inputs ? &layout->in[i] : &layout->out;

        if (p->address < bank + BANK && end_of(p) > top)
            top = end_of(p);
    }
    return top;
}

uint32_t aie2_gap(const struct kc_layout *layout, size_t inputs, uint32_t bytes)
{
    for (uint32_t bank = BASE; bank < AIE2_FREE_FROM; bank += BANK) {
        const uint32_t top = top_of(layout, inputs, bank);

        if (top < bank + BANK && bank + BANK - top >= bytes)
            return top;
    }
    return 0;
}
