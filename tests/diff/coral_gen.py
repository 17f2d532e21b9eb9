"""Random programs for the Coral NPU that another RISC-V machine can run as well.

A program fills all registers and 16 KiB of data with chosen bits, executes random instructions of the
given rows (as `kc isa coral --json` lists them), and stores every register at DUMP.  Where data lies is
the same on both machines; where code lies is not, so nothing that depends on pc reaches a register.
Vector types are tu, mu: agnostic elements may differ between machines.
"""
import random
import re

DATA, IMAGE, DUMP, END = 0x10000, 0x14000, 0x17000, 0x18000
BASES = {8: 0x12000, 9: 0x11803}     # s0, s1: pointers that stay, one of them unaligned
KEPT = {0, 8, 9, 31}                 # t6 holds DUMP
MODES = ["rne", "rtz", "rdn", "rup", "rmm"]
FLOATS = [0, 0x80000000, 1, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800000, 0x3f800001, 0x7f7fffff, 0xff7fffff,
          0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001, 0x4b000001, 0x4effffff, 0xcf000000, 0x4f7fffff, 0x3f000000]
WORDS = [0, 1, 2, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0xaaaaaaaa]

# Rows whose effect another machine does not share, or that end the program.
ELSEWHERE = {"auipc", "jalr", "ecall", "ebreak", "mret", "wfi", "mpause", "slog", "flushall", "flushat", "fence.i",
             "csrrw", "csrrs", "csrrc", "csrrwi", "csrrsi", "csrrci"}
SAFE_CSRS = ["fflags", "frm", "fcsr", "vxsat", "vxrm", "vl", "vtype", "vlenb", "vstart"]

LMULS = {"mf4": 2, "mf2": 4, "m1": 8, "m2": 16, "m4": 32, "m8": 64}     # in eighths


def legal_types():
    return [(sew, name) for sew in (8, 16, 32) for name, eighths in LMULS.items() if eighths >= sew // 4]


class Program:
    def __init__(self, seed, rows, only=None, length=300):
        self.r = random.Random(seed)
        self.rows = [row for row in rows if row["mnemonic"] not in ELSEWHERE]
        self.only, self.length = only, length
        self.lines, self.labels = [], 0
        self.sew, self.lmul = 8, "m1"

    # ---- operands -------------------------------------------------------------------------------

    def x(self):
        return f"x{self.r.randrange(32)}"

    def x_result(self):
        return f"x{self.r.choice([i for i in range(32) if i not in KEPT or i == 0])}"

    def f(self):
        return f"f{self.r.randrange(32)}"

    def emul(self, eew):
        return LMULS[self.lmul] * eew // self.sew

    def group(self, eighths, slot):
        """A register group inside one quarter of the register file, so that groups never overlap."""
        size = max(1, eighths // 8)
        return slot * 8 + self.r.randrange(0, 8, size)

    # ---- vector ---------------------------------------------------------------------------------

    def set_type(self, sew, lmul):
        self.sew, self.lmul = sew, lmul
        most = LMULS[lmul] * 16 // sew
        kind = self.r.randrange(4)
        flags = f"e{sew}, {lmul}, tu, mu"
        if kind == 0:
            self.emit(f"vsetvli {self.x_result()}, x0, {flags}")
            self.vl = most
        elif kind == 1 and most < 32:
            self.vl = self.r.randint(1, most)
            self.emit(f"vsetivli {self.x_result()}, {self.vl}, {flags}")
        else:
            self.vl = self.r.randint(1, most)
            self.emit(f"li x30, {self.vl}", f"vsetvli {self.x_result()}, x30, {flags}")

    @staticmethod
    def allowed(mnemonic, sew, eighths, eew, nf):
        """Whether the row exists under the type."""
        if mnemonic == "vmv.x.s":
            return sew == 32     # narrower elements: the machine clears the upper bits, RVV does not
        if mnemonic.startswith("vwred"):
            return sew <= 16
        if mnemonic.startswith(("vw", "vnsr", "vncl")):
            return sew <= 16 and eighths <= 32
        if mnemonic.endswith((".vf2", ".vf4")):
            return sew // int(mnemonic[-1]) >= 8
        if mnemonic.startswith("vrgatherei16"):
            return 1 <= eighths * 16 // sew <= 64
        if eew:
            data = eighths if "ei" in mnemonic else eighths * eew // sew
            return eighths * eew >= sew and eighths * eew // sew <= 64 and max(8, data) * nf <= 64
        return True

    def choose_type(self, mnemonic, eew, nf):
        types = [t for t in legal_types() if self.allowed(mnemonic, t[0], LMULS[t[1]], eew, nf)]
        if (self.sew, self.lmul) not in types or self.r.random() < 0.3:
            self.set_type(*self.r.choice(types))

    def widths(self, mnemonic):
        """Eighths of a register that vd, vs2, vs1 take."""
        n = LMULS[self.lmul]
        if mnemonic.startswith(("vm", "vfirst", "vcpop")) and mnemonic.endswith((".mm", ".m")):
            return 8, 8, 8
        if mnemonic.startswith(("vred", "vwred")):
            return 8, n, 8
        if mnemonic.startswith(("vnsr", "vncl")):
            return n, n * 2, n
        if mnemonic.startswith("vw"):
            return n * 2, (n * 2 if mnemonic.endswith((".wv", ".wx")) else n), n
        if mnemonic.endswith((".vf2", ".vf4")):
            return n, n // int(mnemonic[-1]), 8
        if mnemonic.startswith(("vms", "vmadc", "vmsbc")):
            return 8, n, n
        if mnemonic.startswith("vrgatherei16"):
            return n, n, n * 16 // self.sew
        move = re.fullmatch(r"vmv(\d)r\.v", mnemonic)
        if move:
            return (int(move[1]) * 8,) * 3
        return n, n, n

    def slots(self, mnemonic):
        """Quarters of the register file for vd, vs2, vs1; often the same where that is legal."""
        a, b, c = self.r.sample([1, 2, 3], 3)
        same = self.widths(mnemonic)
        mixes = mnemonic.startswith(("vslideup", "vslide1up", "vrgather", "vcompress", "viota", "vmsbf", "vmsif",
                                     "vmsof", "vw", "vn", "vred")) or ".vf" in mnemonic
        if not mixes and same[0] == same[1] == same[2] and self.r.random() < 0.3:
            b = self.r.choice([a, b])
            c = self.r.choice([a, b, c])
        return a, b, c

    def fit_index(self, mnemonic, vs2, eew):
        """Index registers must point near the base."""
        eighths = self.emul(eew)
        types = {v: k for k, v in LMULS.items()}
        kept = self.sew, self.lmul, self.vl
        if eighths < eew // 4:
            eighths = eew // 4
        self.emit(f"li x30, {max(1, eighths * 16 // eew)}", f"vsetvli x0, x30, e{eew}, {types[eighths]}, tu, mu",
                  "li x29, 0x3ff", f"vand.vx v{vs2}, v{vs2}, x29", f"li x30, {kept[2]}",
                  f"vsetvli x0, x30, e{kept[0]}, {kept[1]}, tu, mu")

    def memory(self, row):
        name = row["mnemonic"]
        nf = int((re.search(r"seg(\d)", name) or [0, 1])[1])
        whole = re.fullmatch(r"v[ls](\d)r.*", name)
        eew = int((re.search(r"e(?:i)?(\d+)", name) or [0, 8])[1])
        mask = name in ("vlm.v", "vsm.v")
        if whole or mask:
            self.choose_type("vadd.vv", 0, 1)
            register = self.group(int(whole[1]) * 8 if whole else 8, self.r.randint(0, 3))
        else:
            self.choose_type(name, eew, nf)
            size = max(8, LMULS[self.lmul] if "ei" in name else self.emul(eew))
            register = 8 * self.r.randint(1, 3) if size * nf > 8 else self.group(8, self.r.randint(1, 3))
        masked = ", v0.t" if "vm" in row["syntax"] and self.r.random() < 0.4 else ""
        base = self.r.choice(list(BASES))
        text = f"{name} v{register}, (x{base})"
        if "rs2" in row["syntax"]:
            self.emit(f"li x30, {self.r.choice([0, 1, 2, 3, 4, 7, 8, 16, 17, -1, -4, -9])}")
            text += ", x30"
        elif "vs2" in row["syntax"]:
            slot = self.r.choice([s for s in (1, 2, 3) if s != register // 8])
            index = self.group(self.emul(eew), slot)
            self.fit_index(name, index, eew)
            text += f", v{index}"
        if whole or mask:
            self.emit(text + masked)
        else:
            self.late(name, text + masked)

    def vector(self, row):
        name, syntax = row["mnemonic"], row["syntax"]
        if name.startswith("vset"):
            self.set_type(*self.r.choice(legal_types()))
            return
        if row["unit"] == "vector-load-store":
            self.memory(row)
            return
        self.choose_type(name, 0, 1)
        (d, b, c), (wd, w2, w1) = self.slots(name), self.widths(name)
        registers = {"vd": self.group(wd, d), "vs2": self.group(w2, b), "vs1": self.group(w1, c)}
        if wd == w2 == w1 and d == b:
            registers["vs2"] = registers["vd"]
        texts = []
        for item in [s.strip() for s in syntax.split(",")]:
            if item == "[vm]":
                texts += ["v0.t"] if self.r.random() < 0.4 else []
            elif item in registers:
                texts.append(f"v{registers[item]}")
            else:
                texts.append(self.scalar_operand(item))
        self.late(name, f"{name} " + ", ".join(texts))

    def late(self, name, text):
        """Emits it; now and then with a vstart, which some instructions do not allow.

        qemu 7.2 leaves vstart standing after vmv.x.s and vmv.s.x, so it is cleared by hand; it crashes when vstart
        lies behind the registers of vmv<n>r.v.
        """
        strict = name.startswith(("vred", "vwred", "vcpop", "vfirst", "vmsbf", "vmsif", "vmsof", "viota", "vcompress",
                                  "vmv1r", "vmv2r", "vmv4r", "vmv8r"))
        if strict or self.r.random() > 0.05:
            self.emit(text)
        else:
            self.emit(f"csrwi vstart, {self.r.randrange(min(32, self.vl))}", text, "csrwi vstart, 0")

    # ---- scalar ---------------------------------------------------------------------------------

    def scalar_operand(self, item):
        r = self.r
        table = {
            "rd": self.x_result, "rs1": self.x, "rs2": self.x, "fd": self.f, "fs1": self.f, "fs2": self.f,
            "fs3": self.f, "imm": lambda: str(r.randint(-2048, 2047)), "shamt": lambda: str(r.randrange(32)),
            "imm20": lambda: str(r.randrange(1 << 20)), "simm5": lambda: str(r.randint(-16, 15)),
            "uimm5": lambda: str(r.randrange(32)), "v0": lambda: "v0", "pred": lambda: r.choice(["rw", "iorw", "r"]),
            "succ": lambda: r.choice(["rw", "w"]), "[rm]": lambda: r.choice(MODES + ["dyn", "dyn"]),
            "imm(rs1)": lambda: f"{r.randint(-2048, 2047)}(x{r.choice(list(BASES))})",
        }
        return table[item]()

    def scalar(self, row):
        name, syntax = row["mnemonic"], row["syntax"]
        if name == "jal":
            self.labels += 1
            self.emit(f"jal x0, 8{self.labels}f", f"xori {self.x_result()}, {self.x()}, 85", f"8{self.labels}:")
            return
        if "offset" in syntax:
            self.labels += 1
            self.emit(f"{name} {self.x()}, {self.x()}, 8{self.labels}f",
                      f"addi {self.x_result()}, {self.x()}, {self.r.randint(-99, 99)}", f"8{self.labels}:")
            return
        self.emit(f"{name} " + ", ".join(self.scalar_operand(s.strip()) for s in syntax.split(",")))

    def loop(self):
        self.labels += 1
        self.emit(f"li x28, {self.r.randint(2, 4)}", f"9{self.labels}:")
        for _ in range(self.r.randint(1, 6)):
            row = self.r.choice([w for w in self.rows if w["unit"] in ("alu", "multiply", "divide")])
            self.emit(f"{row['mnemonic']} " + ", ".join(
                self.scalar_operand(s.strip()) if s.strip() != "rd" else f"x{self.r.randint(10, 27)}"
                for s in row["syntax"].split(",")))
        self.emit("addi x28, x28, -1", f"bnez x28, 9{self.labels}b")

    def csr(self):
        csr = self.r.choice(SAFE_CSRS)
        kind = self.r.randrange(5)
        if kind == 0:
            self.emit(f"csrwi frm, {self.r.randrange(5)}")
        elif kind == 1:
            self.emit(f"csrwi vxrm, {self.r.randrange(4)}")
        elif kind == 2:
            self.emit(f"csrrci {self.x_result()}, {self.r.choice(['fflags', 'vxsat'])}, {self.r.randrange(32)}")
        else:
            self.emit(f"csrr {self.x_result()}, {csr}")

    def constant(self):
        value = self.r.choice(WORDS + [self.r.getrandbits(32), self.r.getrandbits(8)])
        self.emit(f"li {self.x_result()}, {value}")

    # ---- all ------------------------------------------------------------------------------------

    def emit(self, *lines):
        self.lines += ["    " + line if not line.endswith(":") else line for line in lines]

    def step(self):
        chance = self.r.random()
        if chance < 0.04:
            self.loop()
        elif chance < 0.10:
            self.csr()
        elif chance < 0.16:
            self.constant()
        else:
            row = self.r.choice(self.only or self.rows)
            (self.vector if row["unit"].startswith("vector") else self.scalar)(row)

    def prologue(self):
        self.emit(f"li x31, {DUMP}", f"li x30, {IMAGE}", "vsetvli x0, x0, e8, m8, tu, mu")
        for v in range(0, 32, 8):
            self.emit(f"vl8re8.v v{v}, (x30)", "addi x30, x30, 128")
        for f in range(32):
            self.emit(f"flw f{f}, {4 * f}(x30)")
        for x in range(1, 30):
            if x not in KEPT:
                self.emit(f"lw x{x}, {128 + 4 * x}(x30)")
        for x, address in BASES.items():
            self.emit(f"li x{x}, {address}")
        self.set_type(*self.r.choice(legal_types()))

    def epilogue(self):
        for x in range(1, 31):
            self.emit(f"sw x{x}, {4 * x}(x31)")
        for f in range(32):
            self.emit(f"fsw f{f}, {128 + 4 * f}(x31)")
        for i, csr in enumerate(["vl", "vtype", "vstart", "vxsat", "vxrm", "fcsr"]):
            self.emit(f"csrr x5, {csr}", f"sw x5, {256 + 4 * i}(x31)")
        self.emit("vsetvli x0, x0, e8, m8, tu, mu", "addi x30, x31, 512")
        for v in range(0, 32, 8):
            self.emit(f"vs8r.v v{v}, (x30)", "addi x30, x30, 128")

    def data(self):
        words = [self.r.choice(WORDS + FLOATS) if self.r.random() < 0.3 else self.r.getrandbits(32)
                 for _ in range((DUMP - DATA) // 4)]
        floats = (IMAGE - DATA) // 4 + 128
        for i in range(floats, floats + 32):
            words[i] = self.r.choice(FLOATS) if self.r.random() < 0.5 else self.r.getrandbits(32)
        lines = ["    .data"]
        for i in range(0, len(words), 16):
            lines.append("    .word " + ", ".join(f"0x{w:x}" for w in words[i:i + 16]))
        return lines + [f"    .space {END - DUMP}"]

    def text(self, ending):
        """The program, its last instructions being `ending`."""
        if not self.lines:
            self.prologue()
            for _ in range(self.length):
                self.step()
            self.epilogue()
        head = ["    .option norvc", "    .text", "    .globl _start", "_start:"]
        return "\n".join(head + self.lines + ending + self.tail()) + "\n"

    def tail(self):
        if not hasattr(self, "data_lines"):
            self.data_lines = self.data()
        return self.data_lines


def all_rows(listed):
    """The rows, with the segment forms that share a page written out."""
    rows = []
    for row in listed:
        if "seg2" in row["mnemonic"]:
            rows += [dict(row, mnemonic=row["mnemonic"].replace("seg2", f"seg{n}")) for n in range(2, 9)]
        else:
            rows.append(row)
    return rows
