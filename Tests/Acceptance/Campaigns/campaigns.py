"""Checks `macho-campaign`: each script is reported once, whatever happens to the workers.

    campaigns.py BIN_DIRECTORY [SCRIPTS [STEPS]]
"""

import importlib.util
import json
import os
import select
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path

from cluster import Cluster, free_port

DRIVER = Path(sys.argv[1]).resolve() / "macho"
SCRIPTS, STEPS = (int(word) for word in (sys.argv[2:] + ["200", "100000"][len(sys.argv) - 2:]))
COMMAND = Path(sys.executable).parent / "macho-campaign"
INVARIANT = ["--", "--invariant", "total >= 0"]


def check(what, actual, expected):
    if actual != expected:
        sys.exit(f"{what}: expected {expected!r}, got {actual!r}")


def say(text):
    print(f"    {text}", flush=True)


def campaign(*arguments, status=0):
    start = time.monotonic()
    finished = subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False)
    check(f"the status of {arguments} ({finished.stdout}{finished.stderr})", finished.returncode, status)
    return finished, time.monotonic() - start


def campaign_with_a_killed_node(node, output, *arguments, status=0):
    """Kills a node after the first results."""
    start = time.monotonic()
    process = subprocess.Popen([COMMAND, arguments[0], "--output", output, *map(str, arguments[1:])], stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    while not (Path(output) / "parts" / "000001.jsonl").exists() and not (Path(output) / "coverage.json").exists():
        # Its output ends if it fails.
        if select.select([process.stdout], [], [], 0.05)[0] and process.poll() is not None:
            sys.exit(f"no results: {process.stdout.read()}")
    node.kill()
    text = process.communicate()[0]
    check(f"the status of {arguments} ({text})", process.returncode, status)
    return text, time.monotonic() - start


def lost(text):
    """What a campaign says about lost batches. Ray prints other lines."""
    return next((line for line in text.splitlines() if line.endswith("repeated")), "no batch was lost")


def hashes(report):
    """The transcript hash of each script. Each must be reported once."""
    events = [json.loads(line) for line in Path(report).read_text(encoding="utf-8").splitlines()]
    scripts = [event for event in events if event["event"] == "script"]
    repeated = [path for path, count in Counter(event["path"] for event in scripts).items() if count > 1]
    check("scripts that are reported twice", repeated, [])
    return {event["path"]: event["transcript"] for event in scripts}


def write_suite():
    for number in range(SCRIPTS):
        path = Path(f"suite/{number % 20}/{number}.macho")
        path.parent.mkdir(parents=True, exist_ok=True)
        sends = number % 9 + 1
        path.write_text("feature counter\n" + "send incrementButtonTapped\n|...\n" * sends + f"expect count == {sends}\n")


def check_suite_on_this_machine():
    """Returns the hashes, and the seconds."""
    subprocess.run([DRIVER, "test", "--format", "jsonl", "--output", "whole.jsonl", "suite"], stdout=subprocess.DEVNULL, check=True)
    expected = hashes("whole.jsonl")
    check("the scripts of macho test", len(expected), SCRIPTS)
    _, seconds = campaign("test", "suite", "--driver", DRIVER, "--output", "local", "--jobs", 2, "--timings", "whole.jsonl")
    check("the hashes of a campaign on this machine", hashes("local/report.jsonl"), expected)
    for suffix in ("xml", "html"):
        check(f"report.{suffix}", os.path.getsize(f"local/report.{suffix}") > 1000, True)

    Path("suite/0/wrong.macho").write_text("feature counter\nexpect count == 1\n")
    finished, _ = campaign("test", "suite/0", "--driver", DRIVER, "--output", "failed", status=1)
    check("the failure", "failed suite/0/wrong.macho: line 2" in finished.stdout, True)
    os.remove("suite/0/wrong.macho")
    return expected, seconds


def check_exploration_on_this_machine():
    """A campaign depends on its name only. Returns the coverage, and the seconds."""
    found = []
    for name, jobs in (("a", 1), ("a", 2), ("b", 2)):
        campaign("explore", "cart", "--driver", DRIVER, "--output", f"explored-{name}-{jobs}", "--campaign", name, "--jobs", jobs,
                 "--runs", 400, "--unit", 100, *INVARIANT, status=1)
        found.append(json.loads(Path(f"explored-{name}-{jobs}/coverage.json").read_text()))
        # Scripts in the working directory are a source of values.
        os.rename(f"explored-{name}-{jobs}/corpus", f"explored-{name}-{jobs}/.corpus")
    check("the same campaign with two processes", found[1], found[0])
    check("another campaign is another exploration", found[2]["steps"] != found[0]["steps"], True)
    check("the runs", found[0]["runs"], 400)
    (failure,) = found[0]["failures"]
    check("the failure", (failure["kind"], failure["units"]), ("invariant", 4))
    check("the failure is simplified", len(Path(f"explored-a-1/.corpus/{failure['script']}").read_text().splitlines()) <= 12, True)
    check("nothing is left to simplify", os.listdir("explored-a-1/.corpus/.new"), [])
    check_simplifications()
    check("the failure is in the report", list(hashes("explored-a-1/report.jsonl")), [f"explored-a-1/corpus/{failure['script']}"])
    _, seconds = campaign("explore", "cart", "--driver", DRIVER, "--output", "explored", "--jobs", 2, "--steps", STEPS, *INVARIANT, status=1)
    return json.loads(Path("explored/coverage.json").read_text()), seconds


def check_simplifications():
    """Several units find several failures. Each failure is simplified once, with the same result for any number of jobs."""
    wrapper = Path("counting-driver").resolve()
    wrapper.write_text(f'#!/bin/sh\nfor word; do [ "$word" != --finding ] || echo x >>simplified; done\nexec {DRIVER} "$@"\n')
    wrapper.chmod(0o755)
    found = []
    for jobs in (1, 2):
        Path("simplified").write_text("")
        campaign("explore", "cart", "--driver", wrapper, "--output", f"many-{jobs}", "--jobs", jobs, "--runs", 300, "--unit", 50,
                 *INVARIANT, "--invariant", "total < 50", status=1)
        found.append(json.loads(Path(f"many-{jobs}/coverage.json").read_text()))
        os.rename(f"many-{jobs}/corpus", f"many-{jobs}/.corpus")
        check("each failure is simplified once", len(Path("simplified").read_text().split()), len(found[-1]["failures"]))
    check("the same failures with two processes", found[1], found[0])
    check("several failures", len(found[0]["failures"]) >= 2, True)


def check_cluster(suite, exploration):
    subprocess.run([DRIVER, "bundle", "-o", "campaign.tar.gz", "suite"], stdout=subprocess.DEVNULL, check=True)
    shared = ["--driver", DRIVER, "--bundle", "campaign.tar.gz"]
    with Cluster() as cluster:
        # Unpack the bundle, and start the workers.
        campaign("explore", "cart", *shared, "--cluster", cluster.address, "--output", "warm", "--runs", 20, "--unit", 1)
        wrong, _ = campaign("explore", "carrt", *shared, "--cluster", cluster.address, status=2)
        check("the error of a worker", "no feature 'carrt' is registered" in wrong.stderr, True)
        _, seconds = campaign("test", "suite", *shared, "--cluster", cluster.address, "--output", "whole", "--timings", "whole.jsonl")
        check("the hashes on a cluster", hashes("whole/report.jsonl"), suite[0])
        say(f"{SCRIPTS} scripts: {SCRIPTS / seconds:.0f}/s on two nodes, {suite[1] / seconds:.2f} times this machine with two processes")
        _, seconds = campaign("explore", "cart", *shared, "--cluster", cluster.address, "--output", "all", "--steps", STEPS, *INVARIANT, status=1)
        steps = json.loads(Path("all/coverage.json").read_text())["steps"]
        ratio = (steps / seconds) / (exploration[0]["steps"] / exploration[1])
        say(f"{steps} steps: {steps / seconds:.0f}/s on two nodes, {ratio:.2f} times this machine with two processes")
        text, seconds = campaign_with_a_killed_node(
            cluster.other, "killed", "test", "suite", *shared, "--cluster", cluster.address, "--batch", 0.5)
        check("the hashes with a killed node", hashes("killed/report.jsonl"), suite[0])
        say(f"{SCRIPTS} scripts, one node killed: {seconds:.0f} s; {lost(text)}")
    with Cluster() as cluster:
        text, seconds = campaign_with_a_killed_node(
            cluster.other, "killed-exploration", "explore", "cart", *shared, "--cluster", cluster.address, "--steps", STEPS,
            "--batch", 0.5, *INVARIANT, status=1)
        found = json.loads(Path("killed-exploration/coverage.json").read_text())
        check("the steps", found["steps"] >= STEPS, True)
        check("the units", found["runs"], found["units"] * 1000)
        check("the failures", [f["script"] for f in found["failures"]], [f["script"] for f in exploration[0]["failures"]])
        check("each unit found the failure", found["failures"][0]["units"], found["units"])
        check("the actions", found["sent"], exploration[0]["sent"])
        say(f"{found['steps']} steps, one node killed: {seconds:.0f} s; {lost(text)}")


def check_bundles():
    """Bundles that cannot run here. The error comes before a cluster is used."""
    def rewrite(path, change):
        with tarfile.open("campaign.tar.gz") as archive, tarfile.open(path, "w:gz") as other:
            member = archive.next()
            manifest = change(archive.extractfile(member).read().decode()).encode()
            member.size = len(manifest)
            temporary = Path("manifest")
            temporary.write_bytes(manifest)
            with temporary.open("rb") as file:
                other.addfile(member, file)

    rewrite("other.tar.gz", lambda text: text.replace(os.uname().machine, "mips"))
    rewrite("damaged.tar.gz", lambda text: text[:40])
    Path("text.tar.gz").write_text("no archive")
    for path, message in (("other.tar.gz", f"the bundle is for {os.uname().sysname} mips, and the machine "),
                          ("damaged.tar.gz", "not a bundle of macho: "), ("text.tar.gz", "not a bundle of macho: "),
                          ("missing.tar.gz", "cannot read the bundle missing.tar.gz: ")):
        finished, _ = campaign("test", "suite", "--driver", DRIVER, "--cluster", "auto", "--bundle", path, status=2)
        check(f"the error of {path}", message in finished.stderr, True)


def check_errors():
    (port,) = [free_port()]
    for arguments, message in (
            (["test", "suite", "--cluster", f"127.0.0.1:{port}"], f"cannot reach the Ray cluster at 127.0.0.1:{port}: Connection refused"),
            (["explore", "cart", "--cluster", f"ray://127.0.0.1:{port}"], f"cannot reach the Ray cluster at ray://127.0.0.1:{port}: "),
            (["test", "suite", "--cluster", "nowhere"], "'nowhere' is not an address of a Ray cluster"),
            (["test", "missing"], "cannot find missing"),
            (["test", "suite", "--timings", "text.tar.gz"], "text.tar.gz:1: not an event of a report"),
            (["test", "suite", "--bundle", "campaign.tar.gz"], "--bundle requires --cluster"),
            (["explore", "carrt"], "no feature 'carrt' is registered"),
            (["explore", "cart", "--", "--seed", "1"], "'--seed' cannot be passed to 'macho explore'"),
            (["explore", "cart", "--runs", "0"], "must be at least 1")):
        words = arguments[:1] + ["--driver", str(DRIVER)] + arguments[1:]
        if importlib.util.find_spec("ray") is None and "--cluster" in arguments:
            message = "Ray is not installed"
        finished, _ = campaign(*words, status=2)
        if message not in finished.stderr:
            sys.exit(f"{arguments}: expected {message!r}, got {finished.stderr!r}")
    finished, _ = campaign("test", "suite", "--driver", "no-such-driver", status=2)
    check("a missing driver", finished.stderr, "macho-campaign: cannot find the driver 'no-such-driver': use --driver\n")


def check_types():
    if importlib.util.find_spec("mypy") is None:
        return say("('mypy' is not installed: types are not checked)")
    package = Path(__file__).resolve().parents[3] / "scripts" / "clients" / "macho_campaign"
    finished = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, package], capture_output=True, text=True, check=False)
    check(f"the types ({finished.stdout})", finished.returncode, 0)


directory = tempfile.mkdtemp(prefix="macho-campaigns-")
try:
    os.chdir(directory)
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    check_types()
    write_suite()
    suite = check_suite_on_this_machine()
    say(f"{SCRIPTS} scripts on this machine: {SCRIPTS / suite[1]:.0f}/s")
    exploration = check_exploration_on_this_machine()
    say(f"{exploration[0]['steps']} steps on this machine: {exploration[0]['steps'] / exploration[1]:.0f}/s")
    if importlib.util.find_spec("ray") is None:
        say("('ray' is not installed: no cluster)")
        Path("text.tar.gz").write_text("no archive")
    else:
        check_cluster(suite, exploration)
        check_bundles()
    check_errors()
finally:
    os.chdir("/")
    shutil.rmtree(directory)
