#!/usr/bin/env python3
"""Sizes at which our AIE2 kernels take other ways: aie2_shapes.py KC [TASK...].

Published and generated configurations leave ways untouched: cut depths, panels that are not full, biases and vectors
that come in parts, images in host memory, bands of one image.  Each line below names the way its sizes force; the
kernels must be correct at both levels on all seeds, with the margin of the cells.  What does not fit must say so.
"""
import json
import subprocess
import sys
import tempfile

KC, TASKS = sys.argv[1], sys.argv[2:]
MARGIN = 1 / 1.5

SHAPES = [
    ("gemm", "8,16,16", "the smallest"),
    ("gemm", "8,1008,16", "resident, rows packed in fours"),
    ("gemm", "40,48,80", "resident, two blocks of eight rows"),
    ("gemm", "8,1040,16", "depth cut in three, one pair of strips"),
    ("gemm", "72,592,48", "depth cut unevenly, two panels and a rest, pairs odd in number"),
    ("linear", "8,16,16", "the smallest"),
    ("linear", "40,528,80", "bias and a cut depth"),
    ("linear", "8,32,2112", "two ranges of columns, the bias in many tiles"),
    ("batch_matmul", "64,8,16,16", "the largest batch, resident"),
    ("batch_matmul", "3,40,160,96", "a rest of rows in every matrix"),
    ("batch_matmul", "2,40,528,32", "a rest and a cut depth"),
    ("gemv", "16,16", "the smallest"),
    ("gemv", "1040,32", "many groups"),
    ("gemv", "32,592", "chunks of 16 columns"),
    ("gemv", "32,4096", "the vector comes in parts"),
    ("conv2d", "4,8,8,3", "one block"),
    ("conv2d", "8,8,24,5", "groups of eight out of wider rows"),
    ("conv2d", "12,24,40,3", "three planes, rows of weights gathered"),
    ("conv2d", "16,24,32,3", "bands of a resident image"),
    ("conv2d", "36,16,16,3", "an image in host memory"),
    ("conv2d", "16,8,40,7", "streamed, groups of eight"),
    ("conv2d", "64,64,64,3", None),
    ("conv_block", "4,8,8,3", "one block"),
    ("conv_block", "8,16,24,3", "groups of eight out of wider rows"),
    ("conv_block", "32,16,24,1", "an image in host memory"),
    ("depthwise_conv", "4,16,3", "blocks of four columns"),
    ("depthwise_conv", "8,16,1", "no border"),
    ("depthwise_conv", "12,16,11", "six pairs of taps"),
    ("depthwise_conv", "24,16,5", "bands of a resident image"),
    ("depthwise_conv", "28,32,7", "streamed, groups of the filter"),
    ("depthwise_conv", "36,16,1", "streamed, no border"),
    ("depthwise_conv", "256,16,3", None),
]


def run(*arguments):
    return subprocess.run([KC, *arguments], capture_output=True, text=True, check=False)


def problem(task, sizes, level, way, folder):
    path = f"{folder}/kernel.s"
    done = run("compile", task, "-p", "aie2", "-c", sizes, "--opt", level, "-o", path)
    if way is None:
        return None if done.returncode and "fit" in done.stderr else "should say that it does not fit"
    if done.returncode:
        return done.stderr.strip()
    result = json.loads(run("eval", task, "-p", "aie2", "-c", sizes, path, "--json").stdout)
    if result["verdict"] != "correct":
        return result["verdict"]
    return None if result["worst_ratio"] <= MARGIN else f"error {result['worst_ratio']:.2f} of the allowed"


failed = 0
with tempfile.TemporaryDirectory() as scratch:
    for task, sizes, way in SHAPES:
        if TASKS and task not in TASKS:
            continue
        for level in ("baseline", "best"):
            what = problem(task, sizes, level, way, scratch)
            if what:
                failed += 1
                print(f"{task} {sizes} {level} ({way or 'too large'}): {what}")
print(f"{len(SHAPES)} shapes, {failed} problems")
sys.exit(failed != 0)
