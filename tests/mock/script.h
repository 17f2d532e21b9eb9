/* tests/mock/script.h: what the server will say, read once from a JSON file.
 *
 * A rule is a conversation: answer k is given when the history holds k answers already.  So the
 * choice depends on nothing but the request.  README.md describes the file.
 */
#ifndef KC_MOCK_SCRIPT_H
#define KC_MOCK_SCRIPT_H

#include "base/diag.h"
#include "base/json.h"

enum mock_fault_kind {
#define FAULT(id, ...) MOCK_FAULT_##id,
#include "faults.def"
    MOCK_FAULT_COUNT
};

struct mock_fault_info {
    const char *name;
    bool        answers;
    const char *doc;
};
extern const struct mock_fault_info mock_fault_info[MOCK_FAULT_COUNT];

struct mock_fault {
    enum mock_fault_kind kind;
    size_t               id;            /* from 0, over the whole script */
    int64_t              request, turn; /* only this one; 0 and -1: any */
    int64_t              every;         /* every how many requests */
    int64_t              times;         /* at most; 0: always */
    bool                 each;          /* times counts for each conversation by itself */
    const kc_json       *spec;          /* the details: never printed, threads share it */
};

struct mock_faults {
    struct mock_fault *at;
    size_t             count;
};

enum mock_part { MOCK_PART_TEXT, MOCK_PART_REASONING, MOCK_PART_CALL };

struct mock_block {
    enum mock_part part;
    bool           redacted; /* reasoning that people may not read */
    bool           raw;      /* arguments that are not a JSON object */
    struct kc_str  text;     /* text, reasoning, arguments as JSON */
    struct kc_str  name;     /* of the tool */
};

/* As in provider/model.h: input is what no cache served, output includes reasoning. */
struct mock_usage {
    int64_t input, cache_read, cache_write, output, reasoning;
    double  cost; /* negative: not reported */
    bool    absent;
};

struct mock_answer {
    const struct mock_block *blocks;
    size_t                   count;
    struct mock_usage        usage;
    const char              *stop; /* end, calls, length, refusal or the provider's own word */
    struct mock_faults       faults;
};

struct mock_match {
    const char    *user, *system, *model, *format;
    const kc_json *tools;
};

enum mock_then { MOCK_THEN_REFUSE, MOCK_THEN_LAST, MOCK_THEN_LOOP };

struct mock_rule {
    const char               *name;
    struct mock_match         match;
    const struct mock_answer *answers;
    size_t                    count;
    enum mock_then            then; /* when the answers are used up */
    bool                      lenient, reasoning_always, omit_ids;
    const char               *reasoning_field; /* of Chat Completions; NULL: by path */
    struct mock_faults        faults;
};

struct mock_script {
    struct kc_arena         arena;
    kc_json                *root;
    const struct mock_rule *rules;
    size_t                  rule_count;
    struct mock_faults      faults;
    size_t                  fault_count; /* of all lists */
    size_t                  piece_bytes; /* of text in one delta, 0: a share of the text */
    const kc_json          *keys, *models;
};

/* False when the diagnostics say what is wrong.  Free it in either case. */
bool mock_script_load(struct mock_script *script, const char *path, struct kc_diags *dg);
void mock_script_free(struct mock_script *script);

#endif
