#!/usr/bin/env python3
"""Prints a script of answers that no sane model gives: every one must come back as a tool result."""

import json
import sys

right = open(sys.argv[1]).read()
deep = "[" * 5000 + "]" * 5000
answers = [
    {
        "calls": [
            {"name": "write_code", "arguments": {"assembly_code": "; " + "x" * 900_000}},
            {"name": "write_code", "arguments": {"assembly_code": "y" * 10_000_000}},
            {"name": "check_syntax"},
            {"name": "run_evaluation"},
        ]
    },
    {
        "calls": [
            {"name": "write_code", "arguments": {"assembly_code": 7}},
            {"name": "write_code", "arguments": {"code": "x"}},
            {"name": "write_code", "arguments": "not json"},
            {"name": "write_code", "arguments": deep},
            {"name": "write_code", "arguments": "[1, 2]"},
            {"name": "write_code", "arguments": '{"assembly_code": "\\u0000\\ud800"}'},
            {"name": "view_output", "arguments": {"num_rows": -1}},
            {"name": "view_output", "arguments": {"num_rows": 1e300}},
            {"name": "view_output", "arguments": {"rows": "9:1"}},
            {"name": "read_memory", "arguments": {"region": "vram", "address": 1099511627776}},
            {"name": "read_memory", "arguments": {"region": "../../etc", "address": 0}},
            {"name": "trace", "arguments": {"start": 99999999, "count": 200}},
            {"name": "grep_docs", "arguments": {"query": "%s%n\u001b[31m"}},
            {"name": "rm -rf", "arguments": {}},
            {"name": "", "arguments": {}},
            {"name": "run_evaluation", "arguments": {"workload": "gemm"}},
        ]
    },
    {"calls": [{"name": "check_syntax"}] * 500},
    {
        "text": "z" * 10_000_000,
        "calls": [
            {"name": "write_code", "arguments": {"assembly_code": right}},
            {"name": "run_evaluation"},
            {"name": "finish"},
        ],
    },
]
json.dump(answers, sys.stdout)
