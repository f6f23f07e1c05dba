"""The hint behind the line, and the row above the prompt that says what runs."""

import pathlib
import re
import subprocess
import sys

from terminal import once

DIM = "\x1b[2m"


def test_hint(at):
    "Behind the cursor stands dim what belongs there, and it goes when one types on."
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
    "No hint is left behind by Ctrl-C, Return, Tab, a search or a line that ends elsewhere."
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
    "A hint is cut to what is left of the row, and left out where nothing is."
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
    "Where NO_COLOR is set there is no hint, for nothing could tell it from what is typed."
    prompt = at.prompt(env={"NO_COLOR": "1"})
    prompt.type("send factResponse(")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> send factResponse\($")
    assert "\x1b[2m" not in prompt.screen(styled=True)


def test_status(at):
    "Live, a row above the prompt says what runs; it never breaks a half typed line."
    server = subprocess.Popen(
        [sys.executable, pathlib.Path(__file__).parent.parent / "ExternalWork/live-server.py"],
        stdout=subprocess.PIPE, encoding="utf-8")
    try:
        port = server.stdout.readline().strip()
        environment = {"HOPS_SERVER": f"http://127.0.0.1:{port}"}
        prompt = at.start("external-work-driver", "repl", "courier", "--context", "live", env=environment)
        prompt.wait_for(r"^courier>$")
        prompt.enter('send getLater("日本", 2500)')
        prompt.wait_for(r"^1 effect runs: #1 getting of getLater \ds\ncourier>$")
        prompt.type("echo 日本🎉 ")
        # It goes on counting while a line is there.
        prompt.wait_for(r"^1 effect runs: #1 getting of getLater 1s\ncourier> echo 日本🎉$")
        prompt.type("half")
        # The answer prints above the line, and the row goes.
        prompt.wait_for(r"^receive got(.*\n)+  \)\ncourier> echo 日本🎉 half$")
        prompt.key("Enter")
        prompt.wait_for(r"^日本🎉 half\ncourier>$")
        assert not re.search(r"effects? runs?: ", prompt.everything())
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
