/* toolbox/workbench.h: what the tools share; for toolbox/ only. */
#ifndef KC_TOOLBOX_WORKBENCH_H
#define KC_TOOLBOX_WORKBENCH_H

#include "cells/cells.h"
#include "toolbox/toolbox.h"

struct kc_workbench {
    struct kc_arena    arena; /* the cell */
    struct kc_target   target;
    struct kc_cell     cell;
    const char        *config;
    struct kc_tool_set tools;
    size_t             most_bytes;
    enum kc_lang       lang;

    struct kc_buf kernel;
    bool          written;
    uint64_t      best_cycles;

    /* The last evaluation, valid until the file changes: the same file gives the same result. */
    bool                  evaluated;
    struct kc_tool_result last;

    struct kc_machine *machine; /* for looking; NULL until needed */
};

/* One call: arguments that fit the row, and the object to fill. */
struct kc_tool_call {
    kc_workbench          *bench;
    const kc_json         *args;
    kc_json               *out;
    struct kc_tool_result *result;
    struct kc_arena        arena; /* until the call returns */
};

#define TOOL(name, ...) void kc_tool_##name(struct kc_tool_call *call);
#include "toolbox/tools.def"
#undef TOOL

/* Makes the result an error: {"success": false, "error": ...}. */
void kc_tool_refuse(struct kc_tool_call *call, const char *format, ...) KC_PRINTF(2, 3);

/* Assembles the kernel file; false after filling in what is wrong (refused when there is no file,
 * errors[] when it does not assemble). */
bool kc_tool_assemble(struct kc_tool_call *call, struct kc_program *program, struct kc_diags *dg);

/* The first diagnostics of a severity: line, column, id, message, hint. */
kc_json *kc_tool_diagnostics(const struct kc_diags *dg, enum kc_severity severity);

/* The machine for looking, made when first needed. */
struct kc_machine *kc_tool_machine(struct kc_tool_call *call, bool track);

/* A trap in words, with its line and registers. */
kc_json *kc_tool_trap(const struct kc_outcome *outcome);

/* Cuts arrays and strings until the object prints within most bytes, and says so in "truncated". */
void kc_tool_trim(kc_json *object, size_t most);

#endif
