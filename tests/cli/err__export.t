# Nothing to export, an unknown format or run, more than one run for ATIF.
# run: cd /tmp && KC_STORE= kc export
# exit: 2
# expect:
#   kc: there is no store 'kernelcraft.db'; --store or KC_STORE names another
# run: KC_STORE=nowhere.db kc export
# exit: 2
# expect:
#   kc: there is no store 'nowhere.db'; --store or KC_STORE names another
# run: kc export -s ../data/store/shard1.db --format xml
# exit: 2
# expect:
#   kc export: there is no format 'xml'; formats are jsonl, csv and atif
#   Try `kc export --help' or `kc export --usage' for more information.
# run: kc export -s ../data/store/shard1.db --run 7
# exit: 2
# expect:
#   kc: there is no run '7' in '../data/store/shard1.db'
# run: kc export -s ../data/store/shard1.db --format atif
# exit: 2
# expect:
#   kc: atif holds one run, and there are 2; choose with --run:
#     1  mock/one/plena/silu/C1/1
#     2  mock/one/plena/silu/C2/1
# run: kc export -s ../data/store/shard1.db -o /no-such-folder/x
# exit: 2
# expect:
#   kc: cannot write '/no-such-folder/x': No such file or directory
# run: kc export -s ../data/store/shard1.db > /dev/full
# exit: 2
# expect:
#   kc: cannot write 'standard output': No space left on device
# run: d=$(mktemp -d); cp ../data/store/shard1.db $d/a.db; python3 -c 'import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.execute("PRAGMA user_version = 2"); c.close()' $d/a.db; kc export -s $d/a.db 2>&1 | sed "s|$d/||"; rm -r $d
# expect:
#   kc: 'a.db' was made by a newer kc (store version 2, this kc knows 1); update kc or choose another store
