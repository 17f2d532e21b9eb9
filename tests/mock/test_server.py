#!/usr/bin/env python3
"""The mock server's odd answers, rules, statistics, and its end: test_server.py KC-MOCK."""
import base64
import concurrent.futures
import functools
import json
import os
import signal
import subprocess
import sys
import time

from client import FORMATS, KEYS
from testing import (ANSWERS, FIRST, FOLDER, LAST, PROGRAM, SCRIPT, USER, after, check_answer, fault,
                     one_answer, refused, run_tests, serve, settle, with_fault)


def check_long_text(fmt, stream):
    text = "kernel ü\n"
    with serve(one_answer({"text": text, "text_repeat": 1 << 20})) as mock:
        assert mock.ask(fmt, USER, stream).text == text * (1 << 20)


def check_many_calls(fmt, stream):
    call = {"name": "run_kernel", "arguments": {"source": "nop"}}
    with serve(one_answer({"reasoning": "Many.", "calls": [{**call, "times": 500}]}, then="last")) as mock:
        got = mock.ask(fmt, USER, stream)
        assert len(got.calls) == 500 and len({c[0] for c in got.calls}) == 500
        assert len(mock.ask(fmt, after(USER, got), stream).calls) == 500


def check_malformed_utf8(fmt, stream):
    with serve(one_answer({"text_hex": "4142ff22c35c"})) as mock:
        _, _, data = mock.send(fmt.url(stream), fmt.body(USER, stream))
        assert b"AB\xff\\u0022\xc3\\u005c" in data, data
        try:
            data.decode()
        except UnicodeDecodeError:
            return
        raise AssertionError("well-formed")


def check_raw_arguments(fmt, stream):
    with serve(one_answer({"calls": [{"name": "run_kernel", "arguments": "{bad"}]})) as mock:
        if fmt.name == "messages" and stream:
            _, _, data = mock.send(fmt.url(stream), fmt.body(USER, stream))
            assert b'"partial_json":"{bad"' in data
            return
        text = mock.ask(fmt, USER, stream).calls[0][2]
        assert text == "{bad" or json.loads(text) == {"INVALID_JSON": "{bad"}, text


def check_stops(fmt, stream):
    words = {"chat": ("length", "content_filter"), "openrouter": ("length", "content_filter"),
             "responses": ("incomplete", "incomplete"), "messages": ("max_tokens", "refusal"),
             "gemini": ("MAX_TOKENS", "SAFETY")}[fmt.name]
    for neutral, word in zip(("length", "refusal"), words):
        with serve(one_answer({"text": "x", "stop": neutral})) as mock:
            assert mock.ask(fmt, USER, stream).stop == word


def check_interleaved(fmt, stream):
    """Reasoning between the calls, some of it redacted, comes back in its order."""
    call = {"call": {"name": "run_kernel", "arguments": {"source": "nop"}}}
    blocks = [{"reasoning": "a"}, {"text": "b"}, {"reasoning": "hidden", "redacted": True}, call,
              {"reasoning": "c"}, call]
    with serve(one_answer({"blocks": blocks}, then="last")) as mock:
        got = mock.ask(fmt, USER, stream)
        assert len(got.calls) == 2 and got.text == "b"
        again = mock.ask(fmt, after(USER, got), stream)
        assert not isinstance(again, tuple), again
        if fmt.name == "messages":
            kinds = [block["type"] for block in got.raw]
            assert kinds == ["thinking", "text", "redacted_thinking", "tool_use", "thinking", "tool_use"], kinds
            got.raw[0], got.raw[4] = got.raw[4], got.raw[0]
            refused(mock, fmt, after(USER, got), "changed")


def check_reasoning_with_text(fmt, stream):
    """Reasoning before text and no call comes back too; only reasoning_content may be left out then."""
    answer = {"reasoning": "Hm.", "text": "Long enough for several pieces of a stream."}
    with serve(one_answer(answer, then="last")) as mock:
        got = mock.ask(fmt, USER, stream)
        container, key = fmt.opaque(got.raw)
        if fmt.name == "gemini":
            assert sum(key in part for part in got.raw) == 1 and not container.get("thought")
        talk = USER + [("answer", got), ("user", "Go on.")]
        assert not isinstance(mock.ask(fmt, talk, stream), tuple)
        del container[key]
        if fmt.name == "chat":
            assert not isinstance(mock.ask(fmt, talk, stream), tuple)
        else:
            refused(mock, fmt, talk, "equired" if fmt.name == "messages" else "missing")


def check_request_id(fmt, stream):
    with serve(SCRIPT) as mock:
        _, headers, _ = mock.send(fmt.url(stream), fmt.body(USER, stream))
        assert headers["request-id" if fmt.name == "messages" else "x-request-id"] == "req_mock_000001"


def check_no_ids(fmt, stream):
    if fmt.name not in ("chat", "gemini"):
        return "has ids always"
    with serve(one_answer(FIRST, then="last", omit_ids=True)) as mock:
        got = mock.ask(fmt, USER, stream)
        assert [c[0] for c in got.calls] == [None, None]
        if fmt.name == "chat":
            for i, call in enumerate(got.raw["tool_calls"]):
                call["id"] = f"call_{i}"
        got.calls = [(f"call_{i}", *c[1:]) for i, c in enumerate(got.calls)]
        assert not isinstance(mock.ask(fmt, after(USER, got), stream), tuple)
    return None


def check_no_usage(fmt, stream):
    with serve(one_answer({"text": "x", "usage": False})) as mock:
        _, _, data = mock.send(fmt.url(stream), fmt.body(USER, stream))
        assert b'"total_tokens":' not in data and b"usageMetadata" not in data


def check_many_clients():
    """64 clients with kept connections and three turns each."""
    with serve({"rules": [{"name": "r", "answers": ANSWERS}]}) as mock:
        def client(i):
            fmt, stream, own = FORMATS[i % 5], i % 2 == 1, mock.connect()
            talk = [("user", f"Conversation {i}.")]
            for answer in ANSWERS:
                _, _, data = mock.send(fmt.url(stream), fmt.body(talk, stream), connection=own)
                got = fmt.stream(data.decode()) if stream else fmt.whole(json.loads(data))
                assert got.text == answer["text"]
                talk = after(talk, got)
            own.close()
            return 1
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            assert sum(pool.map(client, range(64))) == 64
        settle(mock, answered=192, repeated=0)
        assert len(mock.stats()["turns"]) == 192


def check_many_open():
    """64 requests are open at the same time; each gets its answer."""
    with serve({"rules": [{"name": "r", "answers": [LAST]}]}, "--latency", "3000") as mock:
        clients = [mock.connect() for _ in range(64)]
        for i, client in enumerate(clients):
            body = FORMATS[0].body([("user", f"Conversation {i}.")], False)
            client.request("POST", FORMATS[0].path, json.dumps(body), KEYS)
        for client in clients:
            assert FORMATS[0].whole(json.loads(client.getresponse().read())).text == "done"
            client.close()
        settle(mock, answered=64, repeated=0)
        assert mock.stats()["most_open"] == 64, mock.stats()["most_open"]


def check_other_paths():
    with serve({**SCRIPT, "models": ["a", "b"]}) as mock:
        assert mock.send("/", None, method="HEAD")[0] == 200
        models = json.loads(mock.send("/v1/models", None, method="GET")[2])
        assert [m["id"] for m in models["data"]] == ["a", "b"]
        models = json.loads(mock.send("/v1beta/models", None, method="GET")[2])
        assert [m["name"] for m in models["models"]] == ["models/a", "models/b"]
        assert json.loads(mock.send("/v1/messages/count_tokens", {"a": "b"})[2])["input_tokens"] > 0
        assert mock.send("/v1/thing", {})[0] == 404
        assert mock.send("/v1/messages", None, method="GET")[0] == 404


def check_keys():
    with serve({**SCRIPT, "keys": ["right"]}) as mock:
        for fmt in FORMATS:
            for key, status in (("wrong", 401), ("right", 200)):
                headers = {**KEYS, "Authorization": f"Bearer {key}", "x-api-key": key, "x-goog-api-key": key}
                assert mock.send(fmt.url(False), fmt.body(USER, False), headers)[0] == status
        bearer = {**KEYS, "Authorization": "Bearer right"}
        del bearer["x-api-key"]
        assert mock.send("/v1/messages", FORMATS[3].body(USER, False), bearer)[0] == 200
        path = FORMATS[4].url(False) + "?key=right"
        assert mock.send(path, FORMATS[4].body(USER, False), {"Content-Type": "application/json"})[0] == 200


def check_rules():
    """The first rule that matches speaks; user, system, model, format, tools."""
    rules = [{"name": n, "match": m, "answers": [{"text": n}]} for n, m in (
        ("tools", {"tools": ["run_kernel", "absent"]}), ("format", {"format": "gemini"}),
        ("model", {"model": "other"}), ("system", {"system": "kernels", "user": "special"}),
        ("user", {"user": "relu"}))] + [{"answers": [{"text": "any"}], "name": "any"}]
    with serve({"rules": rules}) as mock:
        chat, gemini = FORMATS[0], FORMATS[4]
        assert mock.ask(gemini, USER, False).text == "format"
        assert mock.ask(chat, USER, False, model="other").text == "model"
        assert mock.ask(chat, [("user", "special")], False).text == "system"
        assert mock.ask(chat, USER, False).text == "user"
        assert mock.ask(chat, [("user", "gelu")], False).text == "any"
    with serve({"rules": rules[:1]}) as mock:
        assert "no rule" in mock.ask(chat, USER, False)[1]


def check_then():
    for then, texts in (("last", ["a", "b", "b", "b"]), ("loop", ["a", "b", "a", "b"])):
        rule = {"name": "r", "then": then, "answers": [{"text": "a"}, {"text": "b"}]}
        with serve({"rules": [rule]}) as mock:
            talk = USER
            for text in texts:
                got = mock.ask(FORMATS[0], talk, False)
                assert got.text == text
                talk = talk + [("answer", got), ("user", "go on")]


def check_lenient():
    foreign = FORMATS[3]
    with serve({"rules": [{"name": "r", "answers": [FIRST, LAST], "lenient": True}]}) as mock:
        body = foreign.body(USER, False)
        body["messages"] += [{"role": "assistant", "content": "from elsewhere"}, {"role": "user", "content": "go on"}]
        assert b"done" in mock.send(foreign.path, body)[2]


def check_thinking_off():
    """Messages: no thinking unless enabled, and old blocks are ignored; reasoning_always overrides."""
    fmt = FORMATS[3]
    with serve(SCRIPT) as mock:
        plain = mock.ask(fmt, USER, False, thinking={"type": "disabled"})
        assert [block["type"] for block in plain.raw] == ["text", "tool_use", "tool_use"]
        thought = mock.ask(fmt, USER, False)
        for got in (plain, thought):
            again = mock.ask(fmt, after(USER, got), False, thinking={"type": "disabled"})
            assert not isinstance(again, tuple), again
    with serve(one_answer(FIRST, then="last", reasoning_always=True)) as mock:
        got = mock.ask(fmt, USER, False, thinking={"type": "disabled"})
        assert got.raw[0]["type"] == "thinking"
        again = mock.ask(fmt, after(USER, got), False, thinking={"type": "disabled"})
        assert not isinstance(again, tuple), again


def check_responses_by_id():
    """Without include there is no encrypted content; the item is known by its id."""
    fmt = FORMATS[2]
    with serve(SCRIPT) as mock:
        got = mock.ask(fmt, USER, False, include=[])
        assert "encrypted_content" not in got.raw[0]
        assert not isinstance(mock.ask(fmt, after(USER, got), False, include=[]), tuple)
        got.raw[0]["id"] = "rs_other"
        assert mock.ask(fmt, after(USER, got), False, include=[])[0] == 400


def check_gemini_pieces():
    """Contents of the same role that follow each other are one turn."""
    fmt = FORMATS[4]
    with serve(SCRIPT) as mock:
        got = mock.ask(fmt, USER, True)
        body = fmt.body(after(USER, got), False)
        body["contents"][1:2] = [{"role": "model", "parts": [part]} for part in got.raw]
        status, _, data = mock.send(fmt.url(False), body)
        assert status == 200 and fmt.whole(json.loads(data)).reasoning == "Again.", data


def check_opaque_is_base64():
    with serve(SCRIPT) as mock:
        for fmt in FORMATS[2:]:
            container, key = fmt.opaque(mock.ask(fmt, USER, False).raw)
            text = container[key]
            assert "+" in text and "/" in text and text.endswith("==")
            assert base64.b64encode(base64.b64decode(text, validate=True)).decode() == text


def check_files():
    with open(os.path.join(FOLDER.name, "kernel.s"), "w", encoding="utf-8") as f:
        f.write("nop ; \"ü\"\n")
    call = {"name": "run_kernel", "arguments": {"config": "C1"}, "arguments_file": {"source": "kernel.s"}}
    with serve(one_answer({"text_file": "kernel.s", "calls": [call]})) as mock:
        got = mock.ask(FORMATS[0], USER, False)
        assert got.text == "nop ; \"ü\"\n"
        assert json.loads(got.calls[0][2]) == {"config": "C1", "source": "nop ; \"ü\"\n"}


def check_log():
    log = os.path.join(FOLDER.name, "log.jsonl")
    with serve(with_fault(fault("status", status=503)), "--log", log) as mock:
        mock.ask(FORMATS[0], USER, True)
        mock.ask(FORMATS[0], USER, True)
        mock.send("/v1/messages", {})
        settle(mock, requests=3)
    with open(log, encoding="utf-8") as f:
        lines = [json.loads(line) for line in f]
    lines.sort(key=lambda line: line["number"])
    assert [line["outcome"] for line in lines] == ["faulted", "answered", "refused"], lines
    assert [line["status"] for line in lines] == [503, 200, 400]
    assert lines[0]["fault"] == "status" and lines[0]["turn"] == 0 and lines[0]["stream"]
    assert lines[0]["conversation"] == lines[1]["conversation"] and "conversation" not in lines[2]


def check_client_gone():
    """A client that leaves is not counted as answered, and holds nothing up."""
    script = one_answer({"text": "x" * 100000, "faults": [fault("slow", bytes=100, ms=20, times=0)]})
    with serve(script) as mock:
        own = mock.connect()
        own.request("POST", FORMATS[0].path, json.dumps(FORMATS[0].body(USER, False)), KEYS)
        own.getresponse().read(10)
        own.sock.close()
        own.close()
        del own
        settle(mock, gone=1, answered=0)


def run(*arguments, **settings):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, timeout=20, **settings)


def script_file(script):
    path = os.path.join(FOLDER.name, "other.json")
    with open(path, "w", encoding="utf-8") as f:
        f.write(script if isinstance(script, str) else json.dumps(script))
    return path


def check_script_errors():
    for script, word in (
            ("[", "not a JSON object"), ({"rules": []}, "needs"), ({"rule": []}, "did you mean 'rules'"),
            (one_answer({"txt": "x"}), "rules[0].answers[0]: unknown key 'txt'"),
            (one_answer({"faults": [{"fault": "slw"}]}), "'slw' is no fault"),
            (one_answer({"calls": [{"arguments": {}}]}), "needs a name"),
            (one_answer({"text_file": "absent.s"}), "absent.s"), (one_answer({"text_hex": "zz"}), "hexadecimal"),
            (one_answer({"text": "x", "text_repeat": 1 << 40}), "more than"),
            (one_answer({"text": "x"}, then="never"), "refuse, last or loop")):
        done = run("--script", script_file(script), "--check")
        assert done.returncode == 2 and word in done.stderr, (script, done)
    assert run("--script", script_file(SCRIPT), "--check").returncode == 0
    assert run().returncode != 0


def check_ends_by_itself():
    path = script_file(SCRIPT)
    port_file = os.path.join(FOLDER.name, "port")

    def start(*options, **settings):
        p = subprocess.Popen([PROGRAM, "--script", path, *options], stdout=subprocess.PIPE, **settings)
        return p, p.stdout.readline().decode().strip()
    for how in ("signal", "pipe", "life"):
        p, _ = start("--port-file", port_file, "--life", "1" if how == "life" else "60",
                     stdin=subprocess.PIPE if how == "pipe" else subprocess.DEVNULL)
        if how == "signal":
            p.send_signal(signal.SIGTERM)
        if how == "pipe":
            p.stdin.close()
        assert p.wait(timeout=30) == 0, how
        p.stdout.close()
    with open(port_file, encoding="utf-8") as f:
        assert 0 < int(f.read()) < 65536
    with serve(SCRIPT, "--exit-after", "1") as mock:
        mock.ask(FORMATS[0], USER, False)
        assert mock.process.wait(timeout=30) == 0


def check_dies_with_parent():
    code = ("import subprocess, sys\n"
            f"p = subprocess.Popen([{PROGRAM!r}, '--script', {script_file(SCRIPT)!r}, '--life', '60'],"
            " stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)\n"
            "p.stdout.readline(); print(p.pid, flush=True); import os; os._exit(0)\n")
    pid = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                             timeout=20).stdout)
    for _ in range(1000):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
                if f.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except OSError:
            return
        time.sleep(0.02)
    raise AssertionError(f"process {pid} is still there")


def tests():
    for name, check in list(globals().items()):
        if not name.startswith("check_") or name == "check_answer":
            continue
        if check.__code__.co_argcount == 0:
            yield name[6:], check
            continue
        for fmt in FORMATS:
            for stream in (False, True):
                yield f"{fmt.name} {name[6:]}, stream {stream}", functools.partial(check, fmt, stream)


sys.exit(run_tests(tests()))
