"""What tests with a mock model share: starting kc-mock, running kc against it, reading what it saw."""

import json
import os
import subprocess
import urllib.request


class Mock:
    """kc-mock with a script; ends with the block, and by itself when this process dies."""

    def __init__(self, program, folder, script, *options):
        self.path = f"{folder}/script.json"
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump(script, file)
        self.log = f"{folder}/mock.log"
        open(self.log, "w").close()
        self.process = subprocess.Popen(
            [program, "--script", self.path, "--log", self.log, "--life", "3000", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.url = self.process.stdout.readline().strip()
        assert self.url, "kc-mock did not start"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()

    def stats(self):
        with urllib.request.urlopen(self.url + "/stats", timeout=10) as answer:
            return json.load(answer)

    def requests(self):
        with open(self.log, encoding="utf-8") as file:
            return [json.loads(line) for line in file if line.endswith("}\n")]


def environment():
    return {**os.environ, "OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k", "GOOGLE_API_KEY": "k"}


def export(kc, store):
    done = subprocess.run(
        [kc, "export", "--store", store, "--format", "jsonl", "--no-times"],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return done.stdout
