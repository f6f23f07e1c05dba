"""The hint after the line, and the status row above the prompt."""

import pathlib
import re
import subprocess
import sys

from terminal import once

DIM = "\x1b[2m"


def test_hint(at):
    "A dimmed hint follows the cursor and disappears when the user types."
    prompt = at.prompt()
    prompt.type("send factResponse(")
    prompt.wait_for(r"^counter> send factResponse\(.*Result<")
    column, _ = prompt.cursor()
    assert column == len("counter> send factResponse("), prompt.screen()
    assert DIM in prompt.screen(styled=True)
    prompt.type('.success("日本🎉")')
    prompt.wait_for(r'^counter> send factResponse\(\.success\("日本🎉"\)')
    prompt.type(")")
    prompt.wait_for(r'^counter> send factResponse\(\.success\("日本🎉"\)\)$')
    prompt.key("Enter")
    prompt.wait_for(r"🎉\"\)\)\n(.*\n)+counter>$")


def test_hint_leaves_nothing(at):
    "No hint remains after Ctrl-C, Return or cursor movement."
    prompt = at.prompt()
    hint = r"^counter> send factResponse\(.*Result<"
    prompt.type("send factResponse(")
    prompt.wait_for(hint)
    prompt.key("C-c")
    prompt.wait_for(r"^counter> send factResponse\(\^C\ncounter>$")
    prompt.type("send factResponse(")
    prompt.wait_for(hint)
    prompt.key("C-a")
    prompt.wait_for(r"^counter> send factResponse\($")
    prompt.key("C-e")
    prompt.wait_for(hint)
    prompt.key("Enter")
    prompt.wait_for(r"^counter> send factResponse\(\n\.\.\.>")
    prompt.key("C-c")
    prompt.wait_for(r"\^C\ncounter>$")


def test_hint_is_cut(at):
    "A hint is truncated to the rest of the row, and omitted if nothing is left."
    prompt = at.prompt()
    line = "send factResponse(" + " " * (at.columns - 40)
    prompt.type(line)
    prompt.wait_for(r"^counter> send factResponse\( +\S.*")
    row = prompt.screen().split("\n")[-1]
    assert row.startswith("counter> send") and row.endswith("...") and len(row) < at.columns, row
    prompt.type(" " * 10)
    prompt.type("\"")
    prompt.wait_for(r'^counter> send factResponse\( +"')


@once
def test_no_hint_without_styles(at):
    "With NO_COLOR there is no hint, because it would look like typed text."
    prompt = at.prompt(env={"NO_COLOR": "1"})
    prompt.type("send factResponse(")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> send factResponse\($")
    assert "\x1b[2m" not in prompt.screen(styled=True)


def test_status(at):
    "In a live store, a row above the prompt shows running effects. It never breaks a partially typed line."
    server = subprocess.Popen(
        [sys.executable, pathlib.Path(__file__).parent.parent / "ExternalWork/live-server.py"],
        stdout=subprocess.PIPE, encoding="utf-8")
    try:
        port = server.stdout.readline().strip()
        environment = {"DRIVER_SERVER": f"http://127.0.0.1:{port}"}
        prompt = at.start("external-work-driver", "repl", "courier", "--context", "live", env=environment)
        prompt.wait_for(r"^courier>$")
        prompt.enter('send getLater("日本", 2500)')
        prompt.wait_for(r"^1 effect running: #1 getting of getLater \ds\ncourier>$")
        prompt.type("echo 日本🎉 ")
        # The row is updated while a line is typed.
        prompt.wait_for(r"^1 effect running: #1 getting of getLater 1s\ncourier> echo 日本🎉$")
        prompt.type("half")
        # The response prints above the line, and the row disappears.
        prompt.wait_for(r"^receive got(.*\n)+  \)\ncourier> echo 日本🎉 half$")
        prompt.key("Enter")
        prompt.wait_for(r"^日本🎉 half\ncourier>$")
        assert not re.search(r"effects? runs?: ", prompt.everything())
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
