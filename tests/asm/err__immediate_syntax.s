; Immediates are decimal integers: no hex, fraction, expression or symbol (spec 4.1).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1, gp0, 0x10
S_ADDI_INT gp1, gp0, 1.5
S_ADDI_INT gp1, gp0, 4*16
S_ADDI_INT gp1, gp0, MLEN
; expect:
;   err__immediate_syntax.s:4:22: error[imm-syntax]: immediates are decimal; '0x10' is hexadecimal
;       4 | S_ADDI_INT gp1, gp0, 0x10
;         |                      ^~~~
;   hint: write 16
;   err__immediate_syntax.s:5:22: error[imm-syntax]: operand imm of S_ADDI_INT must be a decimal number, not '1.5'
;       5 | S_ADDI_INT gp1, gp0, 1.5
;         |                      ^~~
;   hint: there are no expressions or symbols: compute the number and write it in decimal
;   err__immediate_syntax.s:6:22: error[imm-syntax]: operand imm of S_ADDI_INT must be a decimal number, not '4*16'
;       6 | S_ADDI_INT gp1, gp0, 4*16
;         |                      ^~~~
;   hint: there are no expressions or symbols: compute the number and write it in decimal
;   err__immediate_syntax.s:7:22: error[imm-syntax]: operand imm of S_ADDI_INT must be a decimal number, not 'MLEN'
;       7 | S_ADDI_INT gp1, gp0, MLEN
;         |                      ^~~~
;   hint: there are no expressions or symbols: compute the number and write it in decimal
