#!/usr/bin/env python3
"""The C kernels as strangers would hand them in: c_kernels.py KC FOLDER [CONFIG...].

Every file of FOLDER, with kernel.h and its sizes in front, is evaluated as a C kernel of its task.
So the versions with channels innermost are judged too, which `kc baseline` only falls back to.
"""
import json
import os
import subprocess
import sys
import tempfile


def sizes(kc):
    text = subprocess.run([kc, "tasks", "-p", "coral", "--json"], capture_output=True, text=True, check=True).stdout
    return {task["name"]: task for task in json.loads(text)}


def source(folder, name, config):
    with open(f"{folder}/kernel.h", encoding="utf-8") as f:
        text = f.read()
    for parameter, value in config.items():
        text += f"#define {parameter} {value}\n"
    with open(f"{folder}/{name}.c", encoding="utf-8") as f:
        return text + f.read()


def evaluate(kc, task, config, text):
    with tempfile.NamedTemporaryFile("w", suffix=".c") as f:
        f.write(text)
        f.flush()
        done = subprocess.run([kc, "eval", task, "-p", "coral", "-c", config, "--json", f.name],
                              capture_output=True, text=True)
    if done.returncode == 2:
        sys.exit(done.stderr)
    answer = json.loads(done.stdout)
    return answer["verdict"], answer["cycles"], done.stderr


def main():
    kc, folder, *configs = sys.argv[1:]
    tasks, failed, count = sizes(kc), 0, 0
    for name in sorted(f[:-2] for f in os.listdir(folder) if f.endswith(".c")):
        task = tasks[name.removesuffix("_inner")]
        for config in configs or ["C1"]:
            values = task["configs"]["coral"][int(config[1:]) - 1]
            verdict, cycles, errors = evaluate(kc, task["name"], config, source(folder, name, values))
            count += 1
            if verdict != "correct":
                failed += 1
                print(f"{name} {config}: {verdict}\n{errors}")
            else:
                print(f"{name} {config}: {cycles} cycles")
    print(f"{count - failed} passed, {failed} failed")
    return failed > 0


sys.exit(main())
