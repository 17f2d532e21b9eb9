#!/usr/bin/env python3
"""The README's results, made anew: results.py KC README-RESULTS

Our compiler on every published cell, and the table of what came out against the one that is committed.
"""
import os
import subprocess
import sys
import tempfile

KC, TOOL = map(os.path.abspath, sys.argv[1:3])


def main():
    with tempfile.TemporaryDirectory() as folder:
        store, report = f"{folder}/all.db", f"{folder}/all.json"
        subprocess.run([KC, "run", "-a", "template", "-q", "--store", store], check=False)
        subprocess.run([KC, "report", "--store", store, "--json", "-o", report], check=True)
        return subprocess.run([TOOL, "--compare", report], check=False).returncode


sys.exit(main())
