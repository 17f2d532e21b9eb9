#!/usr/bin/env python3
"""A campaign that is killed again and again: crash.py KC KC-MOCK KERNELS KILLS [SEED]

A campaign of 12 runs against the mock model is killed with SIGKILL at random moments and started again until it is
done, and that until KILLS kills have happened.  After every kill the store is opened and each answer in it is counted;
afterwards nobody may ask for an answer that was there.  The final store must equal that of an undisturbed campaign
except for times.  Then: a full disk, a read-only store, a folder that does not exist.
"""

import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mocked import Mock, environment, export  # noqa: E402

KC, MOCK, KERNELS, KILLS = sys.argv[1], sys.argv[2], os.path.abspath(sys.argv[3]), int(sys.argv[4])
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
TASKS = [
    "silu",
    "relu",
    "gelu",
    "softmax",
    "layernorm",
    "rmsnorm",
    "gemv",
    "gemm",
    "linear",
    "rope",
    "ffn",
    "attention",
]
passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what} {detail}")


def script():
    """The same four answers for every task, with reasoning that must come back unchanged."""

    def write(name):
        with open(f"{KERNELS}/{name}", encoding="utf-8") as file:
            return {"name": "write_code", "arguments": {"assembly_code": file.read()}}

    usage = {"input": 90, "cache_read": 10, "output": 20, "reasoning": 3}
    answers = [
        {
            "reasoning": "hm",
            "text": "1",
            "calls": [write("softmax_1_syntax.s"), {"name": "check_syntax", "arguments": {}}],
        },
        {
            "reasoning": "ah",
            "text": "2",
            "calls": [
                write("softmax_3_clear.s"),
                {"name": "run_evaluation", "arguments": {}},
                {"name": "view_output", "arguments": {"num_rows": 1}},
            ],
        },
        {
            "reasoning": "oh",
            "text": "3",
            "calls": [write("softmax_4_right.s"), {"name": "run_evaluation", "arguments": {}}],
        },
        {"text": "4"},
        {"text": "5", "calls": [{"name": "finish", "arguments": {}}]},
    ]
    for answer in answers:
        answer["usage"] = usage
    return {
        "rules": [
            {"name": task, "match": {"user": f"# Task: {task} ("}, "answers": answers, "reasoning_always": True}
            for task in TASKS
        ]
    }


def command(url, store, agent):
    tasks = [option for task in TASKS for option in ("-t", task)]
    return [
        KC,
        "run",
        "-a",
        agent,
        "--model-base-url",
        url,
        "-p",
        "plena",
        *tasks,
        "-c",
        "C1",
        "--jobs",
        "4",
        "--store",
        store,
        "-q",
    ]


def run_all(url, store, agent, **options):
    return subprocess.run(
        command(url, store, agent), env=environment(), capture_output=True, text=True, timeout=600, **options
    )


def answers_in(store):
    """How many answers each run holds, by task."""
    if not os.path.exists(store):
        return {}
    done = subprocess.run(
        [KC, "export", "--store", store, "--format", "csv"], capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        check("a store that was killed opens", "no store" in done.stderr or "empty" in done.stderr, done.stderr)
        return {}
    lines = done.stdout.splitlines()
    names = lines[0].split(",")
    rows = [line.split(",") for line in lines[1:]]
    task, answers = names.index("task"), names.index("answers")
    return {row[task].strip('"'): int(row[answers]) for row in rows}


def disturbed(mock, folder, number, dice, agent, longest):
    """One campaign with kills; how many there were, and requests for answers that the store had."""
    store, kills, again = f"{folder}/crash{number}.db", 0, 0
    while True:
        before = answers_in(store)
        seen = len(mock.requests())
        process = subprocess.Popen(
            command(mock.url, store, agent),
            env=environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            _, err = process.communicate(timeout=dice.uniform(0.01, longest))
            check("the campaign ends", process.returncode in (0, 1), err)
            return store, kills, again
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
            process.communicate()
            kills += 1
        again += sum(r["turn"] < before.get(r["rule"], 0) for r in mock.requests()[seen:])


def crash(folder, agent, kills_wanted, dice):
    kills = number = again = gone = 0
    with Mock(MOCK, folder, script(), "--latency", "8") as mock:
        began = time.time()
        done = run_all(mock.url, f"{folder}/quiet.db", agent)
        longest = 0.6 * (time.time() - began)
        check("undisturbed", done.returncode == 1, done.stderr)
        expected = export(KC, f"{folder}/quiet.db")
        check("undisturbed: 12 runs of 5 answers", expected.count('"kind":"answer"') == 60, expected[:200])
        while kills < kills_wanted:
            store, more, repeated = disturbed(mock, folder, number, dice, agent, longest)
            kills, again, number = kills + more, again + repeated, number + 1
            check("the same store as undisturbed, except for times", export(KC, store) == expected)
        stats = mock.stats()
        gone = stats["repeated"] - number * 60
        requests = stats["requests"]
    check("no request for an answer that is in the store", again == 0, again)
    print(
        f"{agent}: {kills} kills in {number} campaigns of 60 answers; {requests} requests, {gone} answers "
        f"were under way at a kill and asked for again, {again} that had been stored"
    )


def full_disk(folder, agent):
    store = f"{folder}/full.db"
    with Mock(MOCK, folder, script()) as mock:

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))

        done = run_all(mock.url, store, agent, preexec_fn=limit)
        check("full disk: a clear error", done.returncode == 2 and store in done.stderr, done.stderr)
        done = run_all(mock.url, store, agent)
        check("full disk: goes on when there is room", done.returncode == 1, done.stderr)
        check("full disk: nothing is lost", export(KC, store) == export(KC, f"{folder}/quiet.db"))
        os.chmod(store, 0o444)
        os.chmod(folder, 0o555)
        done = (
            run_all(mock.url, store, agent, user=65534, group=65534)
            if os.getuid() == 0
            else run_all(mock.url, store, agent)
        )
        os.chmod(folder, 0o755)
        check("read-only: a clear error", done.returncode == 2 and "kc:" in done.stderr, done.stderr)
        check("read-only: unharmed", export(KC, store) == export(KC, f"{folder}/quiet.db"))
        done = run_all(mock.url, f"{folder}/no/such/place.db", agent)
        check("no such folder: a clear error", done.returncode == 2 and "no/such/place.db" in done.stderr, done.stderr)


def main():
    began = time.time()
    dice = random.Random(SEED)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        crash(folder, "anthropic/mock-model", KILLS, dice)
        full_disk(folder, "anthropic/mock-model")
    print(f"{passed} passed, {failed} failed ({time.time() - began:.0f} s)")
    sys.exit(failed > 0)


main()
