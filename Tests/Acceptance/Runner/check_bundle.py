"""Checks `macho bundle`: it runs without Swift and gives the same transcripts.

    check_bundle.py DRIVER DIRECTORY

DIRECTORY is empty.
"""

import json
import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

DRIVER, DIRECTORY = sys.argv[1], Path(sys.argv[2])
HOME, TARGET = DIRECTORY / "home", DIRECTORY / "target"
FILES = {
    # Its lines are sourced, and those source lines of a file that is not a script.
    "scripts/main.macho": "feature counter\nsource shared/twice.lines with(first: incrementButtonTapped)\nexpect count == 2\n",
    "scripts/shared/twice.lines": "send $first\n|...\nsource shared/once.lines\n",
    "scripts/shared/once.lines": "send incrementButtonTapped\n|...\n",
    "scripts/it's one.macho": "feature counter\nstub numberFact.fetch(0) -> @file(\"fact.json\")\nsend factButtonTapped\n|...\n"
                              "receive factResponse\n|...\n| +   fact: \"zero\",\n|...\n",
    "scripts/fact.json": "\"zero\"",
    "scripts/unused.txt": "not packed\n",
    "corpus/known.macho": "feature cart\nsend addButtonTapped\n",
    "corpus/notes.txt": "packed\n",
}


def check(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")


def run(*command, directory=HOME, status=0, **options):
    finished = subprocess.run([str(word) for word in command], cwd=directory, capture_output=True, text=True, check=False, **options)
    check(f"the status of {command} ({finished.stdout}{finished.stderr})", finished.returncode, status)
    return finished


def without_swift(*command):
    """Runs a command with an empty environment. Hides the toolchain, if the system allows it."""
    swift = shutil.which("swift")
    if swift is None or subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False).returncode != 0:
        print("    (no mount namespaces: the toolchain is not hidden)")
        return run("env", "-i", *command, directory="/")
    # The libraries of the toolchain, and those that the driver's RUNPATH names.
    libraries = Path(os.path.realpath(swift)).parent.parent / "lib"
    hide = f"mount -t tmpfs none {libraries}/swift && ! {DRIVER} --version 2>/dev/null && exec \"$@\""
    return run("env", "-i", "unshare", "-rm", "sh", "-c", hide, "sh", *command, directory="/")


for name, text in FILES.items():
    (HOME / name).parent.mkdir(parents=True, exist_ok=True)
    (HOME / name).write_text(text, encoding="utf-8")
TARGET.mkdir()

made = run(DRIVER, "bundle", "-o", "suite.tar.gz", "--corpus", "corpus", "scripts")
check("the output", made.stdout, "wrote suite.tar.gz: 2 scripts\n")
with tarfile.open(HOME / "suite.tar.gz") as archive:
    names = archive.getnames()
    check("the first file", names[0], "suite/bundle.json")
    manifest = json.load(archive.extractfile(names[0]))
check("the files", {name[len("suite/files/"):] for name in names if name.startswith("suite/files/")} & set(FILES),
      set(FILES) - {"scripts/unused.txt"})
check("links", [member.name for member in tarfile.open(HOME / "suite.tar.gz") if member.issym() or member.islnk()], [])
uname = os.uname()
check("the machine", (manifest["system"], manifest["architecture"]), (uname.sysname, uname.machine))
check("the scripts", manifest["scripts"], ["scripts/it's one.macho", "scripts/main.macho"])

run("tar", "xzf", HOME / "suite.tar.gz", directory=TARGET)
launcher = TARGET / "suite" / "run"
check("the last line without Swift", without_swift(launcher).stdout.splitlines()[-1], "2 passed")
without_swift(launcher, "test", "--format", "jsonl", "--output", DIRECTORY / "there.jsonl", "scripts", "corpus")
run(DRIVER, "test", "--format", "jsonl", "--output", DIRECTORY / "here.jsonl", "scripts", "corpus")
merged = run(DRIVER, "report", "merge", "here.jsonl", "there.jsonl", directory=DIRECTORY)
check("the joined report of both machines", merged.stdout, "3 passed\n")
hashes = [[json.loads(line).get("transcript") for line in (DIRECTORY / f"{name}.jsonl").read_text().splitlines()][1:-1]
          for name in ("here", "there")]
check("the hashes", hashes[0], hashes[1])
check("the version", run(launcher, "--version").stdout, manifest["version"] + "\n")

# Another system, played by another 'uname' and another 'getconf'.
other = DIRECTORY / "other"
other.mkdir()


def fake(program, text):
    (other / program).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    (other / program).chmod(0o755)


environment = {**os.environ, "PATH": f"{other}:{os.environ['PATH']}"}
if "glibc" in manifest:
    fake("getconf", "echo glibc 2.2")
    check("the error of an old glibc", run(launcher, status=2, env=environment).stderr,
          f"this bundle needs glibc {manifest['glibc']} or later, and this machine has 2.2\n")
fake("uname", "case $1 in -s) echo Plan9 ;; *) echo mips ;; esac")
check("the error of another system", run(launcher, status=2, env=environment).stderr,
      f"this bundle is for {uname.sysname} {uname.machine}, and this machine is Plan9 mips\n")

# Wrong usage.
for arguments, status, message in (
        (["-o", "suite.zip"], 2, "--output must end in .tar.gz"),
        (["-o", "missing/suite.tar.gz", "scripts"], 2, "cannot write missing/suite.tar.gz"),
        (["-o", "other.tar.gz", "nothing"], 2, "cannot find nothing"),
        (["-o", "other.tar.gz", "scripts/shared"], 5, "no .macho file was found"),
        (["-o", "other.tar.gz", "--corpus", "nothing", "scripts"], 2, "cannot read the directory nothing"),
        (["-o", "other.tar.gz", str(TARGET / "suite" / "files" / "corpus")], 2, "is outside of the working directory")):
    finished = run(DRIVER, "bundle", *arguments, status=status)
    if message not in finished.stderr:
        sys.exit(f"{arguments}: expected {message!r}, got {finished.stderr!r}")
check("archives after errors", sorted(path.name for path in HOME.glob("*.gz*")), ["suite.tar.gz"])
