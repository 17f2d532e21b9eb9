#!/usr/bin/env python3
"""The MCP server from outside: test_mcp.py KC.

Every method, every tool and every error of the protocol, over stdio and HTTP, in both eras.
What is expected comes from the specification of MCP (2024-11-05 to 2026-07-28), not from our output.
"""
import subprocess
import sys

import both
import over_http
import over_stdio
from agent import KC, check, counts
from client import Http, Stdio


def test_command_line():
    for args, words in ((["--http", "99999"], "port"), (["--no-token"], "--http"), (["-p", "plena"], "--task"),
                        (["--task", "relo"], "relu"), (["--tools", "ful"], "ful"), (["--task", "relu", "-c", "C9"],
                                                                                    "C9"),
                        (["extra"], "extra")):
        done = subprocess.run([KC, "mcp", *args], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60,
                              check=False)
        check(f"kc mcp {args}", done.returncode == 2 and words in done.stderr and not done.stdout, done)
    done = subprocess.run([KC, "mcp", "--http", "0"], capture_output=True, text=True, timeout=60, check=False,
                          stdin=subprocess.DEVNULL, env={"KC_MCP_TOKEN": "short"})
    check("kc mcp: short token", done.returncode == 2 and "KC_MCP_TOKEN" in done.stderr, done)


def main():
    for era in ("legacy", "modern"):
        for transport, link in (("stdio", Stdio(KC)), ("http", Http(KC))):
            for test in both.EVERYWHERE:
                test(f"{transport} {era} {test.__name__[5:]}", link, era)
            for test in over_http.OF_A_SERVER if transport == "http" else []:
                test(link)
            check(f"{transport} {era} ends", link.close() == 0)
    for test in (*over_stdio.TESTS, *over_http.TESTS, test_command_line):
        test()
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


sys.exit(main())
