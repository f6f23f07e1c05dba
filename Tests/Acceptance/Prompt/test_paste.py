"""What is pasted is told from what is typed."""

from terminal import once


def test_script(at):
    "A pasted script is taken entry by entry; what it expects is passed over, an error does not stop it."
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
    # The last line has no newline, so it is there to be edited.
    prompt.key("BSpace", "BSpace", "Enter")
    prompt.wait_for(r"^counter> state cou\n(.*\n)+counter>$")


def test_line(at):
    "A pasted line without a newline stays in the editor, where the cursor is."
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
    "Lines that are pasted into a line leave what stood behind the cursor to the last of them."
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
    "Five thousand lines are taken, one entry of two thousand lines among them."
    prompt = at.prompt()
    numbers = "".join(f"  \"行 {number}\",\n" for number in range(2000))
    prompt.paste("let list = [\n" + numbers + "]\n" + "send incrementButtonTapped\n" * 3000
                 + "state count\n")
    prompt.wait_for(r"^counter> state count\n3000\ncounter>$")


def test_interrupt(at):
    "Ctrl-C drops the rest of a paste."
    prompt = at.prompt()
    prompt.paste("send incrementButtonTapped\n" * 3000 + 'echo "never 🎉"\n')
    prompt.wait_for(r"^counter> send incrementButtonTapped$")
    prompt.key("C-c")
    prompt.wait_for(r"counter>\Z")
    prompt.type("# here")
    prompt.wait_for(r"^counter> # here$")
    assert "never" not in prompt.everything()


def test_brackets_are_asked_for_at_the_prompt_only(at):
    "Brackets are asked for while a line is typed, and not by what comes after it."
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
    # The one above it stands there since before.
    shell.wait_for(r"^macho repl counter\ncounter>$")
    shell.paste("state \tcount")
    shell.key("Enter")
    shell.wait_for(r"^0\ncounter>$")
    shell.key("C-d")
    shell.wait_for(r"^\$$")
    shell.paste("echo done")
    shell.wait_for(r"^\$ echo done$")
