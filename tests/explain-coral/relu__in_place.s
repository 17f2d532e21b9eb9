# task: relu
# config: C1
# cause: output-elsewhere or input-overwritten
# relu: y = max(0, x), 512 elements
    .globl kernel
kernel:
    li      t1, 512
1:  vsetvli t0, t1, e8, m8, ta, ma
    vle8.v  v8, (a0)
    vmax.vx v8, v8, zero
    vse8.v  v8, (a0)
    add     a0, a0, t0
    add     a1, a1, t0
    sub     t1, t1, t0
    bnez    t1, 1b
    ret
