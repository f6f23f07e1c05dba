"""What workers do. A worker runs a batch of scripts, or some units of an exploration, on one processor."""

from __future__ import annotations

import json
import os
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Optional, Union

from .bundles import Driver
from .errors import CampaignError, WorkerLost


@dataclass(frozen=True)
class SuiteBatch:
    """Scripts to test."""

    scripts: tuple[str, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class SuiteResult:
    """The report of a batch in the format `jsonl`."""

    report: str
    seconds: float


@dataclass(frozen=True)
class Unit:
    """One run of `macho explore`.

    Reports all failures as they are found, or simplifies the one with an identity.
    """

    index: int
    seed: int
    runs: int
    simplified: Optional[str] = None


@dataclass(frozen=True)
class ExplorationBatch:
    """Units of an exploration."""

    feature: str
    units: tuple[Unit, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class FoundFailure:
    """A failure with its script."""

    #: Equal for failures with the same reason.
    identity: str
    kind: str
    message: str
    #: The index of the run in its unit.
    run: int
    name: str
    script: str


@dataclass(frozen=True)
class UnitResult:
    """What a unit found."""

    unit: Unit
    runs: int
    steps: int
    sent: tuple[str, ...]
    never_sent: tuple[str, ...]
    #: The properties that no run evaluated, each with the reason.
    never_evaluated: tuple[tuple[str, str], ...]
    failures: tuple[FoundFailure, ...] = field(default=())


@dataclass(frozen=True)
class ExplorationResult:
    """The results of some units."""

    units: tuple[UnitResult, ...]
    seconds: float


Batch = Union[SuiteBatch, ExplorationBatch]
Result = Union[SuiteResult, ExplorationResult]


def run_batch(driver: Driver, batch: Batch) -> Result:
    """Runs a batch. Raises `WorkerLost` if the driver was killed, and `CampaignError` if it rejects the batch."""
    start = time.monotonic()
    try:
        if isinstance(batch, SuiteBatch):
            return SuiteResult(_test(driver, batch), time.monotonic() - start)
        units = tuple(_explore(driver, batch, unit) for unit in batch.units)
        return ExplorationResult(units, time.monotonic() - start)
    except OSError as error:
        # For example, a build is replacing the driver, or the disk of this worker is full.
        raise WorkerLost(str(error)) from error


def _test(driver: Driver, batch: SuiteBatch) -> str:
    with tempfile.TemporaryDirectory(prefix="macho-campaign-") as directory:
        path = os.path.join(directory, "report.jsonl")
        # The shard keeps the environment of the worker from selecting another one.
        finished = driver.run("test", "--shard", "1/1", "--jobs", "1", "--format", "jsonl", "--output", path,
                              *batch.options, *batch.scripts)
        report = Path(path).read_text(encoding="utf-8") if os.path.exists(path) else ""
    reported = {event["path"] for event in events_of(report) if event["event"] == "script"}
    if finished.returncode >= 0 and reported == set(batch.scripts) and is_complete(report):
        return report
    if finished.returncode == 2 and not report:
        raise CampaignError(finished.stderr.strip())
    raise WorkerLost(f"the driver ended with status {finished.returncode}: {finished.stderr.strip()}")


def _explore(driver: Driver, batch: ExplorationBatch, unit: Unit) -> UnitResult:
    failures = ["--finding", unit.simplified] if unit.simplified else ["--keep-going", "--unsimplified"]
    with tempfile.TemporaryDirectory(prefix="macho-campaign-") as directory:
        finished = driver.run(
            "explore", batch.feature, "--seed", str(unit.seed), "--runs", str(unit.runs), "--jobs", "1", *failures,
            "--format", "jsonl", "--output", directory, *batch.options)
    if finished.returncode == 2:
        raise CampaignError(finished.stderr.strip())
    events = events_of(finished.stdout)
    ends = [event for event in events if event["event"] == "finished"]
    if finished.returncode < 0 or len(ends) != 1 or ends[0]["interrupted"]:
        raise WorkerLost(f"the driver ended with status {finished.returncode}: {finished.stderr.strip()}")
    found = tuple(
        FoundFailure(event["identity"], event["kind"], event["message"], event["run"], os.path.basename(event["path"]),
                     event["script"])
        for event in events if event["event"] == "finding")
    never_evaluated = tuple((check["property"], check["reason"]) for check in ends[0].get("neverEvaluated", ()))
    return UnitResult(unit, ends[0]["runs"], ends[0]["steps"], tuple(ends[0]["sent"]), tuple(ends[0]["neverSent"]),
                      never_evaluated, found)


def events_of(report: str) -> list[dict[str, Any]]:
    """Returns the events of a report. The last line may be incomplete."""
    events: list[dict[str, Any]] = []
    for line in report.split("\n"):
        try:
            event = json.loads(line)
        except ValueError:
            continue
        if isinstance(event, dict) and "event" in event:
            events.append(event)
    return events


def is_complete(report: str) -> bool:
    """Whether a report has its last event, and its run was not interrupted."""
    events = events_of(report)
    return bool(events) and events[-1]["event"] == "end" and not events[-1].get("interruption")
