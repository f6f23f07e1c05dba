"""What goes wrong, as exceptions."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple


class MachoError(Exception):
    """The server did not do what it was asked for.

    `code` is stable and tells the reason; the sentence in `message` may change. Where a line failed, `range` is the
    place in it, in bytes of UTF-8, `output` is what a prompt would have printed, and `result` what the line did all
    the same, as the protocol has it.
    """

    def __init__(self, code: str, message: str, *, number: int = 0, data: Optional[Mapping[str, Any]] = None) -> None:
        data = data or {}
        self.code = code
        self.message = message
        self.number = number
        """The number of the error in JSON-RPC: -32000 for a line that failed; 0 where the client found it out."""
        place = data.get("range")
        self.range: Optional[Tuple[int, int]] = (place[0], place[1]) if place else None
        self.candidates: List[str] = list(data.get("candidates", []))
        self.notes: List[str] = list(data.get("notes", []))
        self.output: List[str] = list(data.get("output", []))
        self.result: Dict[str, Any] = dict(data.get("result", {}))
        self.data: Dict[str, Any] = dict(data)
        super().__init__(code, message)

    @classmethod
    def of(cls, error: Mapping[str, Any]) -> MachoError:
        """The `error` of a response."""
        data = error.get("data") or {}
        number = int(error.get("code", 0))
        kind = ServerEnded if data.get("code") in ("crashed", "too-many-connections") else cls
        return kind(str(data.get("code", number)), str(error.get("message", "")), number=number, data=data)

    def __str__(self) -> str:
        sentence = f"{self.code}: {self.message}"
        if self.output:
            # The line, the caret and the candidates, as a person would see them.
            return "\n".join([sentence, *self.output])
        candidates = f"; did you mean {' or '.join(self.candidates)}?" if self.candidates else ""
        return "\n".join([sentence + candidates, *self.notes])


class ServerEnded(MachoError):
    """The connection is over: `crashed` where the feature trapped, `server-ended` where nobody said why."""


class TimedOut(MachoError, TimeoutError):
    """The server did not answer in time. What was asked for may still run: `Client.cancel` takes it back."""

    def __init__(self, message: str) -> None:
        super().__init__("timed-out", message)
