#!/usr/bin/env python3
"""The live view over HTTP: view.py KC MAKE-STORE.

Pages, headers and refusals; events while a campaign writes; what the try page asks for; listeners; stored texts and
kernels that mean no good.  What browsers
make of it is tests/browser.
"""
import http.client
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

KC, MAKE, TOKEN = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), "0123456789abcdef0123"
INVISIBLE = re.compile("[\0-\x08\x0b-\x1f\x7f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")
results = []


def expect(condition, what):
    results.append(bool(condition))
    if not condition:
        print("FAILED:", what)


def campaign(store, *more):
    done = subprocess.run([KC, "run", "-a", "template", "-q", "--store", store, *more], check=False,
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


class View:
    def __init__(self, store):
        self.process = subprocess.Popen([KC, "view", "--store", store, "--port", "0"], stderr=subprocess.PIPE,
                                        text=True, env=dict(os.environ, KC_VIEW_TOKEN=TOKEN))
        self.line = self.process.stderr.readline()
        self.port = int(self.line.split("127.0.0.1:")[1].split("/")[0])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.send_signal(signal.SIGTERM)
        expect(self.process.wait(20) == 0, "ends by SIGTERM")

    def ask(self, path, method="GET", body=None, **headers):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        link.putrequest(method, path, skip_host="Host" in headers)
        data = body.encode() if body is not None else b""
        if body is not None:
            link.putheader("Content-Length", str(len(data)))
        for name, value in headers.items():
            link.putheader(name.replace("_", "-"), value)
        link.endheaders(data)
        answer = link.getresponse()
        return answer.status, answer.read().decode("utf-8", "replace"), dict(answer.getheaders())

    def attempt(self, **request):
        return self.ask("/api/try", "POST", json.dumps(request), Content_Type="application/json",
                        Authorization="Bearer " + TOKEN)


def pages(view):
    for path in ["/", "/try", "/run/1", "/part/success", "/report.css", "/report.js", "/view.css", "/view.js",
                 "/api/cells", "/api/report.json", "/api/run/1", "/part/navigation"]:
        status, text, headers = view.ask(path)
        policy = headers.get("Content-Security-Policy", "")
        expect(status == 200 and text, f"{path}: {status}")
        expect("default-src 'none'" in policy and "unsafe" not in policy, f"{path}: policy {policy}")
        expect(headers.get("X-Content-Type-Options") == "nosniff", f"{path}: nosniff")
        expect("style=" not in text or not path.startswith(("/run", "/part")) and path != "/", f"{path}: style=")
    expect("relu" in view.ask("/run/1")[1], "the run's task is named")
    run = json.loads(view.ask("/api/run/1")[1])
    cell = [run[key] for key in ("platform", "task", "config", "lang")]
    expect(cell == ["plena", "relu", "C1", "asm"], f"the run's cell: {cell}")
    expect(json.loads(view.attempt(**run, action="run_evaluation")[1])["verdict"] == "correct", "its kernel is right")
    expect(json.loads(view.ask("/api/report.json")[1]), "the report as JSON")


def refusals(view):
    for path in ["/nothing", "/run/", "/run/x", "/run/999999", "/run/-1", "/api/run/x", "/api/run/7", "/part/",
                 "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/run/1/../../etc/passwd", "/report.css/..",
                 "//etc/passwd"]:
        status, text, _ = view.ask(path)
        expect(status == 404 and "root:" not in text, f"{path}: {status}")
    expect(view.ask("/", Host="evil.example")[0] == 403, "foreign Host")
    expect(view.ask("/", Origin="http://evil.example")[0] == 403, "foreign Origin")
    expect(view.ask("/", "DELETE")[0] == 405, "DELETE")
    good = {"Content_Type": "application/json", "Authorization": "Bearer " + TOKEN}
    body = json.dumps({"action": "check_syntax", "task": "relu", "kernel": ""})
    expect(view.ask("/api/try", "POST", body, Content_Type="application/json")[0] == 401, "no token")
    expect(view.ask("/api/try", "POST", body, **{**good, "Authorization": "Bearer " + TOKEN[:-1] + "x"})[0] == 401,
           "wrong token")
    expect(view.ask("/api/try", "POST", body, **{**good, "Content_Type": "text/plain"})[0] == 415, "no JSON type")
    expect(view.ask("/", "POST", body, **good)[0] == 404, "POST elsewhere")
    for bad in ["", "{", "[]", "3", '{"action": 3}', '{"task": "nothing"}', '{"task": "relu"}', '{"task": "relu", '
                '"action": "format_disk"}', '{"task": "relu", "lang": "cobol"}', '{"platform": "x", "task": "relu"}']:
        expect(view.ask("/api/try", "POST", bad, **good)[0] == 422, f"try {bad}")
    expect(view.ask("/api/try", "POST", '"' + "x" * (5 << 20), **good)[0] == 413, "5 MiB")


def tries(view):
    cell = {"platform": "plena", "task": "silu", "config": "C1"}
    status, text, _ = view.attempt(**cell, action="compile", opt="best")
    kernel = json.loads(text)["kernel"]
    expect(status == 200 and "V_EXP_V" in kernel, "compile")
    result = json.loads(view.attempt(**cell, action="run_evaluation", kernel=kernel)[1])
    expect(result["verdict"] == "correct", "our kernel is correct")
    wrong = kernel.replace("V_RECI_V", "V_EXP_V", 1)
    result = json.loads(view.attempt(**cell, action="run_evaluation", kernel=wrong)[1])
    expect(result["verdict"] == "wrong_result" and result["explanation"], "a wrong one is explained")
    result = json.loads(view.attempt(**cell, action="view_output", kernel=wrong, arguments={"num_rows": 1})[1])
    expect(result["differences"][0]["written_by_line"] > 0, "the memory that differs")
    expect(json.loads(view.attempt(**cell, action="profile", kernel=kernel)[1])["lines"], "the profile")
    expect("silu" in json.loads(view.attempt(**cell, action="prompt")[1])["prompt"], "the task")
    result = json.loads(view.attempt(**cell, action="check_syntax", kernel="<script>")[1])
    expect(result["errors"][0]["line"] == 1, "diagnostics")


def listen(view, until, heard):
    """Hears events until the generation is reached."""
    link = socket.create_connection(("127.0.0.1", view.port), timeout=60)
    link.sendall(b"GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    text = b""
    while f"data: {until}".encode() not in text:
        block = link.recv(4096)
        if not block:
            break
        text += block
    heard.append(f"data: {until}".encode() in text and b"text/event-stream" in text)
    link.close()


def events(view, store):
    """Twenty listeners hear of a change, and pages are served meanwhile."""
    heard = []
    listeners = [threading.Thread(target=listen, args=(view, 2, heard)) for _ in range(20)]
    for thread in listeners:
        thread.start()
    before = json.loads(view.ask("/api/report.json")[1])
    campaign(store, "-p", "plena", "-t", "gelu", "-c", "C1")
    for thread in listeners:
        thread.join(60)
    expect(heard == [True] * 20, f"{sum(heard)} of 20 heard")
    expect(json.loads(view.ask("/api/report.json")[1]) != before, "the new run is there")
    expect("gelu" in view.ask("/part/runs")[1], "and in the list of runs")


def spoil(store):
    """Makes the kernel of the hostile run a line of 10 MB; returns the run."""
    db = sqlite3.connect(store)
    run, kernel = db.execute("SELECT id, kernel FROM run WHERE error LIKE '%<script>%'").fetchone()
    text = b"<script>alert(1)</script>" * (10 << 20 >> 4)
    changed = db.execute("UPDATE content SET data = ?, size = ?, packed = 0 WHERE hash = ?", (text, len(text), kernel))
    expect(changed.rowcount == 1, "the kernel is in the store")
    db.commit()
    db.close()
    return run


def inert(view, path, most=1 << 20):
    begin = time.monotonic()
    status, text, _ = view.ask(path)
    expect(status == 200 and 0 < len(text) < most, f"{path}: {status}, {len(text)} characters")
    expect(time.monotonic() - begin < 20, f"{path}: {time.monotonic() - begin} s")
    expect(not INVISIBLE.search(text), f"{path}: {INVISIBLE.search(text)}")
    return text


def hostile(folder):
    """Whatever a store holds or a visitor sends: answers are short, soon there, and only text."""
    store = f"{folder}/hostile.db"
    subprocess.run([MAKE, store, "hostile"], check=True)
    with View(store) as view:
        run = sqlite3.connect(store).execute("SELECT id FROM run WHERE error LIKE '%<script>%'").fetchone()[0]
        for path in ["/", f"/run/{run}", "/part/runs", "/part/success"]:
            text = inert(view, path)
            expect(not re.search("<(script(?! src=\"/)|img|style|iframe|object)|href=\"(?![/#d])| on[a-z]+=\"", text),
                   f"{path}: markup")
            expect("&lt;script&gt;" in text, f"{path}: it is shown")
        expect("[U+202E]" in inert(view, f"/run/{run}"), "marks of direction are named")
        expect("<script>" in json.loads(view.ask(f"/api/run/{run}")[1])["kernel"], "its kernel, as JSON")
        spoil(store)
        text = inert(view, f"/run/{run}")
        expect("<script>a" not in text, "a kernel of 10 MB: markup")
        expect(json.loads(inert(view, f"/api/run/{run}"))["kernel"] == "", "a kernel of 10 MB is not for the editor")
        for kernel in ["x" * 3900000, "\u202e<script>\x1b[2J\0" * 1000, "\n" * 1900000, "V_ADD_VV " + "gp1, " * 700000]:
            begin = time.monotonic()
            for action in ["check_syntax", "run_evaluation", "view_output", "profile"]:
                status, text, _ = view.attempt(platform="plena", task="relu", action=action, kernel=kernel)
                expect(status in (200, 422) and len(text) < 1 << 20 and isinstance(json.loads(text), dict),
                       f"{action} of {kernel[:20]!r}: {status}, {len(text)}")
            expect(time.monotonic() - begin < 60, f"{kernel[:20]!r}: {time.monotonic() - begin} s")


def main():
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/view.db"
        done = subprocess.run([KC, "view", "--store", store], capture_output=True, text=True, check=False)
        expect(done.returncode == 2 and store in done.stderr, "a store that is not there")
        campaign(store, "-p", "plena", "-t", "relu", "-c", "C1")
        with View(store) as view:
            expect("#token=" + TOKEN in view.line, "the address carries the token")
            done = subprocess.run([KC, "view", "--store", store, "--port", str(view.port)], text=True,
                                  capture_output=True, check=False, timeout=60)
            expect(done.returncode == 2 and "--port 0" in done.stderr, "a port that is taken")
            pages(view)
            refusals(view)
            tries(view)
            events(view, store)
        hostile(folder)
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if all(results) else 1


sys.exit(main())
