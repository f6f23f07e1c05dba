"""A session goes on in a rebuilt driver."""

from terminal import once
from test_connect import server

NOTICE = r"the driver was rebuilt: 'reload' continues in it"
DUE = r"the driver was rebuilt: the session continues in it after this line"


class Driver:
    """The driver of the compared features, which is rebuilt: its features then have another behaviour."""

    def __init__(self, at):
        self.at = at
        # The file that a prompt runs at the next reload.
        self.path = at.install(at.binaries / "comparison-driver", "driver")
        self.number = 0

    def prompt(self, feature, *arguments):
        """Starts a prompt in which the features have their old behaviour."""
        session = self.at.start(str(self.path), "repl", feature, *arguments, env={"COMPARISON_BASE": "1"})
        session.wait_for(rf"^{feature}>$")
        return session

    def rebuild(self, setting="unset COMPARISON_BASE"):
        """Replaces the driver, with the new behaviour or with that of a setting."""
        self.number += 1
        program = self.at.install(self.at.binaries / "comparison-driver", f"driver-{self.number}")
        self.replace(f'#!/bin/sh\n{setting}\nexec "{program}" "$@"\n')
        self.path = program

    def rebuild_as_it_was(self):
        self.rebuild("export COMPARISON_BASE=1")

    def replace(self, text):
        """Replaces the driver's file by another program."""
        (self.at.directory / "text").write_text(text)
        self.at.install(self.at.directory / "text", self.path.name)


def add_pieces(session):
    """The new behaviour differs in the last line: it allows four pieces."""
    for _ in range(4):
        session.run("send addTapped")


DIFFERENCE = (
    "send addTapped\n  E| (No state changes)\n  A|   ShopFeature.State(\n  A| -   pieces: 3,\n  A| +   pieces: 4,\n"
    "  A|   )\n")


@once
def test_reload(at):
    "After a rebuild, 'reload' repeats the session and shows what differs, once."
    driver = Driver(at)
    session = driver.prompt("off-by-one")
    add_pieces(session)
    assert session.run("state pieces") == "3"
    driver.rebuild()
    output = session.run("reload")
    assert output == (
        DIFFERENCE + "state pieces\n  E| 3\n  A| 4\nreloaded: 6 lines repeated, 2 differ: E is before, A is now"), output
    assert session.run("state pieces") == "4"
    output = session.run("reload")
    assert output == (
        "the driver was not rebuilt since this session started in it\n"
        "reloaded: 7 lines repeated, none differs"), output
    assert session.run("undo 4").count("pieces: 0") == 1
    session.enter("quit")
    assert session.wait_for_end() == 0


@once
def test_notice(at):
    "A prompt says once that its driver was rebuilt."
    driver = Driver(at)
    session = driver.prompt("off-by-one")
    session.run("send addTapped")
    driver.rebuild()
    session.enter("state pieces")
    session.wait_for(rf"^1\n{NOTICE}\noff-by-one>$")
    assert session.run("state pieces") == "1"
    assert session.everything().count("was rebuilt") == 1


@once
def test_watch(at):
    "With --watch, the session goes on in a rebuilt driver by itself."
    driver = Driver(at)
    session = driver.prompt("off-by-one", "--watch")
    add_pieces(session)
    driver.rebuild()
    session.wait_for(r"^reloaded: 5 lines repeated, 1 differs: E is before, A is now\noff-by-one>$")
    assert DIFFERENCE in session.lines(), session.lines()
    # The prompt before was erased.
    assert session.lines().count("off-by-one>\n") == 0, session.lines()
    assert session.run("state pieces") == "4"


@once
def test_watch_while_a_line_is_typed(at):
    "With --watch, a line that is being typed stays, and runs before the session goes on."
    driver = Driver(at)
    session = driver.prompt("off-by-one", "--watch")
    add_pieces(session)
    session.type("state pieces")
    session.wait_for(r"^off-by-one> state pieces")
    driver.rebuild()
    session.wait_for(rf"^{DUE}\noff-by-one> state pieces")
    session.key("Enter")
    session.wait_for(r"^reloaded: 6 lines repeated, 2 differ: E is before, A is now\noff-by-one>$")
    text = session.everything()
    assert "off-by-one> state pieces\n3\nsend addTapped\n" in text, text
    assert "state pieces\n  E| 3\n  A| 4\n" in text and "after this line" not in text, text


@once
def test_line_that_fails(at):
    "A line that fails in the new driver stops the repetition. The next driver repeats all lines."
    driver = Driver(at)
    session = driver.prompt("renamed")
    session.run("stub ledger.keep(1) -> 1")
    session.run("send addTapped(1)")
    driver.rebuild()
    output = session.run("reload")
    assert output.startswith(
        "stub ledger.keep(1) -> 1\n  E stub ledger.keep(1) -> 1\n  A ! [no-such-endpoint] stub ledger.keep(1) -> 1\n"
    ), output
    assert output.endswith(
        "reloaded: 2 lines repeated, 1 differs: E is before, A is now\nstopped: the last of these lines fails now\n"
        "not repeated: 1 line below it\n"
        "the next 'reload' tries all lines again, unless you change the session before"), output
    assert "total: 0" in session.run("state")
    session.run("save saved.macho")
    text = (at.directory / "saved.macho").read_text()
    assert "# not repeated, because the line above fails:\n# send addTapped(1)\n" in text, text
    driver.rebuild_as_it_was()
    output = session.run("reload")
    assert output == "reloaded: 3 lines repeated, none differs", output
    assert "sum: 1" in session.run("state")


@once
def test_lines_that_are_given_up(at):
    "Lines that were not repeated are given up when the user changes the session."
    driver = Driver(at)
    session = driver.prompt("renamed")
    session.run("stub ledger.keep(1) -> 1")
    session.run("send addTapped(1)")
    driver.rebuild()
    session.run("reload")
    session.run("let n = 2")
    driver.rebuild_as_it_was()
    output = session.run("reload")
    assert output.endswith("reloaded: 3 lines repeated, 1 differs: E is before, A is now"), output
    assert "sum: 0" in session.run("state")
    assert session.run("echo $n") == "2"


@once
def test_line_that_crashes(at):
    "A line that crashes in the new driver stops the repetition, as one that fails."
    driver = Driver(at)
    session = driver.prompt("crash")
    for line in ("send addTapped", "send addTapped", "send clearTapped", "send addTapped"):
        session.run(line)
    driver.rebuild()
    output = session.run("reload")
    assert "send clearTapped\ncrashed: signal " in output and "ShopFeature.swift:" in output.replace("\n", ""), output
    assert output.endswith(
        "the state before this line is back\nnot repeated: 1 line below it\n"
        "the next 'reload' tries all lines again, unless you change the session before"), output
    assert session.run("state pieces") == "2"
    driver.rebuild_as_it_was()
    output = session.run("reload")
    assert output == "reloaded: 5 lines repeated, none differs", output
    assert session.run("state pieces") == "1"


@once
def test_recording(at):
    "A recording goes on, and passes in the new driver."
    driver = Driver(at)
    session = driver.prompt("off-by-one", "--record", "r.macho")
    add_pieces(session)
    driver.rebuild()
    session.run("reload")
    session.run("send clearTapped")
    session.enter("quit")
    assert session.wait_for_end() == 0
    text = (at.directory / "r.macho").read_text()
    assert text.count("\nsend addTapped\n") == 4 and "| +   pieces: 4,\n" in text and "| -   pieces: 4,\n" in text, text
    check = at.start(str(driver.path), "test", "r.macho")
    check.wait_for(r"^1 passed")


@once
def test_recording_from_a_state(at):
    "A recording that was started at the prompt goes on from there."
    driver = Driver(at)
    session = driver.prompt("off-by-one", "--context", "test")
    for _ in range(3):
        session.run("send addTapped")
    session.run("record start r.macho")
    session.run("send addTapped")
    driver.rebuild()
    session.run("reload")
    session.run("record stop")
    text = (at.directory / "r.macho").read_text()
    assert "start ShopFeature.State(pieces: 3" in text and text.count("send addTapped\n") == 1, text
    assert "| +   pieces: 4,\n" in text, text


@once
def test_whole_session(at):
    "Stores, undone actions, branches, marks, variables and settings are back."
    prompt = at.prompt()
    for line in ("send incrementButtonTapped", "send incrementButtonTapped", "mark two", "undo", "branch other",
                 "send incrementButtonTapped", "goto main", "let n = 2", "compact on"):
        prompt.run(line)
    before = prompt.run("history"), prompt.run("branch"), prompt.run("state")
    prompt.run("feature counter as second")
    assert prompt.run("reload").endswith("reloaded: 14 lines repeated, none differs")
    assert prompt.lines().endswith("\nsecond>"), prompt.lines()
    prompt.run("use counter")
    assert before == (prompt.run("history"), prompt.run("branch"), prompt.run("state"))
    assert prompt.run("expect count == $n") == "✓"


@once
def test_live_session(at):
    "The lines of a live store are not repeated. Its actions are restored without effects."
    session = at.start(str(at.binaries / "external-work-driver"), "repl", "courier", "--context", "live")
    session.wait_for(r"^courier>$")
    session.run("send stamp")
    session.enter("send nap(1)")
    session.wait_for(r"^receive napped\n(.*\n)+courier>$")
    before = session.run("state")
    session.run("send nap(3600)")
    session.key("C-l")
    output = session.run("reload")
    assert "not repeated: 3 lines of live stores\n" in output, output
    assert output.endswith("the live effect in flight was not started again"), output
    assert session.run("state") == before
    assert session.run("effects") == "(no effects)"


@once
def test_driver_that_does_not_start(at):
    "A driver that does not start is refused, and the session stays."
    driver = Driver(at)
    session = driver.prompt("off-by-one")
    session.run("send addTapped")
    driver.replace("#!/bin/sh\necho no such library >&2\nexit 1\n")
    output = session.run("reload")
    assert "not-supported: the rebuilt driver does not start: " in output and "no such library" in output, output
    # The prompt may also say that the driver was rebuilt.
    assert session.run("state pieces").startswith("1")
    driver.rebuild()
    assert "reloaded: 3 lines repeated, none differs" in session.run("reload")


@once
def test_pipe(at):
    "Without a terminal, the new run of the program reads on."
    status, output = at.run(
        "repl", "counter", given="send incrementButtonTapped\nreload\nsend incrementButtonTapped\nstate count\n")
    assert status == 0 and "reloaded: 2 lines repeated, none differs\n" in output and output.endswith("\n2\n"), output


@once
def test_elsewhere(at):
    "While a script is debugged, and on a server, 'reload' is not supported."
    (at.directory / "bug.macho").write_text("feature counter\nexpect count == 1\n")
    prompt = at.macho("test", "--debug", "bug.macho")
    prompt.wait_for(r"^counter>$")
    assert "not-supported: a script is being debugged" in prompt.run("reload")
    with server(at) as (_, path):
        connected = at.macho("connect", path, "counter")
        connected.wait_for(r"^counter@s1>$")
        connected.enter("reload")
        connected.wait_for(r"^not-supported: reloading requires the prompt of 'macho repl'\n(.*\n)+counter@s1>$")
