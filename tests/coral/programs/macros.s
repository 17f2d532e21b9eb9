# Macros, repetitions and conditions; compared with LLVM.
    .macro step rd, amount=4
    addi \rd, \rd, \amount
    .endm
    .macro load2 a, b, base
    lw \a, 0(\base)
    lw \b, 4(\base)
    .endm
    .macro loop count
    li t0, \count
.Lloop\@:
    addi t0, t0, -1
    bnez t0, .Lloop\@
    .endm
    .macro nested reg
    step \reg, 8
    step \reg
    .endm
    .text
    .globl _start
_start:
    step a0
    step a1, 16
    load2 a2, a3, sp
    loop 3
    loop 5
    nested a4
    .rept 3
    nop
    add a0, a0, a1
    .endr
    .rept 2
    .rept 2
    sub a0, a0, a1
    .endr
    mv a5, a6
    .endr
    .equ FLAG, 1
    .if FLAG
    li a0, 1
    .else
    li a0, 2
    .endif
    .if FLAG - 1
    li a1, 1
    .if FLAG
    li a1, 3
    .else
    li a1, 4
    .endif
    .else
    li a1, 2
    .endif
    .ifdef FLAG
    li a2, 1
    .endif
    .ifndef FLAG
    li a2, 2
    .else
    li a2, 3
    .endif
    .word 0x08000073
