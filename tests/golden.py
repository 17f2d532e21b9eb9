#!/usr/bin/env python3
"""Golden tests: the question and the answer in one file.

    golden.py [--bless] KC FILE-OR-FOLDER...

A test file holds one or more blocks of comment lines:

    ; run: kc sim plena @ --dump 'vram[0:4]'
    ; exit: 1                                   (0 when left out)
    ; expect:
    ;   vram[0:4] = 128 128 128 128

A line "; needs: pty" (or plain-build: no sanitizers) skips the test, with a printed reason, where
that is missing.  The command runs in the file's folder with kc on the path; the word @ is the
file itself.  Standard output
and then standard error must equal the expected lines.  --bless rewrites what differs and prints the
difference: never bless what you cannot explain.
"""
import difflib
import os
import re
import subprocess
import sys

COMMENT = re.compile(r"^(;|//|#) ?(.*)$")


def blocks(lines):
    """(command, exit status, expected lines, first and last line number of the expectation)."""
    found, i = [], 0
    while i < len(lines):
        m = COMMENT.match(lines[i])
        if not m or not m.group(2).startswith("run:"):
            i += 1
            continue
        mark, command, status = m.group(1), m.group(2)[4:].strip(), 0
        i += 1
        while i < len(lines):
            m = COMMENT.match(lines[i])
            text = m.group(2) if m else None
            if text is not None and text.startswith("exit:"):
                status = int(text[5:])
            if text is not None and text.strip() == "expect:":
                break
            if text is not None and text.startswith("run:"):
                raise ValueError("a run: line without expect:")
            i += 1
        if i == len(lines):
            raise ValueError("a run: line without expect:")
        first = i + 1
        last = first
        while last < len(lines) and re.match(r"^(;|//|#)(   |$)", lines[last]):
            last += 1
        expected = [re.sub(r"^(;|//|#)(   )?", "", line) for line in lines[first:last]]
        found.append((command, status, expected, first, last, mark))
        i = last
    return found


def run(kc, path, command):
    env = dict(os.environ, PATH=os.path.dirname(os.path.abspath(kc)) + ":" + os.environ["PATH"],
               NO_COLOR="1", LC_ALL="C")
    command = re.sub(r"(?<!\S)@(?!\S)", os.path.basename(path), command)
    done = subprocess.run(["sh", "-c", command], env=env,
                          cwd=os.path.dirname(os.path.abspath(path)), capture_output=True,
                          timeout=120, stdin=subprocess.DEVNULL)
    text = (done.stdout + done.stderr).decode("utf-8", "replace")
    return done.returncode, [line.rstrip() for line in text.splitlines()]


def missing(lines):
    """Why this machine cannot run the test: what its '; needs:' line names and it lacks."""
    for line in lines:
        m = re.match(r"^(?:;|//|#) needs: (.*)$", line)
        for need in m.group(1).split() if m else []:
            if need == "plain-build" and os.environ.get("KC_SANITIZED"):
                return "sanitizers change what memory looks like"
            if need == "pty":
                try:
                    for end in os.openpty():
                        os.close(end)
                except OSError:
                    return "no pseudo-terminal here"
    return None


def check(kc, path, bless):
    """True, False, or None when the test was skipped."""
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        lines = f.read().split("\n")
    reason = missing(lines)
    if reason:
        print(f"{path}: skipped: {reason}")
        return None
    good, offset = True, 0
    tests = blocks(lines)
    if not tests:
        print(f"{path}: no run: line")
        return False
    for command, status, expected, first, last, mark in tests:
        code, got = run(kc, path, command)
        if code != status:
            print(f"{path}: {command}\n  exit status {code}, expected {status}")
            good = False
        if got != [line.rstrip() for line in expected]:
            print(f"{path}: {command}")
            print("\n".join(difflib.unified_diff(expected, got, "expected", "got", lineterm="")))
            good = False
            if bless:
                fresh = [f"{mark}   {line}".rstrip() for line in got]
                lines[first + offset:last + offset] = fresh
                offset += len(fresh) - (last - first)
    if bless and not good:
        with open(path, "w", encoding="utf-8", errors="surrogateescape") as f:
            f.write("\n".join(lines))
    return good


def collect(arguments):
    for argument in arguments:
        if os.path.isfile(argument):
            yield argument
        for folder, _, names in sorted(os.walk(argument)):
            for name in sorted(names):
                if name.endswith((".s", ".t")):
                    yield os.path.join(folder, name)


def main():
    arguments = sys.argv[1:]
    bless = "--bless" in arguments
    arguments = [a for a in arguments if a != "--bless"]
    results = [check(arguments[0], path, bless) for path in collect(arguments[1:])]
    passed, failed, skipped = (results.count(kind) for kind in (True, False, None))
    if bless:
        print(f"{failed} of {len(results)} files rewritten")
        return 0
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 0 if passed and not failed else 1


sys.exit(main())
