"""The keys of 'macho test --watch'."""

import os
import signal
import subprocess

from terminal import once

KEYS = "a all, f failed, u update, p filter, Enter run again, q quit, ? help"
RIGHT = "feature counter\nexpect count == 0\n"
WRONG = "feature counter\nsend incrementButtonTapped\n| +   count: 2,\n"


class Watch:
    """`macho test --watch` in a shell, with a right script and a wrong one."""

    def __init__(self, at, *arguments):
        (at.directory / "right.macho").write_text(RIGHT)
        (at.directory / "wrong.macho").write_text(WRONG)
        self.at = at
        self.shell = at.shell(rows=50, env={"SWIFT_BACKTRACE": "enable=no"})
        # A copy outside of the package: the watch builds the package of its driver, which is not tested here.
        at.install(at.binaries / "macho", "macho")
        self.shell.enter("./macho test --watch " + " ".join(arguments))
        self.runs = 0
        self.wait_for_run()

    def wait_for_run(self):
        """Waits for the line that names the keys, and returns what was printed since the one before it."""
        self.runs += 1
        text = self.shell.wait_until(
            f"run {self.runs}", self.shell.everything, lambda text: text.count(KEYS) >= self.runs)
        return text.split(KEYS)[self.runs - 1]

    def press(self, key):
        self.shell.key(key)
        return self.wait_for_run()

    def pid(self):
        return int(next(line.split()[0] for line in self.processes() if "test --watch" in line))

    def processes(self):
        text = subprocess.run(["ps", "-eo", "pid,ppid,tty,args"], capture_output=True, encoding="utf-8").stdout
        tty = self.shell.tmux("display-message", "-p", "-t", self.shell.name, "#{pane_tty}").strip()
        return [line for line in text.split("\n") if tty.removeprefix("/dev/") in line and "macho test" in line]

    def end(self, key):
        """Presses a key that ends the command, and waits for the shell."""
        self.shell.key(key)
        self.shell.wait_for(r"^\$$")

    def check_modes(self):
        """The shell's terminal echoes lines again."""
        self.shell.enter("stty -a | grep -o ' icanon\\| echo '")
        self.shell.wait_for(r"^ icanon\n echo\n\$$")


@once
def test_keys_run_scripts(at):
    "f runs the failed scripts, Enter the last ones again, and a all of them."
    watch = Watch(at)
    assert "FAIL wrong.macho" in (text := watch.press("f")) and "PASS right" not in text, text
    assert "FAIL wrong.macho" in (text := watch.press("Enter")) and "PASS right" not in text, text
    assert "FAIL wrong.macho" in (text := watch.press("a")) and "PASS right.macho" in text, text
    watch.shell.key("?")
    watch.shell.wait_for(r"^f      run the scripts that failed$")
    # Other keys do nothing. Not Escape last: with the next key it would be one sequence.
    watch.shell.key("Escape", "x", "Up")
    watch.end("q")
    watch.shell.enter("echo status $?")
    watch.shell.wait_for(r"^status 1$")
    watch.check_modes()


@once
def test_update(at):
    "u writes the expectations of the failed scripts."
    watch = Watch(at)
    assert "UPDATED wrong.macho" in (text := watch.press("u")), text
    # The file has changed, so it runs once more.
    assert "PASS wrong.macho" in (text := watch.wait_for_run()), text
    assert "count: 1," in (at.directory / "wrong.macho").read_text()
    assert "no script has failed" in (text := watch.press("f")), text
    watch.end("q")
    watch.check_modes()


@once
def test_filter(at):
    "p reads a filter, which a forgets."
    watch = Watch(at)
    watch.shell.key("p")
    watch.shell.wait_for(r"^filter:$")
    watch.shell.type("rihgt")
    watch.shell.wait_for(r"^filter: rihgt$")
    watch.shell.key("BSpace", "BSpace", "BSpace")
    watch.shell.type("ght")
    watch.shell.wait_for(r"^filter: right$")
    text = watch.press("Enter")
    assert "PASS right.macho" in text and "wrong" not in text and "filter: right" in text, text
    assert "wrong" not in (text := watch.press("Enter")), text
    # A change of a script that does not match is ignored, and Escape keeps the filter.
    (at.directory / "wrong.macho").write_text(WRONG + "state\n")
    (at.directory / "right.macho").write_text(RIGHT + "state\n")
    assert "changed: right.macho" in (text := watch.wait_for_run()), text
    watch.shell.key("/")
    watch.shell.type("(")
    assert "invalid regular expression" in (text := watch.press("Enter")), text
    watch.shell.key("/")
    watch.shell.wait_for(r"^filter:$")
    assert "filter: right" in (text := watch.press("Escape")), text
    assert "wrong.macho" in (text := watch.press("a")), text
    watch.end("C-c")
    watch.check_modes()


@once
def test_stop_and_resume(at):
    "Ctrl-Z gives the terminal to the shell, and fg takes it back."
    watch = Watch(at)
    for _ in range(2):
        watch.shell.key("C-z")
        watch.shell.wait_for(r"Stopped(.*\n)+\$$")
        watch.check_modes()
        watch.shell.enter("clear")
        watch.shell.wait_for(r"\A\$\Z")
        watch.shell.enter("fg")
        watch.shell.wait_for(r"^(\./)?macho test --watch$")
    # In the background it watches, and takes no keys.
    watch.shell.key("C-z")
    watch.shell.wait_for(r"Stopped(.*\n)+\$$")
    watch.shell.enter("bg")
    (at.directory / "right.macho").write_text(RIGHT + "state\n")
    watch.shell.wait_for(r"changed: right.macho$")
    watch.shell.enter("echo still the shell")
    watch.shell.wait_for(r"^still the shell$")
    watch.shell.enter("fg")
    watch.shell.wait_for(r"^(\./)?macho test --watch$")
    watch.shell.key("?")
    watch.shell.wait_for(r"^f      run the scripts that failed$")
    watch.end("q")
    watch.check_modes()


@once
def test_signals(at):
    "The terminal is restored however the watch ends."
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGSEGV, signal.SIGABRT):
        watch = Watch(at)
        os.kill(watch.pid(), number)
        watch.shell.wait_for(r"\$$")
        watch.shell.enter("clear")
        watch.shell.wait_for(r"\A\$\Z")
        watch.check_modes()


@once
def test_no_terminal(at):
    "Without a terminal no keys are read or named."
    Watch(at).shell.key("q")
    shell = at.shell(rows=50)
    shell.enter("macho test --watch < /dev/null")
    shell.wait_for(r"^watching 2 scripts")
    shell.key("C-c")
    shell.wait_for(r"\$$")
    assert KEYS not in shell.everything()
