#!/usr/bin/env python3
"""Explores features of daily life with nothing written, and compares what is found with the known defects.

  Tests/Acceptance/Exploration/check_daily.py BIN_DIRECTORY [SEEDS] [REGEX]

Each feature has one defect, and a second form, 'NAME-fixed', without it. One script that is found must be of the known
kind and at most as long as the known minimum, fail with the defect, and pass with the fix. The correct features have no
failure, and at most two suspicions. Prints a table.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

# The kind of the finding, with the known minimum of steps.
DEFECTS = {
    "profile": ("stuck", 2), "suggestions": ("late", 4), "feed": ("skips", 3), "dashboard": ("answer-order", 3),
    "checkout": ("overlap", 3), "upload": ("stuck", 2), "files": ("replaced", 3), "star": ("unnoticed", 2),
    "stopwatch": ("overlap", 2), "sounds": ("outlives", 3), "sync": ("retries", 2), "prices": ("outlives", 4),
    "mailbox": ("remains", 4), "notebook": ("remains", 4), "downloads": ("crash", 4), "weather": ("effect-failed", 2),
    "news": ("late", 4), "token": ("overlap", 2), "messages": ("stale", 4), "refresh": ("doubled", 4),
    "spinner": ("early", 2), "cart": ("remains", 4), "orders": ("outlives", 4),
    "deletion": ("unnoticed", 2), "selection": ("dangling", 2), "countdown": ("negative", 2), "past-orders": ("stuck", 2),
    "sketch": ("history", 2), "basket": ("total", 3), "code": ("stuck", 2), "message": ("overlap", 3),
    "account": ("remains", 3), "form": ("overwrites", 3), "signup": ("derived", 2), "voucher": ("derived", 2),
    "tracks": ("wrong-row", 3), "tour": ("boundary", 3), "guests": ("silent", 2), "links": ("pending", 3),
    "directory": ("history", 2), "retry": ("unmarked", 3), "recipes": ("stuck", 3),
}
CORRECT = ("search", "editor", "loader", "game", "booking")
STEPS = ("send ", "answer ", "advance ")
OPTIONS = ("--runs", "100", "--suspicions", "fail")


def run(*words, cwd):
    return subprocess.run(words, cwd=cwd, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def explore(driver, feature, seed, directory, *options):
    """Explores a feature. Returns the output, its scripts by kind, and the seconds."""
    start = time.monotonic()
    found = run(driver, "explore", feature, "--seed", str(seed), "--jobs", "1", *options, cwd=directory)
    seconds = time.monotonic() - start
    kinds = {}
    for script in sorted(pathlib.Path(directory).glob("*.macho")):
        kind = re.fullmatch(rf"{feature}-(.+)-[0-9a-f]+\.macho", script.name)[1]
        kinds.setdefault(kind, []).append(script)
    return found, kinds, seconds


def check_script(driver, feature, script, maximum):
    """Tests a script with the defect and with the fix. Returns the problem, or `None`, and the number of steps."""
    text = script.read_text()
    steps = sum(line.startswith(STEPS) for line in text.splitlines())
    with tempfile.TemporaryDirectory() as directory:
        fixed = pathlib.Path(directory) / "fixed.macho"
        fixed.write_text(re.sub(rf"^feature {feature}$", f"feature {feature}-fixed", text, flags=re.M))
        with_defect = run(driver, "test", "--backtrace-timeout", "0", str(script), cwd=directory)
        with_fix = run(driver, "test", str(fixed), cwd=directory)
    if with_defect.returncode != 0 and with_fix.returncode == 0 and steps <= maximum:
        return None, steps
    return f"{steps} steps\n{text}\nwith the defect:\n{with_defect.stdout}\nwith the fix:\n{with_fix.stdout}", steps


def check_defect(driver, name, kind, minimum, seed):
    """Returns the problem, or `None`, with a row of the table."""
    feature = f"daily-{name}"
    with tempfile.TemporaryDirectory() as directory:
        found, kinds, seconds = explore(driver, feature, seed, directory, *OPTIONS)
        others = sum(map(len, kinds.values())) - 1
        row = f"{kind:14} {{:>2}} steps, {others} other findings, {seconds:.1f} s"
        problem = f"no {kind}"
        for script in kinds.get(kind, []):
            problem, steps = check_script(driver, feature, script, minimum)
            if not problem:
                return None, row.format(steps)
        return f"{problem}\n{found.stdout}", row.format("-")


def check_correct(driver, name, seed):
    """Returns the problem, or `None`, with a row of the table."""
    with tempfile.TemporaryDirectory() as directory:
        found, kinds, seconds = explore(driver, f"daily-{name}-fixed", seed, directory, *OPTIONS)
        count = sum(map(len, kinds.values()))
        row = f"{'correct':14} {count} suspicions, {seconds:.1f} s"
        is_sound = ": no failure in" in found.stdout and count <= 2
        return (None if is_sound else found.stdout), row


def check_all(names, check):
    """Checks the features that the arguments of the program select, and prints a table. Returns the exit status."""
    driver = str(pathlib.Path(sys.argv[1]).resolve() / "exploration-driver")
    seeds = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    pattern = re.compile(sys.argv[3] if len(sys.argv) > 3 else "")
    # Most of the work is that of one process.
    failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [(name, seed, pool.submit(check, driver, name, seed))
                   for name in names if pattern.search(name) for seed in range(seeds)]
        for name, seed, result in results:
            problem, row = result.result()
            print(f"    {name:12} seed {seed}: {'not as expected' if problem else 'as expected':15} {row}", flush=True)
            if problem:
                failures += 1
                print(f"      seed {seed}: " + problem.replace("\n", "\n      "), file=sys.stderr)
    return 1 if failures else 0


def check(driver, name, seed):
    return check_defect(driver, name, *DEFECTS[name], seed) if name in DEFECTS else check_correct(driver, name, seed)


if __name__ == "__main__":
    sys.exit(check_all([*DEFECTS, *CORRECT], check))
