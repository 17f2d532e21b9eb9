#!/usr/bin/env python3
"""The client against every fault of the mock server: provider_faults.py PROVIDER_CLI KC_MOCK.

Each case is a script for the server and what must come of it: answered after so many requests,
refused, or unreached; nothing lost, nothing asked twice that was answered.  Expected outcomes come
from the retry rules (2.3 of the ecosystem notes), not from the client.
"""
import concurrent.futures
import http.server
import json
import os
import shutil
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

CLI, MOCK = sys.argv[1:3]
KEY = "sk-proj-0123456789abcdefghij"

FORMATS = {
    "chat": ("openai/m", "OPENAI_BASE_URL", "/v1", []),
    "responses": ("openai/m", "OPENAI_BASE_URL", "/v1", ["responses=1"]),
    "messages": ("anthropic/m", "ANTHROPIC_BASE_URL", "", []),
    "gemini": ("google/m", "GOOGLE_BASE_URL", "", []),
    "deepseek": ("deepseek/m", "DEEPSEEK_BASE_URL", "", []),
    "openrouter": ("openrouter/a/m", "OPENROUTER_BASE_URL", "/api/v1", []),
    "local": ("local/m", "LOCAL_BASE_URL", "/v1", []),
}

ANSWER = {"reasoning": "A thought.", "text": "I try.", "calls": [
    {"name": "write_code", "arguments": {"code": "nop \u00fc \"quoted\"\n"}},
    {"name": "check_syntax", "arguments": {}}],
    "usage": {"input": 36, "cache_read": 64, "output": 7, "reasoning": 3}}
DONE = {"text": "done", "usage": {"input": 40, "cache_read": 100, "output": 5}}


class Server:
    """A mock server with a script, ended when its standard input closes."""

    def __init__(self, script, *options):
        self.file = tempfile.NamedTemporaryFile("w", suffix=".json")
        json.dump(script, self.file)
        self.file.flush()
        self.process = subprocess.Popen([MOCK, "--script", self.file.name, "--life", "120", *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()

    def stats(self):
        for _ in range(50):  # counts are made a moment after the client has read its last byte
            with urllib.request.urlopen(self.url + "/stats") as reply:
                stats = json.load(reply)
            if stats["open"] == 0:
                return stats
            time.sleep(0.02)
        return stats

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=10)
        self.file.close()


def ask(server, form, *options, key=KEY):
    """One run of the client: its results, and all it wrote."""
    model, variable, path, extra = FORMATS[form]
    env = {"PATH": os.environ["PATH"], variable: server.url + path, "no_proxy": "*"}
    for name in ["OPENAI", "ANTHROPIC", "GOOGLE", "DEEPSEEK", "OPENROUTER", "LOCAL"]:
        env[f"{name}_API_KEY"] = key
    for name in ["ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS"]:
        if name in os.environ:
            env[name] = os.environ[name]
    done = subprocess.run([CLI, *extra, *options, model, "Write relu."], env=env, capture_output=True,
                          text=True, timeout=100)
    if done.returncode:
        raise AssertionError(f"exit {done.returncode}: {done.stderr}")
    if key in done.stdout or key in done.stderr:
        raise AssertionError("the key came out")
    return json.loads(done.stdout)


checks = []  # name, passed, what was seen; appending is atomic


def expect(name, condition, about):
    checks.append((name, bool(condition), about))


# ---- a conversation with tools, in every format, whole and streamed -------------------------------

def check_usage(name, form, usage):
    expect(name, usage["input"] == 36 and usage["cache_read"] == 64 and usage["output"] == 7, usage)
    if form != "messages":
        expect(name, usage["reasoning"] == 3, usage)


def check_conversation(form, stream, rule):
    """The server refuses (400) when ids, results or opaque reasoning do not come back as they were."""
    name = f"conversation {form} stream={stream} {' '.join(rule)}"
    second = {**ANSWER, "reasoning": "Another.", "calls": ANSWER["calls"][:1]}
    script = {"rules": [{"name": "talk", "answers": [ANSWER, second, DONE], **rule}]}
    with Server(script) as server:
        result = ask(server, form, "tools=full", "turns=5", f"stream={stream}", "effort=high")[0]
        stats = server.stats()
    expect(name, result["status"] == "answered" and len(result["answers"]) == 3, result["message"])
    if len(result["answers"]) != 3:
        return
    first, _, last = result["answers"]
    expect(name, first["text"] == "I try." and last["text"] == "done", (first["text"], last["text"]))
    expect(name, [c["name"] for c in first["calls"]] == ["write_code", "check_syntax"], first["calls"])
    expect(name, json.loads(first["calls"][0]["arguments"]) == ANSWER["calls"][0]["arguments"], first["calls"])
    expect(name, [a["stop"] for a in result["answers"]] == ["calls", "calls", "end"], result["answers"])
    check_usage(name, form, first["usage"])
    expect(name, stats["answered"] == 3 and stats["requests"] == 3 and stats["refused"] == 0, stats)


def conversations():
    for stream in "01":
        for form in FORMATS:
            yield check_conversation, form, stream, {}
        for field in ["reasoning_content", "reasoning_details", "reasoning"]:
            yield check_conversation, "local", stream, {"reasoning_field": field}
        for form in ["local", "gemini"]:
            yield check_conversation, form, stream, {"omit_ids": True}
        for form in ["messages", "gemini"]:
            yield check_conversation, form, stream, {"reasoning_always": True}


# ---- faults ---------------------------------------------------------------------------------------

# fault, outcome, requests until it, seconds that must have been waited for at least
RETRIED = [
    ({"fault": "status", "status": 429, "retry_after": "1"}, 2, 1.0),
    ({"fault": "status", "status": 429, "retry_after_ms": 300}, 2, 0.3),
    ({"fault": "status", "status": 429, "retry_after_date": 2}, 2, 0.5),
    ({"fault": "status", "status": 408, "retry_after": "0"}, 2, 0),
    ({"fault": "status", "status": 409, "retry_after": "0"}, 2, 0),
    ({"fault": "status", "status": 500, "retry_after": "0", "times": 2}, 3, 0),
    ({"fault": "status", "status": 502, "retry_after": "0"}, 2, 0),
    ({"fault": "status", "status": 503, "retry_after": "0"}, 2, 0),
    ({"fault": "status", "status": 529, "retry_after": "0", "times": 3}, 4, 0),
    ({"fault": "status", "status": 400, "should_retry": True, "retry_after": "0"}, 2, 0),
    ({"fault": "hang", "ms": 100}, 2, 0),
    ({"fault": "cut-connection"}, 2, 0),
    ({"fault": "cut-header"}, 2, 0),
    ({"fault": "cut-body"}, 2, 0),
    ({"fault": "cut-body", "bytes": 1}, 2, 0),
    ({"fault": "invalid-json"}, 2, 0),
    ({"fault": "empty-body"}, 2, 0),
    ({"fault": "raw", "body": "<html>busy</html>", "type": "text/html"}, 2, 0),
    ({"fault": "raw", "body": "{}"}, 2, 0),
    ({"fault": "raw", "body": "[" * 5000 + "]" * 5000}, 2, 0),
    ({"fault": "raw", "hex": "ff00fe"}, 2, 0),
    ({"fault": "error-in-body", "status": 503}, 2, 0),
    ({"fault": "error-in-stream", "status": 529, "after": 1}, 2, 0),
    ({"fault": "truncated-stream"}, 2, 0),
]

AT_ONCE = [
    {"fault": "slow", "bytes": 40, "ms": 1},
    {"fault": "late", "ms": 300},
    {"fault": "empty-lines", "count": 5, "ms": 20},
    {"fault": "keep-alive", "count": 3, "ms": 10},
    {"fault": "unknown-events"},
    {"fault": "content-type"},
    {"fault": "content-type", "type": "application/octet-stream"},
    {"fault": "crlf"},
]

REFUSED = [
    {"fault": "status", "status": status} for status in (400, 401, 402, 403, 404, 413, 422)] + [
    {"fault": "status", "status": 429, "code": "insufficient_quota"},
    {"fault": "status", "status": 301},
]

UNREACHED = [
    ({"fault": "status", "status": 500, "retry_after": "0", "times": 0}, 4),
    ({"fault": "status", "status": 429, "retry_after": "500", "times": 0}, 1),
    ({"fault": "status", "status": 503, "should_retry": False, "times": 0}, 1),
    ({"fault": "invalid-json", "times": 0}, 3),
    ({"fault": "raw", "body": "{\"x\":1}", "times": 0}, 3),
]


def with_fault(form, stream, fault, *options):
    script = {"rules": [{"name": "one", "answers": [DONE], "faults": [fault]}]}
    with Server(script) as server:
        result = ask(server, form, f"stream={stream}", *options)[0]
        return result, server.stats()


def check_answered(form, stream, fault, requests, wait):
    name = f"{form} stream={stream} {str(fault)[:100]}"
    result, stats = with_fault(form, stream, fault)
    expect(name, result["status"] == "answered", result["message"])
    if result["status"] != "answered":
        return
    answer = result["answers"][0]
    expect(name, answer["text"] == "done" and answer["usage"]["input"] == 40, answer)
    expect(name, answer["attempts"] == requests and stats["requests"] == requests, (answer["attempts"], stats))
    expect(name, stats["answered"] == 1 and not stats["repeated"], stats)
    expect(name, answer["waited"] >= wait, answer["waited"])


def check_refused(form, stream, fault):
    name = f"{form} stream={stream} {fault}"
    result, stats = with_fault(form, stream, fault)
    expect(name, result["status"] == "refused" and result["attempts"] == 1, result)
    expect(name, result["http"] == fault["status"] and stats["requests"] == 1, result)


def check_unreached(form, stream, fault, requests):
    name = f"{form} stream={stream} {fault}"
    result, stats = with_fault(form, stream, fault, "attempts=4", "deadline=60")
    expect(name, result["status"] == "unreached" and not result["answers"], result)
    expect(name, result["attempts"] == requests == stats["requests"], (result, stats))


def faults(form, stream):
    for fault, requests, wait in RETRIED:
        yield check_answered, form, stream, fault, requests, wait
    for fault in AT_ONCE:
        yield check_answered, form, stream, fault, 1, 0
    for fault in REFUSED:
        yield check_refused, form, stream, fault
    for fault, requests in UNREACHED:
        yield check_unreached, form, stream, fault, requests


# ---- hostile answers ------------------------------------------------------------------------------

def hostile(form, stream):
    name = f"hostile {form} stream={stream}"
    calls = {"rules": [{"name": "many", "answers": [
        {"calls": [{"name": "view", "arguments": {"n": 1}, "times": 500}]}, DONE]}]}
    with Server(calls) as server:
        result = ask(server, form, "tools=full", "turns=2", f"stream={stream}")[0]
    expect(name, result["status"] == "answered" and len(result["answers"][0]["calls"]) == 500, result["message"])
    large = {"rules": [{"name": "large", "answers": [{"text": "0123456789abcdef", "text_repeat": 655360}]}],
             "piece_bytes": 4096}
    with Server(large) as server:
        result = ask(server, form, f"stream={stream}")[0]
    expect(name, len(result["answers"]) == 1 and len(result["answers"][0]["text"]) == 10 << 20, result["message"])
    bad = {"rules": [{"name": "bytes", "answers": [{"text_hex": "61ff62c3"}]}]}
    with Server(bad) as server:
        result = ask(server, form, f"stream={stream}")[0]
    expect(name, result["status"] == "answered" and result["answers"][0]["text"].startswith("a\ufffdb"), result)
    odd = {"rules": [{"name": "odd", "answers": [
        {"calls": [{"name": "write_code", "arguments": "{\"code\": \"half"}], "stop": "eos_reached"}, DONE]}]}
    with Server(odd) as server:
        result = ask(server, form, "tools=full", "turns=2", f"stream={stream}")[0]
    expect(name, "half" in result["answers"][0]["calls"][0]["arguments"], result)


# ---- limits ---------------------------------------------------------------------------------------

def limits():
    slow = {"rules": [{"name": "slow", "answers": [DONE], "faults": [{"fault": "late", "ms": 60000, "times": 0}]}]}
    with Server(slow) as server:
        start = time.monotonic()
        result = ask(server, "chat", "cancel_ms=300")[0]
        seconds = time.monotonic() - start
        expect("cancel", result["status"] == "cancelled", result)
        expect("cancel", seconds < 1.5, seconds)
        start = time.monotonic()
        result = ask(server, "chat", "attempt_deadline=0.3", "attempts=2")[0]
        seconds = time.monotonic() - start
        expect("attempt deadline", result["status"] == "unreached" and result["attempts"] == 2, result)
        expect("attempt deadline", seconds < 3, seconds)
        start = time.monotonic()
        result = ask(server, "chat", "deadline=0.5")[0]
        expect("deadline", result["status"] == "unreached", result)
        expect("deadline", time.monotonic() - start < 2, time.monotonic() - start)
    crowd = {"rules": [{"name": "crowd", "answers": [DONE], "then": "last"}]}
    with Server(crowd, "--latency", "100") as server:
        results = ask(server, "chat", "threads=12", "connections=3")
        stats = server.stats()
    expect("connections", all(r["status"] == "answered" for r in results), results)
    expect("connections", stats["most_open"] == 3 and stats["answered"] == 12, stats)


def too_large():
    """Quotes take two bytes each, so just above 64 MiB; tried three times like any answer that is none."""
    script = {"rules": [{"name": "large", "answers": [{"text": '"' * 16, "text_repeat": 2200000}]}]}
    with Server(script) as server:
        result = ask(server, "chat")[0]
    expect("too large", result["status"] == "unreached" and result["attempts"] == 3, result["message"])
    expect("too large", "64 MiB" in result["message"], result["message"])


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Sends everybody to an address where an answer waits."""
    asked = []

    def do_POST(self):
        Elsewhere.asked.append(self.path)
        self.rfile.read(int(self.headers["Content-Length"]))
        moved = not self.path.startswith("/there")
        body = b"" if moved else b'{"choices":[{"message":{"content":"hi"}}]}'
        self.send_response(302 if moved else 200)
        if moved:
            self.send_header("Location", "/there")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Plain:
    """The same face as Server for a server of our own."""

    def __init__(self, certificate=None):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"{'https' if certificate else 'http'}://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def redirects():
    server = Plain()
    result = ask(server, "chat")[0]
    expect("redirect", result["status"] == "refused" and result["http"] == 302, result)
    expect("redirect", "redirects are not followed" in result["message"], result)
    expect("redirect", Elsewhere.asked == ["/v1/chat/completions"], Elsewhere.asked)


def certificates():
    """A certificate that nobody signed: no key may be sent there."""
    if not shutil.which("openssl"):
        print("skipped: certificates (no openssl)")
        return
    with tempfile.TemporaryDirectory() as folder:
        pem = folder + "/pem"
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", pem, "-out",
                        folder + "/cert"], check=True, capture_output=True)
        with open(folder + "/cert", encoding="ascii") as cert, open(pem, "a", encoding="ascii") as both:
            both.write(cert.read())
        before = len(Elsewhere.asked)
        result = ask(Plain(pem), "chat")[0]
        expect("certificate", result["status"] == "unreached" and result["attempts"] == 1, result)
        expect("certificate", "certificate" in result["message"], result)
        expect("certificate", len(Elsewhere.asked) == before, Elsewhere.asked)


def all_jobs():
    yield from conversations()
    for form in ["chat", "responses", "messages", "gemini"]:
        for stream in "01":
            yield from faults(form, stream)
            yield hostile, form, stream


def run(job):
    try:
        job[0](*job[1:])
    except Exception as error:  # noqa: a case that breaks down is a failed case
        expect(str(job[1:])[:200], False, repr(error))


def main():
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(8) as pool:  # they mostly wait
        list(pool.map(run, all_jobs()))
    for job in [limits, too_large, redirects, certificates]:  # alone: they measure
        run((job,))
    failures = [f"{name}: {about}" for name, passed, about in checks if not passed]
    print("\n".join(line[:600] for line in failures[:40]))
    print(f"{len(checks) - len(failures)} of {len(checks)} checks passed in {time.monotonic() - start:.0f} s")
    return 1 if failures else 0


sys.exit(main())
