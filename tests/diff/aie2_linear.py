#!/usr/bin/env python3
"""Random programs in linear assembly, scheduled and not: aie2_linear.py KC [COUNT [FIRST]].

Each program is scheduled at both levels.  The judge is the same list of instructions with fixed registers, one per
bundle and with a long gap behind each, so that every result has landed before anybody asks for it; loops are counted
by a scalar.  All memory must be equal afterwards, and the checker must find no error in a schedule (it
may wonder about results that nobody reads, of which random programs have many).
"""
import json
import os
import random
import subprocess
import sys
import tempfile

KC = sys.argv[1]
COUNT = int(sys.argv[2]) if len(sys.argv) > 2 else 60
FIRST = int(sys.argv[3]) if len(sys.argv) > 3 else 0
IN, OUT, WORK = 0x70000, 0x76000, 0x7a000
GAP = 12
NAMES = {"r": [f"r{i}" for i in range(8, 16)], "x": [f"x{i}" for i in range(7)],
         "bm": [f"bm{h}{i}" for h in "lh" for i in range(3)], "cm": ["cm5", "cm6"], "p": ["p0", "p1", "p2", "p3"]}
FIXED = {"mask": "r16", "index": "r17", "cond": "r27", "cfg": "r20", "cfi": "r21", "mode": "r22", "shift": "s0",
         "step": "m0", "jump": "dj0"}


class Program:
    """Lines with virtual registers, and the same lines with fixed ones."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.lines, self.plain, self.loops = [], [], 0
        self.constants = 0
        self.functions = []
        for n in range(self.rng.choice([0, 0, 1, 2])):
            self.functions.append(self.function(f"helper{n}"))
        self.lines.append(".func kernel")
        self.make()

    def emit(self, text, tag=""):
        self.lines.append(f"  {text}{tag}")
        self.plain.append("  " + self.fixed(text))
        self.plain += ["  nop"] * GAP

    def function(self, name):
        """A function of r0 and r1 with its result in r0; the sequential one, as text."""
        rng, before, self.plain = self.rng, self.plain, []
        self.lines.append(f".func {name}")
        self.emit("copy r%c0, r0")
        self.emit("copy r%c1, r1")
        for _ in range(rng.randrange(6)):
            self.emit(f"{rng.choice(['add', 'sub', 'xor', 'mul'])} r%c{rng.randrange(4)}, r%c0, r%c1")
        trips = rng.choice([2, 5, 9])
        self.lines.append(f"  .loop #{trips}")
        self.plain += [f"  movxm r31, #{trips}", "  nop", ".p2align 4", f".L{name}:"]
        self.emit("add r%c0, r%c0, r%c1")
        self.emit(f"{rng.choice(['mul', 'xor'])} r%c1, r%c1, r%c0")
        self.lines.append("  .endloop")
        self.plain += ["  add r31, r31, #-1", "  nop", f"  jnz r31, #.L{name}"] + ["  nop"] * 5
        self.emit("copy r0, r%c1")
        self.lines.append(".endfunc")
        text, self.plain = [".p2align 4", f"{name}:", *self.plain, "  ret lr"] + ["  nop"] * 5, before
        return name, text

    def call(self):
        name, _ = self.rng.choice(self.functions)
        self.emit(f"copy r0, {self.pick('r')}")
        self.emit(f"copy r1, {self.pick('r')}")
        self.lines.append(f"  .call {name}")
        self.plain += [".p2align 4", f"  jl #{name}"] + ["  nop"] * 5
        self.emit(f"copy {self.pick('r')}, r0")

    @staticmethod
    def fixed(text):
        """Virtual registers by name: r%v3 is r3, wl%v2 is wl2, bm%v1 is bml1."""
        out = []
        for word in text.replace("[", "[ ").replace("]", " ]").replace(",", " ,").split(" "):
            if "%" in word:
                prefix, name = word.split("%")
                if name in FIXED:
                    word = FIXED[name]
                elif name[0] == "c":
                    word = f"r{4 + int(name[1:])}"
                else:
                    n = int(name[1:])
                    word = {"bm": lambda: NAMES["bm"][n], "r": lambda: NAMES["r"][n], "p": lambda: f"p{n}",
                            "cm": lambda: NAMES["cm"][n], "bml": lambda: f"bml{5 + n}",
                            "bmh": lambda: f"bmh{5 + n}"}.get(prefix, lambda: f"{prefix}{n}")()
            out.append(word)
        text = " ".join(out).replace("[ ", "[").replace(" ]", "]").replace(" ,", ",")
        for pseudo, real in (("set p", "movxm p"), ("set ", "movxm "), ("copy ", "mov "), ("vld ", "vlda "),
                             ("padd ", "padda ")):
            if text.startswith(pseudo):
                text = real + text[len(pseudo):]
        return text

    def pick(self, kind):
        return f"{kind}%v{self.rng.randrange(len(NAMES[kind]))}"

    def start(self):
        rng = self.rng
        for n, base in enumerate((IN + 0x400, IN + 0xc00, OUT, WORK + 0x40)):
            self.emit(f"set p%v{n}, #{base}")
        for name, value in (("cfg", 60), ("cfi", 0x328), ("mode", rng.choice([2, 18, 28, 38])), ("index", 3),
                            ("mask", 0x5a5a)):
            self.emit(f"set r%{name}, #{value}")
        self.emit("mov s%shift, r%index")
        self.emit("set m%step, #64")
        self.emit("set dj%jump, #96")
        for n in range(len(NAMES["r"])):
            self.emit(f"set r%v{n}, #{rng.randrange(-1000, 70000)}")
        for n in range(len(NAMES["x"])):
            self.emit(f"vlda wl%v{n}, [p%v0, #{64 * n}]", " !in")
            self.emit(f"vldb wh%v{n}, [p%v1, #{32 * (n % 3)}]", " !in")
        for n in range(len(NAMES["bm"])):
            self.emit(f"vlda.conv.fp32.bf16 bm%v{n}, [p%v0, #{32 * (n % 3)}]", " !in")
        for n in range(len(NAMES["cm"])):
            self.emit(f"vlda.ups.s32.s8 cm%v{n}, s%shift, [p%v1, #{32 * n}]", " !in")

    def scalar(self):
        rng, r = self.rng, self.pick
        self.emit(rng.choice([
            lambda: f"{rng.choice(['add', 'sub', 'and', 'or', 'xor', 'mul'])} {r('r')}, {r('r')}, {r('r')}",
            lambda: f"add {r('r')}, {r('r')}, #{rng.randrange(-64, 64)}",
            lambda: f"add.nc {r('r')}, {r('r')}, #{rng.randrange(-32, 32)}",
            lambda: f"set {r('r')}, #{rng.choice([5, -900, 400, 123456])}",
            lambda: f"copy {r('r')}, {r('r')}",
            lambda: f"lt r%cond, {r('r')}, {r('r')}",
            lambda: f"vextract.s32 {r('r')}, {r('x')}, r%index",
        ])())

    def select(self):
        self.emit(f"lt r%cond, {self.pick('r')}, {self.pick('r')}")
        self.emit(f"sel.nez {self.pick('r')}, {self.pick('r')}, {self.pick('r')}, r%cond")

    def vector(self):
        rng, r, x, bm, cm = self.rng, "r", "x", "bm", "cm"
        p = self.pick
        half = rng.choice(["wl", "wh"])
        self.emit(rng.choice([
            lambda: f"v{rng.choice(['add', 'sub'])}.{rng.choice([8, 16, 32])} {p(x)}, {p(x)}, {p(x)}",
            lambda: f"vmax_lt.s16 {p(x)}, r%mask, {p(x)}, {p(x)}",
            lambda: f"vsel.16 {p(x)}, {p(x)}, {p(x)}, r%mask",
            lambda: f"vshuffle {p(x)}, {p(x)}, {p(x)}, r%mode",
            lambda: f"vbcst.32 {p(x)}, {p(r)}",
            lambda: f"vpush.lo.32 {p(x)}, {p(r)}, {p(x)}",
            lambda: f"vmov {half}{p(x)[1:]}, wl{p(x)[1:]}",
            lambda: f"vmov {p(bm)}, {p(x)}",
            lambda: f"vmov {p(x)}, {p(bm)}",
            lambda: f"vmul.f {p(bm)}, {p(x)}, {p(x)}, r%cfg",
            lambda: f"vmac.f {p(bm)}, {p(bm)}, {p(x)}, {p(x)}, r%cfg",
            lambda: f"vadd.f {p(bm)}, {p(bm)}, {p(bm)}, r%cfg",
            lambda: f"vmac {p(cm)}, {p(cm)}, {p(x)}, {p(x)}, r%cfi",
            lambda: f"vconv.fp32.bf16 {p(bm)}, {half}{p(x)[1:]}",
            lambda: f"vconv.bf16.fp32 {half}{p(x)[1:]}, {p(bm)}",
            lambda: f"vsrs.s8.s32 {half}{p(x)[1:]}, {p(cm)}, s%shift",
            lambda: f"vsrs.s16.s32 {half}{p(x)[1:]}, bm{rng.choice('lh')}{p(cm)[2:]}, s%shift",
            lambda: f"vpack.s8.s16 {half}{p(x)[1:]}, {p(x)}",
            lambda: f"vunpack.s16.s8 {p(x)}, {half}{p(x)[1:]}",
            lambda: f"vclr {p(bm)}",
            lambda: f"vneg.f {p(bm)}, {p(bm)}, r%cfg",
        ])())

    def memory(self):
        """Loads from the inputs and the work area, stores to the outputs and the work area."""
        rng, p = self.rng, self.pick
        half = rng.choice(["wl", "wh"]) + p("x")[1:]
        near = f"[p%v{rng.randrange(2)}, #{rng.choice([0, 32, 64, 96, -32])}]"
        work = f"[p%v3, #{rng.choice([0, 32, 64])}]"
        tag = rng.choice(["", " !work"])
        self.emit(*rng.choice([
            lambda: (f"vld {half}, {near}", rng.choice(["", " !in"])),
            lambda: (f"vlda {half}, [p%v0], #32", " !in"),
            lambda: (f"vldb {half}, [p%v1], m%step", " !in"),
            lambda: (f"vldb {half}, [p%v1, dj%jump]", " !in"),
            lambda: (f"lda {p('r')}, [p%v0, #{4 * rng.randrange(8)}]", " !in"),
            lambda: (f"vlda.conv.fp32.bf16 {p('bm')}, {near}", ""),
            lambda: (f"vlda {half}, {work}", tag),
            lambda: (f"lda {p('r')}, [p%v3, #{4 * rng.randrange(16)}]", tag),
            lambda: (f"vst {half}, {work}", tag),
            lambda: (f"st {p('r')}, [p%v3, #{4 * rng.randrange(16)}]", tag),
            lambda: (f"st.s16 {p('r')}, [p%v3, #{rng.choice([-4, -2, 0, 2])}]", tag),
            lambda: (f"vst.conv.bf16.fp32 {p('bm')}, {work}", tag),
            lambda: (f"vst.srs.s8.s32 {p('cm')}, s%shift, {work}", tag),
            lambda: (f"vst {half}, [p%v2], #32", rng.choice([" !out", " !out*"])),
            lambda: (f"vst.conv.bf16.fp32 {p('bm')}, [p%v2], #32", " !out*"),
            lambda: (f"vlda {half}, [p%v2, #{rng.choice([0, -32, -64, 32])}]", " !out"),
            lambda: (f"vld {half}, [p%v2, #{rng.choice([-32, -64])}]", ""),
            lambda: (f"padd [p%v2], #{rng.choice([32, 64])}", ""),
        ])())

    def ops(self, count):
        for _ in range(count):
            if self.functions and self.rng.random() < 0.06:
                self.call()
            self.rng.choice([self.scalar, self.vector, self.vector, self.memory, self.memory, self.select])()

    def loop(self, depth):
        rng = self.rng
        trips = rng.choice([1, 2, 2, 3, 4, 5, 8, 12]) if depth == 0 else rng.choice([2, 3, 4])
        self.loops += 1
        counter, label = f"r{24 + depth}", f".Lplain_{self.loops}"
        register = rng.random() < 0.3 and depth == 0
        if register:
            self.emit(f"set r%v0, #{trips}")
        constant = self.constants < 5
        if constant:
            self.emit(f"vbcst.16 x%v{7 + self.constants}, {self.pick('r')}")
            self.constants += 1
        name = f"x%v{6 + self.constants}"
        options = f", min={rng.randint(1, trips)}" if register else ""
        self.lines.append(f"  .loop {'r%v0' if register else f'#{trips}'}{options}")
        self.plain += [f"  movxm {counter}, #{trips}", "  nop", ".p2align 4", f"{label}:"]
        if constant and rng.random() < 0.5:
            self.emit(f"vadd.16 {self.pick('x')}, {self.pick('x')}, {name}")
        self.ops(rng.randrange(7))
        for _ in range(rng.choice([1, 1, 2]) if depth else 0):
            self.loop(depth - 1)
            self.ops(rng.randrange(5))
        if constant and rng.random() < 0.5:
            self.emit(f"vadd.16 {self.pick('x')}, {self.pick('x')}, {name}")
        self.lines.append("  .endloop")
        self.plain += [f"  add {counter}, {counter}, #-1", "  nop", f"  jnz {counter}, #{label}"] + ["  nop"] * 5

    def make(self):
        self.start()
        for _ in range(self.rng.randrange(1, 4)):
            self.ops(self.rng.randrange(1, 10))
            self.loop(self.rng.choice([0, 0, 0, 1, 1, 2]))
        self.ops(self.rng.randrange(1, 12))
        self.emit(f"set p%v3, #{WORK + 0x1000}")
        for n in range(len(NAMES["r"])):
            self.emit(f"st r%v{n}, [p%v3], #4")
        self.emit(f"set p%v3, #{WORK + 0x1100}")
        for n in range(len(NAMES["x"])):
            self.emit(f"vst wl%v{n}, [p%v3], #32")
            self.emit(f"vst wh%v{n}, [p%v3], #32")
        for n in range(len(NAMES["bm"])):
            self.emit(f"vst.conv.bf16.fp32 bm%v{n}, [p%v3], #32")
        for n in range(len(NAMES["cm"])):
            self.emit(f"vst.srs.s8.s32 cm%v{n}, s%shift, [p%v3], #32")
        self.lines.append(".endfunc")

    def linear(self):
        return "\n".join(self.lines) + "\n"

    def sequential(self):
        functions = [line for _, text in self.functions for line in text]
        return "\n".join([".text", *functions, ".p2align 4", "kernel:", "  mov r28, lr", *self.plain, "  mov lr, r28",
                          "  nop", "  ret lr", *["  nop"] * 5]) + "\n"


def run(*command):
    return subprocess.run([KC, *command], capture_output=True, text=True, check=False)


def memory_after(source, data):
    done = run("sim", "aie2:init=zero", source, "--json", "--call", "kernel", "--reg", "crRnd=12",
               "--args", "sp=0x7c000", "--load", f"{IN}=hex:{data.hex()}", "--dump", f"{IN}+{0xc000}")
    result = json.loads(done.stdout) if done.stdout.startswith("{") else {"outcome": done.stderr}
    if result["outcome"] != "halted":
        return None, result["outcome"] + " " + str(result.get("message", ""))
    return result["dump"][0]["hex"], result["cycles"]


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)
    return path


def check(seed, folder, cycles):
    """What is wrong with a program, or None."""
    program = Program(seed)
    data = random.Random(seed).randbytes(0x2000)
    expected, why = memory_after(write(folder, "plain.s", program.sequential()), data)
    if expected is None:
        return f"the judge: {why}"
    source = write(folder, "program.la", program.linear())
    for level in ("baseline", "best"):
        output = os.path.join(folder, f"{level}.s")
        done = run("schedule", "aie2", source, "--opt", level, "-o", output)
        if done.returncode:
            return f"{level}: {done.stderr.strip()}"
        said = run("asm", "aie2", output, "-o", os.devnull)
        if said.returncode:
            return f"{level}: the checker says {said.stderr[:800]}"
        result, how = memory_after(output, data)
        if result != expected:
            return f"{level}: {how if result is None else 'memory differs'}"
        cycles[level] += how
    return None


def main():
    failures, cycles = 0, {"baseline": 0, "best": 0}
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(FIRST, FIRST + COUNT):
            why = check(seed, folder, cycles)
            if why:
                failures += 1
                print(f"seed {seed}: {why}")
    print(f"{COUNT} programs, {failures} failures; cycles {cycles}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
