/* Any configuration, as options (first byte '=') or as YAML: refused, or printable and checked. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct kc_platform *p = kc_platform_find(kc_str_from("plena"));
    struct kc_arena           arena = { 0 };
    void                     *config = p->config_new(p, &arena);
    struct kc_diags           dg;
    struct kc_buf             out = { 0 };

    kc_diags_init(&dg, &arena, (struct kc_source){ "fuzz", { (const char *)data, size } });
    if (size && data[0] == '=')
        kc_params_set_options(p->params, config, 1, &dg);
    else
        kc_params_set_yaml(p->params, config, &dg);
    if (dg.errors == 0)
        p->config_check(config, &dg);
    fuzz_render(&dg);
    for (size_t i = 0; i < p->params->count; i++)
        kc_param_print(&p->params->param[i], config, &out);
    kc_buf_free(&out);
    kc_arena_free(&arena);
    return 0;
}
