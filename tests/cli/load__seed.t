# seed: gives the same data for the same number, other data for another, and fills the region (only equality is checked).
# run: d() { kc sim plena /dev/null --load hbm=seed:$1 --dump 'hbm[0:64]' 2>/dev/null | tail -n +2 | cksum; }; a=$(d 1); b=$(d 1); c=$(d 2); [ "$a" = "$b" ] && echo same; [ "$a" = "$c" ] || echo different
# expect:
#   same
#   different
