# Every mnemonic has a page; segments share that of two fields.
# run: kc isa coral vadd.vi | head -3
# expect:
#   ### vadd.vi vd, vs2, simm5, [vm]
#
#   Adds.
# run: kc isa coral vlsseg7e16.v | head -1
# expect:
#   ### vlsseg2e16.v vd, (rs1), rs2, [vm]
