#!/usr/bin/env python3
"""The AIE2 back end against a compiler: aie2_schedule.py KC DATA [NAME...].

Every kernel of DATA/linear is written in linear assembly and scheduled by us at both levels; the program must pass the
static checker, give the memory that DATA/compiled states for the compiler's version of the same kernel, and keep its
saved registers.  The cycles of both are printed side by side: ours may be at most a tenth slower on any kernel, and
must be faster on at least half of them.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

KC, DATA, NAMES = sys.argv[1], sys.argv[2], sys.argv[3:]
SAVED = [f"r{i}" for i in range(16, 24)] + ["p6", "p7"]
DM, STACK = 0x70000, 0x7C000
failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)
        print(f"FAILED: {what}")
    return condition


def run(command):
    return subprocess.run([KC, *command], capture_output=True, text=True, check=False)


def simulate(source, entry, case, init, saved):
    command = ["sim", f"aie2:init={init}", source, "--json", "--registers", "--call", entry]
    command += ["--args", ",".join(f"{n}={v}" for n, v in {**case["args"], **saved}.items())]
    for name, value in case["control"].items():
        command += ["--reg", f"{name}={value}"]
    for part in case["memory"]:
        command += ["--load", f"{part['addr']}=hex:{part['hex']}"]
    done = run([*command, "--dump", f"{DM}+{STACK - DM}"])
    return json.loads(done.stdout) if done.stdout.startswith("{") else {"outcome": done.stderr.strip()}


def image(case):
    data = bytearray(STACK - DM)
    for part in case["memory"] + case["expected"]:
        at = int(part["addr"], 16) - DM
        data[at:at + len(part["hex"]) // 2] = bytes.fromhex(part["hex"])
    return bytes(data)


def check_case(name, source, entry, case):
    """The cycles of one case, or None."""
    saved = {r: 0x11111 * (i + 1) & 0xFFFFF for i, r in enumerate(SAVED)}
    cycles = None
    for init in ("zero", "poison"):
        r = simulate(source, entry, case, init, saved)
        good = expect(r["outcome"] == "halted", f"{name}: {r['outcome']} {r.get('message', '')}")
        dump = bytes.fromhex(r["dump"][0]["hex"]) if good else b""
        good = good and expect(dump == image(case), f"{name} init={init}: memory differs")
        registers = r.get("registers", {})
        kept = all(registers.get(n) == v for n, v in saved.items())
        good = good and expect(kept, f"{name}: a saved register changed")
        cycles = r.get("cycles") if good else None
    return cycles


def schedule(path, level, folder):
    output = os.path.join(folder, f"{os.path.basename(path)[:-3]}-{level}.s")
    done = run(["schedule", "aie2", path, "--opt", level, "-o", output])
    if not expect(done.returncode == 0, f"{path} --opt {level}: {done.stderr.strip()}"):
        return None
    checked = run(["asm", "aie2", output, "-o", os.devnull])
    quiet = checked.returncode == 0 and "warning" not in checked.stderr
    expect(quiet, f"{path} --opt {level}: the checker says\n{checked.stderr[:600]}")
    return output


def rows(path, folder):
    name = os.path.basename(path)[:-3]
    with open(f"{DATA}/compiled/{name}.json", encoding="utf-8") as f:
        kernel = json.load(f)
    sources = [schedule(path, level, folder) for level in ("baseline", "best")]
    for case in kernel["cases"] if all(sources) else []:
        ours = [check_case(f"{name} {case['size']} {os.path.basename(s)}", s, kernel["entry"], case) for s in sources]
        yield f"{name} {case['size']}", case["cycles"], *ours


def main():
    paths = sorted(glob.glob(f"{DATA}/linear/*.la"))
    paths = [p for p in paths if not NAMES or os.path.basename(p)[:-3] in NAMES]
    faster = total = 0
    print(f"{'kernel':34} {'compiler':>8} {'baseline':>8} {'best':>6}  best / compiler")
    with tempfile.TemporaryDirectory() as folder:
        for path in paths:
            for name, theirs, simple, best in rows(path, folder):
                if simple is None or best is None:
                    continue
                total += 1
                faster += best < theirs
                print(f"{name:34} {theirs:8} {simple:8} {best:6}  {best / theirs:.2f}")
                expect(best <= 1.1 * theirs, f"{name}: {best} cycles, more than a tenth above {theirs}")
    expect(NAMES or 2 * faster >= total, f"only {faster} of {total} cases are faster than the compiler's")
    print(f"{faster} of {total} cases faster than the compiler's, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
