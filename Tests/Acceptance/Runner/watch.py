"""Watches scripts as a person would: edits a file, and waits for what the tool says of it.

  watch.py TOOL DIRECTORY

No wait is for a fixed time: each is for a line, and a limit guards it.
"""

import os
import pathlib
import select
import shutil
import signal
import subprocess
import sys
import time

LIMIT = 60


class Watch:
    """The tool with --watch, whose standard output and standard error are read as one text."""

    def __init__(self, tool, directory, *arguments):
        self.text = ""
        self.directory = directory
        self.process = subprocess.Popen(
            [tool, "test", "--watch", *arguments], cwd=directory, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def wait_for(self, wanted, limit=LIMIT):
        """Reads until a line begins so, and returns the lines up to it."""
        deadline = time.monotonic() + limit
        while True:
            lines = self.text.split("\n")
            for index, line in enumerate(lines[:-1]):
                if line.startswith(wanted):
                    self.text = "\n".join(lines[index + 1:])
                    return lines[:index + 1]
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            chunk = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not chunk:
                self.process.kill()
                sys.exit(f"'{wanted}' did not come; instead:\n{self.text}")
            self.text += chunk.decode()

    def save(self, name, text):
        """Writes a file as editors do: another one in its place."""
        path = self.directory / name
        beside = path.with_name("." + path.name)
        beside.write_text(text, encoding="utf-8")
        beside.rename(path)

    def end(self, status):
        """Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        actual = self.process.wait(LIMIT)
        if actual != status:
            sys.exit(f"exit status {actual}, not {status}")


def expect(lines, *wanted):
    for line in wanted:
        if line not in lines:
            sys.exit(f"no line '{line}' in\n" + "\n".join(lines))


def main():
    tool, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    # A copy: it is replaced below.
    driver = directory / "macho"
    shutil.copy2(tool, driver)
    scripts = directory / "scripts"
    scripts.mkdir()
    (scripts / "a.macho").write_text("feature counter\nexpect count == 0\n", encoding="utf-8")
    (scripts / "b.macho").write_text(
        'feature counter\nstart @file("late.json")\nexpect count == 41\n', encoding="utf-8")
    (scripts / "late.json").write_text('{"count": 41}', encoding="utf-8")

    watch = Watch(driver, scripts)
    expect(watch.wait_for("2 passed"), "PASS a.macho (2 commands)", "PASS b.macho (3 commands)")
    watch.wait_for("watching 2 scripts; Ctrl-C ends")

    watch.save("a.macho", "feature counter\nexpect count == 1\n")
    expect(watch.wait_for("1 failed"), "changed: a.macho", "FAIL a.macho")
    watch.save("late.json", '{"count": 42}')
    expect(watch.wait_for("1 failed"), "changed: b.macho", "FAIL b.macho")
    watch.save("c.macho", "feature counter\n")
    expect(watch.wait_for("1 passed"), "changed: c.macho", "PASS c.macho (1 command)")
    watch.save("late.json", '{"count": 41}')
    expect(watch.wait_for("1 passed"), "changed: b.macho", "PASS b.macho (3 commands)")

    # What still fails counts, though it did not run last.
    watch.end(1)

    watch = Watch(driver, scripts)
    watch.wait_for("watching 3 scripts; Ctrl-C ends")
    (scripts / "a.macho").unlink()
    other = directory / "other"
    shutil.copy(tool, other)
    other.rename(driver)
    watch.wait_for("the driver is a new one")
    expect(watch.wait_for("2 passed"), "PASS b.macho (3 commands)", "PASS c.macho (1 command)")
    watch.wait_for("watching 2 scripts; Ctrl-C ends")
    watch.end(0)


if __name__ == "__main__":
    main()
