"""What the tests of MCP share: counting checks, a kernel, and an agent that checks the form of every result."""
import json
import os
import subprocess
import sys

from client import conforms

KC = sys.argv[1]
TOOLBOX = ["write_code", "check_syntax", "run_evaluation", "view_output", "get_instruction_size", "grep_docs",
           "profile", "trace", "read_memory", "finish"]
HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"]
SLOW = f"""
        C_LOOP_START gp2, {1200 if os.environ.get("KC_SANITIZED") else 8000}
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
