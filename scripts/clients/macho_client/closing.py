"""Context managers that close something."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type, TypeVar

from .errors import MachoError

Closed = TypeVar("Closed", bound="Closing")


class Closing:
    """A context manager that calls `close()` at its end."""

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self: Closed) -> Closed:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        try:
            self.close()
        except MachoError:
            # An earlier exception is more informative than a failure to close.
            if error is None:
                raise
