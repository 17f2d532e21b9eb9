#!/usr/bin/env python3
"""The cells of a platform: cells.py KC PLATFORM GENERATED [FIRST-SEED [CONFIG]].

Every published configuration and GENERATED further ones per task: our compiler's kernels are
correct at both levels with a margin of 1.5 in the allowed error (of roundings; where integers may
be off by one, that is what is allowed), best is never slower than baseline (in generated configurations
by no more than a twentieth) nor than the best published agent kernel, every attack of the audit is caught,
an honest answer whose every stage is rounded is accepted with the same margin, and the same command prints
the same bytes on one thread and on two.  With CONFIG only cells of that configuration are compiled.
"""
import json
import subprocess
import sys

MARGIN = {"coral": 1.0}  # exact, or off by one unit; elsewhere 1 / 1.5


def run(kc, *arguments):
    done = subprocess.run([kc, *arguments], capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(f"{' '.join(arguments)}: {done.stderr}")
    return done.stdout


def cell_problems(cell):
    margin = MARGIN.get(cell["platform"].split(":")[0], 1 / 1.5)
    if cell["verdict"] != "correct":
        yield cell["verdict"]
        return
    if cell["worst_ratio"] > margin:
        yield f"error {cell['worst_ratio']:.2f} of the allowed leaves no margin"
    grace = 1.05 if cell["config"].startswith("gen:") else 1.0
    if cell["cycles"] > grace * cell["baseline_cycles"]:
        yield f"{cell['cycles']} cycles, slower than baseline ({cell['baseline_cycles']})"
    agent = cell["published_agent_cycles"]
    if cell["opt"] == "best" and agent and cell["cycles"] > agent:
        yield f"{cell['cycles']} cycles, slower than the best published agent ({agent})"


def check_cells(kc, platform, generated, first, only):
    passed = failed = 0
    text = run(kc, "baseline", "-p", platform, "--generated", generated, "--first", first, "--json", *only)
    for cell in json.loads(text)["cells"]:
        problems = list(cell_problems(cell))
        passed += not problems
        failed += bool(problems)
        for problem in problems:
            print(f"{cell['task']} {cell['config']} {cell['opt']}: {problem}")
    return passed, failed


def check_audit(kc, platform):
    audit = json.loads(run(kc, "audit", "-p", platform, "--json"))
    for escape in audit["escaped"]:
        print(f"{escape['task']} {escape['config']}: {escape['attack']} escapes")
    lenient = audit["rounded_ratio"] <= 1 / 1.5
    if not lenient:
        print(f"an answer whose every stage is rounded has {audit['rounded_ratio']:.2f} of the allowed error")
    return audit["caught"] + lenient, audit["attacks"] - audit["caught"] + (not lenient)


def check_determinism(kc, platform):
    texts = {run(kc, "baseline", "-p", platform, "-t", "softmax", "--json", "-J", jobs)
             for jobs in ("1", "2", "2")}
    if len(texts) > 1:
        print("baseline -t softmax --json differs from run to run")
    return (1, 0) if len(texts) == 1 else (0, 1)


def main():
    kc, platform, generated = sys.argv[1:4]
    first = sys.argv[4] if len(sys.argv) > 4 else "1"
    only = ["-c", sys.argv[5]] if len(sys.argv) > 5 else []
    results = [check_cells(kc, platform, generated, first, only), check_audit(kc, platform),
               check_determinism(kc, platform)]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


sys.exit(main())
