"""A client connection to a server."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import IO, Any, Dict, List, Mapping, Optional, Sequence, Union

from .closing import Closing
from .connection import Connection, Pending, RequestID
from .session import Session
from .transport import ProcessTransport, SocketTransport, Transport

Path = Union[str, "os.PathLike[str]"]


@dataclass(frozen=True)
class Feature:
    """A feature that can be opened. `raw` also contains its state, the signatures of its actions and more."""

    name: str
    summary: str
    context: str
    actions: List[str]
    stubs: List[str]
    raw: Dict[str, Any]


@dataclass(frozen=True)
class ScriptResult:
    """The result of a whole script."""

    transcript: str
    """The script with its output, as `macho run` prints it."""
    passed: bool
    """Whether no command failed."""
    parses: bool
    """Whether all lines parse."""


class Client(Closing):
    """A connection to `macho serve`. Thread-safe.

    A client is a context manager: leaving it closes the connection and stops a server that it started.
    """

    def __init__(self, transport: Transport, *, framing: str = "lines", timeout: float = 30.0) -> None:
        self._connection = Connection(transport, framing, timeout)

    @classmethod
    def stdio(
        cls, command: Sequence[str] = ("macho", "serve"), *, cwd: Optional[Path] = None,
        env: Optional[Mapping[str, str]] = None, stderr: Union[int, IO[Any], None] = None, framing: str = "lines",
        timeout: float = 30.0,
    ) -> Client:
        """Starts a private server. Features print to `stderr`, an argument of `subprocess.Popen`."""
        return cls(ProcessTransport(command, cwd, env, stderr), framing=framing, timeout=timeout)

    @classmethod
    def connect(cls, path: Path, *, framing: str = "lines", timeout: float = 30.0) -> Client:
        """Connects to a server that listens at a path: `macho serve --socket PATH`."""
        return cls(SocketTransport(path), framing=framing, timeout=timeout)

    @property
    def timeout(self) -> float:
        """The default timeout of each call, in seconds."""
        return self._connection.timeout

    def request(
        self, method: str, params: Optional[Mapping[str, Any]] = None, *, timeout: Optional[float] = None
    ) -> Dict[str, Any]:
        """Calls a method and returns its result as the server sent it."""
        return self.request_async(method, params).result(timeout)

    def request_async(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Pending:
        """Calls a method without waiting. `result()` of the returned request waits."""
        return self._connection.request(method, params)

    def notify(self, method: str, params: Optional[Mapping[str, Any]] = None) -> None:
        """Calls a method as a notification, without a response."""
        self._connection.notify(method, params)

    def hello(self, name: str = "macho-client") -> Dict[str, Any]:
        """Sends the protocol version of this client and returns the server's capabilities."""
        return self.request("hello", {"version": 1, "client": name})

    def features(self, feature: Optional[str] = None) -> List[Feature]:
        """Returns the features that can be opened, or a single one."""
        params = {} if feature is None else {"feature": feature}
        return [
            Feature(raw["name"], raw["summary"], raw["context"], [each["name"] for each in raw["actions"]],
                    [each["name"] for each in raw["stubs"]], raw)
            for raw in self.request("features", params)["features"]
        ]

    def open(
        self, feature: Optional[str] = None, *, name: Optional[str] = None, context: Optional[str] = None,
        start: Optional[str] = None, stubs: Sequence[str] = (), timeout: Optional[float] = None,
    ) -> Session:
        """Opens a feature in a private session, or in a shared session with a `name`.

        `start` is an argument of the verb `start`, such as `State(count: 1)`; `stubs` are arguments of `stub`, such as
        `numberFact.fetch(1) -> "one" after 1s`. `context` is `test`, `preview` or `live`.
        """
        params: Dict[str, Any] = {
            key: value
            for key, value in (("feature", feature), ("name", name), ("context", context), ("start", start))
            if value is not None
        }
        if stubs:
            params["stubs"] = list(stubs)
        return Session(self._connection, self.request("open", params, timeout=timeout))

    def sessions(self) -> List[Dict[str, Any]]:
        """Returns the sessions that this connection has open."""
        return list(self.request("sessions")["sessions"])

    def run_script(
        self, script: str, *, path: Optional[Path] = None, context: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> ScriptResult:
        """Runs the text of a whole script, as `macho run` does. Its files are relative to `path`."""
        params: Dict[str, Any] = {"script": script}
        if path is not None:
            params["path"] = os.fspath(path)
        if context is not None:
            params["context"] = context
        result = self.request("run", params, timeout=timeout)
        return ScriptResult(result["transcript"], result["passed"], result.get("parses", True))

    def cancel(self, request: Union[Pending, RequestID]) -> str:
        """Cancels a request and returns what it was doing: `queued`, `running` or `none`."""
        id = request.id if isinstance(request, Pending) else request
        return str(self.request("cancel", {"request": id})["cancelled"])

    def shutdown(self) -> None:
        """Asks the server to close the connection after answering all requests."""
        self.request("shutdown")

    def close(self) -> None:
        """Closes the connection and stops a private server. May be called repeatedly."""
        self._connection.close()
