#!/usr/bin/env python3
"""A campaign as a Slurm job array, on a real slurmctld and slurmd of this host.  Usage: slurm.py KC ROOT

Daemons run in a temporary folder with a configuration and a key of their own and are ended by their
ids.  The merged store of the array must equal the store of one run, times apart; so must that of an
array of which a task is requeued in the middle.  Where Slurm is missing or may not run: a skip that
says why.
"""
import getpass
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

KC, ROOT = [os.path.abspath(a) for a in sys.argv[1:3]]
CELLS = ["-p", "plena", "-t", "relu", "-t", "softmax", "-t", "gemm", "-t", "silu", "-c", "C1", "-c", "C2", "-c", "C3"]
SKIPPED = 77

CONFIG = """ClusterName=kc
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={controller}
SlurmdPort={node}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=defer_batch,batch_sched_delay=0,sched_interval=2
NodeName={host} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def skip(why):
    print(f"skipped: {why}")
    sys.exit(SKIPPED)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Cluster:
    def __init__(self, folder):
        self.folder, self.running = folder, []
        os.chmod(folder, 0o755)
        for name in ("state", "spool", "munge"):
            os.mkdir(f"{folder}/{name}", 0o755)
        with open(f"{folder}/munge/key", "wb") as f:
            f.write(os.urandom(128))
        os.chmod(f"{folder}/munge/key", 0o400)
        with open(f"{folder}/slurm.conf", "w", encoding="utf-8") as f:
            f.write(CONFIG.format(host=socket.gethostname().split(".")[0], user=getpass.getuser(), folder=folder,
                                  controller=free_port(), node=free_port()))
        self.environment = {**os.environ, "SLURM_CONF": f"{folder}/slurm.conf", "KC": KC,
                            "MUNGE_SOCKET": f"{folder}/munge.socket"}

    def start(self, name, *command):
        log = open(f"{self.folder}/{name}.out", "wb")
        self.running.append(subprocess.Popen(command, env=self.environment, stdout=log, stderr=log))

    def __enter__(self):
        f = self.folder
        self.start("munged", "munged", "-F", f"--key-file={f}/munge/key", f"--socket={f}/munge.socket",
                   f"--pid-file={f}/munge/pid", f"--log-file={f}/munge/log", f"--seed-file={f}/munge/seed")
        self.until(lambda: os.path.exists(f"{f}/munge.socket"), 20, "munged does not start", "munged.out")
        self.start("slurmctld", "slurmctld", "-D", "-i", "-f", f"{f}/slurm.conf")
        self.start("slurmd", "slurmd", "-D", "-f", f"{f}/slurm.conf")
        self.until(lambda: "idle" in self.say("sinfo", "-h", "-o", "%T"), 60, "the node does not become idle",
                   "slurmctld.log", "slurmd.log", "slurmctld.out", "slurmd.out")
        return self

    def __exit__(self, *_):
        for process in reversed(self.running):
            process.terminate()
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def until(self, good, seconds, why, *logs):
        for _ in range(int(seconds * 5)):
            if good():
                return
            time.sleep(0.2)
        for name in logs:
            if os.path.exists(f"{self.folder}/{name}"):
                with open(f"{self.folder}/{name}", encoding="utf-8", errors="replace") as f:
                    print(name, f.read()[-1500:], sep="\n")
        skip(why) if logs else sys.exit(f"FAILED: {why}")

    def say(self, *command):
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=60, cwd=ROOT)
        return done.stdout if done.returncode == 0 else ""

    def submit(self, out, *run_options):
        jobs = self.say(f"{ROOT}/tools/slurm/submit", "3", out, "--cpus-per-task=1", "--time=10", "--",
                        *CELLS, *run_options).split()
        if len(jobs) != 2:
            sys.exit("FAILED: submit does not print two jobs")
        return jobs

    def wait_for(self, jobs):
        self.until(lambda: not self.say("squeue", "-h", "-o", "%i", "-j", ",".join(jobs)).strip(), 240,
                   f"jobs {jobs} do not end")


def exported(store):
    done = subprocess.run([KC, "export", "--store", store, "--format", "jsonl", "--no-times"], capture_output=True,
                          text=True, check=True)
    return done.stdout


def log_of(out):
    for name in sorted(os.listdir(out)):
        if name.startswith("log-"):
            with open(f"{out}/{name}", encoding="utf-8") as f:
                print(name, f.read()[-400:], sep="\n")


def compare(what, out, expected):
    store = f"{out}/all.db"
    same = os.path.exists(store) and exported(store) == expected
    print(f"{'ok' if same else 'FAILED'}: {what}: {len(expected.splitlines())} runs")
    if not same:
        log_of(out)
    return same


def requeued(cluster, out):
    """Tasks are thrown off their node while they run, and go on when they come back."""
    jobs = cluster.submit(out, "--repeat", "4")
    cluster.until(lambda: os.path.exists(f"{out}/part-1.db"), 60, "the first task does not start")
    cluster.say("scontrol", "requeue", f"{jobs[0]}_1")
    time.sleep(1)
    cluster.say("scontrol", "update", f"JobId={jobs[0]}_1", "StartTime=now")  # it would wait two minutes
    cluster.wait_for(jobs)
    return "Restarts=1" in cluster.say("scontrol", "show", "job", f"{jobs[0]}_1")


def main():
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not shutil.which(name)]
    if missing:
        skip(f"{', '.join(missing)} not installed: tools/setup --cluster")
    if os.getuid() != 0:
        skip("slurmd needs root")
    with tempfile.TemporaryDirectory() as folder:
        for name, more in (("one", []), ("four", ["--repeat", "4"])):
            subprocess.run([KC, "run", *CELLS, *more, "--store", f"{folder}/{name}.db", "-q"], check=True,
                           stdout=subprocess.DEVNULL)
        with Cluster(folder) as cluster:
            cluster.wait_for(cluster.submit(f"{folder}/plain"))
            good = compare("the array's merged store is that of one run", f"{folder}/plain",
                           exported(f"{folder}/one.db"))
            cluster.wait_for(cluster.submit(f"{folder}/plain"))
            good &= compare("submitted again, it is the same", f"{folder}/plain", exported(f"{folder}/one.db"))
            again = requeued(cluster, f"{folder}/requeued")
            print(f"{'ok' if again else 'FAILED'}: the task was started twice")
            good &= again and compare("with a task requeued in the middle", f"{folder}/requeued",
                                      exported(f"{folder}/four.db"))
            report = os.path.exists(f"{folder}/plain/report.html")
            print(f"{'ok' if report else 'FAILED'}: the merge job leaves report.html")
    return 0 if good and report else 1


sys.exit(main())
