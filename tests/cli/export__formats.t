# Three formats of the stores in data/store (README.md there has what they hold); other programs read them.
# run: kc export -s ../data/store/shard1.db | python3 -c 'import json, sys; [print(r["id"], r["task"], r["config"], r["status"], r["cost"], [e["kind"] for e in r["events"]], [e["cycles"] for e in r["evaluations"]], [len(k) for k in r["kernels"].values()]) for r in map(json.loads, sys.stdin)]'
# expect:
#   1 silu C1 solved 0.0125 ['prompt', 'request', 'answer', 'replies', 'end'] [640] [33]
#   2 silu C2 provider_error None ['prompt', 'request', 'error'] [] []
# run: kc export -s ../data/store/shard2.db --format csv --no-times | python3 -c 'import csv, sys; [print(r["task"], r["status"], r["cycles"], r["baseline_cycles"], r["cost"], r["events"], r["settings"]) for r in csv.DictReader(sys.stdin)]'
# expect:
#   gelu running 0 0 0 2 {"budget":20,"tools":"paper"}
#   silu solved 640 1280 0.0125 5 {"budget":20,"tools":"paper"}
# run: kc export -s ../data/store/shard1.db -f csv -r mock/one/plena/silu/C2 | cut -d, -f1-8
# expect:
#   id,agent,platform,level,task,config,repeat,status
#   2,"mock/one","plena",1,"silu","C2",1,"provider_error"
# run: kc export -s ../data/store/shard1.db -f atif -r 1 | python3 -c 'import json, sys; t = json.load(sys.stdin); print(t["schema_version"], t["agent"]["name"], t["agent"]["version"], t["agent"]["model_name"]); [print(s["step_id"], s["source"], s["message"]) for s in t["steps"]]; a = t["steps"][2]; print(a["metrics"]["prompt_tokens"], a["tool_calls"][1]["function_name"], a["observation"]["results"][1]["source_call_id"]); print(t["final_metrics"])'
# expect:
#   ATIF-v1.7 kernelcraft 0.1.0 mock/one
#   1 system You write kernels.
#   2 user Solve it.
#   3 agent Here.
#   1200 run_evaluation call_1
#   {'total_prompt_tokens': 1200, 'total_completion_tokens': 300, 'total_cached_tokens': 200, 'total_cost_usd': 0.0125, 'total_steps': 3}
# run: f=/tmp/kc_x_$$; kc export -s ../data/store/shard1.db -o $f && wc -l < $f; rm $f
# expect:
#   2
