"""A terminal to type at and to look at: tmux, on a server of its own."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
import unicodedata

# A guard, not a wait: whoever sees it wanted something that never came.
LIMIT = 30
PROMPT = re.compile(r"^[a-z][\w-]*>(?: |$)", re.MULTILINE)

STATUS = re.compile(r"\d+ effects? runs?: ")


def once(function):
    """Marks a test that one run says enough of."""
    function.runs_once = True
    return function


class Server:
    """The tmux that holds the screens of all tests."""

    def __enter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="macho-prompt-"))
        self.names = iter(range(10**9))
        self.lock = threading.Lock()
        # tmux itself wants a UTF-8 locale, whatever the programs in it have.
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8",
                            "HOME": str(self.directory), "TMUX_TMPDIR": str(self.directory)}
        (self.directory / "conf").write_text(
            "set -g history-limit 100000\nset -g remain-on-exit on\n"
            "set -g default-terminal screen-256color\nset -g escape-time 0\nset -g status off\n"
            "set -g exit-empty off\nset -g default-shell /bin/sh\nset -g remain-on-exit-format ''\n")
        self("start-server")
        return self

    def __exit__(self, *_):
        self("kill-server")
        shutil.rmtree(self.directory, ignore_errors=True)

    def __call__(self, *arguments, given=None):
        # An argument's last semicolon would end the command.
        arguments = [re.sub(r";\Z", r"\\;", argument) for argument in arguments]
        done = subprocess.run(
            ["tmux", "-S", self.directory / "socket", "-f", self.directory / "conf", *arguments],
            env=self.environment, input=given, capture_output=True, encoding="utf-8")
        if done.returncode:
            raise RuntimeError(f"tmux {arguments[0]}: {done.stderr.strip()}")
        return done.stdout

    def name(self):
        with self.lock:
            return f"session{next(self.names)}"


class Setting:
    """Where a test runs: a locale, a width, a home and a directory of its own."""

    def __init__(self, server, binaries, locale, columns):
        self.server, self.binaries = server, binaries
        self.locale, self.columns = locale, columns
        self.sessions = []

    def __enter__(self):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="macho-person-"))
        self.home, self.directory = self.root / "home", self.root / "work"
        self.home.mkdir()
        self.directory.mkdir()
        self.environment = {
            "PATH": f"{self.binaries}:{os.environ['PATH']}", "HOME": str(self.home),
            "XDG_STATE_HOME": str(self.home / "state"), "LC_ALL": self.locale,
            "TERM": "screen-256color", "MACHO_PAGER": ""}
        return self

    def __exit__(self, *_):
        for session in self.sessions:
            session.end()
        shutil.rmtree(self.root, ignore_errors=True)

    def start(self, *command, env=None, rows=24):
        """A command at a terminal; `env` adds to the environment, None in it takes away."""
        environment = {name: value for name, value in (self.environment | (env or {})).items()
                       if value is not None}
        session = Session(self, ["env", "-i", *(f"{k}={v}" for k, v in environment.items()),
                                 *command], rows)
        self.sessions.append(session)
        return session

    def macho(self, *arguments, **options):
        """`macho` at a terminal."""
        return self.start(str(self.binaries / "macho"), *arguments, **options)

    def prompt(self, feature="counter", *arguments, **options):
        """`macho repl` at a terminal, when its prompt is there."""
        session = self.macho("repl", feature, *arguments, **options)
        session.wait_for(rf"^{feature}>$")
        return session

    def shell(self, **options):
        """A shell with job control, where `macho` is on the path and the prompt is '$ '."""
        options["env"] = {"PS1": "$ ", "BASH_SILENCE_DEPRECATION_WARNING": "1",
                          "HISTFILE": ""} | (options.get("env") or {})
        session = self.start("bash", "--norc", "--noprofile", "--noediting", "-i", **options)
        session.wait_for(r"^\$$")
        return session

    def run(self, *arguments, given="", env=None):
        """`macho` without a terminal: its status, and what it says to both streams."""
        done = subprocess.run(
            [self.binaries / "macho", *arguments], cwd=self.directory, input=given,
            env=self.environment | (env or {}), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", timeout=LIMIT)
        return done.returncode, done.stdout


class Session:
    """One program at one screen."""

    def __init__(self, setting, command, rows):
        self.tmux, self.name = setting.server, setting.server.name()
        self.columns = setting.columns
        self.status = setting.root / self.name
        # What tmux says of a program's end differs from version to version.
        keeping = ["sh", "-c", '"$@"; echo $? >"$0"', str(self.status), *command]
        self.tmux("new-session", "-d", "-s", self.name, "-x", str(setting.columns), "-y", str(rows),
                  "-c", str(setting.directory), shlex.join(keeping))

    def end(self):
        self.tmux("kill-session", "-t", self.name)

    # What a person does.

    def type(self, text):
        """Types text, key by key, as fast as it goes."""
        self.tmux("send-keys", "-t", self.name, "-l", "--", text)

    def key(self, *names):
        """Presses keys by tmux's names: Enter, Tab, C-c, Up, Escape, PPage, M-Enter."""
        self.tmux("send-keys", "-t", self.name, *names)

    def enter(self, line):
        """Types a line and presses Return."""
        self.type(line)
        self.key("Enter")

    def paste(self, text):
        """Pastes, in brackets where the program has asked for them."""
        self.tmux("load-buffer", "-b", self.name, "-", given=text)
        self.tmux("paste-buffer", "-p", "-d", "-b", self.name, "-t", self.name)

    def resize(self, columns, rows=24):
        """Gives the window another size."""
        self.columns = columns
        self.tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def run(self, line):
        """Enters a line at a prompt, waits for the next prompt, and returns what was printed."""
        before = len(PROMPT.findall(self.everything()))
        self.enter(line)
        text = self.wait_until(
            f"another prompt after '{line}'", self.everything,
            lambda text: len(PROMPT.findall(text)) > before
            and PROMPT.fullmatch(text.split("\n")[-1]) is not None)
        begin = list(PROMPT.finditer(text))[before - 1].start()
        rows = text[begin:].split("\n")[1:-1]
        # What stands above the prompt, and goes when a line is entered.
        return "\n".join(rows[:-1] if rows and STATUS.match(rows[-1]) else rows)

    # What a person sees.

    def screen(self, styled=False):
        """The rows of the screen, spaces at their ends and empty rows below left out.

        With `styled`, escape sequences say what is bold, dim or coloured."""
        flags = ["-e"] if styled else []
        rows = self.tmux("capture-pane", "-p", *flags, "-t", self.name).split("\n")
        return "\n".join(row.rstrip() for row in rows).rstrip("\n")

    def everything(self):
        """The screen and all that was scrolled out of it; a line that fills several rows is one."""
        return self.joined("-S", "-")

    def cursor(self):
        """The cursor's column and row, from 0."""
        place = self.tmux("display-message", "-p", "-t", self.name, "#{cursor_x} #{cursor_y}")
        return tuple(int(number) for number in place.split())

    def wait_for(self, pattern):
        """Waits until the screen, its rows joined to lines, has what a regular expression finds.

        '^' and '$' are the ends of a line. Returns the match."""
        found = re.compile(pattern, re.MULTILINE)
        text = self.wait_until(f"/{pattern}/", self.lines, found.search)
        return found.search(text)

    def wait_for_screen(self, *rows):
        """Waits until these, and no others, are the screen's last rows."""
        self.wait_until(f"rows {rows}", self.screen,
                        lambda text: text.split("\n")[-len(rows):] == list(rows))

    def wait_for_line(self, text):
        """Waits until the screen ends with a text, whatever rows it fills.

        A line that was drawn anew row by row is several lines to the terminal."""
        self.wait_until(f"'{text}' at the end", lambda: self.screen().replace("\n", ""),
                        lambda seen: seen.endswith(text))

    def wait_for_cursor(self, column, row):
        self.wait_until(f"the cursor at {column}, {row}", self.cursor,
                        lambda place: place == (column, row))

    def wait_for_end(self):
        """Waits until the program has ended, and returns its exit status, as a shell counts it."""
        return int(self.wait_until(
            "the end of the program",
            self.written_status,
            lambda text: text.endswith("\n")))

    def written_status(self):
        """What the shell has written of the exit status: a line, once the program has ended."""
        return self.status.read_text() if self.status.exists() else ""

    def lines(self):
        """The screen, its rows joined to lines."""
        return self.joined()

    def joined(self, *arguments):
        rows = self.tmux("capture-pane", "-p", "-J", *arguments, "-t", self.name).split("\n")
        return "\n".join(without_padding(row, self.columns).rstrip() for row in rows).rstrip("\n")

    def wait_until(self, what, look, is_wanted):
        """Looks until what is seen is wanted, and returns it; gives up after a long time."""
        end, pause = time.monotonic() + LIMIT, 0.01
        while True:
            # The file is there, and empty, before its line is.
            has_ended = self.written_status().endswith("\n")
            if is_wanted(seen := look()):
                return seen
            if has_ended or time.monotonic() > end:
                raise AssertionError(f"never came: {what}. The screen:\n{self.screen()}\n"
                                     f"(cursor at {self.cursor()}, seen: {str(seen)[-300:]!r})")
            # Not for the program's sake, but so that looking leaves it time to run.
            time.sleep(pause)
            pause = min(pause * 1.3, 0.1)


def without_padding(line, columns):
    """The line without the spaces that stand at the end of a row because a wide character would not
    fit there. A space that was typed there, before a wide character, is gone as well."""
    kept, column = "", 0
    for index, character in enumerate(line):
        width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
        following = line[index + 1:index + 2]
        if (column == columns - 1 and character == " " and following
                and unicodedata.east_asian_width(following) in "WF"):
            column = 0
            continue
        kept += character
        column = column + width if column + width <= columns else width
        column %= columns
    return kept
