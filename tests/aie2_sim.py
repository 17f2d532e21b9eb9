#!/usr/bin/env python3
"""The AIE2 simulator on golden kernels: aie2_sim.py KC DATA.

compiled   results, cycles and saved registers of compiler-scheduled kernels, as their .json files state them
defective  compiler output that reads too early gives what a core without interlocks gives
programs   the six hand-written kernels, against results computed here from the definitions of the arithmetic
latency    for every pair of latency_examples.csv: at the minimum distance the consumer sees the new value, one
           cycle below it the old one
"""
import csv
import glob
import json
import math
import os
import random
import struct
import subprocess
import sys
import tempfile

KC, DATA = sys.argv[1], sys.argv[2]
INITS = ("zero", "poison")
failures, checks = [], 0


def expect(condition, what):
    global checks
    checks += 1
    if not condition:
        failures.append(what)
        print(f"FAILED: {what}")


def kc_sim(source, init="zero", options="", call=None, args=None, regs=None, memory=(), dump=(), extra=()):
    """Runs source and returns what kc says, as a dictionary."""
    command = [KC, "sim", f"aie2:init={init}{options}", source, "--json", *extra]
    if call:
        command += ["--call", call]
    if args:
        command += ["--args", ",".join(f"{name}={value}" for name, value in args.items())]
    for name, value in (regs or {}).items():
        command += ["--reg", f"{name}={value}"]
    for address, data in memory:
        command += ["--load", f"{address}=hex:{data.hex()}"]
    for address, length in dump:
        command += ["--dump", f"{address}+{length}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout.startswith("{"):
        return {"outcome": done.stderr.strip() or "nothing", "dump": []}
    return json.loads(done.stdout)


def dumped(result, i):
    dumps = result.get("dump", [])
    return bytes.fromhex(dumps[i]["hex"]) if i < len(dumps) else b""


# ---- compiled kernels -------------------------------------------------------------------------------------------

SAVED = [f"r{i}" for i in range(16, 24)] + ["p6", "p7"]
DM, STACK = 0x70000, 0x7C000


def run_case(source, entry, case, init, saved):
    memory = [(m["addr"], bytes.fromhex(m["hex"])) for m in case["memory"]]
    return kc_sim(source, init=init, call=entry, args={**case["args"], **saved}, regs=case["control"], memory=memory,
                  dump=[(DM, STACK - DM)], extra=["--registers"])


def image(case, key):
    """Data memory below the stack as it must be afterwards."""
    data = bytearray(STACK - DM)
    for part in case["memory"] + case[key]:
        at = int(part["addr"], 16) - DM
        data[at:at + len(part["hex"]) // 2] = bytes.fromhex(part["hex"])
    return bytes(data)


def check_compiled():
    for path in sorted(glob.glob(f"{DATA}/compiled/*.json")):
        with open(path, encoding="utf-8") as f:
            kernel = json.load(f)
        for case in kernel["cases"]:
            for init in INITS:
                name = f"{kernel['kernel']} {case['size']} init={init}"
                saved = {r: 0x11111 * (i + 1) & 0xFFFFF for i, r in enumerate(SAVED)}
                r = run_case(path[:-4] + "s", kernel["entry"], case, init, saved)
                expect(r["outcome"] == "halted", f"{name}: {r['outcome']} {r.get('message', '')}")
                expect(r.get("cycles") == case["cycles"], f"{name}: {r.get('cycles')} cycles, not {case['cycles']}")
                expect(dumped(r, 0) == image(case, "expected"), f"{name}: memory differs")
                registers = r.get("registers", {})
                expect(all(registers.get(n) == v for n, v in saved.items()), f"{name}: a saved register changed")
                expect(registers.get("sp") == int(case["args"]["sp"], 16), f"{name}: sp is not restored")


def check_defective():
    for path in sorted(glob.glob(f"{DATA}/compiled/defective/*.json")):
        with open(path, encoding="utf-8") as f:
            kernel = json.load(f)
        r = run_case(path[:-4] + "s", kernel["entry"], kernel["case"], "zero", {})
        expect(dumped(r, 0) == image(kernel["case"], "model_result"), f"{path}: not the early result")
        expect(r.get("cycles") == kernel["case"]["cycles"], f"{path}: cycles")


# ---- arithmetic, from its definition ----------------------------------------------------------------------------


def bf16_bits(value):
    """To nearest even; for values that are no NaN."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return (bits + 0x7FFF + (bits >> 16 & 1)) >> 16


def bf16_floor(value):
    """crRnd = 0: toward minus infinity."""
    bits = struct.unpack("<I", struct.pack("<f", value))[0]
    return (bits >> 16) + (1 if bits >> 31 and bits & 0xFFFF else 0)


def bf16_value(bits):
    return struct.unpack("<f", struct.pack("<I", bits << 16))[0]


def fp32(value):
    return struct.unpack("<f", struct.pack("<f", value))[0]


def halves(values):
    return struct.pack(f"<{len(values)}H", *values)


def random_bf16(rng, count, scale=2.0):
    return [bf16_bits(rng.uniform(-scale, scale)) for _ in range(count)]


# ---- hand-written kernels ---------------------------------------------------------------------------------------


def bundles(name, body, trips):
    """How many bundles a listing issues when its loop of `body` bundles runs `trips` times."""
    with open(f"{DATA}/programs/{name}.csv", encoding="utf-8", newline="") as f:
        return len(list(csv.DictReader(f))) + body * (trips - 1)


def program(name, entry, cycles, expected, out, initial=(), **how):
    """Runs a kernel; cycles are those without bank conflicts, stalls what the conflicts add."""
    stalls = how.pop("stalls", 0)
    for init in INITS:
        for options, wanted in (("", cycles + stalls), (",banks=off", cycles)):
            r = kc_sim(f"{DATA}/programs/{name}.s", init=init, options=options, call=entry, memory=initial,
                       dump=[(out, len(expected))], **how)
            what = f"{name} init={init}{options}"
            expect(r["outcome"] == "halted", f"{what}: {r['outcome']} {r.get('message', '')}")
            expect(r.get("cycles") == wanted, f"{what}: {r.get('cycles')} cycles, not {wanted}")
            expect(dumped(r, 0) == expected, f"{what}: wrong result")


def check_relu(rng):
    groups = 8
    x = random_bf16(rng, 32 * groups)
    y = [0 if v & 0x8000 else v for v in x]
    expect(bundles("relu", 2, groups - 5) == 38, "relu: eight groups in 38 cycles")
    # Both halves of a group are loaded in one bundle, from one bank: a stall each.
    program("relu", "relu_bf16", 38, halves(y), 0x74000, [(0x70000, halves(x))], stalls=groups,
            args={"p0": 0x70000, "p1": 0x74000, "r0": groups})


def check_mul(rng):
    groups = 20
    a, b = random_bf16(rng, 16 * groups), random_bf16(rng, 16 * groups)
    y = [bf16_bits(fp32(bf16_value(u) * bf16_value(v))) for u, v in zip(a, b)]
    program("mul", "mul_bf16", bundles("mul", 1, groups - 13), halves(y), 0x78000,
            [(0x70000, halves(a)), (0x74000, halves(b))],
            args={"p0": 0x70000, "p1": 0x74000, "p2": 0x78000, "r0": groups}, regs={"crRnd": 12})


def check_gemm(rng):
    steps = 16
    a = [random_bf16(rng, 32 * steps) for _ in range(2)]  # tiles of 4x8
    b = [random_bf16(rng, 32 * steps) for _ in range(2)]  # tiles of 8x4
    c = []
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        for lane in range(16):
            acc = 0.0
            for t in range(steps):
                total = acc
                for k in range(8):
                    total += bf16_value(a[i][32 * t + lane // 4 * 8 + k]) * bf16_value(b[j][32 * t + k * 4 + lane % 4])
                acc = fp32(total)
            c.append(bf16_bits(acc))
    expect(bundles("gemm", 4, steps - 2) == 88, "gemm: K = 128 in 88 cycles")
    # Two of four bundles load both halves of one tile: two stalls per step, the fill included.
    program("gemm", "gemm_tile", 88, halves(c), 0x78000, stalls=2 * steps,
            initial=[(at, halves(v)) for at, v in zip((0x70000, 0x71000, 0x74000, 0x75000), a + b)],
            args={"p0": 0x70000, "p1": 0x71000, "p2": 0x74000, "p3": 0x75000, "p4": 0x78000, "r0": steps},
            regs={"crRnd": 12})


def check_igemm(rng):
    pairs, shift = 6, 4
    a = [rng.randrange(-128, 128) for _ in range(32 * 2 * pairs)]
    b = [rng.randrange(-128, 128) for _ in range(64 * 2 * pairs)]
    out = []
    for m in range(4):
        for n in range(8):
            total = sum(a[32 * t + 8 * m + k] * b[64 * t + 8 * k + n] for t in range(2 * pairs) for k in range(8))
            out.append(max(-128, min(127, total >> shift)))
    program("igemm", "igemm", bundles("igemm", 4, pairs - 2), struct.pack("32b", *out), 0x78000,
            [(0x70000, struct.pack(f"{len(a)}b", *a)), (0x74000, struct.pack(f"{len(b)}b", *b))],
            args={"p0": 0x70000, "p1": 0x74000, "p2": 0x78000, "r0": pairs, "s0": shift, "r2": 0}, regs={"crSat": 1})


def check_redsum(rng):
    x = [fp32(rng.uniform(-1, 1)) for _ in range(16)]
    lanes = x
    for step in (8, 4, 2, 1):
        lanes = [fp32(lanes[i] + lanes[(i + step) % 16]) for i in range(16)]
    program("redsum", "sum16", bundles("redsum", 0, 1), struct.pack("<f", lanes[0]), 0x74000,
            [(0x70000, struct.pack("<16f", *x))], args={"p0": 0x70000, "p1": 0x74000})


def check_exp(rng):
    x = [bf16_bits(rng.uniform(-20, 3)) for _ in range(64)]
    for init in INITS:
        r = kc_sim(f"{DATA}/programs/exp.s", init=init, call="exp_bf16", memory=[(0x70000, halves(x))],
                   args={"p0": 0x70000, "p1": 0x74000, "r0": 4}, regs={"crRnd": 12}, dump=[(0x74000, 128)])
        y = struct.unpack("<64H", dumped(r, 0)) if r["outcome"] == "halted" else [0] * 64
        worst = max(abs(bf16_value(got) / math.exp(bf16_value(v)) - 1) for got, v in zip(y, x))
        expect(worst < 0.0045, f"exp init={init}: relative error {worst:.4f}, {r['outcome']}")


# ---- latencies --------------------------------------------------------------------------------------------------

# How each instruction of the table writes or reads one register: text with %s for it, and its class.
WRITERS = {
    "add": ("add %s, r8, r9", "r"), "mul": ("mul %s, r8, r9", "r"), "lda": ("lda %s, [p0, #4]", "r"),
    "vlda": ("vlda w%s, [p0, #32]", "l"), "vlda.conv.fp32.bf16": ("vlda.conv.fp32.bf16 %s, [p0, #32]", "bm"),
    "vlda.ups.s32.s8": ("vlda.ups.s32.s8 %s, s0, [p0, #32]", "cm"), "vmac.f": ("vmac.f %s, bml8, x8, x9, r10", "bm"),
    "vmac": ("vmac %s, cm7, x8, x9, r11", "cm"), "vmul.f": ("vmul.f %s, x8, x9, r10", "bm"),
    "vadd.f": ("vadd.f %s, bml8, bmh8, r10", "bm"), "vadd": ("vadd %s, cm7, cm6, r12", "cm"),
    "vconv.bf16.fp32": ("vconv.bf16.fp32 w%s, bml8", "l"), "vconv.fp32.bf16": ("vconv.fp32.bf16 %s, wl8", "bm"),
    "vsrs.s8.s32": ("vsrs.s8.s32 w%s, cm7, s0", "l"), "vups.s32.s16": ("vups.s32.s16 %s, x8, s0", "cm"),
    "vadd.16": ("vadd.16 %s, x8, x9", "x"), "vmax_lt.bf16": ("vmax_lt.bf16 %s, r17, x8, x9", "x"),
    "vmax_lt.bf16 cmp": ("vmax_lt.bf16 x7, %s, x8, x9", "r16"), "vshuffle": ("vshuffle %s, x8, x9, r13", "x"),
    "vbcst.16": ("vbcst.16 %s, r8", "x"), "vextract.s32": ("vextract.s32 %s, x8, r18", "r"),
    "vunpack.s16.s8": ("vunpack.s16.s8 %s, wl8", "x"), "vpack.s8.s16": ("vpack.s8.s16 w%s, x8", "l"),
    "vfloor.s32.bf16": ("vfloor.s32.bf16 %s, wl8, s0", "x"), "vclr": ("vclr %s", "bm"),
    "vmov.d": ("vmov.d %s, cm7", "cm"),
}
READERS = {
    "add a": "add r20, %s, r9", "vmac.f s1": "vmac.f bml5, bml8, %s, x9, r10", "vadd.16 s1": "vadd.16 x5, %s, x9",
    "vst src": "vst %s, [p1, #0]", "vadd.f acc1": "vadd.f bml5, %s, bmh8, r10",
    "vsub.f acc1": "vsub.f bml5, %s, bmh8, r10", "vmac acc1": "vmac cm5, %s, x8, x9, r11",
    "vmac.f acc1": "vmac.f bml5, %s, x8, x9, r10", "vsrs.s8.s32 src": "vsrs.s8.s32 wl5, %s, s0",
    "vconv.bf16.fp32 src": "vconv.bf16.fp32 wl5, %s", "vst.conv.bf16.fp32 src": "vst.conv.bf16.fp32 %s, [p1, #0]",
    "vst.srs.s8.s32 src": "vst.srs.s8.s32 %s, s0, [p1, #0]", "vmul.f s1": "vmul.f bml5, %s, x9, r10",
    "vmax_lt.bf16 s1": "vmax_lt.bf16 x5, r19, %s, x9", "vmac s1": "vmac cm5, cm7, %s, x9, r11",
    "vsel.16 sel": "vsel.16 x5, x8, x9, %s", "vunpack.s16.s8 src": "vunpack.s16.s8 x5, %s",
    "vadd.32 s1": "vadd.32 x5, %s, x9",
}
NAMES = {"r": "r21", "r16": "r16", "bm": "bml1", "cm": "cm1", "x": "x1", "l": "l1"}
SAME_SLOT = {"add": ("add",), "vadd.16": ("vadd.16",), "vmax_lt.bf16": ("vmax_lt.bf16",)}
W_READERS = ("vst src", "vunpack.s16.s8 src")  # of x registers they read the low half
SETTINGS = {"r8": 0x3F9D3F8E, "r9": 77, "r10": 60, "r11": 776, "r12": 0, "r13": 2, "r18": 3, "s0": 2, "p0": 0x70000,
            "p1": 0x74000, "r16": 0x00F0F00F, "r21": 5}


def read_name(kind, reader):
    if kind == "l":
        return "wl1" if reader in W_READERS else "x1"
    return "wl1" if kind == "x" and reader in W_READERS else NAMES[kind]


def latency_text(producer, reader, distance):
    """The producer in bundle 0, the consumer `distance` bundles later (None: no producer at all)."""
    text, kind = WRITERS[producer]
    write, read = text % NAMES[kind], READERS[reader] % read_name(kind, reader)
    bundles = ["nop"] * 60
    consumer = 20 + (30 if distance is None else distance)
    bundles[consumer] = read
    if distance is not None:
        bundles[20] = write if consumer != 20 else f"{write} ; {read}"
    return "\n".join(["main:"] + [f"  {b}" for b in bundles + ["done"]]) + "\n"


def latency_result(producer, reader, distance, init, folder):
    """All that the consumer may have changed."""
    path = f"{folder}/pair.s"
    with open(path, "w", encoding="utf-8") as f:
        f.write(latency_text(producer, reader, distance))
    rng = random.Random(7)
    vectors = {f"x{i}": "hex:" + halves(random_bf16(rng, 32)).hex() for i in (1, 7, 8, 9)}
    for i in (1, 6, 7, 8):
        vectors[f"cm{i}"] = "hex:" + struct.pack("<32f", *[rng.uniform(1, 2) for _ in range(32)]).hex()
    data = halves(random_bf16(rng, 64))
    r = kc_sim(path, init=init, options=",check=off", regs={**SETTINGS, **vectors}, memory=[(0x70000, data)],
               dump=[(0x74000, 32)])
    expect(r["outcome"] == "halted", f"{producer} -> {reader}: {r['outcome']} {r.get('message', '')}")
    registers = r.get("registers", {})
    return [registers.get(n) for n in ("r20", "x5", "cm5")] + [dumped(r, 0)]


def check_latency():
    with open(f"{DATA}/latency_examples.csv", encoding="utf-8", newline="") as f:
        rows = list(csv.DictReader(f))
    with tempfile.TemporaryDirectory() as folder:
        for row in rows:
            if row["producer"] == "jl":
                continue  # check_jl
            producer = row["producer"] + (" cmp" if row["written_operand"] == "cmp" else "")
            reader, distance = f"{row['consumer']} {row['read_operand']}", int(row["min_issue_distance_cycles"])
            what = f"{producer} -> {reader} at {distance}"
            for init in INITS:
                old, new = (latency_result(producer, reader, d, init, folder) for d in (None, 30))
                expect(old != new, f"{what}: the result does not depend on the operand")
                expect(latency_result(producer, reader, distance, init, folder) == new, f"{what}: not the new value")
                if distance == 1 and row["producer"] in SAME_SLOT.get(row["consumer"], ()):
                    continue  # one slot: they cannot share a bundle
                expect(latency_result(producer, reader, distance - 1, init, folder) == old, f"{what}: one cycle early")
    expect(len(rows) == 36, "36 pairs")


def check_jl():
    """lr is there four cycles after jl.  A ret that early would sit in a delay slot, so lr is copied instead; jl, four
    nops and the move take 6 + 8 + 4 bytes."""
    for distance, wanted in ((3, 0xFFFF0), (4, 18)):
        delay = ["nop"] * 5
        delay[distance - 1] = "mov r20, lr"
        text = ["main:", "  jl #f", *delay, "  .p2align 4", "  done", "  .p2align 4", "f:", "  done"]
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/jl.s", "w", encoding="utf-8") as f:
                f.write("\n".join(text) + "\n")
            r = kc_sim(f"{folder}/jl.s", options=",check=off")
        got = r.get("registers", {}).get("r20")
        expect(got == wanted, f"jl -> lr at {distance}: {got}")


def main():
    rng = random.Random(1)
    check_compiled()
    check_defective()
    for check in (check_relu, check_mul, check_gemm, check_igemm, check_redsum, check_exp):
        check(rng)
    check_latency()
    check_jl()
    print(f"{checks} checks, {len(failures)} failed")
    sys.exit(bool(failures))


if __name__ == "__main__":
    os.environ["NO_COLOR"] = "1"
    main()
