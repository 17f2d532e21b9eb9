#!/usr/bin/env python3
"""The live view under load: view_load.py KC MAKE-STORE [--follow]

A store of 3,000 runs, a writer that adds ten more each second, twenty listeners, and 500 requests of all kinds, fifty
a second.  Everything must be answered, and every listener must hear of changes; how long answers take is only
printed, for it says as much about the machine.  With --follow each listener fetches all parts after every change, as
the page does.
"""
import http.client
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "report"))
from multiply import copy_run, multiply  # noqa: E402

KC, MAKE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
RUNS, LISTENERS, REQUESTS, PAUSE = 3000, 20, 500, 0.02
PARTS = ["summary", "navigation", "success", "speed", "process", "errors", "compare", "runs"]
FIXED = ["/", "/try", "/view.js", "/report.css", "/api/cells", "/api/report.json"] + ["/part/" + p for p in PARTS]


class Load:
    def __init__(self, port, store):
        self.port, self.store, self.end = port, store, threading.Event()
        self.heard, self.fetched, self.added = [0] * LISTENERS, [0] * LISTENERS, 0

    def write(self):
        db = sqlite3.connect(self.store, timeout=60)
        while not self.end.wait(0.1):
            self.added += 1
            copy_run(db, 1, RUNS + self.added, 1000 + self.added)
            db.commit()
        db.close()

    def listen(self, which):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        link.request("GET", "/events")
        answer = link.getresponse()
        while not self.end.is_set():
            if answer.readline().startswith(b"data:"):
                self.heard[which] += 1
                if "--follow" in sys.argv:
                    self.fetched[which] += sum(self.ask("/part/" + part)[0] == 200 for part in PARTS)
        link.close()

    def ask(self, path):
        begin = time.monotonic()
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        link.request("GET", path)
        answer = link.getresponse()
        size = len(answer.read())
        link.close()
        return answer.status, size, time.monotonic() - begin


def kind_of(path):
    return path.rstrip("0123456789") + ("N" if path[-1].isdigit() else "")


def measure(load):
    """Times of every kind of request, and how many were answered well."""
    choose, times, good = random.Random(9), {}, 0
    for i in range(REQUESTS):
        path = FIXED[i // 2 % len(FIXED)] if i % 2 else \
            f"/{'api/' if i % 4 else ''}run/{choose.randint(1, RUNS)}"
        time.sleep(PAUSE)
        status, size, seconds = load.ask(path)
        good += status == 200 and size > 0
        times.setdefault(kind_of(path), []).append((seconds, size))
    return times, good


def share(values, part):
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def tell(times):
    print(f"{'path':<20}{'count':>6}{'kB':>8}{'p50 ms':>9}{'p95 ms':>9}{'max ms':>9}")
    everything = [pair for pairs in times.values() for pair in pairs]
    for kind, pairs in [*sorted(times.items()), ("all", everything)]:
        ms = [1000 * seconds for seconds, _ in pairs]
        print(f"{kind:<20}{len(ms):>6}{max(size for _, size in pairs) / 1000:>8.0f}{share(ms, 0.5):>9.1f}"
              f"{share(ms, 0.95):>9.1f}{max(ms):>9.1f}")


def under_load(port, store):
    load = Load(port, store)
    threads = [threading.Thread(target=load.listen, args=(i,)) for i in range(LISTENERS)]
    threads.append(threading.Thread(target=load.write))
    for thread in threads:
        thread.start()
    times, good = measure(load)
    while min(load.heard) < 2:
        time.sleep(0.1)
    load.end.set()
    for thread in threads:
        thread.join(60)
    tell(times)
    print(f"{load.added} runs written meanwhile; listeners heard {min(load.heard)} to {max(load.heard)} changes"
          + (f" and fetched {sum(load.fetched)} parts" if sum(load.fetched) else ""))
    alive = sum(thread.is_alive() for thread in threads)
    results = [good == REQUESTS, load.added > 0, alive == 0]
    print(f"{sum(results)} passed, {len(results) - sum(results)} failed")
    return all(results)


def main():
    with tempfile.TemporaryDirectory() as folder:
        store = f"{folder}/large.db"
        subprocess.run([MAKE, f"{folder}/small.db"], check=True)
        multiply(f"{folder}/small.db", store, RUNS)
        server = subprocess.Popen([KC, "view", "--store", store, "--port", "0"], stderr=subprocess.PIPE, text=True)
        try:
            good = under_load(int(server.stderr.readline().split("127.0.0.1:")[1].split("/")[0]), store)
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(30)
    return 0 if good else 1


sys.exit(main())
