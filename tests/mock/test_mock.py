#!/usr/bin/env python3
"""Tests of the mock model server itself: test_mock.py KC-MOCK.

Each check_... function is one test for each format (and for whole answers and streams); the expected
values stand in the scripts below and in client.py, which is written from the wire formats.
"""
import base64
import concurrent.futures
import email.utils
import functools
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

from client import FORMATS, KEYS, Mock, events

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


# The tool loop


def check_loop(mock, fmt, stream):
    talk = USER
    for answer, stop in zip(ANSWERS, (fmt.stops[0], fmt.stops[0], fmt.stops[1])):
        got = mock.ask(fmt, talk, stream)
        assert not isinstance(got, tuple), got
        check_answer(got, answer, fmt, stop)
        talk = after(talk, got)
    status, text = mock.ask(fmt, talk[:-1] + [("user", "And now?")], stream)
    assert status == 400 and "has no answer 3" in text, text


def refused(mock, fmt, talk, word, **more):
    got = mock.ask(fmt, talk, False, **more)
    assert isinstance(got, tuple), "accepted"
    assert got[0] == 400 and word in error_of(fmt, got[1])[1], got


def check_echo_missing(mock, fmt):
    got = mock.ask(fmt, USER, False)
    container, key = fmt.opaque(got.raw)
    del container[key]
    words = {"messages": "Field required", "chat": "missing or misplaced", "openrouter": "missing or misplaced"}
    refused(mock, fmt, after(USER, got), words.get(fmt.name, "field is missing"))


def check_echo_removed(mock, fmt):
    """Without the whole block of reasoning."""
    got = mock.ask(fmt, USER, False)
    container, key = fmt.opaque(got.raw)
    if isinstance(got.raw, dict):
        del got.raw[key]
    elif fmt.name == "gemini":
        del container["thoughtSignature"]
    else:
        got.raw.remove(container)
    refused(mock, fmt, after(USER, got), "missing")


def check_echo_changed(mock, fmt):
    got = mock.ask(fmt, USER, False)
    container, key = fmt.opaque(got.raw)
    if isinstance(container[key], list):
        container[key][0]["signature"] += "A"
    else:
        container[key] = container[key][:-3] + "B" + container[key][-2:]
    refused(mock, fmt, after(USER, got), "changed")


def check_echo_misplaced(mock, fmt):
    got = mock.ask(fmt, USER, False)
    if isinstance(got.raw, dict):
        return "one message has no places"
    container, key = fmt.opaque(got.raw)
    if fmt.name == "gemini":
        got.raw[-1][key] = container.pop(key)
    else:
        got.raw.remove(container)
        got.raw.append(container)
    talk = after(USER, got)
    refused(mock, fmt, talk, "missing")
    return None


def check_echo_of_earlier_turns(mock, fmt):
    """Reasoning of the first answer must still be there two answers later."""
    first = mock.ask(fmt, USER, False)
    talk = after(USER, first)
    second = mock.ask(fmt, talk, False)
    container, key = fmt.opaque(first.raw)
    container[key] = "QUJD" if isinstance(container[key], str) else container[key][:0]
    refused(mock, fmt, after(talk, second), "answer 0")


def check_result_missing(mock, fmt):
    got = mock.ask(fmt, USER, False)
    refused(mock, fmt, USER + [("answer", got), ("results", results(got)[:1])], "has none")


def check_result_order(mock, fmt):
    got = mock.ask(fmt, USER, False)
    refused(mock, fmt, USER + [("answer", got), ("results", results(got)[::-1])], "order")


def check_result_unknown(mock, fmt):
    got = mock.ask(fmt, USER, False)
    call, text = results(got)[0]
    wrong = [(("other", "other", call[2]), text)] + results(got)[1:]
    refused(mock, fmt, USER + [("answer", got), ("results", wrong)], "order")


def check_result_twice(mock, fmt):
    got = mock.ask(fmt, USER, False)
    refused(mock, fmt, USER + [("answer", got), ("results", results(got) + results(got)[:1])], "no call")


def check_result_left_out(mock, fmt):
    refused(mock, fmt, USER + [("answer", mock.ask(fmt, USER, False)), ("user", "relu, please")], "has none")


def check_result_first(mock, fmt):
    """A result before any call, in the turn of the user."""
    result = ("results", [(("c1", "run_kernel", "{}"), "x")])
    body = fmt.body([result], False)
    if fmt.name == "messages":
        body["messages"][0]["content"].append({"type": "text", "text": "relu"})
    elif fmt.name == "gemini":
        body["contents"][0]["parts"].append({"text": "relu"})
    else:
        body = fmt.body(USER + [result], False)
    status, _, data = mock.send(fmt.url(False), body)
    assert status == 400 and "no call" in error_of(fmt, data)[1], data


def check_stateless(mock, fmt):
    """Another server with the same script says the same bytes, and takes the first one's history."""
    got = mock.ask(fmt, USER, False)
    with serve(SCRIPT) as other:
        again = other.ask(fmt, USER, False)
        assert again.raw == got.raw
        check_answer(other.ask(fmt, after(USER, got), False), ANSWERS[1], fmt, fmt.stops[0])


# What a request must have


def edits():
    """(format, words of the refusal, status, change of body or headers)."""
    tool_list = [{"type": "function", "function": {"name": "bad name", "parameters": {"type": "object"}}}]
    loose = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"],
             "additionalProperties": False}
    open_schema = {"type": "object", "properties": {"a": {"type": "object", "properties": {}}}, "required": ["a"],
                   "additionalProperties": False}

    def chat_tool(schema):
        return [{"type": "function", "function": {"name": "t", "strict": True, "parameters": schema}}]

    def flat_tool(schema):
        return [{"type": "function", "name": "t", "strict": True, "parameters": schema}]

    everywhere = [("not JSON", b"{", 400, "JSON"), ("not UTF-8", b'{"a":"\xff"}', 400, "JSON"),
                  ("an array", b"[]", 400, "object")]
    for fmt in FORMATS:
        for what, data, status, word in everywhere:
            yield fmt, what, word, status, data, {}
        yield fmt, "no key", "key", 401, {}, {"Authorization": None, "x-api-key": None, "x-goog-api-key": None}
        yield fmt, "no type", "Content-Type", 400, {}, {"Content-Type": "text/plain"}
    for fmt, field, words in ((FORMATS[0], "model", "model"), (FORMATS[0], "messages", "messages"),
                              (FORMATS[2], "model", "model"), (FORMATS[2], "input", "input"),
                              (FORMATS[3], "model", "model: Field required"),
                              (FORMATS[3], "max_tokens", "max_tokens: Field required"),
                              (FORMATS[3], "messages", "messages"), (FORMATS[4], "contents", "contents")):
        yield fmt, f"no {field}", words, 400, {field: None}, {}
    chat, _, responses, messages, gemini = FORMATS
    yield chat, "tool name", "tool name", 400, {"tools": tool_list}, {}
    yield chat, "strict: required", "Missing 'b'", 400, {"tools": chat_tool(loose)}, {}
    yield chat, "strict: nested", "additionalProperties", 400, {"tools": chat_tool(open_schema)}, {}
    yield chat, "two caps", "max_completion_tokens", 400, {"max_tokens": 1, "max_completion_tokens": 1}, {}
    yield chat, "stream_options", "stream_options", 400, {"stream_options": {"include_usage": True}}, {}
    yield chat, "role", "Supported values", 400, {"messages": [{"role": "robot", "content": "relu"}]}, {}
    yield chat, "ends with assistant", "end with a user", 400, {"messages": [
        {"role": "user", "content": "relu"}, {"role": "assistant", "content": "x"}]}, {}
    yield responses, "strict: required", "Missing 'b'", 400, {"tools": flat_tool(loose)}, {}
    yield responses, "nested tool", "tools[0].name", 400, {"tools": chat_tool(loose)}, {}
    yield responses, "foreign field", "Unsupported parameter", 400, {"max_tokens": 5}, {}
    yield responses, "item type", "Invalid value", 400, {"input": [{"type": "thing"}]}, {}
    yield responses, "state", "not found", 400, {"previous_response_id": "resp_1"}, {}
    yield messages, "no version", "anthropic-version", 400, {}, {"anthropic-version": None}
    yield messages, "version", "not a valid version", 400, {}, {"anthropic-version": "2020-01-01"}
    yield messages, "temperature", "not permitted", 400, {"temperature": 1}, {"anthropic-version": "2026-10-21"}
    yield messages, "temperature, thinking", "may only be set to 1", 400, {"temperature": 0.5}, {}
    yield messages, "budget", "budget_tokens", 400, {"thinking": {"type": "enabled", "budget_tokens": 8000}}, {}
    yield messages, "blank text", "non-empty", 400, {"messages": [
        {"role": "user", "content": [{"type": "text", "text": " "}]}]}, {}
    yield messages, "roles", "alternate", 400, {"messages": [{"role": "user", "content": "relu"}] * 2}, {}
    yield messages, "thread", "no state", 400, {"thread": {"type": "create"}}, {}
    yield messages, "no schema", "input_schema", 400, {"tools": [{"name": "t"}]}, {}
    yield messages, "schema type", "type: \"object\"", 400, {"tools": [
        {"name": "t", "input_schema": {"properties": {}}}]}, {}
    yield gemini, "foreign field", "Unknown name", 400, {"messages": []}, {}
    yield gemini, "no parts", "parts", 400, {"contents": [{"role": "user", "parts": []}]}, {}
    yield gemini, "response", "must be an object", 400, {"contents": [{"role": "user", "parts": [
        {"functionResponse": {"name": "t", "response": "text"}}]}]}, {}


def check_edit(mock, fmt, word, status, body, headers):
    if isinstance(body, dict):
        base = fmt.body(USER, False)
        base.update(body)
        body = {k: v for k, v in base.items() if v is not None}
    sent = {k: v for k, v in {**KEYS, **headers}.items() if v is not None}
    got, _, data = mock.send(fmt.url(False), body, sent)
    assert got == status, (got, data)
    assert word in error_of(fmt, data)[1], data


# Faults


def fault(kind, **settings):
    return {"fault": kind, **settings}


def with_fault(one, **rule):
    return one_answer({**FIRST, "faults": [one]}, **rule)


def then_answered(mock, fmt, stream):
    """After a fault that happens once, the answer comes."""
    check_answer(mock.ask(fmt, USER, stream), FIRST, fmt, fmt.stops[0])


def fault_status(mock, fmt, stream, status, headers, code=None):
    got, sent, data = mock.send(fmt.url(stream), fmt.body(USER, stream))
    assert got == status, got
    kind = error_of(fmt, data)[0]
    if code or status in fmt.error_type:
        assert kind == (code or fmt.error_type[status]), kind
    for name, value in headers.items():
        assert sent.get(name) == value, (name, sent)
    return sent, data


def fault_cut(mock, fmt, stream):
    try:
        mock.send(fmt.url(stream), fmt.body(USER, stream))
    except (http.client.HTTPException, ConnectionError):
        return
    raise AssertionError("the connection was not cut")


def fault_header(mock, fmt, stream):
    """http.client takes half a header for a whole one, so by hand."""
    data = json.dumps(fmt.body(USER, stream))
    head = "".join(f"{name}: {value}\r\n" for name, value in {**KEYS, "Content-Length": len(data)}.items())
    with socket.create_connection(("127.0.0.1", mock.port), timeout=20) as s:
        s.sendall(f"POST {fmt.url(stream)} HTTP/1.1\r\nHost: localhost\r\n{head}\r\n{data}".encode())
        got = b"".join(iter(lambda: s.recv(4096), b""))
    assert got.startswith(b"HTTP/1.1 200 OK\r\n") and b"\r\n\r\n" not in got, got


def fault_body(mock, fmt, stream):
    status, headers, data = mock.send(fmt.url(stream), fmt.body(USER, stream))
    assert status == 200, status
    return headers, data


def check_fault(name, fmt, stream):
    """Runs the fault called name once and then the plain answer; the statistics agree."""
    settings, look = FAULTS[name]
    script = with_fault(fault(name.split()[0], **settings))
    with serve(script) as mock:
        look(mock, fmt, stream)
        answered = name.split()[0] in BENIGN
        settle(mock, answered=int(answered), faulted=int(not answered))
        assert mock.stats()["faults"] == {name.split()[0]: 1}
        then_answered(mock, fmt, stream)
        settle(mock, answered=1 + int(answered))
        assert mock.stats()["repeated"] == int(answered)


def settle(mock, **wanted):
    """Counts are made a moment after the last byte."""
    for _ in range(200):
        stats = mock.stats()
        if stats["open"] == 0 and all(stats[k] == v for k, v in wanted.items()):
            return
        time.sleep(0.01)
    raise AssertionError((wanted, stats))


def look_status(status, headers, code=None):
    return lambda mock, fmt, stream: fault_status(mock, fmt, stream, status, headers, code)


def look_date(mock, fmt, stream):
    sent, _ = fault_status(mock, fmt, stream, 429, {})
    seconds = email.utils.parsedate_to_datetime(sent["retry-after"]).timestamp() - time.time()
    assert 27 < seconds < 31, seconds


def look_retry_info(mock, fmt, stream):
    _, data = fault_status(mock, fmt, stream, 429, {"retry-after": "34"})
    if fmt.name == "gemini":
        assert json.loads(data)["error"]["details"][0]["retryDelay"] == "34s"


def look_invalid(mock, fmt, stream):
    _, data = fault_body(mock, fmt, stream)
    try:
        if stream:
            for _, text in events(data.decode()):
                if text != "[DONE]":
                    json.loads(text)
        else:
            json.loads(data)
    except ValueError:
        return
    raise AssertionError("valid JSON")


def look_truncated(mock, fmt, stream):
    _, data = fault_body(mock, fmt, stream)
    try:
        fmt.stream(data.decode()) if stream else json.loads(data)
    except (AssertionError, ValueError):
        return
    raise AssertionError("complete")


def look_error_in_body(mock, fmt, stream):
    headers, data = fault_body(mock, fmt, stream)
    assert headers["content-type"] == "application/json"
    assert error_of(fmt, data)[0] == fmt.error_type[503]


def look_error_in_stream(mock, fmt, stream):
    _, data = fault_body(mock, fmt, stream)
    if not stream:
        assert error_of(fmt, data)[0] == fmt.error_type[529]
        return
    got = fmt.stream(data.decode())
    assert got.error and got.error["message"] == "Overloaded.", got.error


def look_same(check=lambda headers, data: None, seconds=0.0):
    """The answer comes all the same."""
    def look(mock, fmt, stream):
        start = time.monotonic()
        headers, data = fault_body(mock, fmt, stream)
        assert time.monotonic() - start >= seconds, "too fast"
        check(headers, data)
        got = fmt.stream(data.decode()) if stream else fmt.whole(json.loads(data))
        check_answer(got, FIRST, fmt, fmt.stops[0])
    return look


def expect(test):
    def check(headers, data):
        assert test(headers, data), (headers, data[:200])
    return check


BENIGN = {"slow", "late", "empty-lines", "keep-alive", "unknown-events", "content-type", "crlf"}
STREAM_ONLY = {"keep-alive", "crlf"}
FAULTS = {
    "status 429": ({"status": 429, "retry_after": "3"}, look_status(429, {"retry-after": "3"})),
    "status 429 ms": ({"status": 429, "retry_after_ms": 250}, look_status(429, {"retry-after-ms": "250"})),
    "status 429 date": ({"status": 429, "retry_after_date": 30}, look_date),
    "status 429 info": ({"status": 429, "retry_after": "34"}, look_retry_info),
    "status 429 quota": ({"status": 429, "code": "insufficient_quota", "message": "No money."},
                         look_status(429, {}, "insufficient_quota")),
    "status 529": ({"status": 529}, look_status(529, {})),
    "status 500": ({"status": 500, "should_retry": False}, look_status(500, {"x-should-retry": "false"})),
    "status 503": ({"status": 503, "should_retry": True}, look_status(503, {"x-should-retry": "true"})),
    "status 408": ({"status": 408}, look_status(408, {})),
    "status 402": ({"status": 402}, look_status(402, {})),
    "status 401": ({"status": 401}, look_status(401, {})),
    "hang": ({"ms": 100}, fault_cut),
    "cut-connection": ({}, fault_cut),
    "cut-header": ({}, fault_header),
    "cut-body": ({}, fault_cut),
    "cut-body 0": ({"bytes": 0}, fault_cut),
    "cut-body late": ({"bytes": 1 << 30}, fault_cut),
    "invalid-json": ({}, look_invalid),
    "empty-body": ({}, lambda m, f, s: expect(lambda h, d: d == b"")(*fault_body(m, f, s))),
    "error-in-body": ({}, look_error_in_body),
    "error-in-stream": ({}, look_error_in_stream),
    "truncated-stream": ({}, look_truncated),
    "raw": ({"hex": "00ff41", "type": "text/plain"},
            lambda m, f, s: expect(lambda h, d: d == b"\0\xffA" and h["content-type"] == "text/plain")(
                *fault_body(m, f, s))),
    "slow": ({"bytes": 400, "ms": 4}, look_same(seconds=0.01)),
    "late": ({"ms": 120}, look_same(seconds=0.12)),
    "empty-lines": ({"count": 4, "ms": 10}, look_same(expect(lambda h, d: d.startswith(b"\n\n\n\n")), 0.04)),
    "keep-alive": ({"count": 2}, look_same(expect(lambda h, d: d.startswith(b": keep-alive\n\n")
                                                  and d.count(b": keep-alive") == 2))),
    "unknown-events": ({}, look_same(expect(lambda h, d: b"mock" in d))),
    "content-type": ({"type": "text/html"}, look_same(expect(lambda h, d: h["content-type"] == "text/html"))),
    "crlf": ({}, look_same(expect(lambda h, d: b"\r\n\r\n" in d and b"\n\n" not in d))),
}


def check_fault_limits():
    """times, turn, request, every, each, and the order of the lists."""
    faults = [fault("status", status=500, turn=0, times=2, each=True), fault("status", status=503, turn=1)]
    script = {"rules": [{"name": "r", "answers": [FIRST, LAST], "faults": faults}],
              "faults": [fault("status", status=529, request=1), fault("status", status=429, every=7, times=0)]}
    fmt = FORMATS[0]
    with serve(script) as mock:
        def status(talk):
            got = mock.ask(fmt, talk, False)
            return got[0] if isinstance(got, tuple) else got
        other = [("user", "Another conversation.")]
        assert [status(USER), status(USER)] == [500, 500]
        assert [status(other), status(other)] == [500, 500]
        got = status(USER)
        assert got.text == TEXT
        assert status(after(USER, got)) == 503
        assert status(after(USER, got)) == 429
        assert status(after(USER, got)).text == "done"
    with serve({**script, "rules": SCRIPT["rules"]}) as mock:
        assert mock.ask(fmt, USER, False)[0] == 529
        assert mock.ask(fmt, USER, False).text == TEXT


# Odd answers


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


# The server


def check_concurrency():
    """64 clients with kept connections and two turns each; 64 requests open at the same time."""
    with serve({"rules": [{"name": "r", "answers": ANSWERS}]}, "--latency", "150") as mock:
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
        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            assert sum(pool.map(client, range(64))) == 64
        seconds = time.monotonic() - start
        settle(mock, answered=192, repeated=0)
        stats = mock.stats()
        assert stats["most_open"] >= 32, stats["most_open"]
        assert len(stats["turns"]) == 192 and seconds < 20, seconds


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
        assert p.wait(timeout=10) == 0, how
        p.stdout.close()
    with open(port_file, encoding="utf-8") as f:
        assert 0 < int(f.read()) < 65536
    with serve(SCRIPT, "--exit-after", "1") as mock:
        mock.ask(FORMATS[0], USER, False)
        assert mock.process.wait(timeout=10) == 0


def check_dies_with_parent():
    code = ("import subprocess, sys\n"
            f"p = subprocess.Popen([{PROGRAM!r}, '--script', {script_file(SCRIPT)!r}, '--life', '60'],"
            " stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)\n"
            "p.stdout.readline(); print(p.pid, flush=True); import os; os._exit(0)\n")
    pid = int(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                             timeout=20).stdout)
    for _ in range(200):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as f:
                if f.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return
        except OSError:
            return
        time.sleep(0.02)
    raise AssertionError(f"process {pid} is still there")


def tests():
    """(name, function)."""
    mock = serve(SCRIPT)
    for fmt in FORMATS:
        for stream in (False, True):
            yield f"{fmt.name} loop, stream {stream}", functools.partial(check_loop, mock, fmt, stream)
        for name, check in list(globals().items()):
            if name.startswith(("check_echo", "check_result_", "check_stateless")):
                yield f"{fmt.name} {name[6:]}", functools.partial(check, mock, fmt)
    for fmt, what, word, status, body, headers in edits():
        yield f"{fmt.name} refuses {what}", functools.partial(check_edit, mock, fmt, word, status, body, headers)
    yield "server ends", functools.partial(mock.__exit__)
    for fmt in FORMATS:
        for stream in (False, True):
            for name in FAULTS:
                if stream or name not in STREAM_ONLY:
                    yield f"{fmt.name} {name}, stream {stream}", functools.partial(check_fault, name, fmt, stream)
            for check in (check_long_text, check_many_calls, check_malformed_utf8, check_raw_arguments, check_stops,
                          check_interleaved, check_no_ids, check_no_usage):
                yield f"{fmt.name} {check.__name__[6:]}, stream {stream}", functools.partial(check, fmt, stream)
    for check in (check_fault_limits, check_concurrency, check_other_paths, check_keys, check_rules, check_then,
                  check_lenient, check_thinking_off, check_responses_by_id, check_gemini_pieces,
                  check_opaque_is_base64, check_files,
                  check_log, check_client_gone, check_script_errors, check_ends_by_itself, check_dies_with_parent):
        yield check.__name__[6:], check


def main():
    passed = failed = skipped = 0
    only = sys.argv[2] if len(sys.argv) > 2 else ""
    for name, test in tests():
        if only not in name and name != "server ends":
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


if __name__ == "__main__":
    sys.exit(main())
