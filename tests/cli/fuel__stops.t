# --fuel N executes N instructions; a program that needs more stops with status 1, one that needs exactly N halts.
# run: printf 'S_ADDI_INT gp1, gp0, 1\nS_ADDI_INT gp1, gp0, 2\n' | kc sim plena - --fuel=1
# exit: 1
# expect:
#   out_of_fuel: 1 cycles (1.000 ns), 1 instructions
#   kc: stopped at line 2 after 1 instructions; --fuel N allows more
# run: printf 'S_ADDI_INT gp1, gp0, 1\nS_ADDI_INT gp1, gp0, 2\n' | kc sim plena - --fuel=2
# expect:
#   halted: 2 cycles (2.000 ns), 2 instructions
