#!/usr/bin/env python3
"""A small external agent: speaks MCP over HTTP with what kc gave it, writes a kernel, evaluates it, finishes.

Usage: agent.py KERNEL [WAIT]; with WAIT it waits for so many seconds before the end, to be ended itself.
"""

import json
import os
import sys
import time
import urllib.request


def call(name, **arguments):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
    request = urllib.request.Request(
        os.environ["KC_MCP_URL"],
        json.dumps(message).encode(),
        {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            "Authorization": "Bearer " + os.environ["KC_MCP_TOKEN"],
        },
    )
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())["result"]


prompt = sys.stdin.read()
assert "# Task: softmax" in prompt and open(os.environ["KC_PROMPT"]).read() == prompt
assert "mcpServers" in json.load(open(os.environ["KC_MCP_CONFIG"]))
call("write_code", assembly_code=open(sys.argv[1]).read())
print(call("run_evaluation")["content"][0]["text"])
if len(sys.argv) > 2:
    time.sleep(float(sys.argv[2]))
print(call("finish"))
