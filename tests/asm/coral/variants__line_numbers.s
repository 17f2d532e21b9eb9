# Lines of diagnostics stay right after block comments, macros and repetitions.
# run: kc asm coral @
# exit: 1
# expect:
#   variants__line_numbers.s:22:5: error[imm-range]: imm 9999 of addi does not fit in 12 signed bits (-2048 to 2047)
#      22 |     wrong
#         |     ^~~~~
#   hint: put the number into a register with li and use add
#   variants__line_numbers.s:24:18: error[imm-range]: imm 8888 of addi does not fit in 12 signed bits (-2048 to 2047)
#      24 |     addi a0, a0, 8888
#         |                  ^~~~
#   hint: put the number into a register with li and use add
#   variants__line_numbers.s:26:5: error[unknown-mnemonic]: unknown mnemonic 'bad'
#      26 |     bad
#         |     ^~~
#   hint: did you mean jal?
/* one
   two */
    .macro wrong
    addi a0, a0, 9999
    .endm
    wrong
    .rept 1
    addi a0, a0, 8888
    .endr
    bad
