"""Key bindings: emacs's, vi's, and those of ~/.editrc."""

from terminal import once


def settings(at, *lines, name=".editrc"):
    path = at.home / name
    path.write_text("".join(line + "\n" for line in lines))
    return path


def test_emacs(at):
    "The default key bindings are emacs's."
    prompt = at.prompt()
    prompt.type("state 日本 count🎉")
    prompt.key("C-a", "M-f", "M-d", "C-e", "BSpace", "C-b", "C-d", "C-a", "C-f", "C-t", "C-e", "C-y")
    prompt.wait_for(r"^counter> tsate coun 日本$")


def test_vi(at):
    "With 'bind -v' the key bindings are vi's. Typing, pastes, Tab, hints and Ctrl-C work in both modes."
    settings(at, "bind -v")
    prompt = at.prompt()
    prompt.type("state 日本 coun")
    prompt.key("Escape")
    prompt.type("bbcw")
    prompt.type("x")
    prompt.key("Escape")
    prompt.type("A🎉")
    prompt.wait_for(r"^counter> state x coun🎉$")
    # Once from each mode.
    prompt.key("C-c")
    prompt.wait_for(r"🎉\^C\ncounter>$")
    prompt.type("state c")
    prompt.key("Escape", "C-c")
    prompt.wait_for(r"state c\^C\ncounter>$")
    prompt.type("send increm")
    prompt.key("Tab")
    prompt.wait_for(r"^counter> send incrementButtonTapped")
    prompt.key("Escape")
    prompt.type("0")
    prompt.paste("# 日本\t")
    prompt.wait_for(r"^counter> # 日本 +send incrementButtonTapped$")
    prompt.key("Enter")
    prompt.wait_for(r"Tapped\ncounter>$")
    # Return in the command mode ends the whole line.
    prompt.type("state count")
    prompt.key("Escape", "Enter")
    prompt.wait_for(r"^counter> state count\n0\ncounter>$")


def test_vi_history(at):
    "vi's '/' searches the history; k and j move through it and through the lines of an entry."
    settings(at, "bind -v")
    prompt = at.prompt()
    prompt.enter("let list = [")
    prompt.wait_for(r"^\.\.\.>$")
    prompt.run('"日本"]')
    prompt.run("state count")
    prompt.key("Escape")
    prompt.type("/本")
    prompt.key("Enter")
    prompt.wait_for(r'^counter> let list = \[\n"日本"\]$')
    prompt.type("jrxkri")
    prompt.wait_for(r'^counter> iet list = \[\nx日本"\]$')
    prompt.key("C-c")
    prompt.wait_for(r"\^C\ncounter>$")
    prompt.key("Escape")
    prompt.type("kA0")
    prompt.wait_for(r"^counter> state count0$")


@once
def test_bindings(at):
    "The bindings of ~/.editrc for macho and for all programs apply; those for other programs do not."
    settings(at, "bind ^O em-upper-case", "macho:bind ^G ed-move-to-beg", "gdb:bind ^A ed-insert")
    prompt = at.prompt()
    prompt.type("bc")
    prompt.key("C-g", "C-o", "C-a")
    prompt.type("a")
    prompt.wait_for(r"^counter> aBC$")


@once
def test_other_file(at):
    "EDITRC names another file than ~/.editrc."
    settings(at, "bind -v")
    path = settings(at, "bind ^G ed-move-to-beg", name="mine")
    prompt = at.prompt(env={"EDITRC": str(path)})
    prompt.type("bc")
    prompt.key("C-g")
    prompt.type("a")
    prompt.wait_for(r"^counter> abc$")


@once
def test_letters_with_accents(at):
    "Non-ASCII letters can be typed with emacs's and with vi's key bindings."
    for lines in ([], ["bind -v"]):
        settings(at, *lines)
        prompt = at.prompt()
        prompt.type("# äöüßéÀÿ€żя")
        prompt.wait_for(r"^counter> # äöüßéÀÿ€żя$")


@once
def test_quit(at):
    r"Ctrl-\ ends the program and restores the terminal modes."
    shell = at.shell()
    shell.enter("macho repl counter")
    shell.wait_for(r"^counter>$")
    shell.type("half")
    shell.key("C-\\")
    shell.wait_for(r"^\$\Z")
    shell.enter("stty -a | grep -o ' icanon\\| echo '")
    shell.wait_for(r"^ icanon\n echo\n\$$")
