#!/usr/bin/env python3
"""Plays recorded exchanges with a server and reports deviations.

  Tests/Acceptance/Wire/conformance.py BIN [REGEX]           check
  Tests/Acceptance/Wire/conformance.py BIN [REGEX] --update  write the server's current messages into the exchanges

BIN is the directory of 'macho' and 'external-work-driver'. exchange.py documents the format of exchanges. Each is
played with its own server, on standard input and output and over a socket, in both framings. All messages are
validated strictly against the schemas. REVIEW what --update writes: it accepts wrong messages, too.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import exchange  # noqa: E402: imported after disabling bytecode
import protocol  # noqa: E402
from player import Player  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "conformance"
SKIP = HERE.parents[2] / "scripts" / "lib" / "skip"
# Exchanges mostly wait for processes.
AT_ONCE = 4


def exchanges(wanted=""):
    found = []
    for path in sorted(FOLDER.glob("*.exchange")):
        played = exchange.parse(path.name, path.read_text(encoding="utf-8"))
        if re.search(wanted, f"{path.stem} {played.headers['about']}"):
            found.append((path, played))
    return found


def program(binaries, name):
    """Returns a program in a directory or beside the given program, or None if it does not exist."""
    binaries = pathlib.Path(binaries).resolve()
    folder = binaries if binaries.is_dir() else binaries.parent
    path = binaries if binaries.is_file() and name == "macho" else folder / name
    return path if path.is_file() else None


def check_one(binaries, played):
    """Plays an exchange in each mode. Returns its problems, the number of modes and the validators."""
    found = program(binaries, played.headers["driver"])
    if found is None:
        return None, 0, []
    players = [Player(found, played, mode) for mode in played.modes]
    problems = [problem for player in players for problem in player.check()]
    return problems, len(players), [each for player in players for each in player.validators.values()]


def update_one(binaries, path, played):
    found = program(binaries, played.headers["driver"])
    if found is None:
        return f"SKIP {path.stem}: {played.headers['driver']} is not built"
    lines, problems = Player(found, played, played.modes[0]).record()
    text = played.written(lines)
    is_new = text != path.read_text(encoding="utf-8")
    if is_new:
        path.write_text(text, encoding="utf-8")
    return "\n".join([f"{'UPDATED' if is_new else 'same   '} {path.stem}"] + problems)


def missing(binaries, validators):
    """Returns what the protocol defines but no exchange covers."""
    listed = subprocess.run(
        [str(program(binaries, "macho")), "help", "verbs"], stdout=subprocess.PIPE, text=True, check=True).stdout
    verbs = [line.split()[0] for line in listed.split("\n\n")[0].splitlines()]
    answered = set().union(*(each.answered for each in validators))
    kinds = set().union(*(each.kinds for each in validators))
    errors = set().union(*(each.errors for each in validators))
    texts = set().union(*(each.texts for each in validators))
    wanted = [(name in answered, f"the method '{name}'") for name in dict.fromkeys([*protocol.methods(), *verbs])]
    wanted += [(name in kinds, f"an event '{name}'") for name in protocol.kinds()]
    wanted += [((number, code) in errors or code in texts, f"an error {number} {code or ''}")
               for number, code in protocol.errors()]
    return [f"no exchange has {what}" for is_there, what in wanted if not is_there]


def check(binaries, wanted, report):
    """Plays all selected exchanges. Returns how many passed, failed and were skipped."""
    passed = failed = skipped = 0
    seen = []
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [(played, pool.submit(check_one, binaries, played)) for _, played in exchanges(wanted)]
        for played, job in jobs:
            problems, count, validators = job.result()
            title = f"{played.name.removesuffix('.exchange')}: {played.headers['about']}"
            if problems is None:
                skipped += 1
                subprocess.run([SKIP, title, f"{played.headers['driver']} is not built"], check=True)
                continue
            seen += validators
            # A mode may have several problems.
            bad = min(len(problems), count)
            passed += count - bad
            failed += bad
            report("\n".join([f"    {'FAIL' if problems else 'OK  '} {title}"] + problems))
    if not wanted and not skipped:
        gaps = missing(binaries, seen)
        passed += not gaps
        failed += len(gaps)
        title = f"    {'FAIL' if gaps else 'OK  '} every method, verb, kind of event and code is in an exchange"
        report("\n".join([title] + [f"    {gap}" for gap in gaps]))
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", metavar="BIN")
    parser.add_argument("wanted", metavar="REGEX", nargs="?", default="")
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    if options.update:
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            for line in pool.map(lambda each: update_one(options.binaries, *each), exchanges(options.wanted)):
                print(line, flush=True)
        return
    passed, failed, skipped = check(options.binaries, options.wanted, lambda text: print(text, flush=True))
    print(f"{passed} passed" + (f", {failed} failed" if failed else "") + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
