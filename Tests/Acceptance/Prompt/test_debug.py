"""Prompts that open in a script: at a failing line, and after a line."""

from terminal import once

FAILING = """\
feature counter
send incrementButtonTapped
expect count == 2
send decrementButtonTapped
expect count == 1
"""


def test_failing_line(at):
    "At a failing line, a user inspects the state, corrects it and continues. Tab completes debugger verbs."
    (at.directory / "bug.macho").write_text(FAILING)
    prompt = at.macho("test", "--debug", "bug.macho")
    prompt.wait_for(r"count is 1, expected == 2")
    prompt.wait_for(r"^counter>$")
    prompt.enter("state count")
    prompt.wait_for(r"^1$")
    prompt.run("send incrementButtonTapped")
    prompt.type("retr")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> retry$")
    prompt.enter("")
    prompt.wait_for(r"line passes; next: bug\.macho:4")
    prompt.enter("history")
    prompt.wait_for(r"2  send incrementButtonTapped")
    prompt.enter("continue")
    prompt.wait_for(r"^PASS bug\.macho")
    prompt.enter("quit")
    assert prompt.wait_for_end() == 0


@once
def test_after(at):
    "'repl --after' opens a prompt after a line of a script, with the history up to that line."
    (at.directory / "bug.macho").write_text(FAILING)
    prompt = at.macho("repl", "--after", "bug.macho:2", "--record", "session.macho")
    prompt.wait_for(r"^counter>$")
    prompt.enter("undo")
    prompt.wait_for(r"^\+   count: 0,")
    prompt.run("redo")
    prompt.run("expect count == 1")
    prompt.key("C-d")
    prompt.wait_for_end()
    status, output = at.run("test", "--strict", "session.macho")
    assert status == 0, output
