"""What only standard input and output have: lines, silence, order, cancellation, the end."""
import json
import subprocess
import time

from agent import KC, SLOW, TOOLBOX, Agent, check, code_of, relu_kernel
from client import Stdio, envelope


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


TESTS = [test_silence, test_long_lines, test_no_final_newline, test_order_and_cancellation, test_parallel_runs,
         test_many_runs, test_one_cell, test_one_cell_of_its_own]
