#!/usr/bin/env python3
"""Encodings against LLVM: llvm-mc-19 is the judge, in both directions.

    llvm.py CORAL_IMAGE [--count N] [--seed S]

1. Text: every row with N random operand lists, legal and not.  Both assemblers must accept the same
   lines and produce the same words.
2. Words: every row's picture filled with random bits, and random words of every opcode.  Both
   disassemblers must accept the same words; our text of a word, assembled by LLVM, and LLVM's text,
   assembled by us (with its short forms), must give the word again.

What differs on purpose stands below with its reason.
"""
import argparse
import random
import re
import shutil
import subprocess
import sys

FLAGS = ["llvm-mc-19", "--triple=riscv32", "--mattr=+m,+f,+zbb,+zicsr,+zifencei,+zve32x,+zvl128b"]
OWN = {"mpause", "slog", "flushat", "flushall"}     # encodings that LLVM does not have
X = ["zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1"] + [f"a{i}" for i in range(8)] + \
    [f"s{i}" for i in range(2, 12)] + [f"t{i}" for i in range(3, 7)]
CSRS = [0x001, 0x002, 0x003, 0x008, 0x009, 0x00A, 0x300, 0x305, 0x340, 0x341, 0x342, 0x343, 0xB00,
        0xB02, 0xB80, 0xC20, 0xC21, 0xC22, 0xF11, 0xF14, 0x123, 0xFFF]

# LLVM accepts these words although this machine does not have them; reason -> pattern of its text.
LLVM_MORE = {
    "system instructions of other modes": r"^(sret|uret|mnret|dret|sfence|hfence|hinval|sinval|"
                                          r"hlv|hlvx|hsv|sctrclr)",
    "fence.tso: not listed": r"^fence\.tso",
    "unimp is a csrrw to cycle": r"^unimp$",
    "extensions to 64-bit elements": r"^v[sz]ext\.vf8",
    "instructions of other vendors": r"^(cflush|cease|sf\.|th\.|mips\.|qc\.)",
}


# Words that the RVV manual reserves and LLVM takes: fields beyond v31, an extension onto its source.
def reserved(text):
    m = re.match(r"v[ls][a-z]*seg(\d)\S* v(\d+)", text)
    if m:
        return int(m.group(1)) + int(m.group(2)) > 32
    m = re.match(r"v[sz]ext\.vf\d v(\d+), v(\d+)", text)
    return m and m.group(1) == m.group(2)


def numbered(text, word):
    """A CSR by number: each side knows names that the other does not."""
    if not text.startswith("csr"):
        return text
    mnemonic, _, rest = text.partition(" ")
    items = [i.strip() for i in rest.split(",")]
    at = 1 if re.match(r"csrr", mnemonic) else 0
    items[at] = f"0x{word >> 20:03x}"
    return f"{mnemonic} {', '.join(items)}"


# Text of LLVM for words that we print differently and do not read.
NOT_READ = r"^(rdcycle|rdtime|rdinstret)|, e64, "


def run(command, text):
    done = subprocess.run(command, input=text, capture_output=True, text=True)
    return done.stdout, done.stderr


def llvm_assemble(lines):
    """A word for each line, or None where LLVM refuses it."""
    out, err = run([*FLAGS, "--show-encoding"], "\n".join(lines) + "\n")
    bad = {int(n) for n in re.findall(r"^<stdin>:(\d+):\d+: error:", err, re.M)}
    words = [sum(int(b, 16) << 8 * i for i, b in enumerate(m.split(",")))
             for m in re.findall(r"encoding: \[([0-9a-fx,]+)\]", out)]
    good = [i for i in range(len(lines)) if i + 1 not in bad]
    if len(good) != len(words):
        sys.exit(f"llvm-mc: {len(words)} encodings for {len(good)} lines\n{err[:2000]}")
    result = [None] * len(lines)
    for i, word in zip(good, words):
        result[i] = word
    return result


def llvm_disassemble(words):
    """The text of each word, or None."""
    text = "".join(" ".join(f"0x{w >> 8 * i & 255:02x}" for i in range(4)) + "\n" for w in words)
    out, err = run([*FLAGS, "--disassemble"], text)
    bad = {int(n) for n in re.findall(r"^<stdin>:(\d+):\d+: warning: invalid", err, re.M)}
    texts = iter(line.strip() for line in out.splitlines() if line.strip() and line.strip() != ".text")
    return [None if i + 1 in bad else next(texts).replace("\t", " ") for i in range(len(words))]


def our_assemble(image, lines):
    out, _ = run([image, "--words"], "\n".join(lines) + "\n")
    return [None if line == "-" else int(line, 16) if " " not in line else line
            for line in out.splitlines()]


def our_text(image, words):
    out, _ = run([image, "--text"], "\n".join(f"{w:08x}" for w in words) + "\n")
    return [None if line.startswith(".word") else line for line in out.splitlines()]


def pick(rng, good, wrong):
    return rng.choice(wrong) if rng.random() < 0.08 else good


def operand(rng, name, bits):
    """The text of one operand, mostly legal."""
    if name in ("rd", "rs1", "rs2"):
        return rng.choice([rng.choice(X), f"x{rng.randrange(32)}"])
    if name in ("fd", "fs1", "fs2", "fs3"):
        return f"f{rng.randrange(32)}"
    if name in ("vd", "vs1", "vs2", "vs3"):
        return f"v{rng.randrange(32)}"
    if name == "imm":
        return str(pick(rng, rng.choice([-2048, 2047, rng.randrange(-2048, 2048)]), [2048, -2049]))
    if name == "imm20":
        return str(pick(rng, rng.choice([0, 1048575, rng.randrange(1 << 20)]), [-1, 1 << 20]))
    if name == "offset":
        top = 1 << (20 if "J" in bits else 12)
        return str(pick(rng, rng.choice([-top, top - 2, rng.randrange(-top, top, 2)]), [top, -top - 2, 3]))
    if name in ("shamt", "uimm", "uimm5"):
        return str(pick(rng, rng.randrange(32), [-1, 32]))
    if name == "simm5":
        return str(pick(rng, rng.randrange(-16, 16), [16, -17]))
    if name == "csr":
        return f"0x{rng.choice(CSRS):03x}"
    if name == "vtypei":
        return ", ".join([rng.choice(["e8", "e16", "e32"]), rng.choice(["m1", "m2", "m4", "m8", "mf2", "mf4"]),
                          rng.choice(["ta", "tu"]), rng.choice(["ma", "mu"])])
    if name in ("pred", "succ"):
        return "".join(c for c in "iorw" if rng.random() < 0.5) or "rw"
    if name == "log":
        return str(rng.randrange(4))
    if name == "[vm]":
        return rng.choice([None, "v0.t"])
    if name == "[rm]":
        return rng.choice([None, "rne", "rtz", "rdn", "rup", "rmm", "dyn"])
    if name == "v0":
        return "v0"
    if name == "(rs1)":
        return f"({rng.choice(X)})"
    if name == "imm(rs1)":
        return f"{operand(rng, 'imm', bits)}({rng.choice(X)})"
    sys.exit(f"unknown operand {name}")


def line_of(rng, row):
    mnemonic, bits, syntax = row
    items = [operand(rng, name.strip(), bits) for name in syntax.split(",") if name.strip()]
    return (mnemonic + " " + ", ".join(i for i in items if i is not None)).strip()


def word_of(rng, bits):
    return int("".join(c if c in "01" else rng.choice("01") for c in bits.replace(" ", "")), 2)


class Report:
    def __init__(self):
        self.counts, self.failures = {}, []

    def count(self, what):
        self.counts[what] = self.counts.get(what, 0) + 1

    def fail(self, text):
        self.failures.append(text)


def check_text(report, image, rows, rng, count):
    lines = [line_of(rng, row) for row in rows if row[0] not in OWN for _ in range(count)]
    for line, mine, theirs in zip(lines, our_assemble(image, lines), llvm_assemble(lines)):
        if mine == theirs:
            report.count("lines accepted by both" if mine is not None else "lines refused by both")
        elif mine is None and reserved(line):
            report.count("lines only LLVM takes, reserved")
        else:
            report.fail(f"text: {line}: ours {mine and hex(mine)}, LLVM {theirs and hex(theirs)}")


def explained(text):
    return any(re.search(pattern, text) for pattern in LLVM_MORE.values())


def check_words(report, image, words):
    theirs, mine = llvm_disassemble(words), our_text(image, words)
    both = [i for i in range(len(words)) if mine[i] and theirs[i] and not re.search(NOT_READ, theirs[i])]
    for i, word in enumerate(words):
        if (mine[i] is None) == (theirs[i] is None):
            report.count("words accepted by both" if mine[i] else "words refused by both")
        elif mine[i] and mine[i].split()[0] in OWN:
            report.count("words of the machine's own instructions")
        elif theirs[i] and explained(theirs[i]):
            report.count("words only LLVM has, explained")
        elif theirs[i] and reserved(theirs[i]):
            report.count("words only LLVM takes, reserved")
        elif theirs[i] and llvm_refuses_itself(theirs[i]):
            report.count("words that LLVM disassembles but does not assemble")
        else:
            report.fail(f"word {word:08x}: ours {mine[i]}, LLVM {theirs[i]}")
    back = llvm_assemble([numbered(mine[i], words[i]) for i in both])
    forth = our_assemble(image, [numbered(theirs[i], words[i]) for i in both])
    for i, b, f in zip(both, back, forth):
        if b != words[i]:
            report.fail(f"word {words[i]:08x}: our text '{mine[i]}' is {b and hex(b)} for LLVM")
        elif f != words[i]:
            report.fail(f"word {words[i]:08x}: LLVM's text '{theirs[i]}' is {f} for us")
        else:
            report.count("words through both texts and back")


refused = {}


def llvm_refuses_itself(text):
    if text not in refused:
        refused[text] = llvm_assemble([text])[0] is None
    return refused[text]


def random_words(rng, count):
    opcodes = [0x37, 0x17, 0x6F, 0x67, 0x63, 0x03, 0x23, 0x13, 0x33, 0x0F, 0x73, 0x07, 0x27, 0x43, 0x47,
               0x4B, 0x4F, 0x53, 0x57, 0x77, 0x57, 0x07, 0x27]
    return [rng.getrandbits(32) & ~0x7F | rng.choice(opcodes) for _ in range(count)]


def own_words(report, image):
    """Encodings of the machine's own instructions, from the specification."""
    expected = {"mpause": 0x08000073, "flushall": 0x20000077, "flushat a0": 0x20000077 | 10 << 15}
    expected.update({f"slog t0, {n}": 0x78000077 | 5 << 15 | n << 12 for n in range(4)})
    for (line, word), mine in zip(expected.items(), our_assemble(image, list(expected))):
        if mine != word or our_text(image, [word])[0] != line:
            report.fail(f"text: {line}: {mine}, expected {word:#x}")
        report.count("own instructions")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("image")
    p.add_argument("--count", type=int, default=12)
    p.add_argument("--seed", type=int, default=1)
    o = p.parse_args()
    if not shutil.which("llvm-mc-19"):
        print("skipped: llvm-mc-19 is not installed")
        return 77
    rng, report = random.Random(o.seed), Report()
    rows = [line.split("\t") for line in run([o.image, "--rows"], "")[0].splitlines()]
    check_text(report, o.image, rows, rng, o.count)
    check_words(report, o.image, [word_of(rng, row[1]) for row in rows for _ in range(o.count)])
    check_words(report, o.image, random_words(rng, 1000 * o.count))
    own_words(report, o.image)
    for text in report.failures[:40]:
        print(text)
    print(f"{len(rows)} rows")
    for what, n in sorted(report.counts.items()):
        print(f"{n:8} {what}")
    print(f"{len(report.failures)} disagreements")
    return 1 if report.failures else 0


sys.exit(main())
