; A byte outside ASCII in code, here a no-break space U+00A0 and a minus sign U+2212 (spec 4.1: plain text).
; run: kc asm plena @
; exit: 1
S_ADDI_INT gp1, gp0, 5
S_ADDI_INT gp1, gp0, −5
; expect:
;   err__non_ascii.s:4:21: error[bad-byte]: character U+00A0 is not ASCII
;       4 | S_ADDI_INT gp1, gp0, 5
;         |                     ^
;   hint: code is plain ASCII; other characters may stand in comments only
;   err__non_ascii.s:5:22: error[bad-byte]: character U+2212 is not ASCII
;       5 | S_ADDI_INT gp1, gp0, −5
;         |                      ^
;   hint: code is plain ASCII; other characters may stand in comments only
