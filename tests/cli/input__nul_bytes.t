# A file of NUL bytes is an error, not a crash; so is one NUL behind good code.
# run: head -c 1000 /dev/zero | kc asm plena - 2>&1 | sed -n '1p;4p'; printf 'S_ADDI_INT gp1, gp0, 5\0\n' | kc asm plena - 2>&1 | head -1
# expect:
#   <stdin>:1:1: error[bad-byte]: byte 0x00 is not part of any instruction
#   hint: code is plain ASCII; other characters may stand in comments only
#   <stdin>:1:23: error[bad-byte]: byte 0x00 is not part of any instruction
# run: head -c 1000 /dev/zero | kc sim plena - 2>/dev/null
# exit: 1
# expect:
