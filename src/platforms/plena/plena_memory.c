/* How PLENA's memories look from outside: images come in, dumps go out, elements read as numbers.
 */
#include <string.h>

#include "base/float.h"
#include "platforms/plena/plena.h"

static uint16_t get16(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | bytes[1] << 8);
}

static void put16(uint16_t value, uint8_t *bytes)
{
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

static uint16_t load_bf16(const void *elem)
{
    uint16_t bits;

    memcpy(&bits, elem, sizeof bits);
    return bits;
}

static void bf16_from_image(const uint8_t *image, void *elem)
{
    const uint16_t bits = get16(image);

    memcpy(elem, &bits, sizeof bits);
}

static void fpram_from_image(const uint8_t *image, void *elem)
{
    const uint16_t bits = kc_bf16_round(kc_fp16_widen(get16(image)));

    memcpy(elem, &bits, sizeof bits);
}

static void bf16_to_dump(const void *elem, uint8_t *dump)
{
    put16(load_bf16(elem), dump);
}

static bool bf16_from_number(double number, void *elem)
{
    const uint16_t bits = kc_bf16_round((float)number);

    memcpy(elem, &bits, sizeof bits);
    return true;
}

static double bf16_to_number(const void *elem)
{
    return kc_bf16_widen(load_bf16(elem));
}

/* Any sign and mantissa, magnitudes from 2^-8 to 2^8. */
static uint16_t random_bf16(uint64_t random)
{
    return (uint16_t)((random & 0x807f) | (119 + (random >> 16 & 15)) << 7);
}

static void bf16_from_random(uint64_t random, void *elem)
{
    const uint16_t bits = random_bf16(random);

    memcpy(elem, &bits, sizeof bits);
}

static float load_f32(const void *elem)
{
    float value;

    memcpy(&value, elem, sizeof value);
    return value;
}

static void mram_from_image(const uint8_t *image, void *elem)
{
    const float value = kc_bf16_widen(get16(image));

    memcpy(elem, &value, sizeof value);
}

static void mram_to_dump(const void *elem, uint8_t *dump)
{
    put16(kc_bf16_round_sram(load_f32(elem)), dump);
}

static bool mram_from_number(double number, void *elem)
{
    const float value = (float)number;

    memcpy(elem, &value, sizeof value);
    return true;
}

static double mram_to_number(const void *elem)
{
    return load_f32(elem);
}

static void mram_from_random(uint64_t random, void *elem)
{
    const float value = kc_bf16_widen(random_bf16(random));

    memcpy(elem, &value, sizeof value);
}

static void u32_from_image(const uint8_t *image, void *elem)
{
    const uint32_t value = get16(image) | (uint32_t)get16(image + 2) << 16;

    memcpy(elem, &value, sizeof value);
}

static uint32_t load_u32(const void *elem)
{
    uint32_t value;

    memcpy(&value, elem, sizeof value);
    return value;
}

static void u32_to_dump(const void *elem, uint8_t *dump)
{
    put16((uint16_t)load_u32(elem), dump);
    put16((uint16_t)(load_u32(elem) >> 16), dump + 2);
}

static bool u32_from_number(double number, void *elem)
{
    const uint32_t value = number >= 0 && number < 4294967296.0 ? (uint32_t)number : 0;

    memcpy(elem, &value, sizeof value);
    return (double)value == number;
}

static double u32_to_number(const void *elem)
{
    return load_u32(elem);
}

static void u32_from_random(uint64_t random, void *elem)
{
    const uint32_t value = (uint32_t)random;

    memcpy(elem, &value, sizeof value);
}

static void byte_copy(const uint8_t *image, void *elem)
{
    memcpy(elem, image, 1);
}

static void byte_to_dump(const void *elem, uint8_t *dump)
{
    memcpy(dump, elem, 1);
}

static bool byte_from_number(double number, void *elem)
{
    *(uint8_t *)elem = number >= 0 && number < 256 ? (uint8_t)number : 0;
    return (double)*(uint8_t *)elem == number;
}

static double byte_to_number(const void *elem)
{
    return *(const uint8_t *)elem;
}

/* Finite both as an e4m3 element and as a scale. */
static void byte_from_random(uint64_t random, void *elem)
{
    *(uint8_t *)elem = (uint8_t)((random & 0x80) ? 0x80 | (random & 15) : 0x60 + random % 24);
}

const struct kc_elem_type plena_bf16_type = {
    "bf16",
    2,
    2,
    2,
    "bf16",
    bf16_from_image,
    bf16_to_dump,
    bf16_from_number,
    bf16_to_number,
    bf16_from_random,
};
const struct kc_elem_type plena_mram_type = {
    "bf16",
    4,
    2,
    2,
    "bf16",
    mram_from_image,
    mram_to_dump,
    mram_from_number,
    mram_to_number,
    mram_from_random,
};
const struct kc_elem_type plena_fpram_type = {
    "bf16",
    2,
    2,
    2,
    "binary16",
    fpram_from_image,
    bf16_to_dump,
    bf16_from_number,
    bf16_to_number,
    bf16_from_random,
};
const struct kc_elem_type plena_u32_type = {
    "u32",           4, 4, 4, "u32", u32_from_image, u32_to_dump, u32_from_number, u32_to_number,
    u32_from_random,
};
const struct kc_elem_type plena_byte_type = {
    "u8",
    1,
    1,
    1,
    "bytes",
    byte_copy,
    byte_to_dump,
    byte_from_number,
    byte_to_number,
    byte_from_random,
};
