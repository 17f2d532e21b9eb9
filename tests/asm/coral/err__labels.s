# Labels: undefined with a suggestion, defined twice, numeric ones without a partner, too far.
# run: kc asm coral @
# exit: 1
# expect:
#   err__labels.s:32:1: error[label-redefined]: 'loop_body' is already defined in line 30
#      32 | loop_body:
#         | ^~~~~~~~~
#   hint: use another name, or a numeric label (1:) with 1b and 1f
#   err__labels.s:33:7: error[undefined-label]: no such numeric label stands above
#      33 |     j 1b
#         |       ^~
#   hint: define it above this line: 1b means the last 1:
#   err__labels.s:31:14: error[undefined-label]: 'loop_boddy' is not defined
#      31 |     bnez a0, loop_boddy
#         |              ^~~~~~~~~~
#   hint: did you mean loop_body?
#   err__labels.s:34:7: error[undefined-label]: no such numeric label follows
#      34 |     j 2f
#         |       ^~
#   hint: define it below this line: 1f means the next 1:
#   err__labels.s:35:17: error[branch-range]: 'far' is 4104 bytes away, too far for beq
#      35 |     beq a0, a1, far
#         |                 ^~~
#   hint: branch the other way around a j, which reaches 1 MiB
#   err__labels.s:36:18: error[address-as-number]: 'far' is an address; addi takes a number
#      36 |     addi a0, a0, far
#         |                  ^~~
#   hint: la loads an address; %hi, %lo, %pcrel_hi and %pcrel_lo are its parts
_start:
loop_body:
    bnez a0, loop_boddy
loop_body:
    j 1b
    j 2f
    beq a0, a1, far
    addi a0, a0, far
    .space 4096
far:
    mpause
