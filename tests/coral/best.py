#!/usr/bin/env python3
"""Coral's best kernels: correct at published, ragged and extreme sizes, in the cycles that are on record.

usage: best.py KC CYCLES [--bless]

CYCLES has a line per published cell: task, configuration, cycles.  Whether results are right is judged by
`kc eval`, whose references have a second implementation (tasks.py).
"""
import json
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TASKS = ["silu", "relu", "gelu", "softmax", "layernorm", "rmsnorm", "gemv", "gemm", "batch_matmul", "linear", "conv2d",
         "depthwise_conv", "ffn", "swiglu", "conv_block"]

# Odd depths, one row, one column, panels of every shape, tiles of every size; several blocks and an odd rest; sizes
# beyond a template, which are the C kernel's.
SIZES = {
    "silu": ["1,1", "1,129", "3,300"], "relu": ["1,1", "1,127", "2,128"], "gelu": ["1,130"],
    "softmax": ["1,1", "3,33", "2,257", "2,400"], "layernorm": ["1,64", "3,128", "3,256", "2,65", "2,300", "1,2500"],
    "rmsnorm": ["1,2", "3,64", "5,128", "3,256", "2,400"], "gemv": ["1,1", "17,31", "16,33", "5,63", "7,129", "9,256"],
    "gemm": ["1,1,1", "2,3,33", "3,4,8", "7,5,17", "8,6,7", "13,7,64", "5,900,3", "64,9,33"],
    "batch_matmul": ["3,4,5,6", "2,30,7,9"], "linear": ["1,2,3", "7,9,40", "13,33,31"],
    "conv2d": ["3,1,1,1", "4,3,8,3", "5,4,9,5", "9,5,33,3", "7,2,16,7", "12,64,4,3"],
    "conv_block": ["3,1,1,1", "5,6,7,3", "5,9,33,5"],
    "depthwise_conv": ["5,1,3", "5,3,1", "6,17,3", "7,7,5", "8,33,7"],
    "ffn": ["1,8,8", "3,17,33", "7,65,21"], "swiglu": ["1,8,9", "10,57,107"],
}


def output(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def cycles_of(kc, task, config):
    """Cycles of a correct kernel, or what is wrong."""
    with tempfile.NamedTemporaryFile("w", suffix=".s") as kernel:
        kernel.write(output(kc, "compile", task, "-p", "coral", "-c", config, "--opt", "best"))
        kernel.flush()
        result = output(kc, "eval", task, kernel.name, "-p", "coral", "-c", config, "--json")
    try:
        verdict = json.loads(result)
    except ValueError:
        return f"no verdict: {result[:200]}"
    return verdict["cycles"] if verdict["verdict"] == "correct" else verdict["verdict"]


def recorded(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.split() for line in file if not line.startswith("#")]
    return {(task, config): int(cycles) for task, config, cycles in lines}


def bless(path, results):
    with open(path, "w", encoding="utf-8") as file:
        file.write("# Cycles of Coral's best kernels (best.py --bless)\n")
        for (task, config), cycles in results.items():
            file.write(f"{task} {config} {cycles}\n")


def main():
    kc, path = sys.argv[1:3]
    published = [(task, f"C{i}") for task in TASKS for i in range(1, 6)]
    other = [(task, config) for task in TASKS for config in SIZES[task]]
    with ThreadPoolExecutor(2) as pool:
        results = dict(zip(published + other, pool.map(lambda cell: cycles_of(kc, *cell), published + other)))
    if "--bless" in sys.argv:
        bless(path, {cell: results[cell] for cell in published})
    wrong = [f"{task} {config}: {results[task, config]}" for task, config in published + other
             if not isinstance(results[task, config], int)]
    record = recorded(path)
    moved = [f"{task} {config}: {results[task, config]} cycles, {record.get((task, config))} on record"
             for task, config in published if results[task, config] != record.get((task, config))]
    for line in wrong + moved:
        print(line)
    print(f"{len(results)} kernels, {len(wrong)} wrong, {len(moved)} not as recorded")
    return 1 if wrong or moved else 0


if __name__ == "__main__":
    sys.exit(main())
