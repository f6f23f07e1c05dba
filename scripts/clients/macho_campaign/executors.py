"""Where batches run: on this machine or on a Ray cluster."""

from __future__ import annotations

import queue
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Protocol, Union

from .bundles import Driver
from .errors import WorkerLost
from .work import Batch, Result, run_batch

Completed = tuple[Batch, Union[Result, WorkerLost]]


class Executor(Protocol):
    """Runs batches, and returns their results in the order in which they end."""

    @property
    def slots(self) -> int:
        """The number of batches that run at the same time. It may change."""

    def submit(self, batch: Batch) -> None:
        """Starts a batch as soon as a slot is free."""

    def wait(self) -> Completed:
        """Waits for a batch that was submitted. Raises the errors that end a campaign."""

    def close(self) -> None:
        """Ends all batches."""


class LocalExecutor:
    """A pool of processes of the driver on this machine."""

    def __init__(self, driver: Driver, jobs: int) -> None:
        self._driver = driver
        self._jobs = jobs
        # A thread only waits for its process.
        self._pool = ThreadPoolExecutor(jobs)
        self._completed: queue.SimpleQueue[tuple[Batch, Future[Result]]] = queue.SimpleQueue()

    @property
    def slots(self) -> int:
        return self._jobs

    def submit(self, batch: Batch) -> None:
        future = self._pool.submit(run_batch, self._driver, batch)
        future.add_done_callback(lambda future: self._completed.put((batch, future)))

    def wait(self) -> Completed:
        batch, future = self._completed.get()
        try:
            return batch, future.result()
        except WorkerLost as error:
            return batch, error

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
