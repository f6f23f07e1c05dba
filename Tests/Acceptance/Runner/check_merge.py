"""Checks `macho report merge`: the joined report of shards is that of a run of all scripts.

    check_merge.py DRIVER SUITE

SUITE is a directory with scripts of each status. Reports are written to the working directory.
"""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

DRIVER, SUITE = sys.argv[1:]


def run(*arguments, status=None):
    finished = subprocess.run([DRIVER, *map(str, arguments)], capture_output=True, text=True, check=False)
    if status is not None and finished.returncode != status:
        sys.exit(f"{arguments}: expected status {status}, got {finished.returncode}:\n{finished.stdout}{finished.stderr}")
    return finished


def check(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")


def events(path):
    """The events of a report without durations."""
    found = []
    for line in Path(path).read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        event.pop("durationMs", None)
        found.append(event)
    return found


def junit(path):
    text = re.sub(r' time="[^"]*"', "", Path(path).read_text(encoding="utf-8"))
    xml.etree.ElementTree.fromstring(text)
    return text


def shards(count, format):
    """Runs the suite in shards. Returns their reports."""
    paths = [f"{format}-{index}-of-{count}" for index in range(1, count + 1)]
    for index, path in enumerate(paths, 1):
        run("test", "--timeout", "2", "--shard", f"{index}/{count}", "--format", format, "--output", path, SUITE)
    return paths


def check_shards():
    for format in ("jsonl", "junit"):
        run("test", "--timeout", "2", "--format", format, "--output", f"whole.{format}", SUITE)
    parts = shards(4, "jsonl")
    merged = run("report", "merge", *reversed(parts), "--output", "merged.jsonl", "--output", "merged.xml",
                 "--output", "merged.html", status=0)
    check("the joined events", events("merged.jsonl"), events("whole.jsonl"))
    check("the joined JUnit report", junit("merged.xml"), junit("whole.junit"))
    check("the page", Path("merged.html").read_text(encoding="utf-8").count('{"commands":'), len(events("whole.jsonl")) - 2)
    counts = {event["status"] for event in events("whole.jsonl")[1:-1]}
    for status in counts:
        if f" {status}" not in merged.stdout.splitlines()[-4]:
            sys.exit(f"no '{status}' in the summary:\n{merged.stdout}")

    # JUnit reports alone give the same JUnit report, and the same hashes.
    run("report", "merge", *shards(3, "junit"), "--output", "junit.xml", "--output", "junit.jsonl", status=0)
    check("the JUnit report of JUnit reports", junit("junit.xml"), junit("whole.junit"))
    results = [[(e["path"], e["status"], e.get("transcript"), e.get("message"), e["report"]) for e in events(path)[1:-1]]
               for path in ("junit.jsonl", "whole.jsonl")]
    check("the results of JUnit reports", *results)

    # A report that is merged again, and scripts that several reports contain, count once.
    run("report", "merge", "merged.jsonl", "whole.junit", *parts, "--output", "again.jsonl", status=0)
    check("the events of all reports", events("again.jsonl"), events("whole.jsonl"))

    missing = run("report", "merge", *parts[:2], parts[3], "--output", "never.jsonl", status=2)
    check("the error of a missing shard", missing.stderr, "no report of shard 3 of 4\n")
    check("a report in spite of it", Path("never.jsonl").exists(), False)


def check_disagreement():
    """A script that two machines ran with different transcripts."""
    lines = Path("whole.jsonl").read_text(encoding="utf-8").splitlines()
    number = next(i for i, line in enumerate(lines) if '"status":"passed"' in line)
    event = json.loads(lines[number])
    other = {**event, "transcript": "0123456789abcdef"}
    Path("other.jsonl").write_text("\n".join(lines[:number] + [json.dumps(other)] + lines[number + 1:]) + "\n", encoding="utf-8")
    merged = run("report", "merge", "whole.jsonl", "other.jsonl", "--output", "differ.jsonl", "--output", "differ.xml", status=1)
    check("the error", merged.stderr,
          f"{event['path']}: the runs differ\n"
          f"  whole.jsonl:{number + 1}: passed, transcript {event['transcript']}\n"
          f"  other.jsonl:{number + 1}: passed, transcript 0123456789abcdef\n")
    (script,) = [e for e in events("differ.jsonl") if e.get("path") == event["path"]]
    check("the status", (script["status"], script["failures"][0]["kind"]), ("failed", "notDeterministic"))
    case = xml.etree.ElementTree.parse("differ.xml").find(f".//testcase[@file='{event['path']}']/failure")
    check("the JUnit report names both", all(f"{name}.jsonl:{number + 1}" in case.text for name in ("whole", "other")), True)


def check_damage():
    """Damaged reports: an error with the file and the line."""
    lines = Path("whole.jsonl").read_text(encoding="utf-8").splitlines()
    xml_text = Path("whole.junit").read_text(encoding="utf-8")
    first = json.loads(lines[1])
    count = len(lines) - 2
    cut = xml_text[:-30]
    cases = [
        ("", r": empty report"),
        ("nonsense\n", r":1: not an event of a report"),
        (lines[0] + "\n" + lines[1][:40], r":2: not an event of a report"),
        (lines[1], r":1: a report begins with a 'start' event, not 'script'"),
        ("\n".join(lines[:-1]), r":1: this run has no 'end' event: the report is incomplete"),
        ("\n".join(lines[:1] + lines), r":2: the run above has no 'end' event"),
        ("\n".join(lines[:2] + lines[3:]), rf":{count + 1}: the run has {count} scripts, but the report has {count - 1}"),
        (lines[0].replace('"version":1', '"version":2'), r":1: version 2 of the format is not supported"),
        (lines[0] + "\n" + json.dumps({**first, "status": "fine"}), r":2: invalid 'script' event: 'status'"),
        (lines[0] + "\n" + lines[1].replace('"durationMs"', '"duration"'), r":2: invalid 'script' event: 'durationMs'"),
        (lines[0].replace('"version"', '"shard":{"index":3,"count":2},"version"'), r":1: invalid shard 3 of 2"),
        ("<testsuite/>", r":1: not a JUnit report of macho"),
        (cut, rf":{cut.count(chr(10)) + 1}: the document ends inside of 'testsuite'"),
        (xml_text.replace('"status" value="passed"', '"status" value="fine"', 1), r":\d+: the test case '.+' has no valid property 'status'"),
        (xml_text.replace('tests="', 'tests="9', 2), rf":\d+: the run has 9{count} scripts, but the report has {count}"),
        (xml_text.replace("<property ", '<property name="a" ', 1), r":\d+: two attributes 'name'"),
        (xml_text.replace("&lt;", "&unknown;", 1), r":\d+: unknown entity"),
    ]
    for text, pattern in cases:
        Path("damaged").write_text(text, encoding="utf-8")
        merged = run("report", "merge", "damaged", "--output", "never.jsonl", status=2)
        if not re.fullmatch("damaged" + pattern + "\n", merged.stderr) or merged.stdout:
            sys.exit(f"expected {pattern!r}, got {merged.stdout + merged.stderr!r} for\n{text[:200]}")
    missing = run("report", "merge", "missing.jsonl", status=2)
    check("a missing report", missing.stderr.startswith("cannot read missing.jsonl: "), True)
    for output, message in (("merged.txt", "--output must end in .xml, .jsonl or .html"), ("whole.jsonl", "would replace")):
        wrong = run("report", "merge", "whole.jsonl", "--output", output, status=2)
        if message not in wrong.stderr:
            sys.exit(f"expected {message!r}, got {wrong.stderr!r}")


check("help", run("help", "report", "merge", status=0).stdout.startswith("OVERVIEW: Join the reports of several runs"), True)
check_shards()
check_disagreement()
check_damage()
