"""Drives a server for a long time from many concurrent clients, and checks everything it does.

  soak.py BIN [SECONDS | --requests N] [--seed S] [--clients N] [--results FILE] [--only RE] [--keep-going]

BIN is the built `macho`. Defaults: 60 seconds, seed 1, 50 clients. `--results` adds a row to a file such as
RESULTS.md. `--only` selects visits of clients.py and misbehaving.py by name; `--keep-going` continues after
a failure. The exit status is 1 after a failure.
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
import watch  # noqa: E402: imported after disabling bytecode
import wire  # noqa: E402

WORKERS = 4
# Expected lines on standard error: the socket, disconnected clients and traps.
EXPECTED_ERRORS = re.compile(r"macho: (listening at |disconnected a client|the process (crashed at this line|of a connection was))"
                  r"|.*Fatal error: ")
# Memory may grow by this much after the warm-up, independent of the length of the run.
MAIN_MAY_GROW = 8 << 20
SHARED_MAY_GROW = 48 << 20
# By how much counts may exceed the initial ones at the end. An allocator retains some mappings; the lobby's
# session stays open. The dispatch library opens six descriptors once, when a store first observes the main queue.
MORE = {"descriptors": 6, "files without a name": 1, "threads": 0, "mappings": 100}


class Server:
    """`macho serve` on a socket in its own directory."""

    def __init__(self, binary, directory):
        self.directory = directory
        self.path = str(directory / "s")
        self.errors = directory / "stderr"
        environment = {"PATH": os.environ["PATH"], "HOME": str(directory), "LC_ALL": "C.UTF-8",
                      # A backtrace takes seconds and is not part of the protocol.
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
                raise wire.ProtocolViolation(f"the server exited with {self.process.returncode} at startup")
            if os.path.exists(self.path):
                with contextlib.suppress(wire.ProtocolViolation):
                    connection = wire.JSONConnection(self.path)
                    connection.result("hello")
                    connection.close()
                    return
            time.sleep(0.02)
        raise wire.ProtocolViolation(f"the server does not listen after {wire.LIMIT} s")

    def standard_error(self):
        """Returns the number of lines on standard error, and the unexpected ones."""
        text = self.errors.read_text("utf-8", "backslashreplace")
        lines = [line for line in text.splitlines() if line.strip()]
        return len(lines), [line for line in lines if not EXPECTED_ERRORS.match(line)]

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
        self.counts = [collections.Counter() for _ in range(WORKERS)]
        self.digests = {}
        self.compared = 0
        self.problems = []
        self.lock = threading.Lock()
        self.main, self.shared, self.workers = watch.Memory(), watch.Memory(), watch.Memory()
        self.most, self.descriptors = 0, 0
        self.warm = None
        self.began = time.monotonic()

    def run(self):
        # Keeps the lobby open, so that all clients share one session.
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
                self.check_leftovers()
        finally:
            host.close()

    def at_rest(self):
        """Returns the processes while only the lobby's host is connected."""
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
        reported = self.began
        ended = False
        try:
            while any(process.poll() is None for process in processes) and not self.is_over():
                time.sleep(0.5)
                self.sample()
                if time.monotonic() - reported > 60:
                    reported = time.monotonic()
                    print(f"    {reported - self.began:.0f} s: {self.total()['requests']} requests, "
                          f"main {self.main.summary()}, shared {self.shared.summary()}", flush=True)
            ended = not self.is_over()
        finally:
            for process in processes:
                # Without failures they have all exited by themselves.
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
                self.counts[number] = collections.Counter(message["counts"])
            for failure in message["failures"]:
                self.problem(failure)
            for seq, digest in message["digests"]:
                with self.lock:
                    known = self.digests.setdefault(seq, digest)
                    self.compared += known is not digest
                if known != digest:
                    self.problem(f"the lobby's events up to {seq} differ between processes")

    def sample(self):
        """Samples memory, processes and descriptors. The server must be running."""
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
        # Processes of disconnected clients have two seconds to exit; visits are short.
        if len(children) > 4 * self.options.clients + 64:
            self.problem(f"{len(children)} processes for {self.options.clients} clients")

    def warming(self):
        return 15 if self.options.requests or self.options.seconds >= 60 else self.options.seconds / 4

    def check_leftovers(self):
        """Checks processes and resources after all clients but the lobby's host have disconnected."""
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
            self.problem(f"{len(left)} processes have outlived their clients: {left}")
        for (holder, what), held in more.items():
            self.problem(f"{'the server' if holder == pid else 'a process below it'} has {held} {what} in "
                         f"the end, and had {self.held[holder, what]} at first"
                         + (f": {self.open_files(holder)}" if what == "descriptors" else ""))
        for what, memory, bound in (("the server's process", self.main, MAIN_MAY_GROW),
                                    ("the shared sessions' process", self.shared, SHARED_MAY_GROW)):
            settled = memory.settled(self.warm or 0)
            if settled and settled[1] - settled[0] > bound:
                first, last = (watch.mebibytes(value) for value in settled)
                self.problem(f"{what} grows: {first} MB after the warm-up, {last} MB at the end")

    def holds(self):
        """Counts the resources of the processes that last throughout."""
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
        """Whether to stop: the server has exited or a check has failed."""
        return self.server.process.poll() is not None or \
            bool(self.problems) and not self.options.keep_going

    def total(self):
        with self.lock:
            return sum(self.counts, collections.Counter())

    def print_summary(self):
        told, seconds = self.total(), time.monotonic() - self.began
        for what in ("request", "misbehaving"):
            counts = sorted((key.partition(": ")[2], count) for key, count in told.items()
                            if key.startswith(what + ": "))
            print(f"    {what}: " + ", ".join(f"{count} {name}" for name, count in counts))
        print(f"    {told['requests']} requests in {seconds:.0f} s "
              f"({told['requests'] / seconds:.0f} a second), {told['visits']} visits, "
              f"{told['answers']} answers checked, {told['events']} events checked, "
              f"{self.compared} digests of a thousand compared")
        print(f"    the server's process: {self.main.summary()}; {self.descriptors} descriptors at most")
        print(f"    shared sessions: {self.shared.summary()}")
        print(f"    a connection's process: {watch.mebibytes(max(self.workers.samples, default=0))} MB "
              f"at most; {self.most} processes at most")
        return told, seconds


def main():
    options = arguments()
    if not sys.platform.startswith("linux"):
        subprocess.run([HERE.parents[3] / "scripts" / "lib" / "skip", "the soak", "it requires /proc"], check=True)
        return 77
    # SIGTERM also stops the server and the clients.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    directory = pathlib.Path(tempfile.mkdtemp(prefix="macho-soak-"))
    (directory / "work").mkdir()
    server = Server(options.binary, directory)
    soak = Soak(options, server)
    try:
        try:
            server.answers()
            soak.run()
        except wire.ProtocolViolation as error:
            soak.problem(f"{type(error).__name__}: {error}")
        problem = server.end()
        if problem:
            soak.problem(problem)
        lines, unknown = server.standard_error()
        if unknown:
            soak.problem(f"standard error has {len(unknown)} undocumented lines:\n" +
                         "\n".join(unknown[:20]))
        told, seconds = soak.print_summary()
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
            print(f"    its files are in {directory}")


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
        parser.error(f"--clients must be from {WORKERS * 3} to 100")
    return options


def add_row(options, soak, told, seconds):
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=HERE, capture_output=True,
                            text=True).stdout.strip() or "?"
    misbehaving = sum(count for key, count in told.items() if key.startswith("misbehaving: "))
    main, shared = ("-" if not memory.samples else "/".join(
        str(watch.mebibytes(value)) for value in (
            memory.samples[0], memory.samples[-1], max(memory.samples)))
        for memory in (soak.main, soak.shared))
    row = [datetime.datetime.now(datetime.timezone.utc).date(), commit, options.seed, options.clients,
           told["requests"], f"{seconds:.0f}", told["visits"], misbehaving, told["answers"], told["events"],
           main, shared, "failed" if soak.problems else "passed"]
    with open(options.results, "a", encoding="utf-8") as file:
        file.write("| " + " | ".join(str(cell) for cell in row) + " |\n")


sys.exit(main())
