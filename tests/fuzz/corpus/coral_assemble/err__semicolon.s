# ';' starts a comment.  GNU as would take a second instruction there: that is said, not swallowed.
# run: kc asm coral @
# exit: 1
# expect:
#   err__semicolon.s:13:22: error[semicolon]: ';' starts a comment here, but this looks like an instruction
#      13 |     addi a0, a0, 1 ; addi a1, a1, 1
#         |                      ^~~~~~~~~~~~~~
#   hint: write one instruction per line
#   err__semicolon.s:16:11: error[semicolon]: ';' starts a comment here, but this looks like an instruction
#      16 |     nop ; ret
#         |           ^~~
#   hint: write one instruction per line
    addi a0, a0, 1 ; addi a1, a1, 1
    addi a0, a0, 1 ; add the next one
    ; addi a2, a2, 1
    nop ; ret
    mpause
