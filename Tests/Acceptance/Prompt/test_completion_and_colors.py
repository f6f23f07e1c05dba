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
    prompt.wait_for(r"\^C\ncounter>$")
    prompt.type("record start new.macho --o")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> record start new\.macho --overwrite")


def test_actions(at):
    "The menu of actions shows their types and descriptions."
    prompt = at.prompt("counter")
    prompt.type("send ")
    prompt.key("Tab")
    if at.columns > 60:
        prompt.wait_for(r"^counter> send\nincrementButtonTapped +one more\n(.*\n)+"
                        r"factResponse\(Result<String, any Error>\)   the fact or an error$")
    else:
        prompt.wait_for(r"^incrementButtonTapped +one more$")
    prompt.type("incr")
    prompt.key("Tab")
    # A unique match completes, and nothing else is shown.
    prompt.wait_for(r"Ctrl-D exits\.\ncounter> send incrementButtonTapped\Z")


def test_menu_leaves(at):
    "The menu below the line leaves the screen when the user types, accepts or interrupts."
    prompt = at.prompt("contacts")
    for keys, left in ((["C-c"], r"contacts> state \^C\ncontacts>"), (["Enter"], r"contacts> state\nContacts"),
                       (["p"], "contacts> state p"), (["Tab", "Left"], "contacts> state")):
        prompt.type("state ")
        prompt.key("Tab")
        prompt.wait_for(r"^contacts> state\ncontacts +Identified.*\ndestination +ContactsFeature.*\npath ")
        prompt.key(*keys)
        prompt.wait_for(left)
        prompt.wait_until("no menu", prompt.lines, lambda text: "StackState<" not in text)
        prompt.key("C-c")
        prompt.wait_for(r"\^C\ncontacts>$")


@once
def test_small_terminals(at):
    "In 40 columns, menus and lists are wrapped at words. A menu never hides its line."
    prompt = at.prompt("contacts")
    prompt.resize(40, 10)
    prompt.type("send ")
    prompt.key("Tab")
    prompt.wait_for(r"^contacts> send\naddButtonTapped\n    opens the sheet for a new contact\n"
                    r"(.*\n)+\.\.\. and \d+ more rows$")
    prompt.key("C-c")
    prompt.wait_for(r"\^C\ncontacts>$")
    prompt.enter("actions")
    prompt.wait_for(r"^path\(StackAction<ContactDetailFeature\.\n    State,\n    ContactDetailFeature\.Action>\)\n")
    prompt.run("help verbs")
    rows = prompt.everything().split("\n")
    index = rows.index("skip        skip received actions,")
    assert rows[index + 1] == "            effects or the rest of a", rows


@once
def test_many_rows(at):
    "In a state of 10,000 rows, Tab labels the rows and shows as many as fit."
    rows = ", ".join(f'Contact(id: UUID({number}), name: "name {number}")' for number in range(10_000))
    (at.directory / "rows.macho").write_text(f"start State(contacts: [{rows}])\n")
    prompt = at.prompt("contacts")
    prompt.enter("source rows.macho")
    prompt.wait_for(r"^contacts>$")
    prompt.run("state contacts.count")
    prompt.type("state contacts[id: UUID(77")
    prompt.key("Tab")
    prompt.wait_for(r'^id: UUID\(77\)\] +"name 77"$')
    prompt.wait_for(r"^contacts> state contacts\[id: UUID\(77")
    prompt.wait_for(r"^\.\.\. and \d+ more rows$")


def test_suggestions(at):
    "The rest of a word is shown dimmed; the right arrow or Ctrl-E accepts it. It is not part of the line."
    prompt = at.prompt()
    for key in ("Right", "C-e", "End"):
        prompt.type("send incr")
        prompt.wait_for(r"^counter> send incrementButtonTapped$")
        assert prompt.cursor()[0] == len("counter> send incr"), prompt.screen()
        assert "\x1b[2mementButtonTapped" in prompt.screen(styled=True)
        prompt.key(key)
        prompt.wait_for_cursor(len("counter> send incrementButtonTapped"), prompt.cursor()[1])
        assert "\x1b[2mementButtonTapped" not in prompt.screen(styled=True)
        prompt.key("C-c")
        prompt.wait_for(r"Tapped\^C\ncounter>$")
    prompt.type("send incr")
    prompt.wait_for(r"^counter> send incrementButtonTapped$")
    prompt.key("Enter")
    prompt.wait_for(r"^counter> send incr\nsend incr\n +\^+ no-such-case: ")


@once
def test_no_suggestion_without_styles(at):
    "With NO_COLOR there is no suggestion."
    prompt = at.prompt(env={"NO_COLOR": "1"})
    prompt.type("send incr")
    prompt.key("C-e")
    prompt.type("ement")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> send incrementButtonTapped$")
    prompt.key("BSpace")
    prompt.wait_for(r"^counter> send incrementButtonTappe$")


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


def test_menu_in_a_multiline_entry(at):
    "The menu is below the last line of a multiline entry and leaves the lines where they are."
    prompt = at.prompt()
    prompt.enter("send factResponse(")
    prompt.wait_for(r"^\.\.\.>$")
    prompt.type(".")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> send factResponse\(\n\.\.\.> \.\nsuccess\(String\) +failure\(any Error\)$")
    prompt.type("s")
    prompt.wait_for(r"^counter> send factResponse\(\n\.\.\.> \.success\($")
    prompt.key("Right")
    prompt.type('"日本🎉"))')
    prompt.key("Enter")
    prompt.wait_for(r'^\.\.\.> \.success\("日本🎉"\)\)\n(.*\n)*\+   fact: "日本🎉",$')


@once
def test_menu_and_history_search(at):
    "Ctrl-R after Tab removes the menu and searches."
    prompt = at.prompt()
    prompt.run("send incrementButtonTapped")
    prompt.type("state ")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> state\ncount +Int$")
    prompt.key("C-r")
    prompt.type("incr")
    prompt.wait_for(r"^counter> send incrementButtonTapped\nbck\??:incr")
    assert not re.search(r"^count +Int$", prompt.screen(), re.MULTILINE), prompt.screen()
