/* Directives for data, alignment and symbols; compared with LLVM. */
    .option push
    .option norvc
    .option norelax
    .option pop
    .file "data.s"
    .ident "nobody"
    .attribute 4, 16
    .text
    .globl _start
    .type _start, @function
_start:                         // entry
    lui a0, %hi(table)          # comment
    addi a0, a0, %lo(table)
    lw a1, %lo(table+4)(a0)
    sw a1, %lo(table+8)(a0)
.Lhere:
    auipc a2, %pcrel_hi(words)
    lw a3, %pcrel_lo(.Lhere)(a2)
    sw a3, %pcrel_lo(.Lhere)(a2)
    li a5, 2f - 1f
1:  nop
    .balign 16
    addi a0, a0, 'x'
    /* a comment
       over lines */ addi a0, a0, 1 /* and one inside */
2:  .p2align 3
    .word 0x08000073
    .word 2b, 2b - 1b, . - _start
    .word _start - .
    j .
    j . + 8
    .size _start, . - _start
    .section .rodata
    .byte 1, 2, 3
    .section .rodata.str, "aMS", @progbits, 1
    .asciz "h\tello, \"world\"\n\\ \101\x42"
    .ascii "ab", "cd"
    .string "x"
    .section .srodata, "a"
    .half 0xabcd, -1, 65535
    .2byte 7
    .data
table: .word 1, 0xffffffff, -1, table, table + 4, end - table
    .half end - table, 'a', '\n'
    .byte 255, -128, 0b101, 017, end - table
    .align 3
    .quad 0x123456789abcdef0, -1
    .float 1.5, -0.25, 1e10, 0.1
    .single 3.0
    .zero 5
    .space 3, 0xaa
    .skip 2
    .fill 3, 2, 0x1234
    .fill 2, 4, -1
    .fill 4
    .balign 8, 0xcc
words: .4byte 5
end:
    .set SIZE, 12
    .equ OTHER, SIZE + 4
    .set SIZE, SIZE + 1
    later = SIZE + OTHER
    .word SIZE, OTHER, later
    .word forward
    forward = 99
    .word ~5, !0, !7, -(-3), 7 % 4, 7 / 2, 1 << 4 | 1, 3 + 4 * 2, 0xf0 & 0x3c, 5 ^ 1, 8 >> 1
    .word 1 + 2 << 3, 6 & 3 + 1, 2 < 3, 3 == 3, 3 != 3, 1 && 0, 1 || 0
    .section .data.second, "aw", @progbits
    .p2align 4
    .word end
    .section .sdata, "aw"
    .word words
    .bss
    .p2align 2
buffer: .space 64
    .section .sbss, "aw", @nobits
small: .zero 4
    .section .ext, "aw"
    .word buffer, small, __stack_end__
    .text
    .word buffer
    .pushsection .data
    .word 77
    .popsection
    .word 78
    .data
    .previous
    .word 79
