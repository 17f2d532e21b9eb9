# Addresses where numbers belong, and parts of addresses where they do not fit.
# run: kc asm coral @
# exit: 1
# expect:
#   err__addresses.s:40:13: error[modifier]: '%tprel_hi(table)' is not a relocation that this assembler has
#      40 |     lui a0, %tprel_hi(table)
#         |             ^~~~~~~~~~~~~~~~
#   hint: %hi(x) %lo(x) %pcrel_hi(x) %pcrel_lo(label of the auipc)
#   err__addresses.s:34:12: error[address-as-number]: 'table' is an address; addi takes a number
#      34 |     li a0, table
#         |            ^~~~~
#   hint: la loads an address; %hi, %lo, %pcrel_hi and %pcrel_lo are its parts
#   err__addresses.s:35:18: error[address-as-number]: 'table' is an address; addi takes a number
#      35 |     addi a0, a0, table
#         |                  ^~~~~
#   hint: la loads an address; %hi, %lo, %pcrel_hi and %pcrel_lo are its parts
#   err__addresses.s:36:17: error[modifier]: lui does not take this part of an address
#      36 |     lui a0, %lo(table)
#         |                 ^~~~~
#   hint: %hi goes with lui, %pcrel_hi with auipc, %lo and %pcrel_lo with addi, loads and stores
#   err__addresses.s:37:22: error[modifier]: addi does not take this part of an address
#      37 |     addi a0, a0, %hi(table)
#         |                      ^~~~~
#   hint: %hi goes with lui, %pcrel_hi with auipc, %lo and %pcrel_lo with addi, loads and stores
#   err__addresses.s:39:12: error[address-as-number]: 'table' is an address; lw takes a number
#      39 |     lw a0, table(a1)
#         |            ^~~~~
#   hint: la loads an address; %hi, %lo, %pcrel_hi and %pcrel_lo are its parts
#   err__addresses.s:38:28: error[modifier]: no auipc with %pcrel_hi stands at 'table'
#      38 |     addi a0, a0, %pcrel_lo(table)
#         |                            ^~~~~
#   hint: %pcrel_lo takes the label of the auipc with %pcrel_hi, not the symbol; la does both
_start:
    li a0, table
    addi a0, a0, table
    lui a0, %lo(table)
    addi a0, a0, %hi(table)
    addi a0, a0, %pcrel_lo(table)
    lw a0, table(a1)
    lui a0, %tprel_hi(table)
    .data
table: .word 1
