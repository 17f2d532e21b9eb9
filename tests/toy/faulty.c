/* The toy with one fault, chosen by TOY_FAULT: each must be noticed, by the loader or by the group
 * of 'kc conform' that is about it. */
#define TOY_PART
#include "toy.c"

static struct kc_platform faulty;
static struct kc_offer    bad_offers[1];
static int                calls;

static struct kc_machine *faulty_new(const void *config, const struct kc_isa *isa)
{
    struct kc_machine *machine = machine_new(config, isa);

    machine->platform = &faulty;
    return machine;
}

static void reset_forgets(struct kc_machine *machine)
{
    const uint32_t kept = ((struct machine *)machine)->a[1];

    machine_reset(machine);
    ((struct machine *)machine)->a[1] = kept;
}

static void reset_keeps_memory(struct kc_machine *machine)
{
    struct machine *m = (struct machine *)machine;

    memset(m->a, 0, sizeof m->a);
    memset(m->acc, 0, sizeof m->acc);
    m->s = 0;
}

static struct kc_outcome run_drifts(struct kc_machine *machine, const struct kc_run *options)
{
    struct kc_outcome o = run(machine, options);

    o.cycles += (uint64_t)__atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    return o;
}

static struct kc_outcome run_without_fuel(struct kc_machine *machine, const struct kc_run *options)
{
    struct kc_run endless = *options;

    endless.fuel = 1000000;
    return run(machine, &endless);
}

static struct kc_outcome run_minds_watchers(struct kc_machine   *machine,
                                            const struct kc_run *options)
{
    struct kc_outcome o = run(machine, options);

    o.cycles += options->trace != NULL;
    return o;
}

static struct kc_outcome run_ignores_bad_code(struct kc_machine   *machine,
                                              const struct kc_run *options)
{
    struct kc_outcome o = run(machine, options);

    if (o.kind == KC_OUTCOME_TRAP)
        o.kind = KC_OUTCOME_HALTED;
    return o;
}

static uint64_t address_off_by_one(const void *config, const struct kc_placed *p, uint32_t row,
                                   uint32_t col)
{
    return tensor_address(config, p, row, col) + 1;
}

static const char *compile_wrong(const void *config, const struct kc_isa *isa,
                                 const struct kc_job *job, struct kc_buf *out)
{
    struct kc_buf text = { 0 };
    const char   *why = compile(config, isa, job, &text);
    char         *at = text.text ? strstr(text.text, "RELU") : NULL;

    if (at)
        memcpy(at, "ZERO", 4);
    kc_buf_add(out, text.text ? text.text : "", text.length);
    kc_buf_free(&text);
    return why;
}

static void manual_without_traps(const void *config, struct kc_buf *out)
{
    (void)config;
    kc_buf_puts(out, "## Configuration\n\nNone.\n");
}

static const struct kc_isa *isa_with_bad_example(struct kc_arena *arena, const void *config)
{
    static struct kc_insn        rows_of_ours[INSNS];
    static const struct kc_insn *list[INSNS];
    static struct kc_isa_desc    other;

    (void)config;
    other = desc;
    for (int i = 0; i < INSNS; i++) {
        rows_of_ours[i] = insns[i];
        list[i] = &rows_of_ours[i];
    }
    rows_of_ours[INSN_LDS].example = "LDS a9";
    other.insns = list;
    return kc_isa_build(arena, &other);
}

static void guide_of_nothing(const void *config, const struct kc_declared *d,
                             const struct kc_layout *layout, struct kc_buf *out)
{
    (void)config, (void)d, (void)layout;
    kc_buf_puts(out, "Find out.\n");
}

/* Its own default is out of range. */
static const struct kc_param narrow_row = {
    "lanes", KC_PARAM_UINT, offsetof(struct config, lanes), 100, 200, NULL, "too narrow"
};
static const struct kc_params narrow = { &narrow_row, 1, no_keys, no_keys };

static struct kc_plugin plugin = KC_PLUGIN(faulty);

static void choose(const char *fault)
{
    if (strcmp(fault, "reset") == 0)
        faulty.machine_reset = reset_forgets;
    else if (strcmp(fault, "reset-memory") == 0)
        faulty.machine_reset = reset_keeps_memory;
    else if (strcmp(fault, "repeat") == 0)
        faulty.run = run_drifts;
    else if (strcmp(fault, "fuel") == 0)
        faulty.run = run_without_fuel;
    else if (strcmp(fault, "watched") == 0)
        faulty.run = run_minds_watchers;
    else if (strcmp(fault, "bad_code") == 0)
        faulty.run = run_ignores_bad_code;
    else if (strcmp(fault, "placement") == 0)
        faulty.tensor_address = address_off_by_one;
    else if (strcmp(fault, "kernels") == 0)
        faulty.compile = compile_wrong;
    else if (strcmp(fault, "manual") == 0)
        faulty.manual = manual_without_traps;
    else if (strcmp(fault, "rows") == 0)
        faulty.isa = isa_with_bad_example;
    else if (strcmp(fault, "prompt") == 0)
        faulty.guide = guide_of_nothing;
    else if (strcmp(fault, "interface") == 0)
        faulty.faster = "Ends in a stop.";
    else if (strcmp(fault, "configuration") == 0)
        faulty.params = &narrow;
    else if (strcmp(fault, "memory") == 0)
        faulty.address_region = "nowhere";
    else if (strcmp(fault, "offers") == 0)
        faulty.offers = bad_offers, faulty.offer_count = 1;
    else if (strcmp(fault, "api") == 0)
        plugin.api = KC_PLATFORM_API + 1;
    else if (strcmp(fault, "sizes") == 0)
        plugin.machine_bytes++;
    else if (strcmp(fault, "hooks") == 0)
        faulty.run = NULL;
    else if (strcmp(fault, "name") == 0)
        faulty.name = "Toy One";
    else if (strcmp(fault, "taken") == 0)
        faulty.name = "plena";
}

/* The loader looks after this has run. */
__attribute__((constructor)) static void break_it(void)
{
    const char *fault = getenv("TOY_FAULT");

    faulty = toy;
    faulty.machine_new = faulty_new;
    choose(fault ? fault : "");
}

extern const struct kc_plugin kc_plugin __attribute__((alias("plugin")));
