# Reset values and what writes change (spec 5): mstatus keeps only MPP; misa, vendor and SCM words; mcycle in cycle d reads d + 1, and
# minstret counts older instructions.  vsetvli e8,mf8 sets vill and keeps the other bits: 0x800000c5 (spec 2).
# run: kc sim coral @ --dump 'dtcm[0:36]'
        lui     a0, 0x10
        li      t0, -1
        csrrw   t1, mstatus, t0
        sw      t1, 0(a0)
        csrr    t1, mstatus
        sw      t1, 4(a0)
        csrr    t1, misa
        sw      t1, 8(a0)
        csrr    t1, mvendorid
        sw      t1, 12(a0)
        csrr    t1, kscm0
        sw      t1, 16(a0)
        csrr    t1, minstret
        sw      t1, 20(a0)
        vsetvli t1, a0, e8, mf8, ta, ma
        csrr    t2, vtype
        sw      t1, 24(a0)
        sw      t2, 28(a0)
        csrwi   fcsr, 31
        csrsi   frm, 3
        csrr    t1, fcsr
        sw      t1, 32(a0)
        mpause
# expect:
#   halted: 59 cycles (59.000 ns), 23 instructions
#   dtcm[0:36] =
#            0: 00 22 00 00 00 3a 00 00 20 11 20 40 26 04 00 00
#           16: f9 ab 77 c6 0c 00 00 00 00 00 00 00 c5 00 00 80
#           32: 7f 00 00 00
#   csr__values.s:18:9: warning[vtype-illegal]: this machine does not have this vector type: every vector instruction after it traps
#      18 |         vsetvli t1, a0, e8, mf8, ta, ma
#         |         ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
#   hint: mf4 goes with e8, mf2 with e8 and e16, m1 to m8 with all
