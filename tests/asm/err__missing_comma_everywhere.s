; Missing commas must be named even when the operand count is wrong because of them; likewise a trailing comma and a comma behind the mnemonic.
; run: kc asm plena @ 2>&1 | grep -o 'error.[a-z-]*.'
; expect:
;   error[missing-comma]
;   error[missing-comma]
;   error[empty-operand]
S_ADDI_INT gp1 gp0 1
S_ADDI_INT gp1 gp0, 1
S_ADDI_INT gp1, gp0, 1,
