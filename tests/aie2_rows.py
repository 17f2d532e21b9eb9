#!/usr/bin/env python3
"""AIE2 row kernels on shapes that the five configurations leave out: aie2_rows.py KC.

Tensors that cross banks or leave no room for another one, rows whose pairs do not come out even, tiles that do not
halve, rows too long for two channels, elements that only fit in another shape.  Both levels of every task must be
correct.
"""
import subprocess
import sys
import tempfile

KC = sys.argv[1]
ROWS = ["softmax", "layernorm", "rmsnorm"]
ELEMENTS = ["relu", "silu", "gelu"]
SHAPES = {
    "24,384": ROWS + ELEMENTS,   # resident, the output lies in two banks
    "24,512": ROWS + ELEMENTS,   # resident, 15 KiB are left
    "20,32": ROWS + ELEMENTS,    # one pair per row
    "36,352": ROWS + ELEMENTS,   # streamed, an odd number of tiles and of pairs
    "12,1280": ROWS,             # streamed through one channel
    "4,8192": ELEMENTS,          # four rows are too long
    "12,16": ["rope"],
    "36,416": ["rope"],
}
failures = 0


def run(*command):
    return subprocess.run([KC, *command], capture_output=True, text=True, check=False)


def check(task, shape, level):
    with tempfile.NamedTemporaryFile("w", suffix=".s") as kernel:
        made = run("compile", task, "-p", "aie2", "-c", shape, "--opt", level, "-o", kernel.name)
        done = run("eval", task, "-p", "aie2", "-c", shape, kernel.name)
    good = made.returncode == 0 and done.returncode == 0 and ": correct," in done.stdout
    if not good:
        print(f"FAILED: {task} {shape} {level}: {made.stderr.strip()[:200]} {done.stdout.strip()[:200]}")
    return good


for shape, tasks in SHAPES.items():
    for task in tasks:
        failures += sum(not check(task, shape, level) for level in ("baseline", "best"))
print(f"{failures} failures")
sys.exit(failures > 0)
