#!/usr/bin/env python3
"""The tour of the README really works: readme.py KC README...

Runs every "$ command" of the console blocks and compares what it prints with what stands below.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def steps(text):
    for block in re.findall(r"^```console\n(.*?)^```", text, re.S | re.M):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = step.partition("\n")
            yield command, [line.rstrip() for line in output.splitlines()]


def run(kc, command):
    done = subprocess.run(["sh", "-c", command.replace("build/kc", kc) + " 2>&1"], cwd=ROOT,
                          capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                          env=dict(os.environ, NO_COLOR="1"))
    return [line.rstrip() for line in done.stdout.splitlines()]


def main():
    kc, results = os.path.abspath(sys.argv[1]), []
    for path in sys.argv[2:]:
        with open(path, encoding="utf-8") as f:
            for command, expected in steps(f.read()):
                got = run(kc, command)
                results.append(got == expected)
                if got != expected:
                    print(f"{path}: $ {command}\nexpected:", *expected, "got:", *got, sep="\n")
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return 0 if results and all(results) else 1


sys.exit(main())
