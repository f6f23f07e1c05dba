"""Checks a JUnit, a JSON and a TAP report of the same scripts: each is well-formed, and all agree.

    check_reports.py JUNIT JSONL TAP
"""

import json
import re
import sys
import xml.etree.ElementTree

EXPECTED = {
    "mixed/differs.macho": ("failed", 4), "mixed/loops.macho": ("timed-out", 2),
    "mixed/pending.macho": ("pending", None),
    "mixed/shared-1.macho": ("passed", None), "mixed/shared-2.macho": ("passed", None),
    "mixed/shared-3.macho": ("passed", None), "mixed/shared-4.macho": ("passed", None),
    "mixed/skipped.macho": ("skipped", None), "mixed/stale.macho": ("stale", 4), "mixed/traps.macho": ("crashed", 3),
    "mixed/unclosed.macho": ("unparsable", 2), "mixed/wrong.macho": ("failed", 2),
}
ELEMENTS = {
    "passed": None, "skipped": "skipped", "failed": "failure", "pending": "failure", "stale": "failure", "crashed": "error",
    "timed-out": "error", "unparsable": "error",
}


def check(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")


def check_junit(path):
    root = xml.etree.ElementTree.parse(path).getroot()
    check("root", root.tag, "testsuites")
    (suite,) = root
    check("suite", suite.tag, "testsuite")
    cases = suite.findall("testcase")
    check("cases", [case.get("file") for case in cases], list(EXPECTED))
    for case, (status, line) in zip(cases, EXPECTED.values()):
        check("line", case.get("line"), None if line is None else str(line))
        check("elements", [element.tag for element in case], ["properties"] + [e for e in [ELEMENTS[status]] if e])
        check("status", case.find("properties/property[@name='status']").get("value"), status)
        float(case.get("time"))
        if not case.get("name") or not case.get("classname"):
            sys.exit("a test case has no name")
        if status not in ("passed", "skipped"):
            _, element = case
            if not element.get("message") or not element.get("type") or case.get("file") not in element.text:
                sys.exit(f"{case.get('file')}: the failure has no message, type or text")
    for parent in (root, suite):
        check("tests", int(parent.get("tests")), len(cases))
        for name, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            check(name, int(parent.get(name)), len(suite.findall(f"testcase/{element}")))
    text = suite.find("testcase[@file='mixed/differs.macho']/failure").text
    for expected in ('## <one> & "two" # three', "> E| + Traps.State(count: 2)", "> A| + Traps.State(count: 1)"):
        if expected not in text:
            sys.exit(f"no {expected!r} in the failure")


def check_json(path):
    with open(path, encoding="utf-8") as file:
        events = [json.loads(line) for line in file]
    check("first", (events[0]["event"], events[0]["scripts"]), ("start", len(EXPECTED)))
    check("last", (events[-1]["event"], events[-1]["scripts"]), ("end", len(EXPECTED)))
    scripts = events[1:-1]
    check("scripts", [(s["path"], s["status"]) for s in scripts],
          [(path, status) for path, (status, _) in EXPECTED.items()])
    for script, (_, line) in zip(scripts, EXPECTED.values()):
        check("line", next((f["line"] for f in script["failures"]), None), line)
    counts = {}
    for status, _ in EXPECTED.values():
        counts[status] = counts.get(status, 0) + 1
    check("counts", events[-1]["counts"], counts)


def check_tap(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    check("version and plan", lines[:2], ["TAP version 14", f"1..{len(EXPECTED)}"])
    points = [m for m in map(re.compile(r"(not )?ok (\d+) - (\S+)( # SKIP .+)?").fullmatch, lines) if m]
    check("points", [int(m[2]) for m in points], list(range(1, len(EXPECTED) + 1)))
    for point, (path, (status, _)) in zip(points, EXPECTED.items()):
        check("path", point[3], path)
        check(path, not point[1], status in ("passed", "skipped"))
        check(path, bool(point[4]), status == "skipped")
    # Each point has one block. Its values are plain or JSON strings, which are valid YAML.
    check("blocks", (lines.count("  ---"), lines.count("  ...")), (len(EXPECTED), len(EXPECTED)))
    for line in lines:
        value = re.fullmatch(r'  (?:\w+: |  - |  \w+: )(".*")', line)
        if value and "\\x" not in line:
            json.loads(value[1])
    try:
        import yaml
    except ImportError:
        return
    for block in re.findall(r"^  ---\n(.*?)^  \.\.\.$", "\n".join(lines), re.DOTALL | re.MULTILINE):
        yaml.safe_load(block)


check_junit(sys.argv[1])
check_json(sys.argv[2])
check_tap(sys.argv[3])
