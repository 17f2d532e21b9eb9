# timing=off counts instructions; timing on follows the machine.  Three cycles to the first instruction, then two fetch lines; the
# mul takes two cycles, and mpause, dispatched in d, halts in d + 2 (spec 9).
# run: kc sim coral @ && kc sim coral:timing=off @
        li      a0, 3
        li      a1, 4
        mul     a2, a0, a1
        add     a3, a2, a2
        mpause
# expect:
#   halted: 10 cycles (10.000 ns), 5 instructions
#   halted: 5 cycles (5.000 ns), 5 instructions
