# '-' reads standard input for asm, disasm and sim; diagnostics call it <stdin>.  5<<14 + 1<<6 + 0x22 = 0x00014062 (spec 3.1).
# run: echo 'S_ADDI_INT gp1, gp0, 5' | kc asm plena -; echo 0x00014062 | kc disasm plena -; echo 'S_ADDI_INT gp1, gp0, 5' | kc sim plena -; echo FOO | kc asm plena - 2>&1 | head -1
# expect:
#   0x00014062
#   S_ADDI_INT gp1, gp0, 5
#   halted: 1 cycles (1.000 ns), 1 instructions
#   <stdin>:1:1: error[unknown-mnemonic]: unknown mnemonic 'FOO'
