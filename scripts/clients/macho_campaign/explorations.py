"""Campaigns of explorations."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field
from pathlib import Path

from .errors import CampaignError
from .executors import Executor
from .progress import Progress
from .scheduler import Scheduler
from .seeds import seed_of
from .work import ExplorationBatch, ExplorationResult, FoundFailure, Unit, UnitResult


@dataclass(frozen=True)
class Campaign:
    """What to explore, and how much."""

    feature: str
    #: The name from which, with the index of a unit, its seed derives.
    name: str
    #: The number of runs of each unit.
    unit_runs: int
    #: The number of runs or of steps after which no unit is started. At least one of them.
    runs: int | None = None
    steps: int | None = None
    options: tuple[str, ...] = ()


class Corpus:
    """A directory of scripts of failures, named by their content.

    `macho explore` takes values from the scripts below its working directory. If it saw the failures of other units,
    what a unit finds would depend on when it runs. So new scripts are in a hidden directory until the campaign ends.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._new = directory / ".new"
        try:
            self._new.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CampaignError(f"cannot create the corpus {directory}: {error.strerror}") from error
        # A campaign that was killed.
        self.publish()

    def add(self, name: str, script: str) -> None:
        """Writes a script. Another process never sees a part of it."""
        temporary = self._new / f"{name}.{os.getpid()}"
        temporary.write_text(script, encoding="utf-8")
        temporary.replace(self._new / name)

    def publish(self) -> None:
        """Moves new scripts to the others. A script with the same name has the same lines, and is kept."""
        for path in self._new.glob("*.macho"):
            target = self.directory / path.name
            if target.exists():
                path.unlink()
            else:
                path.replace(target)

    @property
    def scripts(self) -> list[str]:
        """The paths of all scripts."""
        return sorted(str(path) for path in self.directory.glob("*.macho"))


@dataclass
class Findings:
    """What the units of a campaign found, merged."""

    units: int = 0
    runs: int = 0
    steps: int = 0
    sent: set[str] = field(default_factory=set)
    labels: set[str] = field(default_factory=set)
    #: The scripts of the failures by file name. The name depends on the lines, so equal failures have one.
    failures: dict[str, FoundFailure] = field(default_factory=dict)
    #: How many units found each failure.
    found_by: dict[str, int] = field(default_factory=dict)

    def add(self, unit: UnitResult, corpus: Corpus) -> None:
        """Adds a unit, and the scripts of new failures to the corpus."""
        self.units += 1
        self.runs += unit.runs
        self.steps += unit.steps
        self.sent |= set(unit.sent)
        self.labels |= set(unit.sent) | set(unit.never_sent)
        for failure in unit.failures:
            self.found_by[failure.name] = self.found_by.get(failure.name, 0) + 1
            if failure.name in self.failures:
                continue
            self.failures[failure.name] = failure
            corpus.add(failure.name, failure.script)

    def coverage(self, campaign: Campaign) -> str:
        """The coverage as JSON."""
        return json.dumps({
            "feature": campaign.feature, "campaign": campaign.name, "units": self.units, "runs": self.runs,
            "steps": self.steps, "sent": sorted(self.sent), "neverSent": sorted(self.labels - self.sent),
            "failures": [{"kind": f.kind, "message": f.message, "script": name, "units": self.found_by[name]}
                         for name, f in sorted(self.failures.items())],
        }, indent=2, ensure_ascii=False) + "\n"


def explore(executor: Executor, campaign: Campaign, corpus: Corpus, coverage: Path, target: float) -> Findings:
    """Runs a campaign. The corpus and the coverage are complete after each batch."""
    try:
        return _explore(executor, campaign, corpus, coverage, target)
    finally:
        corpus.publish()


def _explore(executor: Executor, campaign: Campaign, corpus: Corpus, coverage: Path, target: float) -> Findings:
    progress = Progress()
    findings = Findings()
    scheduler: Scheduler[Unit] = Scheduler(
        executor, target, lambda units: ExplorationBatch(campaign.feature, units, campaign.unit_runs, campaign.options))
    start = time.monotonic()
    started = 0
    while True:
        missing = _missing_units(campaign, findings, started, 2 * executor.slots)
        scheduler.add([Unit(index, seed_of(campaign.name, index)) for index in range(started, started + missing)])
        started += missing
        scheduler.fill()
        if scheduler.is_idle:
            break
        completed = scheduler.wait()
        if completed is not None:
            result = completed[1]
            assert isinstance(result, ExplorationResult)
            for unit in result.units:
                findings.add(unit, corpus)
            coverage.write_text(findings.coverage(campaign), encoding="utf-8")
        rate = findings.steps / max(time.monotonic() - start, 0.001)
        progress.show(
            f"{campaign.feature}: {findings.runs} runs, {findings.steps} steps, {rate:.0f} steps/s, "
            f"{len(findings.sent)} of {len(findings.labels)} actions, {len(findings.failures)} failures"
            + (f", {scheduler.lost_batches} batches repeated" if scheduler.lost_batches else ""))
    progress.clear()
    if scheduler.lost_batches:
        print(f"{scheduler.lost_batches} batches were lost with their worker and repeated")
    return findings


def _missing_units(campaign: Campaign, findings: Findings, started: int, first: int) -> int:
    """How many units to add, so that the campaign reaches its number of runs or steps."""
    if campaign.runs is not None:
        return -(-campaign.runs // campaign.unit_runs) - started
    assert campaign.steps is not None
    if findings.units == 0:
        return max(0, first - started)
    mean = findings.steps / findings.units
    rest = campaign.steps - findings.steps - mean * (started - findings.units)
    return max(0, -int(-rest // mean)) if mean > 0 else 0
