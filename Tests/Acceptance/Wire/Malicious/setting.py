"""The environment of the tests: servers, a bystander and comparisons."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

from wire import JSONConnection, ProtocolViolation, code_of, shown

# The bystander's timeout in seconds; the machine may be slow and the build a debug build.
RESPONSE_TIMEOUT = 60
# A guard in seconds: the process of a disconnected client exits within about two seconds.
EXIT_TIMEOUT = 60
ON_LINUX = sys.platform.startswith("linux")


class Skipped(Exception):
    """A requirement of the test is missing."""


class Setting:
    """The directories of a test: a working directory for servers, and secrets outside of it."""

    def __init__(self, macho, driver):
        self.macho, self.driver = macho, driver
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="macho-mal-"))
        self.work = self.root / "work"
        self.outside = self.root / "outside"
        self.sockets = self.root / "sockets"
        for directory in (self.work, self.outside, self.sockets):
            directory.mkdir(mode=0o700)
        self.servers = []

    def serve(self, *arguments, binary=None, path=None, bystander=True):
        if path is None:
            path = self.sockets / f"s{len(self.servers)}"
        server = Server(self, binary or self.macho, path, arguments, bystander)
        self.servers.append(server)
        return server

    def external_work_driver(self):
        if not self.driver:
            raise Skipped("external-work-driver is not built")
        return self.driver

    def __enter__(self):
        return self

    def __exit__(self, *error):
        try:
            for server in self.servers:
                server.close(quietly=error[0] is not None)
        finally:
            subprocess.run(["chmod", "-R", "u+rwx", str(self.root)], check=False)
            shutil.rmtree(self.root, ignore_errors=True)


class Server:
    def __init__(self, setting, binary, path, arguments, bystander):
        self.path = str(path)
        self.binary = binary
        self.error_file = setting.root / f"stderr-{len(setting.servers)}"
        self.output_file = setting.root / f"stdout-{len(setting.servers)}"
        environment = {"PATH": os.environ["PATH"], "HOME": str(setting.root), "LC_ALL": "C.UTF-8",
                      # A backtrace takes seconds and is not read.
                       "SWIFT_BACKTRACE": "enable=no"}
        with open(self.error_file, "wb") as errors, open(self.output_file, "wb") as output:
            self.process = subprocess.Popen(
                [binary, "serve", "--socket", self.path, *map(str, arguments)], cwd=setting.work,
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment)
        self.bystander = None
        if bystander:
            self.listens()
            feature, action = ("counter", "incrementButtonTapped") if "external-work-driver" not in str(binary) else \
                ("traps", "increment")
            self.bystander = Bystander(self.path, feature, action)

    def listens(self):
        """Waits until the server accepts a connection, and closes it."""
        self.connection().close()

    def connection(self):
        """Returns a connection as soon as the server listens and accepts it."""
        began = time.monotonic()
        while time.monotonic() - began < 20:
            if self.process.poll() is not None:
                raise ProtocolViolation(f"the server ended with {self.process.returncode}: {self.errors()}")
            with contextlib.suppress(ProtocolViolation):
                connection = JSONConnection(self.path)
                connection.result("hello")
                return connection
            time.sleep(0.02)
        raise ProtocolViolation("the server does not listen within 20 s")

    def ends(self, within=10):
        """Waits until the process exits and returns its status."""
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            raise ProtocolViolation(f"the server does not end within {within} s") from None

    def client(self, **opening):
        connection = JSONConnection(self.path)
        opening = opening or {"feature": "counter", "context": "test"}
        connection.result("open", **opening)
        return connection

    def errors(self):
        return self.error_file.read_text("utf-8", "backslashreplace")

    def output(self):
        return self.output_file.read_bytes()

    def workers(self):
        """Returns the server's descendant processes."""
        found = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True)
        table = [line.split() for line in found.stdout.splitlines()]
        below, waiting = set(), [self.process.pid]
        while waiting:
            parent = waiting.pop()
            for pid, ppid, _ in (row[:3] for row in table):
                if int(ppid) == parent and int(pid) not in below:
                    below.add(int(pid))
                    waiting.append(int(pid))
        return below

    def close(self, quietly=False):
        """Stops the server. Raises if the bystander has failed or the server does not exit cleanly."""
        problem = self.bystander.leave() if self.bystander else None
        alive = self.process.poll() is None
        if alive:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                problem = problem or "SIGTERM does not end the server within 10 s"
        if quietly:
            return
        if problem:
            raise ProtocolViolation(problem)
        if self.bystander and not alive:
            raise ProtocolViolation(f"the server ended by itself, with {self.process.returncode}: "
                        f"{shown(self.errors())}")
        if self.output():
            raise ProtocolViolation(f"standard output has {shown(self.output())}")


class Bystander:
    """A client that repeatedly sends a line and checks the response."""

    def __init__(self, path, feature, action):
        self.connection = JSONConnection(path)
        self.connection.result("open", feature=feature, context="test")
        self.action = action
        self.leaves = False
        self.problem = None
        self.slowest = 0.0
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self):
        step = 0
        try:
            while not self.leaves:
                began = time.monotonic()
                step += 1
                number = self.connection.put("send", action=self.action)
                self.connection.flush()
                response = self.connection.response(RESPONSE_TIMEOUT)
                if response.get("id") != number or response.get("result", {}).get("position") != step:
                    raise ProtocolViolation(f"the response to line {step} is {shown(response)}")
                self.slowest = max(self.slowest, time.monotonic() - began)
                time.sleep(0.02)
        except ProtocolViolation as error:
            self.problem = f"another client is affected: {error}"

    def leave(self):
        self.leaves = True
        self.thread.join(RESPONSE_TIMEOUT + 5)
        self.connection.close()
        return self.problem


def check_equal(value, wanted, what):
    if value != wanted:
        raise ProtocolViolation(f"{what}: {shown(value)}, not {shown(wanted)}")


def check_refused(client, wanted, method, **params):
    """Checks that a request is rejected with a code."""
    number = client.put(method, **params)
    client.flush()
    response = client.response()
    if response.get("id") != number or code_of(response) != wanted:
        raise ProtocolViolation(f"{method} {shown(params, 200)} should be {wanted}, not {shown(response)}")


def check_alive(server):
    client = server.client(**({"feature": "traps"} if "external-work-driver" in str(server.binary) else {}))
    client.close()


def wait_for_exit(server, before):
    """Waits until only the processes that were there before are left."""
    began = time.monotonic()
    while time.monotonic() - began < EXIT_TIMEOUT + 2:
        left = server.workers() - before
        if not left:
            return
        time.sleep(0.05)
    raise ProtocolViolation(f"{len(left)} processes still run {time.monotonic() - began:.1f} s after their clients")


def alive(pid):
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    if not ON_LINUX:
        return True
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
