"""Requests and their answers, matched by a thread that reads."""

from __future__ import annotations

import json
import queue
import threading
from typing import Any, Dict, Mapping, Optional, Union

from .errors import MachoError, ServerEnded, TimedOut
from .results import Event
from .transport import Framing, Transport

RequestID = Union[int, str]
# What ends an iteration over events: that the session is over is None, that the server is, its error.
Told = Union[Event, MachoError, None]


class Pending:
    """A request that was sent, and its answer once that has come."""

    def __init__(self, connection: Connection, id: RequestID, method: str) -> None:
        self.id = id
        self.method = method
        self._connection = connection
        self._done = threading.Event()
        self._result: Dict[str, Any] = {}
        self._error: Optional[MachoError] = None

    @property
    def is_done(self) -> bool:
        """Whether the answer has come."""
        return self._done.is_set()

    def result(self, timeout: Optional[float] = None) -> Dict[str, Any]:
        """The answer as the server gave it; raises `MachoError` where it is an error."""
        limit = self._connection.timeout if timeout is None else timeout
        if not self._done.wait(limit):
            raise TimedOut(f"no answer to '{self.method}' (request {self.id}) within {limit:g} s")
        if self._error is not None:
            raise self._error
        return self._result

    def cancel(self) -> str:
        """Takes it back, and says what it was doing: `queued`, `running` or `none`."""
        answer = self._connection.request("cancel", {"request": self.id}).result()
        return str(answer["cancelled"])

    def _finish(self, result: Mapping[str, Any], error: Optional[MachoError] = None) -> None:
        self._result, self._error = dict(result), error
        self._done.set()


class Connection:
    """A connection to a server. Any thread may ask; each gets its own answers."""

    def __init__(self, transport: Transport, framing: str, timeout: float) -> None:
        self.timeout = timeout
        self._transport = transport
        self._framing = Framing(framing)
        # Guards what follows, and is never held while something is waited for.
        self._lock = threading.Lock()
        self._pending: Dict[RequestID, Pending] = {}
        self._listeners: Dict[str, queue.Queue[Told]] = {}
        self._last_id = 0
        self._ended: Optional[MachoError] = None
        self._is_closing = False
        # What the server said to nobody: why it ends the connection, where it does.
        self._parting: Optional[MachoError] = None
        # Held while a message is written, so that none is inside of another.
        self._writing = threading.Lock()
        self._reader = threading.Thread(target=self._read, name="macho-client", daemon=True)
        self._reader.start()

    def request(self, method: str, params: Optional[Mapping[str, Any]] = None) -> Pending:
        """Sends a request, and does not wait for its answer."""
        with self._lock:
            if self._ended is not None:
                raise self._ended
            self._last_id += 1
            pending = Pending(self, self._last_id, method)
            self._pending[pending.id] = pending
        self._write({"jsonrpc": "2.0", "id": pending.id, "method": method, "params": dict(params or {})})
        return pending

    def notify(self, method: str, params: Optional[Mapping[str, Any]] = None) -> None:
        """Sends a request that is not answered."""
        self._write({"jsonrpc": "2.0", "method": method, "params": dict(params or {})})

    def listen(self, session: str) -> queue.Queue[Told]:
        """A queue for the events of a session, in place of the one before, which ends."""
        events: queue.Queue[Told] = queue.Queue()
        with self._lock:
            former = self._listeners.get(session)
            self._listeners[session] = events
            if self._ended is not None:
                events.put(self._ended)
        if former is not None:
            former.put(None)
        return events

    def unlisten(self, session: str, events: queue.Queue[Told]) -> bool:
        """Ends a queue for events; whether it was still the session's."""
        with self._lock:
            is_current = self._listeners.get(session) is events
            if is_current:
                del self._listeners[session]
        events.put(None)
        return is_current

    def close(self) -> None:
        """Ends the connection; requests that wait raise `ServerEnded`."""
        with self._lock:
            self._is_closing = True
        self._transport.close(self.timeout)
        self._reader.join(self.timeout)
        if not self._reader.is_alive():
            self._transport.release()

    def _write(self, message: Mapping[str, Any]) -> None:
        data = json.dumps(message).encode("ascii")
        try:
            with self._writing:
                self._transport.write(self._framing.framed(data), self.timeout)
        except TimedOut as error:
            # Half a message may be on its way: nothing can be said any more.
            self._end(error)
            raise
        except (OSError, ValueError):
            # The reader finds out how it ended, and says so to all who wait.
            self._reader.join(self.timeout)

    def _read(self) -> None:
        problem: Optional[str] = None
        try:
            while True:
                message = self._framing.read(self._transport.incoming)
                if message is None:
                    break
                if message.strip():
                    self._take(json.loads(message))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            problem = f"the server said something that is no message: {error}"
        except OSError as error:
            problem = f"the connection broke: {error.strerror or error}"
        if problem is None:
            problem = "the client is closed" if self._is_closing else self._transport.ending()
        self._end(self._parting or ServerEnded("server-ended", problem))

    def _take(self, message: Mapping[str, Any]) -> None:
        if "id" not in message:
            if message.get("method") == "event":
                self._tell(Event.of(message["params"]))
            return
        error = MachoError.of(message["error"]) if "error" in message else None
        with self._lock:
            pending = self._pending.pop(message["id"], None)
            if isinstance(error, ServerEnded) or (error is not None and message["id"] is None):
                self._parting = error
        if pending is not None:
            pending._finish(message.get("result", {}), error)

    def _tell(self, event: Event) -> None:
        with self._lock:
            events = self._listeners.get(event.session)
        if events is not None:
            events.put(event)
            if event.kind == "ended":
                self.unlisten(event.session, events)

    def _end(self, error: MachoError) -> None:
        with self._lock:
            if self._ended is None:
                self._ended = error
            waiting, self._pending = list(self._pending.values()), {}
            listening, self._listeners = list(self._listeners.values()), {}
        for pending in waiting:
            pending._finish({}, error)
        for events in listening:
            events.put(None if self._is_closing else error)
