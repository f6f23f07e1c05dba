"""Pasted text, which is distinguished from typed text."""

import re

from terminal import once


def test_script(at):
    "A pasted script runs entry by entry. Its expected output is skipped, and an error does not stop it."
    prompt = at.prompt()
    prompt.paste("#!macho 1\n# 日本語の説明 🎉\nsend incrementButtonTapped\n|   CounterFeature.State(\n"
                 "| -   count: 0,\n\nsend incrementButonTapped\nlet list = [\n  \"日本\",\n]\n"
                 'echo "猫🎉"\nstate count')
    prompt.wait_for(r"^counter> state count$")
    seen = prompt.lines()
    assert "counter> |" not in seen, seen
    assert seen.count("counter> send incrementButtonTapped") == 1, seen
    assert "did you mean incrementButtonTapped" in seen, seen
    assert "counter> let list = [\n...>   \"日本\",\n...> ]\n" in seen, seen
    assert "\"猫🎉\"\ncounter> state count" in seen, seen
    # The last line has no newline, so it stays in the editor.
    prompt.key("BSpace", "BSpace", "Enter")
    prompt.wait_for(r"^counter> state cou\n(.*\n)+counter>$")


def test_line(at):
    "A pasted line without a newline is inserted at the cursor."
    prompt = at.prompt()
    prompt.type('echo "日語"')
    prompt.key("Left", "Left")
    prompt.wait_for(r'^counter> echo "日語"$')
    prompt.paste("本🎉本")
    prompt.wait_for(r'^counter> echo "日本🎉本語"$')
    prompt.type("!")
    prompt.key("Enter")
    prompt.wait_for(r'日本🎉本!語"?\ncounter>$')


def test_lines_before_the_cursor(at):
    "When lines are pasted into a line, the text after the cursor moves to the last of them."
    prompt = at.prompt()
    prompt.type("echo 語")
    prompt.key("Left")
    prompt.paste("日本\necho 猫")
    prompt.wait_for(r"^日本\ncounter> echo 猫語$")
    prompt.type("🎉")
    prompt.wait_for(r"^counter> echo 猫🎉語$")


@once
def test_tabs_and_control_characters(at):
    "Tabs in a paste are text, and control characters in it do nothing."
    prompt = at.prompt()
    prompt.paste("state \tcount\x03\x04\x1a\x15\x1c\x13\x1bA\n")
    prompt.wait_for(r"countA\n(.*\n)+counter>$")
    assert "^C" not in prompt.screen(), prompt.screen()
    assert prompt.run("state\tcount") == "0"


@once
def test_many_lines(at):
    "Five thousand pasted lines run, including one entry of two thousand lines."
    prompt = at.prompt()
    numbers = "".join(f"  \"行 {number}\",\n" for number in range(2000))
    prompt.paste("let list = [\n" + numbers + "]\n" + "send incrementButtonTapped\n" * 3000
                 + "state count\n")
    prompt.wait_for(r"^counter> state count\n3000\ncounter>$")


def test_interrupt(at):
    "Ctrl-C discards the rest of a paste."
    prompt = at.prompt()
    prompt.paste("send incrementButtonTapped\n" * 3000 + 'echo "never 🎉"\n')
    prompt.wait_for(r"^counter> send incrementButtonTapped$")
    prompt.key("C-c")
    # What is typed before Ctrl-C acts is discarded too, so this types until the prompt shows it.
    def type_and_read():
        prompt.type("#")
        return prompt.screen()

    prompt.wait_until("a prompt that takes keys", type_and_read, re.compile(r"counter> #+$", re.MULTILINE).search)
    assert "never" not in prompt.everything()


def test_bracketed_paste_at_the_prompt_only(at):
    "Bracketed paste is enabled only while a line is edited."
    shell = at.shell()
    shell.type("macho repl counter")
    shell.key("Enter")
    shell.wait_for(r"^counter>$")
    shell.key("C-z")
    shell.wait_for(r"^\$$")
    shell.paste("echo ${#PS1}0日本")
    shell.wait_for(r"^\$ echo \$\{#PS1\}0日本$")
    shell.key("Enter")
    shell.wait_for(r"^20日本$")
    shell.enter("fg")
    # The earlier prompt is still above this one.
    shell.wait_for(r"^macho repl counter\ncounter>$")
    shell.paste("state \tcount")
    shell.key("Enter")
    shell.wait_for(r"^0\ncounter>$")
    shell.key("C-d")
    shell.wait_for(r"^\$$")
    shell.paste("echo done")
    shell.wait_for(r"^\$ echo done$")
