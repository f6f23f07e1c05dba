"""The exceptions of the client."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional, Tuple


class MachoError(Exception):
    """An error response of the server.

    `code` is stable; the sentence in `message` may change. If a line failed, `range` is the range in the line in
    bytes of UTF-8, `output` is what a prompt would have printed, and `result` is the line result of the protocol.
    """

    def __init__(self, code: str, message: str, *, number: int = 0, data: Optional[Mapping[str, Any]] = None) -> None:
        data = data or {}
        self.code = code
        self.message = message
        self.number = number
        """The error number of JSON-RPC: -32000 for a failed line; 0 if the client detected the error."""
        bounds = data.get("range")
        self.range: Optional[Tuple[int, int]] = (bounds[0], bounds[1]) if bounds else None
        self.candidates: List[str] = list(data.get("candidates", []))
        self.notes: List[str] = list(data.get("notes", []))
        self.output: List[str] = list(data.get("output", []))
        self.result: Dict[str, Any] = dict(data.get("result", {}))
        self.data: Dict[str, Any] = dict(data)
        super().__init__(code, message)

    @classmethod
    def of(cls, error: Mapping[str, Any]) -> MachoError:
        """Creates the exception for the `error` of a response."""
        data = error.get("data") or {}
        number = int(error.get("code", 0))
        kind = ServerEnded if data.get("code") in ("crashed", "too-many-connections") else cls
        return kind(str(data.get("code", number)), str(error.get("message", "")), number=number, data=data)

    def __str__(self) -> str:
        sentence = f"{self.code}: {self.message}"
        if self.output:
            # The line, the caret and the candidates, as at a prompt.
            return "\n".join([sentence, *self.output])
        candidates = f"; did you mean {' or '.join(self.candidates)}?" if self.candidates else ""
        return "\n".join([sentence + candidates, *self.notes])


class ServerEnded(MachoError):
    """The connection has ended: `crashed` if the feature trapped, `server-ended` if the reason is unknown."""


class TimedOut(MachoError, TimeoutError):
    """The server did not respond in time. The request may still run; `Client.cancel` cancels it."""

    def __init__(self, message: str) -> None:
        super().__init__("timed-out", message)
