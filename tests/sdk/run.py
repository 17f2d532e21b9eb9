#!/usr/bin/env python3
"""The official SDKs against the mock model server: run.py KC-MOCK [PART-OF-A-TEST'S-NAME].

Installs the packages (tools/setup-npm), runs each *.test.mjs with node and adds up what they counted.
Without npm or network everything is skipped, with the reason.
"""
import os
import re
import subprocess
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed, (\d+) skipped$", re.M)
SKIP = 77


def install():
    setup = os.path.join(HERE, "../../tools/setup-npm")
    done = subprocess.run([setup, os.path.join(HERE, "package.json")], capture_output=True, text=True, check=False)
    if done.returncode == SKIP:
        print(f"{done.stderr.strip()}\n0 passed, 0 failed, {len(scripts())} skipped")
        sys.exit(SKIP)
    done.check_returncode()
    return done.stdout.strip()


def scripts():
    return sorted(name for name in os.listdir(HERE) if name.endswith(".test.mjs"))


def run(script, env):
    done = subprocess.run(["node", os.path.join(HERE, script)], env=env, capture_output=True, text=True, timeout=300,
                          check=False)
    # Indented: only the closing line counts for tools/test-summary.
    print(script + "\n" + textwrap.indent(done.stdout + done.stderr, "  "), end="")
    found = COUNTS.findall(done.stdout)
    counts = [int(n) for n in found[-1]] if found else [0, 1, 0]
    if done.returncode and not counts[1]:
        counts[1] = 1
    return counts


def main():
    env = dict(os.environ, KC_MOCK=os.path.abspath(sys.argv[1]), KC_NPM=install(),
               KC_ONLY=sys.argv[2] if len(sys.argv) > 2 else "")
    sums = [sum(column) for column in zip(*(run(script, env) for script in scripts()))]
    print(f"{sums[0]} passed, {sums[1]} failed, {sums[2]} skipped")
    return 0 if sums[0] and not sums[1] else 1


sys.exit(main())
