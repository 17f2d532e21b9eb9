; CRLF line ends and a last line without an end are fine (spec 4.1: trailing blanks are ignored); 5<<14, 6<<14.
; run: printf 'S_ADDI_INT gp1, gp0, 5\r\n\r\n; c\r\nS_ADDI_INT gp1, gp0, 6' | kc asm plena -
; expect:
;   0x00014062
;   0x00018062
