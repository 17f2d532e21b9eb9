#!/usr/bin/env python3
"""A real coding agent (opencode, from npm) solves ReLU through kc mcp, with a mock model: opencode.py KC KC-MOCK.

Once over stdio, with the agent starting the server, and once over HTTP as exec: agent of a recorded campaign.
Skipped (status 77) where node, npm, the network or the mock server is missing.

opencode.py --agent PROGRAM MODEL-URL is what kc run starts: it configures opencode with KC_MCP_URL and KC_MCP_TOKEN.
"""
import json
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TIMEOUT = 300


def script(kernel):
    """What the model says.  The first rule is for the agent, the second for what it asks beside (titles)."""
    calls = [("kc_read_doc", {"uri": "kc://task/plena/relu/C1"}), ("kc_write_code", {"assembly_code": kernel}),
             ("kc_check_syntax", {}), ("kc_run_evaluation", {}), ("kc_finish", {})]
    answers = [{"text": "Next.", "calls": [{"name": n, "arguments": a}]} for n, a in calls]
    return {"rules": [{"name": "solver", "match": {"tools": ["kc_write_code"]}, "answers": [*answers,
                                                                                            {"text": "Done."}]},
                      {"name": "rest", "lenient": True, "then": "loop", "answers": [{"text": "A title"}]}]}


def configure(folder, model_url, server):
    """opencode.json, and an environment in which nothing of the user's is seen or changed."""
    model = {"name": "m", "tool_call": True, "limit": {"context": 200000, "output": 8000}}
    config = {"provider": {"mock": {"npm": "@ai-sdk/openai-compatible", "name": "mock", "models": {"m": model},
                                    "options": {"baseURL": f"{model_url}/v1", "apiKey": "none"}}},
              "model": "mock/m", "small_model": "mock/m", "autoupdate": False, "share": "disabled",
              "mcp": {"kc": {"enabled": True, **server}}}
    with open(os.path.join(folder, "opencode.json"), "w", encoding="utf-8") as f:
        json.dump(config, f)
    home = {f"XDG_{name}_HOME": os.path.join(folder, "home", name.lower()) for name in ("CONFIG", "DATA", "CACHE",
                                                                                        "STATE")}
    return {**os.environ, **home, "PWD": folder, "HOME": os.path.join(folder, "home"),
            "OPENCODE_DISABLE_AUTOUPDATE": "1",
            "OPENCODE_DISABLE_MODELS_FETCH": "1"}


def command(program, prompt):
    return [program, "run", "--model", "mock/m", "--format", "json", prompt]


def as_agent(program, model_url):
    server = {"type": "remote", "url": os.environ["KC_MCP_URL"],
              "headers": {"Authorization": "Bearer " + os.environ["KC_MCP_TOKEN"]}}
    prompt = "Solve the task with the tools of kc.\n\n" + sys.stdin.read()
    env = configure(os.getcwd(), model_url, server)
    return subprocess.run(command(program, prompt), env=env, stdin=subprocess.DEVNULL, check=False).returncode


def over_stdio(kc, program, model_url, folder):
    """None, or what went wrong."""
    env = configure(folder, model_url, {"type": "local", "command": [kc, "mcp", "--task", "relu"]})
    done = subprocess.run(command(program, "Solve the task with the tools of kc."), cwd=folder, env=env, text=True,
                          capture_output=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT, check=False)
    events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    results = {e["part"]["tool"]: e["part"]["state"].get("output") for e in events if e["type"] == "tool_use"}
    verdict = json.loads(results.get("kc_run_evaluation") or "{}").get("verdict")
    if verdict == "correct" and "kc_finish" in results:
        return None
    return f"{done.returncode} {done.stdout[-800:]} {done.stderr[-500:]}"


def over_http(kc, program, model_url, folder):
    agent = f"exec:{sys.executable} {os.path.abspath(__file__)} --agent {program} {model_url}"
    done = subprocess.run([kc, "run", "--agent", agent, "-p", "plena", "--task", "relu", "-c", "C1", "--store",
                           os.path.join(folder, "store.db"), "--json"], capture_output=True, text=True, timeout=TIMEOUT,
                          stdin=subprocess.DEVNULL, check=False)
    runs = json.loads(done.stdout)["runs"] if done.returncode in (0, 1) else []
    return None if len(runs) == 1 and runs[0]["status"] == "solved" else f"{done.stdout[-800:]} {done.stderr[-500:]}"


def start_mock(mock, kernel, folder):
    path = os.path.join(folder, "script.json")
    with open(path, "w", encoding="utf-8") as f:
        json.dump(script(kernel), f)
    child = subprocess.Popen([mock, "--script", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return child, child.stdout.readline().strip()


def main():
    kc, mock = (os.path.abspath(path) for path in sys.argv[1:3])
    setup = subprocess.run([os.path.join(ROOT, "tools", "setup-npm"), os.path.join(HERE, "opencode", "package.json")],
                           capture_output=True, text=True, check=False)
    program = os.path.join(setup.stdout.strip(), "node_modules", "opencode-linux-x64", "bin", "opencode")
    if setup.returncode or not os.path.exists(program):
        print(f"skipped: {setup.stderr.strip() or 'opencode has no program for this machine'}")
        return 77
    kernel = subprocess.run([kc, "compile", "relu", "-p", "plena", "-c", "C1"], capture_output=True, text=True,
                            check=True).stdout
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        child, model_url = start_mock(mock, kernel, folder)
        for name, way in (("stdio", over_stdio), ("http", over_http)):
            problem = way(kc, program, model_url, folder)
            failed += problem is not None
            print(f"opencode {name:<6} {'solved relu' if problem is None else 'FAILED ' + problem}")
        child.terminate()
        child.wait(TIMEOUT)
    print(f"{2 - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(as_agent(*sys.argv[2:4]) if sys.argv[1] == "--agent" else main())
