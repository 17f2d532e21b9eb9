"""A second AIE2 core, slow and literal: the judge of the simulator in aie2_differ.py.

Operands, stages, bypasses and memory stages come from the published tables; each cycle samples the operands whose
stage has come, computes instructions that have everything, and performs the memory accesses of that cycle.  Registers
are whole numbers; every past and future write of a part stays in a list with the cycle from which it is visible.
"""
import csv
import re
import struct

DM, DM_SIZE = 0x70000, 0x10000
NAN = 0x7FC00000


class Rejected(Exception):
    """The program does something that has no defined result."""


# ---- tables -----------------------------------------------------------------------------------------------------


class Form:
    def __init__(self, row):
        self.id, self.slot, self.mnemonic, self.syntax = row["id"], row["slot"], row["mnemonic"], row["syntax"]
        self.operands = re.findall(r"<(\w+):(\w+)>", self.syntax)
        self.writes = [self.access(e) for e in row["writes"].split()]
        self.reads = [self.access(e) for e in row["reads"].split()]
        self.memory = [int(s) for s in row["mem_stage"].split(";") if s]
        self.variants = [v.strip() for v in row["resource_variants"].split(" | ") if "byp=" in v]
        self.words = [w for w in self.mnemonic.split(".") if w not in ("2d", "3d")]
        self.tied = row["tied"]

    @staticmethod
    def access(entry):
        name, rest = entry.split("@")
        stage, _, bypass = rest.partition("/")
        return [name, int(stage), bypass]


class Tables:
    def __init__(self, folder):
        def rows(name):
            with open(f"{folder}/{name}.csv", encoding="utf-8", newline="") as f:
                return list(csv.DictReader(f))

        self.forms = [Form(r) for r in rows("instructions")]
        self.classes = {}
        for r in rows("operand_classes"):
            self.classes.setdefault(r["class"], []).append(r["asm_name"])
        self.immediates = {r["class"]: (int(r["min"]), int(r["max"]), int(r["step"])) for r in rows("immediates")}
        direct = {r["asm_name"]: r["parts_low_to_high"].split() for r in rows("registers")}
        self.parts = {name: self.flatten(direct, name) for name in direct if " " not in name}

    @staticmethod
    def flatten(direct, name):
        return [p for sub in direct[name] for p in Tables.flatten(direct, sub)] if direct[name] else [name]


def width(part):
    if re.fullmatch(r"(wl|wh|am..)\d+", part):
        return 256
    if re.fullmatch(r"q[lh]\d", part):
        return 64
    if re.fullmatch(r"s\d", part):
        return 6
    return 20 if re.fullmatch(r"(p|m|dn|dj|dc)\d|sp|lr|ls|le|dp|CORE_ID", part) else 32


def kind(reg):
    """The class of a register in resource_variants."""
    return re.match(r"am|bm|cm|wl|wh|dn|dj|dc|[rpmsxq]", reg).group(0).upper() if re.search(r"\d$", reg) else reg


# ---- numbers ----------------------------------------------------------------------------------------------------


def signed(v, bits):
    return v - (1 << bits) if v >> (bits - 1) & 1 else v


def lanes(v, bits, count, sign=False):
    mask = (1 << bits) - 1
    out = [v >> bits * i & mask for i in range(count)]
    return [signed(x, bits) for x in out] if sign else out


def join(values, bits):
    mask = (1 << bits) - 1
    return sum((v & mask) << bits * i for i, v in enumerate(values))


def as_float(bits):
    return struct.unpack("<f", struct.pack("<I", bits))[0]


def fp32(value):
    """Rounded once; tiny numbers are +0, every NaN is the same."""
    if value != value:
        return NAN
    try:
        bits = struct.unpack("<I", struct.pack("<f", value))[0]
    except OverflowError:
        bits = 0x7F800000 | (0x80000000 if value < 0 else 0)
    return bits if bits & 0x7FFFFFFF >= 0x00800000 else 0


def round_up(mode, value, quantum):
    """Whether value / quantum (whole numbers) rounds to the next whole number above its floor."""
    q, rest = divmod(value, quantum)
    if rest == 0:
        return 0
    neg, tie, more = value < 0, 2 * rest == quantum, 2 * rest > quantum
    return int({0: False, 1: True, 2: neg, 3: not neg, 8: more, 9: more or tie, 10: more or (tie and neg),
                11: more or (tie and not neg), 12: more or (tie and q & 1), 13: more or (tie and not q & 1)}[mode])


def to_bf16(bits, mode):
    magnitude, neg = bits & 0x7FFFFFFF, bits >> 31
    if magnitude > 0x7F800000:
        upper = bits >> 16
        return upper if upper & 0x7F else upper | 1
    value = -magnitude if neg else magnitude
    # On magnitudes below infinity the bits order like the numbers, so they round like them.
    odd_fix = value // 65536 + round_up(mode, value, 65536)
    return (abs(odd_fix) | (0x8000 if neg else 0)) & 0xFFFF


def saturate(v, bits, sign, sat):
    if not sat & 1:
        return v
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if sign else (0, (1 << bits) - 1)
    if sign and sat & 2:
        low = -high
    return max(low, min(high, v))


# mode word without signs and flags: bits of X, of Y, of a lane, M, K, N (0: convolution of M outputs), C
MODES = {
    0x000: (8, 4, 32, 4, 16, 8, 1), 0x008: (8, 8, 32, 4, 8, 8, 1), 0x028: (8, 8, 32, 1, 2, 1, 32),
    0x048: (8, 8, 32, 4, 4, 0, 8), 0x068: (8, 8, 32, 8, 8, 0, 4), 0x088: (8, 8, 32, 32, 8, 0, 1),
    0x010: (16, 8, 32, 4, 4, 8, 1), 0x030: (16, 8, 32, 4, 4, 4, 2), 0x018: (16, 16, 32, 4, 2, 8, 1),
    0x038: (16, 16, 32, 1, 1, 1, 32), 0x012: (16, 8, 64, 2, 8, 8, 1), 0x032: (16, 8, 64, 4, 8, 4, 1),
    0x01A: (16, 16, 64, 2, 4, 8, 1), 0x03A: (16, 16, 64, 4, 4, 4, 1), 0x05A: (16, 16, 64, 1, 2, 1, 16),
    0x07A: (16, 16, 64, 16, 4, 0, 1), 0x002: (32, 16, 64, 4, 2, 4, 1), 0x01C: (16, 16, 32, 4, 8, 4, 1),
    0x03C: (16, 16, 32, 1, 2, 1, 16),
}


def terms(mode, lane):
    """Index pairs of the products of one lane."""
    _, _, _, _, K, N, C = mode
    c, at = lane % C, lane // C
    if N == 0:
        return [((at + j) * C + c, j * C + c) for j in range(K)]
    return [((at // N * K + k) * C + c, (k * N + at % N) * C + c) for k in range(K)]


def multiply_add(signs, config, x, y, acc1, acc2, is_float):
    """signs: what the mnemonic negates (P, acc1, acc2)."""
    mode = MODES[config & 0xFE]
    signs = [s != bool(config >> 11 + i & 1) for i, s in enumerate(signs)]
    size, count = mode[2], (16 if is_float else 1024 // mode[2])
    if x is not None:
        xs = lanes(x, mode[0], 512 // mode[0], config >> 9 & 1 and not is_float)
        ys = lanes(y, mode[1], 512 // mode[1], config >> 8 & 1 and not is_float)
    if config & 1:
        acc1 = 0
    out = []
    for lane in range(count):
        a1, a2 = (a >> size * lane & (1 << size) - 1 for a in (acc1, acc2))
        if is_float:
            total = -as_float(a1) if signs[1] else as_float(a1)
            total += -as_float(a2) if signs[2] else as_float(a2)
            for i, j in terms(mode, lane) if x is not None else ():
                p = as_float(xs[i] << 16) * as_float(ys[j] << 16)
                total = total - p if signs[0] else total + p
            out.append(fp32(total))
            continue
        a1, a2 = signed(a1, size), signed(a2, size)
        if config >> 10 & 1:
            a1 >>= 16
        p = sum(xs[i] * ys[j] for i, j in terms(mode, lane)) if x is not None else 0
        out.append((-p if signs[0] else p) + (-a1 if signs[1] else a1) + (-a2 if signs[2] else a2))
    return join(out, size)


PRODUCTS = {"vmul": (0, 0, 0), "vnegmul": (1, 0, 0), "vmac": (0, 0, 0), "vmsc": (1, 0, 0), "vnegmac": (1, 1, 0),
            "vnegmsc": (0, 1, 0), "vaddmac": (0, 0, 0), "vaddmsc": (1, 0, 0), "vsubmac": (0, 0, 1),
            "vsubmsc": (1, 0, 1)}
SUMS = {"vadd": (0, 0, 0), "vsub": (0, 0, 1), "vnegsub": (0, 1, 0), "vnegadd": (0, 1, 1), "vneg": (0, 1, 0)}


def bf16_order(v):
    return None if v & 0x7FFF > 0x7F80 else (-(v & 0x7FFF) - 1 if v & 0x8000 else v)


def compare(name, a, b):
    """Result and mask bit of one lane of the vector ALU."""
    less = a < b
    return {
        "vadd": (a + b, 0), "vsub": (a - b, 0), "vmax_lt": (b if less else a, less), "vlt": (0, less),
        "vmin_ge": (a if less else b, not less), "vge": (0, not less), "vsub_lt": (a - b, less),
        "vsub_ge": (a - b, not less), "vmaxdiff_lt": (max(a - b, 0), less), "vabs_gtz": (abs(a), a > 0),
        "vneg_gtz": (-a, a > 0), "vbneg_ltz": (~a, a < 0), "veqz": (0, a == 0),
    }[name]


def compare_bf16(name, a, b):
    x, y = bf16_order(a), bf16_order(b)
    holds = x is not None and y is not None and (x < y if name in ("vmax_lt", "vlt") else x >= y)
    return (b if holds else a), holds


def leading(v, bit):
    return next((i for i in range(32) if (v >> 31 - i & 1) != bit), 32)


def shift_left(a, b, arithmetic):
    b = signed(b, 32)
    if b >= 0:
        return a << (b & 31)
    return (signed(a, 32) if arithmetic else a) >> (-b & 31)


SCALAR = {
    "and": lambda a, b: a & b, "or": lambda a, b: a | b, "xor": lambda a, b: a ^ b, "mul": lambda a, b: a * b,
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b, "geu": lambda a, b: a >= b, "ltu": lambda a, b: a < b,
    "ge": lambda a, b: signed(a, 32) >= signed(b, 32), "lt": lambda a, b: signed(a, 32) < signed(b, 32),
    "lshl": lambda a, b: shift_left(a, b, False), "ashl": lambda a, b: shift_left(a, b, True),
    "eqz": lambda a, b: a == 0, "nez": lambda a, b: a != 0, "clz": lambda a, b: leading(a, 0),
    "clb": lambda a, b: leading(a, a >> 31),
}


def types(words):
    """(letter, bits) of the lane types in a mnemonic: s8, d16, bf16, 32."""
    found = [re.fullmatch(r"(s|d|u|bf|fp|)(\d+)", w) for w in words]
    return [(m.group(1), int(m.group(2))) for m in found if m]


# ---- the core ---------------------------------------------------------------------------------------------------


class Core:
    def __init__(self, tables, shuffle, registers, memory):
        self.t, self.shuffle = tables, shuffle
        self.memory = bytearray(memory)
        self.history = {}  # part -> [(visible, issued, bypass, value)]
        for name, value in registers.items():
            for part, v in zip(tables.parts[name], self.split(name, value)):
                self.history[part] = [(-1000, -1000, "", v)]
        self.flying = []
        self.requests = {}  # cycle -> banks asked for
        self.cycle = 0

    def split(self, reg, value):
        out = []
        for part in self.t.parts[reg]:
            out.append(value & (1 << width(part)) - 1)
            value >>= width(part)
        return out

    def read_part(self, part, bypass):
        seen = [w for w in self.history.get(part, [(-1000, -1000, "", 0)])
                if w[0] - (1 if bypass and w[2] == bypass else 0) <= self.cycle]
        last = max(w[0] for w in seen)
        latest = [w for w in seen if w[0] == last]
        if len(latest) > 1:
            raise Rejected(f"{part} is undefined")
        return latest[0][3]

    def read(self, reg, bypass=""):
        value, at = 0, 0
        for part in self.t.parts[reg]:
            value |= self.read_part(part, bypass) << at
            at += width(part)
        return value

    def write(self, reg, value, issued, stage, bypass=""):
        for part, v in zip(self.t.parts[reg], self.split(reg, value)):
            entries = self.history.setdefault(part, [(-1000, -1000, "", 0)])
            entries.append((issued + stage, issued, bypass, v))

    def request(self, cycle, address, size):
        pair = (address >> 14 & 3) * 2
        banks = [pair, pair + 1] if size == 32 else [pair + (address >> 4 & 1)]
        self.requests.setdefault(cycle, []).append(banks)

    def stalls(self, last):
        """Stall cycles of all requests up to a cycle."""
        return sum(max(sum(b in r for r in asked) for b in range(8)) - 1
                   for cycle, asked in self.requests.items() if cycle <= last)

    def step(self, bundle):
        """Issues a bundle: a list of (form, operand texts)."""
        for form, values in bundle:
            self.flying.append(Flight(self, form, values))
        for stage in ("sample", "load", "store", "finish"):
            for flight in self.flying:
                getattr(flight, stage)()
        self.flying = [f for f in self.flying if not f.done()]
        self.cycle += 1


class Flight:
    """One instruction on its way through the pipeline."""

    def __init__(self, core, form, values):
        self.core, self.form, self.issued = core, form, core.cycle
        self.name = form.words[0]
        self.value = dict(zip((n for n, _ in form.operands), values))
        self.reads = {}  # name -> value
        self.pending = [list(a) for a in form.reads]
        self.writes = {n: (s, b) for n, s, b in form.writes}
        self.set_bypasses()
        self.finished = False
        self.data = self.address = self.result = None

    def set_bypasses(self):
        """Variants replace the bypasses, by the kinds of the first written and first read operand."""
        first = [self.register(a[0]) for a in self.form.writes[:1] + self.form.reads[:1]]
        for variant in self.form.variants:
            wanted = dict(re.findall(r"op(\d):(\w+)", variant.split("{")[0]))
            if all(kind(first[int(i)]) == k for i, k in wanted.items()):
                letters = re.search(r"byp=([-mv,]+)", variant).group(1).split(",")
                accesses = [a[0] for a in self.form.writes + self.form.reads]
                byp = dict(zip(accesses, (letter.replace("-", "") for letter in letters)))
                self.writes = {n: (s, byp.get(n, "")) for n, (s, _) in self.writes.items()}
                self.pending = [[n, s, byp.get(n, "")] for n, s, _ in self.pending]
                return

    def register(self, name):
        if name in ("ptr_out", "res"):
            name = "ptr"
        if name in ("sd_in", "sd_out"):
            return "r31"
        if name == "s2" and self.form.syntax.endswith((", r26", ", r27")):
            return self.form.syntax[-3:]
        return self.value.get(name, name)

    def stage(self):
        return self.core.cycle - self.issued + 1

    def sample(self):
        for name, stage, bypass in self.pending:
            if stage == self.stage() and name != "tile_cntr":
                reg = self.register(name)
                if name == "mod" and reg.startswith("d") and not reg.startswith("dj"):
                    continue  # a group: read when the address is made
                self.reads[name] = self.core.read(reg, bypass)
        if self.stage() == 1 and ("[" in self.form.syntax):
            self.make_address()

    def done(self):
        last = max([a[1] for a in self.form.reads] + [1] + self.form.memory)
        return self.finished and self.stage() >= last

    # ---- addresses

    def make_address(self):
        c, value = self.core, self.value
        if "[sp" in self.form.syntax:
            sp, offset = c.read("sp"), int(value["imm"])
            self.address = sp + offset
            if "[sp]" in self.form.syntax:
                c.write("sp", sp + offset, self.issued, 1)
            return
        p = self.reads["ptr"]
        post = re.search(r"\], <(\w+):(\w+)>", self.form.syntax)
        if not post:
            self.address = p + (int(value["imm"]) if "imm" in value else self.reads.get("dj", 0))
        else:
            self.address = p
            c.write(value["ptr"], p + self.step_of(post.group(2)), self.issued, 1)
        self.address &= 0xFFFFF

    def step_of(self, how):
        if how == "M":
            return self.reads["mod"]
        if how not in ("D", "D3"):
            return int(self.value["imm"])
        c, k = self.core, int(self.value["mod"][1:])
        dn, dj, dc = (c.read(f"{n}{k}") for n in ("dn", "dj", "dc"))
        if how == "D":
            c.write(f"dc{k}", dc + 1 if dc < dn else 0, self.issued, 1)
            return dj if dc < dn else c.read(f"m{k}")
        dn2, dj2, dc2 = (c.read(f"{n}{k + 4}") for n in ("dn", "dj", "dc"))
        inner, outer = dc < dn, dc >= dn and dc2 < dn2
        c.write(f"dc{k}", dc + 1 if inner else 0, self.issued, 1)
        c.write(f"dc{k + 4}", dc2 if inner else dc2 + 1 if outer else 0, self.issued, 1)
        return dj if inner else dj2 if outer else c.read(f"m{k}")

    # ---- memory

    def size(self):
        """Bytes of the memory access."""
        words = self.form.words
        if "128" in words or self.value.get("d", self.value.get("src", "")).startswith("q"):
            return 16
        if words[0] in ("lda", "st"):
            return types(words)[0][1] // 8 if types(words) else 4
        return 32

    def offset(self):
        at = self.address - DM
        if not 0 <= at < DM_SIZE or at % self.size():
            raise Rejected(f"address {self.address:x}")
        return at

    def load(self):
        stages, c = self.form.memory, self.core
        if not stages or self.form.words[0] in ("st", "vst") or stages[0] != self.stage():
            if self.form.words[0] == "st" and self.form.slot == "lda" and self.stage() == 5:
                c.request(self.issued + 1, self.offset(), self.size())
            return
        if "4x" in self.form.mnemonic:
            self.lookup()
            return
        at = self.offset()
        c.request(self.issued + 1, at, self.size())
        self.data = int.from_bytes(c.memory[at:at + self.size()], "little")

    def lookup(self):
        entry = int(re.search(r"4x(\d+)", self.form.mnemonic).group(1)) // 8
        addresses = lanes(self.reads["src"], 32, 8)[4 if "hi" in self.form.words else 0:][:4]
        self.data = 0
        for j, address in enumerate(addresses):
            at = ((address & ~31) + ((address & 31) >> 1 & ~(entry - 1)) + 16 * (j & 1) & 0xFFFFF) - DM
            if not 0 <= at < DM_SIZE:
                raise Rejected("lookup outside memory")
            self.core.request(self.issued + 1, at, 8)
            self.data |= int.from_bytes(self.core.memory[at:at + 8], "little") << 64 * j

    def store(self):
        stages, c = self.form.memory, self.core
        if self.form.words[0] not in ("st", "vst") or stages[-1] != self.stage():
            return
        at, size = self.offset(), self.size()
        c.request(self.issued + {5: 1, 7: 3, 11: 7}[stages[-1]], at, size)
        value = self.stored_value()
        c.memory[at:at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def stored_value(self):
        words, src = self.form.words, self.reads["src"]
        if "conv" in words:
            return join([to_bf16(v, self.reads["crRnd"]) for v in lanes(src, 32, 16)], 16)
        if "srs" in words:
            return self.srs(src)
        return self.pack(src) if "pack" in words else src

    # ---- results

    def sign(self, letter, control):
        return letter == "s" or (letter == "d" and bool(self.reads[control] & 1))

    def srs(self, src):
        (letter, to), (_, size) = types(self.form.words)
        sign, s = self.sign(letter, "crSRSSign"), self.reads["shft"]
        count = {"b": 512, "c": 1024}[self.value["src"][0]] // size
        out = [(v >> s) + round_up(self.reads["crRnd"], v, 1 << s) for v in lanes(src, size, count, True)]
        return join([saturate(v, to, sign, self.reads["crSat"]) for v in out], to)

    def pack(self, src):
        (letter, to), (_, size) = types(self.form.words)
        sign = self.sign(letter, "crPackSign")
        return join([saturate(v, to, sign, self.reads["crSat"]) for v in lanes(src, size, 512 // size, sign)], to)

    def ups(self, src):
        (_, to), (letter, size) = types(self.form.words)
        sign = self.sign(letter, "crUPSSign")
        count = {"b": 512, "c": 1024}[self.value["d"][0]] // to
        out = [v << self.reads["shft"] for v in lanes(src, size, count, sign)]
        return join([saturate(v, to, True, self.reads["crSat"] & 1) for v in out], to)

    def unpack(self, src):
        (letter, to), (_, size) = types(self.form.words)
        return join(lanes(src, size, 256 // size, self.sign(letter, "crUnpackSign")), to)

    def finish(self):
        """Everything is there: computes and sends the results on their way."""
        needed = [a[1] for a in self.pending if a[0] not in ("crFPMask",)] + [1]
        if self.finished or self.stage() < max(needed) or (self.form.memory and self.stage() < self.form.memory[0]):
            return
        self.finished = True
        results = self.compute()
        for name, value in results.items():
            if name in self.writes:
                stage, bypass = self.writes[name]
                self.core.write(self.register(name), int(value), self.issued, stage, bypass)

    def compute(self):
        if self.name.startswith("nop"):
            return {}
        slot = {"lda": self.memory_slot, "ldb": self.memory_slot, "st": self.store_slot, "alu": self.alu,
                "mv": self.mv, "lng": self.lng, "vec": self.vec, "nop": dict}[self.form.slot]
        return slot()

    def memory_slot(self):
        words, name = self.form.words, self.name
        if name == "mova":
            return {"d": int(self.value["imm"])}
        if name in ("padda", "paddb", "st") or name.startswith("nop"):
            return {}
        if name == "vunpack":
            return {"d": self.unpack(self.reads["src"])}
        if "unpack" in words:
            return {"d": self.unpack(self.data)}
        if "ups" in words:
            return {"d": self.ups(self.data)}
        if "conv" in words:
            return {"d": join([v << 16 for v in lanes(self.data, 16, 16)], 32)}
        if name == "lda" and types(words):
            letter, bits = types(words)[0]
            return {"d": signed(self.data, bits) if letter == "s" else self.data}
        return {"d": self.data}

    def store_slot(self):
        src = self.reads.get("src")
        if self.name == "vconv":
            return {"d": join([to_bf16(v, self.reads["crRnd"]) for v in lanes(src, 32, 16)], 16)}
        if self.name == "vsrs":
            return {"d": self.srs(src)}
        if self.name == "vpack":
            return {"d": self.pack(src)}
        if self.name == "vfloor":
            return {"d": join([self.floor(v) for v in lanes(src, 16, 16)], 32)}
        return {}

    def floor(self, v):
        if v & 0x7FFF > 0x7F80:
            return 0x7FFFFFFF
        number = as_float(v << 16) * 2.0 ** signed(self.reads["shft"], 6)
        if abs(number) >= 2 ** 31:
            return 0x7FFFFFFF if number > 0 else -2 ** 31
        return int(number // 1)

    def alu(self):
        r, name = self.reads, self.name
        a, b = r.get("a", 0), r.get("b", int(self.value.get("imm", 0)))
        carry = r.get("srCarry", 0) & 1
        if name in ("add", "adc"):
            total = a + (b & 0xFFFFFFFF) + carry
            return {"d": total, "srCarry": total >> 32}
        if name in ("sub", "sbc"):
            return {"d": a - b - carry, "srCarry": a - b - carry < 0}
        if name == "abs":
            return {"d": abs(signed(a, 32)), "srCarry": 0}
        if name == "extend":
            letter, bits = types(self.form.words)[0]
            part = a & (1 << bits) - 1
            return {"d": signed(part, bits) if letter == "s" else part}
        if name == "sel":
            return {"d": a if (r["s2"] == 0) == ("eqz" in self.form.words) else b}
        if name == "divs":
            t = (r["s0"] << 1 | r["sd_in"] >> 31) & 0xFFFFFFFF
            fits = t >= r["s1"]
            return {"d0": t - r["s1"] if fits else t, "sd_out": r["sd_in"] << 1 | fits}
        if name == "movx":
            return {"d": a if "a" in r else int(self.value["imm"])}
        return {"d": SCALAR[name](a, b)} if name in SCALAR else {}

    def lng(self):
        return {"d": int(self.value["imm"])} if self.name == "movxm" else {}

    def vec(self):
        r, name, is_float = self.reads, self.name, "f" in self.form.words
        if name == "vclr":
            return {"d": 0}
        if name == "vmov":
            return {"d": r["src"]}
        if name == "vneg" and is_float:
            acc = 0 if r["c"] & 1 else r["acc1"]
            flip = 0 if r["c"] >> 12 & 1 else 0x80000000
            return {"d": join([v if v & 0x7FFFFFFF == 0 else v ^ flip for v in lanes(acc, 32, 16)], 32)}
        signs = [bool(s) for s in (PRODUCTS if "s1" in r else SUMS)[name]]
        config = r["c"]
        if "s1" not in r:  # sums look at the lane type only: any mode of that type will do
            config = config & ~0xF8 | (0x08 if config >> 1 & 3 == 0 else 0x18)
        accumulators = r.get("acc1", 0), r.get("acc2", 0)
        return {"d": multiply_add(signs, config, r.get("s1"), r.get("s2"), *accumulators, is_float)}

    def mv(self):
        r, name, words = self.reads, self.name, self.form.words
        kinds = types(words)
        bits = kinds[0][1] if kinds else 0
        if name == "add":
            return {"d": r["s0"] + int(self.value["imm"])}
        if name == "mov":
            return {"d": r["src"] if "src" in r else int(self.value["imm"])}
        if name == "vmov":
            return {"d": r["src"]}
        if name == "vconv":
            return {"d": join([v << 16 for v in lanes(r["src"], 16, 16)], 32)}
        if name == "vups":
            return {"d": self.ups(r["src"])}
        if name == "vsrsm":
            return {"d": self.srs(r["src"])}
        if name in ("vband", "vbor"):
            return {"d": r["s1"] & r["s2"] if name == "vband" else r["s1"] | r["s2"]}
        if name == "vshift":
            return {"d": (r["s1"] | r["s2"] << 512) >> 8 * r["shift"] & (1 << 512) - 1}
        if name == "vshuffle":
            return {"d": self.shuffled(r["s1"], r["s2"], r["mod"])}
        return self.lane_moves(name, bits, kinds) or self.vector_alu(name, bits, kinds)

    def shuffled(self, s1, s2, mode):
        both = (s1 | s2 << 512).to_bytes(128, "little")
        return int.from_bytes(bytes(both[i] for i in self.core.shuffle[mode]), "little")

    def lane_moves(self, name, bits, kinds):
        r, words = self.reads, self.form.words
        count = 512 // bits if bits else 0
        index = r["idx"] if "idx" in r else int(self.value.get("idx", 0)) if "idx" in self.value else 0
        if name in ("vbcst", "vbcstshfl"):
            value = join([r["s0"]] * count, bits)
            return {"d": value if name == "vbcst" else self.shuffled(value, 0, index)}
        if name == "vextbcst":
            return {"d": join([lanes(r["src"], bits, count)[index % count]] * count, bits)}
        if name == "vextract":
            sign = bits == 64 or self.sign(kinds[0][0], "crVaddSign")
            return {"d": lanes(r["s1"], bits, count, sign)[index % count]}
        if name == "vinsert":
            out = lanes(r["s1"], bits, count)
            out[index % count] = r["s0"]
            return {"d": join(out, bits)}
        if name == "vpush":
            mask = (1 << bits) - 1
            if "lo" in words:
                return {"d": (r["s2"] << bits | r["s1"] & mask) & (1 << 512) - 1}
            return {"d": r["s1"] >> bits | (r["s2"] & mask) << 512 - bits}
        if name in ("vsel", "vaddsub"):
            pick = []
            for i, (a, b) in enumerate(zip(lanes(r["s1"], bits, count), lanes(r["s2"], bits, count))):
                sel = r["sel"] >> i & 1
                pick.append((b if sel else a) if name == "vsel" else (a - b if sel else a + b))
            return {"d": join(pick, bits)}
        return None

    def vector_alu(self, name, bits, kinds):
        r = self.reads
        letter = kinds[0][0] if kinds else "s"
        if name.startswith("vneg_gtz"):
            name, bits, letter = "vneg_gtz", int(name[8:]), "s"
        first = r["s1"] if "s1" in r else r["s2"]
        sign = letter != "bf" and self.sign(letter or "u", "crVaddSign")
        a, b = (lanes(v, bits, 512 // bits, sign) for v in (first, r.get("s2", first)))
        rule = compare_bf16 if letter == "bf" else compare
        pairs = [rule(name, u, v) for u, v in zip(a, b)]
        return {"d": join([p[0] for p in pairs], bits), "cmp": join([p[1] for p in pairs], 1)}
