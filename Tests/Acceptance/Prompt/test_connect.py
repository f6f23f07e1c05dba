"""The prompt over a server's socket."""

import contextlib
import subprocess

from terminal import once


@contextlib.contextmanager
def server(at, driver="macho"):
    path = at.directory / "private" / "socket"
    process = subprocess.Popen(
        [at.binaries / driver, "serve", "--socket", path], stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE, cwd=at.directory, encoding="utf-8")
    at.servers.append(process)
    try:
        # The server prints when it listens.
        process.stderr.readline()
        yield process, str(path)
    finally:
        process.terminate()
        process.wait()
        process.stderr.close()


def test_lines(at):
    "The server runs lines and completes at Tab."
    with server(at) as (_, path):
        session = at.start(str(at.binaries / "macho"), "connect", path, "counter")
        session.wait_for(r"^counter@s1>$")
        session.type("send inc")
        session.key("Tab")
        session.wait_for(r"^counter@s1> send incrementButtonTapped")
        session.key("Enter")
        session.wait_for(r"^\+   count: 1,(.*\n)+counter@s1>$")
        session.enter("send querry")
        session.wait_for(r"no-such-case: (.*\n)+counter@s1>$")


@once
def test_shared(at):
    "Actions of another client in a shared session are shown immediately."
    with server(at) as (_, path):
        first = at.start(str(at.binaries / "macho"), "connect", path, "counter", "--session", "ours")
        first.wait_for(r"^counter@ours>$")
        other = at.start(str(at.binaries / "macho"), "connect", path, "--session", "ours")
        other.wait_for(r"^counter@ours>$")
        other.enter("send decrementButtonTapped")
        first.wait_for(r"^\(another client\)  send decrementButtonTapped\n(.*\n)+\+   count: -1,(.*\n)+counter@ours>$")


@once
def test_interrupt(at):
    "Ctrl-C interrupts a waiting settle on the server."
    with server(at, "external-work-driver") as (_, path):
        session = at.start(str(at.binaries / "external-work-driver"), "connect", path, "listener")
        session.wait_for(r"^listener@s1>$")
        session.enter('send listen(for: "x")')
        session.wait_for(r"(.*\n)+listener@s1>$")
        session.enter("settle within 1h")
        session.wait_for(r"^listener@s1> settle within 1h\n?\Z")
        session.signal_key("C-c")
        session.wait_for(r"^interrupted: (.*\n)+listener@s1>$")


@once
def test_end(at):
    "The prompt reports that the server has closed the connection."
    with server(at) as (process, path):
        session = at.start(str(at.binaries / "macho"), "connect", path, "counter")
        session.wait_for(r"^counter@s1>$")
        process.terminate()
        session.wait_for(r"^the server closed the connection$")


@once
def test_crash(at):
    "A crash prints its message and place, and a new session has the state before the line."
    with server(at, "external-work-driver") as (_, path):
        session = at.start(str(at.binaries / "external-work-driver"), "connect", path, "traps")
        session.wait_for(r"^traps@s1>$")
        for line in ("send increment", "send increment", "undo", "let n = 1"):
            session.enter(line)
            session.wait_for(rf"> {line}\n(.*\n)*traps@s1>$")
        session.enter("send unwrapNil")
        session.wait_for(r"^crashed: signal \d+(.*\n)+.*Traps.swift:34: Fatal error: (.*\n)+at closure #1 in Traps.*Traps.swift:34:"
                         r"(.*\n)+the state before this line is back\ntraps@s1>$")
        session.enter("state count")
        session.wait_for(r"^1\ntraps@s1>$")
        session.enter("expect count == $n")
        session.wait_for(r"> expect count == \$n\n✓\ntraps@s1>$")
        session.enter("redo")
        session.wait_for(r"^\+ Traps.State\(count: 2\)\nreapplied send increment\ntraps@s1>$")


@once
def test_crash_of_a_shared_session(at):
    "A crash of a shared session is reported, and the prompt stays."
    with server(at, "external-work-driver") as (_, path):
        session = at.start(str(at.binaries / "external-work-driver"), "connect", path, "traps", "--session", "ours")
        session.wait_for(r"^traps@ours>$")
        session.enter("send unwrapNil")
        session.wait_for(r"^crashed: signal \d+(.*\n)+the shared session is lost\n(.*\n)*traps@ours>$")


@once
def test_line_that_does_not_stop(at):
    "A second Ctrl-C ends a line that does not stop, and a new session has the state before it."
    with server(at, "external-work-driver") as (_, path):
        session = at.start(str(at.binaries / "external-work-driver"), "connect", path)
        session.wait_for(r"^macho@s1>$")
        session.enter("feature traps")
        session.wait_for(r"^traps@s1>$")
        session.enter("send increment")
        session.wait_for(r"^\+ Traps.State\(count: 1\)\ntraps@s1>$")
        session.enter("send loopForEver")
        session.wait_for(r"> send loopForEver\n?\Z")
        session.signal_key("C-c")
        session.wait_for(r"^\(Ctrl-C again ends the line\)$")
        session.signal_key("C-c")
        session.wait_for(r"^interrupted: the line did not stop\nthe state before this line is back\ntraps@s1>$")
        session.enter("state count")
        session.wait_for(r"^1\ntraps@s1>$")


@once
def test_crash_of_a_live_session(at):
    "After a crash in a live session, a new one is open. Its lines are not repeated."
    with server(at, "external-work-driver") as (_, path):
        session = at.start(str(at.binaries / "external-work-driver"), "connect", path, "traps", "--context", "live")
        session.wait_for(r"^traps@s1>$")
        session.enter("send increment")
        session.wait_for(r"^\+ Traps.State\(count: 1\)\ntraps@s1>$")
        session.enter("send abort")
        session.wait_for(r"^crashed: signal \d+(.*\n)+a new session is open: (.*\n)+traps@s1>$")
        session.enter("state count")
        session.wait_for(r"^0\ntraps@s1>$")
