/* kc merge: joins stores, of the shards of a campaign or of other people. */
#include "cli/cli.h"
#include "store/store.h"

struct options {
    const char *out;
    char      **stores;
    int         count;
    bool        json;
};

static const struct argp_option option_table[] = {
    { "json", 'j', NULL, 0, "what was done as JSON", 0 },
    { 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
    struct options *o = state->input;

    switch (key) {
    case 'j':
        o->json = true;
        return 0;
    case ARGP_KEY_ARG:
        if (o->out)
            return ARGP_ERR_UNKNOWN; /* the rest, as one list */
        o->out = arg;
        return 0;
    case ARGP_KEY_ARGS:
        o->stores = state->argv + state->next;
        o->count = state->argc - state->next;
        return 0;
    case ARGP_KEY_END:
        if (!o->count)
            argp_error(state, "name the store to merge into, then the stores to merge");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static kc_store *open_or_say(const char *path, enum kc_store_mode mode)
{
    struct kc_buf why = { 0 };
    kc_store     *store = kc_store_open(path, mode, &why);

    if (!store)
        cli_cannot("%s", why.text);
    kc_buf_free(&why);
    return store;
}

/* A misspelled name is noticed before anything is written. */
static bool all_can_be_read(const struct options *o)
{
    for (int i = 0; i < o->count; i++) {
        kc_store *store = open_or_say(o->stores[i], KC_STORE_READ);

        if (!store)
            return false;
        kc_store_close(store);
    }
    return true;
}

static void tell(const char *path, const struct kc_merge_sum *sum, kc_json *list)
{
    kc_json *object = list ? kc_json_object() : NULL;

    if (!object) {
        printf("%s: %zu added, %zu replaced, %zu kept\n", path, sum->added, sum->replaced,
               sum->kept);
        return;
    }
    kc_json_set_str(object, "store", path);
    kc_json_set_uint(object, "added", sum->added);
    kc_json_set_uint(object, "replaced", sum->replaced);
    kc_json_set_uint(object, "kept", sum->kept);
    kc_json_push(list, object);
}

static bool merge_one(kc_store *out, const char *path, kc_json *list)
{
    struct kc_merge_sum sum = { 0 };
    kc_store           *from = open_or_say(path, KC_STORE_READ);
    const bool          good = from && kc_store_merge(out, from, &sum);

    if (good)
        tell(path, &sum, list);
    else if (from)
        cli_cannot("'%s' is left out: %s", path, kc_store_error(out));
    kc_store_close(from);
    return good;
}

int cmd_merge(int argc, char **argv)
{
    static const struct argp argp = {
        option_table,
        parse,
        "OUT STORES...",
        "Copies the campaigns and runs of STORES into the store OUT, which is made when it is not "
        "there.  A run that several stores have is kept where it got further.  Merging again "
        "changes nothing.\vExit status: 0 all merged, 1 some stores are damaged and left out, 2 "
        "nothing was done.",
        0,
        0,
        0
    };
    struct options o = { 0 };
    int            merged = 0;

    argp_parse(&argp, argc, argv, 0, NULL, &o);
    if (!all_can_be_read(&o))
        return CLI_CANNOT;
    kc_store *out = open_or_say(o.out, KC_STORE_WRITE);

    if (!out)
        return CLI_CANNOT;
    kc_json *list = o.json ? kc_json_array() : NULL;

    for (int i = 0; i < o.count; i++)
        merged += merge_one(out, o.stores[i], list);
    if (list)
        cli_json(list);
    kc_store_close(out);
    return merged == o.count ? CLI_GOOD : merged ? CLI_NOT_GOOD : CLI_CANNOT;
}
