/* Anything an external simulator may say: as its tables, and as the answer to a run of a machine
 * with one memory.  Refused, or a platform and an outcome that can be looked at. */
#include "fuzz.h"

#include <string.h>

#include "isa/manual.h"
#include "platforms/exec/parts.h"

static const char small[] =
    "{\"version\":1,\"name\":\"small\",\"summary\":\"s\",\"notes\":\"n\",\"language\":\"l\","
    "\"faster\":\"f\",\"units\":[{\"name\":\"u\",\"category\":\"compute\"}],"
    "\"registers\":[{\"prefix\":\"a\",\"count\":4,\"name\":\"r\",\"doc\":\"d\"}],"
    "\"operands\":[{\"letter\":\"d\",\"name\":\"ad\",\"register\":\"a\",\"doc\":\"d\"}],"
    "\"instructions\":[{\"mnemonic\":\"GO\",\"bits\":\"------------------------------ dd\","
    "\"syntax\":\"ad\",\"unit\":\"u\",\"cycles\":\"1\",\"effect\":\"e\",\"doc\":\"d\","
    "\"example\":\"GO a1\"}],\"memory\":[{\"name\":\"mem\",\"doc\":\"d\",\"type\":\"byte\","
    "\"elements\":256,\"row\":16}],\"main\":\"mem\","
    "\"traps\":[{\"cause\":\"bad\",\"rule\":\"r\"}]}";

static void look_at(struct kc_arena *arena, const struct kc_platform *platform)
{
    void                *config = platform->config_new(platform, arena);
    const struct kc_isa *isa = platform->isa(arena, config);
    struct kc_buf        text = { 0 };
    struct kc_register   registers[8];

    kc_manual_brief(isa, config, &text);
    platform->manual(config, &text);
    kc_buf_free(&text);
    struct kc_machine *machine = platform->machine_new(config, isa);

    platform->registers(machine, registers, KC_COUNT(registers));
    platform->machine_free(machine);
}

static void step(void *context, const struct kc_step *s)
{
    PROMISE(s->index == 0 && memchr(s->effect, '\0', sizeof s->effect));
    ++*(uint64_t *)context;
}

static void as_answer(struct kc_arena *arena, struct kc_str text)
{
    struct kc_buf             why = { 0 };
    const struct kc_platform *platform =
        kc_exec_from_hello(arena, "false", kc_str_from(small), &why);

    PROMISE(platform);
    void               *config = platform->config_new(platform, arena);
    struct kc_machine  *machine = platform->machine_new(config, platform->isa(arena, config));
    uint32_t            word = 1, line = 1;
    struct kc_program   program = { .words = &word, .lines = &line, .count = 1 };
    struct kc_profile   profile;
    struct kc_tracking  tracking = { 0 };
    struct kc_outcome   outcome = { 0 };
    struct kc_register  registers[KC_REGISTERS];
    uint64_t            steps = 0;
    const struct kc_run run = { 0, step, &steps, &profile, &tracking, false };
    kc_json            *answer = kc_json_parse(text);

    kc_profile_init(arena, &profile, &program);
    kc_machine_track(machine, true);
    platform->load(machine, &program);
    if (!exec_take(machine, &run, answer, &outcome) && outcome.kind == KC_OUTCOME_TRAP)
        PROMISE(outcome.cause && outcome.message[0]);
    platform->registers(machine, registers, KC_COUNT(registers));
    platform->machine_free(machine);
    kc_json_free(answer);
    kc_buf_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct kc_str       text = { (const char *)data, size };
    struct kc_arena           arena = { 0 };
    struct kc_buf             why = { 0 };
    const struct kc_platform *platform = kc_exec_from_hello(&arena, "false", text, &why);

    PROMISE(platform || why.length);
    if (platform)
        look_at(&arena, platform);
    as_answer(&arena, text);
    kc_buf_free(&why);
    kc_arena_free(&arena);
    return 0;
}
