# kc audit: on silu every attack that has a meaning is caught; mutants that change anything are rejected.
# run: kc audit -t silu
# expect:
#   5 cells, 35 attacks, 35 caught, 5 without meaning
#   an honest answer, every stage rounded: at most 0.30 of the allowed error
# run: kc audit -t silu --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["cells"], d["attacks"] == d["caught"], d["escaped"])'
# expect:
#   5 True []
# run: kc audit --mutants=30 -t silu -c C1 | grep -o '(.*)'
# expect:
#   (100.00 %)
# run: kc audit --mutants=30 -t silu -c C2 --json | python3 -c 'import json,sys; d=json.load(sys.stdin); print(d["mutants"] == d["identical"] + d["killed"] + len(d["survived"]), sorted(d))'
# expect:
#   True ['as_accurate', 'cells', 'identical', 'killed', 'mutants', 'survived']
# run: kc audit -t sillu
# exit: 2
# expect:
#   kc: no cell matches; 'kc tasks -p plena' lists the tasks
# run: kc audit --mutants=0 -t silu 2>&1 | head -1
# expect:
#   kc audit: --mutants takes 1 to 100000
