; The immediate of M_BMM_WO, M_MV_WO, M_BMV_WO is encoded at bit 14, where the decoder reads it (spec 4.2, mis-encoding 3):
; 64<<14 = 0x00100000, 8<<14 = 0x00020000, 262143<<14 = 0xFFFFC000; rd 5<<6 = 0x140, 3<<6 = 0xC0.
; run: kc asm plena @
; expect:
;   0x00100145
;   0x000200CB
;   0x000200CB
;   0xFFFFC14C
M_BMM_WO gp5, 64
M_MV_WO gp3, 8
M_MV_WO gp3, gp0, 8
M_BMV_WO gp5, 262143
