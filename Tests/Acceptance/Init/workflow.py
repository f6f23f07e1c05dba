"""Prints the commands of a workflow, one on a line. Fails if its container has an older Swift than macho's manifest needs.

  workflow.py FILE MANIFEST
"""

import pathlib
import re
import sys

STEP = "      - run: "

text = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
needed = re.match(r"// swift-tools-version: *([0-9.]+)", pathlib.Path(sys.argv[2]).read_text(encoding="utf-8"))[1]
containers = re.findall(r"^ +container: swift:([0-9.]+)$", text, re.M)
versions = [[int(part) for part in version.split(".")] for version in [needed, *containers]]
if not containers or min(versions[1:]) < versions[0]:
    sys.exit(f"the workflow's containers are {containers}, but macho needs Swift {needed}")
for line in text.split("\n"):
    if line.startswith(STEP):
        print(line[len(STEP):])
