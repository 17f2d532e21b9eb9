# ';' starts a comment.  GNU as would take a second instruction there: that is said, not swallowed.
# run: kc asm coral @
# exit: 1
# expect:
#   err__semicolon.s:17:22: error[semicolon]: ';' starts a comment here, but this looks like an instruction
#      17 |     addi a0, a0, 1 ; addi a1, a1, 1
#         |                      ^~~~~~~~~~~~~~
#   hint: write one instruction per line
#   err__semicolon.s:20:11: error[semicolon]: ';' starts a comment here, but this looks like an instruction
#      20 |     nop ; ret
#         |           ^~~
#   hint: write one instruction per line
#   err__semicolon.s:23:11: error[semicolon]: ';' starts a comment here, but this looks like an instruction
#      23 |     nop ; j somewhere
#         |           ^~~~~~~~~~~
#   hint: write one instruction per line
    addi a0, a0, 1 ; addi a1, a1, 1
    addi a0, a0, 1 ; add the next one
    ; addi a2, a2, 1
    nop ; ret
    nop ; max, then min, over the row
    nop ; not
    nop ; j somewhere
    mpause
