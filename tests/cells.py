#!/usr/bin/env python3
"""The cells of a platform: cells.py KC PLATFORM GENERATED [FIRST-SEED].

Every published configuration and GENERATED further ones per task: our compiler's kernels are
correct at both levels with a margin of 1.5 in the allowed error (where an error is one unit of an
integer grid there is none: it is allowed or not), best is never slower than
baseline nor than the best published agent kernel, every attack of the audit is caught, and the
same command prints the same bytes on one thread and on two.
"""
import json
import subprocess
import sys

MARGIN = 1 / 1.5


def run(kc, *arguments):
    done = subprocess.run([kc, *arguments], capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(f"{' '.join(arguments)}: {done.stderr}")
    return done.stdout


def cell_problems(platform, cell):
    if cell["verdict"] != "correct":
        yield cell["verdict"]
        return
    on_grid = platform.startswith("coral") and cell["worst_ratio"] == 1
    if cell["worst_ratio"] > MARGIN and not on_grid:
        yield f"error {cell['worst_ratio']:.2f} of the allowed leaves no margin"
    if cell["cycles"] > cell["baseline_cycles"]:
        yield f"{cell['cycles']} cycles, slower than baseline ({cell['baseline_cycles']})"
    agent = cell["published_agent_cycles"]
    if cell["opt"] == "best" and agent and cell["cycles"] > agent:
        yield f"{cell['cycles']} cycles, slower than the best published agent ({agent})"


def check_cells(kc, platform, generated, first):
    passed = failed = 0
    text = run(kc, "baseline", "-p", platform, "--generated", generated, "--first", first, "--json")
    for cell in json.loads(text)["cells"]:
        problems = list(cell_problems(platform, cell))
        passed += not problems
        failed += bool(problems)
        for problem in problems:
            print(f"{cell['task']} {cell['config']} {cell['opt']}: {problem}")
    return passed, failed


def check_audit(kc, platform):
    audit = json.loads(run(kc, "audit", "-p", platform, "--json"))
    for escape in audit["escaped"]:
        print(f"{escape['task']} {escape['config']}: {escape['attack']} escapes")
    return audit["caught"], audit["attacks"] - audit["caught"]


def check_determinism(kc, platform):
    texts = {run(kc, "baseline", "-p", platform, "-t", "softmax", "--json", "-J", jobs)
             for jobs in ("1", "2", "2")}
    if len(texts) > 1:
        print("baseline -t softmax --json differs from run to run")
    return (1, 0) if len(texts) == 1 else (0, 1)


def main():
    kc, platform, generated = sys.argv[1:4]
    first = sys.argv[4] if len(sys.argv) > 4 else "1"
    results = [check_cells(kc, platform, generated, first), check_audit(kc, platform),
               check_determinism(kc, platform)]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


sys.exit(main())
