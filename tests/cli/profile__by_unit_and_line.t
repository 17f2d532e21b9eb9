# --profile: cycles by unit and by line, most expensive first.  ADDI 1, START 1, 2 x (RED_SUM 8 + END 1) = 20 (spec 5.2): vector 16 = 80 %,
# control 3 = 15 %, scalar-int 1 = 5 %.  (The table by category is left out here.)
# run: printf 'S_ADDI_INT gp1, gp0, 64\nC_LOOP_START gp2, 2\nV_RED_SUM f1, gp1\nC_LOOP_END gp2\n' | kc sim plena - --profile | sed '/^category/,/^  line/{/^  line/!d}'
# expect:
#   halted: 20 cycles (20.000 ns), 6 instructions
#   unit             cycles   share   instructions
#     vector             16   80.0 %             2
#     scalar-int          1    5.0 %             1
#     control             3   15.0 %             3
#     line     cycles   share      count  instruction
#        3         16   80.0 %          2  V_RED_SUM f1, gp1
#        4          2   10.0 %          2  C_LOOP_END gp2
#        1          1    5.0 %          1  S_ADDI_INT gp1, gp0, 64
#        2          1    5.0 %          1  C_LOOP_START gp2, 2
