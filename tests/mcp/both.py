"""What holds in every era and on every transport."""
import json

from agent import HINTS, SLOW, TOOLBOX, Agent, check, code_of, relu_kernel
from client import LEGACY, META, MODERN, Http, envelope


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
    for listed in link.request(era, "resources/list")[0]["result"]["resources"]:
        content = link.request(era, "resources/read", {"uri": listed["uri"]})[0]["result"]["contents"][0]
        check(f"{label} {listed['uri']}", content["mimeType"] == listed["mimeType"] and len(content["text"]) > 1000)
    listing = agent.call("list_tasks")[0]
    offered = {p for t in listing["tasks"] if t["name"] == "relu" for p in t["configs"]}
    for machine in [m["name"] for m in listing["platforms"]]:  # a machine may be there before its tasks are
        answer, failed, _ = agent.call("start_task", {"platform": machine, "task": "relu"})
        check(f"{label} relu on {machine}", failed != (machine in offered) and ("run_id" in answer) != failed, answer)
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
