# kc asm --json: words and diagnostics; 128<<14 + 1<<6 + 0x22 = 0x00200062 (spec 3.2); bad input has error_count and places.
# run: echo 'S_ADDI_INT gp1, gp0, 128' | kc asm plena --json - | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["success"], d["instruction_count"], d["error_count"], d["words"])'
# expect:
#   True 1 0 ['0x00200062']
# run: printf 'S_ADDI_INT gp1, gp0, 128\n  FOO\nS_LD_FP f0, gp0, 1\n' | kc asm plena --json - | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["success"], d["error_count"], d["warning_count"]); print(*[(e["severity"], e["id"], e["line"], e["column"]) for e in d["diagnostics"]], sep="\n")'
# expect:
#   False 1 1
#   ('error', 'unknown-mnemonic', 2, 3)
#   ('warning', 'f0-load', 3, 1)
# run: printf 'FOO\n' | kc asm plena --json - > /dev/null
# exit: 1
# expect:
