# The nested form of the settings file (spec 1.4): {value: N}, {dc_lib_en, dc_lib_dis}; ANALYTIC and MODE are not looked at.
# M_MM = O + MLEN = 2 + 16, V_ADD_VF = 3: 21; with dc_en=0 7 + 16 + 9 = 32 (spec 5.2).
# run: printf 'MODE: {active: {value: 1}}\nANALYTIC: {CONFIG: {MLEN: {value: 2048}}}\nTRANSACTIONAL:\n  CONFIG:\n    MLEN: {value: 16}\n    VLEN: {value: 16}\n  LATENCY:\n    SYSTOLIC_PROCESSING_OVERHEAD: {dc_lib_en: 2, dc_lib_dis: 7}\n    VECTOR_ADD_CYCLES: {dc_lib_en: 3, dc_lib_dis: 9}\n' > /tmp/kc_y_$$; printf 'M_MM 0, gp0, gp0\nV_ADD_VF gp0, gp0, f0, 0\n' > /tmp/kc_y_$$.s; kc sim plena -s /tmp/kc_y_$$ /tmp/kc_y_$$.s; kc sim plena:settings=/tmp/kc_y_$$,dc_en=0 /tmp/kc_y_$$.s; rm /tmp/kc_y_$$ /tmp/kc_y_$$.s
# expect:
#   halted: 21 cycles (21.000 ns), 2 instructions
#   halted: 32 cycles (32.000 ns), 2 instructions
