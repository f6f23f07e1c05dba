"""Lines that crash or never end. They cost the line, not the session."""

import re

from terminal import once


def traps(at, *arguments, feature="traps", env=None):
    session = at.start(str(at.binaries / "external-work-driver"), "repl", feature, *arguments, env=env)
    session.wait_for(rf"^{feature}>$")
    return session


def test_trap(at):
    "A trap prints its message and place, and the state before the line is back."
    session = traps(at)
    session.run("send increment")
    output = session.run("send unwrapNil")
    assert "Fatal error: Unexpectedly found nil" in output, output
    assert "crashed: signal " in output and "Traps.swift:34:" in output.replace("\n", ""), output
    assert output.endswith("the state before this line is back"), output
    assert session.run("state count") == "1"
    session.run("send increment")
    assert session.run("state count") == "2"
    session.enter("quit")
    assert session.wait_for_end() == 0


def test_sourced_script(at):
    "A crash ends the scripts that are being sourced, and their skipped lines are counted."
    (at.directory / "outer.macho").write_text("send increment\nsource inner.macho\necho never\n")
    (at.directory / "inner.macho").write_text("send increment\nsend unwrapNil\necho never\necho never\n")
    session = traps(at)
    output = session.run("source outer.macho")
    assert output.endswith("the state before this line is back\n"
                           "skipped 2 lines of inner.macho, 1 line of outer.macho"), output
    assert session.run("state count") == "2"
    # The rest of the sourced scripts does not run later.
    assert session.run("send increment").count("count: 3") == 1
    assert "never" not in session.everything()


def test_stack_overflow(at):
    "A stack overflow prints the repeated function, and the session continues."
    session = traps(at)
    session.run("send increment")
    output = session.run("send overflowStack")
    assert "stack overflow" in output and "depth(_:)" in output, output
    assert session.run("state count") == "1"


def test_loop(at):
    "Ctrl-C ends a line that never ends, with the place where it looped."
    session = traps(at)
    session.run("send increment")
    start_loop(session)
    session.signal_key("C-c")
    session.wait_for(r"^interrupted: the line did not stop\n(.*\n)*the state before this line is back\ntraps>$")
    # Without a line number: some instructions of the loop have none.
    assert "at closure #1 in Traps.body.getter, " in session.everything().replace("\n", ""), session.everything()
    assert session.run("state count") == "1"


def start_loop(session):
    """Types a line that loops, and waits until it runs."""
    session.enter("send loopForEver")
    # The typed line is on the screen before it is parsed. Only the loop uses a second of processor time.
    session.wait_until("a running loop", session.processor_times,
                       lambda times: any(used >= "00:00:01" for used in times.values()))


@once
def test_notice(at):
    "During the backtrace, a notice says what takes so long. It is erased afterwards."
    text = at.directory / "text"
    text.write_text(f"#!/bin/sh\nuntil [ -e {at.directory}/go ]; do sleep 0.05; done\n")
    program = at.install(text, "backtrace")
    session = traps(at, env={
        "SWIFT_BACKTRACE": f"enable=yes,color=no,interactive=no,output-to=stderr,swift-backtrace={program}"})
    session.enter("send unwrapNil")
    session.wait_for(r"collecting the backtrace \.\.\.$")
    (at.directory / "go").touch()
    session.wait_for(r"^the state before this line is back\ntraps>$")
    assert "collecting" not in session.everything()


@once
def test_second_interrupt(at):
    "A second Ctrl-C ends the line at once."
    session = traps(at)
    start_loop(session)
    session.signal_key("C-c", "C-c")
    session.wait_for(r"^interrupted: the line did not stop\n(.*\n)*the state before this line is back\ntraps>$")


@once
def test_exit_and_abort(at):
    "A feature that exits or aborts the process costs its line."
    session = traps(at)
    session.run("send increment")
    assert "crashed: the feature exited the process" in session.run("send exit(status: 0)")
    assert "crashed: signal 6" in session.run("send abort")
    assert session.run("state count") == "1"


@once
def test_history(at):
    "Undone actions, branches, marks, variables and settings are back."
    session = traps(at)
    for line in ("send increment", "send increment", "mark two", "undo", "branch other", "send increment",
                 "send increment", "goto main", "let n = 2", "compact on"):
        session.run(line)
    before = session.run("history"), session.run("branch"), session.run("state")
    session.run("send unwrapNil")
    assert before == (session.run("history"), session.run("branch"), session.run("state"))
    assert session.run("expect count == $n") == "✓"
    session.run("goto other")
    assert session.run("state count") == "3"


@once
def test_recording(at):
    "The recording contains the line as a comment, continues, and passes."
    session = traps(at, "--record", "r.macho")
    session.run("send increment")
    session.run("send unwrapNil")
    text = (at.directory / "r.macho").read_text()
    assert "# crashed: signal " in text and "\n# send unwrapNil\n" in text, text
    assert "\nsend unwrapNil" not in text, text
    session.run("send increment")
    session.run("save saved.macho")
    session.run("send abort")
    session.run("# a comment")
    session.run("save again.macho")
    session.enter("quit")
    assert session.wait_for_end() == 0
    for name in ("r.macho", "saved.macho", "again.macho"):
        text = (at.directory / name).read_text()
        assert "\nsend increment\n|   Traps.State(\n| -   count: 1\n| +   count: 2\n|   )\n" in text, text
    assert "# a comment" in text, text
    check = at.start(str(at.binaries / "external-work-driver"), "test", ".")
    check.wait_for(r"^3 passed")


@once
def test_recording_from_a_state(at):
    "A recording that was started at the prompt continues."
    session = traps(at)
    session.run("send increment")
    session.run("record start r.macho")
    session.run("send increment")
    session.run("send unwrapNil")
    session.run("send increment")
    session.run("record stop")
    text = (at.directory / "r.macho").read_text()
    assert "start Traps.State(count: 1)" in text and text.count("\nsend increment\n") == 2, text
    assert "\n# send unwrapNil\n" in text, text


@once
def test_sourced_line(at):
    "A sourced line that crashes keeps the lines before it and skips the rest."
    (at.directory / "s.macho").write_text("send increment\nsend unwrapNil\nsend increment\n")
    session = traps(at)
    assert "send increment" in session.run("source s.macho")
    assert session.run("state count") == "1"
    (at.directory / "s.macho").write_text("echo other\n")
    session.run("send unwrapNil")
    assert session.run("state count") == "1"


@once
def test_pasted_lines(at):
    "The rest of pasted lines is dropped."
    session = traps(at)
    session.paste("send increment\nsend unwrapNil\nsend increment\n")
    session.wait_for(r"^the state before this line is back\ntraps>$")
    assert session.run("state count") == "1"


@once
def test_several_stores(at):
    "All open stores are back, and the one in use stays in use."
    session = traps(at)
    for line in ("feature traps as left", "send increment", "feature traps as right", "use left"):
        session.enter(line)
        session.wait_for(rf"> {line}\n(.*\n)*\w+>$")
    session.enter("send unwrapNil")
    session.wait_for(r"^the state before this line is back\nleft>$")
    session.enter("state count")
    session.wait_for(r"^1\nleft>$")


@once
def test_live_session(at):
    "A live session is restored from its actions. Its effects do not run again."
    session = traps(at, "--context", "live", feature="courier")
    session.run("send stamp")
    session.enter("send nap(1)")
    session.wait_for(r"^receive napped\n(.*\n)+courier>$")
    before = session.run("state")
    assert "naps: 1" in before, before
    session.run("send nap(3600)")
    session.key("C-l")
    session.enter("feature traps as other")
    session.wait_for(r"^other>$")
    session.enter("send abort")
    session.wait_for(r"^the state before this line is back\n(.*\n)*other>$")
    session.enter("use courier")
    session.wait_for(r"^courier>$")
    assert session.run("state") == before
    assert session.run("effects") == "(no effects)"
    session.run("undo")
    session.run("undo")
    assert "naps: 0" in session.run("state")


@once
def test_crash_in_the_replay(at):
    "A line that crashes when the session is restored ends the prompt with a report."
    (at.directory / "state.json").write_text('{"count": 1}')
    session = traps(at)
    session.run('start @file("state.json")')
    session.run("send increment")
    (at.directory / "state.json").write_text('{"count": 9223372036854775807}')
    session.enter("send unwrapNil")
    assert session.wait_for_end() == 4
    session.wait_for(r"the session is lost: it crashed again when this line was repeated:\s+send increment")


@once
def test_after_a_script(at):
    "A session that began after a script is back."
    (at.directory / "s.macho").write_text("feature traps\nsend increment\n|...\nsend increment\n|...\n")
    session = at.start(str(at.binaries / "external-work-driver"), "repl", "--after", "s.macho:2")
    session.wait_for(r"^traps>$")
    session.run("send increment")
    session.run("send unwrapNil")
    assert session.run("state count") == "2"


@once
def test_debugged_script(at):
    "A crash while a script is debugged costs the line."
    (at.directory / "s.macho").write_text(
        "feature traps\nsend increment\n|...\nexpect count == 2\nsend increment\n|...\nsend unwrapNil\n")
    session = at.start(str(at.binaries / "external-work-driver"), "test", "--debug", "s.macho")
    session.wait_for(r"^traps>$")
    session.run("send increment")
    session.run("send unwrapNil")
    assert session.run("state count") == "2"
    assert "line passes" in session.run("retry")
    session.run("step")
    assert "crashed: " in session.run("step")
    assert session.run("state count") == "3"
    session.enter("quit")
    assert session.wait_for_end() == 4


@once
def test_debugged_script_with_accepted_output(at):
    "A crash after 'accept' costs the line. The script has the accepted output, and runs on from where it was."
    script = at.directory / "s.macho"
    script.write_text("feature traps\nsend increment\n| nothing\nsend increment\n|...\nexpect count == 2\n")
    session = at.start(str(at.binaries / "external-work-driver"), "test", "--debug", "s.macho")
    session.wait_for(r"^traps>$")
    assert "wrote the output to s.macho" in session.run("accept")
    assert "crashed: " in session.run("send unwrapNil")
    assert session.run("state count") == "1"
    session.enter("continue")
    session.wait_for(r"^PASS s\.macho")
    session.enter("quit")
    assert session.wait_for_end() == 0
    text = script.read_text()
    assert "nothing" not in text and re.search(r"\| \+ .*count: 1", text), text


@once
def test_job_control(at):
    "After a crash, Ctrl-Z and fg work, and the shell sees the exit status."
    session = at.shell()
    session.enter("external-work-driver repl traps")
    session.wait_for(r"^traps>$")
    session.run("send unwrapNil")
    session.key("C-z")
    session.wait_for(r"^\$$")
    session.enter("fg")
    # The prompt from before Ctrl-Z is still on the screen.
    session.wait_for(r"^\$ fg\n(.*\n)*traps>$")
    session.run("send increment")
    assert session.run("state count") == "1"
    session.enter("quit")
    session.wait_for(r"^\$$")
    session.enter("echo status $?")
    session.wait_for(r"^status 0$")
