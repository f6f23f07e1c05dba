"""Terminals for tests: tmux on a separate server."""

import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile
import termios
import threading
import time
import unicodedata

# The timeout of every wait, in seconds, counted while the programs under test use no processor time.
# Tests that pass never reach it.
TIMEOUT = 30
# The timeout of a program that uses processor time, in seconds.
BUSY_TIMEOUT = 600
PROMPT = re.compile(r"^[a-z][\w-]*>(?: |$)", re.MULTILINE)

STATUS = re.compile(r"\d+ effects? running: ")


def once(function):
    """Marks a test that runs in one setting only."""
    function.runs_once = True
    return function


class Server:
    """The tmux server of all tests."""

    def __enter__(self):
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="macho-prompt-"))
        self.names = iter(range(10**9))
        self.lock = threading.Lock()
        # tmux itself needs a UTF-8 locale, whatever locale its programs have.
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
        # tmux would take a trailing semicolon as the end of the command.
        arguments = [re.sub(r";\Z", r"\\;", argument) for argument in arguments]
        result = subprocess.run(
            ["tmux", "-S", self.directory / "socket", "-f", self.directory / "conf", *arguments],
            env=self.environment, input=given, capture_output=True, encoding="utf-8")
        if result.returncode:
            raise RuntimeError(f"tmux {arguments[0]}: {result.stderr.strip()}")
        return result.stdout

    def name(self):
        with self.lock:
            return f"session{next(self.names)}"


class Setting:
    """The environment of a test: locale, width, home directory and working directory."""

    def __init__(self, server, binaries, locale, columns):
        self.server, self.binaries = server, binaries
        self.locale, self.columns = locale, columns
        self.sessions, self.servers = [], []

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
        """Starts a command in a terminal. `env` extends the environment; None removes a variable."""
        environment = {name: value for name, value in (self.environment | (env or {})).items()
                       if value is not None}
        session = Session(self, ["env", "-i", *(f"{k}={v}" for k, v in environment.items()),
                                 *command], rows)
        self.sessions.append(session)
        return session

    def install(self, source, name):
        """Copies a program to the working directory. Returns its path.

        Another process does so: a file that this one writes could not be executed while a process that another thread
        has just started still has its descriptor ("Text file busy")."""
        subprocess.run(["install", "-m", "755", source, self.directory / name], check=True)
        return self.directory / name

    def macho(self, *arguments, **options):
        """Starts `macho` in a terminal."""
        return self.start(str(self.binaries / "macho"), *arguments, **options)

    def prompt(self, feature="counter", *arguments, **options):
        """Starts `macho repl` in a terminal and waits for its prompt."""
        session = self.macho("repl", feature, *arguments, **options)
        session.wait_for(rf"^{feature}>$")
        return session

    def shell(self, **options):
        """Starts a shell with job control. `macho` is on the path, and the prompt is '$ '."""
        options["env"] = {"PS1": "$ ", "BASH_SILENCE_DEPRECATION_WARNING": "1",
                          "HISTFILE": ""} | (options.get("env") or {})
        session = self.start("bash", "--norc", "--noprofile", "--noediting", "-i", **options)
        session.wait_for(r"^\$$")
        return session

    def run(self, *arguments, given="", env=None):
        """Runs `macho` without a terminal. Returns its status and the output of both streams."""
        result = subprocess.run(
            [self.binaries / "macho", *arguments], cwd=self.directory, input=given,
            env=self.environment | (env or {}), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", timeout=TIMEOUT)
        return result.returncode, result.stdout


class Session:
    """One program in one terminal."""

    def __init__(self, setting, command, rows):
        self.setting, self.tmux, self.name = setting, setting.server, setting.server.name()
        self.columns = setting.columns
        self.status = setting.root / self.name
        # Records the exit status, because tmux reports it differently in each version. The shell does not end: when
        # the last process of a terminal ends, tmux discards the output that it has not read.
        recording = ["sh", "-c", '"$@"; echo $? >"$0"; printf "\\033]2;ended\\033\\\\"; exec tail -f /dev/null',
                     str(self.status), *command]
        self.tmux("new-session", "-d", "-s", self.name, "-x", str(setting.columns), "-y", str(rows),
                  "-c", str(setting.directory), shlex.join(recording))

    def end(self):
        self.tmux("kill-session", "-t", self.name)

    # Input.

    def type(self, text):
        """Types text, key by key, without pauses."""
        self.tmux("send-keys", "-t", self.name, "-l", "--", text)

    def key(self, *names):
        """Presses keys, named as in tmux: Enter, Tab, C-c, Up, Escape, PPage, M-Enter."""
        self.tmux("send-keys", "-t", self.name, *names)

    def enter(self, line):
        """Types a line and presses Return."""
        self.type(line)
        self.key("Enter")

    def paste(self, text):
        """Pastes text, bracketed if the program has enabled that."""
        self.tmux("load-buffer", "-b", self.name, "-", given=text)
        self.tmux("paste-buffer", "-p", "-d", "-b", self.name, "-t", self.name)

    def resize(self, columns, rows=24):
        """Resizes the window."""
        self.columns = columns
        self.tmux("resize-window", "-t", self.name, "-x", str(columns), "-y", str(rows))

    def run(self, line):
        """Enters a line at a prompt, waits for the next prompt, and returns the output between them."""
        before = len(PROMPT.findall(self.everything()))
        self.enter(line)
        text = self.wait_until(
            f"another prompt after '{line}'", self.everything,
            lambda text: len(PROMPT.findall(text)) > before
            and PROMPT.fullmatch(text.split("\n")[-1]) is not None)
        begin = list(PROMPT.finditer(text))[before - 1].start()
        rows = text[begin:].split("\n")[1:-1]
        # The status row above the prompt disappears when a line is entered.
        return "\n".join(rows[:-1] if rows and STATUS.match(rows[-1]) else rows)

    # Output.

    def screen(self, styled=False):
        """Returns the rows of the screen, without trailing spaces and trailing empty rows.

        With `styled`, the text has escape sequences for styles and colours."""
        flags = ["-e"] if styled else []
        rows = self.tmux("capture-pane", "-p", *flags, "-t", self.name).split("\n")
        return "\n".join(row.rstrip() for row in rows).rstrip("\n")

    def everything(self):
        """Returns the screen and its scrollback, with wrapped lines joined."""
        return self.joined("-S", "-")

    def cursor(self):
        """Returns the cursor's column and row, starting at 0."""
        position = self.tmux("display-message", "-p", "-t", self.name, "#{cursor_x} #{cursor_y}")
        return tuple(int(number) for number in position.split())

    def wait_for(self, pattern):
        """Waits until a regular expression matches the screen, with wrapped lines joined.

        '^' and '$' match at the ends of a line. Returns the match."""
        regex = re.compile(pattern, re.MULTILINE)
        text = self.wait_until(f"/{pattern}/", self.lines, regex.search)
        return regex.search(text)

    def wait_for_line(self, text):
        """Waits until the screen ends with a text, however it is wrapped.

        A line that was redrawn row by row is several lines for the terminal."""
        self.wait_until(f"'{text}' at the end", lambda: self.screen().replace("\n", ""),
                        lambda screen: screen.endswith(text))

    def wait_for_cursor(self, column, row):
        self.wait_until(f"the cursor at {column}, {row}", self.cursor,
                        lambda position: position == (column, row))

    def signal_key(self, *keys):
        """Presses keys that signal the program, such as C-c, as soon as the terminal turns them into signals.

        Before that, the line editor would get them as input, although the typed line is on the screen already."""
        self.wait_for_signals()
        self.key(*keys)

    def wait_for_signals(self):
        """Waits until the line editor has left its modes: the terminal turns keys into signals."""
        path = self.tmux("display-message", "-p", "-t", self.name, "#{pane_tty}").strip()
        terminal = os.open(path, os.O_RDONLY | os.O_NOCTTY)
        try:
            self.wait_until("a terminal with signals", lambda: termios.tcgetattr(terminal)[3],
                            lambda local: local & termios.ISIG and local & termios.ICANON)
        finally:
            os.close(terminal)

    def wait_for_end(self):
        """Waits until the program has ended and returns its exit status, encoded as by a shell."""
        self.wait_until("the end of the program", self.has_ended, bool)
        return int(self.status.read_text())

    def has_ended(self):
        """Returns whether the program has ended and tmux has read all its output."""
        # The file exists, and is empty, before its line is written. The title follows all output of the program.
        return (self.status.exists() and self.status.read_text().endswith("\n")
                and self.tmux("display-message", "-p", "-t", self.name, "#{pane_title}").strip() == "ended")

    def lines(self):
        """Returns the screen, with wrapped lines joined."""
        return self.joined()

    def joined(self, *arguments):
        rows = self.tmux("capture-pane", "-p", "-J", *arguments, "-t", self.name).split("\n")
        return "\n".join(without_padding(row, self.columns).rstrip() for row in rows).rstrip("\n")

    def processor_times(self):
        """Returns the processor time of each process in the test's terminals, and of each server that it started."""
        rows = [row.split() for row in subprocess.run(
            ["ps", "-A", "-o", "pid=,ppid=,time="], capture_output=True, encoding="utf-8", check=True).stdout.splitlines()]
        found = {str(server.pid) for server in self.setting.servers}
        found |= {self.tmux("display-message", "-p", "-t", session.name, "#{pane_pid}").strip()
                  for session in self.setting.sessions}
        while added := {pid for pid, parent, _ in rows if parent in found} - found:
            found |= added
        return {pid: used for pid, _, used in rows if pid in found}

    def wait_until(self, what, read, condition):
        """Reads until the result satisfies the condition, and returns it. Fails after the timeout.

        A program that waits for a processor on a busy machine has not failed: the timeout starts again while the
        processes of the test use processor time."""
        end, pause = time.monotonic() + TIMEOUT, 0.01
        busy_end, used = time.monotonic() + BUSY_TIMEOUT, None
        while True:
            has_ended = self.has_ended()
            if condition(seen := read()):
                return seen
            if time.monotonic() > end:
                earlier, used = used, self.processor_times()
                if used != earlier and time.monotonic() < busy_end:
                    end = time.monotonic() + TIMEOUT
            if has_ended or time.monotonic() > end:
                raise AssertionError(f"timed out waiting for {what}. The screen:\n{self.screen()}\n"
                                     f"(cursor at {self.cursor()}, seen: {str(seen)[-300:]!r})")
            # Polling less often leaves the program more time to run.
            time.sleep(pause)
            pause = min(pause * 1.3, 0.1)


def without_padding(line, columns):
    """Returns the line without the padding at the end of a row where a wide character did not fit.
    A space typed there, before a wide character, is removed as well."""
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
