#!/usr/bin/env python3
"""The report and the live view in a browser: run.py KC MAKE-STORE [FOLDER-FOR-PICTURES]

Makes stores and reports, installs playwright-core and axe-core (tools/setup-npm) and runs each *.test.mjs with node and
Debian's Chromium.  With KC_SCREENSHOT the first screen of the report KC_SCREENSHOT_REPORT is pictured there.
Without npm, network or Chromium everything is skipped, with the reason.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTS = re.compile(r"^(\d+) passed, (\d+) failed$", re.M)
SKIP = 77


def skip(reason):
    print(f"{reason}\n0 passed, 0 failed, 1 skipped")
    sys.exit(SKIP)


def install():
    setup = os.path.join(HERE, "../../tools/setup-npm")
    done = subprocess.run([setup, os.path.join(HERE, "package.json")], capture_output=True, text=True, check=False)
    if done.returncode == SKIP:
        skip(done.stderr.strip())
    done.check_returncode()
    return done.stdout.strip()


def make(kc, maker, folder):
    """A small report, a hostile one, and the numbers of the small one."""
    for name, options in (("small", []), ("hostile", ["hostile"])):
        subprocess.run([maker, f"{folder}/{name}.db", *options], check=True)
        subprocess.run([kc, "report", "--store", f"{folder}/{name}.db", "-o", f"{folder}/{name}.html"], check=True)
    with open(f"{folder}/small.json", "w", encoding="utf-8") as out:
        subprocess.run([kc, "report", "--store", f"{folder}/small.db", "--json"], stdout=out, check=True)


def main():
    kc, maker = map(os.path.abspath, sys.argv[1:3])
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if not chromium:
        skip("chromium is not installed: tools/setup --browser installs it")
    modules = install()
    with tempfile.TemporaryDirectory() as folder:
        make(kc, maker, folder)
        pictures = os.path.join(os.path.abspath(sys.argv[3]), "report-pictures") if len(sys.argv) > 3 else folder
        os.makedirs(pictures, exist_ok=True)
        env = dict(os.environ, KC=kc, KC_NPM=modules, KC_CHROMIUM=chromium, KC_FOLDER=folder, KC_PICTURES=pictures)
        sums = [0, 0]
        for script in sorted(name for name in os.listdir(HERE) if name.endswith(".test.mjs")):
            done = subprocess.run(["node", os.path.join(HERE, script)], env=env, capture_output=True, text=True,
                                  timeout=600, check=False)
            print(script + "\n" + done.stdout + done.stderr, end="")
            found = COUNTS.findall(done.stdout)
            counts = [int(n) for n in found[-1]] if found else [0, 1]
            sums = [sums[0] + counts[0], sums[1] + max(counts[1], int(done.returncode != 0))]
        print(f"{sums[0]} passed, {sums[1]} failed, 0 skipped")
    return 0 if sums[0] and not sums[1] else 1


sys.exit(main())
