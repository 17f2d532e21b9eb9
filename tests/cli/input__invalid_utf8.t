# Invalid UTF-8 in code is an error, in comments it is skipped; JSON output stays valid UTF-8 (python decodes it strictly).
# run: printf 'S_ADDI_INT gp1, gp0, \377\3765\n' | kc asm plena - 2>&1 | head -1; printf 'S_ADDI_INT gp1, gp0, 5 ; \377 \303(\n' | kc asm plena -
# expect:
#   <stdin>:1:22: error[bad-byte]: byte 0xFF is not part of any instruction
#   0x00014062
# run: printf '\377\376 gp1\n' | kc asm plena --json - | python3 -c 'import json,sys; print(json.loads(sys.stdin.buffer.read().decode())["diagnostics"][0]["id"])'
# expect:
#   bad-byte
