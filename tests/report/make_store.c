/* Makes a small store with one run of every kind: make_store PATH.
 *
 * Cycles are round numbers, so that speedups can be checked in the head.  The last run is hostile:
 * its texts hold markup, scripts, terminal escapes, marks of direction and a line of 10 MB. */
#include <stdio.h>
#include <string.h>

#include "store/store.h"

static const char full[] = "{\"tools\":1023,\"budget\":{\"answers\":0},\"seed_key\":0}";
static const char paper[] = "{\"tools\":63,\"budget\":{\"answers\":0},\"seed_key\":0}";

struct row {
    int                campaign; /* 0 alpha, 1 beta, 2 alpha with the tools of the paper */
    const char        *platform, *task;
    unsigned           level;
    const char        *config;
    unsigned           repeat;
    enum kc_run_status status;
    const char        *verdict;
    unsigned           cycles, baseline, bound, published, answers, first_correct;
};

static const struct row rows[] = {
#define RUN(campaign, platform, task, level, config, repeat, status, ...) \
    { campaign, platform, task, level, config, repeat, KC_RUN_##status, __VA_ARGS__ },
#include "rows.def"
};

static const char *const agents[] = { "maker/alpha", "maker/beta", "maker/alpha" };
static const char *const keys[] = { "alpha", "beta", "alpha-paper" };
static const char        kernel_1[] =
    "; load, then the wrong operation\nS_ADDI_INT gp1, gp0, 64\nV_ADD_VV gp2, gp1, gp1, 0\n";
static const char kernel_2[] =
    "; load, then the right operation\nS_ADDI_INT gp1, gp0, 64\nV_MUL_VV gp2, gp1, gp1, 0\n";

static int64_t campaign_of(kc_store *store, int which)
{
    return kc_store_campaign(store, keys[which], agents[which],
                             kc_str_from("{\"version\":\"0.1.0\"}"));
}

static int64_t run_of(kc_store *store, const struct row *row)
{
    const struct kc_run_id id = { agents[row->campaign],
                                  row->platform,
                                  row->task,
                                  row->config,
                                  row->level,
                                  row->repeat,
                                  row->campaign == 2 ? paper : full };

    return kc_store_run(store, campaign_of(store, row->campaign), &id);
}

/* ---- a talk ------------------------------------------------------------------------------- */

static void put(kc_store *store, int64_t run, enum kc_event_kind kind, kc_json *body,
                const struct kc_evaluation *e, const struct kc_run_sum *sum)
{
    struct kc_buf text = { 0 };

    kc_json_print(body, &text, false);
    kc_json_free(body);
    if (!kc_store_append(store, run, kind, (struct kc_str){ text.text, text.length }, e, e != NULL,
                         sum))
        puts(kc_store_error(store));
    kc_buf_free(&text);
}

static kc_json *prompt(void)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "system", "You write kernels.\n");
    kc_json_set_str(o, "user", "Solve it.\n");
    return o;
}

static kc_json *answer(struct kc_str said, const char *const *codes, size_t count)
{
    kc_json *o = kc_json_object(), *calls = kc_json_array();

    for (size_t i = 0; i < count; i++) {
        kc_json      *write = kc_json_object(), *arguments = kc_json_object();
        kc_json      *evaluate = kc_json_object();
        struct kc_buf text = { 0 };

        kc_json_set_str(arguments, "assembly_code", codes[i]);
        kc_json_print(arguments, &text, false);
        kc_json_free(arguments);
        kc_json_set_str(write, "id", "call_0");
        kc_json_set_str(write, "name", "write_code");
        kc_json_set_str(write, "arguments", text.text);
        kc_json_set_str(evaluate, "id", "call_1");
        kc_json_set_str(evaluate, "name", "run_evaluation");
        kc_json_set_str(evaluate, "arguments", "{}");
        kc_json_push(calls, write);
        kc_json_push(calls, evaluate);
        kc_buf_free(&text);
    }
    kc_json_set_str(o, "format", "chat");
    kc_json_set(o, "text", kc_json_str(said.at, said.length));
    kc_json_set_str(o, "reasoning", "x = x * x <b>&amp;</b>");
    kc_json_set(o, "calls", calls);
    return o;
}

static kc_json *replies(const char *result)
{
    kc_json *o = kc_json_object(), *list = kc_json_array(), *first = kc_json_object(),
            *second = kc_json_object();

    kc_json_set_str(first, "text", "{\"success\":true,\"lines\":3}");
    kc_json_set_bool(first, "is_error", false);
    kc_json_set_str(second, "text", result);
    kc_json_set_bool(second, "is_error", false);
    kc_json_push(list, first);
    kc_json_push(list, second);
    kc_json_set(o, "replies", list);
    return o;
}

static kc_json *end(enum kc_run_status status)
{
    kc_json *o = kc_json_object();

    kc_json_set_str(o, "status", kc_run_status_name(status));
    kc_json_set_str(o, "reason", "finished");
    return o;
}

static const char wrong[] =
    "{\"success\":false,\"verdict\":\"wrong_result\",\"match_rate\":0.25,\"cycles\":120,\"errors\":"
    "[\"wrong elements: the last 3 of 4 rows\"],\"tile_map\":\".###\\n.##0\\n\","
    "\"tile_map_legend\":\"one mark per 4 x 16 elements\"}";
static const char right[] =
    "{\"success\":true,\"verdict\":\"correct\",\"match_rate\":1,\"cycles\":100,\"errors\":[]}";

static struct kc_run_sum sum_of(const struct row *row)
{
    const bool judged = row->answers > 0;

    return (struct kc_run_sum){ .status = row->status,
                                .verdict = row->verdict,
                                .error = row->status == KC_RUN_PROVIDER_ERROR ? "HTTP 503" : "",
                                .cycles = row->cycles,
                                .baseline_cycles = row->baseline,
                                .bound_cycles = row->bound,
                                .published_cycles = row->published,
                                .answers = row->answers,
                                .calls = 2 * row->answers,
                                .evaluations = row->answers,
                                .first_assembled = judged,
                                .first_correct = row->first_correct,
                                .best_at = row->first_correct,
                                .wrong_results = row->answers - (row->first_correct > 0),
                                .match_rate = row->cycles ? 1.0 : 0.25,
                                .input = 1000 * row->answers,
                                .cache_read = 100 * row->answers,
                                .output = 50 * row->answers,
                                .cost = row->campaign == 1 ? -1.0 : 0.01 * row->answers,
                                .seconds = 0.5 * row->answers };
}

static void talk(kc_store *store, int64_t run, const struct row *row)
{
    const char *const first[] = { kernel_1 }, *const second[] = { kernel_2 };
    const struct kc_evaluation bad = { 1, kc_str_from(kernel_1), "wrong_result", 120, 0.25, 1, 1 };
    const struct kc_evaluation good = { 1, kc_str_from(kernel_2), "correct", row->cycles, 1, 1, 0 };
    struct kc_run_sum          sum = sum_of(row);

    kc_content_hash(kc_str_from(row->cycles ? kernel_2 : kernel_1), sum.kernel);
    put(store, run, KC_EVENT_PROMPT, prompt(), NULL, NULL);
    put(store, run, KC_EVENT_ANSWER, answer(kc_str_from("First."), first, 1), NULL, NULL);
    put(store, run, KC_EVENT_REPLIES, replies(wrong), &bad, NULL);
    if (row->cycles) {
        put(store, run, KC_EVENT_ANSWER, answer(kc_str_from("Second."), second, 1), NULL, NULL);
        put(store, run, KC_EVENT_REPLIES, replies(right), &good, NULL);
    }
    put(store, run, row->status == KC_RUN_PROVIDER_ERROR ? KC_EVENT_ERROR : KC_EVENT_END,
        end(row->status), NULL, &sum);
}

/* ---- the hostile one ---------------------------------------------------------------------- */

static const char evil[] =
    "</pre></article><script>document.title='owned'</script><img src=x onerror=alert(1)>\n"
    "<style>*{display:none}</style><a href=\"javascript:alert(1)\">x</a> ${x} {{x}} ]]> <!-- -->\n"
    "\x1b[31mred\x1b[0m \x1b]8;;http://example.org\x07link\x1b]8;;\x07 \x07 \x08 \x7f\n"
    "\xe2\x80\xae"
    "reversed\xe2\x80\xac \xe2\x81\xa6"
    "isolated \xef\xbb\xbf \xe2\x80\x8b\n"
    "=HYPERLINK(\"http://example.org\")\n";

static void add_hostile(kc_store *store)
{
    enum { LONG = 10 << 20 };
    const struct row  row = { 2, "plena", "silu", 1, "C1", 1, KC_RUN_FAILED, "wrong_result",
                              0, 0,       0,      0, 1,    0 };
    const int64_t     run = run_of(store, &row);
    struct kc_buf     said = { 0 };
    const char       *codes[] = { evil };
    struct kc_run_sum sum = sum_of(&row);

    kc_buf_puts(&said, evil);
    for (size_t i = 0; i < LONG; i++)
        kc_buf_add(&said, "x", 1);
    sum.error = "<script>alert('error')</script>\x1b[2J";
    kc_content_hash(kc_str_from(evil), sum.kernel);
    kc_store_put(store, kc_str_from(evil), (char[33]){ 0 });
    put(store, run, KC_EVENT_PROMPT, prompt(), NULL, NULL);
    put(store, run, KC_EVENT_ANSWER, answer((struct kc_str){ said.text, said.length }, codes, 1),
        NULL, NULL);
    put(store, run, KC_EVENT_REPLIES, replies(evil), NULL, NULL);
    put(store, run, KC_EVENT_END, end(KC_RUN_FAILED), NULL, &sum);
    kc_buf_free(&said);
}

static void add_named(kc_store *store, const char *agent)
{
    const int64_t campaign =
        kc_store_campaign(store, "named", agent, kc_str_from("{\"version\":\"0.1.0\"}"));
    const struct kc_run_id id = { agent, "plena", "relu", "C1", 1, 1, full };
    const int64_t          run = kc_store_run(store, campaign, &id);
    struct kc_run_sum      sum = { .status = KC_RUN_FAILED, .verdict = "trap", .answers = 1 };

    put(store, run, KC_EVENT_END, end(KC_RUN_FAILED), NULL, &sum);
}

int main(int argc, char **argv)
{
    struct kc_buf why = { 0 };
    kc_store     *store = argc > 1 ? kc_store_open(argv[1], KC_STORE_WRITE, &why) : NULL;

    if (!store) {
        fprintf(stderr, "make_store: %s\n", why.text ? why.text : "PATH is missing");
        return 1;
    }
    for (size_t i = 0; i < KC_COUNT(rows); i++) {
        const int64_t run = run_of(store, &rows[i]);

        if (rows[i].status != KC_RUN_NEW)
            talk(store, run, &rows[i]);
    }
    if (argc > 2) {
        add_hostile(store);
        add_named(store, "=evil|<script>alert(1)</script>`\xe2\x80\xae");
    }
    kc_store_close(store);
    return 0;
}
