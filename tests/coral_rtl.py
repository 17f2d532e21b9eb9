#!/usr/bin/env python3
"""The Coral simulator against the RTL: coral_rtl.py KC FOLDER.

Every program of FOLDER (tests/data/coral) is run and compared with what the RTL did: memory, instructions, cycles; with
the three-stage FPU; and with external memory of several latencies.  Memory and instructions must be equal, 98 % of the
cycle counts exact and none off by more than 2 %.  Every exception is printed.
"""
import csv
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

KC, FOLDER = sys.argv[1], sys.argv[2]
EXACT_SHARE, WORST = 0.98, 0.02


def rows(name):
    with open(f"{FOLDER}/{name}", encoding="utf-8") as f:
        return list(csv.DictReader(f))


def simulate(path, options="", dump=None):
    command = [KC, "sim", "coral" + (":" + options if options else ""), f"{FOLDER}/{path}.s", "--json"]
    if dump:
        command += ["--dump", f"{dump[0]}+{dump[1]}"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if not done.stdout.startswith("{"):
        return {"outcome": "error: " + done.stderr.strip(), "cycles": 0, "instructions": 0, "dump": [{"hex": ""}]}
    return json.loads(done.stdout)


class Set:
    """Cycle counts of one set, and its exceptions."""

    def __init__(self, name):
        self.name, self.total, self.exact, self.worst, self.bad = name, 0, 0, 0.0, []

    def add(self, label, expected, got, instret, want_instret):
        error = abs(got - expected) / expected
        self.total += 1
        self.exact += got == expected
        self.worst = max(self.worst, error)
        if got != expected:
            print(f"  {self.name} {label}: {got} cycles, RTL {expected} ({100 * error:.2f} %)")
        if instret != want_instret:
            self.bad.append(f"{label}: {instret} instructions, RTL {want_instret}")

    def good(self):
        print(f"{self.name}: {self.exact} of {self.total} exact, worst {100 * self.worst:.2f} %")
        for line in self.bad:
            print("  " + line)
        return self.exact >= EXACT_SHARE * self.total and self.worst <= WORST and not self.bad


def in_parallel(function, items):
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(function, items))


def cycles(name, table, column, options, prefix=""):
    result = Set(name)
    for row, out in in_parallel(lambda r: (r, simulate(prefix + r["name"], options(r))), table):
        if out["outcome"] != "halted":
            result.bad.append(f"{row['name']}: {out['outcome']}")
        result.add(row["name"] + " " + row.get("latency", ""), int(row[column]), out["cycles"],
                   out["instructions"], int(row["instret"]))
    return result.good()


def regions_of_interest(table):
    """What the programs measured themselves, with csrr mcycle; kept at 0x10000."""
    exact = 0
    measured = [r for r in table if r["roi_cycles"]]
    for row, out in in_parallel(lambda r: (r, simulate(r["name"], "", ("0x10000", 4))), measured):
        got = int.from_bytes(bytes.fromhex(out["dump"][0]["hex"]), "little")
        exact += got == int(row["roi_cycles"])
        if got != int(row["roi_cycles"]):
            print(f"  region of interest of {row['name']}: {got}, RTL {row['roi_cycles']}")
    print(f"regions of interest: {exact} of {len(measured)} exact")
    return exact >= EXACT_SHARE * len(measured)


def results(prefix):
    table, wrong = rows(prefix + "results.csv"), 0

    def run(row):
        return row, simulate(prefix + row["name"], "", (row["address"], len(row["bytes_hex"]) // 2))

    for row, out in in_parallel(run, table):
        if out["dump"][0]["hex"] != row["bytes_hex"]:
            wrong += 1
            print(f"  {prefix}{row['name']}: memory at {row['address']} differs")
    print(f"{prefix}results: {len(table) - wrong} of {len(table)} equal")
    return wrong == 0


def latency(row):
    if row["latency"] == "official":
        return ""
    return f"read_latency={row['latency']},write_latency={row['latency']},first_access=0"


def main():
    table = rows("cycles.csv")
    instret = {r["name"]: r["instret"] for r in table}
    extra = [dict(r, instret=instret[r["name"]]) for r in rows("extra.csv")]
    good = [
        cycles("programs", table, "cycles", lambda r: ""),
        cycles("programs with P = 3", [r for r in extra if r["cycles_fp_pipe3"]], "cycles_fp_pipe3",
               lambda r: "fpu_depth=3"),
        cycles("external memory", rows("ext/cycles.csv"), "cycles", latency, "ext/"),
        regions_of_interest(extra),
        results(""),
        results("ext/"),
    ]
    return 0 if all(good) else 1


sys.exit(main())
