#!/usr/bin/env python3
"""Plug-ins from outside: a shared object and an external simulator, used like built-ins, and refused
when they are wrong.  Usage: plugin.py KC TOY.SO FAULTY.SO FOLDER

The two toys were written apart: that their bits and cycles agree is the test of both.
"""
import json
import os
import random
import shlex
import stat
import subprocess
import sys
import tempfile
import time

KC, TOY, FAULTY, FOLDER = [os.path.abspath(a) for a in sys.argv[1:5]]
SIM = f"{FOLDER}/toy_sim.py"
passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED {what}: {str(detail)[-600:]}")


def kc(*arguments, env=None, data=None):
    done = subprocess.run([KC, *arguments], capture_output=True, text=True, timeout=300, input=data,
                          env={**os.environ, **(env or {})})
    return done.returncode, done.stdout, done.stderr


def expect(what, arguments, code, *words, env=None, data=None):
    """The exit status, and words that must stand in the output, in any order."""
    got, out, err = kc(*arguments, env=env, data=data)
    missing = [w for w in words if w not in out + err]
    check(what, got == code and not missing, f"exit {got}, missing {missing}: {out[-300:]}{err[-300:]}")
    return out


def mcp(plugin, messages):
    lines = "".join(json.dumps({"jsonrpc": "2.0", **m}) + "\n" for m in messages)
    _, out, _ = kc("--plugin", plugin, "mcp", data=lines)
    return out


def used_like_a_built_in(plugin, name, folder):
    base = ["--plugin", plugin]
    env = {"KC_PLUGINS": plugin}
    expect(f"{name} listed", ["platforms"], 0, name, "12 instructions", "plena", env=env)
    expect(f"{name} described", [*base, "platforms", name], 0, "lanes", "16384")
    expect(f"{name} manual", [*base, "isa", name], 0, "### MAC as", "## Traps", "address-range")
    expect(f"{name} tasks", [*base, "tasks", "-p", name], 0, "relu", "gemm", "linear")
    expect(f"{name} prompt", [*base, "prompt", "gemm", "-p", name, "-c", "C2"], 0, "MAC", "M = 4, K = 8, N = 16")
    expect(f"{name} bound", [*base, "bound", "relu", "-p", name, "-c", "C1"], 0, "at least 20 cycles")
    expect(f"{name} doctor", [*base, "doctor"], 0, plugin)
    expect(f"{name} sizes", [*base, "eval", "gemm", "-p", name, "-c", "4,4,4", "-"], 2,
           f"N must be a multiple of 8 on {name}", data="HALT\n")
    expect(f"{name} tools", [*base, "tool", "grep_docs", '{"query": "MAC"}', "-p", name, "-t", "relu"], 0, "MAC")
    kernel = f"{folder}/{name}.s"
    expect(f"{name} compile", [*base, "compile", "linear", "-p", name, "-c", "C3", "-o", kernel], 0)
    # 4 rows: SET a4; per row 4 SET; 2 blocks of (4 + 16 * 6 + 9): see toy.def for the costs; HALT
    expect(f"{name} eval", [*base, "eval", "linear", "-p", name, "-c", "C3", kernel], 0, "correct, 882 cycles")
    with open(kernel, encoding="utf-8") as f:
        wrong = f.read().replace("ADDV a6", "ZERO")
    expect(f"{name} wrong", [*base, "eval", "linear", "-p", name, "-c", "C3", "-"], 1, "wrong_result", data=wrong)
    expect(f"{name} trap", [*base, "sim", name, "-"], 1, "unaligned", data="SET a1, 3\nLDV a1\n")
    out = mcp(plugin, [{"id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}},
        {"method": "notifications/initialized"}, {"id": 2, "method": "resources/list"},
        {"id": 3, "method": "tools/call", "params": {"name": "list_tasks", "arguments": {"platform": name}}}])
    check(f"{name} over MCP", name in out and "linear" in out, out)


def recorded(plugin, name, folder):
    """A campaign: run, again, export, replay, shards and merge."""
    stores = [f"{folder}/{name}-{i}.db" for i in range(3)]
    base = ["--plugin", plugin]
    cells = ["-p", name, "-c", "C1", "-c", "gen:5", "-j", "2"]
    expect(f"{name} campaign", [*base, "run", *cells, "--store", stores[0]], 0, "6 of 6 runs solved")
    expect(f"{name} again", [*base, "run", *cells, "--store", stores[0]], 0, "6 of 6 runs solved")
    expect(f"{name} replay", [*base, "replay", f"template/{name}/gemm", "--store", stores[0]], 0, "the same")
    for i in (1, 2):
        expect(f"{name} shard {i}", [*base, "run", *cells, "--shard", f"{i}/2", "--store", stores[i]], 0)
    expect(f"{name} merge", ["merge", f"{folder}/{name}.db", *stores[1:]], 0)
    both = [kc("export", "--store", s, "--format", "jsonl", "--no-times")[1].splitlines()
            for s in (stores[0], f"{folder}/{name}.db")]
    expect(f"{name} report", ["report", "--md", "--store", stores[0]], 0, f"Success: {name}", "| gemm | 1 |", "1/5")
    check(f"{name} shards are the whole", len(both[0]) == 6 and sorted(both[0]) == sorted(both[1]))


def random_program(draw):
    """Loops of bounded length over addresses that are mostly right."""
    lines = [f"SET a{i}, {draw.choice([0, 8, 64, 512, 1024]) + draw.choice([0, 0, 0, 1])}" for i in range(6)]
    for _ in range(draw.randrange(1, 6)):
        body = [draw.choice(["LDV a{}", "STV a{}", "LDS a{}", "MAC a{}", "ADDV a{}", "MULV a{}", "RELU", "ZERO",
                             "ADDI a{0}, a{0}, 8"]).format(draw.randrange(6)) for _ in range(draw.randrange(1, 9))]
        lines += [f"SET a7, {draw.randrange(1, 6)}", *body, f"BACK a7, {len(body)}"]
    return "\n".join(lines + ["HALT", ""])


def the_two_agree():
    """Random programs: the same outcome, cycles, registers and memory on both."""
    draw, traps, ended = random.Random(1), 0, 0
    for _ in range(60):
        text = random_program(draw)
        seen = []
        for plugin, name in ((TOY, "toy"), (SIM, "toy-exec")):
            _, out, _ = kc("--plugin", plugin, "sim", name, "-", "--json", "--load", "mem=seed:9",
                           "--dump", "mem[0:1200]", data=text)
            got = json.loads(out)
            seen.append([got[k] for k in ("cycles", "instructions", "outcome", "dump")]
                        + [got["registers"].get(f"a{i}") for i in range(8)] + [got.get("cause")])
        check("the toys agree", seen[0] == seen[1], f"{text}\n{seen}")
        traps, ended = traps + (seen[0][2] == "trap"), ended + (seen[0][2] == "halted")
    check("programs of both kinds", traps > 5 and ended > 5, f"{traps} traps, {ended} ended")


def faults():
    env = lambda fault: {"TOY_FAULT": fault}
    expect("no fault", ["--plugin", FAULTY, "conform", "toy"], 0, "0 failed", env=env(""))
    for fault in ("reset", "repeat", "fuel", "watched", "bad_code", "placement", "kernels", "manual", "rows",
                  "interface", "memory", "prompt", "configuration"):
        expect(f"fault {fault}", ["--plugin", FAULTY, "conform", "toy"], 1, f"FAILED {fault}", env=env(fault))
    expect("fault reset-memory", ["--plugin", FAULTY, "conform", "toy"], 1, "FAILED reset", env=env("reset-memory"))
    for fault, text in (("api", "built for version"), ("sizes", "headers of another kc"), ("hooks", "a machine needs"),
                        ("name", "lower case"), ("taken", "a platform 'plena' already")):
        expect(f"refused: {fault}", ["--plugin", FAULTY, "platforms"], 2, text, env=env(fault))


def refusals(folder):
    plain = f"{folder}/plain.so"
    with open(plain, "w", encoding="utf-8") as f:
        f.write("no code\n")
    expect("no file", ["--plugin", f"{folder}/none.so", "platforms"], 2, "there is no such file")
    expect("no code", ["--plugin", plain, "platforms"], 2, "neither a shared object nor a program")
    expect("no value", ["platforms", "--plugin"], 2, "--plugin needs a file")
    expect("twice", ["--plugin", TOY, "--plugin", TOY, "platforms"], 0, "toy")
    expect("same name", ["--plugin", TOY, "--plugin", f"exec:{shlex.quote(SIM)} toy", "platforms"], 2, "already")
    expect("no plug-in", ["--plugin", "/lib/x86_64-linux-gnu/libz.so.1", "platforms"], 2, "kc_plugin") \
        if os.path.exists("/lib/x86_64-linux-gnu/libz.so.1") else None
    expect("doctor goes on", ["doctor"], 0, "there is no such file", env={"KC_PLUGINS": f"{folder}/none.so"})


def program(folder, name, text):
    path = f"{folder}/{name}"
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


def hostile(folder):
    """Simulators that die, hang, babble or lie: an answer in words, soon, and no process left."""
    env = {"KC_PLUGIN_TIMEOUT": "2"}
    for name, body, text in (
            ("dies", "exit 1", "has ended"), ("mute", "sleep 1000", "in time"),
            ("babbles", "yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | tr -d '\\n'", "too long"),
            ("no_json", "read x; echo hello", "no JSON object"), ("list", "read x; echo '[]'", "no JSON object"),
            ("old", "read x; echo '{\"version\":0}'", "version 0"),
            ("two", "read x; printf '{}\\n{}\\n'", "more than it was asked")):
        start = time.time()
        path = program(folder, name, f"#!/bin/sh\n{body}\n")
        expect(f"hostile {name}", ["--plugin", path, "platforms"], 2, text, env=env)
        check(f"{name} is not waited for", time.time() - start < 20, time.time() - start)
    hello = json.loads(subprocess.run([SIM], input='{"do":"hello"}\n', capture_output=True, text=True,
                                      check=True).stdout)
    broken_tables(folder, hello)
    broken_answers(folder, hello)
    left = subprocess.run(["pgrep", "-f", f"{folder}/"], capture_output=True, text=True).stdout.split()
    check("no simulator is left", not left, left)


def saying(folder, name, hello, answer):
    """A program with these tables that answers every run with the same text."""
    return program(folder, name, "#!/usr/bin/env python3\nimport sys\n"
                   f"for line in sys.stdin:\n    if 'hello' in line[:20]:\n"
                   f"        print({json.dumps(hello)!r}, flush=True)\n    else:\n        {answer}\n")


def broken_tables(folder, hello):
    def changed(key, value):
        return {**hello, key: value}
    rows = hello["instructions"]
    for name, tables, text in (
            ("bits", changed("instructions", [{**rows[0], "bits": "01"}]), "fewer than 32 bits"),
            ("letter", changed("instructions", [{**rows[0], "bits": "q" * 32}]), "a letter without"),
            ("double", changed("instructions", [rows[0], rows[0]]), "SET is there twice"),
            ("unit", changed("instructions", [{**rows[0], "unit": "none"}]), "unit 'none'"),
            ("huge", changed("memory", [{**hello["memory"][0], "elements": 4000000000}]), "at most 8 MiB"),
            ("row", changed("memory", [{**hello["memory"][0], "row": 3}]), "power of two"),
            ("type", changed("memory", [{**hello["memory"][0], "type": "bf16"}]), "float32, int32 or byte"),
            ("region", changed("main", "other"), "'main' must name"), ("name", changed("name", "exec"), "its name"),
            ("summary", {k: v for k, v in hello.items() if k != "summary"}, "'summary' is missing"),
            ("control", changed("notes", "a\u0007b"), "control characters"),
            ("quote", changed("parameters", [{**hello["parameters"][0], "name": 'a"b'}]), "letters, digits")):
        path = saying(folder, f"tables_{name}", tables, "pass")
        expect(f"tables: {name}", ["--plugin", path, "platforms"], 2, text)


def broken_answers(folder, hello):
    good = {"outcome": "halted", "cycles": 1, "instructions": 1}
    for name, answer, text in (
            ("dies", "sys.exit(1)", "has ended"), ("hangs", "__import__('time').sleep(100)", "in time"),
            ("garbage", "print('}{', flush=True)", "no JSON object"),
            ("outcome", f"print({json.dumps({**good, 'outcome': 'won'})!r}, flush=True)", "'outcome' must be"),
            ("outside", "print(%r, flush=True)" % json.dumps(
                {**good, "memory": [{"region": "mem", "at": 16383, "hex": "00" * 8}]}), "a place that does not exist"),
            ("digits", "print(%r, flush=True)" % json.dumps(
                {**good, "memory": [{"region": "mem", "at": 0, "hex": "zz000000"}]}), "not hexadecimal"),
            ("error", "print('{\"error\":\"out of order\"}', flush=True)", "out of order")):
        path = saying(folder, f"answer_{name}", hello, answer)
        expect(f"answer: {name}", ["--plugin", path, "sim", "toy-exec", "-"], 1, "simulator-failed", text,
               data="HALT\n", env={"KC_PLUGIN_TIMEOUT": "1"})


def dies_once(folder):
    """A process that dies in the middle is replaced, and nothing is lost."""
    text = (f"#!/bin/sh\nif [ -e {folder}/died ]; then exec {SIM}; fi\ntouch {folder}/died\n"
            f"head -n 1 | {SIM}\n")
    path = program(folder, "once", text)
    expect("a second process", ["--plugin", path, "sim", "toy-exec", "-"], 0, "halted: 1 cycles", data="HALT\n")


def endless(folder):
    """A loop without end spends its fuel, and says so."""
    expect("endless", ["--plugin", SIM, "eval", "relu", "-p", "toy-exec", "-"], 1, "out_of_fuel",
           data="SET a1, 0\nBACK a1, 1\n")


def without_compiler(folder):
    """A simulator that compiles nothing is left out of our compiler's campaign, unless it is named."""
    path = program(folder, "mute_compiler", f"#!/bin/sh\n{SIM} plain | sed -u 's/\"compiles\": true/\"x\": 0/'\n")
    out = expect("left out", ["--plugin", path, "run", "--dry-run"], 0, "aie2")
    check("left out of the list", "plain" not in out, out)
    expect("named", ["--plugin", path, "run", "-p", "plain", "-c", "C1", "-t", "relu", "--store", f"{folder}/n.db"], 2,
           "there is no kernel for this cell")


def secrets(folder):
    path = program(folder, "nosy", f"#!/bin/sh\nenv >{folder}/env\nexec {SIM}\n")
    expect("nosy", ["--plugin", path, "platforms"], 0, "toy-exec",
           env={"OPENAI_API_KEY": "sk-1", "KC_MCP_TOKEN": "t-1", "PLAIN": "p-1"})
    with open(f"{folder}/env", encoding="utf-8") as f:
        seen = f.read()
    check("keys stay here", "p-1" in seen and "sk-1" not in seen and "t-1" not in seen, seen)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for plugin, name in ((TOY, "toy"), (SIM, "toy-exec")):
            used_like_a_built_in(plugin, name, folder)
            recorded(plugin, name, folder)
        expect("both at once", ["platforms"], 0, "toy ", "toy-exec", env={"KC_PLUGINS": f"{TOY}:{SIM}"})
        expect("exec: as a platform", ["isa", f"exec:{shlex.quote(SIM)}", "MAC"], 0, "acc = acc + s")
        expect("exec: behind =", ["tasks", f"--platform=exec:{shlex.quote(SIM)}"], 0, "linear")
        expect("exec: of an agent", ["run", "-a", "exec:exit 0", "-p", "plena", "-t", "relu", "-c", "C1", "--store",
                                     f"{folder}/agent.db"], 1, "0 of 1 runs solved")
        expect("exec: in a run's name", ["replay", "exec:exit 0/plena", "--store", f"{folder}/agent.db"], 0, "answers")
        expect("exec: of another name", ["baseline", "-p", f"exec:{shlex.quote(SIM)} toy-two", "--task", "relu"], 0,
               "5 of 5 cells correct")
        expect("wider", ["--plugin", SIM, "eval", "relu", "-p", "toy-exec:lanes=64", "-c", "C1", "-"], 2, "columns",
               data="HALT\n")
        the_two_agree()
        faults()
        refusals(folder)
        hostile(folder)
        dies_once(folder)
        endless(folder)
        secrets(folder)
        without_compiler(folder)
    print(f"plug-ins: {passed} checks passed, {failed} failed")
    return 1 if failed else 0


sys.exit(main())
