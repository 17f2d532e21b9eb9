; M_BMV always aborts (spec 3.4); word 0x0000C949 = 9 + 5<<6 + 2<<10 + 3<<14.
; run: kc asm plena @
M_BMV gp5, gp2, gp3
; expect:
;   0x0000C949
;   lint__m_bmv.s:3:1: warning[m-bmv]: M_BMV always traps
;       3 | M_BMV gp5, gp2, gp3
;         | ^~~~~
;   hint: use M_BTMV on a transposed tile, or M_BMM
