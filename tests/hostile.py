#!/usr/bin/env python3
"""Models that answer anything: hostile.py KC KC-MOCK

10 MB of text, malformed UTF-8, wrong argument types, unknown tools, 500 calls at once, deep JSON, in all four formats,
whole and streamed: every call gets a result in words, nothing is lost, and the run goes on to its end.
"""

import json
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from mocked import Mock, environment, export  # noqa: E402

KC, MOCK = sys.argv[1], sys.argv[2]
FORMATS = {
    "chat": ["openai/m"],
    "responses": ["openai/m", "--responses"],
    "messages": ["anthropic/m"],
    "gemini": ["google/m"],
}
passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED {what} {str(detail)[:600]}")


def deep(depth):
    value = 1
    for _ in range(depth):
        value = [value]
    return value


ANSWERS = [
    {"text": "x" * 100, "text_repeat": 100_000, "calls": [{"name": "check_syntax", "arguments": {}}]},
    {"text_hex": "68692080ff20c3", "calls": [{"name": "grep_docs", "arguments": {"query": "a\u0000b\ud83d\ude00"}}]},
    {
        "text": "types",
        "calls": [
            {"name": "view_output", "arguments": {"num_rows": "four", "rows": 7}},
            {"name": "write_code", "arguments": {"assembly_code": {"a": [1]}}},
            {"name": "format_disk", "arguments": {}},
            {"name": "trace", "arguments": {"count": deep(20)}},
        ],
    },
    {"text": "many", "calls": [{"name": "check_syntax", "arguments": {}, "times": 500}]},
    {"text": "end", "calls": [{"name": "finish", "arguments": {}}]},
]
CALLS = 1 + 1 + 4 + 500 + 1


def test(folder, name, stream):
    with Mock(MOCK, folder, {"rules": [{"name": "hostile", "answers": ANSWERS}]}) as mock:
        store = f"{folder}/{name}{stream}.db"
        base = [
            KC,
            "run",
            "-a",
            *FORMATS[name],
            "--model-base-url",
            mock.url,
            "-p",
            "plena",
            "-t",
            "relu",
            "-c",
            "C1",
            "--store",
            store,
            "--json",
            *(["--stream"] if stream else []),
        ]
        done = subprocess.run(base, env=environment(), capture_output=True, text=True, timeout=300)
        label = f"{name}{' streamed' if stream else ''}"
        check(f"{label}: ran to the end", done.returncode == 1, done.stderr)
        run = json.loads(done.stdout)["runs"][0]
        check(f"{label}: all answers", run["answers"] == len(ANSWERS) and run["status"] == "failed", run)
        check(f"{label}: all calls", run["calls"] == CALLS, run)
        record = json.loads(export(KC, store))
        replies = [r for e in record["events"] if e["kind"] == "replies" for r in e["body"]["replies"]]
        check(f"{label}: a result for every call", len(replies) == CALLS, len(replies))
        odd = replies[2:6]
        check(f"{label}: errors in words", all(r["is_error"] and "error" in json.loads(r["text"]) for r in odd), odd)
        texts = [e["body"]["text"] for e in record["events"] if e["kind"] == "answer"]
        check(f"{label}: 10 MB arrived", len(texts[0]) == 10_000_000, len(texts[0]))
        check(f"{label}: malformed bytes are replaced, the rest stays", texts[1].startswith("hi "), texts[1][:50])
        check(f"{label}: every answer was asked for once", mock.stats()["repeated"] == 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for name in FORMATS:
            for stream in (False, True):
                test(folder, name, stream)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
