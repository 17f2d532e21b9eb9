#!/usr/bin/env python3
"""Programs against LLVM: the bytes we would load are those of clang-19's assembler and lld-19.

    programs.py CORAL_IMAGE FOLDER

Every .s file of the folder and of its ext/ is assembled by us and by llvm-mc-19, linked by ld.lld-19
with the folder's link.ld; contents of memory and entry point must be equal.
"""
import concurrent.futures
import glob
import os
import shutil
import struct
import subprocess
import sys
import tempfile

FLAGS = ["--triple=riscv32", "--mattr=+m,+f,+zbb,+zicsr,+zifencei,+zve32x,+zvl128b",
         "-filetype=obj", "--target-abi=ilp32"]


def memory_of_elf(data):
    """Bytes by address of all PT_LOAD segments, and the entry point."""
    entry, phoff = struct.unpack_from("<II", data, 24)
    phentsize, phnum = struct.unpack_from("<HH", data, 42)
    memory = {}
    for i in range(phnum):
        kind, offset, _, paddr, filesz = struct.unpack_from("<IIIII", data, phoff + i * phentsize)
        if kind == 1:
            memory.update((paddr + k, data[offset + k]) for k in range(filesz))
    return memory, entry


def build(path):
    with tempfile.TemporaryDirectory() as folder:
        obj, elf = os.path.join(folder, "a.o"), os.path.join(folder, "a.elf")
        script = os.path.join(os.path.dirname(path), "link.ld")
        subprocess.run(["llvm-mc-19", *FLAGS, path, "-o", obj], check=True)
        subprocess.run(["ld.lld-19", "-T", script, obj, "-o", elf], check=True)
        with open(elf, "rb") as f:
            return memory_of_elf(f.read())


def ours(image, paths):
    out = subprocess.run([image, *paths], check=True, capture_output=True, text=True).stdout
    result, name = {}, None
    for line in out.splitlines():
        word, _, rest = line.partition(" ")
        if word == "file":
            name = rest
            result[name] = [{}, None, None]
        elif word == "entry":
            result[name][1] = int(rest, 16)
        elif word == "error":
            result[name][2] = rest
        else:
            address, _, text = rest.partition(" ")
            at = int(address, 16)
            result[name][0].update((at + i, b) for i, b in enumerate(bytes.fromhex(text)))
    return result


def difference(mine, theirs):
    memory, entry, error = mine
    if error:
        return error
    if entry != theirs[1]:
        return f"entry {entry:#x}, expected {theirs[1]:#x}"
    for address in sorted(set(memory) | set(theirs[0])):
        if memory.get(address, 0) != theirs[0].get(address, 0):
            return (f"at {address:#x}: {memory.get(address)}, expected "
                    f"{theirs[0].get(address)}")
    return None


def main():
    image, folder = sys.argv[1:3]
    if not shutil.which("llvm-mc-19") or not shutil.which("ld.lld-19"):
        print("skipped: llvm-mc-19 or ld.lld-19 is not installed")
        return 77
    paths = sorted(glob.glob(folder + "/*.s") + glob.glob(folder + "/ext/*.s"))
    mine = ours(image, paths)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for path, theirs in zip(paths, pool.map(build, paths)):
            why = difference(mine[path], theirs)
            if why:
                print(f"{path}: {why}")
                failed += 1
    print(f"{len(paths) - failed} passed, {failed} failed")
    return 0 if paths and not failed else 1


sys.exit(main())
