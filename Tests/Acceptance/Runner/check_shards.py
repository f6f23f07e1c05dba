"""Plays Bazel's contract with a sharded test, for several numbers of shards from 1 to 50: fewer than, as many as and more
than there are scripts. ShardPlanTests test the plans themselves.

    check_shards.py DRIVER DIRECTORY

DIRECTORY is empty. Each script must run in exactly one shard.
"""

import os
import subprocess
import sys
import xml.etree.ElementTree
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DRIVER, DIRECTORY = Path(sys.argv[1]), Path(sys.argv[2])
NAMES = [f"{'abc'[number % 3]}/{number}.macho" for number in range(9)]
SCRIPT = "feature counter\n"


def check(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")


def test(index, count, *arguments):
    """Runs a shard as Bazel does. Returns the process and the paths that Bazel names."""
    outputs = DIRECTORY / f"outputs-{count}-{index}"
    temporary = outputs / "temporary"
    temporary.mkdir(parents=True, exist_ok=True)
    paths = {"TEST_SHARD_STATUS_FILE": outputs / "status", "XML_OUTPUT_FILE": outputs / "test.xml",
             "TEST_PREMATURE_EXIT_FILE": outputs / "premature", "TEST_TMPDIR": temporary}
    # Bazel sets all of these, except for BAZEL_TEST before version 5. The environment of its client is not passed on.
    environment = {
        "PATH": os.environ["PATH"], "TEST_SHARD_INDEX": str(index), "TEST_TOTAL_SHARDS": str(count),
        "TEST_TARGET": "//:scripts", "TEST_WORKSPACE": "workspace", "TEST_SRCDIR": str(DIRECTORY), "TZ": "UTC",
        "TEST_TIMEOUT": "60", "RUN_UNDER_RUNFILES": "1", **{name: str(path) for name, path in paths.items()},
    }
    if str(count) == "1":
        for name in ("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", "TEST_SHARD_STATUS_FILE"):
            del environment[name]
    finished = subprocess.run([DRIVER, "test", "--jobs", "1", *arguments, "scripts"], cwd=DIRECTORY, env=environment,
                              capture_output=True, text=True, check=False)
    return finished, paths


def scripts_of(shard):
    """The scripts of a shard, after a check of what Bazel requires of it."""
    index, count = shard
    finished, paths = test(index, count)
    check(f"the status of shard {index} of {count} ({finished.stderr})", finished.returncode, 0)
    check(f"the confirmation of shard {index} of {count}", paths["TEST_SHARD_STATUS_FILE"].exists(), count > 1)
    check(f"the early exit of shard {index} of {count}", paths["TEST_PREMATURE_EXIT_FILE"].exists(), False)
    check(f"files that shard {index} of {count} left", list(paths["TEST_TMPDIR"].iterdir()), [])
    root = xml.etree.ElementTree.parse(paths["XML_OUTPUT_FILE"]).getroot()
    return [case.get("file") for case in root.iter("testcase")]


for name in NAMES:
    path = DIRECTORY / "scripts" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(SCRIPT, encoding="utf-8")
expected = Counter(f"scripts/{name}" for name in NAMES)
with ThreadPoolExecutor(2) as pool:
    for count in (1, 2, 3, 4, 7, 8, 9, 10, 17, 50):
        found = Counter(script for scripts in pool.map(scripts_of, [(index, count) for index in range(count)]) for script in scripts)
        check(f"the scripts of {count} shards", found, expected)

for index, count, message in (
        ("3", "3", "TEST_SHARD_INDEX must be in 0...2, not 3\n"), ("-1", "3", "TEST_SHARD_INDEX must be in 0...2, not -1\n"),
        ("0", "0", "TEST_TOTAL_SHARDS must be at least 1, not 0\n"), ("x", "3", "TEST_SHARD_INDEX is not a number: 'x'\n")):
    finished, paths = test(index, count)
    check(f"shard {index} of {count}", (finished.returncode, finished.stderr, finished.stdout), (2, message, ""))
    check(f"the confirmation of shard {index} of {count}", paths["TEST_SHARD_STATUS_FILE"].exists(), True)

# A failed script: exit status 1, and a failure in the report.
(DIRECTORY / "scripts" / "wrong.macho").write_text("feature counter\nexpect count == 1\n", encoding="utf-8")
failed = []
for index in range(3):
    finished, paths = test(index, 3)
    failures = xml.etree.ElementTree.parse(paths["XML_OUTPUT_FILE"]).getroot().findall(".//failure")
    check(f"the status of shard {index}", finished.returncode, len(failures))
    failed += failures
check("the failures in all reports", len(failed), 1)
