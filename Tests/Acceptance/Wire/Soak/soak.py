"""Drives a server for a long time, from many clients at once, and looks at all that it does.

  soak.py BIN [SECONDS | --requests N] [--seed S] [--clients N] [--results FILE] [--only RE] [--keep-going]

BIN is the built `macho`. Without anything else: 60 seconds, seed 1, 50 clients. `--results` adds a
line to a file such as RESULTS.md. `--only` makes the visits whose name it finds, of those in clients.py
and rude.py; `--keep-going` looks for more when something is wrong. The status is 1 where something was.
"""

import argparse
import collections
import contextlib
import datetime
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
import watch  # noqa: E402: what is beside this file, and nothing compiled of it
import wire  # noqa: E402

WORKERS = 4
# What is written to standard error: where it listens, who was cut off, and what trapped where.
SAID = re.compile(r"macho: (listening at |.*cut off|the process (crashed at this line|of a connection ended by))"
                  r"|.*Fatal error: ")
# Flat: within these after the warm-up, whatever the length of the run.
MAIN_MAY_GROW = 8 << 20
SHARED_MAY_GROW = 48 << 20
# What may be there in the end above what was there at first; of pieces of memory, what an allocator keeps.
# One session is open throughout, the lobby.
MORE = {"descriptors": 0, "files without a name": 1, "threads": 0, "mappings": 100}


class Server:
    """`macho serve` on a socket in a directory of its own."""

    def __init__(self, binary, directory):
        self.directory = directory
        self.path = str(directory / "s")
        self.errors = directory / "stderr"
        environment = {"PATH": os.environ["PATH"], "HOME": str(directory), "LC_ALL": "C.UTF-8",
                       # A trap's report takes seconds, and is none of the protocol's.
                       "SWIFT_BACKTRACE": "enable=no"}
        with open(self.errors, "wb") as errors, open(directory / "stdout", "wb") as output:
            self.process = subprocess.Popen(
                [binary, "serve", "--socket", self.path], cwd=directory / "work", stdin=subprocess.DEVNULL,
                stdout=output, stderr=errors, env=environment, start_new_session=True)
        self.pid = self.process.pid

    def answers(self):
        """Waits until it listens."""
        began = time.monotonic()
        while time.monotonic() - began < wire.LIMIT:
            if self.process.poll() is not None:
                raise wire.Wrong(f"the server ended with {self.process.returncode} at once")
            if os.path.exists(self.path):
                with contextlib.suppress(wire.Wrong):
                    connection = wire.JSONConnection(self.path)
                    connection.result("hello")
                    connection.close()
                    return
            time.sleep(0.02)
        raise wire.Wrong(f"the server does not listen after {wire.LIMIT} s")

    def said(self):
        """What stands on standard error that the protocol does not tell of."""
        text = self.errors.read_text("utf-8", "backslashreplace")
        lines = [line for line in text.splitlines() if line.strip()]
        return len(lines), [line for line in lines if not SAID.match(line)]

    def end(self):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                os.killpg(self.pid, signal.SIGKILL)
                self.process.wait()
                return "the server does not end within 10 s of SIGTERM"
        if os.path.exists(self.path):
            return "the server leaves its socket behind"
        return None


class Soak:
    def __init__(self, options, server):
        self.options, self.server = options, server
        self.told = [collections.Counter() for _ in range(WORKERS)]
        self.digests = {}
        self.compared = 0
        self.problems = []
        self.lock = threading.Lock()
        self.main, self.shared, self.workers = watch.Memory(), watch.Memory(), watch.Memory()
        self.most, self.descriptors = 0, 0
        self.warm = None
        self.began = time.monotonic()

    def run(self):
        # The lobby has somebody in it throughout, so that it is one session for all.
        host = wire.JSONConnection(self.server.path)
        try:
            if re.search(self.options.only, "lobby"):
                host.result("open", name="lobby", feature="counter", context="test")
            warm = wire.JSONConnection(self.server.path)
            warm.result("open", feature="counter")
            warm.close()
            self.rest = self.at_rest()
            self.held = self.holds()
            self.load()
            if not self.problems:
                self.look_at_what_is_left()
        finally:
            host.close()

    def at_rest(self):
        """The processes there are when nobody but the lobby's host is connected."""
        known, since = None, time.monotonic()
        began = since
        while time.monotonic() - since < 1 and time.monotonic() - began < 15:
            now = set(watch.below(self.server.pid))
            if now != known:
                known, since = now, time.monotonic()
            time.sleep(0.05)
        return known

    def load(self):
        each, left = divmod(self.options.clients, WORKERS)
        requests = -(-(self.options.requests or 0) // WORKERS)
        processes = [subprocess.Popen(
            [sys.executable, str(HERE / "worker.py"), self.server.path, self.options.seed, str(number),
             str(each + (number < left)), str(self.options.seconds or 0), str(requests), self.options.only,
             "yes" if self.options.keep_going else "no"],
            stdout=subprocess.PIPE, text=True) for number in range(WORKERS)]
        readers = [threading.Thread(target=self.read, args=(number, process))
                   for number, process in enumerate(processes)]
        for reader in readers:
            reader.start()
        told = self.began
        ended = False
        try:
            while any(process.poll() is None for process in processes) and not self.is_over():
                time.sleep(0.5)
                self.sample()
                if time.monotonic() - told > 60:
                    told = time.monotonic()
                    print(f"    {told - self.began:.0f} s: {self.total()['requests']} requests, "
                          f"main {self.main.told()}, shared {self.shared.told()}", flush=True)
            ended = not self.is_over()
        finally:
            for process in processes:
                # Where nothing is wrong all of them have ended by themselves.
                if not ended and process.poll() is None:
                    process.terminate()
                process.wait()
            for reader in readers:
                reader.join()
        for number, process in enumerate(processes):
            if process.returncode and not self.problems:
                self.problem(f"process {number} of the soak ended with {process.returncode}")

    def read(self, number, process):
        for line in process.stdout:
            message = json.loads(line)
            with self.lock:
                self.told[number] = collections.Counter(message["told"])
            for failure in message["failures"]:
                self.problem(failure)
            for seq, digest in message["digests"]:
                with self.lock:
                    known = self.digests.setdefault(seq, digest)
                    self.compared += known is not digest
                if known != digest:
                    self.problem(f"the lobby's events up to {seq} are told in two ways")

    def sample(self):
        """Memory, processes and descriptors; the server has to be there."""
        pid = self.server.pid
        if self.server.process.poll() is not None:
            self.problem(f"the server ended with {self.server.process.returncode}")
            return
        if self.warm is None and self.total()["requests"] and time.monotonic() - self.began > self.warming():
            self.warm = len(self.main.samples)
        children = watch.below(pid)
        self.main.add(watch.resident(pid))
        for child in children:
            (self.shared if child in self.rest else self.workers).add(watch.resident(child))
        self.most = max(self.most, len(children))
        self.descriptors = max(self.descriptors, watch.descriptors(pid))
        # Those who have gone have two seconds to end; visits are short.
        if len(children) > 4 * self.options.clients + 64:
            self.problem(f"{len(children)} processes for {self.options.clients} clients")

    def warming(self):
        return 15 if self.options.requests or self.options.seconds >= 60 else self.options.seconds / 4

    def look_at_what_is_left(self):
        """All clients but the lobby's host are gone."""
        pid = self.server.pid
        began = time.monotonic()
        while time.monotonic() - began < 10:
            left = {child: state for child, state in watch.below(pid).items() if child not in self.rest}
            more = {holder: held for holder, held in self.holds().items()
                    if held > self.held[holder] + MORE[holder[1]]}
            if not left and not more:
                break
            time.sleep(0.1)
        if left:
            self.problem(f"{len(left)} processes are left behind by their clients: {left}")
        for (holder, what), held in more.items():
            self.problem(f"{'the server' if holder == pid else 'a process below it'} has {held} {what} in "
                         f"the end, and had {self.held[holder, what]} at first"
                         + (f": {self.open_files(holder)}" if what == "descriptors" else ""))
        for what, memory, bound in (("the server's process", self.main, MAIN_MAY_GROW),
                                    ("the shared sessions' process", self.shared, SHARED_MAY_GROW)):
            settled = memory.settled(self.warm or 0)
            if settled and settled[1] - settled[0] > bound:
                first, last = (watch.mebibytes(value) for value in settled)
                self.problem(f"{what} grows: {first} MB behind the warm-up, {last} MB in the end")

    def holds(self):
        """What the processes have open that are there throughout."""
        return {(pid, what): count(pid) for pid in [self.server.pid, *self.rest]
                for what, count in (("descriptors", watch.descriptors),
                                    ("files without a name", watch.nameless_files), ("threads", watch.threads),
                                    ("mappings", watch.mappings))}

    def open_files(self, pid):
        return dict(collections.Counter(re.sub(r"\d+", "N", target) for target in watch.open_files(pid)))

    def problem(self, text):
        with self.lock:
            if text not in self.problems:
                self.problems.append(text)

    def is_over(self):
        """Whether there is nothing more to find out."""
        return self.server.process.poll() is not None or \
            bool(self.problems) and not self.options.keep_going

    def total(self):
        with self.lock:
            return sum(self.told, collections.Counter())

    def tell(self):
        told, seconds = self.total(), time.monotonic() - self.began
        for what in ("request", "rude"):
            counts = sorted((key.partition(": ")[2], count) for key, count in told.items()
                            if key.startswith(what + ": "))
            print(f"    {what}: " + ", ".join(f"{count} {name}" for name, count in counts))
        print(f"    {told['requests']} requests in {seconds:.0f} s "
              f"({told['requests'] / seconds:.0f} a second), {told['visits']} visits, "
              f"{told['answers']} answers checked, {told['events']} events checked, "
              f"{self.compared} digests of a thousand compared")
        print(f"    the server's process: {self.main.told()}; {self.descriptors} descriptors at most")
        print(f"    shared sessions: {self.shared.told()}")
        print(f"    a connection's process: {watch.mebibytes(max(self.workers.samples, default=0))} MB "
              f"at most; {self.most} processes at most")
        return told, seconds


def main():
    options = arguments()
    if not sys.platform.startswith("linux"):
        print("    the soak looks into /proc, which only Linux has: skipped")
        return 0
    # Whoever ends it ends the server and the clients as well.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    directory = pathlib.Path(tempfile.mkdtemp(prefix="macho-soak-"))
    (directory / "work").mkdir()
    server = Server(options.binary, directory)
    soak = Soak(options, server)
    try:
        try:
            server.answers()
            soak.run()
        except wire.Wrong as error:
            soak.problem(f"{type(error).__name__}: {error}")
        complaint = server.end()
        if complaint:
            soak.problem(complaint)
        lines, unknown = server.said()
        if unknown:
            soak.problem(f"standard error has {len(unknown)} lines that nobody documented:\n" +
                         "\n".join(unknown[:20]))
        told, seconds = soak.tell()
        print(f"    seed {options.seed}, {options.clients} clients, {lines} lines on standard error")
        for problem in soak.problems[:20]:
            print(f"FAILED: {problem}")
        if options.results:
            add_row(options, soak, told, seconds)
        return 1 if soak.problems else 0
    finally:
        if server.process.poll() is None:
            server.process.terminate()
        if not soak.problems:
            shutil.rmtree(directory)
        else:
            print(f"    what it left is in {directory}")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("seconds", nargs="?", type=int)
    parser.add_argument("--requests", type=int)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--results")
    parser.add_argument("--only", default="")
    parser.add_argument("--keep-going", action="store_true")
    options = parser.parse_args()
    if options.requests is None and options.seconds is None:
        options.seconds = 60
    if not WORKERS * 3 <= options.clients <= 100:
        parser.error(f"--clients is from {WORKERS * 3} to 100")
    return options


def add_row(options, soak, told, seconds):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True,
                            text=True).stdout.strip() or "?"
    rude = sum(count for key, count in told.items() if key.startswith("rude: "))
    main, shared = ("-" if not memory.samples else "/".join(
        str(watch.mebibytes(value)) for value in (
            memory.samples[0], memory.samples[-1], max(memory.samples)))
        for memory in (soak.main, soak.shared))
    row = [datetime.datetime.now(datetime.timezone.utc).date(), commit, options.seed, options.clients,
           told["requests"], f"{seconds:.0f}", told["visits"], rude, told["answers"], told["events"],
           main, shared, "failed" if soak.problems else "passed"]
    with open(options.results, "a", encoding="utf-8") as file:
        file.write("| " + " | ".join(str(cell) for cell in row) + " |\n")


sys.exit(main())
