#!/usr/bin/env python3
"""Many conversations at once: load.py KC KC-MOCK KERNELS [CONVERSATIONS [CALLS-PER-ANSWER]]

64 conversations against the mock model, 5,000 tool calls and more: all end, twice as many need no more memory, and
what the harness itself costs per tool call is small.  Times are processor times of kc; the limit of 2 ms is several
times what is measured.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mocked import Mock, environment  # noqa: E402

KC, MOCK, KERNELS = sys.argv[1], sys.argv[2], os.path.abspath(sys.argv[3])
CONVERSATIONS = int(sys.argv[4]) if len(sys.argv) > 4 else 64
CALLS = int(sys.argv[5]) if len(sys.argv) > 5 else 20
ANSWERS = 5
passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED {what} {detail}")


def script():
    with open(f"{KERNELS}/softmax_4_right.s", encoding="utf-8") as file:
        write = {"name": "write_code", "arguments": {"assembly_code": file.read()}}
    small = [
        {"name": "check_syntax", "arguments": {}},
        {"name": "get_instruction_size", "arguments": {}},
        {"name": "grep_docs", "arguments": {"query": "V_ADD_VV"}},
    ]
    answers = [
        {"text": str(n), "calls": [write] + [small[i % 3] for i in range(CALLS - 1)]} for n in range(ANSWERS - 1)
    ]
    answers.append(
        {"text": "end", "calls": [{"name": "run_evaluation", "arguments": {}}, {"name": "finish", "arguments": {}}]}
    )
    return {"rules": [{"name": "all", "answers": answers}]}


def campaign(mock, folder, runs, name):
    """(summary, processor seconds, peak MiB) of kc."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [
            "/usr/bin/env",
            KC,
            "run",
            "-a",
            "openai/mock-model",
            "--model-base-url",
            mock.url,
            "-p",
            "plena",
            "-t",
            "softmax",
            "-c",
            "C1",
            "--repeat",
            str(runs),
            "--jobs",
            str(CONVERSATIONS),
            "--max-connections",
            str(CONVERSATIONS),
            "--store",
            f"{folder}/{name}.db",
            "--json",
        ],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=600,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    check(f"{name}: all solved", done.returncode == 0, done.stderr)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(done.stdout), seconds, after.ru_maxrss / 1024


def main():
    with tempfile.TemporaryDirectory() as folder, Mock(MOCK, folder, script(), "--latency", "200") as mock:
        sums, seconds, peak = campaign(mock, folder, CONVERSATIONS, "first")
        calls = sum(run["calls"] for run in sums["runs"])
        expected = CONVERSATIONS * ((ANSWERS - 1) * CALLS + 2)
        check("every call was made", calls == expected, calls)
        most = mock.stats()["most_open"]
        check("conversations were open at once", most > CONVERSATIONS / 4, most)
        _, _, long_peak = campaign(mock, folder, 2 * CONVERSATIONS, "twice as many")
        check("memory stays flat", long_peak < 1.5 * peak, f"{peak:.0f}, twice as many {long_peak:.0f} MiB")
        per_call = 1000 * seconds / calls
        check("less than 2 ms of processor time per call", per_call < 2.0, f"{per_call:.3f} ms")
        print(
            f"{CONVERSATIONS} conversations, {calls} calls, {most} requests open at once, peak {peak:.0f} MiB, "
            f"{per_call:.3f} ms of processor time per call, tools included"
        )
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
