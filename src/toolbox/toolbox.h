/* toolbox/toolbox.h: what an agent can do with a cell.
 *
 * A tool is a row of tools.def.  Provider schemas, MCP's tools/list, the prompt and the manual are
 * printed from the rows.  A workbench is one conversation: a cell and one kernel file; calls go in
 * as a name and JSON text from a stranger, results come out as compact JSON.  Whatever the stranger
 * sends, the answer is a result that can be read and acted on.  The same calls give the same bytes.
 */
#ifndef KC_TOOLBOX_TOOLBOX_H
#define KC_TOOLBOX_TOOLBOX_H

#include "base/json.h"
#include "cells/lang.h"
#include "check/check.h"

/* ---- the table ---------------------------------------------------------------------------- */

enum kc_arg_kind { KC_ARG_STRING, KC_ARG_INTEGER };

struct kc_arg {
    const char      *name;
    enum kc_arg_kind kind;
    bool             required;
    int64_t          least, most; /* of an integer; of a string its length in bytes */
    const char      *doc;
};

struct kc_result_field {
    const char *name, *type; /* JSON schema type: "boolean", "number", "array" ... */
    const char *doc;
};

enum { KC_TOOL_ARGS = 6, KC_TOOL_FIELDS = 12, KC_KERNEL_BYTES = 1 << 20 };

struct kc_tool {
    const char            *name, *title, *doc;
    bool                   published;         /* one of the paper's six */
    bool                   read_only;         /* changes neither the kernel file nor the score */
    struct kc_arg          arg[KC_TOOL_ARGS]; /* up to the first without a name */
    struct kc_result_field field[KC_TOOL_FIELDS]; /* always present in a successful result */
};

size_t kc_tool_args(const struct kc_tool *tool);
size_t kc_tool_fields(const struct kc_tool *tool);

/* The i-th tool in table order, NULL past the end; the tool of that name, or NULL. */
const struct kc_tool *kc_tool_at(size_t index);
const struct kc_tool *kc_tool_find(struct kc_str name);

/* Which tools a conversation has. */
struct kc_tool_set {
    uint32_t mask; /* bit i: kc_tool_at(i) */
};

/* "paper", "full", or a list "full,-view_output,-grep_docs"; NULL, or why not. */
const char *kc_tool_set_parse(struct kc_arena *arena, const char *text, struct kc_tool_set *set);
bool        kc_tool_in(const struct kc_tool_set *set, size_t index);

/* JSON Schema of the arguments (closed subset: object, string, integer, required,
 * additionalProperties false, minimum, maximum, maxLength) and of the result. */
kc_json *kc_tool_input_schema(const struct kc_tool *tool);
kc_json *kc_tool_output_schema(const struct kc_tool *tool);

/* ---- one conversation --------------------------------------------------------------------- */

typedef struct kc_workbench kc_workbench;

struct kc_workbench_options {
    const char        *platform; /* a target: "plena", "plena:mlen=32" */
    const char        *task, *config;
    uint64_t           seed_key;
    struct kc_tool_set tools;
    size_t             most_bytes; /* of a result; 0: the default of 16 KiB */
    enum kc_lang       lang;       /* of the kernel file */
};

/* Opens the cell.  NULL after writing why not (unknown task with a suggestion, ...) to why. */
kc_workbench *kc_workbench_new(const struct kc_workbench_options *options, struct kc_buf *why);
void          kc_workbench_free(kc_workbench *bench);

/* What a call did. */
struct kc_tool_result {
    struct kc_buf text;     /* compact JSON, always an object */
    bool          is_error; /* the tool could not do it: unknown tool, bad arguments, no kernel */
    bool          assembled, syntax_error;      /* the kernel file was assembled, or could not be */
    bool          evaluated, correct, finished; /* finished: the agent says it is done */
    enum kc_verdict_kind verdict;               /* when evaluated */
    uint64_t             cycles;
    double               match_rate, paper_match_rate, mse;
};

/* Calls a tool.  Never fails otherwise than by a result with is_error.  The result is the
 * caller's to free with kc_tool_result_free. */
void kc_workbench_call(kc_workbench *bench, struct kc_str name, struct kc_str arguments,
                       struct kc_tool_result *result);
void kc_tool_result_free(struct kc_tool_result *result);

/* The kernel file as it is now; empty before the first write_code.  Borrowed until the next call.
 */
struct kc_str kc_workbench_kernel(const kc_workbench *bench);

const struct kc_cell     *kc_workbench_cell(const kc_workbench *bench);
const struct kc_tool_set *kc_workbench_tools(const kc_workbench *bench);
const char               *kc_workbench_config(const kc_workbench *bench);
enum kc_lang              kc_workbench_lang(const kc_workbench *bench);

/* The tool chapter of a manual or prompt: one line per tool of the set, Markdown. */
void kc_tools_text(const struct kc_tool_set *set, struct kc_buf *out);

#endif
