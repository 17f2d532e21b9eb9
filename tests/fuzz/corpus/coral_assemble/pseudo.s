# Every short form, with the sizes and special cases that matter; compared with LLVM.
    .text
    .globl _start
_start:
    nop
    mv a0, a1
    not a0, a1
    neg a0, a1
    seqz a0, a1
    snez a0, a1
    sltz a0, a1
    sgtz a0, a1
    sgt a0, a1, a2
    sgtu a0, a1, a2
    zext.b a0, a1
    add a0, a1, 5
    and a0, a1, -5
    or a0, a1, 5
    xor a0, a1, 5
    slt a0, a1, 5
    sltu a0, a1, 5
    sll a0, a1, 5
    srl a0, a1, 5
    sra a0, a1, 5
1:  beqz a0, 1b
    bnez a0, 1f
    blez a0, 1b
    bgez a0, 1f
    bltz a0, 1b
    bgtz a0, 1f
1:  bgt a0, a1, 1b
    ble a0, a1, 2f
    bgtu a0, a1, 1b
    bleu a0, a1, 2f
    j 2f
    jal 2f
    jal t0, 2f
    jr a0
    jr 4(a0)
    jalr a0
    jalr 8(a0)
    jalr t0, a0
    jalr t0, 4(a0)
    jalr t0, a0, 4
    ret
2:  call function
    call t0, function
    tail function
    jump function, t2
    li a0, 0
    li a0, 1
    li a0, -1
    li a0, 2047
    li a0, 2048
    li a0, -2048
    li a0, -2049
    li a0, 4096
    li a0, 0x800
    li a0, 0x7ffff800
    li a0, 0x7fffffff
    li a0, 0x80000000
    li a0, 0xffffffff
    li a0, -2147483648
    li a0, 0xfffff800
    li a0, 'A'
    li a0, (1 << 20) | 3
    la a0, object
    lla a1, object+4
    lw a0, object
    lb a1, object+1
    lhu a2, object+2
    flw fa0, object, t0
    sw a0, object, t1
    sb a1, object+1, t1
    fsw fa0, object+4, t1
    csrr a0, mcycle
    csrw mscratch, a0
    csrs mscratch, a0
    csrc mscratch, a0
    csrwi mscratch, 5
    csrsi mscratch, 5
    csrci mscratch, 5
    csrw mscratch, 7
    csrs mscratch, 7
    csrc mscratch, 7
    csrrw a0, mscratch, 9
    frcsr a0
    fscsr a0
    fscsr a0, a1
    frrm a0
    fsrm a0
    fsrm a0, a1
    fsrmi 1
    fsrmi a0, 1
    frflags a0
    fsflags a0
    fsflags a0, a1
    fsflagsi 1
    fsflagsi a0, 1
    fmv.s fa0, fa1
    fabs.s fa0, fa1
    fneg.s fa0, fa1
    fgt.s a0, fa0, fa1
    fge.s a0, fa0, fa1
    fmv.x.s a0, fa0
    fmv.s.x fa0, a0
    fence
    scall
    sbreak
    vsetvli t0, a0, e8, m1, ta, ma
    vneg.v v8, v16
    vneg.v v8, v16, v0.t
    vnot.v v8, v16
    vwcvt.x.x.v v8, v16
    vwcvtu.x.x.v v8, v16, v0.t
    vncvt.x.x.w v8, v16
    vmslt.vi v8, v16, 5
    vmslt.vi v8, v16, -15
    vmslt.vi v8, v16, 16
    vmsltu.vi v8, v16, 5
    vmsltu.vi v8, v16, 0
    vmsltu.vi v8, v16, 0, v0.t
    vmsge.vi v8, v16, 5, v0.t
    vmsgeu.vi v8, v16, 5
    vmsgeu.vi v8, v16, 0
    vmsgt.vv v8, v16, v24
    vmsgtu.vv v8, v16, v24, v0.t
    vmsge.vv v8, v16, v24
    vmsgeu.vv v8, v16, v24
    vmsge.vx v8, v16, a0
    vmsge.vx v8, v16, a0, v0.t
    vmsge.vx v0, v16, a0, v0.t, v2
    vmsge.vx v8, v16, a0, v0.t, v2
    vmsgeu.vx v8, v16, a0
    vmsgeu.vx v8, v16, a0, v0.t, v2
    vmmv.m v8, v16
    vmclr.m v8
    vmset.m v8
    vmnot.m v8, v16
    vpopc.m a0, v8
    vl1r.v v8, (a0)
    vl2r.v v8, (a0)
    vl4r.v v8, (a0)
    vl8r.v v8, (a0)
    vle1.v v8, (a0)
    vse1.v v8, (a0)
    vmandnot.mm v8, v16, v24
    vmornot.mm v8, v16, v24
function:
    ret
    .data
object: .word 1, 2, 3
