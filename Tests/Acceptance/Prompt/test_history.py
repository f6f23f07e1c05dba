"""The history of entries."""

from terminal import once


def test_search(at):
    "Ctrl-R finds an older entry by a part of it, also one of an earlier run."
    prompt = at.prompt()
    for line in ('echo "日本語 🎉"', 'echo "other"', "state count"):
        prompt.run(line)
    prompt.key("C-d")
    assert prompt.wait_for_end() == 0
    prompt = at.prompt()
    prompt.key("C-r")
    prompt.type("日本")
    prompt.wait_for(r'^counter> echo "日本語 🎉"\nbck\??:日本$')
    prompt.key("Escape", "C-e")
    prompt.type("!")
    prompt.wait_for(r'^counter> echo "日本語 🎉"!$')
    prompt.key("C-c")
    prompt.wait_for(r"\^C\ncounter>$")
    prompt.key("Up")
    prompt.wait_for(r"^counter> state count$")


@once
def test_search_of_several_lines(at):
    "Ctrl-R finds a multiline entry by any of its lines."
    prompt = at.prompt()
    prompt.enter("let list = [")
    prompt.wait_for(r"^\.\.\.>$")
    prompt.run('"日本"]')
    prompt.run("state count")
    prompt.key("C-r")
    prompt.type("本")
    prompt.wait_for(r'^counter> let list = \[\n"日本"\]\nbck')
    prompt.key("Enter")
    prompt.wait_for(r'^counter> let list = \[\n"日本"\]\n(.*\n)*counter>$')


@once
def test_history_a_feature(at):
    "Each feature has its own history, also if it is opened at the prompt."
    prompt = at.prompt()
    prompt.run("state count")
    prompt.enter("feature contacts")
    prompt.wait_for(r"^contacts>$")
    prompt.key("Up")
    prompt.type("x")
    # The suggestion follows the typed text.
    prompt.wait_for(r"^contacts> xfail$")
    prompt.key("C-u")
    prompt.wait_for(r"^contacts>$")
    prompt.enter("state contacts")
    prompt.wait_for(r"state contacts\n(.*\n)+contacts>$")
    prompt.enter("feature counter")
    prompt.wait_for(r"^counter>$")
    prompt.key("Up", "Up")
    prompt.wait_for(r"^counter> state count$")
    prompt.key("C-c", "C-d")
    assert prompt.wait_for_end() == 0
    names = {path.name: path.read_text() for path in (at.home / "state/macho").glob("history-*")}
    assert names["history-contacts"] == "state contacts\nfeature counter\n", names
    assert names["history-counter"] == "state count\nfeature contacts\n", names


@once
def test_no_history(at):
    "With an empty MACHO_HISTORY nothing is saved. The arrow keys find entries of this run."
    prompt = at.prompt(env={"MACHO_HISTORY": ""})
    prompt.run("state count")
    prompt.enter("feature contacts")
    prompt.wait_for(r"^contacts>$")
    prompt.key("Up", "Up")
    prompt.wait_for(r"^contacts> state count$")
    assert not (at.home / "state").exists()
