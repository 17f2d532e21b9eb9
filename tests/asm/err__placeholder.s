; The first operand of M_MM and friends is a placeholder: only 0 (spec 3.2, 4.2; rd of M_BMM must be 0).
; run: kc asm plena @
; exit: 1
M_MM 1, gp2, gp4
M_BTMM gp1, gp2, gp4
M_MV_WO gp1, gp2, 0
; expect:
;   err__placeholder.s:4:6: error[placeholder]: this operand of M_MM is a placeholder and must be 0, not '1'
;       4 | M_MM 1, gp2, gp4
;         |      ^
;   hint: for example: M_MM 0, gp2, gp4
;   err__placeholder.s:5:8: error[placeholder]: this operand of M_BTMM is a placeholder and must be 0, not 'gp1'
;       5 | M_BTMM gp1, gp2, gp4
;         |        ^~~
;   hint: for example: M_BTMM 0, gp0, gp3
;   err__placeholder.s:6:14: error[placeholder]: this operand of M_MV_WO is a placeholder and must be 0, not 'gp2'
;       6 | M_MV_WO gp1, gp2, 0
;         |              ^~~
;   hint: for example: M_MV_WO gp3, 0
