#!/usr/bin/env python3
"""What 'make install' installs, used from there.  Usage: install.py KC BUILD ROOT PREFIX

The manual page passes mandoc and groff without a warning; completions are executed by their shells
(where those are installed: what is missing is said); a plug-in is built against the installed headers
and passes 'kc conform'.
"""
import os
import shutil
import subprocess
import sys
import tempfile

KC, BUILD, ROOT, PREFIX = [os.path.abspath(a) for a in sys.argv[1:5]]
passed = failed = 0
skipped = []


def check(what, good, detail=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED {what}: {str(detail)[-800:]}")


def run(*command, env=None, data=None):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, **(env or {})},
                          input=data)
    return done.returncode, done.stdout, done.stderr


def have(name):
    if not shutil.which(name):
        skipped.append(name)
    return shutil.which(name) is not None


def manual_page(page):
    with open(page, encoding="utf-8") as f:
        text = f.read()
    for line in run(KC, "help")[1].splitlines():
        if line.startswith("  "):
            check(f"the page has {line.split()[0]}", f'.SS "kc {line.split()[0]}' in text)
    check("options with their text", "\\fB\\-a\\fR, \\fB\\-\\-agent\\fR=\\fIAGENT\\fR" in text)
    check("variables", ".B KC_PLUGINS" in text)
    if have("mandoc"):
        code, out, err = run("mandoc", "-Tlint", "-Wwarning", page)
        check("mandoc has no warning", code == 0 and not out + err, out + err)
    if have("groff"):
        code, out, err = run("groff", "-man", "-ww", "-z", page)
        check("groff has no warning", code == 0 and not out + err, out + err)


CASES = [
    ("kc pl", ["platforms"]), ("kc con", ["conform"]), ("kc isa ", ["aie2", "coral", "plena"]),
    ("kc isa pl", ["plena"]), ("kc isa plena V_RED_M", ["V_RED_MAX"]), ("kc run --shar", ["--shard"]),
    ("kc run -p co", ["coral"]), ("kc run --platform co", ["coral"]), ("kc run --task soft", ["softmax"]),
    ("kc eval soft", ["softmax"]), ("kc eval -c C5 soft", ["softmax"]), ("kc eval --json soft", ["softmax"]),
    ("kc run -c ", ["C1", "C2", "C3", "C4", "C5"]), ("kc completion f", ["fish"]), ("kc run --repeat ", []),
    ("kc run -a temp", ["template"]), ("kc run --lang ", ["asm", "c"]),
]


def bash(script, env):
    ask = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _kc; '
           'printf "%s\\n" "${COMPREPLY[@]}"')
    for line, expected in CASES + [("kc run --platform = ple", ["plena"]), ("kc asm plena Makef", ["Makefile"])]:
        done = subprocess.run(["bash", "-c", ask, "bash", script, *line.split(" ")], capture_output=True, text=True,
                              env={**os.environ, **env}, cwd=ROOT, timeout=60)
        got = [w for w in done.stdout.split("\n") if w]
        check(f"bash: {line}", sorted(got) == expected and not done.stderr, f"{got} {done.stderr}")


def fish(script, env):
    for line, expected in [c for c in CASES if "V_RED" not in c[0]]:  # fish completes first arguments only
        code, out, err = run("fish", "--no-config", "-c", f"source {script}; complete -C '{line}'", env=env)
        got = [w.split("\t")[0] for w in out.split("\n") if w]
        check(f"fish: {line}", code == 0 and set(expected) <= set(got) and (expected or not got), f"{got} {err}")


ZSH = r"""
zmodload zsh/zpty; zpty z zsh -f -i
zpty -w z "fpath=($1 \$fpath); autoload -Uz compinit; compinit -u -d $2; PS1=; zstyle ':completion:*' menu no"
zpty -w z "LISTMAX=0; bindkey '^X' list-choices"
sleep 1; zpty -n -w z "$3"$'\t'; sleep 2; zpty -r -t z out '*'; while zpty -r -t z more; do out+=$more; done
print -r -- "$out"; zpty -d z
"""


def zsh(script, env, folder):
    code, out, err = run("zsh", "-n", script)
    check("zsh reads it", code == 0, out + err)
    for line, expected in [("kc platf", "platforms"), ("kc run --shar", "--shard"), ("kc isa plen", "kc isa plena")]:
        code, out, err = run("zsh", "-f", "-c", ZSH, "zsh", os.path.dirname(script), f"{folder}/dump", line, env=env)
        check(f"zsh: {line}", expected in out, out[-300:] + err)


def plugin(prefix, folder):
    code, flags, err = run("pkg-config", "--cflags", "kernelcraft",
                           env={"PKG_CONFIG_PATH": f"{prefix}/share/pkgconfig",
                                "PKG_CONFIG_SYSROOT_DIR": prefix[:-len(PREFIX)]})
    check("pkg-config", code == 0 and "-I" in flags, err)
    cc = os.environ.get("CC", "cc").split()
    code, out, err = run(*cc, "-std=gnu11", "-O1", "-shared", "-fPIC", "-ffp-contract=off", *flags.split(),
                         f"{ROOT}/tests/toy/toy.c", "-o", f"{folder}/toy.so")
    check("a plug-in builds with the installed headers", code == 0, err)
    code, out, err = run(f"{prefix}/bin/kc", "--plugin", f"{folder}/toy.so", "conform", "toy")
    check("and conforms with the installed kc", code == 0 and "0 failed" in out, out + err)


def main():
    with tempfile.TemporaryDirectory() as folder:
        code, out, err = run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", f"{folder}/root")
        check("meson install", code == 0, out + err)
        prefix = f"{folder}/root{PREFIX}"
        env = {"PATH": f"{prefix}/bin:{os.environ['PATH']}"}
        manual_page(f"{prefix}/share/man/man1/kc.1")
        bash(f"{prefix}/share/bash-completion/completions/kc", env)
        if have("fish"):
            fish(f"{prefix}/share/fish/vendor_completions.d/kc.fish", env)
        if have("zsh"):
            zsh(f"{prefix}/share/zsh/site-functions/_kc", env, folder)
        plugin(prefix, folder)
    print(f"install: {passed} checks passed, {failed} failed" + (f"; not installed: {', '.join(skipped)}"
                                                                 if skipped else ""))
    return 1 if failed else 0


sys.exit(main())
