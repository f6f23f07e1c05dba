"""Editing a line: keys, wide characters, several rows, resized windows."""

from terminal import once


def test_japanese_and_emoji(at):
    "Japanese text and emoji are edited by characters, on one row or several."
    prompt = at.prompt()
    text = "日本語テキスト🎉" * 6
    prompt.type(f'echo "{text}"')
    prompt.wait_for(rf'^counter> echo "{text}"$')
    # Left over the quote and the last two characters; deletes one, inserts one.
    prompt.key("Left", "Left", "Left", "BSpace")
    prompt.type("猫")
    prompt.key("Enter")
    prompt.wait_for(rf'^"?{text[:-3]}猫ト🎉"?\ncounter>$')


def test_interrupt(at):
    "Ctrl-C discards the typed line, whatever rows it fills, and the prompt continues."
    prompt = at.prompt()
    text = "echo 日本語 " * 9
    prompt.type(text)
    prompt.wait_for(rf"^counter> {text.rstrip()}$")
    prompt.key("Home", "C-c")
    prompt.wait_for(rf"^counter> {text.rstrip()} ?\^C\ncounter>$")
    assert prompt.run("state count").endswith("0"), prompt.screen()


def test_end_of_input(at):
    "Ctrl-D on an empty line ends the session with status 0."
    prompt = at.prompt()
    prompt.run("send incrementButtonTapped")
    prompt.key("C-d")
    assert prompt.wait_for_end() == 0


@once
def test_no_standard_input(at):
    "A prompt without standard input ends immediately."
    shell = at.shell()
    shell.enter("macho repl counter <&-; echo status $?")
    shell.wait_for(r"^status 0\n\$$")
    shell.enter("macho repl counter </dev/null; echo again $?")
    shell.wait_for(r"^again 0\n\$$")
