r"""'\e' opens the user's editor."""

from terminal import once


def editor(at, script):
    """Creates an editor from a shell script that edits the file $1."""
    path = at.root / "editor"
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(0o755)
    return {"EDITOR": str(path), "VISUAL": None}


def test_last_line(at):
    r"'\e' edits the last entry, and the saved lines run in order."
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
    # The edited lines are now the last entries.
    session.run("state fact")
    session.key("Up", "Up", "Up")
    session.wait_for(r"^counter> # 日本語🎉$")


def test_text(at):
    r"'\e TEXT' edits the text. An open bracket in it does not continue the entry."
    session = at.prompt(env=editor(at, 'sed s/incr/decr/ "$1" >t; cat t >"$1"'))
    session.enter(r"\e send incrementButtonTapped")
    session.wait_for(r"^counter> send decrementButtonTapped\n(.*\n)*\+   count: -1,")
    session.wait_for(r"^counter>$")
    session.enter(r"\e echo (incr")
    session.wait_for(r"^counter> echo \(decr\n")


@once
def test_nothing_to_run(at):
    "A file that is empty or was not saved runs nothing."
    session = at.prompt(env=editor(at, ':'))
    assert session.run(r"\e state") == "(not saved; nothing was run)"
    session = at.prompt(env=editor(at, ': >"$1"'))
    assert session.run(r"\e state") == ""


@once
def test_failing_editor(at):
    "An editor that fails runs nothing, with a message. The message for a missing one says what to set."
    session = at.prompt(env=editor(at, 'echo quit >"$1"; exit 3'))
    assert session.run(r"\e").endswith(" exited with status 3; nothing was run")
    session = at.prompt(env={"EDITOR": None, "VISUAL": "no-such-editor"})
    answer = session.run(r"\e")
    assert answer.startswith("unreadable: no such editor: 'no-such-editor'"), answer
    assert "export VISUAL=" in answer
    assert session.run("state count") == "0"


@once
def test_choice(at):
    "VISUAL takes precedence over EDITOR and may have arguments."
    program = editor(at, 'echo "echo by $1" >"$2"')["EDITOR"]
    session = at.prompt(env={"VISUAL": program + " visual", "EDITOR": program + " editor"})
    assert session.run(r"\e").endswith("by visual")


@once
def test_vi(at):
    "A real editor gets the terminal to itself, including Ctrl-C, and returns it."
    session = at.prompt(env={"VISUAL": "vi", "EDITOR": None})
    session.enter(r"\e state count")
    session.wait_for(r"^state count\n~")
    session.key("C-c")
    # vi discards input that is typed before it has handled Ctrl-C.
    session.wait_for(r"^Type .*:qa")
    session.type(":%s/state/expect/")
    session.key("Enter")
    session.wait_for(r"^expect count$")
    session.type("A == 0")
    session.key("Escape")
    session.type(":wq")
    session.key("Enter")
    session.wait_for(r"^counter> expect count == 0\n✓\ncounter>$")
    assert session.run("state count") == "0"


@once
def test_other_backslashes(at):
    "An unknown backslash command is an error with a suggestion. A pipe has no editor."
    session = at.prompt()
    answer = session.run(r"\edit now")
    assert "unknown-verb: unknown prompt command '\\edit'" in answer, answer
    assert r"did you mean \e or \m?" in answer
    status, output = at.run("repl", "counter", given="\\e state\nstate count\n")
    assert status == 1 and "not-supported: an editor needs a terminal" in output, output
    assert output.endswith("\n0\n"), output


@once
def test_recording(at):
    "A recording has the lines that ran, and passes."
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
