# task: gemv
# config: C1
# cause: operand-shifted or shifted
# gemv C1: a[64,32] x[32] params y[64]
    .globl kernel
kernel:
    addi    a0, a0, 32
    lw      t4, 0(a2)
    lw      t5, 4(a2)
    csrwi   vxrm, 0
    li      t0, 63
    li      t1, 32
    vsetvli zero, t1, e8, m2, ta, ma
    vle8.v  v4, (a1)
1:  vsetvli zero, t1, e8, m2, ta, ma
    vle8.v  v6, (a0)
    vwmul.vv v8, v4, v6
    vsetvli zero, t1, e32, m1, ta, ma
    vmv.v.i v16, 0
    vsetvli zero, t1, e16, m4, ta, ma
    vwredsum.vs v16, v8, v16
    vsetivli zero, 1, e32, m1, ta, ma
    vsmul.vx v16, v16, t4
    vssra.vx v16, v16, t5
    vsetivli zero, 1, e16, mf2, ta, ma
    vnclip.wi v17, v16, 0
    vsetivli zero, 1, e8, mf4, ta, ma
    vnclip.wi v18, v17, 0
    vse8.v  v18, (a3)
    addi    a0, a0, 32
    addi    a3, a3, 1
    addi    t0, t0, -1
    bnez    t0, 1b
    ret
