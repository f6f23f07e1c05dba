"""Campaigns of explorations."""

from __future__ import annotations

import json
import os
import time
from dataclasses import dataclass, field, replace
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

    def remove(self, name: str) -> None:
        """Removes a new script."""
        (self._new / name).unlink(missing_ok=True)

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
    #: The properties that no unit evaluated, with their reasons. `None` before the first unit.
    never_evaluated: dict[str, str] | None = None
    #: The failures by identity.
    failures: dict[str, FoundFailure] = field(default_factory=dict)
    #: The units that found each failure.
    found_by: dict[str, list[Unit]] = field(default_factory=dict)

    def add(self, result: UnitResult, corpus: Corpus) -> None:
        """Adds the result of a unit, and the scripts of new failures to the corpus."""
        self.units += 1
        self.runs += result.runs
        self.steps += result.steps
        self.sent |= set(result.sent)
        self.labels |= set(result.sent) | set(result.never_sent)
        reasons = dict(result.never_evaluated)
        earlier = reasons if self.never_evaluated is None else self.never_evaluated
        # The units end in any order, and the same campaign has the same result.
        self.never_evaluated = {
            name: min(reason, reasons[name]) for name, reason in earlier.items() if name in reasons}
        for failure in result.failures:
            units = self.found_by.setdefault(failure.identity, [])
            units.append(result.unit)
            known = self.failures.get(failure.identity)
            # The first unit, whichever ends first: the same campaign has the same result.
            if known is not None and result.unit.index > min(unit.index for unit in units):
                continue
            self._keep(failure, corpus)

    def to_simplify(self) -> list[Unit]:
        """For each failure, the first unit that found it, up to the run that failed."""
        units = []
        for identity, failure in sorted(self.failures.items()):
            first = min(self.found_by[identity], key=lambda unit: unit.index)
            units.append(replace(first, runs=failure.run + 1, simplified=identity))
        return units

    def simplify(self, result: UnitResult, corpus: Corpus) -> None:
        """Replaces a failure by a simplified one."""
        for failure in result.failures:
            self._keep(failure, corpus)

    def _keep(self, failure: FoundFailure, corpus: Corpus) -> None:
        """Writes the script of a failure, then removes the one that it replaces."""
        replaced = self.failures.get(failure.identity)
        self.failures[failure.identity] = failure
        corpus.add(failure.name, failure.script)
        if replaced is not None and all(other.name != replaced.name for other in self.failures.values()):
            corpus.remove(replaced.name)

    def coverage(self, campaign: Campaign) -> str:
        """The coverage as JSON."""
        return json.dumps({
            "feature": campaign.feature, "campaign": campaign.name, "units": self.units, "runs": self.runs,
            "steps": self.steps, "sent": sorted(self.sent), "neverSent": sorted(self.labels - self.sent),
            "neverEvaluated": [{"property": name, "reason": reason}
                               for name, reason in sorted((self.never_evaluated or {}).items())],
            "failures": [{"identity": identity, "kind": f.kind, "message": f.message, "script": f.name,
                          "units": len(self.found_by[identity])}
                         for identity, f in sorted(self.failures.items())],
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
        executor, target, lambda units: ExplorationBatch(campaign.feature, units, campaign.options))
    start = time.monotonic()
    started = 0
    while True:
        missing = _missing_units(campaign, findings, started, 2 * executor.slots)
        scheduler.add([Unit(index, seed_of(campaign.name, index), campaign.unit_runs)
                       for index in range(started, started + missing)])
        started += missing
        scheduler.fill()
        if scheduler.is_idle:
            break
        for result in _completed(scheduler):
            findings.add(result, corpus)
        coverage.write_text(findings.coverage(campaign), encoding="utf-8")
        rate = findings.steps / max(time.monotonic() - start, 0.001)
        progress.show(
            f"{campaign.feature}: {findings.runs} runs, {findings.steps} steps, {rate:.0f} steps/s, "
            f"{len(findings.sent)} of {len(findings.labels)} actions, {len(findings.failures)} failures"
            + (f", {scheduler.lost_batches} batches repeated" if scheduler.lost_batches else ""))
    scheduler.add(findings.to_simplify())
    while True:
        progress.show(f"{campaign.feature}: {len(findings.failures)} failures, {scheduler.rest} to simplify")
        scheduler.fill()
        if scheduler.is_idle:
            break
        for result in _completed(scheduler):
            findings.simplify(result, corpus)
        coverage.write_text(findings.coverage(campaign), encoding="utf-8")
    progress.clear()
    if scheduler.lost_batches:
        print(f"{scheduler.lost_batches} batches were lost with their worker and repeated")
    return findings


def _completed(scheduler: Scheduler[Unit]) -> tuple[UnitResult, ...]:
    """Waits for a batch. Returns nothing if it was lost."""
    completed = scheduler.wait()
    if completed is None:
        return ()
    assert isinstance(completed[1], ExplorationResult)
    return completed[1].units


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
