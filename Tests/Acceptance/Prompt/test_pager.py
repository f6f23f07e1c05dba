"""Output that is longer than the screen."""

import fcntl
import json

from terminal import once

PAGED = {"MACHO_PAGER": None}


def prompt(at, **environment):
    return at.prompt(env=PAGED | environment)


def test_pages(at):
    "Output longer than the screen goes through the pager, and q returns to the prompt."
    session = prompt(at)
    session.enter("help verbs")
    session.wait_for(r"^feature +open a feature(\n.*)+\n:$")
    assert "counter> help verbs" not in session.screen()
    session.key("q")
    session.wait_for(r"^counter>$")
    session.key("C-u")
    # The line editor has the terminal again.
    session.type("send inc")
    session.key("Tab", "Enter")
    session.wait_for(r"^\+   count: 1,$")


def test_short_output(at):
    "Output that fits the screen is printed directly."
    session = prompt(at, PAGER="echo paged")
    assert session.run("state count") == "0"
    session.run("start State(fact: \"日本語🎉\")")
    assert session.run("state fact") == '"日本語🎉"'


def test_wide_text(at):
    "The number of rows counts, not of lines: one long line of wide characters is paged."
    session = prompt(at, PAGER="sed 's/$/ paged/'")
    session.run('start State(fact: "%s")' % ("漢字🎉" * 60))
    session.resize(60, 6)
    session.enter("state fact")
    session.wait_for(r'🎉" paged\ncounter>$')


@once
def test_verbs(at):
    "The output of 'help', 'history', 'actions' and 'state' is paged; that of 'send' is not, however long."
    session = prompt(at, PAGER="echo paged")
    session.resize(at.columns, 4)
    for line in ("help", "state", "actions"):
        assert session.run(line) == "paged", line
    for _ in range(4):
        assert "+   count: " in session.run("send incrementButtonTapped")
    assert session.run("history") == "paged"


@once
def test_secure(at):
    "The pager may not write files or run programs, unless the user allows it."
    assert prompt(at, PAGER="printenv LESSSECURE").run("help verbs") == "1"
    assert prompt(at, PAGER="printenv LESSSECURE", LESSSECURE="").run("help verbs") == ""


@once
def test_typed_ahead(at):
    "A part of a line that is typed before the output is shown is for the prompt: the output is printed."
    path = at.directory / "history"
    session = prompt(at, PAGER="echo paged", MACHO_HISTORY=str(path))
    session.run("state count")
    with path.open() as file:
        # The editor waits for the lock when it has left its modes, before the line runs.
        fcntl.flock(file, fcntl.LOCK_EX)
        session.enter("help verbs")
        session.wait_for_signals()
        session.type("echo typed ahead")
        session.wait_for(r"help verbs\necho typed ahead$")
    session.wait_for(r"^counter> echo typed ahead$")
    assert "paged" not in session.everything()
    session.key("Enter")
    session.wait_for(r"^typed ahead\ncounter>$")


@once
def test_interrupt_in_the_pager(at):
    "Ctrl-C and Ctrl-Z in the pager affect only the pager. macho continues without a message."
    # A secure 'less' ignores Ctrl-Z.
    shell = at.shell(env={**PAGED, "LESSSECURE": ""})
    shell.enter("macho repl counter")
    shell.wait_for(r"^counter>$")
    shell.enter("help verbs")
    shell.wait_for(r"^:$")
    shell.key("C-c")
    shell.key("C-z")
    shell.wait_for(r"Stopped.*\n\$$")
    shell.enter("fg")
    shell.wait_for(r"^:$")
    shell.key("q")
    shell.wait_for(r"^counter>$")
    assert "still running" not in shell.everything()
    assert shell.run("state count") == "0"


@once
def test_pager_that_ends_early(at):
    "A pager may exit before it has read all of its input."
    session = prompt(at, PAGER="head -n 1")
    assert session.run("help verbs").startswith("feature ")
    assert len(session.run("help verbs").split("\n")) == 1
    assert session.run("state count") == "0"


@once
def test_pager_that_is_killed(at):
    "macho restores the terminal modes that a killed pager has changed."
    session = prompt(at, PAGER="stty raw -echo; kill -9 $$; cat")
    session.run("help verbs")
    assert session.run("state count") == "0"


@once
def test_no_such_pager(at):
    "A missing pager is reported once, and the text is printed."
    session = prompt(at, PAGER="no-such-pager -x")
    assert "quit " in session.run("help verbs")
    session.run("help verbs")
    assert session.everything().count("no such pager: 'no-such-pager -x'") == 1


@once
def test_no_pager(at):
    "An empty pager and cat disable paging. MACHO_PAGER takes precedence over PAGER."
    for environment in ({"PAGER": ""}, {"PAGER": "cat"}, {"MACHO_PAGER": "", "PAGER": "less"}):
        session = prompt(at, **environment)
        assert "quit " in session.run("help verbs")
    session = prompt(at, MACHO_PAGER="head -n 2", PAGER="cat")
    assert len(session.run("help verbs").split("\n")) == 2


@once
def test_huge_output_is_cut(at):
    r"Without a pager, output is cut after 300 lines, and '\m' shows the rest. What is saved is complete."
    contacts = [{"id": f"00000000-0000-0000-0000-{number:012}", "name": f"n{number}"} for number in range(400)]
    (at.directory / "rows.json").write_text(json.dumps({"contacts": contacts, "destination": None, "path": []}))
    session = at.prompt("contacts", env=PAGED | {"PAGER": "cat"})
    session.run('start @file("rows.json")')
    assert "\\m" in session.run("state").split("\n")[-1]
    assert "more lines" not in session.run("\\m")
    assert session.run("\\m").endswith(")")
    session.run("save all.macho")
    assert "more lines" not in (at.directory / "all.macho").read_text()


@once
def test_several_lines_are_not_paged(at):
    "The output of sourced lines is printed, however long."
    (at.directory / "long.macho").write_text("help verbs\nhelp codes\n")
    session = prompt(at, PAGER="echo paged")
    assert "paged" not in session.run("source long.macho")
    assert session.run("help codes").startswith("paged")


@once
def test_pipe_is_not_paged(at):
    "Without a terminal, nothing is paged."
    status, output = at.run("repl", "counter", given="help verbs\n",
                            env={"PAGER": "echo paged", "MACHO_PAGER": "echo paged"})
    assert status == 0 and "paged" not in output and "quit " in output, output
