# A wrong number of operands shows the syntax and an example.
# run: kc asm coral @
# exit: 1
# expect:
#   err__operand_count.s:29:5: error[operand-count]: add takes 3 operands, not 2
#      29 |     add a0, a1
#         |     ^~~~~~~~~~
#   hint: write: add rd, rs1, rs2   for example: add a0, a1, a2
#   err__operand_count.s:30:5: error[operand-count]: vle8.v takes 2 or 3 operands, not 1
#      30 |     vle8.v v8
#         |     ^~~~~~~~~
#   hint: write: vle8.v vd, (rs1), [vm]   for example: vle8.v v8, (a0)
#   err__operand_count.s:31:5: error[operand-count]: ret does not take 1 operand
#      31 |     ret a0
#         |     ^~~~~~
#   hint: write: ret
#   err__operand_count.s:32:5: error[operand-count]: beqz does not take 1 operand
#      32 |     beqz a0
#         |     ^~~~~~~
#   hint: write: beqz rs, offset
#   err__operand_count.s:33:5: error[operand-count]: mpause takes 0 operands, not 1
#      33 |     mpause 1
#         |     ^~~~~~~~
#   hint: write the mnemonic alone
#   err__operand_count.s:34:5: error[operand-count]: vadd.vv takes 3 or 4 operands, not 5
#      34 |     vadd.vv v8, v16, v24, v0.t, v1
#         |     ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#   hint: write: vadd.vv vd, vs2, vs1, [vm]   for example: vadd.vv v8, v16, v24
    add a0, a1
    vle8.v v8
    ret a0
    beqz a0
    mpause 1
    vadd.vv v8, v16, v24, v0.t, v1
