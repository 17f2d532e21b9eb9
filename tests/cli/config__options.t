# Platform options, names in any case: M_MM costs MLEN (spec 5.2); V_ADD_VF costs 2 with dc_en=0.
# run: echo 'M_MM 0, gp0, gp0' > /tmp/kc_c_$$.s; kc sim plena:mlen=16,VLEN=16 /tmp/kc_c_$$.s; kc sim plena:MLEN=128,vlen=128 /tmp/kc_c_$$.s; echo 'V_ADD_VF gp0, gp0, f0, 0' > /tmp/kc_c_$$.s; kc sim plena:dc_en=0 /tmp/kc_c_$$.s; kc sim plena:vector_add_cycles=9 /tmp/kc_c_$$.s; rm /tmp/kc_c_$$.s
# expect:
#   halted: 16 cycles (16.000 ns), 1 instructions
#   halted: 128 cycles (128.000 ns), 1 instructions
#   halted: 2 cycles (2.000 ns), 1 instructions
#   halted: 9 cycles (9.000 ns), 1 instructions
