"""Very large suites of scripts."""

from __future__ import annotations

import json
import os
from pathlib import Path

from .errors import CampaignError
from .executors import Executor
from .progress import Progress
from .reports import ReportFolder
from .scheduler import Scheduler
from .work import SuiteBatch, SuiteResult, events_of


def find_scripts(directory: str, paths: list[str]) -> list[str]:
    """Returns the scripts that `macho test` selects: files, and the `.macho` files below directories."""
    found: list[str] = []
    for path in paths or ["."]:
        absolute = os.path.join(directory, path)
        if os.path.isfile(absolute):
            found.append(os.path.normpath(path))
        elif os.path.isdir(absolute):
            for parent, directories, files in os.walk(absolute):
                directories[:] = sorted(name for name in directories if not name.startswith("."))
                found += [os.path.relpath(os.path.join(parent, name), directory) for name in files
                          if name.endswith(".macho") and not name.startswith(".")]
        else:
            raise CampaignError(f"cannot find {path}")
    if not found:
        raise CampaignError("no .macho file was found")
    outside = next((path for path in found if path.startswith("..") or os.path.isabs(path)), None)
    if outside is not None:
        raise CampaignError(f"{outside} is outside of the working directory")
    return sorted(set(found))


def read_timings(paths: list[str]) -> dict[str, float]:
    """Returns the seconds of scripts in earlier reports."""
    seconds: dict[str, float] = {}
    for path in paths:
        try:
            report = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise CampaignError(f"cannot read the report {path}: {error}") from error
        for number, line in enumerate(report.splitlines(), 1):
            try:
                event = json.loads(line)
                if event["event"] == "script":
                    seconds[os.path.normpath(event["path"])] = float(event["durationMs"]) / 1000
            except (ValueError, KeyError, TypeError) as error:
                raise CampaignError(f"{path}:{number}: not an event of a report") from error
    return seconds


def test_suite(
        executor: Executor, reports: ReportFolder, scripts: list[str], options: tuple[str, ...], target: float,
        timings: dict[str, float]) -> None:
    """Tests scripts. Adds the report of each batch as it comes."""
    progress = Progress()
    scheduler: Scheduler[str] = Scheduler(
        executor, target, lambda items: SuiteBatch(items, options), timings)
    scheduler.add(scripts)
    done = failed = 0
    while not scheduler.is_idle:
        scheduler.fill()
        completed = scheduler.wait()
        if completed is not None:
            items, result = completed
            assert isinstance(result, SuiteResult)
            reports.add(result.report)
            done += len(items)
            failed += sum(event["status"] not in ("passed", "skipped", "failed-as-expected")
                          for event in events_of(result.report) if event["event"] == "script")
        progress.show(f"{done} of {len(scripts)} scripts" + (f", {failed} failed" if failed else "")
                      + (f", {scheduler.lost_batches} batches repeated" if scheduler.lost_batches else ""))
    progress.clear()
    if scheduler.lost_batches:
        print(f"{scheduler.lost_batches} batches were lost with their worker and repeated")
