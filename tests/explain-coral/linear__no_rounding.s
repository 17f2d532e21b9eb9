# task: linear
# config: C1
# cause: rounding-mode
# linear C1: x[4,32] w[32,64] bias[64] params y[4,64]; 32 columns at a time
    .globl kernel
kernel:
    lw      t4, 0(a3)               # m
    lw      t5, 4(a3)               # s
    csrwi   vxrm, 0
    li      t0, 4                   # rows
row:
    li      t6, 2                   # halves
    mv      a5, a1
    mv      a6, a2
half:
    li      t1, 32                  # k
    mv      t2, a5
    mv      a7, a0
    vsetvli zero, t1, e32, m8, ta, ma
    vle32.v v16, (a6)
    vsetvli zero, t1, e16, m4, ta, ma
1:  lb      t3, 0(a7)
    vle8.v  v4, (t2)
    vsext.vf2 v8, v4
    vwmacc.vx v16, t3, v8
    addi    a7, a7, 1
    addi    t2, t2, 64
    addi    t1, t1, -1
    bnez    t1, 1b
    li      t1, 32
    vsetvli zero, t1, e32, m8, ta, ma
    vsmul.vx v16, v16, t4
    vsra.vx v16, v16, t5
    vsetvli zero, t1, e16, m4, ta, ma
    vnclip.wi v8, v16, 0
    vsetvli zero, t1, e8, m2, ta, ma
    vnclip.wi v4, v8, 0
    vse8.v  v4, (a4)
    addi    a4, a4, 32
    addi    a5, a5, 32
    addi    a6, a6, 128
    addi    t6, t6, -1
    bnez    t6, half
    addi    a0, a0, 32
    addi    t0, t0, -1
    bnez    t0, row
    ret
