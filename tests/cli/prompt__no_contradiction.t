# What exists is not listed as missing; tools of the command line are not offered to a model.
# run: kc prompt silu | grep -cE 'There is no (M_MM|C_BREAK|V_SHFT_V)|kc (isa|disasm|sim|platforms)'
# exit: 1
# expect:
#   0
