# Shards of a campaign (data/store/README.md): shard1 has 2 runs; of shard2's two one is new, and silu C2 got further (solved,
# not a provider error).  Merging again keeps all four, and the order of the shards does not show in an export.
# run: d=$(mktemp -d); s=../data/store; kc merge $d/a.db $s/shard1.db $s/shard2.db; kc merge $d/a.db $s/shard1.db $s/shard2.db; kc merge $d/b.db $s/shard2.db $s/shard1.db; for f in jsonl csv; do kc export -s $d/a.db -f $f --no-times > $d/1; KC_STORE=$d/b.db kc export -f $f --no-times > $d/2; cmp $d/1 $d/2 && echo same; done; rm $d/1 $d/2; ls $d; rm -r $d
# expect:
#   ../data/store/shard1.db: 2 added, 0 replaced, 0 kept
#   ../data/store/shard2.db: 1 added, 1 replaced, 0 kept
#   ../data/store/shard1.db: 0 added, 0 replaced, 2 kept
#   ../data/store/shard2.db: 0 added, 0 replaced, 2 kept
#   ../data/store/shard2.db: 2 added, 0 replaced, 0 kept
#   ../data/store/shard1.db: 1 added, 0 replaced, 1 kept
#   same
#   same
#   a.db
#   b.db
# run: d=$(mktemp -d); kc merge --json $d/a.db ../data/store/shard1.db; rm -r $d
# expect:
#   [
#     {
#       "store": "../data/store/shard1.db",
#       "added": 2,
#       "replaced": 0,
#       "kept": 0
#     }
#   ]
