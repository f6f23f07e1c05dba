"""Ctrl-Z, fg and resized windows with a partially typed line."""

TEXT = 'echo "日本語テキスト🎉 and more"' + "猫" * 30


def at_shell(at, rows=24):
    shell = at.shell(rows=rows)
    shell.enter("macho repl counter")
    shell.wait_for(r"^counter>$")
    return shell


def test_stop_and_resume(at):
    "After Ctrl-Z and fg, the line and the cursor are as before."
    shell = at_shell(at)
    shell.type(TEXT)
    shell.key("Left", "Left", "Left")
    shell.wait_for_line(f"counter> {TEXT}")
    shell.key("C-z")
    shell.wait_for(r"Stopped(.*\n)+\$$")
    shell.enter("stty -a | grep -o ' icanon\\| echo '")
    shell.wait_for(r"^ icanon\n echo\n\$$")
    shell.enter("fg")
    shell.wait_for_line(f"$ fgmacho repl countercounter> {TEXT}")
    shell.type("x")
    shell.wait_for_line(f"counter> {TEXT[:-3]}x{TEXT[-3:]}")
    shell.key("C-z")
    shell.wait_for(r"Stopped(.*\n)+\$$")
    shell.enter("fg")
    shell.wait_for_line(f"$ fgmacho repl countercounter> {TEXT[:-3]}x{TEXT[-3:]}")
    shell.key("C-c")
    shell.wait_for(r"\^C\ncounter>$")


def test_resize_while_stopped(at):
    "After fg, the prompt uses the size of a window that was resized meanwhile."
    shell = at_shell(at)
    shell.type(TEXT)
    shell.wait_for_line(f"counter> {TEXT}")
    shell.key("C-z")
    shell.wait_for(r"Stopped(.*\n)+\$$")
    shell.resize(45)
    shell.enter("fg")
    shell.wait_for_line(f"counter> {TEXT}")
    shell.type("!")
    shell.wait_for_line(f"counter> {TEXT}!")
    shell.key("C-a", "C-k")
    shell.wait_for(r"^counter>\Z")


def test_narrower(at):
    "A line of several rows is redrawn when the window gets narrower."
    prompt = at.prompt()
    prompt.type(TEXT)
    prompt.wait_for_line(f"counter> {TEXT}")
    for columns, key in ((at.columns - 7, "1"), (45, "2")):
        prompt.resize(columns)
        prompt.type(key)
        prompt.wait_for_line(f"counter> {TEXT}{'12'[:int(key)]}")
