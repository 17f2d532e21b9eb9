#!/usr/bin/env python3
"""The same bits and cycles from every compiler: digest.py BUILD-FOLDER [COUNT].

Builds kc with gcc -O0, gcc -O3 and clang -O2, runs a set of random programs through each (special
values included) and compares digests of everything they leave behind: outcome, cycles, registers,
memories.  BUILD-FOLDER is where generated sources lie.
"""
import concurrent.futures
import glob
import hashlib
import json
import os
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(TESTS)
sys.path.insert(0, TESTS + "/diff")

from coral_diff import HALT  # noqa: E402
from coral_gen import DATA, END, Program, all_rows  # noqa: E402
import aie2_differ  # noqa: E402
import aie2_model  # noqa: E402
from differ import write_case  # noqa: E402
from gen import generate  # noqa: E402

COMPILERS = [("gcc", "-O0"), ("gcc", "-O3"), ("clang-19", "-O2")]
FLAGS = ["-std=gnu11", "-D_GNU_SOURCE", '-DKC_VERSION="digest"', "-ffp-contract=off",
         f"-I{ROOT}/src", f"-I{ROOT}/include"]
LIBRARIES = ["-ljson-c", "-lyaml", "-lcurl", "-lsqlite3", "-lzstd", "-lxxhash", "-lmicrohttpd", "-lseccomp",
             "-lpthread", "-lm"]


def build(compiler, level, sources, generated, folder):
    kc = f"{folder}/kc-{compiler}{level}"
    subprocess.run([compiler, level, *FLAGS, f"-I{generated}", *sources, "-o", kc, *LIBRARIES], check=True)
    return kc


def digest(kc, cases):
    whole = hashlib.sha256()
    parts = []
    for arguments in cases:
        done = subprocess.run([kc, *arguments], capture_output=True, timeout=120)
        parts.append(hashlib.sha256(done.stdout).hexdigest())
        whole.update(done.stdout)
    return whole.hexdigest(), parts


def coral_case(seed, rows, folder):
    path = f"{folder}/coral{seed}.s"
    with open(path, "w", encoding="utf-8") as f:
        f.write(Program(seed, rows).text(HALT))
    return ["sim", "coral", path, "--json", "--dump", f"{DATA}+{END - DATA}"]


def main():
    build_folder, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 40
    kernels = f"{ROOT}/src/baseline/coral/c/"  # for another machine
    sources = [s for s in glob.glob(f"{ROOT}/src/**/*.c", recursive=True) if not s.startswith(kernels)]
    sources += glob.glob(f"{build_folder}/src/*.c")
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        jobs = [pool.submit(build, c, level, sources, f"{build_folder}/src", folder) for c, level in COMPILERS]
        cases = []
        for seed in range(count):
            os.mkdir(f"{folder}/{seed}")
            cases.append(write_case(generate(seed), f"{folder}/{seed}"))
        listed = subprocess.run([f"{build_folder}/kc", "isa", "coral", "--json"], capture_output=True, check=True)
        rows = all_rows(json.loads(listed.stdout))
        cases += [coral_case(seed, rows, folder) for seed in range(count)]
        tables = aie2_model.Tables(aie2_differ.TABLES)
        for seed in range(count):
            os.mkdir(f"{folder}/aie2-{seed}")
            _, *case = aie2_differ.generate(tables, seed, 40)
            cases.append(aie2_differ.write_case(f"{folder}/aie2-{seed}", *case))
        results = [digest(job.result(), cases) for job in jobs]
    for (compiler, level), (whole, _) in zip(COMPILERS, results):
        print(f"{whole[:32]}  {compiler} {level}")
    same = sum(len(set(parts)) == 1 for parts in zip(*(parts for _, parts in results)))
    print(f"{same} passed, {len(cases) - same} failed")
    return 0 if same == len(cases) else 1


sys.exit(main())
