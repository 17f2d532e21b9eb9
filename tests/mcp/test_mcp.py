#!/usr/bin/env python3
"""The MCP server from outside: test_mcp.py KC.

Every method, every tool and every error of the protocol, over stdio and HTTP, in both eras.
What is expected comes from the specification of MCP (2024-11-05 to 2026-07-28), not from our output.
"""
import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time

from client import LEGACY, META, MODERN, Http, Stdio, conforms, encoded, envelope

KC = sys.argv[1]
TOOLBOX = ["write_code", "check_syntax", "run_evaluation", "view_output", "get_instruction_size", "grep_docs",
           "profile", "trace", "read_memory", "finish"]
HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
SLOW = f"""
        C_LOOP_START gp2, {200 if os.environ.get("KC_SANITIZED") else 1700}
        C_LOOP_START gp3, 1000
        V_EXP_V gp0, gp0, 0
        C_LOOP_END gp3
        C_LOOP_END gp2
"""  # some seconds: long enough for progress and cancellation

counts = {"passed": 0, "failed": 0}


def check(name, condition, detail=""):
    counts["passed" if condition else "failed"] += 1
    if not condition:
        print(f"FAILED {name}: {str(detail)[:600]}")


def code_of(answer):
    return answer.get("error", {}).get("code") if answer else "no answer"


def relu_kernel():
    return subprocess.run([KC, "compile", "relu", "-p", "plena", "-c", "C1"], capture_output=True, text=True,
                          check=True).stdout


class Agent:
    """Calls tools on one connection in one era, checking the form of every result."""

    def __init__(self, label, link, era):
        self.label, self.link, self.era, self.run_id = label, link, era, None
        answer, _ = link.request(era, "tools/list")
        self.tools = {tool["name"]: tool for tool in answer["result"]["tools"]}

    def call(self, name, arguments=None, token=None, with_run=True):
        arguments = dict(arguments or {})
        if with_run and self.run_id and "run_id" in self.tools[name]["inputSchema"]["properties"]:
            arguments["run_id"] = self.run_id
        answer, notes = self.link.request(self.era, "tools/call", {"name": name, "arguments": arguments}, token)
        result = answer.get("result")
        check(f"{self.label} {name}: a result", result is not None, answer)
        self.check_form(name, result)
        return json.loads(result["content"][0]["text"]), result["isError"], notes

    def check_form(self, name, result):
        text = json.loads(result["content"][0]["text"])
        check(f"{self.label} {name}: one text", [c["type"] for c in result["content"]] == ["text"], result)
        if result["isError"]:
            check(f"{self.label} {name}: an error explains itself", text.get("error"), text)
            check(f"{self.label} {name}: no structure in errors", "structuredContent" not in result)
            return
        check(f"{self.label} {name}: structure equals text", result["structuredContent"] == text, result)
        problem = conforms(self.tools[name]["outputSchema"], text)
        check(f"{self.label} {name}: fits its schema", problem is None, problem)

    def start(self, task="relu", config="C1"):
        answer, failed, _ = self.call("start_task", {"platform": "plena", "task": task, "config": config})
        check(f"{self.label} start_task", not failed and answer["task"] == task and answer["config"] == config, answer)
        self.run_id = answer.get("run_id")
        return answer


# ---- in every era, on every transport ----------------------------------------------------------


def check_modern_result(label, result, cached):
    check(f"{label}: resultType", result.get("resultType") == "complete", result)
    check(f"{label}: serverInfo", result.get("_meta", {}).get(META + "serverInfo", {}).get("name") == "kernelcraft")
    if cached:
        check(f"{label}: ttlMs", isinstance(result.get("ttlMs"), int) and result["ttlMs"] >= 0, result)
        check(f"{label}: cacheScope", result.get("cacheScope") in ("public", "private"), result)


def test_opening(label, link, era):
    if era == "legacy":
        for version in LEGACY:
            answer, _ = link.request(era, "initialize", {"protocolVersion": version, "capabilities": {},
                                                         "clientInfo": {"name": "t", "version": "1"}})
            check(f"{label}: {version}", answer["result"]["protocolVersion"] == version, answer)
        answer, _ = link.request(era, "initialize", {"protocolVersion": "1999-01-01", "capabilities": {}})
        check(f"{label}: unknown version", answer["result"]["protocolVersion"] == LEGACY[0], answer)
        result = answer["result"]
        check(f"{label}: serverInfo", set(result["serverInfo"]) >= {"name", "version"}, result)
        check(f"{label}: no modern fields", "resultType" not in result and "_meta" not in result, result)
        link.notify(era, "notifications/initialized")
        check(f"{label}: ping", link.request(era, "ping")[0].get("result") == {})
        check(f"{label}: discover needs _meta", code_of(link.request(era, "server/discover")[0]) == -32602)
    else:
        answer, _ = link.request(era, "server/discover")
        result = answer["result"]
        check_modern_result(label, result, True)
        check(f"{label}: versions", result["supportedVersions"] == [MODERN], result)
        for gone in ("ping", "initialize"):
            check(f"{label}: {gone} is gone", code_of(link.request(era, gone)[0]) == -32601)
    check(f"{label}: capabilities", set(result["capabilities"]) == {"tools", "resources", "prompts"}, result)
    check(f"{label}: instructions", "start_task" in result["instructions"], result)


def test_lists(label, link, era):
    for method, key in (("tools/list", "tools"), ("resources/list", "resources"),
                        ("resources/templates/list", "resourceTemplates"), ("prompts/list", "prompts")):
        first, second = (link.request(era, method)[0]["result"] for _ in range(2))
        check(f"{label} {method}: fixed order", json.dumps(first) == json.dumps(second))
        check(f"{label} {method}: entries", len(first[key]) > 0 and all(e["name"] and e["title"] for e in first[key]))
        if era == "modern":
            check_modern_result(f"{label} {method}", first, True)
        else:
            check(f"{label} {method}: no modern fields", set(first) == {key}, set(first))
        check(f"{label} {method}: bad cursor", code_of(link.request(era, method, {"cursor": "x"})[0]) == -32602)
    templates = [t["uriTemplate"] for t in link.request(era,
                                                        "resources/templates/list")[0]["result"]["resourceTemplates"]]
    check(f"{label}: templates", templates == ["kc://isa/{platform}", "kc://task/{platform}/{task}/{config}"],
          templates)


def test_tool_list(label, link, era):
    tools = link.request(era, "tools/list")[0]["result"]["tools"]
    names = [t["name"] for t in tools]
    check(f"{label}: tools", names == ["list_tasks", "start_task", "read_doc"] + TOOLBOX, names)
    for tool in tools:
        hints = tool["annotations"]
        check(f"{label} {tool['name']}: all hints", all(isinstance(hints.get(h), bool) for h in HINTS), hints)
        check(f"{label} {tool['name']}: harmless", not hints["destructiveHint"] and not hints["openWorldHint"], hints)
        schema = tool["inputSchema"]
        check(f"{label} {tool['name']}: input", schema["type"] == "object" and schema["additionalProperties"] is False)
        check(f"{label} {tool['name']}: output", tool["outputSchema"]["type"] == "object")
        check(f"{label} {tool['name']}: run_id", ("run_id" in schema["required"]) == (tool["name"] in TOOLBOX), schema)
    writers = [t["name"] for t in tools if not t["annotations"]["readOnlyHint"]]
    check(f"{label}: writers", writers == ["start_task", "write_code", "run_evaluation", "finish"], writers)


def test_solving(label, link, era):
    agent = Agent(label, link, era)
    answer, failed, _ = agent.call("list_tasks", {"platform": "plena", "level": 1})
    check(f"{label} list_tasks", not failed and "relu" in [t["name"] for t in answer["tasks"]], answer)
    started = agent.start()
    check(f"{label} description", all(w in started["description"] for w in ("# Role", "V_ADD_VV", "# Task: relu")))
    check(f"{label} tools", started["tools"] == TOOLBOX, started["tools"])
    check(f"{label} no kernel yet", agent.call("run_evaluation")[1])
    check(f"{label} write_code", agent.call("write_code", {"assembly_code": relu_kernel()})[0]["success"])
    check(f"{label} check_syntax", agent.call("check_syntax")[0]["errors"] == [])
    answer, failed, _ = agent.call("run_evaluation")
    check(f"{label} run_evaluation", not failed and answer["verdict"] == "correct" and answer["cycles"] > 0, answer)
    check(f"{label} view_output", agent.call("view_output", {"num_rows": 2})[0]["success"])
    check(f"{label} get_instruction_size", agent.call("get_instruction_size")[0]["instruction_count"] > 5)
    check(f"{label} grep_docs", agent.call("grep_docs", {"query": "V_ADD_VV", "most": 1})[0]["passages"])
    check(f"{label} profile", agent.call("profile")[0]["cycles"] == answer["cycles"])
    check(f"{label} trace", agent.call("trace", {"count": 3})[0]["steps"])
    check(f"{label} read_memory", agent.call("read_memory", {"region": "vram", "address": 0, "count": 4})[0]["values"])
    check(f"{label} finish", agent.call("finish")[0]["best_cycles"] == answer["cycles"])


def test_documents(label, link, era):
    agent = Agent(label, link, era)
    for uri, kind, needle in (("kc://tasks", "application/json", '"relu"'),
                              ("kc://isa/plena", "text/markdown", "V_ADD_VV"),
                              ("kc://task/plena/relu/C1", "text/markdown", "# Task: relu"),
                              ("kc://task/plena%3Amlen=64/relu/8%2C128", "text/markdown", "= 128")):
        answer, _ = link.request(era, "resources/read", {"uri": uri})
        content = answer.get("result", {}).get("contents", [{}])[0]
        check(f"{label} {uri}", content.get("uri") == uri and content.get("mimeType") == kind
              and needle in content.get("text", ""), str(answer)[:300])
        if era == "modern":
            check_modern_result(f"{label} {uri}", answer["result"], True)
        text, offset = "", 0
        while True:
            page, failed, _ = agent.call("read_doc", {"uri": uri, "offset": offset})
            text, offset = text + page["text"], page["next_offset"]
            if failed or not offset:
                break
        check(f"{label} read_doc {uri}", text == content.get("text"), (len(text), len(content.get("text", ""))))
    missing = -32602 if era == "modern" else -32002
    for uri in ("kc://isa/nothing", "kc://task/plena/relu", "kc://task/plena/relu/C9", "kc://task/plena/no/C1",
                "kc://task/plena/relu/C1/x", "kc://isa/plena:settings=/etc/hostname", "kc://isa/%00", "kc://isa/%",
                "file:///etc/hostname", "", "kc://" + "x" * 2000):
        check(f"{label} {uri[:40]}", code_of(link.request(era, "resources/read", {"uri": uri})[0]) == missing, uri)
        check(f"{label} read_doc {uri[:40]}", agent.call("read_doc", {"uri": uri})[1])
    check(f"{label} uri of wrong type", code_of(link.request(era, "resources/read", {"uri": 5})[0]) == -32602)


def test_prompts(label, link, era):
    answer, _ = link.request(era, "prompts/get", {"name": "solve", "arguments": {"platform": "plena", "task": "relu"}})
    message = answer["result"]["messages"][0]
    check(f"{label} prompt", message["role"] == "user" and message["content"]["type"] == "text"
          and "# Task: relu" in message["content"]["text"] and "start_task" in message["content"]["text"])
    if era == "modern":
        check_modern_result(f"{label} prompt", answer["result"], False)
    for params in ({"name": "nothing"}, {"name": "solve"}, {}, {"name": 7},
                   {"name": "solve", "arguments": {"platform": "plena", "task": "no"}},
                   {"name": "solve", "arguments": {"platform": "plena", "task": 4}},
                   {"name": "solve", "arguments": {"platform": "plena", "task": "relu", "config": 1}}):
        check(f"{label} prompt {params}", code_of(link.request(era, "prompts/get", params)[0]) == -32602)


def test_tool_errors(label, link, era):
    agent = Agent(label, link, era)
    for name, arguments in (
            ("start_task", {}), ("start_task", {"platform": "plena"}), ("start_task", {"platform": "plena",
                                                                                       "task": "relo"}),
            ("start_task", {"platform": "plan", "task": "relu"}), ("start_task", {"platform": 5, "task": "relu"}),
            ("start_task", {"platform": "plena", "task": "relu", "config": "C9"}),
            ("start_task", {"platform": "plena", "task": "relu", "size": 1}),
            ("start_task", {"platform": "plena:settings=/etc/hostname", "task": "relu"}),
            ("start_task", {"platform": "plena: settings=/etc/hostname", "task": "relu"}),
            ("start_task", {"platform": "plena\0", "task": "relu"}), ("start_task", {"platform": "x" * 300,
                                                                                     "task": "relu"}),
            ("list_tasks", {"platform": "none"}), ("list_tasks", {"level": 9}), ("list_tasks", {"level": "1"}),
            ("check_syntax", {}), ("check_syntax", {"run_id": "run_" + "0" * 20}), ("check_syntax", {"run_id": 3}),
            ("check_syntax", {"run_id": ""}), ("read_doc", {"uri": "kc://tasks", "offset": -1})):
        answer, failed, _ = agent.call(name, arguments)
        check(f"{label} {name} {str(arguments)[:60]}", failed, answer)
    agent.start()
    for name, arguments in (("write_code", {}), ("write_code", {"assembly_code": 5}), ("view_output",
                                                                                       {"num_rows": "3"}),
                            ("view_output", {"num_rows": 10 ** 18}), ("grep_docs", {"query": "x", "colour": "red"})):
        answer, failed, _ = agent.call(name, arguments)
        check(f"{label} {name} {arguments}", failed, answer)
    agent.call("write_code", {"assembly_code": "V_ADD_VV gp1, gp2\nNOPE\n\u00e9\0"})
    answer, _, _ = agent.call("check_syntax")
    check(f"{label} syntax errors", not answer["success"] and len(answer["errors"]) >= 2, answer)
    answer, _, _ = agent.call("run_evaluation")
    check(f"{label} evaluation of broken text", answer["verdict"] == "syntax_error", answer)


def test_protocol_errors(label, link, era):
    for method, params, code in (
            ("tools/call", {"name": "write_kode", "arguments": {}}, -32602), ("tools/call", {"name": "Write_Code"},
                                                                              -32602),
            ("tools/call", {}, -32602), ("tools/call", {"name": 1}, -32602), ("tools/call", {"name": ""}, -32602),
            ("tools/call", {"name": "list_tasks\0"}, -32602),
            ("tools/call", {"name": "list_tasks", "arguments": []}, -32602),
            ("tools/call", {"name": "list_tasks", "arguments": "{}"}, -32602),
            ("tools/call", {"name": "list_tasks", "_meta": {"progressToken": 1.5}}, -32602),
            ("tools/call", {"name": "list_tasks", "_meta": {"progressToken": None}}, -32602),
            ("nothing", {}, -32601), ("", {}, -32601), ("tools", {}, -32601), ("tools/list/", {}, -32601),
            ("subscriptions/listen", {"notifications": {"toolsListChanged": True}}, -32601),
            ("resources/subscribe", {"uri": "kc://tasks"}, -32601), ("logging/setLevel", {"level": "info"}, -32601),
            ("completion/complete", {}, -32601), ("sampling/createMessage", {}, -32601)):
        answer, _ = link.request(era, method, params)
        check(f"{label} {method!r} {params}", code_of(answer) == code and answer["error"]["message"], answer)
    answer, _ = link.request(era, "tools/call", {"name": "list_tasks"})
    check(f"{label} arguments may be left out", answer.get("result", {}).get("isError") is False, answer)


def test_hostile(label, link, era):
    good = envelope(era, "tools/list", {}, 1)
    deep = b'{"jsonrpc":"2.0","id":1,"method":"x","params":' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}"
    for name, data, code in (
            ("garbage", b"hello", -32700), ("half", json.dumps(good).encode()[:-1], -32700),
            ("two values", b"{} {}", -32700), ("deep", deep, -32700), ("deep array", b"[" * 100000, -32700),
            ("bad utf-8", b'{"jsonrpc":"2.0","id":1,"method":"\xff\xfe"}', -32700), ("overlong", b'"\xc0\xaf"', -32700),
            ("nan", b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', -32700),
            ("comment", b'{"jsonrpc":"2.0",/* */"id":1,"method":"ping"}', -32700),
            ("NUL in a name", json.dumps({**good, "method": "tools/list\0"}).encode(),
             -32020 if isinstance(link, Http) and era == "modern" else -32601),
            ("single quotes", b"{'jsonrpc':'2.0','id':1,'method':'ping'}", -32700),
            ("batch", json.dumps([good]).encode(), -32600), ("empty batch", b"[]", -32600), ("number", b"5", -32600),
            ("null", b"null", -32600), ("string", b'"tools/list"', -32600), ("empty object", b"{}", -32600),
            ("id null", json.dumps({**good, "id": None}).encode(), -32600),
            ("id fraction", json.dumps({**good, "id": 1.5}).encode(), -32600),
            ("id object", json.dumps({**good, "id": {}}).encode(), -32600),
            ("id array", json.dumps({**good, "id": [1]}).encode(), -32600),
            ("id boolean", json.dumps({**good, "id": True}).encode(), -32600),
            ("no jsonrpc", json.dumps({k: v for k, v in good.items() if k != "jsonrpc"}).encode(), -32600),
            ("jsonrpc 1.0", json.dumps({**good, "jsonrpc": "1.0"}).encode(), -32600),
            ("jsonrpc number", json.dumps({**good, "jsonrpc": 2.0}).encode(), -32600),
            ("method number", json.dumps({**good, "method": 7}).encode(), -32600),
            ("method missing", b'{"jsonrpc":"2.0","id":1}', -32600),
            ("params array", json.dumps({**good, "params": [1]}).encode(), -32602),
            ("params string", json.dumps({**good, "params": "x"}).encode(), -32602),
            ("params null", json.dumps({**good, "params": None}).encode(), -32602),
            ("meta array", json.dumps({**good, "params": {"_meta": []}}).encode(), -32602)):
        answer = link.raw(data)
        check(f"{label} {name}", code_of(answer) == code, answer)
        if name.startswith(("jsonrpc", "method", "params")):
            check(f"{label} {name}: id is repeated", answer.get("id") == 1, answer)
        elif code in (-32700, -32600):
            check(f"{label} {name}: no id", answer.get("id", "none") in (1, "none"), answer)
    for ident in ("", "\u00e9\u0000x", 0, -1, 2 ** 53 + 1, 2 ** 63 - 1):
        message = envelope(era, "tools/list", {}, 1)
        message["id"] = ident
        if isinstance(link, Http):
            answer = link.post(message)[1][0]
        else:
            answer = link.raw(json.dumps(message).encode())
        check(f"{label} id {ident!r}", answer["id"] == ident and "result" in answer, answer.get("id"))
    check(f"{label} still alive", "result" in link.request(era, "tools/list")[0])


def test_versions(label, link, era):
    if era == "legacy":
        return
    for version in ("2025-11-25", "1999-01-01", "2099-01-01", ""):
        answer, _ = link.request(era, "tools/list", {"_meta": {META + "protocolVersion": version}})
        data = answer.get("error", {}).get("data", {})
        check(f"{label} {version!r}", code_of(answer) == -32022 and data.get("requested") == version
              and MODERN in data.get("supported", []), answer)
    for capabilities in (None, [], "x"):
        answer, _ = link.request(era, "tools/list", {"_meta": {META + "clientCapabilities": capabilities}})
        check(f"{label} capabilities {capabilities}", code_of(answer) == -32602, answer)


def test_progress(label, link, era):
    agent = Agent(label, link, era)
    agent.start()
    check(f"{label} without a token", agent.call("check_syntax")[2] == [])
    agent.call("write_code", {"assembly_code": SLOW})
    for token in ("abc", 7):
        _, _, notes = agent.call("run_evaluation" if token == 7 else "check_syntax", token=token)
        values = [n["params"]["progress"] for n in notes]
        check(f"{label} progress {token}", notes and all(
            n["method"] == "notifications/progress" and n["params"]["progressToken"] == token for n in notes), notes)
        check(f"{label} progress grows", values == sorted(set(values)), values)
        check(f"{label} progress in long calls", token != 7 or len(values) >= 2, values)


EVERYWHERE = [test_opening, test_lists, test_tool_list, test_solving, test_documents, test_prompts, test_tool_errors,
              test_protocol_errors, test_hostile, test_versions, test_progress]

# ---- stdio -------------------------------------------------------------------------------------


def test_silence():
    link = Stdio(KC)
    for message in ({"jsonrpc": "2.0", "method": "tools/list"}, {"jsonrpc": "2.0", "method": "nothing"},
                    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}},
                    {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {}},
                    {"jsonrpc": "2.0", "method": "tools/call", "params": [1]},
                    {"jsonrpc": "2.0", "id": 4, "result": {}}, {"jsonrpc": "2.0", "id": 4, "error": {}}):
        link.send(message)
    link.send_bytes(b"\n  \n\r\n")
    answer, notes = link.request("legacy", "ping")
    check("stdio: what needs no answer gets none", answer["result"] == {} and len(link.lines) == 1, link.lines)
    check("stdio: exits at the end of input", link.close() == 0)


def test_long_lines():
    link = Stdio(KC)
    check("stdio: 17 MiB", code_of(link.raw(b"x" * (17 << 20))) == -32600)
    agent = Agent("stdio: after 17 MiB", link, "legacy")
    agent.start()
    check("stdio: 2 MiB kernel", agent.call("write_code", {"assembly_code": "; \n" * (700 << 10)})[1])
    check("stdio: 1 MB kernel", agent.call("write_code", {"assembly_code": "; \n" * (300 << 10)})[0].get("success"))
    check("stdio: 15 MiB",
          code_of(link.raw(b'{"jsonrpc":"2.0","id":1,"method":"' + b"m" * (15 << 20) + b'"}')) == -32601)
    link.close()


def test_no_final_newline():
    done = subprocess.run([KC, "mcp"], input=b'{"jsonrpc":"2.0","id":1,"method":"ping"}', capture_output=True,
                          timeout=60, check=False)
    check("stdio: no final newline", json.loads(done.stdout) == {"jsonrpc": "2.0", "id": 1, "result": {}}, done.stdout)
    check("stdio: silent otherwise", done.stderr == b"" and done.returncode == 0, done)


def test_order_and_cancellation():
    link = Stdio(KC)
    agent = Agent("stdio: order", link, "legacy")
    agent.start()
    run = {"run_id": agent.run_id}
    burst = [("write_code", {"assembly_code": "NOPE"}), ("check_syntax", {}), ("write_code",
                                                                               {"assembly_code": relu_kernel()}),
             ("check_syntax", {}), ("write_code", {"assembly_code": SLOW}), ("run_evaluation", {}), ("check_syntax",
                                                                                                     {})]
    link.lines.clear()
    for i, (name, arguments) in enumerate(burst):
        link.send(envelope("legacy", "tools/call", {"name": name, "arguments": {**arguments, **run}}, 100 + i))
    start = time.monotonic()
    link.send(envelope("legacy", "ping", None, 200))
    check("stdio: ping during a call", link.wait(lambda m: m.get("id") == 200) is not None)
    waited = time.monotonic() - start
    link.send(envelope("legacy", "notifications/cancelled", {"requestId": 105}, None))
    link.send(envelope("legacy", "notifications/cancelled", {"requestId": "106"}, None))  # another id: a string
    last = link.wait(lambda m: m.get("id") == 106)
    ids = [m["id"] for _, m in link.lines if "id" in m and m["id"] < 200]
    check("stdio: calls on one run in order", ids == [100, 101, 102, 103, 104, 106], ids)
    check("stdio: a cancelled call is not answered", 105 not in ids and last is not None, ids)
    check("stdio: ping does not wait", waited < 1.5, waited)
    first, second = (json.loads(m["result"]["content"][0]["text"])["success"]
                     for _, m in link.lines if m.get("id") in (101, 103))
    check("stdio: each call sees the file before it", (first, second) == (False, True))
    link.close()


def test_parallel_runs():
    link = Stdio(KC)
    runs = []
    for _ in range(2):
        agent = Agent("stdio: parallel", link, "modern")
        agent.start()
        runs.append(agent)
    runs[0].call("write_code", {"assembly_code": SLOW})
    runs[1].call("write_code", {"assembly_code": relu_kernel()})
    slow = envelope("modern", "tools/call", {"name": "run_evaluation", "arguments": {"run_id": runs[0].run_id}}, "slow")
    link.send(slow)
    answer, failed, _ = runs[1].call("run_evaluation")
    check("stdio: own kernel file for every run", answer["verdict"] == "correct" and not failed, answer)
    check("stdio: the slow call ends too", link.wait(lambda m: m.get("id") == "slow") is not None)
    link.close()


def test_many_runs():
    link = Stdio(KC)
    first = Agent("stdio: first of many", link, "legacy")
    first.start()
    keep = Agent("stdio: kept", link, "legacy")
    keep.start()
    for _ in range(31):
        Agent("stdio: more", link, "legacy").start()
        check("stdio: a used run stays", not keep.call("grep_docs", {"query": "V_ADD_VV"})[1])
    answer, failed, _ = first.call("grep_docs", {"query": "V_ADD_VV"})
    check("stdio: the oldest run is closed", failed and "start_task" in answer["error"], answer)
    link.close()


def test_one_cell():
    link = Stdio(KC, "--task", "relu", "-p", "plena", "-c", "C1", "--tools", "paper")
    answer, _ = link.request("legacy", "initialize", {"protocolVersion": "2025-06-18", "capabilities": {}})
    check("one cell: instructions", "kc://task/plena/relu/C1" in answer["result"]["instructions"], answer)
    agent = Agent("one cell", link, "legacy")
    check("one cell: tools", list(agent.tools) == ["read_doc"] + TOOLBOX[:6], list(agent.tools))
    check("one cell: no run_id", all("run_id" not in t["inputSchema"]["properties"] for t in agent.tools.values()))
    check("one cell: start_task is unknown", code_of(link.request("legacy", "tools/call",
                                                                  {"name": "start_task"})[0]) == -32602)
    check("one cell: left-out tools are unknown", code_of(link.request("legacy", "tools/call",
                                                                       {"name": "profile"})[0]) == -32602)
    check("one cell: run_id is refused", agent.call("check_syntax", {"run_id": "x"})[1])
    check("one cell: description", "# Task: relu" in agent.call("read_doc",
                                                                {"uri": "kc://task/plena/relu/C1"})[0]["text"])
    listed = [r["uri"] for r in link.request("legacy", "resources/list")[0]["result"]["resources"]]
    check("one cell: resource", listed[0] == "kc://task/plena/relu/C1", listed)
    prompt = {"name": "solve", "arguments": {"platform": "plena", "task": "relu", "config": "C1"}}
    text = link.request("legacy", "prompts/get", prompt)[0]["result"]["messages"][0]["content"]["text"]
    check("one cell: prompt", "# Task: relu" in text and "start_task" not in text)
    agent.call("write_code", {"assembly_code": relu_kernel()})
    check("one cell: solved", agent.call("run_evaluation")[0]["success"])
    link.close()


def test_one_cell_of_its_own():
    """A machine that was configured by hand is described as it is, not as it is by default."""
    link = Stdio(KC, "--task", "relu", "-p", "plena:mlen=32", "-c", "C1")
    read = {"uri": "kc://task/plena/relu/C1"}
    text = link.request("modern", "resources/read", read)[0]["result"]["contents"][0]["text"].lower()
    check("one cell: its own machine", "mlen = 32" in text and "mlen = 64" not in text)
    link.close()


# ---- HTTP --------------------------------------------------------------------------------------


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


def test_command_line():
    for args, words in ((["--http", "99999"], "port"), (["--no-token"], "--http"), (["-p", "plena"], "--task"),
                        (["--task", "relo"], "relu"), (["--tools", "ful"], "ful"), (["--task", "relu", "-c", "C9"],
                                                                                    "C9"),
                        (["extra"], "extra")):
        done = subprocess.run([KC, "mcp", *args], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
                              check=False)
        check(f"kc mcp {args}", done.returncode == 2 and words in done.stderr and not done.stdout, done)
    done = subprocess.run([KC, "mcp", "--http", "0"], capture_output=True, text=True, timeout=60, check=False,
                          stdin=subprocess.DEVNULL, env={"KC_MCP_TOKEN": "short"})
    check("kc mcp: short token", done.returncode == 2 and "KC_MCP_TOKEN" in done.stderr, done)


def main():
    for era in ("legacy", "modern"):
        links = {"stdio": Stdio(KC), "http": Http(KC)}
        for transport, link in links.items():
            for test in EVERYWHERE:
                test(f"{transport} {era} {test.__name__[5:]}", link, era)
            if transport == "http":
                for test in (test_http_gates, test_http_token, test_http_headers, test_http_streams):
                    test(link)
            check(f"{transport} {era} ends", link.close() == 0)
    for test in (test_silence, test_long_lines, test_no_final_newline, test_order_and_cancellation, test_parallel_runs,
                 test_many_runs, test_one_cell, test_one_cell_of_its_own, test_http_parallel, test_http_gone,
                 test_http_tokens_from_outside,
                 test_command_line):
        test()
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


sys.exit(main())
