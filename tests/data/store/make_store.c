/* Makes the stores of this folder: make_store FOLDER.  They stay as they are: files of version 1
 * must be readable for ever. */
#include <stdio.h>

#include "store/store.h"

static const char settings[] = "{\"budget\":20,\"tools\":\"paper\"}";
static const char kernel[] = "S_ADDI_INT gp1, gp0, 1\nC_BREAK 0\n";

static int64_t add_run(kc_store *store, const char *task, const char *config)
{
    const int64_t campaign =
        kc_store_campaign(store, "campaign-1", "mock/one",
                          kc_str_from("{\"command\":\"kc run\",\"version\":\"0.1.0\"}"));
    const struct kc_run_id id = { "mock/one", "plena", task, config, 1, 1, settings };

    return kc_store_run(store, campaign, &id);
}

static void add(kc_store *store, int64_t run, enum kc_event_kind kind, const char *body)
{
    if (!kc_store_append(store, run, kind, kc_str_from(body), NULL, 0, NULL))
        puts(kc_store_error(store));
}

static void begin(kc_store *store, int64_t run)
{
    add(store, run, KC_EVENT_PROMPT,
        "{\"system\":\"You write kernels.\",\"user\":\"Solve it.\",\"tools\":[\"write_code\","
        "\"run_evaluation\"]}");
    add(store, run, KC_EVENT_REQUEST, "{}");
    kc_store_sum(store, run, &(struct kc_run_sum){ .status = KC_RUN_RUNNING, .requests = 1 });
}

static void fail(kc_store *store, int64_t run)
{
    begin(store, run);
    add(store, run, KC_EVENT_ERROR, "{\"http\":503,\"message\":\"overloaded\",\"attempts\":3}");
    kc_store_sum(store, run,
                 &(struct kc_run_sum){ .status = KC_RUN_PROVIDER_ERROR,
                                       .error = "overloaded",
                                       .requests = 3,
                                       .cost = -1 });
}

static void solve(kc_store *store, int64_t run)
{
    const struct kc_evaluation e = { 1, kc_str_from(kernel), "correct", 640, 1.0, 1.0, 0.0 };
    struct kc_run_sum          sum = { .status = KC_RUN_SOLVED,
                                       .verdict = "correct",
                                       .cycles = 640,
                                       .baseline_cycles = 1280,
                                       .answers = 1,
                                       .calls = 2,
                                       .evaluations = 1,
                                       .requests = 1,
                                       .first_correct = 1,
                                       .match_rate = 1.0,
                                       .input = 1000,
                                       .cache_read = 200,
                                       .output = 300,
                                       .reasoning = 50,
                                       .cost = 0.0125,
                                       .seconds = 2.5 };

    kc_content_hash(e.kernel, sum.kernel);
    begin(store, run);
    add(store, run, KC_EVENT_ANSWER,
        "{\"format\":\"chat\",\"raw\":{\"role\":\"assistant\"},\"text\":\"Here.\",\"reasoning\":"
        "\"One addition.\",\"calls\":[{\"id\":\"call_0\",\"name\":\"write_code\",\"arguments\":"
        "\"{\\\"assembly_code\\\":\\\"...\\\"}\"},{\"id\":\"call_1\",\"name\":\"run_evaluation\","
        "\"arguments\":\"{}\"}],\"stop\":\"calls\",\"usage\":{\"input\":1000,\"cache_read\":200,"
        "\"cache_write\":-1,\"output\":300,\"reasoning\":50,\"cost\":0.0125},\"model\":\"one-1\","
        "\"request_id\":\"r-1\",\"attempts\":1,\"seconds\":2.5,\"waited\":0.0}");
    kc_store_append(store, run, KC_EVENT_REPLIES,
                    kc_str_from("{\"replies\":[{\"text\":\"{\\\"success\\\":true}\",\"is_error\":"
                                "false},{\"text\":\"{\\\"success\\\":true,\\\"cycles\\\":640}\","
                                "\"is_error\":false}]}"),
                    &e, 1, NULL);
    kc_store_append(store, run, KC_EVENT_END,
                    kc_str_from("{\"status\":\"solved\",\"reason\":\"finished\"}"), NULL, 0, &sum);
}

static kc_store *make(const char *folder, const char *name)
{
    char          path[4096];
    struct kc_buf why = { 0 };

    snprintf(path, sizeof path, "%s/%s", folder, name);
    kc_store *store = kc_store_open(path, KC_STORE_WRITE, &why);

    if (!store)
        puts(why.text);
    kc_buf_free(&why);
    return store;
}

int main(int argc, char **argv)
{
    kc_store *one = argc == 2 ? make(argv[1], "shard1.db") : NULL;
    kc_store *two = argc == 2 ? make(argv[1], "shard2.db") : NULL;

    if (one && two) {
        solve(one, add_run(one, "silu", "C1"));
        fail(one, add_run(one, "silu", "C2"));
        solve(two, add_run(two, "silu", "C2"));
        begin(two, add_run(two, "gelu", "C1"));
    }
    kc_store_close(one);
    kc_store_close(two);
    return !one || !two;
}
