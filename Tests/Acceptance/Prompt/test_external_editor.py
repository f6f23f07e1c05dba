r"""'\e' opens the user's own editor."""

from terminal import once


def editor(at, script):
    """An editor that does what a shell says with the file $1."""
    path = at.root / "editor"
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o755)
    return {"EDITOR": str(path), "VISUAL": None}


def test_last_line(at):
    r"'\e' edits the last entry, and what is saved is run line by line, in its order."
    session = at.prompt(env=editor(at, r"""
        cat "$1" >given
        printf '# 日本語🎉\nsend incrementButtonTapped\n\nsend factResponse(\n  .success("猫")\n)\n' >"$1"
        """))
    session.run("state count")
    session.enter(r"\e")
    session.wait_for(r"^counter> # 日本語🎉\ncounter> send incrementButtonTapped\n")
    session.wait_for(r'^\+   fact: "猫",\n(.*\n)*counter>$')
    assert (at.directory / "given").read_text() == "state count\n"
    assert session.run("state count") == "1"
    # Again: what was edited is what was last entered.
    session.run("state fact")
    session.key("Up", "Up", "Up")
    session.wait_for(r"^counter> # 日本語🎉$")


def test_text(at):
    r"'\e TEXT' begins with the text, and an open bracket in it asks for no more."
    session = at.prompt(env=editor(at, 'sed s/incr/decr/ "$1" >t; cat t >"$1"'))
    session.enter(r"\e send incrementButtonTapped")
    session.wait_for(r"^counter> send decrementButtonTapped\n(.*\n)*\+   count: -1,")
    session.wait_for(r"^counter>$")
    session.enter(r"\e echo (incr")
    session.wait_for(r"^counter> echo \(decr\n")


@once
def test_nothing_to_run(at):
    "A file that is empty, or was not saved, runs nothing."
    session = at.prompt(env=editor(at, ':'))
    assert session.run(r"\e state") == "(nothing was saved: nothing is run)"
    session = at.prompt(env=editor(at, ': >"$1"'))
    assert session.run(r"\e state") == ""


@once
def test_failing_editor(at):
    "An editor that fails runs nothing and says so; one that is not there says what to set."
    session = at.prompt(env=editor(at, 'echo quit >"$1"; exit 3'))
    assert session.run(r"\e").endswith(" ended with status 3: nothing is run")
    session = at.prompt(env={"EDITOR": None, "VISUAL": "no-such-editor"})
    answer = session.run(r"\e")
    assert answer.startswith("unreadable: there is no editor 'no-such-editor'"), answer
    assert "export VISUAL=" in answer
    assert session.run("state count") == "0"


@once
def test_choice(at):
    "VISUAL goes before EDITOR, and may have arguments."
    program = editor(at, 'echo "echo by $1" >"$2"')["EDITOR"]
    session = at.prompt(env={"VISUAL": program + " visual", "EDITOR": program + " editor"})
    assert session.run(r"\e").endswith("by visual")


@once
def test_vi(at):
    "A real editor has the terminal to itself, Ctrl-C and all, and gives it back."
    session = at.prompt(env={"VISUAL": "vi", "EDITOR": None})
    session.enter(r"\e state count")
    session.wait_for(r"^state count\n~")
    session.key("C-c")
    # It drops what is typed before it has taken notice.
    session.wait_for(r"^Type .*:qa")
    session.type(":%s/state/expect/")
    session.key("Enter")
    session.wait_for(r"^expect count$")
    session.type("A == 0")
    session.key("Escape")
    session.type(":wq")
    session.key("Enter")
    session.wait_for(r"^counter> expect count == 0\ncounter>$")
    assert session.run("state count") == "0"


@once
def test_other_backslashes(at):
    "What no prompt does is an error with a suggestion, at a terminal and in a pipe."
    session = at.prompt()
    answer = session.run(r"\edit now")
    assert "unknown-verb: '\\edit' is nothing that a prompt does" in answer, answer
    assert r"did you mean \e?" in answer
    status, output = at.run("repl", "counter", given="\\e state\nstate count\n")
    assert status == 1 and "not-supported: an editor needs a terminal" in output, output
    assert output.endswith("\n0\n"), output


@once
def test_recording(at):
    "A recording has what was run, and passes."
    session = at.prompt("counter", "--record", "session.macho",
                        env=editor(at, r"printf 'send incrementButtonTapped\nsend oops\n' >$1"))
    session.run(r"\e")
    session.wait_for(r"^counter>$")
    session.enter("quit")
    assert session.wait_for_end() == 0
    recording = (at.directory / "session.macho").read_text()
    assert "\\e" not in recording and "! [no-such-case] send oops" in recording, recording
    status, output = at.run("test", "--strict", "session.macho")
    assert status == 0, output
