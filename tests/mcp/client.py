"""A small MCP client for tests: stdio and HTTP, both eras, and deliberately able to misbehave."""
import base64
import http.client
import itertools
import json
import os
import re
import subprocess
import threading
import time

MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
META = "io.modelcontextprotocol/"
TIMEOUT = 120


def envelope(era, method, params, ident, token=None):
    """A well-formed message of an era; ident None makes a notification, token asks for progress."""
    params = dict(params or {})
    meta = dict(params.pop("_meta", {}))
    if era == "modern":
        meta = {META + "protocolVersion": MODERN, META + "clientCapabilities": {},
                META + "clientInfo": {"name": "test", "version": "1"}, **meta}
    if token is not None:
        meta["progressToken"] = token
    if meta:
        params["_meta"] = meta
    message = {"jsonrpc": "2.0", "method": method}
    if ident is not None:
        message["id"] = ident
    if params:
        message["params"] = params
    return message


class Stdio:
    """kc mcp as a child; raw lines in and out."""

    def __init__(self, kc, *args):
        self.child = subprocess.Popen([kc, "mcp", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE)
        self.lines, self.arrived = [], threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()
        self.next_id = 0

    def _read(self):
        for line in self.child.stdout:
            message = json.loads(line)  # anything else on standard output is a failure
            with self.arrived:
                self.lines.append((time.monotonic(), message))
                self.arrived.notify_all()

    def send_bytes(self, data):
        self.child.stdin.write(data)
        self.child.stdin.flush()

    def send(self, message):
        self.send_bytes(json.dumps(message).encode() + b"\n")

    def wait(self, wanted, timeout=TIMEOUT):
        """The first message that fits, or None after the timeout."""
        end = time.monotonic() + timeout
        with self.arrived:
            while True:
                for _, message in self.lines:
                    if wanted(message):
                        return message
                left = end - time.monotonic()
                if left <= 0 or not self.arrived.wait(left):
                    if time.monotonic() >= end:
                        return None

    def raw(self, data):
        """Sends bytes as one line and returns what comes back without an id."""
        with self.arrived:
            self.lines.clear()
        self.send_bytes(data + b"\n")
        return self.wait(lambda m: True)

    def request(self, era, method, params=None, token=None):
        """(answer, notifications that came before it)"""
        self.next_id += 1
        ident = f"r{self.next_id}"
        with self.arrived:
            self.lines.clear()
        self.send(envelope(era, method, params, ident, token))
        answer = self.wait(lambda m: m.get("id") == ident)
        with self.arrived:
            notes = [m for _, m in self.lines if "id" not in m]
        return answer, notes

    def notify(self, era, method, params=None):
        self.send(envelope(era, method, params, None))

    def close(self):
        """Ends the input; the exit status."""
        self.child.stdin.close()
        status = self.child.wait(TIMEOUT)
        self.child.stdout.close()
        self.child.stderr.close()
        return status


class Http:
    """kc mcp --http as a child, and POSTs to it."""

    def __init__(self, kc, *args, env=None):
        self.child = subprocess.Popen([kc, "mcp", "--http", "0", *args], stdin=subprocess.DEVNULL,
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                      env={**os.environ, **(env or {})})
        self.port = int(re.search(r"http://127\.0\.0\.1:(\d+)/mcp", self.child.stderr.readline()).group(1))
        bearer = re.search(r"Bearer (\S+)", self.child.stderr.readline())
        self.token = bearer.group(1) if bearer else None
        self.ids = itertools.count(1)

    def exchange(self, body, headers=None, method="POST", path="/mcp"):
        """(status, headers, body) with exactly these headers beside Host and Content-Length."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=TIMEOUT)
        headers = {k: v for k, v in (headers or {}).items() if v is not None}
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        data = response.read()
        connection.close()
        return response.status, response.headers, data

    def headers(self, message, **changes):
        """What a well-behaved client sends with a message; changes replace or (None) drop some."""
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        params = message.get("params", {}) if isinstance(message, dict) else {}
        if isinstance(params, dict) and META + "protocolVersion" in (params.get("_meta") or {}):
            headers["MCP-Protocol-Version"] = params["_meta"][META + "protocolVersion"]
            headers["Mcp-Method"] = message["method"]
            name = params.get("uri" if message["method"] == "resources/read" else "name")
            if isinstance(name, str):
                headers["Mcp-Name"] = name if name.isascii() and name.isprintable() else encoded(name)
        headers.update({k.replace("_", "-"): v for k, v in changes.items()})
        return headers

    def post(self, message, **changes):
        """(status, messages)"""
        status, headers, data = self.exchange(json.dumps(message), self.headers(message, **changes))
        return status, self.messages(headers, data), headers

    @staticmethod
    def messages(headers, data):
        if (headers.get("Content-Type") or "").startswith("text/event-stream"):
            events = [e for e in data.decode().split("\n\n") if e]
            return [json.loads("".join(line[6:] for line in e.split("\n") if line.startswith("data: ")))
                    for e in events]
        return [json.loads(data)] if data else []

    def raw(self, data):
        _, headers, data = self.exchange(data, self.headers({}))
        return self.messages(headers, data)[0]

    def request(self, era, method, params=None, token=None):
        message = envelope(era, method, params, next(self.ids), token)
        _, messages, _ = self.post(message)
        assert messages[-1]["id"] == message["id"], messages[-1]
        return messages[-1], messages[:-1]

    def notify(self, era, method, params=None):
        message = envelope(era, method, params, None)
        status, messages, _ = self.post(message)
        assert (status, messages) == (202, []), (status, messages)

    def close(self):
        self.child.terminate()
        status = self.child.wait(TIMEOUT)
        assert self.child.stdout.read() == ""
        self.child.stdout.close()
        self.child.stderr.close()
        return status


def encoded(text):
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def conforms(schema, value, where="$"):
    """None, or where a value leaves the subset of JSON Schema that our tools use."""
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
             "number": (int, float)}
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return f"{where}: {type(value).__name__} is no {kind}"
    if kind == "object":
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                return f"{where}: {name} is missing"
        for name, inner in value.items():
            if name not in properties and schema.get("additionalProperties") is False:
                return f"{where}: {name} is not allowed"
            if name in properties and (problem := conforms(properties[name], inner, f"{where}.{name}")):
                return problem
    return None
