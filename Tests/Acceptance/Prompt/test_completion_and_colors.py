"""Completion, menus and colours at the prompt."""

import re

from terminal import once

BOOK = 'start State(contacts: [Contact(id: UUID(1), name: "Blob"), Contact(id: UUID(2), name: "猫 🎉")])'
RED, GREEN = r"\x1b\[[0-9;]*31m", r"\x1b\[[0-9;]*32m"


def test_identities(at):
    "Tab completes identities from the state, each with a description of its element."
    prompt = at.prompt("contacts")
    prompt.run(BOOK)
    prompt.type("send contactTapped(id: ")
    prompt.key("Tab")
    prompt.wait_for(r'^UUID\(1\) +"Blob" in contacts$')
    if at.locale != "C":
        prompt.wait_for(r'^UUID\(2\) +"猫 🎉" in contacts$')
    prompt.type("2")
    prompt.key("Tab")
    prompt.wait_for(r"^contacts> send contactTapped\(id: UUID\(2\)")
    prompt.enter(")")
    prompt.wait_for(r"^\+ +#0: ContactDetailFeature\.State\(")
    prompt.type("state path[")
    prompt.key("Tab")
    prompt.wait_for(r"^contacts> state path\[#0\]")


def test_corrections(at):
    "Tab corrects a mistyped verb or action."
    prompt = at.prompt("counter")
    prompt.type("sned")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> send\b")
    prompt.type("fatcBut")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> send factButtonTapped")


def test_files(at):
    "Tab completes file names and the options of a verb."
    (at.directory / "日本.macho").write_text("")
    (at.directory / "values.json").write_text("")
    prompt = at.prompt("counter")
    prompt.type("source v")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> source values\.json")
    prompt.key("C-c")
    prompt.wait_for(r"^counter>$")
    prompt.type("record start new.macho --")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> record start new\.macho --overwrite")


def test_actions(at):
    "The menu of actions shows their types and descriptions."
    prompt = at.prompt("counter")
    prompt.type("send ")
    prompt.key("Tab")
    prompt.wait_for(r"^incrementButtonTapped +incrementButtonTapped  one more$")


def test_colors(at):
    "At a terminal, a diff is red and green, and an error red. NO_COLOR and --color are honoured."
    prompt = at.prompt("counter")
    prompt.enter("send incrementButtonTapped")
    prompt.wait_for(r"^\+   count: 1,$")
    screen = prompt.screen(styled=True)
    assert re.search(RED + r"(\x1b\[[0-9;]*m)*-   count: 0,", screen), screen
    assert re.search(GREEN + r"(\x1b\[[0-9;]*m)*\+   count: 1,", screen), screen
    prompt.enter("send 日本")
    prompt.wait_for(r"\^+ no-such-case: ")
    assert re.search(RED + r"[^\n]*\^+ no-such-case: ", prompt.screen(styled=True))
    for arguments, env in [([], {"NO_COLOR": "1"}), (["--color", "never"], {})]:
        prompt = at.prompt("counter", *arguments, env=env)
        prompt.enter("send incrementButtonTapped")
        prompt.wait_for(r"^\+   count: 1,$")
        screen = prompt.screen(styled=True)
        assert not re.search(RED, screen) and not re.search(GREEN, screen), screen


@once
def test_reports(at):
    "A report is coloured at a terminal, not in a pipe."
    (at.directory / "a.macho").write_text("feature counter\nexpect count == 0\n")
    (at.directory / "b.macho").write_text("feature counter\nexpect count == 1\n")
    session = at.macho("test")
    assert session.wait_for_end() == 1
    screen = session.screen(styled=True)
    assert re.search(GREEN + r"PASS a\.macho", screen), screen
    assert re.search(RED + r"FAIL b\.macho", screen), screen
    assert "\x1b" not in at.run("test")[1]
    assert "\x1b[32mPASS a.macho" in at.run("test", "--color", "always")[1]


def test_compact(at):
    "With 'compact on' a diff shows the changes and counts the other fields."
    prompt = at.prompt("counter")
    prompt.run("compact on")
    shown = prompt.run("send incrementButtonTapped").split("\n")
    assert shown[1:3] == ["-   count: 0,", "+   count: 1,"], shown
    if at.locale != "C":
        assert shown[3] == "    … 3 unchanged", shown
    prompt.run("compact off")
    assert "    isLoading: false" in prompt.run("send incrementButtonTapped")
