"""Checks the output of 'prove' for a TAP report: the failed tests are those of the JSON report.

    check_prove.py JSONL <OUTPUT_OF_PROVE
"""

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    scripts = [event for event in map(json.loads, file) if event["event"] == "script"]
successful = ("passed", "skipped")
expected = [number for number, script in enumerate(scripts, 1) if script["status"] not in successful]
output = sys.stdin.read()
summary = re.search(r"Tests: (\d+) Failed: (\d+)\)", output)
actual = []
for part in re.search(r"Failed tests?:\s+([\d, -]+)", output)[1].split(","):
    first, _, last = part.strip().partition("-")
    actual += range(int(first), int(last or first) + 1)
if not summary or (int(summary[1]), int(summary[2])) != (len(scripts), len(expected)):
    sys.exit("prove counts different numbers of tests:\n" + output)
if actual != expected or "Parse errors" in output:
    sys.exit("prove finds different failures:\n" + output)
