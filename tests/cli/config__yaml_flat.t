# The flat form: NAME: value; one latency number sets both columns; sizes take K, M, G.  M_MM MLEN = 16, V_ADD_VF 3, V_MAX_VF 4: 23.
# run: printf 'MLEN: 16\nVLEN: 16 # comment\nVECTOR_ADD_CYCLES: 3\nHBM_SIZE: 1K\nrev: 2026-07\n' > /tmp/kc_y_$$; printf 'M_MM 0, gp0, gp0\nV_ADD_VF gp0, gp0, f0, 0\nV_MAX_VF gp0, gp0, f0, 0\n' | kc sim plena - --settings=/tmp/kc_y_$$; kc sim plena:settings=/tmp/kc_y_$$ /dev/null --dump 1024+1 2>&1 | tail -1; rm /tmp/kc_y_$$
# expect:
#   halted: 23 cycles (23.000 ns), 3 instructions
#   kc: --dump 1024+1: 1024 to 1025 is outside hbm (1024 elements)
