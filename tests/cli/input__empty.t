# An empty program halts at once, with a warning: a program ends when pc runs past the last instruction (spec 1.1).
# run: kc sim plena /dev/null
# expect:
#   halted: 0 cycles (0.000 ns), 0 instructions
#   /dev/null:1:1: warning[empty-program]: the source holds no instruction
#       1 |
#         | ^
#   hint: an empty program halts at once, after 0 cycles
# run: printf '; only a comment\n\n' | kc asm plena - 2>&1 | head -1
# expect:
#   <stdin>:1:1: warning[empty-program]: the source holds no instruction
