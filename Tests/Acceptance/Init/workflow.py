"""Prints the commands of a workflow, one on a line.

  workflow.py FILE
"""

import pathlib
import sys

STEP = "      - run: "

for line in pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").split("\n"):
    if line.startswith(STEP):
        print(line[len(STEP):])
