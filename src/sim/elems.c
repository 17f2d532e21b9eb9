/* Elements: little endian in images and dumps, as in the host that we are built for. */
#include "sim/elems.h"

#include <math.h>
#include <string.h>

static void word_from_image(const uint8_t *image, void *elem)
{
    memcpy(elem, image, 4);
}

static void word_to_dump(const void *elem, uint8_t *dump)
{
    memcpy(dump, elem, 4);
}

static bool float_from_number(double number, void *elem)
{
    const float value = (float)number;

    memcpy(elem, &value, sizeof value);
    return isfinite(value) || !isfinite(number);
}

static double float_to_number(const void *elem)
{
    float value;

    memcpy(&value, elem, sizeof value);
    return (double)value;
}

/* Any sign and fraction, exponents from 2^-16 to 2^15: finite, and never nothing. */
static void float_from_random(uint64_t random, void *elem)
{
    const uint32_t fraction = (uint32_t)random & 0x807fffff;
    const uint32_t bits = fraction | (111u + (uint32_t)(random >> 32 & 31)) << 23;

    memcpy(elem, &bits, sizeof bits);
}

static bool int_from_number(double number, void *elem)
{
    if (!(number >= -2147483648.0 && number <= 4294967295.0))
        return false;
    const uint32_t bits = (uint32_t)(int64_t)number;

    memcpy(elem, &bits, sizeof bits);
    return (double)(int64_t)number == number;
}

static double int_to_number(const void *elem)
{
    int32_t value;

    memcpy(&value, elem, sizeof value);
    return value;
}

static void int_from_random(uint64_t random, void *elem)
{
    const uint32_t bits = (uint32_t)random;

    memcpy(elem, &bits, sizeof bits);
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
    if (!(number >= -128 && number < 256))
        return false;
    *(uint8_t *)elem = (uint8_t)(int)number;
    return (int)number == number;
}

static double byte_to_number(const void *elem)
{
    return *(const uint8_t *)elem;
}

static void byte_from_random(uint64_t random, void *elem)
{
    *(uint8_t *)elem = (uint8_t)random;
}

const struct kc_elem_type kc_elem_float32 = { "float32",
                                              4,
                                              4,
                                              4,
                                              "float32 words",
                                              word_from_image,
                                              word_to_dump,
                                              float_from_number,
                                              float_to_number,
                                              float_from_random };

const struct kc_elem_type kc_elem_int32 = { "int32",
                                            4,
                                            4,
                                            4,
                                            "int32 words",
                                            word_from_image,
                                            word_to_dump,
                                            int_from_number,
                                            int_to_number,
                                            int_from_random };

const struct kc_elem_type kc_elem_byte = {
    "byte",          1, 1, 1, "bytes", byte_copy, byte_to_dump, byte_from_number, byte_to_number,
    byte_from_random
};

const struct kc_elem_type *kc_elem_find(const char *name)
{
    static const struct kc_elem_type *const types[] = { &kc_elem_float32, &kc_elem_int32,
                                                        &kc_elem_byte };

    for (size_t i = 0; i < KC_COUNT(types); i++)
        if (strcmp(types[i]->name, name) == 0)
            return types[i];
    return NULL;
}
