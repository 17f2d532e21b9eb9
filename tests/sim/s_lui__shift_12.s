; S_LUI_INT shifts its 22-bit immediate by 12, bits above 31 fall off (spec 3.6, trap 16): 96<<12 = 393216, 4194303<<12 mod 2^32 =
; 4294963200, 1048576<<12 = 2^32 -> 0.  With ADDI: 96<<12 + 4095 = 397311 (4.4).
; run: kc sim plena @ --reg gp3=7 --registers | sed -n '2,3p'
; expect:
;   gp0    = 0            gp1    = 393216       gp2    = 4294963200   gp3    = 0
;   gp4    = 397311       gp5    = 0            gp6    = 0            gp7    = 0
S_LUI_INT gp1, 96
S_LUI_INT gp2, 4194303
S_LUI_INT gp3, 1048576
S_ADDI_INT gp4, gp1, 4095
