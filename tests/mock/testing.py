"""What the tests of the mock server share: scripts, the server for one of them, counting.

Every test program is called with the path of kc-mock, and optionally with a part of the names of the tests to run.
"""
import json
import os
import sys
import tempfile
import time
import traceback

from client import Mock

REASONING, TEXT = "First a draft: ü → 😀.", "I try “nop”."
USAGE = {"input": 36, "cache_read": 64, "output": 7, "reasoning": 3}
FIRST = {"reasoning": REASONING, "text": TEXT, "usage": USAGE,
         "calls": [{"name": "run_kernel", "arguments": {"source": "nop"}},
                   {"name": "run_kernel", "arguments": {"source": "S_ADDI_INT gp1, gp0, 64\n; \"ü\"\n" * 20}}]}
LAST = {"text": "done", "usage": USAGE}
ANSWERS = [FIRST, {**FIRST, "reasoning": "Again."}, LAST]
SCRIPT = {"rules": [{"name": "relu", "match": {"user": "relu"}, "answers": ANSWERS}]}
USER = [("user", "Write relu.")]

PROGRAM = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory()


def serve(script, *options):
    path = os.path.join(FOLDER.name, "script.json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(script, f)
    return Mock(PROGRAM, path, *options)


def one_answer(answer, **rule):
    return {"rules": [{"name": "one", "answers": [answer], **rule}]}


def results(answer):
    return [(call, json.dumps({"pass": False})) for call in answer.calls]


def after(talk, answer):
    return talk + [("answer", answer), ("results", results(answer))]


def wanted_arguments(call):
    return json.dumps(call["arguments"], separators=(",", ":"), ensure_ascii=False)


def error_of(fmt, data):
    """The (type or status, message) of an error body in the provider's shape."""
    root = json.loads(data)
    if fmt.name == "messages":
        assert root["type"] == "error" and root["request_id"].startswith("req_"), root
        return root["error"]["type"], root["error"]["message"]
    if fmt.name == "gemini":
        assert isinstance(root["error"]["code"], int), root
        return root["error"]["status"], root["error"]["message"]
    assert set(root["error"]) == {"message", "type", "param", "code"}, root
    return root["error"]["type"], root["error"]["message"]


def check_answer(got, script, fmt, stop):
    assert got.text == script.get("text", ""), got.text
    if "reasoning" in script:
        assert got.reasoning == script["reasoning"], got.reasoning
    want = [(call["name"], json.loads(wanted_arguments(call))) for call in script.get("calls", [])]
    assert [(name, json.loads(text)) for _, name, text in got.calls] == want, got.calls
    ids = [call[0] for call in got.calls]
    assert all(ids) and len(set(ids)) == len(ids), ids
    assert got.stop == stop, got.stop
    assert got.usage == fmt.expected_usage(), got.usage


def fault(kind, **settings):
    return {"fault": kind, **settings}


def with_fault(one, **rule):
    return one_answer({**FIRST, "faults": [one]}, **rule)


def refused(mock, fmt, talk, word, **more):
    got = mock.ask(fmt, talk, False, **more)
    assert isinstance(got, tuple), "accepted"
    assert got[0] == 400 and word in error_of(fmt, got[1])[1], got


def settle(mock, **wanted):
    """Counts are made a moment after the last byte."""
    for _ in range(1000):
        stats = mock.stats()
        if stats["open"] == 0 and all(stats[k] == v for k, v in wanted.items()):
            return
        time.sleep(0.01)
    raise AssertionError((wanted, stats))


def run_tests(tests):
    """tests: (name, function that returns None or the reason why it was skipped)."""
    passed = failed = skipped = 0
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    for name, test in tests:
        if only not in name:
            continue
        try:
            reason = test()
            skipped += reason is not None
            passed += reason is None
        except Exception:  # a test that breaks has failed; the others still count
            failed += 1
            print(f"FAILED {name}\n{traceback.format_exc(limit=-2)}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 0 if passed and not failed else 1
