#!/usr/bin/env python3
"""Plays recorded exchanges to a server, and says where it answers otherwise.

  Tests/Acceptance/Wire/conformance.py BIN [REGEX]           check
  Tests/Acceptance/Wire/conformance.py BIN [REGEX] --update  write what the server says now into the exchanges

BIN is where 'macho' and 'hops' are. exchange.py says what an exchange looks like. Each is played to a server of its
own, on standard input and output and over a socket, in both framings. Whatever the server says has to fit the
schemas, strictly. READ what --update writes: it takes a wrong answer as well as a right one.
"""

import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import exchange  # noqa: E402: no bytecode is left behind
import protocol  # noqa: E402
from player import Player  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = HERE / "conformance"
# Most of an exchange is waiting for a process.
AT_ONCE = 4


def exchanges(wanted=""):
    found = []
    for path in sorted(FOLDER.glob("*.exchange")):
        played = exchange.parse(path.name, path.read_text(encoding="utf-8"))
        if re.search(wanted, f"{path.stem} {played.headers['about']}"):
            found.append((path, played))
    return found


def program(binaries, name):
    """The program of a name, in a directory or beside the program that is named; None where it is not there."""
    binaries = pathlib.Path(binaries).resolve()
    folder = binaries if binaries.is_dir() else binaries.parent
    path = binaries if binaries.is_file() and name == "macho" else folder / name
    return path if path.is_file() else None


def check_one(binaries, played):
    """Plays an exchange in each way: its problems, the number of ways, and what was seen in it."""
    found = program(binaries, played.headers["driver"])
    if found is None:
        return None, 0, []
    players = [Player(found, played, mode) for mode in played.modes]
    problems = [problem for player in players for problem in player.check()]
    return problems, len(players), [each for player in players for each in player.conversations.values()]


def update_one(binaries, path, played):
    found = program(binaries, played.headers["driver"])
    if found is None:
        return f"SKIP {path.stem}: there is no {played.headers['driver']} here"
    lines, problems = Player(found, played, played.modes[0]).record()
    text = played.written(lines)
    is_new = text != path.read_text(encoding="utf-8")
    if is_new:
        path.write_text(text, encoding="utf-8")
    return "\n".join([f"{'UPDATED' if is_new else 'same   '} {path.stem}"] + problems)


def missing(binaries, conversations):
    """What the protocol has and no exchange."""
    listed = subprocess.run(
        [str(program(binaries, "macho")), "help", "verbs"], stdout=subprocess.PIPE, text=True, check=True).stdout
    verbs = [line.split()[0] for line in listed.split("\n\n")[0].splitlines()]
    answered = set().union(*(each.answered for each in conversations))
    kinds = set().union(*(each.kinds for each in conversations))
    errors = set().union(*(each.errors for each in conversations))
    texts = set().union(*(each.texts for each in conversations))
    wanted = [(name in answered, f"the method '{name}'") for name in dict.fromkeys([*protocol.methods(), *verbs])]
    wanted += [(name in kinds, f"an event '{name}'") for name in protocol.kinds()]
    wanted += [((number, code) in errors or code in texts, f"an error {number} {code or ''}")
               for number, code in protocol.errors()]
    return [f"no exchange has {what}" for is_there, what in wanted if not is_there]


def check(binaries, wanted, report):
    """Plays all exchanges that are wanted; how many passed, failed and were left out."""
    passed = failed = skipped = 0
    seen = []
    with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
        jobs = [(played, pool.submit(check_one, binaries, played)) for _, played in exchanges(wanted)]
        for played, job in jobs:
            problems, count, conversations = job.result()
            title = f"{played.name.removesuffix('.exchange')}: {played.headers['about']}"
            if problems is None:
                skipped += 1
                report(f"    SKIP {title} (there is no {played.headers['driver']} here)")
                continue
            seen += conversations
            # A way in which something is wrong may have several problems.
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
