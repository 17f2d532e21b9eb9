# A profile names the units and what dispatch waited for: the three dependent loads wait 4 + 1 cycles for an address each.
# run: kc sim coral @ --profile
        lui     a0, 0x10
        sw      a0, 0(a0)
        lw      a0, 0(a0)
        lw      a0, 0(a0)
        lw      a0, 0(a0)
        add     a1, a0, a0
        mpause
# expect:
#   halted: 25 cycles (25.000 ns), 7 instructions
#   unit             cycles   share   instructions
#     alu                 7   28.0 %             2
#     load-store         14   56.0 %             4
#     system              2    8.0 %             1
#   category
#     address             7   28.0 %             2
#     control             2    8.0 %             1
#     transfer           14   56.0 %             4
#     line     cycles   share      count  instruction
#        6          7   28.0 %          1  lw a0, 0(a0)                        load 6
#        7          5   20.0 %          1  lw a0, 0(a0)                        load 4
#        8          4   16.0 %          1  add a1, a0, a0                      load 3
#        3          3   12.0 %          1  lui a0, 16                          fetch 3
#        4          2    8.0 %          1  sw a0, 0(a0)                        dependency 2
#        9          2    8.0 %          1  mpause                              pairing 1
#        5          0    0.0 %          1  lw a0, 0(a0)
#   waiting for
#     fetch               3   12.0 %
#     pairing             1    4.0 %
#     dependency          5   20.0 %
#     load               13   52.0 %
#     drain               1    4.0 %
