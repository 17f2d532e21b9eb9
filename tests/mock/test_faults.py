#!/usr/bin/env python3
"""Every fault of the mock server, for every format: test_faults.py KC-MOCK."""
import email.utils
import functools
import http.client
import json
import socket
import sys
import time

from client import FORMATS, KEYS, events
from testing import (FIRST, LAST, SCRIPT, TEXT, USER, after, check_answer, error_of, fault, run_tests, serve,
                     settle, with_fault)


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


def look_status(status, headers, code=None):
    return lambda mock, fmt, stream: fault_status(mock, fmt, stream, status, headers, code)


def look_date(mock, fmt, stream):
    sent, _ = fault_status(mock, fmt, stream, 429, {})
    seconds = email.utils.parsedate_to_datetime(sent["retry-after"]).timestamp() - time.time()
    assert 15 < seconds < 31, seconds


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


def tests():
    for fmt in FORMATS:
        for stream in (False, True):
            for name in FAULTS:
                if stream or name not in STREAM_ONLY:
                    yield f"{fmt.name} {name}, stream {stream}", functools.partial(check_fault, name, fmt, stream)
    yield "limits", check_fault_limits


sys.exit(run_tests(tests()))
