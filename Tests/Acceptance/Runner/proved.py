"""Looks at what 'prove' made of a TAP report: the same tests failed as the JSON report has.

    proved.py JSONL <OUTPUT_OF_PROVE
"""

import json
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    scripts = [event for event in map(json.loads, file) if event["event"] == "script"]
fine = ("passed", "skipped")
wrong = [number for number, script in enumerate(scripts, 1) if script["status"] not in fine]
output = sys.stdin.read()
summary = re.search(r"Tests: (\d+) Failed: (\d+)\)", output)
numbers = []
for part in re.search(r"Failed tests?:\s+([\d, -]+)", output)[1].split(","):
    first, _, last = part.strip().partition("-")
    numbers += range(int(first), int(last or first) + 1)
if not summary or (int(summary[1]), int(summary[2])) != (len(scripts), len(wrong)):
    sys.exit("prove counts otherwise:\n" + output)
if numbers != wrong or "Parse errors" in output:
    sys.exit("prove reads otherwise:\n" + output)
