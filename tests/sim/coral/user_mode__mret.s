# mret with MPP = 0 leaves machine mode: mpause then traps with cause 25 (spec 6).
# run: kc sim coral @
# exit: 1
        la      t0, 1f
        csrw    mepc, t0
        mret
1:      mpause
# expect:
#   trap: 10 cycles (10.000 ns), 4 instructions
#   user_mode__mret.s:7:1: error[user-mode]: trap: mpause in user mode (pc 16, cycle 10)
#       7 | 1:      mpause
#         | ^~~~~~~~~~~~~~
#   hint: mret left machine mode because mstatus.MPP was not 3
