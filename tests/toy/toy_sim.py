#!/usr/bin/env python3
"""The toy machine as an external simulator: one JSON object per line in, one out.

Everything that kc knows about this machine is in the answer to "hello".  docs/ADDING_A_PLATFORM.md
describes the protocol.  tests/toy/toy.c is the same machine as a shared object; the two were written
apart, and a test compares their bits and cycles.
"""
import json
import struct
import sys

OPS = ["SET", "ADDI", "LDV", "STV", "LDS", "MAC", "ADDV", "MULV", "RELU", "ZERO", "BACK", "HALT"]
COST = dict(SET=1, ADDI=1, LDV=2, STV=2, LDS=1, MAC=2, ADDV=2, MULV=2, RELU=1, ZERO=1, BACK=1, HALT=1)

NOTES = """# The toy machine, elsewhere

An accumulator `acc` of `lanes` float32 numbers, a scalar `s`, eight address registers and one memory `mem` of float32
numbers, addressed by element. Instructions run one after the other; nothing overlaps.

## Useful idioms

- A loop: `SET a7, N`, the body, `BACK a7, B`, where B is the number of instructions of the body.
- A row of a product: `ZERO`, then for each k `LDS` of x[m, k] and `MAC` of w[k, n : n + lanes], then `STV`.
"""

ALIGNED = "The address must be a multiple of lanes."


def insn(number, unit, syntax, effect, doc, example, pitfalls=None):
    name = OPS[number - 1]
    fields = {"ad": "ddd", "as": "sss", "imm": "i" * 20}
    used = [item.strip() for item in syntax.split(",")]
    bits = " ".join([fields["imm"] if "imm" in used else "-" * 20, fields["as"] if "as" in used else "---",
                     fields["ad"] if "ad" in used else "---", f"{number:06b}"])
    row = {"mnemonic": name, "bits": bits, "syntax": syntax, "unit": unit, "cycles": str(COST[name]),
           "effect": effect, "doc": doc, "example": example}
    return {**row, "pitfalls": pitfalls} if pitfalls else row


def instructions():
    vector = "mem[as : as + lanes]"
    return [
        insn(1, "address", "ad, imm", "ad = imm", "Sets an address register.", "SET a1, 128"),
        insn(2, "address", "ad, as, imm", "ad = as + imm", "Adds to an address register.", "ADDI a1, a2, 8"),
        insn(3, "vector", "as", f"acc = {vector}", "Loads the accumulator.", "LDV a1", ALIGNED),
        insn(4, "vector", "as", f"{vector} = acc", "Stores the accumulator.", "STV a1", ALIGNED),
        insn(5, "vector", "as", "s = mem[as]", "Loads the scalar.", "LDS a1"),
        insn(6, "vector", "as", f"acc = acc + s * {vector}", "Multiplies and adds, rounding twice.", "MAC a1", ALIGNED),
        insn(7, "vector", "as", f"acc = acc + {vector}", "Adds a vector.", "ADDV a1", ALIGNED),
        insn(8, "vector", "as", f"acc = acc * {vector}", "Multiplies by a vector.", "MULV a1", ALIGNED),
        insn(9, "vector", "", "acc = max(acc, 0)", "Replaces negative lanes by 0.", "RELU"),
        insn(10, "vector", "", "acc = 0", "Clears the accumulator.", "ZERO"),
        insn(11, "control", "ad, imm", "ad = ad - 1; if (ad != 0) pc = pc - imm", "Closes a loop.", "BACK a7, 4"),
        insn(12, "control", "", "stop", "Ends the program.", "HALT"),
    ]


def hello(name):
    products = [[2, 8, 8], [4, 8, 16], [4, 16, 16], [8, 16, 32], [8, 32, 32]]
    product = {"configs": products, "multiple": [1, 1, 8], "most": [64, 64, 64]}
    return {
        "version": 1, "name": name, "summary": "The toy in another process; proves the exec door", "notes": NOTES,
        "language": "Numbers are decimal or 0x hexadecimal; there are no labels.",
        "faster": "Unroll loops, keep address arithmetic out of the innermost one",
        "parameters": [
            {"name": "lanes", "default": 8, "min": 2, "max": 64, "doc": "elements of a vector, a power of two"},
            {"name": "words", "default": 16384, "min": 1024, "max": 1048576, "doc": "elements of the memory"}],
        "units": [{"name": "address", "category": "address"}, {"name": "vector", "category": "compute"},
                  {"name": "control", "category": "control"}],
        "registers": [{"prefix": "a", "count": 8, "name": "address register", "doc": "32-bit addresses."}],
        "operands": [{"letter": "d", "name": "ad", "register": "a", "doc": "address register that changes"},
                     {"letter": "s", "name": "as", "register": "a", "doc": "address register that is read"},
                     {"letter": "i", "name": "imm", "doc": "unsigned immediate"}],
        "instructions": instructions(),
        "memory": [{"name": "mem", "doc": "float32 numbers", "type": "float32", "elements": "words", "row": "lanes"}],
        "main": "mem", "align": "lanes", "columns": "lanes",
        "traps": [{"cause": "illegal-instruction", "rule": "every word is an instruction of the table"},
                  {"cause": "address-range", "rule": "addresses are below words"},
                  {"cause": "unaligned", "rule": "vectors lie at multiples of lanes", "hint": "only LDS takes any"},
                  {"cause": "jump-range", "rule": "BACK stays in the program"}],
        "tasks": [{"task": "relu", "configs": [[2, 16], [4, 32], [8, 64], [16, 64], [16, 128]], "multiple": [1, 8],
                   "most": [64, 1024]}, {"task": "gemm", **product}, {"task": "linear", **product}],
        "compiles": True, "bounds": True, "fuel": 3000000}


def f32(x):
    try:
        return struct.unpack("<f", struct.pack("<f", x))[0]
    except OverflowError:
        return float("inf") if x > 0 else float("-inf")


class Trap(Exception):
    pass


class Machine:
    def __init__(self, ask):
        self.lanes = ask["parameters"]["lanes"]
        image = bytes.fromhex(ask["memory"]["mem"])
        self.words = len(image) // 4
        self.mem = list(struct.unpack(f"<{self.words}f", image))
        self.a = [ask["registers"][f"a{i}"] for i in range(8)]
        self.acc, self.s = [0.0] * self.lanes, 0.0
        self.code, self.fuel = ask["program"], ask["fuel"]
        self.pc = self.cycles = self.count = 0
        self.writer, self.reader = {}, {}
        self.steps = [] if ask["trace"] else None
        self.profile = [[0, 0] for _ in self.code]

    def at(self, address, lanes):
        if address % lanes:
            raise Trap("unaligned", f"vectors lie at multiples of lanes: {address}")
        if address >= self.words:
            raise Trap("address-range", f"addresses are below words: {address}")
        return range(address, address + lanes)

    def read(self, address, lanes):
        place = self.at(address, lanes)
        for i in place:
            if i not in self.writer:
                self.reader.setdefault(i, self.pc)
        return [self.mem[i] for i in place]

    def write(self, address):
        for lane, i in enumerate(self.at(address, self.lanes)):
            self.mem[i] = self.acc[lane]
            self.writer[i] = self.pc

    def step(self, word):
        op, ad, source, imm = word & 63, word >> 6 & 7, word >> 9 & 7, word >> 12
        if not 1 <= op <= len(OPS):
            raise Trap("illegal-instruction", f"every word is an instruction of the table: {word}")
        name, after = OPS[op - 1], self.pc + 1
        if name == "SET":
            self.a[ad] = imm
        elif name == "ADDI":
            self.a[ad] = (self.a[source] + imm) & 0xffffffff
        elif name == "STV":
            self.write(self.a[source])
        elif name == "LDS":
            self.s = self.read(self.a[source], 1)[0]
        elif name == "RELU":
            self.acc = [x if x > 0 else 0.0 for x in self.acc]
        elif name == "ZERO":
            self.acc = [0.0] * self.lanes
        elif name == "BACK":
            self.a[ad] = (self.a[ad] - 1) & 0xffffffff
            if self.a[ad]:
                if imm > self.pc:
                    raise Trap("jump-range", f"BACK stays in the program: {imm}")
                after = self.pc - imm
        elif name != "HALT":
            v = self.read(self.a[source], self.lanes)
            self.acc = [v[i] if name == "LDV" else f32(x + f32(self.s * v[i])) if name == "MAC"
                        else f32(x + v[i]) if name == "ADDV" else f32(x * v[i]) for i, x in enumerate(self.acc)]
        self.note(name, ad)
        self.pc = self.pc if name == "HALT" else after
        return name != "HALT"

    def note(self, name, ad):
        self.profile[self.pc][0] += 1
        self.profile[self.pc][1] += COST[name]
        if self.steps is not None:
            effect = f"a{ad} = {self.a[ad]}" if name in ("SET", "ADDI", "BACK") else f"acc = {self.acc[0]:g} ..."
            self.steps.append([self.pc, self.cycles, COST[name], effect])
        self.count += 1
        self.cycles += COST[name]

    def run(self):
        while self.pc < len(self.code):
            if self.count == self.fuel:
                return {"outcome": "out_of_fuel"}
            try:
                if not self.step(self.code[self.pc]):
                    break
            except Trap as trap:
                return {"outcome": "trap", "cause": trap.args[0], "message": trap.args[1]}
        return {"outcome": "halted"}

    def changed(self):
        """Ranges of memory that the program wrote."""
        found = []
        for i in sorted(self.writer):
            if found and found[-1][1] == i:
                found[-1][1] = i + 1
            else:
                found.append([i, i + 1])
        return [{"region": "mem", "at": a, "hex": struct.pack(f"<{b - a}f", *self.mem[a:b]).hex()} for a, b in found]

    def answer(self, ask):
        out = self.run()
        registers = {f"a{i}": value for i, value in enumerate(self.a)}
        registers.update(s=float(self.s), acc=struct.pack(f"<{self.lanes}f", *self.acc).hex())
        out.update(cycles=self.cycles, instructions=self.count, pc=self.pc, memory=self.changed(), registers=registers)
        if ask["tracking"]:
            out["writes"] = [["mem", i, 1, pc] for i, pc in self.writer.items()]
            out["reads"] = [["mem", i, 1, pc] for i, pc in self.reader.items()]
        if ask["profile"]:
            out["profile"] = self.profile
        if ask["trace"]:
            out["trace"] = self.steps
        return out


def compile_relu(ask, lanes):
    vectors = ask["sizes"][0] * ask["sizes"][1] // lanes
    unroll = 4 if ask["best"] and vectors % 4 == 0 else 1
    body = f"LDV a0\nRELU\nSTV a1\nADDI a0, a0, {lanes}\nADDI a1, a1, {lanes}\n" * unroll
    start = f"SET a0, {ask['inputs'][0]['address']}\nSET a1, {ask['output']['address']}\nSET a7, {vectors // unroll}\n"
    return f"{start}{body}BACK a7, {5 * unroll}\nHALT\n"


def compile_product(ask, lanes):
    m, k, n = ask["sizes"][:3]
    x, w = ask["inputs"][0]["address"], ask["inputs"][1]["address"]
    bias = ask["inputs"][2]["address"] if ask["task"] == "linear" else None
    unroll = 4 if ask["best"] and k % 4 == 0 else 1
    text = f"SET a4, {ask['output']['address']}\n"
    for row in range(m):
        text += f"SET a0, {x + row * k}\nSET a1, {w}\n" + (f"SET a6, {bias}\n" if bias is not None else "")
        block = f"ADDI a2, a0, 0\nADDI a3, a1, 0\nSET a7, {k // unroll}\nZERO\n"
        block += f"LDS a2\nMAC a3\nADDI a2, a2, 1\nADDI a3, a3, {n}\n" * unroll + f"BACK a7, {4 * unroll}\n"
        block += f"ADDV a6\nADDI a6, a6, {lanes}\n" if bias is not None else ""
        block += f"STV a4\nADDI a4, a4, {lanes}\nADDI a1, a1, {lanes}\n"
        text += f"SET a5, {n // lanes}\n{block}" + f"BACK a5, {len(block.splitlines())}\n"
    return text + "HALT\n"


def compiled(ask):
    lanes = ask["parameters"]["lanes"]
    return {"text": compile_relu(ask, lanes) if ask["task"] == "relu" else compile_product(ask, lanes)}


def bound(ask):
    lanes, sizes = ask["parameters"]["lanes"], ask["sizes"]
    if ask["task"] == "relu":
        vectors = sizes[0] * sizes[1] // lanes
        return {"cycles": vectors * 5, "why": f"{vectors} vectors, each LDV, RELU and STV"}
    vectors = sizes[0] * sizes[2] // lanes
    return {"cycles": vectors * (3 * sizes[1] + 2), "why": f"{vectors} vectors, each {sizes[1]} LDS and MAC, and STV"}


def answer(ask, name):
    if ask["do"] == "hello":
        return hello(name)
    if ask["do"] == "run":
        return Machine(ask).answer(ask)
    if ask["do"] == "compile":
        return compiled(ask)
    return bound(ask) if ask["do"] == "bound" else {"error": f"'{ask['do']}' is not known here"}


def main():
    name = sys.argv[1] if len(sys.argv) > 1 else "toy-exec"
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), name)), flush=True)


if __name__ == "__main__":
    main()
