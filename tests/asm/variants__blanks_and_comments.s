; Tabs, free blanks around commas, both comment styles, whole-line and inline (spec 4.1); 5<<14 = 0x14000, 6<<14 = 0x18000.
; run: kc asm plena @
; expect:
;   0x00014062
;   0x00018062
;   0x00014062
;   0x00018062
;   0x00014062
	S_ADDI_INT	gp1	,	gp0	,	5	
   S_ADDI_INT    gp1,gp0,6;no blank before the comment
// a line comment
   // an indented one
      ; another
S_ADDI_INT gp1, gp0, 5 // inline ; both
S_ADDI_INT gp1, gp0, 6 ; inline // both, with a non-ASCII character: é
S_ADDI_INT gp1, gp0, 5//no blank
