#!/usr/bin/env python3
"""Kills explorations and passes wrong input to them.

  Tests/Acceptance/Exploration/check_robustness.py BIN_DIRECTORY
"""

import concurrent.futures
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

failures = 0


def expect(condition, what, details=""):
    global failures
    if not condition:
        failures += 1
        print(f"      {what}\n{details}", file=sys.stderr)


def run(*words, cwd, **options):
    return subprocess.run(words, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def end(driver, feature, sent, status, delay):
    """Ends an exploration with a signal, some time after it found a failure. Each script that it wrote fails."""
    with tempfile.TemporaryDirectory() as directory:
        started = subprocess.Popen(
            (driver, "explore", feature, "--invariant", "isSound", "--seed", "3", "--keep-going", "--suspicions", "off",
             "--for", "60s"),
            cwd=directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Waits for the first file, complete or not: then the failure was found.
        limit = time.monotonic() + 60
        # The probe of the directory has a similar name without an ending.
        root = pathlib.Path(directory)
        while not [*root.glob("*.macho"), *root.glob(".macho-*.tmp")] and time.monotonic() < limit:
            time.sleep(0.005)
        time.sleep(delay)
        started.send_signal(sent)
        started.wait()
        # A file that was being written has the name of a temporary file.
        scripts = sorted(pathlib.Path(directory).glob("*.macho"))
        expect(scripts or delay == 0 and sent == signal.SIGKILL, f"nothing is left after {delay} s")
        for script in scripts:
            tested = run(driver, "test", script.name, cwd=directory)
            expect(tested.returncode == status, f"{script.name} does not fail", script.read_text() + tested.stdout)
        again = run(driver, "explore", feature, "--invariant", "isSound", "--seed", "3", "--suspicions", "off", cwd=directory)
        expect(again.returncode == status, "the next exploration fails", again.stderr)


def request(driver):
    """Requests one failure by its identity. The report names the others by their number."""
    print("    '--finding' reports one failure, and how many others there are")
    with tempfile.TemporaryDirectory() as directory:
        # The failure is in one of the first runs. Without it all runs would be made.
        words = (driver, "explore", "trap-tca", "--seed", "3", "--suspicions", "off", "--runs", "60")
        found = run(*words, "--format", "jsonl", cwd=directory)
        identity = next(event["identity"] for event in map(json.loads, found.stdout.splitlines()) if event["event"] == "finding")
        same = run(*words, "--finding", identity, cwd=directory)
        expect(same.returncode == found.returncode and "not requested" not in same.stdout, "the failure is found", same.stdout)
        sent = next(line for line in found.stdout.splitlines() if "finding" in line).split("send ")[-1].split("(")[0].split("\\n")[0]
        excluded = run(*words, "--exclude", sent, cwd=directory)
        expect(f"--exclude matches it: " in excluded.stdout and f"send {sent}" not in excluded.stdout, "an action is excluded", excluded.stdout)
        other = run(*words, "--finding", "0", cwd=directory)
        expect(other.returncode == 0 and "no failure in" in other.stdout, "another failure is not reported", other.stdout)
        expect("not requested by --finding: 1 failure\n" in other.stdout, "the number of the others", other.stdout)


def reject(driver):
    """Passes wrong input. Each must end with status 2 and a message that names the mistake."""
    print("    wrong input ends with status 2")
    with tempfile.TemporaryDirectory() as directory:
        root = pathlib.Path(directory)
        (root / "damaged").mkdir()
        (root / "damaged" / "a.macho").write_text("feature trap-tca\nsend (((\n\x00")
        (root / "file").write_text("")
        (root / "closed").mkdir()
        os.chmod(root / "closed", 0o500)
        feature = "trap-tca"
        cases = [
            ((feature, "--depth", "0"), "--depth"),
            ((feature, "--runs", "0"), "--runs"),
            ((feature, "--jobs", "0"), "--jobs"),
            ((feature, "--for", "never"), "--for"),
            ((feature, "--strategy", "pct"), "strategy"),
            ((feature, "--strategy", "dfs:-1"), "strategy"),
            ((feature, "--races", "--strategy", "fifo"), "--races"),
            ((feature, "--add", "--until", "isSound"), "--add"),
            (("trap-tcaa",), "did you mean"),
            ((feature, "--invariant", "cuont >= 0"), "no property 'cuont'"),
            ((feature, "--invariant", "count >="), "count >="),
            ((feature, "--invariant", "((("), "((("),
            ((feature, "--until", "cuont == 1"), "no property 'cuont'"),
            ((feature, "--graph", "dot", "--project", "cuont"), "no property 'cuont'"),
            ((feature, "--actions", "("), "--actions"),
            ((feature, "--actions", "^nothing$"), "--actions"),
            ((feature, "--exclude", "("), "--exclude"),
            ((feature, "--exclude", ".*"), "--exclude matches each action"),
            ((feature, "--property", "intended stuk"), "stuck"),
            ((feature, "--property", "intended stuck isSond"), "isOn"),
            ((feature, "--stub", "board.lod pending"), "board.lod"),
            ((feature, "--stubs", "board.load -> x"), "x"),
            ((feature, "--from", "missing.macho"), "missing.macho"),
            ((feature, "--from", "damaged/a.macho"), "a.macho"),
            ((feature, "--invariants", "missing.macho"), "missing.macho"),
            ((feature, "--corpus", "damaged"), "does not parse"),
            ((feature, "--corpus", "file"), "not a directory"),
            ((feature, "--output", "file"), "not a directory"),
            ((feature, "--coverage=missing/x.json",), "missing/x.json"),
        ]
        # The administrator may write to any directory of a disk.
        closed = "/proc" if os.geteuid() == 0 and os.path.isdir("/proc") else "closed"
        cases += [((feature, option, closed), f"cannot write to {closed}") for option in ("--corpus", "--output")]
        for arguments, message in cases:
            result = run(driver, "explore", *arguments, cwd=directory)
            text = result.stdout + result.stderr
            # A filter that excludes all actions is valid, but explores nothing.
            status = 5 if {"^nothing$", ".*"} & set(arguments) else 2
            expect(result.returncode == status and message in text, " ".join(arguments), f"status {result.returncode}\n{text}")
        os.chmod(root / "closed", 0o700)


def main():
    # A shell starts background jobs with SIGINT ignored, and the driver would ignore it, too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    driver = str(pathlib.Path(sys.argv[1]).resolve() / "exploration-driver")
    reject(driver)
    request(driver)
    print("    kill -9 and Ctrl-C lose no failure and leave no half of a file")
    cases = [("invariant-tca", signal.SIGKILL, 1, delay) for delay in (0, 0.1, 0.3, 1.2)]
    cases += [(feature, signal.SIGINT, status, delay)
              for feature, status in (("invariant-tca", 1), ("trap-tca", 4)) for delay in (0, 0.1, 0.6)]
    # A part of each case waits, and each has a directory of its own.
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for case in [pool.submit(end, driver, *case) for case in cases]:
            case.result()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
