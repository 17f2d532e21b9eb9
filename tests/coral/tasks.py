#!/usr/bin/env python3
"""The integer forms of the tasks against a second implementation: tasks.py CASE_DUMP [GENERATED].

Every task on C1 to C5 and on generated configurations, five seeds each.  Inputs are read from the
memory image at the addresses of the layout; results are computed here in Python integers and
fractions of the definitions, and compared with what the judge expects and allows.
"""
import json
import math
import struct
import subprocess
import sys

EXTERNAL = 0x20000000
FORMAT = {"int8": ("b", 1), "int16": ("h", 2), "int32": ("i", 4), "float32": ("f", 4)}


# ---- arithmetic ------------------------------------------------------------------------------

def clamp(a, bits):
    return max(-(1 << bits - 1), min((1 << bits - 1) - 1, a))


def mulq(a, m):
    return clamp((a * m + (1 << 30)) >> 31, 32)


def shr(a, s):
    return a if s == 0 else (a + (1 << s - 1)) >> s


def rq(a, factor):
    return clamp(shr(mulq(a, factor[0]), factor[1]), 8)


def grid(value, unit):
    return clamp(round(value * unit), 8)


def factor_of(terms):
    """m and s with m/2^31 / 2^s nearest 1/(32 sqrt(terms)), by integer square roots."""
    s = 0
    while 1024 * terms > 1 << 2 * (s + 1):     # the factor is below 2^-(s+1)
        s += 1
    scale = 1 << 31 + s
    m2 = scale * scale * 4 // (1024 * terms)   # (2 m)^2
    m = (math.isqrt(m2) + 1) // 2
    return [m, s] if m < 1 << 31 else [m >> 1, s - 1]


def silu(v):
    return v / (1 + math.exp(-v))


def gelu(v):
    return v * 0.5 * (1 + math.erf(v / math.sqrt(2)))


# ---- tensors ---------------------------------------------------------------------------------

def read(case):
    image, tensors, end = bytes.fromhex(case["image"]), {}, EXTERNAL
    for t in case["inputs"]:
        code, width = FORMAT[t["format"]]
        count = t["batch"] * t["rows"] * t["cols"]
        assert t["address"] == end, f"{t['name']} lies at {t['address']:#x}, not {end:#x}"
        at = t["address"] - EXTERNAL
        tensors[t["name"]] = list(struct.unpack_from(f"<{count}{code}", image, at))
        end = -(-(t["address"] + count * width) // 16) * 16
    out = case["output"]["address"]
    assert out == -(-end // 4096) * 4096, f"the output lies at {out:#x}"
    return tensors


def factors(t, *terms):
    want = [factor_of(n) for n in terms]
    assert t["params"] == sum(want, []), f"params {t['params']}, not {want}"
    return want


def product(x, w, rows, depth, cols):
    return [sum(x[r * depth + k] * w[k * cols + c] for k in range(depth))
            for r in range(rows) for c in range(cols)]


def conv(x, w, size, ci, co, k, depthwise=False):
    pad = (k - 1) // 2
    out = []
    for h in range(size):
        for v in range(size):
            taps = [(ky, kx, h + ky - pad, v + kx - pad) for ky in range(k) for kx in range(k)]
            taps = [t for t in taps if 0 <= t[2] < size and 0 <= t[3] < size]
            for o in range(co):
                if depthwise:
                    out.append(sum(x[(a * size + b) * co + o] * w[(ky * k + kx) * co + o]
                                   for ky, kx, a, b in taps))
                else:
                    out.append(sum(x[(a * size + b) * ci + i] * w[((ky * k + kx) * ci + i) * co + o]
                                   for ky, kx, a, b in taps for i in range(ci)))
    return out


# ---- tasks: expected values ------------------------------------------------------------------

def rowwise(function):
    def task(t, p):
        rows, cols = p[:2]
        return sum((function(t["x"][r * cols:(r + 1) * cols]) for r in range(rows)), [])
    return task


def softmax(row):
    e = [math.exp((v - max(row)) / 16) for v in row]
    return [round(32767 * a / sum(e)) for a in e]


def layernorm(row):
    v = [a / 32 for a in row]
    mean = math.fsum(v) / len(v)
    var = math.fsum((a - mean) ** 2 for a in v) / len(v)
    return [grid((a - mean) / math.sqrt(var + 1e-5), 32) for a in v]


def rmsnorm(row):
    v = [a / 32 for a in row]
    root = math.sqrt(math.fsum(a * a for a in v) / len(v) + 1e-5)
    return [grid(a / root, 32) for a in v]


def gemv(t, p):
    f, = factors(t, p[1])
    return [rq(sum(a * b for a, b in zip(t["a"][r * p[1]:], t["x"])), f) for r in range(p[0])]


def gemm(t, p):
    f, = factors(t, p[1])
    return [rq(a, f) for a in product(t["x"], t["w"], *p[:3])]


def linear(t, p):
    f, = factors(t, p[1])
    return [rq(a + t["bias"][i % p[2]], f) for i, a in enumerate(product(t["x"], t["w"], *p[:3]))]


def batch_matmul(t, p):
    batch, m, k, n = p
    f, = factors(t, k)
    return [rq(a, f) for b in range(batch)
            for a in product(t["x"][b * m * k:], t["w"][b * k * n:], m, k, n)]


def conv2d(t, p):
    f, = factors(t, p[3] * p[3] * p[1])
    return [rq(a, f) for a in conv(t["x"], t["w"], *p)]


def depthwise_conv(t, p):
    f, = factors(t, p[2] * p[2])
    return [rq(a, f) for a in conv(t["x"], t["w"], p[0], 1, p[1], p[2], True)]


def conv_block(t, p):
    co, unit = p[2], 1 / (1024 * math.sqrt(p[3] * p[3] * p[1]))
    return [grid(max(0.0, t["gamma"][i % co] * (a * unit - t["mean"][i % co])
                     / math.sqrt(t["var"][i % co] + 1e-5) + t["beta"][i % co]), 32)
            for i, a in enumerate(conv(t["x"], t["w"], *p))]


def check_table(t):
    assert t["table"] == [grid(silu(v / 16), 16) for v in range(-128, 128)], "table"


def ffn(t, p):
    n, h, i = p[:3]
    f = factors(t, h, i)
    check_table(t)
    hidden = [t["table"][rq(a, f[0]) + 128] for a in product(t["x"], t["w1"], n, h, i)]
    return [rq(a, f[1]) for a in product(hidden, t["w2"], n, i, h)]


def swiglu(t, p):
    n, h, i = p[:3]
    f = factors(t, h, h, i)
    check_table(t)
    gate = [t["table"][rq(a, f[0]) + 128] for a in product(t["x"], t["wg"], n, h, i)]
    up = [rq(a, f[1]) for a in product(t["x"], t["wu"], n, h, i)]
    both = [clamp(shr(a * b, 5), 8) for a, b in zip(gate, up)]
    return [rq(a, f[2]) for a in product(both, t["wd"], n, i, h)]


def exact(_):
    return 0


def one(_):
    return 1


TASKS = {
    "relu": (rowwise(lambda row: [max(0, a) for a in row]), exact, "int8"),
    "silu": (rowwise(lambda row: [grid(silu(a / 16), 16) for a in row]), one, "int8"),
    "gelu": (rowwise(lambda row: [grid(gelu(a / 16), 16) for a in row]), one, "int8"),
    "softmax": (rowwise(softmax), lambda ref: 8 + ref / 64, "int16"),
    "layernorm": (rowwise(layernorm), one, "int8"), "rmsnorm": (rowwise(rmsnorm), one, "int8"),
    "gemv": (gemv, exact, "int8"), "gemm": (gemm, exact, "int8"), "linear": (linear, exact, "int8"),
    "batch_matmul": (batch_matmul, exact, "int8"), "conv2d": (conv2d, exact, "int8"),
    "depthwise_conv": (depthwise_conv, exact, "int8"), "conv_block": (conv_block, one, "int8"),
    "ffn": (ffn, exact, "int8"), "swiglu": (swiglu, exact, "int8"),
}


# ---- comparison ------------------------------------------------------------------------------

def check_inputs(case, tensors):
    for t in case["inputs"]:
        values = tensors[t["name"]]
        if t["format"] == "int8" and t["name"] != "table":
            assert all(-127 <= v <= 127 for v in values), f"{t['name']} is not symmetric"
        if t["name"] in ("gamma", "var"):
            assert all(v >= 0.5 for v in values), f"{t['name']} is below 0.5"
    assert len(case["inputs"]) < 8, "more than eight arguments"


def check_case(case, task):
    reference, allowed, number = TASKS[task]
    tensors = read(case)
    check_inputs(case, tensors)
    assert case["output"]["format"] == number, "format of the output"
    want = reference(tensors, case["sizes"])
    assert len(want) == len(case["expected"]), "size of the output"
    bad = [i for i, (a, b) in enumerate(zip(want, case["expected"])) if a != b]
    assert not bad, f"element {bad[0]}: {case['expected'][bad[0]]}, not {want[bad[0]]}; {len(bad)} differ"
    assert case["allowed"] == [allowed(a) for a in want], "allowed errors"
    return len(set(want)) > 1 or len(want) < 16


def check_cell(dump, task, config):
    done = subprocess.run([dump, task, config], capture_output=True, text=True, timeout=60)
    if done.returncode:
        return f"exit status {done.returncode}: {done.stderr}"
    for seed, line in enumerate(done.stdout.splitlines()):
        try:
            if not check_case(json.loads(line), task):
                return f"seed {seed}: every element is the same"
        except AssertionError as why:
            return f"seed {seed}: {why}"
    return None


def main():
    dump, generated = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 3
    passed = failed = 0
    for task in TASKS:
        for config in [f"C{i}" for i in range(1, 6)] + [f"gen:{i}" for i in range(1, generated + 1)]:
            why = check_cell(dump, task, config)
            passed += why is None
            failed += why is not None
            if why:
                print(f"{task} {config}: {why}")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


sys.exit(main())
