# A handler in mtvec gets mcause, mepc and mtval, and mret goes on behind the instruction (spec 6).  Causes in order: ecall 11,
# illegal word 2, unknown CSR 2, load 5 at 0x30004, store into ITCM 7 with its line 0x10, branch to an address not a multiple of 4: 0.
# run: kc sim coral @ --dump 'dtcm[0:48]'
        la      t0, handler
        csrw    mtvec, t0
        lui     a0, 0x10
        lui     a1, 0x30
        ecall
        .word   0x0000007f
        csrr    a2, 0xc00
        lw      a2, 4(a1)
        sw      a2, 20(zero)
        beq     zero, zero, .+6
        mpause
        nop
handler:
        csrr    t1, mcause
        sw      t1, 0(a0)
        csrr    t1, mtval
        sw      t1, 4(a0)
        addi    a0, a0, 8
        csrr    t1, mepc
        addi    t1, t1, 4
        csrw    mepc, t1
        mret
# expect:
#   halted: 153 cycles (153.000 ns), 60 instructions
#   dtcm[0:48] =
#            0: 0b 00 00 00 00 00 00 00 02 00 00 00 7f 00 00 00
#           16: 02 00 00 00 00 00 00 00 05 00 00 00 04 00 03 00
#           32: 07 00 00 00 10 00 00 00 00 00 00 00 00 00 00 00
#   trap__handler.s:10:21: warning[csr-absent]: this machine has no control register 0xc00: the access traps
#      10 |         csrr    a2, 0xc00
#         |                     ^~~~~
