"""Shows the progress of a campaign on standard error."""

from __future__ import annotations

import sys
import time

INTERVAL_SECONDS = 10.0


class Progress:
    """A line that is rewritten at a terminal. Elsewhere a new line at most every ten seconds."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._last = time.monotonic()

    def show(self, text: str) -> None:
        """Replaces the line."""
        if self._is_terminal:
            sys.stderr.write(f"\r{text}\x1b[K")
        elif time.monotonic() - self._last >= INTERVAL_SECONDS:
            self._last = time.monotonic()
            sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def clear(self) -> None:
        """Erases the line before other output."""
        if self._is_terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
