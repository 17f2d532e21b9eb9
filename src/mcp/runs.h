/* mcp/runs.h: workbenches behind handles; for mcp/ only.
 *
 * A handle is a name that cannot be guessed.  At most a given number of runs is kept: opening one
 * more closes the one that was unused longest.  Whoever holds a run has it alone, and
 * may hold it again; other threads wait.
 */
#ifndef KC_MCP_RUNS_H
#define KC_MCP_RUNS_H

#include "toolbox/toolbox.h"

struct kc_mcp_runs;

enum { KC_MCP_RUN_ID = 24 }; /* characters of a handle */

struct kc_mcp_run; /* one workbench and its lock */

/* With only, there is one run without a name: that workbench, borrowed. */
struct kc_mcp_runs *kc_mcp_runs_new(size_t most, kc_workbench *only);
void                kc_mcp_runs_free(struct kc_mcp_runs *runs);

/* Takes the workbench over and writes its handle; NULL, or why not (then bench is still yours). */
const char *kc_mcp_runs_add(struct kc_mcp_runs *runs, kc_workbench *bench,
                            char id[KC_MCP_RUN_ID + 1]);

/* Waits until the run is free and holds it; NULL when there is no such run.  The name does not
 * matter when there is only one. */
struct kc_mcp_run *kc_mcp_run_hold(struct kc_mcp_runs *runs, struct kc_str id);
kc_workbench      *kc_mcp_run_bench(struct kc_mcp_run *run);
void               kc_mcp_run_release(struct kc_mcp_runs *runs, struct kc_mcp_run *run);

#endif
