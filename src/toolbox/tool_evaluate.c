/* run_evaluation: the verdict, and the explanation as far as the shown seed goes.
 *
 * Hidden seeds stay hidden: when one of them fails, the agent learns that, and how many elements
 * matched, but neither values nor places. */
#include <inttypes.h>
#include <string.h>

#include "check/explain.h"
#include "toolbox/workbench.h"

static void add_error(kc_json *errors, const char *text)
{
    kc_json_push(errors, kc_json_str(text, strlen(text)));
}

/* Where the wrong elements are, and the best hypothesis; the others stand in explanation[]. */
static void add_hypothesis(struct kc_tool_call *call, const struct kc_explanation *e,
                           kc_json *errors)
{
    if (e->pattern)
        add_error(errors, kc_arena_printf(&call->arena, "wrong elements: %s", e->pattern));
    if (e->count)
        add_error(errors, e->list[0].text);
}

static void explain_shown(struct kc_tool_call *call, const struct kc_program *program,
                          struct kc_verdict *v, kc_json *errors)
{
    const struct kc_explanation e = kc_explain(&call->arena, &call->bench->cell, program, v);

    if (v->kind == KC_VERDICT_RULE_VIOLATION)
        add_error(errors, v->rule);
    add_hypothesis(call, &e, errors);
    kc_json_set(call->out, "explanation", kc_explanation_json(&e));
}

static void explain_hidden(struct kc_tool_call *call, const struct kc_verdict *v, kc_json *errors)
{
    kc_json *hidden = kc_json_object();

    kc_json_set_uint(hidden, "seeds", call->bench->cell.seeds - 1);
    kc_json_set_uint(hidden, "passed", v->seed_index - 1);
    kc_json_set(call->out, "hidden", hidden);
    kc_json_set(call->out, "explanation", kc_json_array());
    if (v->kind == KC_VERDICT_RULE_VIOLATION)
        add_error(errors, v->rule);
    add_error(
        errors,
        kc_arena_printf(
            &call->arena,
            "the shown seed is right, a hidden one is not. Its values are not shown. Look for "
            "what holds only for the shown data: a constant taken from it, a maximum that is "
            "not subtracted before exp, a sum that overflows, a scale that is assumed; two "
            "hidden inputs are of another distribution (%s)",
            kc_uneven_inputs));
}

static void explain_end(struct kc_tool_call *call, const struct kc_verdict *v, kc_json *errors)
{
    if (v->kind == KC_VERDICT_TRAP) {
        kc_json_set(call->out, "trap", kc_tool_trap(&v->outcome));
        add_error(errors, kc_arena_printf(&call->arena, "trap %s at line %" PRIu32 ": %s%s%s",
                                          v->outcome.cause, v->outcome.line, v->outcome.message,
                                          v->outcome.hint ? ". " : "",
                                          v->outcome.hint ? v->outcome.hint : ""));
    } else {
        add_error(errors, kc_arena_printf(&call->arena,
                                          "stopped at line %" PRIu32 " after %" PRIu64
                                          " instructions: does a loop end, and is its count right?",
                                          v->outcome.line, v->outcome.instructions));
    }
    kc_json_set(call->out, "explanation", kc_json_array());
}

static void explain(struct kc_tool_call *call, const struct kc_program *program,
                    struct kc_verdict *v, kc_json *errors)
{
    if (v->kind == KC_VERDICT_TRAP || v->kind == KC_VERDICT_OUT_OF_FUEL)
        explain_end(call, v, errors);
    else if (v->seed_index > 0 && v->kind != KC_VERDICT_CORRECT && v->kind != KC_VERDICT_SUSPECT)
        explain_hidden(call, v, errors);
    else
        explain_shown(call, program, v, errors);
    if (v->kind == KC_VERDICT_SUSPECT)
        add_error(errors,
                  "right, but faster than the machine can be: this is a bug of the benchmark, "
                  "and does not count");
}

static void fill(struct kc_tool_call *call, const struct kc_verdict *v)
{
    kc_json_set_bool(call->out, "success", v->kind == KC_VERDICT_CORRECT);
    kc_json_set_str(call->out, "verdict", kc_verdict_name(v->kind));
    kc_json_set(call->out, "match_rate", kc_json_short(v->match_rate));
    kc_json_set(call->out, "paper_match_rate", kc_json_short(v->paper_match_rate));
    kc_json_set_uint(call->out, "cycles", v->cycles);
    kc_json_set_double(call->out, "latency_ns", (double)v->cycles);
    kc_json_set(call->out, "mse", kc_json_short(v->mse));
}

static void score(struct kc_tool_call *call, const struct kc_verdict *v)
{
    kc_workbench *bench = call->bench;

    *call->result = (struct kc_tool_result){ .assembled = v->kind != KC_VERDICT_SYNTAX_ERROR,
                                             .syntax_error = v->kind == KC_VERDICT_SYNTAX_ERROR,
                                             .evaluated = true,
                                             .correct = v->kind == KC_VERDICT_CORRECT,
                                             .verdict = v->kind,
                                             .cycles = v->cycles,
                                             .match_rate = v->match_rate,
                                             .paper_match_rate = v->paper_match_rate,
                                             .mse = v->mse };
    if (call->result->correct && (!bench->best_cycles || v->cycles < bench->best_cycles))
        bench->best_cycles = v->cycles;
    if (bench->best_cycles)
        kc_json_set_uint(call->out, "best_cycles", bench->best_cycles);
}

static void evaluate(struct kc_tool_call *call)
{
    struct kc_verdict v = { .kind = KC_VERDICT_SYNTAX_ERROR };
    struct kc_program program;
    struct kc_diags   dg;
    kc_json          *errors = kc_json_array();

    if (kc_tool_assemble(call, &program, &dg)) {
        v = kc_cell_verdict(&call->bench->cell, &program);
        fill(call, &v);
        kc_json_set(call->out, "errors", errors);
        explain(call, &program, &v, errors);
    } else {
        kc_json_free(errors);
        if (call->result->is_error)
            return;
        fill(call, &v);
        kc_json_set(call->out, "explanation", kc_json_array());
    }
    score(call, &v);
}

void kc_tool_run_evaluation(struct kc_tool_call *call)
{
    kc_workbench *bench = call->bench;
    const char   *task = kc_json_get_str(call->args, "workload", bench->cell.task->name);

    if (strcmp(task, bench->cell.task->name) != 0) {
        kc_tool_refuse(call, "workload is '%.60s'; this conversation is about %s", task,
                       bench->cell.task->name);
        return;
    }
    if (!bench->evaluated) {
        evaluate(call);
        if (call->result->is_error)
            return;
        bench->evaluated = true;
        bench->last = *call->result;
        kc_tool_trim(call->out, bench->most_bytes);
        kc_json_print(call->out, &bench->last.text, false);
        return;
    }
    /* The same file: the same result, without running it again. */
    kc_json_free(call->out);
    call->out = kc_json_parse((struct kc_str){ bench->last.text.text, bench->last.text.length });
    *call->result = bench->last;
    call->result->text = (struct kc_buf){ 0 };
}
