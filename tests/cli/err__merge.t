# What is missing or no store is said before anything is written; a damaged store is left out and the rest is merged.
# run: kc merge
# exit: 2
# expect:
#   kc merge: name the store to merge into, then the stores to merge
#   Try `kc merge --help' or `kc merge --usage' for more information.
# run: kc merge /tmp/kc-no-$$.db ../data/store/shard1.db no-such.db; echo $?; test -e /tmp/kc-no-$$.db || echo not made
# expect:
#   2
#   not made
#   kc: there is no store 'no-such.db'; --store or KC_STORE names another
# run: kc merge ../data/store/README.md ../data/store/shard1.db
# exit: 2
# expect:
#   kc: '../data/store/README.md' is not a store of KernelCraft: it is not an SQLite file
# run: kc merge no-such-folder/x.db ../data/store/shard1.db
# exit: 2
# expect:
#   kc: cannot write beside 'no-such-folder/x.db': No such file or directory; change that or choose another store with --store
# run: d=$(mktemp -d); s=$PWD/../data/store; cd $d; cp $s/shard1.db bad.db; python3 -c 'import sqlite3; c = sqlite3.connect("bad.db"); c.execute("UPDATE content SET size = 5000000000 WHERE size > 300"); c.commit(); c.close()'; kc merge out.db bad.db $s/shard2.db > text 2>&1; echo $?; sed 's|.*/||; s/[0-9a-f]\{32\}/HASH/' text; kc merge out.db bad.db 2> /dev/null; echo $?; rm -r $d
# expect:
#   1
#   kc: 'bad.db' is left out: 'bad.db' is damaged: content HASH claims 5000000000 bytes
#   shard2.db: 2 added, 0 replaced, 0 kept
#   2
# run: d=$(mktemp -d); cp ../data/store/shard1.db $d/a.db; flock $d/a.db.lock kc merge $d/a.db ../data/store/shard2.db 2>&1 | sed "s|$d/||"; rm -r $d
# expect:
#   kc: another kc run is using 'a.db'; wait for it, or choose another store with --store
