"""Sends the requests of recorded exchanges and compares the responses with those of the version that recorded them.

  compatible.py MACHO EXCHANGE...

A later server may add members to objects. Everything else must be as recorded.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Wire"))
import exchange  # noqa: E402: its folder is added above

VARIABLE = "<variable>"


def difference(recorded, actual, path="response"):
    """Returns where a response lacks something of the recorded one or differs from it. None if nowhere."""
    if recorded == VARIABLE:
        return None
    if isinstance(recorded, dict) and isinstance(actual, dict):
        for name, value in recorded.items():
            if name not in actual:
                return f"{path}.{name} is missing"
            found = difference(value, actual[name], f"{path}.{name}")
            if found:
                return found
        return None
    if isinstance(recorded, list) and isinstance(actual, list) and len(recorded) == len(actual):
        found = (difference(*pair, f"{path}[{index}]") for index, pair in enumerate(zip(recorded, actual)))
        return next(filter(None, found), None)
    return None if recorded == actual else f"{path} is {actual!r}, was {recorded!r}"


def check(macho, path):
    recorded = exchange.parse(path.name, path.read_text(encoding="utf-8"))
    sent = [step.data for step in recorded.steps if step.kind == "->"]
    expected = [json.loads(step.text) for step in recorded.steps if step.kind == "<-"]
    with tempfile.TemporaryDirectory() as directory:
        for name, text in recorded.files.items():
            (pathlib.Path(directory) / name).write_text(text, encoding="utf-8")
        served = subprocess.run([macho, "serve", *recorded.headers["serve"].split()], cwd=directory,
                                input=b"".join(line + b"\n" for line in sent), capture_output=True, check=False)
    answers = [json.loads(line) for line in served.stdout.splitlines() if line.strip()]
    if len(answers) != len(expected):
        return [f"{path.name}: {len(answers)} messages, expected {len(expected)}\n{served.stderr.decode()}"]
    found = (difference(*pair) for pair in zip(expected, answers))
    return [f"{path.name}, message {number}: {each}" for number, each in enumerate(found, 1) if each]


def main():
    macho, *paths = sys.argv[1:]
    problems = [problem for path in paths for problem in check(macho, pathlib.Path(path))]
    print("\n".join(problems), file=sys.stderr) if problems else None
    sys.exit(1 if problems or not paths else 0)


if __name__ == "__main__":
    main()
