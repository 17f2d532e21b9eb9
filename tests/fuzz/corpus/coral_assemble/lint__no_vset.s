# A program with vector code and no vset at all traps wherever it starts.
# run: kc asm coral @ | tail -1
# expect:
#   08000073
#   lint__no_vset.s:12:5: warning[no-vset]: the program has vector instructions but no vset: they trap
#      12 |     vadd.vv v8, v16, v24
#         |     ^~~~~~~~~~~~~~~~~~~~
#   hint: start with a vsetvli, for example: vsetvli t0, zero, e8, m1, ta, ma
_start:
    li a0, 1
again:
    vadd.vv v8, v16, v24
    bnez a0, again
    mpause
