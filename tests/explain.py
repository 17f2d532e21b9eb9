#!/usr/bin/env python3
"""Whether explanations name the true cause: explain.py [-v] KC PLATFORM FOLDER.

Each kernel in the folder is wrong in one known way; its head says how (behind the
platform's comment character):

    ; task: gemm
    ; config: C2
    ; cause: scale-register        (the id of the first hypothesis, or of a trap; "a or b" when both are right)

A few misses are allowed: the test fails when fewer than 85 % of the kernels get their cause named first.
"""
import json
import os
import re
import subprocess
import sys

SHARE = 0.85


def head(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    return {key: re.search(rf"^(?:[;#]|//) {key}: (.*)$", text, re.M).group(1).strip()
            for key in ("task", "config", "cause")}


def explain(kc, platform, path, want):
    done = subprocess.run([kc, "eval", want["task"], "-p", platform, "-c", want["config"], "--json", path],
                          capture_output=True, text=True, timeout=120)
    if done.returncode != 1:
        return f"exit status {done.returncode}", ""
    answer = json.loads(done.stdout)
    if answer["verdict"] == "trap":
        return answer["cause"], "a trap explains itself"
    if not answer["explanation"]:
        return answer["verdict"], ""
    return answer["explanation"][0]["id"], answer["explanation"][0]["text"]


def main():
    args = [a for a in sys.argv[1:] if a != "-v"]
    kc, platform, folder = os.path.abspath(args[0]), args[1], args[2]
    names = sorted(name for name in os.listdir(folder) if name.endswith(".s"))
    right = 0
    for name in names:
        path = os.path.join(folder, name)
        want = head(path)
        first, text = explain(kc, platform, path, want)
        good = first in want["cause"].split(" or ")
        right += good
        print(f"{name[:-2]:40} {want['cause']:26} {first:26} {'right' if good else 'WRONG'}")
        if "-v" in sys.argv:
            print(f"    {text}")
    enough = bool(names) and right >= SHARE * len(names)
    print(f"{right} of {len(names)} causes named first: {100 * right / max(1, len(names)):.1f} %")
    print(f"{right} passed, {0 if enough else len(names) - right} failed")
    return 0 if enough else 1


sys.exit(main())
