"""Tests 'macho test --watch': edits files and waits for the driver's output.

  check_watch.py DRIVER DIRECTORY

Every wait is for a line, with a time limit; there are no fixed delays.
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

# A shell starts background jobs with SIGINT ignored, and a driver keeps ignoring it. A handler of this process makes
# it the default action in the driver.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Watch:
    """A driver that runs 'test --watch'. Its standard output and standard error are read as one text."""

    def __init__(self, driver, directory, *arguments):
        self.text = ""
        self.directory = directory
        self.process = subprocess.Popen(
            [driver, "test", "--watch", *arguments], cwd=directory, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def wait_for(self, prefix, limit=LIMIT):
        """Reads until a line has a prefix, and returns the lines up to it."""
        deadline = time.monotonic() + limit
        while True:
            lines = self.text.split("\n")
            for index, line in enumerate(lines[:-1]):
                if line.startswith(prefix):
                    self.text = "\n".join(lines[index + 1:])
                    return lines[:index + 1]
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, deadline - time.monotonic()))
            chunk = os.read(self.process.stdout.fileno(), 1 << 16) if ready else b""
            if not chunk:
                self.process.kill()
                sys.exit(f"no line begins with '{prefix}' in\n{self.text}")
            self.text += chunk.decode()

    def save(self, name, text):
        """Replaces a file atomically, as editors do."""
        path = self.directory / name
        temporary = path.with_name("." + path.name)
        temporary.write_text(text, encoding="utf-8")
        temporary.rename(path)

    def interrupt(self, status):
        """Sends SIGINT, as Ctrl-C does, and checks the exit status."""
        self.process.send_signal(signal.SIGINT)
        actual = self.process.wait(LIMIT)
        if actual != status:
            sys.exit(f"expected exit status {status}, got {actual}")


def expect(lines, *expected):
    for line in expected:
        if line not in lines:
            sys.exit(f"no line '{line}' in\n" + "\n".join(lines))


def main():
    original, directory = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    # A copy, because the test replaces it below.
    driver = directory / "macho"
    shutil.copy2(original, driver)
    scripts = directory / "scripts"
    scripts.mkdir()
    (scripts / "a.macho").write_text("feature counter\nexpect count == 0\n", encoding="utf-8")
    (scripts / "b.macho").write_text(
        'feature counter\nstart @file("late.json")\nexpect count == 41\n', encoding="utf-8")
    (scripts / "late.json").write_text('{"count": 41}', encoding="utf-8")

    watch = Watch(driver, scripts)
    expect(watch.wait_for("2 passed"), "PASS a.macho (2 commands)", "PASS b.macho (3 commands)")
    watch.wait_for("watching 2 scripts; Ctrl-C exits")

    watch.save("a.macho", "feature counter\nexpect count == 1\n")
    expect(watch.wait_for("1 failed"), "changed: a.macho", "FAIL a.macho")
    watch.save("late.json", '{"count": 42}')
    expect(watch.wait_for("1 failed"), "changed: b.macho", "FAIL b.macho")
    watch.save("c.macho", "feature counter\n")
    expect(watch.wait_for("1 passed"), "changed: c.macho", "PASS c.macho (1 command)")
    watch.save("late.json", '{"count": 41}')
    expect(watch.wait_for("1 passed"), "changed: b.macho", "PASS b.macho (3 commands)")

    # Scripts that still fail count, even if the last run did not include them.
    watch.interrupt(1)

    watch = Watch(driver, scripts)
    watch.wait_for("watching 3 scripts; Ctrl-C exits")
    (scripts / "a.macho").unlink()
    other = directory / "other"
    shutil.copy(original, other)
    other.rename(driver)
    watch.wait_for("the driver has changed; restarting")
    expect(watch.wait_for("2 passed"), "PASS b.macho (3 commands)", "PASS c.macho (1 command)")
    watch.wait_for("watching 2 scripts; Ctrl-C exits")
    watch.interrupt(0)


if __name__ == "__main__":
    main()
