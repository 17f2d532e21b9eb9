# task: depthwise_conv
# config: C1
# cause: sign-extension
# depthwise_conv C1: x[8,8,16] w[3,3,16] params y[8,8,16]; channels in lanes
    .globl kernel
kernel:
    lw      s4, 0(a2)               # m
    lw      s5, 4(a2)               # s
    csrwi   vxrm, 0
    li      s0, 0                   # h
rows:
    li      s1, 0                   # w
cols:
    vsetivli zero, 16, e32, m4, ta, ma
    vmv.v.i v16, 0
    li      t0, -1                  # dy
    mv      t6, a1                  # weights
dy:
    li      t1, -1                  # dx
dx:
    add     t2, s0, t0
    add     t3, s1, t1
    li      t5, 8
    bgeu    t2, t5, skip            # outside, below 0 included
    bgeu    t3, t5, skip
    slli    t4, t2, 3
    add     t4, t4, t3
    slli    t4, t4, 4
    add     t4, t4, a0
    vsetivli zero, 16, e8, m1, ta, ma
    vle8.v  v1, (t4)
    vle8.v  v2, (t6)
    vwmulsu.vv v4, v1, v2
    vsetivli zero, 16, e16, m2, ta, ma
    vwadd.wv v16, v16, v4
skip:
    addi    t6, t6, 16
    addi    t1, t1, 1
    li      t5, 2
    bne     t1, t5, dx
    addi    t0, t0, 1
    bne     t0, t5, dy
    vsetivli zero, 16, e32, m4, ta, ma
    vsmul.vx v16, v16, s4
    vssra.vx v16, v16, s5
    vsetivli zero, 16, e16, m2, ta, ma
    vnclip.wi v8, v16, 0
    vsetivli zero, 16, e8, m1, ta, ma
    vnclip.wi v4, v8, 0
    vse8.v  v4, (a3)
    addi    a3, a3, 16
    addi    s1, s1, 1
    li      t5, 8
    bne     s1, t5, cols
    addi    s0, s0, 1
    bne     s0, t5, rows
    ret
