# task: gemm
# config: C1
# cause: sign-extension
# gemm C1: x[32,32] w[32,32] params y[32,32]; one row of y at a time
    .globl kernel
kernel:
    lw      t4, 0(a2)               # m
    lw      t5, 4(a2)               # s
    csrwi   vxrm, 0
    li      t0, 32                  # rows
row:
    li      t1, 32                  # k
    mv      t2, a1
    vsetvli zero, t1, e32, m8, ta, ma
    vmv.v.i v16, 0
    vsetvli zero, t1, e16, m4, ta, ma
1:  lbu     t3, 0(a0)
    vle8.v  v4, (t2)
    vsext.vf2 v8, v4
    vwmacc.vx v16, t3, v8
    addi    a0, a0, 1
    addi    t2, t2, 32
    addi    t1, t1, -1
    bnez    t1, 1b
    li      t1, 32
    vsetvli zero, t1, e32, m8, ta, ma
    vsmul.vx v16, v16, t4
    vssra.vx v16, v16, t5
    vsetvli zero, t1, e16, m4, ta, ma
    vnclip.wi v8, v16, 0
    vsetvli zero, t1, e8, m2, ta, ma
    vnclip.wi v4, v8, 0
    vse8.v  v4, (a3)
    addi    a3, a3, 32
    addi    t0, t0, -1
    bnez    t0, row
    ret
