"""Ctrl-Z, fg, and windows that change their size, with a line half typed."""

TEXT = 'echo "日本語テキスト🎉 and more"' + "猫" * 30


def at_shell(at, rows=24):
    shell = at.shell(rows=rows)
    shell.enter("macho repl counter")
    shell.wait_for(r"^counter>$")
    return shell


def test_stop_and_resume(at):
    "Ctrl-Z stops, and after fg the line stands as it was, the cursor where it was."
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
    "A window that changed while the prompt was stopped is known after fg."
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
    "A line that fills rows is drawn anew where the window gets narrower."
    prompt = at.prompt()
    prompt.type(TEXT)
    prompt.wait_for_line(f"counter> {TEXT}")
    for columns, key in ((at.columns - 7, "1"), (45, "2")):
        prompt.resize(columns)
        prompt.type(key)
        prompt.wait_for_line(f"counter> {TEXT}{'12'[:int(key)]}")
