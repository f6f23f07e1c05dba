"""Time travel at a prompt, and exporting a session."""

import json

from terminal import once

NAME = 'destination.presented.addContact.nameChanged("猫 🎉 日本語")'


def test_travel(at):
    "A user undoes actions, starts a branch, returns to the other one and replays some actions."
    prompt = at.prompt("counter")
    for _ in range(3):
        prompt.run("send incrementButtonTapped")
    assert "+   count: 1," in prompt.run("undo 2")
    assert "the branch is other" in prompt.run("branch other")
    prompt.run("send decrementButtonTapped")
    prompt.run("mark zero")
    branches = prompt.run("branch")
    assert "  main   3 actions" in branches and "> other  2 actions" in branches, branches
    assert "+   count: 3," in prompt.run("goto main")
    assert "-   count: 1,\n+   count: 3," in prompt.run("diff 1")
    assert "+   count: 5," in prompt.run("replay 0 2")
    assert "> 5  send incrementButtonTapped" in prompt.run("history")
    assert "+   count: 0," in prompt.run("goto zero")
    assert "[zero]" in prompt.run("history")
    assert "nothing-to-redo" in prompt.run("redo")


def test_wide_history(at):
    "The history has the typed actions, including wide characters."
    prompt = at.prompt("contacts")
    prompt.run("send addButtonTapped")
    prompt.run(f"send {NAME}")
    shown = prompt.joined()
    assert "猫 🎉 日本語" in shown or at.locale == "C", shown
    prompt.run("undo")
    assert "nothing" not in prompt.run("redo")
    assert "2  send destination" in prompt.run("history")


def test_undo_cancels_effects(at):
    "An undo cancels the effects that started after the restored position, and the prompt reports it."
    prompt = at.prompt("counter", "--context", "test")
    prompt.run('stub numberFact.fetch(0) -> "zero" after 1s')
    prompt.run("send factButtonTapped")
    assert "#1 run" in prompt.run("effects")
    prompt.run("advance 400ms")
    assert "age 400ms" in prompt.run("effects")
    assert "cancelled #1 run, from factButtonTapped" in prompt.run("undo")
    assert "(no effects)" in prompt.run("effects")


def test_settings(at):
    "Watched parts are printed when they change, ignored actions are not, and 'timing' prints durations."
    prompt = at.prompt("counter")
    assert "count = 0" in prompt.run("watch count")
    assert "count = 1" in prompt.run("send incrementButtonTapped")
    prompt.run("ignore factResponse")
    assert "receive" not in prompt.run("send factButtonTapped")
    assert "is a good number" in prompt.run("state fact")
    prompt.run("watch off")
    assert "count = 2" not in prompt.run("send incrementButtonTapped")
    prompt.run("timing on")
    assert "took " in prompt.run("state count")


@once
def test_save_and_export(at):
    "A part of a session is saved as a script that passes, and the session is exported in each format."
    prompt = at.prompt("counter", "--context", "test")
    prompt.run('stub numberFact.fetch(2) -> "two 猫"')
    for _ in range(2):
        prompt.run("send incrementButtonTapped")
    prompt.run("send factButtonTapped")
    prompt.run("receive factResponse.success")
    prompt.run("save part.macho 1")
    prompt.run("export swift session.swift")
    prompt.run("export json session.json")
    prompt.run("export mermaid session.mmd")
    status, output = at.run("test", "--strict", "part.macho")
    assert status == 0, output
    assert "start " in (at.directory / "part.macho").read_text()
    assert 'return "two 猫"' in (at.directory / "session.swift").read_text()
    steps = json.loads((at.directory / "session.json").read_text())["steps"]
    assert [step["cause"] for step in steps] == ["sent", "sent", "sent", "received"], steps
    assert (at.directory / "session.mmd").read_text().startswith("sequenceDiagram\n")
