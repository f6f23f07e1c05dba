#!/usr/bin/env python3
"""Scripts and clients that mean harm: each is refused as the documents say, and nobody else notices.

  Tests/Acceptance/Wire/malicious.py BIN [REGEX]

BIN is the built `macho`, or the directory that it is in; the driver `hops`, whose features trap and
print, is looked for beside it. With a regular expression, only the tests whose name or sentence it finds.

To add a test, write a function `test_*` into one of the files in `Malicious`, or into a new one. Its
docstring is the sentence that is printed. It gets a `Setting`: a directory of its own, and servers in
it. Each server has a bystander, a client that sends a line every few milliseconds throughout, and whose
every answer has to be right and to come within PATIENCE.
"""

import concurrent.futures
import importlib
import pathlib
import re
import sys
import time
import traceback

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE / "Malicious"), str(HERE / "Soak")]
from setting import Setting, Skipped  # noqa: E402: it is found only now

# Much of a test is waiting, and each has servers of its own.
AT_ONCE = 3


def tests():
    for path in sorted((HERE / "Malicious").glob("test_*.py")):
        module = importlib.import_module(path.stem)
        for name, function in list(vars(module).items()):
            if name.startswith("test_"):
                yield name, function


def run(function, macho, hops):
    """What is wrong, None where nothing is; why it was left out, if it was; how long it took."""
    began = time.monotonic()
    problem, skipped = None, None
    try:
        with Setting(macho, hops) as setting:
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
    hops = macho.with_name(macho.name.replace("macho", "external-work-driver"))
    wanted = re.compile(sys.argv[2] if len(sys.argv) == 3 else "")
    passed, failed = 0, 0
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [(name, function, pool.submit(run, function, str(macho), str(hops) if hops.exists() else None))
                for name, function in tests() if wanted.search(f"{name} {function.__doc__}")]
        for name, function, job in jobs:
            problem, skipped, seconds = job.result()
            passed += not problem
            failed += bool(problem)
            verdict = "FAIL" if problem else "SKIP" if skipped else "OK  "
            note = f" ({skipped})" if skipped else ""
            print(f"    {verdict} {function.__doc__.strip()}{note} {seconds:.1f} s", flush=True)
            if problem:
                print(f"--- {name}\n{problem}", flush=True)
    print(f"{passed} passed" + (f", {failed} failed" if failed else ""))
    sys.exit(1 if failed or not passed else 0)


main()
