#!/usr/bin/env python3
"""The loop from outside: kc run, kc replay, kc export on small campaigns.  Usage: loop.py KC FOLDER

Expected verdicts and explanations follow from the mistakes that the kernels contain, see loop/.
"""

import json
import os
import subprocess
import sys
import tempfile

KC, FOLDER = sys.argv[1], os.path.abspath(sys.argv[2])
passed = failed = 0


def check(what, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAILED {what} {detail}")


def kc(*arguments, env=None):
    done = subprocess.run(
        [KC, *arguments], capture_output=True, text=True, timeout=600, env={**os.environ, **(env or {})}
    )
    return done.returncode, done.stdout, done.stderr


def runs_of(store, times=False):
    code, out, err = kc("export", "--store", store, "--format", "jsonl", *([] if times else ["--no-times"]))
    check("export", code == 0, err)
    return [json.loads(line) for line in out.splitlines() if line]


def results(run):
    """All tool results of a run in order, as (tool, result)."""
    calls, found = [], []
    for event in run["events"]:
        body = event["body"]
        if event["kind"] == "answer":
            calls = body["calls"]
        if event["kind"] == "replies":
            found += [(c["name"], json.loads(r["text"])) for c, r in zip(calls, body["replies"])]
    return found


def test_repair(folder):
    """Syntax error, operands in the wrong order, accumulator not cleared, then right."""
    store = f"{folder}/repair.db"
    code, out, err = kc(
        "run",
        "-a",
        f"script:{FOLDER}/repair.json",
        "-p",
        "plena",
        "-t",
        "softmax",
        "-c",
        "C1",
        "--store",
        store,
        "--json",
    )
    check("repair: exit", code == 0, err)
    run = json.loads(out)["runs"][0]
    check("repair: solved", run["status"] == "solved" and run["verdict"] == "correct", out)
    check("repair: six answers", run["answers"] == 6, out)
    record = runs_of(store)[0]
    found = results(record)
    syntax = found[1][1]
    check("syntax: an error with its line", not syntax["success"] and len(syntax["errors"]) == 1, syntax)
    source = open(f"{FOLDER}/softmax_1_syntax.s").read().splitlines()
    line = next(i for i, text in enumerate(source, 1) if "V_EXP " in text)
    check("syntax: which line", syntax["errors"][0]["line"] == line, syntax)
    check("syntax: the right name is suggested", "V_EXP_V" in json.dumps(syntax["errors"][0]), syntax)
    check("syntax: evaluation says so", found[2][1]["verdict"] == "syntax_error", found[2])
    check("manual: the page of V_EXP_V first", found[3][1]["passages"][0]["title"] == "V_EXP_V", found[3])
    operands = found[5][1]
    check("operands: wrong", operands["verdict"] == "wrong_result" and operands["match_rate"] < 1, operands)
    check("operands: explained", len(operands["explanation"]) > 0 and len(operands["errors"]) > 0, operands)
    view = found[6][1]
    check("view: two rows", [r["row"] for r in view["row_analysis"]] == [0, 1], view)
    check("view: differences with their line", all("written_by_line" in d for d in view["differences"]), view)
    clear = found[8][1]
    check("clear: found", clear["explanation"][0]["id"] == "accumulator-not-cleared", clear)
    right = found[10][1]
    check("right: correct", right["success"] and right["match_rate"] == 1, right)
    light = found[11][1]["speed_of_light"]
    check("profile: share of the bound", 0 < light["share"] <= 1, light)
    check("one nudge", sum(e["kind"] == "nudge" for e in record["events"]) == 1)
    check(
        "counts",
        (
            record["first_assembled"],
            record["first_correct"],
            record["syntax_errors"],
            record["wrong_results"],
            record["tool_errors"],
        )
        == (2, 5, 2, 2, 0),
        record,
    )
    code, out, err = kc("replay", "all", "--store", store)
    check("repair: replays byte for byte", code == 0 and "13 calls, 13 the same" in out, out + err)


def test_hostile(folder):
    script = f"{folder}/hostile.json"
    with open(script, "w", encoding="utf-8") as file:
        subprocess.run([sys.executable, f"{FOLDER}/hostile.py", f"{FOLDER}/softmax_4_right.s"], stdout=file, check=True)
    store = f"{folder}/hostile.db"
    code, out, err = kc(
        "run", "-a", f"script:{script}", "-p", "plena", "-t", "softmax", "-c", "C1", "--store", store, "--json"
    )
    check("hostile: the run goes on to the end", code == 0 and json.loads(out)["solved"] == 1, out + err)
    found = results(runs_of(store)[0])
    check("hostile: every call has a result", len(found) == 4 + 16 + 500 + 3, len(found))
    check("hostile: 10 MB are refused in words", "bytes" in found[1][1]["error"], found[1])
    odd = [r for _, r in found[4:20]]
    check("hostile: wrong arguments are errors in words", sum("error" in r for r in odd) == 14, odd)
    check("hostile: 64 of 500 calls at once", sum("too many calls" in r.get("error", "") for _, r in found) == 436)
    check("hostile: results stay small", all(len(json.dumps(r)) < 40000 for _, r in found))


def test_budgets(folder):
    store = f"{folder}/budget.db"
    script = f"script:{FOLDER}/repair.json"
    where = ["-p", "plena", "-t", "softmax", "-c", "C1", "--store", store, "--json"]
    for option, value, answers in (("--max-answers", "2", 2), ("--max-calls", "5", 2)):
        code, out, _ = kc("run", "-a", script, *where, option, value)
        run = json.loads(out)["runs"][0]
        check(f"{option} {value}", code == 1 and run["status"] == "budget_spent" and run["answers"] == answers, out)
    code, out, _ = kc("run", "-a", script, *where, "--nudges", "0")
    check("no nudges", json.loads(out)["runs"][0]["status"] == "stopped_early", out)
    code, out, _ = kc("run", "-a", script, *where, "--stop-at-correct")
    check("stop at correct", json.loads(out)["runs"][0]["answers"] == 5, out)
    code, out, _ = kc("run", "-a", script, *where, env={"KC_MAX_ANSWERS": "3"})
    check("KC_MAX_ANSWERS", json.loads(out)["runs"][0]["answers"] == 3, out)


def test_tools(folder):
    """An agent that may not look finds that the tool does not exist."""
    store = f"{folder}/tools.db"
    kc(
        "run",
        "-a",
        f"script:{FOLDER}/repair.json",
        "-p",
        "plena",
        "-t",
        "softmax",
        "-c",
        "C1",
        "--store",
        store,
        "--tools",
        "paper,-view_output",
    )
    run = runs_of(store)[0]
    found = dict(results(run))
    check("ablation: view_output is gone", "there is no tool" in found["view_output"].get("error", ""), found)
    prompt = run["events"][0]["body"]["system"]
    check("ablation: the prompt does not name it", "view_output(" not in prompt and "profile(" not in prompt)


def test_hidden(folder):
    """A kernel that is right on the shown seed only learns nothing about the hidden ones."""
    kernel = open(f"{FOLDER}/softmax_4_right.s").read()
    cheat = kernel.replace("V_RED_MAX f2, gp4, 0", "S_ADD_FP f2, f0, f0")
    path = f"{folder}/cheat.json"
    json.dump(
        [{"calls": [{"name": "write_code", "arguments": {"assembly_code": cheat}}, {"name": "run_evaluation"}]}],
        open(path, "w"),
    )
    store = f"{folder}/hidden.db"
    kc(
        "run",
        "-a",
        f"script:{path}",
        "-p",
        "plena",
        "-t",
        "softmax",
        "-c",
        "C1",
        "--store",
        store,
        "--max-answers",
        "1",
    )
    text = json.dumps(results(runs_of(store)[0])[1][1])
    check("hidden: not correct", '"success": false' in text, text)
    check("hidden: said so", "a hidden one is not" in text, text)
    check("hidden: no values", '"expected"' not in text and '"produced"' not in text, text)


def test_campaign(folder):
    """The same command continues; shards join to the whole; repeats are runs of their own."""
    where = ["-p", "plena", "-l", "1", "-c", "C1"]
    whole = f"{folder}/whole.db"
    code, out, err = kc("run", *where, "--store", whole, "--json")
    check("campaign: all solved", code == 0 and json.loads(out)["solved"] == 10, err)
    code, out, _ = kc("run", *where, "--store", whole, "--json")
    check("campaign: again, all are kept", json.loads(out)["kept"] == 10)
    for i in "123":
        kc("run", *where, "--store", f"{folder}/part{i}.db", "--shard", f"{i}/3")
    joined = f"{folder}/joined.db"
    code, _, err = kc("merge", joined, *(f"{folder}/part{i}.db" for i in "312"))
    check("merge", code == 0, err)
    strip = lambda runs: [{k: v for k, v in r.items() if k != "id"} for r in runs]
    check("shards join to the whole", strip(runs_of(joined)) == strip(runs_of(whole)))
    code, out, _ = kc("run", *where, "--store", whole, "--limit", "2-4", "--repeat", "2", "--json")
    check("limit and repeat", json.loads(out)["total"] == 3, out)
    code, _, err = kc("run", "-p", "plena", "-t", "nothing", "--store", whole)
    check("no such cell", code == 2 and "no cell fits" in err, err)
    code, _, err = kc("run", "-a", "nobody/x", *where, "--store", whole)
    check("no such agent", code == 2 and "nobody" in err, err)
    code, _, err = kc("run", "-a", f"script:{folder}/missing.json", *where, "--store", whole, "--limit", "1")
    check("no such script", code == 2, err)


def test_exec(folder):
    """An external agent gets the cell by MCP; its calls are recorded, its budget is kept."""
    store = f"{folder}/exec.db"
    agent = f"exec:{sys.executable} {FOLDER}/agent.py {FOLDER}/softmax_4_right.s"
    where = ["-p", "plena", "-t", "softmax", "-c", "C1", "--store", store, "--json"]
    code, out, err = kc("run", "-a", agent, *where)
    run = json.loads(out)["runs"][0]
    check("exec: solved", code == 0 and run["status"] == "solved", out + err)
    check("exec: one iteration, three calls", (run["answers"], run["calls"]) == (1, 3), out)
    code, out, _ = kc("run", "-a", agent + " 60", *where, "--max-seconds", "2")
    check("exec: ended when its time is spent", json.loads(out)["runs"][0]["calls"] == 2, out)
    code, out, _ = kc("run", "-a", "exec:echo no such agent >&2; exit 3", *where)
    run = json.loads(out)["runs"][0]
    check("exec: a command that fails is no verdict", code == 2 and run["status"] == "provider_error", out)
    check("exec: its last words", "no such agent" in run["error"], out)
    code, out, _ = kc("replay", "all", "--store", store)
    check("exec: replays", code == 0, out)


def test_everything(folder):
    store = f"{folder}/all.db"
    code, out, err = kc("run", "-a", "template", "-p", "plena", "--store", store, "--json")
    sums = json.loads(out)
    check("template solves 100 of 100 on plena", code == 0 and sums["solved"] == sums["total"] == 100, err)


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (
            test_repair,
            test_hostile,
            test_budgets,
            test_tools,
            test_hidden,
            test_campaign,
            test_exec,
            test_everything,
        ):
            test(folder)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


main()
