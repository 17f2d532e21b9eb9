# kc sim --json: outcome, cycles, registers, dump as little endian hex (1.0 is bf16 0x3F80), trap fields (spec 5.2: 1 cycle each).
# run: printf 'S_ADDI_INT gp1, gp0, 5\nV_EXP_V gp0, gp0, 0\n' | kc sim plena - --json --dump 'vram[0:2]' | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["outcome"], d["cycles"], d["instructions"], d["latency_ns"], d["pc"], d["registers"]["gp1"], d["dump"])'
# expect:
#   halted 2 2 2.0 2 5 [{'region': 'vram', 'address': 0, 'count': 2, 'type': 'bf16', 'hex': '803f803f'}]
# run: printf 'S_ADDI_INT gp1, gp0, 5\nV_EXP_V gp0, gp1, 0\n' | kc sim plena - --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["outcome"], d["cause"], d["pc"], d["line"], d["cycles"], d["trap_registers"]["gp1"])'
# expect:
#   trap vram-align 1 2 1 5
# run: echo FOO | kc sim plena - --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["outcome"], d["diagnostics"][0]["id"])'
# expect:
#   syntax_error unknown-mnemonic
