# --reg sets any register before the run: decimal, hexadecimal, fp rounded to bf16 (1.1 -> 141/128 = 1.1015625), 64-bit a registers.
# run: kc sim plena /dev/null --reg gp15=0x10 --reg f1=1.1 --reg f2=-inf --reg a3=0x123456789a --reg SCALE=5 --reg STRIDE=6 --reg V_MASK=7 --registers 2>/dev/null | sed -n '5,6p;8p;12p'
# expect:
#   gp12   = 0            gp13   = 0            gp14   = 0            gp15   = 16
#   f0     = 0            f1     = 1.10156      f2     = -inf         f3     = 0
#   a0     = 0            a1     = 0            a2     = 0            a3     = 78187493530
#   SCALE  = 5            STRIDE = 6            V_MASK = 7
