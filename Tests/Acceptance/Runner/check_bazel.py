"""Checks sharded tests of a real Bazel, without a network.

    check_bazel.py DRIVER DIRECTORY

DIRECTORY is empty. If Bazel is not installed, the check is skipped. Bazel's own rules are fetched at run time; the
workspace replaces those that it loads by the rules that are built into Bazel.
"""

import shutil
import subprocess
import sys
import xml.etree.ElementTree
from collections import Counter
from pathlib import Path

DRIVER, DIRECTORY = Path(sys.argv[1]), Path(sys.argv[2])
NAMES = [f"scripts/{'abc'[number % 3]}/{number}.macho" for number in range(60)]
SHARD_COUNTS = (1, 7, 50)
NATIVE_RULES = {
    "rules_cc": ("cc", "cc_binary cc_library cc_import cc_test cc_toolchain cc_toolchain_suite"),
    "rules_java": ("java", "java_library java_binary java_import java_toolchain java_package_configuration java_runtime"
                   " java_plugin java_test"),
    "rules_proto": ("proto", "proto_library proto_lang_toolchain"),
}
FINE = "feature counter\nsend incrementButtonTapped\n|...\n| +   count: 1,\n|...\n"


def check(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")


def write(path, text=""):
    path = DIRECTORY / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make_workspace():
    for name in NAMES:
        write(name, FINE)
    write("wrong/wrong.macho", FINE.replace("1", "2"))
    write("WORKSPACE")
    targets = [("scripts", count, "scripts/**") for count in SHARD_COUNTS] + [("wrong", 2, "wrong/**")]
    write("BUILD", "".join(
        f'sh_test(name = "{name}-{count}", srcs = ["driver"], args = ["test", "--strict", "{name}"], data = glob(["{files}"]),'
        f' shard_count = {count}, size = "small")\n' for name, count, files in targets))
    (DIRECTORY / "driver").symlink_to(DRIVER)
    for repository, (package, rules) in NATIVE_RULES.items():
        for file in ("WORKSPACE", "BUILD", f"{package}/BUILD"):
            write(f"repositories/{repository}/{file}")
        write(f"repositories/{repository}/{package}/defs.bzl", "".join(f"{rule} = native.{rule}\n" for rule in rules.split()))
    write("repositories/remote_coverage_tools/WORKSPACE")
    write("repositories/remote_coverage_tools/BUILD", "".join(
        f'filegroup(name = "{name}", visibility = ["//visibility:public"])\n'
        for name in ("coverage_report_generator", "lcov_merger")))


def bazel(*arguments):
    repositories = [f"--override_repository={path.name}={path}" for path in (DIRECTORY / "repositories").iterdir()]
    return subprocess.run(
        ["bazel", "--batch", f"--output_user_root={DIRECTORY}/output", "test", "--noshow_progress", "--test_output=errors",
         "--local_test_jobs=2", *repositories, *arguments], cwd=DIRECTORY, capture_output=True, text=True, check=False)


def reports(target):
    """The test cases of the reports that Bazel collected."""
    paths = sorted((DIRECTORY / "bazel-testlogs" / target).glob("**/test.xml"))
    return [case for path in paths for case in xml.etree.ElementTree.parse(path).getroot().iter("testcase")]


if not shutil.which("bazel"):
    skip = Path(__file__).resolve().parents[3] / "scripts" / "lib" / "skip"
    subprocess.run([skip, "shards of Bazel", "it is not installed"], check=True)
    sys.exit()
make_workspace()
finished = bazel(*(f"//:scripts-{count}" for count in SHARD_COUNTS))
check(f"the status of Bazel, which printed\n{finished.stdout}{finished.stderr}", finished.returncode, 0)
for count in SHARD_COUNTS:
    check(f"the scripts of {count} shards", Counter(case.get("file") for case in reports(f"scripts-{count}")), Counter(NAMES))
    found = list((DIRECTORY / "bazel-testlogs" / f"scripts-{count}").glob("**/test.xml"))
    check(f"the number of reports of {count} shards", len(found), count)

finished = bazel("//:scripts-7", "--test_filter=/b/.*")
check("the status with a filter", finished.returncode, 0)
check("the scripts with a filter", sorted(case.get("file") for case in reports("scripts-7")),
      sorted(name for name in NAMES if "/b/" in name))

finished = bazel("//:wrong-2")
check("the status with a failure", finished.returncode, 3)
(case,) = reports("wrong-2")
check("the failure in Bazel's report", case.find("failure").get("message"), "line 2: the output differs")
if "wrong/wrong.macho:2" not in finished.stdout + finished.stderr:
    sys.exit(f"no failure in the output of Bazel:\n{finished.stdout}{finished.stderr}")
print(f"    {len(NAMES)} scripts in {', '.join(map(str, SHARD_COUNTS))} shards of Bazel")
