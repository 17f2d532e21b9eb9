# Directives: unknown, misplaced, unclosed.
# run: kc asm coral @
# exit: 1
# expect:
#   err__directives.s:63:5: error[directive]: unknown directive '.wrod'
#      63 |     .wrod 1
#         |     ^~~~~
#   hint: did you mean .word?
#   err__directives.s:64:13: error[option]: this machine has no compressed instructions
#      64 |     .option rvc
#         |             ^~~
#   hint: leave it out: every instruction has 32 bits
#   err__directives.s:65:13: error[imm-range]: .balign does not take '3'
#      65 |     .balign 3
#         |             ^
#   hint: .balign takes bytes, a power of two
#   err__directives.s:66:14: error[imm-range]: .p2align does not take '40'
#      66 |     .p2align 40
#         |              ^~
#   hint: .p2align and .align take the exponent: .p2align 4 means 16 bytes
#   err__directives.s:67:11: error[imm-range]: 256 does not fit in 1 byte
#      67 |     .byte 256
#         |           ^~~
#   err__directives.s:68:14: error[expression]: a number or a name is missing here
#      68 |     .word 1 +
#         |              ^
#   err__directives.s:69:11: error[expression]: this parenthesis is never closed
#      69 |     .word (1
#         |           ^
#   err__directives.s:70:16: error[expression]: division by zero
#      70 |     .word 1 / 0
#         |                ^
#   err__directives.s:71:12: error[not-constant]: 'undefined_size' must be a number that is known at this point
#      71 |     .space undefined_size
#         |            ^~~~~~~~~~~~~~
#   hint: define it above this line with .equ
#   err__directives.s:72:5: error[directive]: this closes nothing: .macro or .rept is missing
#      72 |     .endm
#         |     ^~~~~
#   err__directives.s:73:5: error[directive]: .endif without .if
#      73 |     .endif
#         |     ^~~~~~
#   err__directives.s:75:5: error[section]: .word in section .bss, which only reserves space
#      75 |     .word 1
#         |     ^~~~~
#   hint: use .space here, or .section .data
#   err__directives.s:77:5: error[section]: an instruction in section .data, which is not for code
#      77 |     addi a0, a0, 1
#         |     ^~~~
#   hint: write .text before the code
#   err__directives.s:80:5: error[alignment]: an instruction must lie at a multiple of 4
#      80 |     addi a0, a0, 1
#         |     ^~~~~~~~~~~~~~
#   hint: write .balign 4 before it
#   err__directives.s:81:12: error[directive]: a string stands between double quotes
#      81 |     .ascii hello
#         |            ^~~~~
#   hint: write "text"
#   err__directives.s:82:5: error[directive]: this .macro is never closed
#      82 |     .macro never
#         |     ^~~~~~
#   hint: close it with .endm
    .wrod 1
    .option rvc
    .balign 3
    .p2align 40
    .byte 256
    .word 1 +
    .word (1
    .word 1 / 0
    .space undefined_size
    .endm
    .endif
    .section .bss
    .word 1
    .data
    addi a0, a0, 1
    .text
    .byte 1
    addi a0, a0, 1
    .ascii hello
    .macro never
    nop
