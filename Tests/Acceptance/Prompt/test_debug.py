"""From a script to the prompt: where it fails, and behind its end."""

from terminal import once

FAILING = """\
feature counter
send incrementButtonTapped
expect count == 2
send decrementButtonTapped
expect count == 1
"""


def test_failing_line(at):
    "At the line that fails one looks, mends the state, and goes on; Tab knows the words for that."
    (at.directory / "bug.macho").write_text(FAILING)
    prompt = at.macho("test", "--debug", "bug.macho")
    prompt.wait_for(r"count is 1, expected == 2")
    prompt.wait_for(r"^counter>$")
    prompt.enter("state count")
    prompt.wait_for(r"^1$")
    prompt.run("send incrementButtonTapped")
    prompt.type("aga")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> again$")
    prompt.enter("")
    prompt.wait_for(r"it is as the script says now")
    prompt.enter("history")
    prompt.wait_for(r"2  send incrementButtonTapped")
    prompt.enter("continue")
    prompt.wait_for(r"^PASS bug\.macho")
    prompt.enter("quit")
    assert prompt.wait_for_end() == 0


@once
def test_after(at):
    "'repl --after' opens behind a line, with the history of what led there, and goes on from there."
    (at.directory / "bug.macho").write_text(FAILING)
    prompt = at.macho("repl", "--after", "bug.macho:2", "--record", "session.macho")
    prompt.wait_for(r"^counter>$")
    prompt.enter("undo")
    prompt.wait_for(r"^\+   count: 0,")
    prompt.run("redo")
    prompt.enter("expect count == 1")
    prompt.key("C-d")
    prompt.wait_for_end()
    status, output = at.run("test", "--strict", "session.macho")
    assert status == 0, output
