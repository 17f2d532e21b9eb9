# benchmark.md 5.4: flash_attention must not store the score matrix whole.  The kernel of attention gives the same numbers but
# keeps all scores; at S = 128 (C4) and S = 112 (ragged) that is noticed, while the tiled kernel passes.
# run: for c in C4 112,192; do kc compile attention -c $c -o /tmp/kc_f_$$.s; kc eval flash_attention -c $c /tmp/kc_f_$$.s | cut -d: -f2; kc compile flash_attention -c $c -o /tmp/kc_f_$$.s; kc eval flash_attention -c $c /tmp/kc_f_$$.s | cut -d, -f1; done; rm /tmp/kc_f_$$.s
# expect:
#    rule_violation
#   flash_attention C4: correct
#    rule_violation
#   flash_attention 112
