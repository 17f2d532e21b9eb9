/* The start-up's instructions. */
#include "platforms/coral/coral_startup.h"

enum {
    ZERO = 0,
    RA = 1,
    SP = 2,
    T0 = 5,
    A0 = 10,
    NOP = 0x13,
    MPAUSE = 0x08000073,
    VSETVLI_E8_M1 = 0x0c007057, /* vsetvli rd, rs1, e8, m1, ta, ma */
};

static uint32_t lui(uint32_t rd, uint32_t value)
{
    return (value & 0xfffff000) | rd << 7 | 0x37;
}

static uint32_t addi(uint32_t rd, uint32_t rs, uint32_t low)
{
    return low << 20 | rs << 15 | rd << 7 | 0x13;
}

static uint32_t jal(uint32_t rd, uint32_t offset)
{
    return (offset >> 20 & 1) << 31 | (offset >> 1 & 0x3ff) << 21 | (offset >> 11 & 1) << 20 |
           (offset >> 12 & 0xff) << 12 | rd << 7 | 0x6f;
}

/* As the short form li does it. */
static uint32_t *li(uint32_t *at, uint32_t rd, uint32_t value)
{
    *at++ = lui(rd, value + 0x800);
    if (value & 0xfff)
        *at++ = addi(rd, rd, value & 0xfff);
    return at;
}

void coral_startup_words(const struct coral_config *config, const struct coral_startup *startup,
                         const uint32_t *argument, size_t count,
                         uint32_t words[CORAL_STARTUP_WORDS])
{
    const struct coral_range dtcm = coral_range(config, CORAL_DTCM);
    uint32_t                *at = words;

    *at++ = VSETVLI_E8_M1 | ZERO << 15 | T0 << 7;
    *at++ = lui(SP, (uint32_t)(dtcm.base + dtcm.size));
    for (uint32_t i = 0; i < count && i < CORAL_ARGUMENTS; i++)
        at = li(at, A0 + i, argument[i]);
    *at = jal(RA, startup->kernel - (uint32_t)(at - words) * 4);
    at++;
    *at++ = MPAUSE;
    while (at < words + CORAL_STARTUP_WORDS)
        *at++ = NOP;
}
