"""Ctrl-C while a line runs."""

import re

from terminal import once


def listener(at, *arguments):
    session = at.start(str(at.binaries / "external-work-driver"), "repl", "listener", *arguments)
    session.wait_for(r"^listener>$")
    return session


def test_settle(at):
    "Ctrl-C interrupts a waiting settle. The session and its effects continue."
    session = listener(at)
    session.run('send listen(for: "日本🎉")')
    session.enter("settle within 1h")
    session.wait_for(r"^listener> settle within 1h\n?\Z")
    session.signal_key("C-c")
    session.wait_for(r"^\^C\n(\(the line is still running.*\n)?(waited for .*\n)?interrupted: stopped waiting(.*\n)+listener>$")
    assert session.run("state hasStopped") == "false"
    assert "#1 run" in session.run("effects")
    session.run("send stop")
    assert session.run("state hasStopped") == "true"


@once
def test_live_settle(at):
    "Ctrl-C interrupts a waiting settle of a live store."
    session = listener(at, "--context", "live")
    session.run('send listen(for: "x")')
    session.enter("settle within 1h")
    session.wait_for(r"^listener> settle within 1h\n?\Z")
    session.signal_key("C-c")
    session.wait_for(r"^interrupted: (.*\n)+listener>$")
    assert session.run("state hasStopped") == "false"


@once
def test_sourced_lines(at):
    "Ctrl-C skips the rest of a sourced script."
    (at.directory / "s.macho").write_text('settle within 1h\necho never\n')
    session = listener(at)
    session.run('send listen(for: "x")')
    session.enter("source s.macho")
    session.wait_for(r"^settle within 1h$")
    session.signal_key("C-c")
    session.wait_for(r"^interrupted: (.*\n)+listener>$")
    assert "never" not in session.screen()


@once
def test_quitting_while_a_line_runs(at):
    r"Ctrl-\ ends macho while a line runs. The recording contains the line as a comment."
    # Needs job control: the key signals the whole foreground process group.
    session = at.shell()
    session.enter("external-work-driver repl traps --record session.macho")
    session.wait_for(r"^traps>$")
    session.enter("send loopForEver")
    session.wait_for(r"^traps> send loopForEver\n?\Z")
    # The line is on the screen before it runs.
    recording = at.directory / "session.macho"
    session.wait_until("the line in the recording", recording.read_text,
                       lambda text: "\n# running: send loopForEver" in text)
    session.signal_key("C-\\")
    session.wait_for(r"^\$$")
    session.enter("echo status $?")
    assert int(session.wait_for(r"^status (\d+)$")[1]) > 128
    assert "\n# running: send loopForEver" in recording.read_text()


@once
def test_dumb_terminal(at):
    "Ctrl-C in a dumb terminal discards the line, or ends the running one. The session continues."
    session = at.start(str(at.binaries / "external-work-driver"), "repl", "traps", env={"TERM": "dumb"})
    session.enter("send increment")
    session.wait_for(r"^\+ Traps.State\(count: 1\)$")
    session.type("send unwrapNil")
    session.key("C-c")
    session.enter("state count")
    session.wait_for(r"^1$")
    session.enter("send loopForEver")
    session.wait_until("a running loop", session.processor_times,
                       lambda times: any(used >= "00:00:01" for used in times.values()))
    session.key("C-c", "C-c")
    session.wait_for(r"^interrupted: the line did not stop\n(.*\n)*the state before this line is back$")
    session.enter("send increment")
    session.wait_for(r"^\+ Traps.State\(count: 2\)$")


@once
def test_unfinished_paste(at):
    "Ctrl-C ends a paste whose end never came."
    session = at.start(str(at.binaries / "external-work-driver"), "repl", "traps")
    session.wait_for(r"^traps>$")
    session.key("Escape")
    session.type("[200~send unwrapNil")
    session.key("C-c")

    def type_and_look():
        session.type("x")
        return session.screen()

    # What is typed before the signal is handled belongs to the paste, and goes with it.
    session.wait_until("an echo", type_and_look, lambda screen: re.search(r"^traps> x+$", screen, re.M))
    session.key("C-u")
    session.wait_for(r"^traps>$")
    session.run("send increment")
    assert session.run("state count") == "1"
