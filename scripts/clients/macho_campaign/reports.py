"""The reports of a campaign, joined by `macho report merge`."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .bundles import Driver
from .errors import CampaignError
from .work import events_of


class ReportFolder:
    """A directory with the report of each batch, and the joined report."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._parts = directory / "parts"
        self._count = 0
        try:
            self._parts.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise CampaignError(f"--output: cannot create {self._parts}: {error.strerror}") from error
        for path in self._parts.glob("*.jsonl"):
            path.unlink()

    def add(self, report: str) -> None:
        """Keeps the report of a batch."""
        self._count += 1
        (self._parts / f"{self._count:06}.jsonl").write_text(report, encoding="utf-8")

    def join(self, driver: Driver) -> int:
        """Joins the reports, and prints the summary. Returns the exit status of `macho test`."""
        self._concatenate()
        outputs = [self.directory / f"report.{suffix}" for suffix in ("jsonl", "xml", "html")]
        finished = subprocess.run(
            [*driver.command, "report", "merge", str(self._parts / "all.jsonl"),
             *(word for path in outputs for word in ("--output", str(path)))],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        print(finished.stdout, end="")
        if finished.returncode not in (0, 1):
            raise CampaignError(finished.stderr.strip())
        if finished.stderr:
            print(finished.stderr, end="")
        return max(finished.returncode, self._status(outputs[0]))

    def _concatenate(self) -> None:
        """Joins the parts to one file: a command line cannot name all of them."""
        parts = sorted(path for path in self._parts.glob("*.jsonl") if path.name != "all.jsonl")
        with open(self._parts / "all.jsonl", "w", encoding="utf-8") as file:
            for part in parts:
                file.write(part.read_text(encoding="utf-8"))
            if not parts:
                file.write('{"event":"start","scripts":0,"version":1}\n'
                           '{"counts":{},"durationMs":0,"event":"end","scripts":0,"unfinished":0}\n')

    def _status(self, report: Path) -> int:
        statuses = {event["status"] for event in events_of(report.read_text(encoding="utf-8")) if event["event"] == "script"}
        for status, words in ((2, {"unparsable", "unreadable"}), (4, {"crashed", "timed-out"}), (1, {"failed"}),
                              (3, {"pending", "stale"})):
            if statuses & words:
                return status
        return 0


