# Control registers: names that do not exist here.  cycle is legal to write down but traps.
# run: kc asm coral @
# exit: 1
# expect:
#   err__csr.s:24:14: error[csr]: there is no control register 'mcycl'
#      24 |     csrr a0, mcycl
#         |              ^~~~~
#   hint: did you mean mcycle?
#   err__csr.s:25:14: warning[csr-absent]: this machine has no control register cycle: the access traps
#      25 |     csrr a0, cycle
#         |              ^~~~~
#   hint: use mcycle
#   err__csr.s:26:14: warning[csr-absent]: this machine has no control register 0x7ff: the access traps
#      26 |     csrr a0, 0x7ff
#         |              ^~~~~
#   err__csr.s:27:10: warning[csr-absent]: this machine has no control register vcsr: the access traps
#      27 |     csrw vcsr, a0
#         |          ^~~~
#   hint: use vxrm and vxsat
#   err__csr.s:28:14: error[imm-range]: csr 4096 of csrrs does not fit in 12 unsigned bits (0 to 4095)
#      28 |     csrr a0, 4096
#         |              ^~~~
#   hint: control and status register, by name or number
    csrr a0, mcycl
    csrr a0, cycle
    csrr a0, 0x7ff
    csrw vcsr, a0
    csrr a0, 4096
    mpause
