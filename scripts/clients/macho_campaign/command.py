"""The command `macho-campaign`."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import traceback
from contextlib import closing
from pathlib import Path
from typing import Optional

from .bundles import Driver, check_bundle, make_bundle
from .cluster import RayExecutor
from .errors import CampaignError
from .executors import Executor, LocalExecutor
from .explorations import Campaign, Corpus, explore
from .reports import ReportFolder
from .suites import find_scripts, read_timings, test_suite


def _parser() -> argparse.ArgumentParser:
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--driver", default="macho", help="the driver. Default: macho on the PATH")
    shared.add_argument("--cluster", metavar="ADDRESS",
                        help="a Ray cluster: HOST:PORT, ray://HOST:PORT or 'auto'. Default: this machine")
    shared.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1,
                        help="how many batches run at the same time on this machine. Default: one for each processor")
    shared.add_argument("--batch", type=_positive_float, default=5.0, metavar="SECONDS",
                        help="the time that a batch should take. Default: 5")
    shared.add_argument("--output", default="campaign", metavar="DIRECTORY", help="where to write the reports. Default: campaign")
    shared.add_argument("--bundle", metavar="FILE",
                        help="a bundle with the driver and the scripts, for the cluster. Default: 'macho bundle' makes one")
    parser = argparse.ArgumentParser(
        prog="macho-campaign", description="Runs very large suites and explorations on a Ray cluster, or on this machine.",
        epilog="Exit status: that of 'macho test' for the joined report; 2 also for an unreachable cluster or a wrong bundle.")
    commands = parser.add_subparsers(dest="command", required=True)
    test = commands.add_parser("test", parents=[shared], help="test scripts")
    test.add_argument("paths", nargs="*", help="scripts or directories. Default: the working directory")
    test.add_argument("--timings", action="append", default=[], metavar="REPORT",
                      help="a jsonl report of an earlier run, for the durations of scripts. Repeatable")
    test.add_argument("--strict", action="store_true", help="as for 'macho test'")
    test.add_argument("--timeout", type=_positive, metavar="SECONDS", help="as for 'macho test'")
    exploring = commands.add_parser(
        "explore", parents=[shared], help="explore a feature",
        epilog="Options after '--' are passed to 'macho explore', for example: -- --invariant 'total >= 0'")
    exploring.add_argument("feature")
    exploring.add_argument("--campaign", default="1", metavar="NAME",
                           help="the name from which the seeds derive. Default: 1")
    limit = exploring.add_mutually_exclusive_group()
    limit.add_argument("--runs", type=_positive, help="the number of runs. Default: 20000")
    limit.add_argument("--steps", type=_positive, help="the number of steps, at least")
    exploring.add_argument("--unit", type=_positive, default=1000, metavar="RUNS",
                           help="the number of runs with one seed. Default: 1000")
    exploring.add_argument("--corpus", metavar="DIRECTORY",
                           help="where scripts of failures are collected. They are tested at the end. Default: OUTPUT/corpus")
    return parser


def _positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return value


def _positive_float(text: str) -> float:
    value = float(text)
    if not 0 < value < 86400:
        raise argparse.ArgumentTypeError("must be a number of seconds above 0")
    return value


def main(arguments: Optional[list[str]] = None) -> int:
    """Runs the command. Returns its exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    options = words[words.index("--") + 1:] if "--" in words else []
    parsed = _parser().parse_args(words[:len(words) - len(options) - 1] if "--" in words else words)
    try:
        driver = Driver((_executable(parsed.driver),), os.getcwd())
        reports = ReportFolder(Path(parsed.output))
        if parsed.command == "test":
            _test(driver, reports, parsed, options)
        else:
            _explore(driver, reports, parsed, options)
        return reports.join(driver)
    except CampaignError as error:
        print(f"macho-campaign: {error}", file=sys.stderr)
        return 2
    except Exception:
        # Python would exit with 1, which means that a script failed.
        traceback.print_exc()
        return 70
    except KeyboardInterrupt:
        print("macho-campaign: interrupted", file=sys.stderr)
        return 130


def _executable(name: str) -> str:
    path = shutil.which(name)
    if path is None:
        raise CampaignError(f"cannot find the driver '{name}': use --driver")
    return os.path.abspath(path)


def _test(driver: Driver, reports: ReportFolder, parsed: argparse.Namespace, options: list[str]) -> None:
    if options:
        raise CampaignError("'test' takes no options after '--'")
    scripts = find_scripts(os.getcwd(), parsed.paths)
    timings = read_timings(parsed.timings)
    words = ["--strict"] if parsed.strict else []
    if parsed.timeout:
        words += ["--timeout", str(parsed.timeout)]
    with closing(_executor(driver, parsed, parsed.paths or ["."])) as executor:
        test_suite(executor, reports, scripts, tuple(words), parsed.batch, timings)


def _explore(driver: Driver, reports: ReportFolder, parsed: argparse.Namespace, options: list[str]) -> None:
    for option in ("--seed", "--runs", "--for", "--jobs", "--format", "--output", "--corpus", "--until", "--graph",
                   "--finding", "--unsimplified"):
        if any(word == option or word.startswith(option + "=") for word in options):
            raise CampaignError(f"'{option}' cannot be passed to 'macho explore': the campaign sets it")
    runs = parsed.runs if parsed.runs or parsed.steps else 20000
    campaign = Campaign(parsed.feature, parsed.campaign, parsed.unit, runs, parsed.steps, tuple(options))
    corpus = Corpus(Path(parsed.corpus or os.path.join(parsed.output, "corpus")))
    with closing(_executor(driver, parsed, [])) as executor:
        findings = explore(executor, campaign, corpus, Path(parsed.output) / "coverage.json", parsed.batch)
    never = sorted(findings.labels - findings.sent)
    print(f"{campaign.feature}: {len(findings.failures)} failures in {findings.runs} runs with {findings.steps} steps, "
          f"campaign {campaign.name}")
    for failure in sorted(findings.failures.values(), key=lambda failure: failure.name):
        print(f"{failure.kind}: {failure.message}\nwritten to {corpus.directory / failure.name}")
    for name, reason in sorted((findings.never_evaluated or {}).items()):
        print(f"property '{name}' was never evaluated ({reason})")
    if never:
        print("never sent: " + ", ".join(never))
    if corpus.scripts:
        # The corpus is new to the workers, so it is tested here.
        with closing(LocalExecutor(driver, parsed.jobs)) as local:
            test_suite(local, reports, corpus.scripts, (), parsed.batch, {})


def _executor(driver: Driver, parsed: argparse.Namespace, paths: list[str]) -> Executor:
    if parsed.cluster is None:
        if parsed.bundle is not None:
            raise CampaignError("--bundle requires --cluster")
        return LocalExecutor(driver, parsed.jobs)
    bundle = _read(parsed.bundle) if parsed.bundle else None
    if bundle is not None:
        check_bundle(bundle)
    return RayExecutor(parsed.cluster, lambda: bundle if bundle is not None else make_bundle(driver, paths))


def _read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise CampaignError(f"cannot read the bundle {path}: {error.strerror}") from error
