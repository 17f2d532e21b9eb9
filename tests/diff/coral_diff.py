#!/usr/bin/env python3
"""The Coral simulator against qemu: coral_diff.py KC [--count N] [--seed S] [--rows] [--keep FOLDER].

Random programs (coral_gen.py) run on both machines; registers, control registers and 32 KiB of memory must be equal.
--rows makes one program for every instruction row as well.  qemu's copy is assembled by clang, ours by kc.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from coral_gen import DATA, DUMP, ELSEWHERE, END, Program, all_rows  # noqa: E402

TARGET = ["--target=riscv32-unknown-elf", "-march=rv32imf_zve32x_zvl128b_zicsr_zifencei_zbb", "-mabi=ilp32",
          "-mno-relax"]
QEMU = ["qemu-riscv32", "-cpu", "rv32,v=true,vlen=128,elen=64,vext_spec=v1.0,zbb=true"]
HALT = ["    .word 0x08000073"]
WRITE = ["    li a7, 64", "    li a0, 1", f"    li a1, {DATA}", f"    li a2, {END - DATA}", "    ecall",
         "    li a7, 93", "    li a0, 0", "    ecall"]
SCRIPT = "ENTRY(_start) SECTIONS { . = 0x10000; .data : { *(.data) } . = 0x400000; .text : { *(.text) } }"


def run(command):
    return subprocess.run(command, capture_output=True, timeout=60)


def on_qemu(text, folder):
    with open(f"{folder}/q.s", "w", encoding="utf-8") as f:
        f.write(text)
    done = run(["clang-19", *TARGET, "-c", f"{folder}/q.s", "-o", f"{folder}/q.o"])
    if done.returncode:
        return None, done.stderr.decode()
    done = run(["ld.lld-19", "-T", f"{folder}/../link.ld", f"{folder}/q.o", "-o", f"{folder}/q"])
    if done.returncode:
        return None, done.stderr.decode()
    done = run([*QEMU, f"{folder}/q"])
    if len(done.stdout) != END - DATA:
        return None, f"qemu ended with {done.returncode}: {done.stderr.decode()}"
    return done.stdout, ""


def on_kc(kc, text, folder):
    with open(f"{folder}/k.s", "w", encoding="utf-8") as f:
        f.write(text)
    done = run([kc, "sim", "coral", f"{folder}/k.s", "--json", "--dump", f"{DATA}+{END - DATA}"])
    if not done.stdout.startswith(b"{"):
        return None, done.stderr.decode()
    out = json.loads(done.stdout)
    if out["outcome"] != "halted":
        return None, f"{out['outcome']}: {out.get('message')} at line {out.get('line')}"
    if any(note["id"] == "model-stuck" for note in out.get("notes", [])):
        return None, "the cycle model got stuck"
    return bytes.fromhex(out["dump"][0]["hex"]), ""


def place(offset):
    """What a byte of the dump is, in words."""
    at = offset - (DUMP - DATA)
    if at < 0:
        return f"memory 0x{DATA + offset:x}"
    if at < 128:
        return f"x{at // 4}"
    if at < 256:
        return f"f{(at - 128) // 4}"
    if at < 512:
        return ["vl", "vtype", "vstart", "vxsat", "vxrm", "fcsr"][(at - 256) // 4]
    return f"v{(at - 512) // 16} byte {(at - 512) % 16}"


def compare(kc, program, folder):
    os.mkdir(folder)
    want, why = on_qemu(program.text(WRITE), folder)
    if want is None:
        return "qemu: " + why
    got, why = on_kc(kc, program.text(HALT), folder)
    if got is None:
        return "kc: " + why
    if got == want:
        return ""
    first = next(i for i in range(len(want)) if got[i] != want[i])
    places = sorted({place(i) for i in range(len(want)) if got[i] != want[i]})
    word = slice(first & ~3, (first & ~3) + 4)
    return (f"{place(first)}: kc {got[word].hex()}, qemu {want[word].hex()}; "
            f"differ: {', '.join(places[:8])}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kc")
    parser.add_argument("--count", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", action="store_true")
    parser.add_argument("--keep")
    a = parser.parse_args()
    missing = [t for t in ("qemu-riscv32", "clang-19", "ld.lld-19") if not shutil.which(t)]
    if missing:
        print("skipped: not installed: " + ", ".join(missing))
        return 77
    rows = all_rows(json.loads(run([a.kc, "isa", "coral", "--json"]).stdout))
    jobs = [(f"seed {s}", Program(s, rows)) for s in range(a.seed, a.seed + a.count)]
    if a.rows:
        jobs += [(row["mnemonic"], Program(n, rows, [row], 12))
                 for n, row in enumerate(rows) if row["mnemonic"] not in ELSEWHERE]
    with tempfile.TemporaryDirectory() as folder:
        folder = a.keep or folder
        os.makedirs(folder, exist_ok=True)
        with open(f"{folder}/link.ld", "w", encoding="utf-8") as f:
            f.write(SCRIPT)
        with ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda n: compare(a.kc, jobs[n][1], f"{folder}/{n}"), range(len(jobs))))
    for (name, _), result in zip(jobs, results):
        if result:
            print(f"{name}: {result}")
    failed = sum(bool(r) for r in results)
    print(f"{len(jobs) - failed} programs agree, {failed} do not")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
