"""Batches on a Ray cluster."""

from __future__ import annotations

import socket
import sys
from typing import Any, Callable

from .bundles import unpack_bundle
from .errors import CampaignError, WorkerLost
from .executors import Completed
from .work import Batch, Result, run_batch

CONNECT_SECONDS = 10


def _run_bundled(bundle: bytes, batch: Batch) -> Result:
    """Runs a batch on a worker."""
    return run_batch(unpack_bundle(bundle), batch)


class RayExecutor:
    """Sends batches to the workers of a Ray cluster. Each takes one processor."""

    def __init__(self, address: str, make_bundle: Callable[[], bytes]) -> None:
        try:
            import ray
        except ImportError as error:
            raise CampaignError("Ray is not installed: pip install 'macho-clients[ray]'") from error
        self._ray: Any = ray
        _connect(ray, address)
        # Workers need no installation of this package.
        cloudpickle: Any = ray.cloudpickle
        cloudpickle.register_pickle_by_value(sys.modules[__package__])
        # Ray does not repeat batches: a lost one may be divided first.
        self._run = ray.remote(num_cpus=1, max_retries=0)(_run_bundled)
        self._bundle = ray.put(make_bundle())
        self._running: dict[Any, Batch] = {}

    @property
    def slots(self) -> int:
        return max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def submit(self, batch: Batch) -> None:
        self._running[self._run.remote(self._bundle, batch)] = batch

    def wait(self) -> Completed:
        ready, _ = self._ray.wait(list(self._running), num_returns=1)
        batch = self._running.pop(ready[0])
        try:
            result: Result = self._ray.get(ready[0])
            return batch, result
        except self._ray.exceptions.RayTaskError as error:
            # By name: the worker may have made the class again from its pickled form.
            name = type(error.cause).__name__
            if name == CampaignError.__name__:
                raise CampaignError(str(error.cause)) from None
            if name == WorkerLost.__name__:
                return batch, WorkerLost(str(error.cause))
            raise CampaignError(f"a worker failed: {error.cause!r}") from error
        except self._ray.exceptions.RayError as error:
            # The worker or its node ended, or the node that kept the result.
            return batch, WorkerLost(type(error).__name__)

    def close(self) -> None:
        for reference in self._running:
            self._ray.cancel(reference, force=True)
        self._ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    """Connects to a cluster. Ray itself would try for minutes."""
    host, _, port = address.split("://")[-1].rpartition(":")
    if address != "auto":
        if not host or not port.isdigit():
            raise CampaignError(f"'{address}' is not an address of a Ray cluster: use HOST:PORT, ray://HOST:PORT or 'auto'")
        try:
            socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
        except OSError as error:
            raise CampaignError(f"cannot reach the Ray cluster at {address}: {error.strerror or error}") from error
    try:
        ray.init(address=address, logging_level="ERROR", log_to_driver=False)
    except (ConnectionError, RuntimeError, ValueError) as error:
        reason = str(error).strip().split("\n")[0]
        raise CampaignError(f"cannot reach the Ray cluster at {address}: {reason}") from error
