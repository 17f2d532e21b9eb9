"""What only HTTP has: gates, tokens, headers, streams, a wire that anybody may write to."""
import http.client
import json
import socket
import subprocess
import threading
import time

from agent import KC, SLOW, Agent, check, code_of, relu_kernel
from client import META, MODERN, Http, encoded, envelope


def test_http_gates(link):
    ping = envelope("legacy", "ping", None, 1)
    own = f"http://127.0.0.1:{link.port}"
    for name, changes, status in (
            ("plain", {}, 200), ("own origin", {"Origin": own}, 200),
            ("localhost", {"Origin": f"http://localhost:{link.port}", "Host": f"localhost:{link.port}"}, 200),
            ("foreign origin", {"Origin": "http://evil.example"}, 403), ("null origin", {"Origin": "null"}, 403),
            ("other port", {"Origin": "http://127.0.0.1:1"}, 403), ("prefix", {"Origin": own + ".evil.example"}, 403),
            ("foreign host", {"Host": "evil.example"}, 403), ("host prefix", {"Host": "127.0.0.1.evil.example"}, 403),
            ("host and origin", {"Host": "evil.example", "Origin": "http://evil.example"}, 403),
            ("localhost.evil", {"Host": f"localhost.evil:{link.port}"}, 403), ("user part", {"Host": "localhost@evil"},
                                                                               403),
            ("text", {"Content_Type": "text/plain"}, 415), ("form",
                                                            {"Content_Type": "application/x-www-form-urlencoded"}, 415),
            ("no type", {"Content_Type": None}, 415), ("charset", {"Content_Type": "application/json; charset=utf-8"},
                                                       200),
            ("session", {"Mcp_Session_Id": "x", "Last_Event_ID": "5"}, 200),
            ("2025-06-18", {"MCP_Protocol_Version": "2025-06-18"}, 200), ("1999", {"MCP_Protocol_Version": "1999"},
                                                                          400)):
        got, messages, headers = link.post(ping, **changes)
        check(f"http {name}", got == status, (got, messages))
        check(f"http {name}: body", ("result" in messages[0]) == (status == 200), messages)
        check(f"http {name}: no session", "Mcp-Session-Id" not in headers, headers)
    for method, path, status in (("GET", "/mcp", 405), ("DELETE", "/mcp", 405), ("PUT", "/mcp", 405), ("OPTIONS",
                                                                                                       "/mcp", 405),
                                 ("POST", "/", 404), ("POST", "/mcp/", 404), ("GET", "/etc/passwd", 404)):
        got, headers, _ = link.exchange(None, {"Accept": "text/event-stream"}, method, path)
        check(f"http {method} {path}", got == status, got)
        check(f"http {method} {path}: allow", status != 405 or headers["Allow"] == "POST", headers)
    got, _, data = link.exchange(b"x" * (17 << 20), link.headers({}))
    check("http 17 MiB", got == 413 and json.loads(data)["error"], got)
    for data in (b"", b"hello", b"[]"):
        check(f"http {data}", link.exchange(data, link.headers({}))[0] == 400)
    check("http listens on loopback only", listens_on(link.port) == {"0100007F"}, listens_on(link.port))


def listens_on(port):
    """Local addresses (kernel notation) of listening sockets with this port."""
    found = set()
    for table in ("/proc/net/tcp", "/proc/net/tcp6"):
        try:
            with open(table, encoding="ascii") as f:
                rows = [line.split() for line in f.readlines()[1:]]
        except OSError:
            continue
        found |= {r[1].split(":")[0] for r in rows if r[3] == "0A" and int(r[1].split(":")[1], 16) == port}
    return found


def test_http_token(link):
    call = envelope("legacy", "tools/call", {"name": "list_tasks"}, 1)
    modern = envelope("modern", "tools/call", {"name": "list_tasks"}, 1)
    for message in (call, modern):
        for name, value, status in (("right", f"Bearer {link.token}", 200), ("lower case", f"bearer {link.token}", 200),
                                    ("none", None, 401), ("wrong", "Bearer " + "0" * 32, 401), ("empty", "Bearer ",
                                                                                                401),
                                    ("prefix", f"Bearer {link.token[:-1]}", 401), ("longer", f"Bearer {link.token}0",
                                                                                   401),
                                    ("basic", f"Basic {link.token}", 401), ("bare", link.token, 401)):
            got, messages, headers = link.post(message, Authorization=value)
            check(f"http token {name}", got == status, (got, messages))
            check(f"http token {name}: challenge", status == 200 or "Bearer" in headers["WWW-Authenticate"], headers)
            check(f"http token {name}: id", messages[0]["id"] == 1, messages)
    for method in ("ping", "tools/list", "resources/list", "prompts/list"):
        check(f"http {method} needs no token", link.post(envelope("legacy", method, {}, 1),
                                                         Authorization=None)[0] == 200)
    got = link.post(envelope("legacy", "tools/list", {}, 1), Authorization="Bearer wrong")[0]
    check("http a wrong token is refused everywhere", got == 401, got)


def test_http_headers(link):
    call = envelope("modern", "tools/call", {"name": "list_tasks"}, 1)
    read = envelope("modern", "resources/read", {"uri": "kc://tasks"}, 1)
    prompt = envelope("modern", "prompts/get", {"name": "solve", "arguments": {"platform": "plena", "task": "relu"}}, 1)
    for name, message, changes, status, code in (
            ("right", call, {}, 200, None), ("right read", read, {}, 200, None), ("right prompt", prompt, {}, 200,
                                                                                  None),
            ("encoded", call, {"Mcp_Name": encoded("list_tasks")}, 200, None),
            ("encoded uri", read, {"Mcp_Name": encoded("kc://tasks")}, 200, None),
            ("encoded other", call, {"Mcp_Name": encoded("start_task")}, 400, -32020),
            ("broken encoding", call, {"Mcp_Name": "=?base64?***?="}, 400, -32020),
            ("no version", call, {"MCP_Protocol_Version": None}, 400, -32020),
            ("other version", call, {"MCP_Protocol_Version": "2025-11-25"}, 400, -32020),
            ("no method", call, {"Mcp_Method": None}, 400, -32020), ("other method", call, {"Mcp_Method": "tools/list"},
                                                                     400, -32020),
            ("no name", call, {"Mcp_Name": None}, 400, -32020), ("other name", call, {"Mcp_Name": "start_task"}, 400,
                                                                 -32020),
            ("case of a value", call, {"Mcp_Name": "LIST_TASKS"}, 400, -32020),
            ("no uri", read, {"Mcp_Name": None}, 400, -32020), ("no prompt", prompt, {"Mcp_Name": None}, 400, -32020),
            ("body without version", envelope("legacy", "tools/list", {}, 1), {"MCP_Protocol_Version": MODERN}, 400,
             -32020),
            ("list needs no name", envelope("modern", "tools/list", {}, 1), {}, 200, None),
            ("unknown method", envelope("modern", "nothing", {}, 1), {}, 404, -32601),
            ("unknown method, legacy", envelope("legacy", "nothing", {}, 1), {}, 200, -32601),
            ("removed method", envelope("modern", "ping", {}, 1), {}, 404, -32601),
            ("unknown tool", envelope("modern", "tools/call", {"name": "no"}, 1), {}, 200, -32602),
            ("unicode name", envelope("modern", "tools/call", {"name": "n\u00e9"}, 1), {}, 200, -32602),
            ("unknown resource", envelope("modern", "resources/read", {"uri": "kc://no"}, 1), {}, 200, -32602),
            ("no capabilities", envelope("modern", "tools/list", {"_meta": {META + "clientCapabilities": None}}, 1), {},
             400, -32602),
            ("unknown version", envelope("modern", "tools/list", {"_meta": {META + "protocolVersion": "2030-01-01"}},
                                         1), {}, 400,
             -32022)):
        got, messages, headers = link.post(message, **changes)
        check(f"http {name}", (got, code_of(messages[0])) == (status, code), (got, messages))
        check(f"http {name}: type and id", headers["Content-Type"] == "application/json" and messages[0]["id"] == 1,
              messages)


def test_http_streams(link):
    call = envelope("modern", "tools/call", {"name": "list_tasks"}, 1, token="t")
    for accept, events in (("application/json, text/event-stream", True), ("*/*", True), ("application/json", False),
                           (None, False)):
        got, messages, headers = link.post(call, Accept=accept)
        check(f"http stream, accept {accept}", got == 200 and headers["Content-Type"].startswith(
            "text/event-stream" if events else "application/json"), dict(headers))
        check(f"http stream, accept {accept}: last", "result" in messages[-1] and len(messages) == 1 + events,
              len(messages))
        check(f"http stream, accept {accept}: no buffering", not events or headers["X-Accel-Buffering"] == "no")
    got, messages, headers = link.post(envelope("modern", "tools/call", {"name": "list_tasks"}, 1))
    check("http no stream without a token", headers["Content-Type"] == "application/json" and len(messages) == 1)
    for message in (envelope("legacy", "notifications/initialized", None, None), {"jsonrpc": "2.0", "id": 1,
                                                                                  "result": {}},
                    envelope("modern", "notifications/cancelled", {"requestId": 1}, None)):
        got, messages, _ = link.post(message)
        check("http 202", (got, messages) == (202, []), (got, messages))


def test_http_parallel():
    link = Http(KC)
    slow, fast = (Agent("http: parallel", link, "modern") for _ in range(2))
    slow.start()
    fast.start()
    slow.call("write_code", {"assembly_code": SLOW})
    fast.call("write_code", {"assembly_code": relu_kernel()})
    results = []
    thread = threading.Thread(target=lambda: results.append(slow.call("run_evaluation", token=1)[0]["verdict"]))
    thread.start()
    start = time.monotonic()
    check("http: own kernel file for every run", fast.call("run_evaluation")[0]["verdict"] == "correct")
    waited = time.monotonic() - start
    running = thread.is_alive()
    thread.join()
    check("http: calls on other runs do not wait", running, waited)
    check("http: the slow call ends too", results == ["wrong_result"], results)
    check("http: ends on SIGTERM", link.close() == 0)


def test_http_gone():
    """A client that closes its stream cancels; the server goes on and ends cleanly."""
    link = Http(KC)
    agent = Agent("http: gone", link, "modern")
    agent.start()
    agent.call("write_code", {"assembly_code": SLOW})
    message = envelope("modern", "tools/call", {"name": "run_evaluation", "arguments": {"run_id": agent.run_id}}, 1,
                       token=1)
    connection = http.client.HTTPConnection("127.0.0.1", link.port, timeout=60)
    connection.request("POST", "/mcp", json.dumps(message), link.headers(message))
    response = connection.getresponse()
    response.read(20)
    response.close()
    connection.close()
    check("http: after a closed stream", agent.call("check_syntax")[0]["success"])
    check("http: ends after a closed stream", link.close() == 0)


def status_of(port, data):
    """The status of what comes back for these bytes; 0 when nothing does."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as wire:
        wire.sendall(data)
        wire.shutdown(socket.SHUT_WR)
        answer = wire.makefile("rb").readline().split()
    return int(answer[1]) if len(answer) > 1 else 0


def test_http_wire():
    """Requests that no HTTP library would send, many at once, and connections that say nothing."""
    link = Http(KC)
    post, ping = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n", json.dumps(
        envelope("legacy", "ping", None, 1)).encode()
    for name, data, allowed in (
            ("garbage", b"garbage\r\n\r\n", (0, 400)), ("no host", b"POST /mcp HTTP/1.1\r\n\r\n", (400, 403)),
            ("HTTP/1.0", b"POST /mcp HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
             (403,)),
            ("chunks", post + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(ping), ping), (200,)),
            ("long length", post + b"Content-Length: 99999999999999999999\r\n\r\n{}", (0, 400, 413)),
            ("bad length", post + b"Content-Length: x\r\n\r\n{}", (0, 400)),
            ("body cut off", post + b"Content-Length: 1000\r\n\r\n{", (0, 400)),
            ("long line", b"X" * 100000, (0, 400, 414)),
            ("long header", post + b"X: " + b"y" * 200000 + b"\r\n\r\n", (0, 400, 413, 431))):
        try:
            status = status_of(link.port, data)
        except ConnectionError:
            status = 0
        check(f"http wire: {name}", status in allowed, status)
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(
        "result" in link.request("modern", "tools/call", {"name": "list_tasks"}, token=1)[0])) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    check("http wire: 50 at once", answers == [True] * 50, answers)
    silent = [socket.create_connection(("127.0.0.1", link.port)) for _ in range(10)]
    silent[0].sendall(post + b"Content-Length: 1000\r\n\r\n{")
    check("http wire: others are served", "result" in link.request("legacy", "ping")[0])
    check("http wire: ends with open connections", link.close() == 0)
    for wire in silent:
        wire.close()


def test_http_tokens_from_outside():
    link = Http(KC, env={"KC_MCP_TOKEN": "a-token-of-my-own-choice"})
    check("http KC_MCP_TOKEN", link.token == "a-token-of-my-own-choice")
    check("http KC_MCP_TOKEN works", "result" in link.request("modern", "tools/call", {"name": "list_tasks"})[0])
    link.close()
    link = Http(KC, "--no-token")
    check("http --no-token", link.token is None and "result" in link.request("legacy", "tools/call",
                                                                             {"name": "list_tasks"})[0])
    link.close()
    link, other = Http(KC), Http(KC)
    check("http tokens differ", link.token != other.token and len(link.token) == 32)
    taken = subprocess.run([KC, "mcp", "--http", str(link.port)], capture_output=True, text=True, timeout=60,
                           check=False)
    check("http port in use", taken.returncode == 2 and str(link.port) in taken.stderr, taken)
    link.close()
    other.close()


OF_A_SERVER = [test_http_gates, test_http_token, test_http_headers, test_http_streams]
TESTS = [test_http_parallel, test_http_gone, test_http_wire, test_http_tokens_from_outside]
