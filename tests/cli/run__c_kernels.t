# A campaign with kernels in C: recorded and replayed like any other; our own compiler writes none.
# run: S=$(mktemp -d); kc run --agent script:../data/c/relu.json -p coral -t relu -c C1 --lang c --store $S/s.db --quiet >/dev/null; kc export --store $S/s.db --format jsonl --no-times | grep -o '"status":"[a-z_]*"' | head -1; kc replay --store $S/s.db 1 >/dev/null; echo replay $?; rm -r $S
# expect:
#   "status":"solved"
#   replay 0
# run: S=$(mktemp -d); kc run --agent template -p coral -t relu -c C1 --lang c --store $S/s.db --quiet; E=$?; rm -r $S; exit $E
# exit: 2
# expect:
#   kc: the agent 'template' writes assembly: leave --lang out, or name a model
