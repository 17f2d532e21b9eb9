#!/usr/bin/env python3
"""What the documentation says, done: docs.py KC MOCK FILE-OR-FOLDER...

Every file is followed from its beginning in a folder of its own that shows the project's files.

    ```console      every "$ command" is run and must print what stands below it; a line of three
                    dots stands for any lines
    ```sh           every command is run and must succeed
    ```asm FILE     (or c, json, yaml, python) the block is written to FILE

With KC_BLESS set, what console blocks print is written into the file, for the author to read.

Models are answered by kc-mock: it solves nothing, but it is asked.  Commands that other tests run
are listed below with the test; they are counted, not run.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

import mocked

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ELSEWHERE = {"make": "the tests themselves", "sudo": "tools/setup", "sbatch": "tests/slurm.py",
             "claude": "tests/mcp", "codex": "tests/mcp"}
BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```", re.S | re.M)
KEYS = ["OPENAI", "ANTHROPIC", "GOOGLE", "DEEPSEEK", "OPENROUTER"]
URLS = KEYS + ["LOCAL", "MOCK"]


def console(block):
    for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, output = step.partition("\n")
        yield command, [line.rstrip() for line in output.splitlines()]


def shell(block):
    for line in block.replace("\\\n", " ").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line, None


def matches(expected, got):
    pattern = "".join("(.*\n)*" if line == "..." else re.escape(line) + "\n" for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


class Follower:
    def __init__(self, kc, folder, environment):
        self.kc, self.folder, self.environment = kc, folder, environment
        self.passed = self.failed = self.elsewhere = 0
        self.blessed = []
        for name in os.listdir(ROOT):
            if name not in ("build", ".git"):
                os.symlink(f"{ROOT}/{name}", f"{folder}/{name}")
        os.mkdir(f"{folder}/build")
        os.symlink(kc, f"{folder}/build/kc")

    def run(self, command):
        done = subprocess.run(["sh", "-c", "exec 2>&1; " + command], cwd=self.folder, timeout=300,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env=self.environment)
        return done.returncode, [line.rstrip() for line in done.stdout.splitlines()]

    def step(self, path, command, expected):
        if command.split()[0] in ELSEWHERE:
            self.elsewhere += 1
            return
        status, got = self.run(command)
        good = matches(expected, got) if expected is not None else status == 0
        self.passed += good
        self.failed += not good
        if not good and expected is not None and "KC_BLESS" in os.environ:
            self.blessed.append((command, expected, got))
        elif not good:
            print(f"{path}: $ {command}", f"status {status}", "expected:", *(expected or []),
                  "got:", *got[:60], sep="\n")

    def follow(self, path):
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for kind, name, block in BLOCK.findall(text):
            if name and kind in ("asm", "c", "json", "yaml", "python"):
                with open(f"{self.folder}/{name}", "w", encoding="utf-8") as f:
                    f.write(block)
            elif kind in ("console", "sh"):
                for command, expected in (console if kind == "console" else shell)(block):
                    self.step(path, command, expected)
        at = 0
        for command, expected, got in self.blessed:
            old = "\n".join([f"$ {command}", *expected, ""])
            at = text.index(old, at)
            text = text[:at] + "\n".join([f"$ {command}", *got, ""]) + text[at + len(old):]
            at += 1
        if self.blessed:
            with open(path, "w", encoding="utf-8") as f:
                f.write(text)


def environment(url):
    found = dict(os.environ, NO_COLOR="1", COLUMNS="80")
    for name in [name for name in found if name.startswith("KC_")]:
        del found[name]
    found.update({f"{name}_API_KEY": "k" for name in KEYS})
    found.update({f"{name}_BASE_URL": url + ("/api/v1" if name == "OPENROUTER" else "/v1")
                  for name in URLS if name not in ("ANTHROPIC", "GOOGLE")})
    found.update({"ANTHROPIC_BASE_URL": url, "GOOGLE_BASE_URL": url})
    return found


def documents(paths):
    for path in paths:
        yield from sorted(glob.glob(f"{path}/*.md")) if os.path.isdir(path) else [path]


def main():
    kc, totals = os.path.abspath(sys.argv[1]), [0, 0, 0]
    script = {"rules": [{"name": "any", "then": "last", "lenient": True, "answers": [
        {"text": "I stop here.", "calls": [{"name": "finish", "arguments": {}}]}]}]}
    with tempfile.TemporaryDirectory() as own, mocked.Mock(sys.argv[2], own, script) as mock:
        for path in documents(sys.argv[3:]):
            with tempfile.TemporaryDirectory() as folder:
                follower = Follower(kc, folder, environment(mock.url))
                follower.follow(path)
            totals = [a + b for a, b in
                      zip(totals, (follower.passed, follower.failed, follower.elsewhere))]
    print(f"{totals[0]} passed, {totals[1]} failed, {totals[2]} run by other tests")
    return 0 if totals[0] and not totals[1] else 1


sys.exit(main())
