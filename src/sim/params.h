/* sim/params.h: a platform's configuration as a table.
 *
 * One row per parameter says its name, range and meaning; from it come the command line
 * ("plena:mlen=32,blen=4"), the YAML settings file, the listing of "kc platforms NAME" and the
 * manual.  Names are the datasheet's; letter case does not matter.
 */
#ifndef KC_SIM_PARAMS_H
#define KC_SIM_PARAMS_H

#include "base/diag.h"

/* A number format: plain floating point or integer, or MX blocks with a shared scale. */
struct kc_format {
    bool     is_mx, is_int;
    uint32_t block;                    /* MX: elements per scale */
    uint8_t  sign, exponent, mantissa; /* element, when not is_int */
    uint8_t  width;                    /* element, when is_int */
    uint8_t  scale_sign, scale_exponent, scale_mantissa;
};

enum kc_param_kind {
    KC_PARAM_UINT,   /* uint64_t */
    KC_PARAM_PAIR,   /* uint32_t[2]: dc_lib_en, dc_lib_dis; one number sets both */
    KC_PARAM_FORMAT, /* struct kc_format */
    KC_PARAM_CHOICE, /* uint64_t: index into choices */
};

struct kc_param {
    const char        *name;
    enum kc_param_kind kind;
    size_t             offset;   /* in the configuration struct */
    uint64_t           min, max; /* UINT and each of PAIR */
    const char *const *choices;  /* CHOICE: NULL-terminated */
    const char        *doc;
};

struct kc_params {
    const struct kc_param *param;
    size_t                 count;
    const char *const     *sections; /* YAML keys that only group others, NULL-terminated */
    const char *const     *skipped;  /* YAML keys whose contents are not ours, NULL-terminated */
};

/* Sets what "key=value,key=value" (the text of dg->source from offset on) says. */
void kc_params_set_options(const struct kc_params *params, void *config, size_t offset,
                           struct kc_diags *dg);

/* Sets what a YAML settings file (dg->source) says; keys it lacks keep their value. */
void kc_params_set_yaml(const struct kc_params *params, void *config, struct kc_diags *dg);

/* The value of a UINT or CHOICE parameter, which must exist. */
uint64_t kc_params_uint(const struct kc_params *params, const void *config, const char *name);

/* "64", "1/2", "mx:8:1-4-3:0-8-0": the value as the command line would take it. */
void kc_param_print(const struct kc_param *param, const void *config, struct kc_buf *out);

#endif
