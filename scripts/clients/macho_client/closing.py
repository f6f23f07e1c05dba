"""What a 'with' closes."""

from __future__ import annotations

from types import TracebackType
from typing import Optional, Type, TypeVar

from .errors import MachoError

Closed = TypeVar("Closed", bound="Closing")


class Closing:
    """Something that is closed at the end of a 'with', however that ends."""

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
            # What went wrong before says more than that nobody is there to close it.
            if error is None:
                raise
