"""Divides work into batches of about equal time, and repeats what is lost."""

from __future__ import annotations

from collections import deque
from typing import Callable, Generic, Optional, TypeVar

from .errors import CampaignError
from .executors import Executor
from .work import Batch, Result

Item = TypeVar("Item")

#: How often an item may be lost with its worker. Afterwards the item is taken to be the reason.
ATTEMPTS = 5
#: The number of items of one batch: a command line has a limit.
LARGEST_BATCH = 500


class Scheduler(Generic[Item]):
    """Keeps all slots of an executor busy until no item is left.

    `seconds` are the known durations; the others are expected to take as long as the items before them did on average.
    """

    def __init__(
            self, executor: Executor, target: float, make: Callable[[tuple[Item, ...]], Batch],
            seconds: Optional[dict[Item, float]] = None) -> None:
        self._executor = executor
        self._target = target
        self._make = make
        self._seconds = dict(seconds or {})
        self._mean: Optional[float] = None
        self._pending: deque[Item] = deque()
        self._attempts: dict[Item, int] = {}
        self._running: dict[int, tuple[tuple[Item, ...], Batch]] = {}
        self.lost_batches = 0

    def add(self, items: list[Item]) -> None:
        """Adds items. Those with the longest known durations start first."""
        self._pending.extend(sorted(items, key=lambda item: -self._seconds.get(item, 0)))

    @property
    def is_idle(self) -> bool:
        """Whether nothing is running or pending."""
        return not self._pending and not self._running

    @property
    def rest(self) -> int:
        """The number of items that have not ended."""
        return len(self._pending) + sum(len(items) for items, _ in self._running.values())

    def fill(self) -> None:
        """Submits batches for all slots, and one more for each, so that none waits for this process."""
        while self._pending and len(self._running) < 2 * self._executor.slots:
            items = self._next_items()
            batch = self._make(items)
            self._running[id(batch)] = (items, batch)
            self._executor.submit(batch)

    def wait(self) -> Optional[tuple[tuple[Item, ...], Result]]:
        """Waits for a batch. Returns `None` if it was lost; its items are then pending again."""
        batch, result = self._executor.wait()
        items, _ = self._running.pop(id(batch))
        if isinstance(result, Exception):
            self._repeat(items, str(result))
            return None
        mean = result.seconds / len(items)
        self._mean = mean if self._mean is None else (self._mean + mean) / 2
        return items, result

    def _repeat(self, items: tuple[Item, ...], reason: str) -> None:
        self.lost_batches += 1
        for item in items:
            self._attempts[item] = self._attempts.get(item, 0) + 1
            if self._attempts[item] >= ATTEMPTS:
                raise CampaignError(f"{item}: {ATTEMPTS} workers were lost with it. The last one: {reason}")
        self._pending.extendleft(reversed(items))

    def _next_items(self) -> tuple[Item, ...]:
        """Takes the items of a batch. The last batches are shorter, so that all workers end together."""
        mean = self._mean if self._mean is not None else self._target
        rest = sum(self._seconds.get(item, mean) for item in self._pending)
        limit = min(self._target, rest / (2 * self._executor.slots))
        items = [self._pending.popleft()]
        total = self._seconds.get(items[0], mean)
        while self._pending and len(items) < LARGEST_BATCH:
            item = self._pending[0]
            total += self._seconds.get(item, mean)
            # An item that was lost twice runs alone: it may be the reason.
            if total > limit or max(self._attempts.get(item, 0), self._attempts.get(items[0], 0)) >= 2:
                break
            items.append(self._pending.popleft())
        return tuple(items)
