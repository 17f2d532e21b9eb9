#!/usr/bin/env python3
"""Random AIE2 programs on kc sim and on the model of aie2_model.py: aie2_differ.py KC [--count N] [--seed S].

Bundles are drawn over every form that both execute, with operands chosen so that addresses stay inside memory and
modes exist.  Distances are whatever comes up: most operands are read before some result arrives, which is the point.
Registers, memory and cycles must agree.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import aie2_model as model

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TABLES = f"{ROOT}/src/platforms/aie2/tables"

# Registers that keep their first value, because instructions need something particular in them.
ROUND, INT_WORD, FLOAT_WORD, SHIFT, MODE = "r12", "r13", "r14", "r28", "r29"
CONSTANT = {ROUND, INT_WORD, FLOAT_WORD, SHIFT, MODE, "wl11"}
ALIGNED = {f"{n}{k}" for n in ("p", "m", "dn", "dj", "dc") for k in range(6 if n == "p" else 8)} - {"m4", "m5", "m6"}
CONTROL = [f"cr{n}" for n in ("Sat", "SRSSign", "UPSSign", "PackSign", "UnpackSign", "VaddSign", "Rnd")]
SKIPPED = re.compile(r"^(j|jl|jz|jnz|jnzd|ret|acq|rel|done|event|vshift\.align|.*sparse.*|.*compr.*|.*\.tm)(\.cond)?$")


def runs(form):
    text = form.syntax
    streams = any(w in text for w in (" SS", " ms", "SCD", "MCD", "cntr", "QX>"))
    return not (SKIPPED.match(form.mnemonic) or streams)


class Generator:
    def __init__(self, tables, rng):
        self.t, self.rng = tables, rng
        self.by_slot = {}
        for form in tables.forms:
            if runs(form):
                self.by_slot.setdefault(form.slot, []).append(form)
        self.landing, self.storing = set(), set()

    def parts(self, reg):
        return self.t.parts[reg]

    def writable(self, reg):
        return (not any(p in CONSTANT or p in ALIGNED for p in self.parts(reg))
                and not re.match(r"cr|sr|ls|le|sp|dp|CORE", reg))

    def pointer(self, form):
        if form.mnemonic.startswith("padd"):
            return "p6"
        if form.slot == "ldb" or form.mnemonic.startswith(("vlda", "vst")):
            return self.rng.choice(("p0", "p1", "p2"))
        if "Q>" in form.syntax:
            return "p4"
        return "p5" if model.types(form.words) else "p3"

    def immediate(self, form, cls):
        low, high, step = self.t.immediates[cls]
        if "[" in form.syntax:
            low, high = max(low, -256), min(high, 224)
            if form.words[0] in ("lda", "st") and model.types(form.words):
                step = 2  # bytes and half words share a pointer
        return str(self.rng.randrange(low // step, high // step + 1) * step)

    def operand(self, form, name, cls):
        if cls in self.t.immediates:
            return self.immediate(form, cls)
        if name == "ptr":
            return self.pointer(form)
        if name in ("mod", "dj") and cls in ("M", "DJ", "D", "D3"):
            return f"{cls[0].lower() if cls != 'DJ' else 'dj'}{self.rng.randrange(4)}"
        if name == "c":
            return FLOAT_WORD if "f" in form.words else INT_WORD
        if name == "shift" or (name == "mod" and form.words[0] == "vshuffle"):
            return SHIFT if name == "shift" else MODE
        if form.mnemonic.startswith("vldb.4x") and name == "src":
            return "wl11"
        names = [n.split(" ")[0] for n in self.t.classes[cls]]
        if name in ("d", "d0", "cmp"):
            names = [n for n in names if self.writable(n)]
        return self.rng.choice(names)

    def values(self, form):
        if form.mnemonic == "movx" and "CR>" in form.syntax:
            control = self.rng.choice(CONTROL)
            return [control, ROUND if control == "crRnd" else self.rng.choice(("r1", "r2"))]
        values = [self.operand(form, n, c) for n, c in form.operands]
        if form.tied == "d=acc1":
            values[1] = values[0]
        return values

    def accepts(self, form, values, cycle):
        """No two results for one part, no two stores in one cycle."""
        flight = model.Flight.__new__(model.Flight)
        flight.form, flight.value = form, dict(zip((n for n, _ in form.operands), values))
        arrivals = []
        for name, stage, _ in form.writes:
            reg = flight.register(name)
            if name.startswith("count"):
                k = int(flight.value["mod"][1:]) + (4 if name == "count_hi_out" else 0)
                reg = f"dc{k}"
            arrivals += [(p, cycle + stage) for p in self.parts(reg)]
        stored = {cycle + form.memory[-1]} if form.words[0] in ("st", "vst") else set()
        if len(set(arrivals)) < len(arrivals) or set(arrivals) & self.landing or stored & self.storing:
            return False
        self.landing |= set(arrivals)
        self.storing |= stored
        return True

    def bundle(self, cycle):
        slots = [s for s in ("lda", "ldb", "st", "vec") if self.rng.random() < 0.6]
        slots += ["lng"] if self.rng.random() < 0.1 else [s for s in ("alu", "mv") if self.rng.random() < 0.7]
        chosen = []
        for slot in slots:
            form = self.rng.choice(self.by_slot[slot])
            values = self.values(form)
            if form.mnemonic.startswith("vldb.4x") and any(f.slot == "lda" for f, _ in chosen):
                continue
            if self.accepts(form, values, cycle):
                chosen.append((form, values))
        return chosen


def text_of(form, values):
    text = form.syntax
    for (name, cls), value in zip(form.operands, values):
        text = text.replace(f"<{name}:{cls}>", f"#{value}" if re.match(r"-?\d", value) else value, 1)
    return text


def initial(rng):
    def bits(n):
        return rng.getrandbits(n)

    regs = {f"r{i}": bits(32) if i % 3 else bits(5) for i in range(32)}
    regs |= {ROUND: rng.choice((0, 1, 2, 3, 8, 9, 10, 11, 12, 13)), SHIFT: rng.randrange(65), MODE: rng.randrange(48)}
    integer = [w for w in model.MODES if w >> 1 & 3 != 2]
    regs[INT_WORD] = rng.choice(integer) | bits(2) << 8 | bits(4) << 10 | (rng.random() < 0.1)
    regs[FLOAT_WORD] = rng.choice((28, 60)) | bits(3) << 11
    for k in range(8):
        regs |= {f"p{k}": 0x76000 + 0x400 * k, f"m{k}": rng.choice((32, 64, -32, -96)) & 0xFFFFF}
        regs |= {f"dn{k}": rng.randrange(4), f"dj{k}": rng.choice((32, -32, 96)) & 0xFFFFF, f"dc{k}": rng.randrange(3)}
    regs |= {f"s{k}": rng.choice((0, 3, 8, 17, bits(6))) for k in range(4)} | {"sp": 0x7A000, "lr": 0xFFFF0}
    regs |= {c: bits(2) for c in CONTROL} | {"crRnd": regs[ROUND], "lc": 0}
    for i in range(12):
        regs[f"x{i}"] = random_vector(rng, 512)
    regs["x11"] = regs["x11"] >> 256 << 256 | model.join([0x71000 + bits(12) for _ in range(8)], 32)
    regs |= {f"cm{i}": random_vector(rng, 1024) for i in range(9)} | {f"q{i}": bits(128) for i in range(4)}
    return regs


def random_vector(rng, bits):
    """Sometimes any bits, sometimes bf16 or fp32 of moderate size."""
    how = rng.randrange(3)
    if how == 0:
        return rng.getrandbits(bits)
    width = 16 * how
    upper = [rng.getrandbits(1) << 15 | rng.randrange(0x3E00, 0x4200) for _ in range(bits // width)]
    return model.join([u << width - 16 | rng.getrandbits(width - 16) for u in upper], width)


WIDE = {"x": 64, "cm": 128, "q": 16}


def write_case(folder, source, regs, memory):
    """Leaves a program and its memory in the folder; returns the arguments of kc that run it."""
    with open(f"{folder}/dm.bin", "wb") as f:
        f.write(memory)
    with open(f"{folder}/random.s", "w", encoding="utf-8") as f:
        f.write(source)
    command = ["sim", "aie2:check=off,unwritten=off", f"{folder}/random.s", "--json", "--dump", "dm[0:65536]",
               "--load", f"dm={folder}/dm.bin"]
    for name, value in regs.items():
        size = WIDE.get(name.rstrip("0123456789"))
        command += ["--reg", f"{name}={'hex:' + value.to_bytes(size, 'little').hex() if size else value}"]
    return command


def simulate(kc, folder, source, regs, memory):
    done = subprocess.run([kc, *write_case(folder, source, regs, memory)], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.stdout.startswith("{") else {"outcome": done.stderr}


def judge(tables, shuffle, bundles, regs, memory):
    core = model.Core(tables, shuffle, regs, memory)
    for bundle in bundles:
        core.step(bundle)
    for _ in range(20):
        core.step([])
    return core, len(bundles) + 1 + core.stalls(len(bundles) + 1)


def differences(result, core, cycles, regs):
    if result.get("outcome") != "halted":
        return [f"outcome {result.get('outcome')} {result.get('message', '')} line {result.get('line')}"]
    found = [] if result["cycles"] == cycles else [f"cycles {result['cycles']}, model {cycles}"]
    for name in list(regs) + ["srCarry"]:
        got = result["registers"][name]
        got = int.from_bytes(bytes.fromhex(got), "little") if isinstance(got, str) else got
        if got != core.read(name):
            found.append(f"{name} = {got:x}, model {core.read(name):x}")
    dump = bytes.fromhex(result["dump"][0]["hex"])
    wrong = [i for i in range(model.DM_SIZE) if dump[i] != core.memory[i]]
    return found + ([f"memory differs at {model.DM + wrong[0]:x} and {len(wrong) - 1} more"] if wrong else [])


def generate(tables, seed, length):
    """A program as bundles and as text, with registers and memory to begin with."""
    rng = random.Random(seed)
    generator = Generator(tables, rng)
    bundles = [generator.bundle(cycle) for cycle in range(length)]
    source = "\n".join(" ; ".join(text_of(*i) for i in b) or "nop" for b in bundles) + "\ndone\n"
    return bundles, source, initial(rng), rng.randbytes(model.DM_SIZE)


def one(kc, tables, shuffle, seed, length, folder):
    """None when the program has no defined result, else the differences."""
    bundles, source, regs, memory = generate(tables, seed, length)
    try:
        core, cycles = judge(tables, shuffle, bundles, regs, memory)
    except model.Rejected:
        return None, source
    return differences(simulate(kc, folder, source, regs, memory), core, cycles, regs), source


def main():
    options = argparse.ArgumentParser()
    options.add_argument("kc")
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--length", type=int, default=40)
    options.add_argument("--keep", help="folder for programs that differ")
    o = options.parse_args()
    tables = model.Tables(TABLES)
    with open(f"{TABLES}/shuffle_bytes.csv", encoding="utf-8") as f:
        shuffle = [[int(b) for b in line.split(",")[2].split()] for line in f.read().splitlines()[1:]]
    bad = skipped = 0
    seen = set()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(o.seed, o.seed + o.count):
            found, source = one(o.kc, tables, shuffle, seed, o.length, folder)
            skipped += found is None
            seen |= {i.split(" ")[0] for i in re.split(r" ; |\n", source)}
            if found:
                bad += 1
                print(f"seed {seed}: " + "; ".join(found[:6]))
                if o.keep:
                    with open(f"{o.keep}/seed{seed}.s", "w", encoding="utf-8") as f:
                        f.write(source)
    print(f"{o.count} programs, {skipped} without a defined result, {bad} differ; {len(seen)} mnemonics")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
