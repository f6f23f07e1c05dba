#!/usr/bin/env python3
"""Malicious scripts and clients: each is rejected as documented and does not affect other clients.

  Tests/Acceptance/Wire/malicious.py BIN [REGEX]

BIN is the built `macho` or its directory; `external-work-driver`, whose features trap and print, must be beside
it. REGEX selects tests by name or docstring.

To add a test, add a function `test_*` to a file in `Malicious`. Its docstring is the title that is printed. It
receives a `Setting`: a directory and servers in it. Each server has a bystander, a client that sends a line
every few milliseconds. Each of its responses must be correct and arrive within RESPONSE_TIMEOUT.
"""

import concurrent.futures
import importlib
import pathlib
import re
import subprocess
import sys
import time
import traceback

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "Malicious"), str(HERE / "Soak")]
from setting import Setting, Skipped  # noqa: E402: requires sys.path above

SKIP = HERE.parents[2] / "scripts" / "lib" / "skip"
# Tests mostly wait, and each has its own servers.
AT_ONCE = 3


def tests():
    for path in sorted((HERE / "Malicious").glob("test_*.py")):
        module = importlib.import_module(path.stem)
        for name, function in list(vars(module).items()):
            if name.startswith("test_"):
                yield name, function


def run(function, macho, driver):
    """Runs a test. Returns the problem or None, the reason for skipping or None, and the duration."""
    began = time.monotonic()
    problem, skipped = None, None
    try:
        with Setting(macho, driver) as setting:
            skipped = function(setting)
    except Skipped as reason:
        skipped = reason
    except Exception as error:  # noqa: BLE001: whatever it is, the test has failed
        places = [f"  {frame.filename}:{frame.lineno}: {frame.line}"
                  for frame in traceback.extract_tb(error.__traceback__)]
        problem = "\n".join(places[-4:] + [f"{type(error).__name__}: {error}"])
    return problem, skipped, time.monotonic() - began


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__.split("\n\n")[1].strip())
    given = pathlib.Path(sys.argv[1]).resolve()
    macho = given / "macho" if given.is_dir() else given
    driver = macho.with_name(macho.name.replace("macho", "external-work-driver"))
    wanted = re.compile(sys.argv[2] if len(sys.argv) == 3 else "")
    passed, failed = 0, 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [(name, function, pool.submit(run, function, str(macho), str(driver) if driver.exists() else None))
                for name, function in tests() if wanted.search(f"{name} {function.__doc__}")]
        for name, function, job in jobs:
            problem, skipped, seconds = job.result()
            passed += not (problem or skipped)
            failed += bool(problem)
            if skipped:
                subprocess.run([SKIP, function.__doc__.strip(), str(skipped)], check=True)
                continue
            print(f"    {'FAIL' if problem else 'OK  '} {function.__doc__.strip()} {seconds:.1f} s", flush=True)
            if problem:
                print(f"--- {name}\n{problem}", flush=True)
    print(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    sys.exit(1 if failed or not passed else 0)


main()
