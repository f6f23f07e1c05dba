#!/usr/bin/env python3
"""Scripts and clients that mean harm: each is refused as the documents say, and nobody else notices.

  Tests/Wire/malicious.py BIN [REGEX]

BIN is the built `macho`, or the directory that it is in; the driver `hops`, whose features trap and
print, is looked for beside it. With a regular expression, only the tests whose name or sentence it finds.

To add a test, write a function `test_*` below. Its docstring is the sentence that is printed. It gets a
`Setting`: a directory of its own, and servers in it. Each server has a bystander, a client that sends a
line every few milliseconds throughout, and whose every answer has to be right and to come within PATIENCE.
"""

import contextlib
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
import traceback

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "Soak"))
import wire  # noqa: E402: what the soak has
from wire import JSONConnection, Lines, TextConnection, Wrong, code_of, shown  # noqa: E402

# How long the bystander waits for an answer; the machine may be slow, and the build one for debugging.
PATIENCE = 10
# What the protocol says of a process whose client is gone while something runs: two seconds, and ours.
GONE = 3.5
ON_LINUX = sys.platform.startswith("linux")


class Skipped(Exception):
    """What a test needs is not here."""


class Setting:
    """What a test has: a directory with a working directory for servers, and secrets beside it."""

    def __init__(self, macho, hops):
        self.macho, self.hops = macho, hops
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="macho-mal-"))
        self.work = self.root / "work"
        self.outside = self.root / "outside"
        self.sockets = self.root / "sockets"
        for directory in (self.work, self.outside, self.sockets):
            directory.mkdir(mode=0o700)
        self.servers = []

    def serve(self, *arguments, binary=None, path=None, bystander=True):
        server = Server(self, binary or self.macho, path or self.sockets / f"s{len(self.servers)}",
                        arguments, bystander)
        self.servers.append(server)
        return server

    def need_hops(self):
        if not self.hops:
            raise Skipped("there is no hops beside macho")
        return self.hops

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
                       # A trap's report takes seconds that nobody reads.
                       "SWIFT_BACKTRACE": "enable=no"}
        with open(self.error_file, "wb") as errors, open(self.output_file, "wb") as output:
            self.process = subprocess.Popen(
                [binary, "serve", "--socket", self.path, *map(str, arguments)], cwd=setting.work,
                stdin=subprocess.DEVNULL, stdout=output, stderr=errors, env=environment)
        self.bystander = None
        if bystander:
            self.listens()
            feature, action = ("counter", "incrementButtonTapped") if "hops" not in str(binary) else \
                ("traps", "increment")
            self.bystander = Bystander(self.path, feature, action)

    def listens(self):
        began = time.monotonic()
        while time.monotonic() - began < 20:
            if self.process.poll() is not None:
                raise Wrong(f"the server ended with {self.process.returncode}: {self.errors()}")
            with contextlib.suppress(Wrong):
                connection = JSONConnection(self.path)
                connection.result("hello")
                connection.close()
                return
            time.sleep(0.02)
        raise Wrong("the server does not listen within 20 s")

    def ends(self, within=10):
        """Waits for the process's end; gives its status."""
        try:
            return self.process.wait(within)
        except subprocess.TimeoutExpired:
            raise Wrong(f"the server does not end within {within} s") from None

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
        """The processes below the server."""
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
        """Ends it; whoever stood by has to be content, and the server has to go as it should."""
        complaint = self.bystander.leave() if self.bystander else None
        alive = self.process.poll() is None
        if alive:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
                complaint = complaint or "SIGTERM does not end the server within 10 s"
        if quietly:
            return
        if complaint:
            raise Wrong(complaint)
        if self.bystander and not alive:
            raise Wrong(f"the server ended by itself, with {self.process.returncode}: "
                        f"{shown(self.errors())}")
        if self.output():
            raise Wrong(f"standard output has {shown(self.output())}")


class Bystander:
    """Sends a line, checks the answer, and again."""

    def __init__(self, path, feature, action):
        self.connection = JSONConnection(path)
        self.connection.result("open", feature=feature, context="test")
        self.action = action
        self.leaves = False
        self.complaint = None
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
                response = self.connection.response(PATIENCE)
                if response.get("id") != number or response.get("result", {}).get("step") != step:
                    raise Wrong(f"step {step} is answered with {shown(response)}")
                self.slowest = max(self.slowest, time.monotonic() - began)
                time.sleep(0.02)
        except Wrong as error:
            self.complaint = f"another client suffers: {error}"

    def leave(self):
        self.leaves = True
        self.thread.join(PATIENCE + 5)
        self.connection.close()
        return self.complaint


# MARK: Files

def prepare_files(at):
    """What may be read, and all ways out of the working directory."""
    (at.work / "ok.json").write_text('{"count": 5}')
    (at.work / "ok.macho").write_text("send incrementButtonTapped\n")
    (at.work / "deep" / "er").mkdir(parents=True)
    (at.work / "deep" / "er" / "ok.json").write_text('{"count": 6}')
    (at.outside / "secret.json").write_text('{"count": 99}')
    (at.outside / "secret.macho").write_text("send decrementButtonTapped\n")
    (at.work / "link.json").symlink_to(at.outside / "secret.json")
    (at.work / "relative.json").symlink_to("../outside/secret.json")
    (at.work / "twice.json").symlink_to("link.json")
    (at.work / "link.macho").symlink_to(at.outside / "secret.macho")
    (at.work / "out").symlink_to(at.outside)
    (at.work / "deep" / "up").symlink_to("../..")
    (at.work / "zero").symlink_to("/dev/zero")
    (at.work / "dangling").symlink_to(at.outside / "made")
    (at.work / "round").symlink_to("round")
    (at.work / "inside.json").symlink_to("ok.json")
    os.mkfifo(at.work / "fifo", 0o600)


# No name of these may be read by a client; the directory of the server and what is below is `work`.
def names_outside(at, end):
    return [f"../outside/secret{end}", f"deep/../../outside/secret{end}", str(at.outside / f"secret{end}"),
            f"link{end}", f"out/secret{end}", f"deep/up/outside/secret{end}", "/etc/passwd", "/dev/zero",
            "/dev/stdin", "/proc/self/environ", "zero", "dangling", "round", "fifo", "deep", ".", "..", "/",
            "", "no such file", "ok.json/x", "~/x", "x" * 5000]


def test_reads_no_file_outside(at):
    "`@file` reads what is in the server's directory, and nothing else, by whatever name."
    prepare_files(at)
    client = at.serve().client()
    for name, count in (("ok.json", 5), ("deep/er/ok.json", 6), ("inside.json", 5)):
        client.result("start", arguments=f'@file("{name}")')
        same(client.result("state", path="count")["json"], count, name)
    for name in names_outside(at, ".json") + ["relative.json", "twice.json"]:
        quickly(client, "-32000 no-such-file", "start", arguments=f"@file({json.dumps(name)})")
        quickly(client, "-32000 no-such-file", "run",
                line=f"expect count == @file({json.dumps(name)})")
    same(client.result("state", path="count")["json"], 5, "the state behind all that")


def test_sources_no_file_outside(at):
    "`source` runs what is in the server's directory, and nothing else."
    prepare_files(at)
    client = at.serve().client()
    client.result("source", arguments="ok.macho")
    for name in names_outside(at, ".macho"):
        quoted = json.dumps(name)
        if not name:
            continue
        quickly(client, "-32000 no-such-file", "source",
                arguments=quoted if set(name) & set(" ") else name)
    same(client.result("state", path="count")["json"], 1, "the count behind all that")


def test_scripts_read_no_file_outside(at):
    "A script that a client sends reads nothing outside either, wherever it says that it stands."
    prepare_files(at)
    server = at.serve()
    for path in (None, str(at.work / "x.macho"), "x.macho", "deep/x.macho", "deep/up/x.macho",
                 str(at.outside / "x.macho"), "../outside/x.macho", "/etc/x.macho", "/dev/zero", "fifo"):
        for name in ("../outside/secret", str(at.outside / "secret"), "link", "out/secret", "secret",
                     "/etc/passwd", "passwd", "zero", "fifo"):
            for line in (f'start @file("{name}.json")', f"source {name}.macho",
                         f'start @file("{name}")', f"source {name}"):
                client = server.client(feature="counter")
                given = {} if path is None else {"path": path}
                response = client.call("run", script=f"feature counter\n{line}\n", **given)
                if "99" in str(response.get("result")) or "root:" in str(response) or \
                        "count: -1" in str(response):
                    raise Wrong(f"{line!r} at {path} reads what it must not: {shown(response)}")
                if (response.get("result") or {}).get("passed") is True:
                    raise Wrong(f"{line!r} at {path} passes: {shown(response)}")
                client.close()


WRITES = ("record start {}", "record start {} --overwrite", "save {}", "save {} --overwrite",
          "export swift {}", "export json {} --overwrite")


def test_writes_no_file_outside(at):
    "`record`, `save` and `export` write below the server's directory, and nowhere else."
    prepare_files(at)
    before = snapshot(at.outside)
    client = at.serve().client()
    client.result("send", action="incrementButtonTapped")
    for name in ("../outside/new", str(at.outside / "new"), "out/new", "deep/up/outside/new",
                 "link.json", "relative.json", "twice.json", "dangling", "../outside/secret.json",
                 "zero", "fifo", "deep", "round", "/dev/null", "/dev/full", "/etc/macho-was-here",
                 "no/such/place", "../new", "."):
        for write in WRITES:
            quickly(client, "-32000 unwritable", "run", line=write.format(name))
    same(snapshot(at.outside), before, "what is outside")
    for method in ({"start": "../outside/new"}, {"save": "out/new"},
                   {"export": "swift", "file": "../outside/new"}, {"save": "fifo", "overwrite": True}):
        quickly(client, "-32000 unwritable", "record", **method)
    same(snapshot(at.outside), before, "what is outside")
    for number, write in enumerate(WRITES):
        client.result("run", line=write.format(f"new-{number}"))
        if write.startswith("record"):
            client.result("run", line="record stop")
        if not (at.work / f"new-{number}").is_file():
            raise Wrong(f"{write} writes nothing")
    # What stands there already stays, unless it was said that it may go.
    quickly(client, "-32000 unwritable", "run", line="save ok.json")
    same((at.work / "ok.json").read_text(), '{"count": 5}', "a file that was there")


def snapshot(directory):
    return {str(path.relative_to(directory)): path.read_bytes() if path.is_file() else None
            for path in sorted(directory.rglob("*"))}


def test_allows_what_it_was_told_to(at):
    "`--allow` lets clients read and write below a directory, and links lead no further."
    prepare_files(at)
    allowed = at.root / "allowed"
    allowed.mkdir()
    (allowed / "ok.json").write_text('{"count": 7}')
    (allowed / "link.json").symlink_to(at.outside / "secret.json")
    (allowed / "out").symlink_to(at.outside)
    (at.root / "allowed-too").mkdir()
    (at.root / "allowed-too" / "ok.json").write_text('{"count": 98}')
    before = snapshot(at.outside)
    client = at.serve("--allow", allowed).client()
    client.result("start", arguments=f'@file("{allowed / "ok.json"}")')
    same(client.result("state", path="count")["json"], 7, "a file that is allowed")
    client.result("run", line=f"save {allowed / 'new.macho'}")
    for name in (str(allowed / "link.json"), str(allowed / "out" / "secret.json"),
                 str(allowed / ".." / "outside" / "secret.json"), str(at.outside / "secret.json"),
                 str(at.root / "allowed-too" / "ok.json"), "../outside/secret.json", "link.json"):
        quickly(client, "-32000 no-such-file", "start", arguments=f'@file("{name}")')
        for write in WRITES:
            quickly(client, "-32000 unwritable", "run", line=write.format(name))
    same(snapshot(at.outside), before, "what is outside")


def test_reads_no_endless_file(at):
    "A file of five gigabytes is refused, and its client's process stays small."
    with open(at.work / "big.json", "wb") as file:
        file.truncate(5 << 30)
    (at.work / "big.macho").symlink_to("big.json")
    server = at.serve()
    client = server.client()
    for line in ('start @file("big.json")', "source big.macho"):
        began = time.monotonic()
        code = client.refused("run", line=line)
        if code is None or time.monotonic() - began > 5:
            raise Wrong(f"{line} takes {time.monotonic() - began:.1f} s and gives {code}")


def test_cannot_be_made_to_source_for_ever(at):
    "Scripts that source themselves, or one another twice each, end as `too-many-sources`."
    (at.work / "self.macho").write_text("source self.macho\n")
    (at.work / "a.macho").write_text("source b.macho\n")
    (at.work / "b.macho").write_text("source a.macho\n")
    for number in range(30):
        (at.work / f"double-{number}.macho").write_text(f"source double-{number + 1}.macho\n" * 2)
    (at.work / "double-30.macho").write_text("send incrementButtonTapped\n")
    for number in range(12):
        (at.work / f"wide-{number}.macho").write_text(f"source wide-{number + 1}.macho\n" * 2)
    (at.work / "wide-12.macho").write_text("send incrementButtonTapped\n")
    client = at.serve().client()
    for name in ("self", "a", "double-0", "wide-0"):
        began = time.monotonic()
        code = client.refused("source", arguments=f"{name}.macho")
        if code is None or time.monotonic() - began > 30:
            raise Wrong(f"source {name}: {code} after {time.monotonic() - began:.1f} s")
        same(code, "-32000 too-many-sources", f"source {name}")
    sections = "\n".join(f"-- s{n} --\n" + f"source s{n + 1}\n" * 2 for n in range(40))
    response = client.call("run", script=f"feature counter\nsource s0\n{sections}\n-- s40 --\nhelp\n")
    if (response.get("result") or {}).get("passed") is not False and not code_of(response):
        raise Wrong(f"sections that double pass: {shown(response)}")


# MARK: Sizes

def test_takes_values_that_are_huge(at):
    "Ten megabytes of text and a million elements are answered, and the connection goes on."
    client = at.serve().client(feature="search", context="test")
    big = "x" * 10_000_000
    response = client.call("echo", arguments=big)
    same(len("".join(response["result"]["output"])), len(big), "the length of an echo")
    for line in (f'expect query == "{big}"', f"send {big}", f"expect {big}", f'stub uuid -> "{big}"',
                 "expect query == [" + "1, " * 1_000_000 + "1]", f"{big} x", f"state {big}",
                 "start State(rows: [" + "Row(), " * 200_000 + "])", f"goto {'9' * 1_000_000}",
                 f"advance {'9' * 100_000}s", "send " + "(" * 1_000_000,
                 "expect query == " + "-" * 1_000_000 + "1", f"feature {big}"):
        began = time.monotonic()
        code = client.refused("run", line=line)
        if not code or not code.startswith("-32000 "):
            raise Wrong(f"{line[:40]}... gives {code}")
        if time.monotonic() - began > 20:
            raise Wrong(f"{line[:40]}... takes {time.monotonic() - began:.1f} s")
    client.result("start", arguments=f'State(query: "{big}")')
    same(client.result("state", path="query.count")["json"], len(big), "the state's length")
    client.result("send", action='binding.set(\\.query, "y")')


def test_takes_what_nests_deeply(at):
    "What nests too deeply, as JSON or as a value, is `too-deep` and no crash."
    server = at.serve()
    client = server.client()
    for depth in (1_000, 100_000, 2_000_000):
        for opened, closed in (("[", "]"), ('{"a":', "}")):
            client.write((opened * depth + "1" + closed * depth).encode().replace(b"[", b'{"a":[', 1)
                         + (b"}" if opened == "[" else b"") + b"\n")
            response = client.response()
            if code_of(response) not in ("-32700 too-deep", "-32600 bad-request"):
                raise Wrong(f"{depth} of {opened} give {shown(response)}")
            if depth > 1_000:
                same(code_of(response), "-32700 too-deep", f"{depth} of {opened}")
    for opened, closed in (("(", ")"), ("[", "]"), ("factResponse(", ")"), (".success(", ")"),
                           ('["a": ', "]"), ("error(", ")"), (".x", ""), ("-", ""), ("\\.a", "")):
        for depth in (1_000, 100_000):
            for line in (f"send {opened * depth}1{closed * depth}",
                         f"expect count == {opened * depth}1{closed * depth}",
                         f"stub numberFact.fetch({opened * depth}1{closed * depth}) -> \"x\""):
                response = client.call("run", line=line)
                code = code_of(response)
                if not code or not code.startswith("-32000 "):
                    raise Wrong(f"{line[:50]}..., {depth} deep: {shown(response)}")
    path = "count" + ".first" * 100_000
    for line in (f"state {path}", f"expect {path} == 1", f"watch {path}", "state " + "count[" * 50_000,
                 "let a = " + "[" * 100_000 + "]" * 100_000, "[linux] " * 100_000 + "expect count == 0 x",
                 "! " * 100_000 + "expect count == 0"):
        response = client.call("run", line=line)
        if not code_of(response):
            raise Wrong(f"{line[:50]}... passes: {shown(response)}")
    client.result("send", action="incrementButtonTapped")


def test_takes_long_histories(at):
    "A history of 100,000 lines is gone through in both directions."
    client = at.serve().client()
    for _ in range(100):
        numbers = [client.put("send", action="incrementButtonTapped") for _ in range(1_000)]
        client.flush()
        client.responses(numbers)
    same(client.result("state", path="count")["json"], 100_000, "the count")
    same(len(client.result("history")["output"]), 100_000, "the length of the history")
    for line, count in (("undo 50000", 50_000), ("goto 1", 1), ("redo 99999", 100_000), ("goto 77", 77),
                        ("goto 99998", 99_998), ("undo 99998", 0)):
        began = time.monotonic()
        client.result("run", line=line)
        same(client.result("state", path="count")["json"], count, line)
        if time.monotonic() - began > 20:
            raise Wrong(f"{line} takes {time.monotonic() - began:.1f} s")


def test_takes_thousands_of_everything(at):
    "Thousands of stubs, marks, watches, variables, filters and stores slow nobody else."
    client = at.serve().client()
    client.result("send", action="incrementButtonTapped")
    for lines in ([f'stub numberFact.fetch({n}) -> "{n}"' for n in range(5_000)],
                  [f"mark m{n}" for n in range(5_000)], [f"let v{n} = count" for n in range(5_000)],
                  ["watch count"] + [f"watch fact" for n in range(1_000)],
                  [f"branch b{n}" for n in range(1_000)],
                  ["filter factResponse.success" for _ in range(1_000)],
                  [f"feature counter as c{n}" for n in range(300)]):
        numbers = [client.put("run", line=line) for line in lines]
        client.flush()
        began = time.monotonic()
        for number, response in client.responses(numbers).items():
            if "result" not in response:
                raise Wrong(f"{lines[number - numbers[0]]}: {shown(response)}")
        if time.monotonic() - began > 60:
            raise Wrong(f"{lines[0]} and the like take {time.monotonic() - began:.0f} s")
    client.result("send", action="incrementButtonTapped")
    client.result("advance", by="1s")


def test_variables_do_not_double(at):
    "A value that is written out names no variable, so none doubles; `echo` of very much is answered."
    client = at.serve().client()
    client.result("run", line="let a = 1")
    same(client.refused("run", line="let a = [$a, $a]"), "-32000 syntax", "a value of variables")
    client.result("send", action=f'factResponse(.success("{"x" * 100_000}"))')
    client.result("run", line="let big = fact")
    # Twelve megabytes are within the limit of what a client may leave unread.
    output = client.result("echo", arguments="$big" * 120)["output"]
    if len("".join(output)) < 12_000_000:
        raise Wrong("an echo of a variable is too short")
    code_of(client.call("echo", arguments="$big " * 10_000))
    still_there(at.servers[0])


def still_there(server):
    client = server.client(**({"feature": "traps"} if "hops" in str(server.binary) else {}))
    client.close()


def test_refuses_more_than_its_limits(at):
    "More sessions, connections and waiting requests than the limits are refused or waited for."
    server = at.serve()
    limits = JSONConnection(server.path).result("hello")["limits"]
    if not limits:
        raise Wrong("hello tells of no limits")
    connections, refused = [], None
    for _ in range(140):
        connection = JSONConnection(server.path)
        connections.append(connection)
        with contextlib.suppress(wire.Ended):
            number = connection.put("hello")
            connection.flush()
            response = connection.response()
            if code_of(response):
                refused = code_of(response)
                connection.ends()
                break
            same(response.get("id"), number, "an answer's number")
    same(refused, "-32001 too-many-connections", "one connection too many")
    if not 120 <= len(connections) <= 129:
        raise Wrong(f"the {len(connections)}th connection is refused")
    for connection in connections:
        connection.close()
    time.sleep(1)
    client = server.client()
    # Nobody reads meanwhile: what the server does not take waits in the client's own writing.
    numbers = [client.put("send", action="incrementButtonTapped") for _ in range(20_000)]
    writing = threading.Thread(target=client.flush)
    writing.start()
    for step, number in enumerate(numbers, 1):
        response = client.response()
        if response.get("id") != number or response["result"]["step"] != step:
            raise Wrong(f"of 20,000 requests, {step} is answered with {shown(response)}")
    writing.join()


# MARK: What takes long

def test_ends_what_a_client_leaves_running(at):
    "A line that would run for hours goes with its client, or is ended soon after it."
    server = at.serve()
    before = server.workers()
    client = server.client()
    client.result("send", action="incrementButtonTapped")
    for _ in range(26):
        client.put("run", line="replay 0")
    last = client.next - 1
    client.flush()
    time.sleep(0.5)
    # What waits in the queue can be cancelled; what runs cannot, and says so.
    number = client.put("cancel", request=last)
    client.flush()
    began = time.monotonic()
    answers = {}
    while number not in answers or last not in answers:
        response = client.response()
        answers[response["id"]] = response
        if time.monotonic() - began > 10:
            raise Wrong("what is cancelled is not answered within 10 s")
    same(answers[number].get("result"), {"cancelled": "queued"}, "what was cancelled")
    same(code_of(answers[last]), "-32003 cancelled", "the request that was cancelled")
    client.close()
    ended(server, before)


def test_ends_endless_clocks(at):
    "Time that goes by without an end is given up, and billions of ticks go with who asked for them."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    client = server.client(feature="strays", context="test")
    client.result("advance", by="1000000000s")
    client.result("send", action="tickForEver")
    client.result("advance", by="3s")
    same(client.result("state", path="ticks")["json"], 3, "ticks")
    same(client.refused("run-clock"), "-32000 endless-clock", "run-clock")
    for by in ("9999999999999999999999999s", "99999999999999999999ms", "1e300s"):
        if client.refused("advance", by=by) is None:
            raise Wrong(f"advance {by} passes")
    for how in ("cancel", "vanish"):
        running = client.put("advance", by="10000000000s")
        waiting = client.put("send", action="fail")
        client.flush()
        time.sleep(0.5)
        if how == "cancel":
            # What waits for nothing is not ended by that; what waits behind it is.
            numbers = [client.put("cancel", request=waiting), client.put("cancel", request=running)]
            client.flush()
            answers = client.responses([waiting] + numbers)
            same(code_of(answers[waiting]), "-32003 cancelled", "what waited")
            same(answers[numbers[0]].get("result"), {"cancelled": "queued"}, "the cancelling of it")
            same(answers[numbers[1]].get("result"), {"cancelled": "running"}, "the other one")
        client.close()
        ended(server, before)
        client = server.client(feature="strays", context="test")
        client.result("send", action="tickForEver")
    client.close()


def test_cancels_what_waits(at):
    "`settle` that waits is ended by `cancel`, by `$/cancelRequest` and by the client's end."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    client = server.client(feature="strays", context="test")
    client.call("send", action="ask")
    for method in ("cancel", "$/cancelRequest"):
        running = client.put("settle", within="600s")
        client.flush()
        time.sleep(0.3)
        numbers = [running]
        if method == "cancel":
            numbers.append(client.put("cancel", request=running))
            client.flush()
        else:
            client.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": {"id": running}})
                         .encode() + b"\n")
        answers = client.responses(numbers)
        same(code_of(answers[running]), "-32000 interrupted", f"a settle that was ended by {method}")
        if numbers[1:]:
            same(answers[numbers[1]].get("result"), {"cancelled": "running"}, "cancel")
    # The session goes on behind it.
    client.result("state", path="ticks")
    client.put("settle", within="600s")
    client.flush()
    time.sleep(0.2)
    client.close()
    ended(server, before)


def test_regular_expressions_end(at):
    "A regular expression that backtracks for ever holds up its own client alone."
    server = at.serve()
    before = server.workers()
    client = server.client()
    text = "a" * 60
    script = f"feature counter\necho {text}!\n|~ (a+)+b\necho {text}!\n|= <x:/(a|aa)+b/>\n"
    client.put("run", script=script)
    client.flush()
    time.sleep(1)
    client.close()
    ended(server, before)


def ended(server, before):
    """The processes that were there before, and no others, after the time that the protocol gives."""
    began = time.monotonic()
    while time.monotonic() - began < GONE + 2:
        left = server.workers() - before
        if not left:
            return
        time.sleep(0.05)
    raise Wrong(f"{len(left)} processes go on {time.monotonic() - began:.1f} s after their clients")


# MARK: Features that do harm

def test_survives_features_that_trap(at):
    "A feature that traps ends its own connection, with `crashed`, and no other."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    for action in ("unwrapNil", "abort", "overflowStack", "exit(status: 7)", "exit(status: 0)"):
        client = server.client(feature="traps", context="test")
        first = client.put("send", action="increment")
        number = client.put("send", action=action)
        behind = client.put("send", action="increment")
        client.flush()
        same(client.response().get("id"), first, "the line before")
        response = client.response()
        same(code_of(response), "-32004 crashed", f"send {action}")
        if response.get("id") not in (number, None):
            raise Wrong(f"{action} is answered as {response.get('id')} and not as {number} ({behind} waits)")
        if client.ends():
            raise Wrong(f"something comes behind the crash of {action}")
        client.close()
    text = TextConnection(server.path)
    text.write(b"1 feature traps\n2 send unwrapNil\n")
    text.answer("1")
    end = text.line()
    while b"^" not in end:
        end = text.line()
    if b"^error crashed" not in end:
        raise Wrong(f"in text mode a crash is {shown(end)}")
    text.ends()
    ended(server, before)


def test_survives_traps_in_shared_sessions(at):
    "A trap in a shared session ends the shared sessions, and those can be opened again."
    server = at.serve(binary=at.need_hops())
    private = server.client(feature="traps", context="test")
    members = [JSONConnection(server.path) for _ in range(3)]
    for member in members:
        member.result("open", name="bad", feature="traps", context="test")
    number = members[0].put("send", action="unwrapNil")
    members[0].flush()
    response = members[0].response()
    while response.get("id") != number:
        response = members[0].response()
    same(code_of(response), "-32004 crashed", "the one who sent it")
    for member in members:
        # Each is told, or ends; nobody hangs.
        member.socket.settimeout(5)
        with contextlib.suppress(Wrong):
            member.put("send", action="increment")
            member.flush()
            member.response(5)
        member.close()
    private.result("send", action="increment")
    again = JSONConnection(server.path)
    began = time.monotonic()
    again.result("open", name="bad", feature="traps", context="test")
    same(again.result("send", action="increment")["step"], 1, "a step of the session made again")
    if time.monotonic() - began > 5:
        raise Wrong("shared sessions take long to come back")


def test_ends_features_that_loop(at):
    "A feature that never returns ends within seconds of its client, private or shared."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    for how in ("close", "shutdown", "reset"):
        client = server.client(feature="traps", context="test")
        client.put("send", action="loopForEver")
        client.flush()
        time.sleep(0.3)
        if how == "shutdown":
            client.put("shutdown")
            client.flush()
            time.sleep(0.1)
        if how == "reset":
            client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        client.close()
        ended(server, before)


def test_keeps_what_features_print_out(at):
    "What a feature prints, by `print` or around it, goes to standard error and never to a client."
    server = at.serve(binary=at.need_hops())
    client = server.client(feature="traps", context="test")
    client.result("send", action="flood(lines: 1000)")
    client.result("send", action="write(megabytes: 4)")
    client.result("send", action="increment")
    client.close()
    shared = JSONConnection(server.path)
    shared.result("open", name="loud", feature="traps", context="test")
    shared.result("send", action="flood(lines: 10)")
    shared.close()
    time.sleep(0.5)
    errors = server.errors()
    if "line 999 of what a feature says" not in errors or "xxxxx" not in errors:
        raise Wrong(f"standard error has not what a feature says: {shown(errors[-300:])}")
    for framing in ("lines", "content-length"):
        over_standard_io(at, framing)


def over_standard_io(at, framing):
    requests = [("open", {"feature": "traps", "context": "test"}), ("send", {"action": "flood(lines: 50)"}),
                ("send", {"action": "write(megabytes: 1)"}), ("shutdown", {})]
    data = b""
    for number, (method, params) in enumerate(requests, 1):
        body = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()
        data += body + b"\n" if framing == "lines" else \
            b"Content-Length: %d\r\n\r\n" % len(body) + body
    done = subprocess.run([at.need_hops(), "serve", "--framing", framing], input=data, cwd=at.work,
                          capture_output=True, timeout=60, check=False)
    if framing == "lines":
        answers = [json.loads(line) for line in done.stdout.splitlines()]
    else:
        answers, rest = [], done.stdout
        while rest:
            head, _, rest = rest.partition(b"\r\n\r\n")
            length = int(re.fullmatch(rb"Content-Length: (\d+)", head)[1])
            answers.append(json.loads(rest[:length]))
            rest = rest[length:]
    same([answer.get("id") for answer in answers], [1, 2, 3, 4], f"the answers over standard output, {framing}")
    if b"line 49 of what a feature says" not in done.stderr:
        raise Wrong("what a feature prints is not on standard error")


def test_lets_no_process_hold_a_connection(at):
    "A process that a feature leaves behind does not keep its connection open."
    server = at.serve(binary=at.need_hops())
    client = server.client(feature="traps", context="test")
    client.result("send", action="leaveProcess")
    client.result("shutdown")
    began = time.monotonic()
    client.ends(10)
    if time.monotonic() - began > 5:
        raise Wrong("the connection ends with the process that was left behind, and not before")
    client = server.client(feature="traps", context="test")
    client.result("send", action="leaveProcess")
    client.put("send", action="abort")
    client.flush()
    same(code_of(client.response()), "-32004 crashed", "an abort with a process left behind")
    client.ends(5)


def test_survives_descriptors_that_a_feature_closes(at):
    "A feature that closes all descriptors ends its connection, and no other."
    server = at.serve(binary=at.need_hops())
    before = server.workers()
    client = server.client(feature="traps", context="test")
    client.put("send", action="closeDescriptors")
    client.flush()
    # Its own answer has no way to go; the connection ends, or the server says that it crashed.
    client.ends(10)
    client.close()
    ended(server, before)


# MARK: Clients that do harm

def test_writes_no_line_that_is_not_its_own(at):
    "No value breaks out of its line: in text mode each line has its token, and nothing is raw."
    server = at.serve()
    connection = TextConnection(server.path)
    connection.write(b"1 feature counter\n")
    connection.answer("1")
    evil = "a\\n9^ok step=9\\n\\u{1b}[2J\\r\\u{0}\\u{202e}\\u{85}\\u{2028}*^event seq=1"
    lines = [f'send factResponse(.success("{evil}"))', "state", "history", "echo \x1b[2J\x07\x7f",
             f'stub numberFact.fetch -> "{evil}"', "let a = fact", "echo $a", "mark m", "record start x y",
             'send "\x01"', "frob\x1bnicate", "\x0b", "undo", f'expect fact == "{evil}"']
    for number, line in enumerate(lines, 2):
        connection.write(f"{number} {line}\n".encode())
        output, end = connection.answer(str(number))
        for text in output + [end]:
            raw = [c for c in text if ord(c) < 32 or 127 <= ord(c) < 160 or c in "\u2028\u2029\u202e"]
            if raw:
                raise Wrong(f"{line!r} prints {raw} raw: {shown(text)}")
    client = server.client()
    for line in lines:
        client.call("run", line=line)


def test_takes_strange_names(at):
    "Names of shared sessions and numbers of requests may be anything that the protocol lets them be."
    server = at.serve()
    for name in ("../../x", "/etc/passwd", "x" * 100_000, "a\nb", "\u0000", "\u202e", "", " ", "s1", "*",
                 "%n%s", "日本語"):
        client = JSONConnection(server.path)
        response = client.call("open", name=name, feature="counter")
        if "result" not in response and code_of(response) != "-32602 bad-parameters":
            raise Wrong(f"a session named {name[:20]!r}: {shown(response)}")
        client.close()
    client = server.client()
    for identity in ("x", "", "x" * 1_000_000, "\n", 0, -1, 2**53, 2**63 - 1, -2**63, 2**64, 10**400):
        client.write(json.dumps({"jsonrpc": "2.0", "id": identity, "method": "hello"}).encode() + b"\n")
        response = client.response()
        if response.get("id") != identity and code_of(response) != "-32600 bad-request":
            raise Wrong(f"a request numbered {str(identity)[:20]} is answered with {shown(response)}")


def test_lets_slow_clients_be_slow(at):
    "Clients that send a byte a second, and those that say nothing, hold up nobody."
    server = at.serve()
    slow = [Lines(server.path) for _ in range(60)]
    for _ in range(3):
        for connection in slow:
            connection.write(b"{")
        time.sleep(0.3)
    client = server.client()
    began = time.monotonic()
    client.result("send", action="incrementButtonTapped")
    if time.monotonic() - began > 2:
        raise Wrong(f"an answer took {time.monotonic() - began:.1f} s among slow clients")
    for connection in slow:
        connection.close()


def test_cuts_off_who_never_reads(at):
    "Who reads nothing is cut off and told of on standard error, in a shared session too."
    server = at.serve()
    text = "x" * 200_000
    line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "run", "params": {"line": f"echo {text}"}})
    for opening in ({"feature": "counter"}, {"name": "crowd", "feature": "counter"}):
        other = server.client(**opening)
        connection = JSONConnection(server.path)
        connection.result("open", **opening)
        connection.socket.settimeout(30)
        cut = False
        try:
            for _ in range(400):
                connection.socket.sendall(line.encode() + b"\n")
            while connection.socket.recv(1 << 20):
                pass
        except socket.timeout:
            raise Wrong("it is not cut off within 30 s") from None
        except OSError:
            cut = True
        same(cut, True, "who never reads is cut off")
        other.result("send", action="incrementButtonTapped")
        other.close()
    time.sleep(0.3)
    if not re.search(r"cut off|not read", server.errors()):
        raise Wrong(f"standard error does not say that somebody was cut off: {shown(server.errors())}")


def test_cuts_off_subscribers_that_never_read(at):
    "A subscriber who never reads is cut off, and the session that it listened to goes on."
    server = at.serve()
    sender = server.client(name="busy", feature="counter", context="test")
    listener = JSONConnection(server.path)
    session = listener.result("open", name="busy")["session"]
    listener.result("subscribe", session=session)
    fact = "x" * 50_000
    for number in range(400):
        sender.result("send", action=f'factResponse(.success("{fact}{number}"))')
    listener.socket.settimeout(10)
    cut = False
    try:
        while listener.socket.recv(1 << 20):
            pass
        cut = True
    except socket.timeout:
        pass
    except OSError:
        cut = True
    same(cut, True, "who listens and never reads is cut off")
    sender.result("send", action="incrementButtonTapped")


# MARK: The socket

def test_refuses_paths_that_are_none(at):
    "A path that is too long, in a directory of anybody's, or taken by something else, is refused."
    taken = at.sockets / "file"
    taken.write_text("mine")
    (at.sockets / "directory").mkdir()
    (at.sockets / "pointing").symlink_to(taken)
    open_to_all = at.root / "open"
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    for_the_group = at.root / "group"
    for_the_group.mkdir()
    for_the_group.chmod(0o770)
    sticky = at.root / "sticky"
    sticky.mkdir()
    sticky.chmod(0o1777)
    os.mkfifo(at.sockets / "fifo", 0o600)
    for path in (at.sockets / ("x" * 120), taken, at.sockets / "directory", at.sockets / "pointing",
                 at.sockets / "fifo", open_to_all / "s", for_the_group / "s", sticky / "s",
                 at.root / "nowhere" / "s", "/proc/self/s", "/dev/null", ""):
        server = at.serve(path=path, bystander=False)
        server.path = str(path)
        status = server.ends()
        if status == 0 or status < 0:
            raise Wrong(f"{path}: the server ends with {status}")
        if len(server.errors().strip()) < 10:
            raise Wrong(f"{path}: nobody is told why: {server.errors()!r}")
        if re.search(r"Fatal error|Trace/BPT|\bstack\b", server.errors()):
            raise Wrong(f"{path}: it crashed: {shown(server.errors())}")
    same(taken.read_text(), "mine", "a file that was there")
    same(stat.S_ISFIFO((at.sockets / "fifo").lstat().st_mode), True, "a pipe that was there")
    same((at.sockets / "pointing").is_symlink(), True, "a link that was there")
    same(any(open_to_all.iterdir()) or any(sticky.iterdir()), False, "something in a directory of all")


def test_makes_a_private_socket(at):
    "The socket is for its user alone, and one in a directory that others see into is refused."
    old = os.umask(0)
    try:
        server = at.serve()
    finally:
        os.umask(old)
    mode = stat.S_IMODE(os.lstat(server.path).st_mode)
    same(oct(mode), oct(0o600), "the socket's mode")


def test_refuses_other_users(at):
    "A process of another user is refused though it reaches the socket."
    if os.geteuid() != 0:
        return "only root can be somebody else"
    server = at.serve()
    for directory in (at.root, at.sockets):
        directory.chmod(0o755)
    os.chmod(server.path, 0o666)
    child = subprocess.run(
        [sys.executable, "-c", f"""
import os, socket
os.setgid(65534); os.setuid(65534)
s = socket.socket(socket.AF_UNIX)
s.settimeout(5)
s.connect({server.path!r})
try:
    s.sendall(b'{{"jsonrpc":"2.0","id":1,"method":"open","params":{{"feature":"counter"}}}}\\n')
    print(s.recv(10000).decode())
except OSError as error:
    print(error)
"""], capture_output=True, text=True, timeout=30, check=False)
    if child.returncode or '"result"' in child.stdout:
        raise Wrong(f"another user is let in: {shown(child.stdout)} {shown(child.stderr)}")
    for directory in (at.root, at.sockets):
        directory.chmod(0o700)
    return None


def test_refuses_a_second_server(at):
    "A second server on a path is refused, and the first one goes on."
    first = at.serve()
    second = at.serve(path=first.path, bystander=False)
    status = second.ends()
    if status <= 0 or not second.errors().strip():
        raise Wrong(f"a second server ends with {status}: {second.errors()!r}")
    still_there(first)


def test_takes_the_place_of_a_dead_server(at):
    "A server that is killed leaves a socket that the next one replaces; its processes go with it."
    first = at.serve(bystander=False)
    first.listens()
    client = first.client()
    shared = JSONConnection(first.path)
    shared.result("open", name="x", feature="counter")
    workers = first.workers()
    first.process.kill()
    first.process.wait()
    second = at.serve(path=first.path)
    still_there(second)
    # Those who were connected are let go, or go on alone until they close.
    client.close()
    shared.close()
    began = time.monotonic()
    while time.monotonic() - began < GONE + 2:
        left = [pid for pid in workers if alive(pid)]
        if not left:
            return
        time.sleep(0.05)
    raise Wrong(f"{len(left)} processes of a server that was killed go on without clients")


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


def test_cleans_up_when_it_is_told_to_end(at):
    "SIGTERM, SIGINT and SIGHUP end the server, take its socket away and its connections with it."
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        server = at.serve(bystander=False)
        server.listens()
        client = server.client()
        busy = server.client()
        busy.put("run", line="settle within 600s")
        busy.flush()
        workers = server.workers()
        server.process.send_signal(number)
        server.ends()
        if os.path.exists(server.path):
            raise Wrong(f"{number.name} leaves the socket behind")
        client.ends(5)
        began = time.monotonic()
        while any(alive(pid) for pid in workers):
            if time.monotonic() - began > GONE:
                raise Wrong(f"{number.name} leaves processes behind")
            time.sleep(0.05)
        busy.close()


def test_does_not_take_away_the_socket_of_another(at):
    "A server whose socket was replaced by another one's does not take that away when it ends."
    first = at.serve(bystander=False)
    first.listens()
    os.unlink(first.path)
    second = at.serve(path=first.path, bystander=False)
    try:
        second.listens()
    except Wrong:
        # That the first one still has the path is an answer too.
        return
    first.process.terminate()
    first.ends()
    if not os.path.exists(second.path):
        raise Wrong("the first server took the second one's socket away")
    still_there(second)


def test_has_no_descriptor_of_its_caller_needed(at):
    "A server without standard input, output and error serves all the same."
    path = at.sockets / "bare"
    process = subprocess.Popen(
        ["/bin/sh", "-c", f'exec "$0" serve --socket "$1" <&- >&- 2>&-', at.macho, str(path)], cwd=at.work)
    try:
        began = time.monotonic()
        while time.monotonic() - began < 10:
            with contextlib.suppress(Wrong):
                client = JSONConnection(str(path))
                client.result("open", feature="counter")
                client.result("send", action="incrementButtonTapped")
                client.close()
                return
            if process.poll() is not None:
                raise Wrong(f"it ends with {process.returncode}")
            time.sleep(0.05)
        raise Wrong("it answers nobody")
    finally:
        process.kill()
        process.wait()


def test_lives_with_few_descriptors(at):
    "Where descriptors run out, connections are refused, and the server goes on when there are some again."
    path = at.sockets / "few"
    process = subprocess.Popen(
        [at.macho, "serve", "--socket", str(path)], cwd=at.work, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (48, 48)))
    try:
        began = time.monotonic()
        while not path.exists() and time.monotonic() - began < 10:
            time.sleep(0.02)
        connections = []
        for _ in range(60):
            with contextlib.suppress(Wrong):
                connections.append(wire.connect(str(path)))
        time.sleep(1)
        if process.poll() is not None:
            raise Wrong(f"it ends with {process.returncode}")
        for connection in connections:
            connection.close()
        time.sleep(1)
        client = JSONConnection(str(path))
        client.result("open", feature="counter")
    finally:
        process.kill()
        process.wait()


# MARK: The run of them

def same(value, wanted, what):
    if value != wanted:
        raise Wrong(f"{what}: {shown(value)}, not {shown(wanted)}")


def quickly(client, wanted, method, **params):
    """Refused with this code, within seconds: what hangs is no refusal."""
    number = client.put(method, **params)
    client.flush()
    response = client.response(10)
    if response.get("id") != number or code_of(response) != wanted:
        raise Wrong(f"{method} {shown(params, 200)} was to be {wanted}, not {shown(response)}")


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split("\n\n")[1].strip())
    given = pathlib.Path(sys.argv[1]).resolve()
    macho = given / "macho" if given.is_dir() else given
    hops = macho.with_name(macho.name.replace("macho", "hops"))
    wanted = re.compile(sys.argv[2] if len(sys.argv) == 3 else "")
    passed, failed = 0, 0
    for name, function in list(globals().items()):
        if not name.startswith("test_") or not wanted.search(f"{name} {function.__doc__}"):
            continue
        began = time.monotonic()
        problem, skipped = None, None
        try:
            with Setting(str(macho), str(hops) if hops.exists() else None) as setting:
                skipped = function(setting)
        except Skipped as reason:
            skipped = reason
        except Exception as error:  # noqa: BLE001: whatever it is, the test has failed
            places = [f"  line {frame.lineno}: {frame.line}"
                      for frame in traceback.extract_tb(error.__traceback__)]
            problem = "\n".join(places[-4:] + [f"{type(error).__name__}: {error}"])
        passed += not problem
        failed += bool(problem)
        verdict = "FAIL" if problem else "SKIP" if skipped else "OK  "
        note = f" ({skipped})" if skipped else ""
        print(f"    {verdict} {function.__doc__.strip()}{note} {time.monotonic() - began:.1f} s", flush=True)
        if problem:
            print(f"--- {name}\n{problem}", flush=True)
    print(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    sys.exit(1 if failed or not passed else 0)


main()
